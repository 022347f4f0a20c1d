PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
TYPES := tools/widget_types
NPM := $(shell command -v node >/dev/null && command -v npm)

OWNERS := adaptive bandits entropy exact feedback game guarantees markov mcts minimax noise players policy rollout small_trees
# Without plugins that take seconds to load and that only notebooks need.
PYTEST := $(BIN)/pytest -n 2 -p no:nbval -p no:anyio
KERNEL_TESTS := $(wildcard tests/test_kernels_*.py) $(OWNERS:%=tests/test_%.py)

.PHONY: book pdf test-pdf serve lab kernels test test-library test-kernels test-pages test-notebooks check format bench cold notebooks pins clean course grade test-course
.DEFAULT_GOAL := book

book: .venv/ready  # build the pages into _build/html
	rm -rf _build/html _build/.doctrees _build/.jupyter_cache _build/jupyter_execute
	$(BIN)/jupyter-book build . -W -n --keep-going
	@echo "Open $(CURDIR)/_build/html/index.html, or run 'make serve' and open http://127.0.0.1:$(PORT)/"

pdf: book  # [SOLUTIONS=no]: print the pages as one book into _build/pdf/book.pdf
	$(BIN)/python -m tools.pdf $(if $(filter no,$(SOLUTIONS)),--no-solutions)

test-pdf: pdf  # print the book and read it back
	$(PYTEST) --dist loadfile tests/pdf

serve: book  # show the built pages on this machine
	$(PYTHON) -m http.server $(PORT) --bind 127.0.0.1 --directory _build/html

lab: .venv/ready  # work on the notebooks
	$(BIN)/jupyter lab book

test: .venv/ready  # everything, phase by phase, also after one that failed
	@tools/phases.sh $(MAKE) check book test-library test-kernels test-pages test-notebooks test-course

kernels: .venv/ready  # compile everything once, before several processes would
	$(BIN)/python -m wordlelib compile --jobs 2 --progress

test-library: kernels  # the library, compiled
	$(PYTEST) --dist worksteal tests --ignore=tests/pages --ignore=tests/browser --ignore=tests/course

test-kernels: .venv/ready  # the kernels as plain Python, which shows errors that compiled code hides
	NUMBA_DISABLE_JIT=1 $(PYTEST) --dist worksteal -m "not large" --cov=wordlelib/kernels $(KERNEL_TESTS)

test-pages: kernels  # the built pages and the widgets on them
	$(PYTEST) --dist loadfile tests/pages tests/browser

test-notebooks: kernels  # every notebook against its stored outputs
	$(BIN)/pytest -n 2 --dist loadfile --nbval --nbval-current-env --nbval-sanitize-with=tests/nbval_sanitize.cfg --nbval-cell-timeout=300 book

check: .venv/ready $(if $(NPM),$(TYPES)/node_modules/ready)  # style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
ifdef NPM
	$(TYPES)/node_modules/.bin/tsc -p $(TYPES)
else
	@echo "No node and npm here: the types of the widgets' JavaScript are not checked (Debian: apt install npm)."
endif

format: .venv/ready  # mend what can be mended of the style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

course: .venv/grading/ready  # what a course hands out, into _build/course
	.venv/grading/bin/python -W ignore -m assignments build

grade: .venv/grading/ready kernels  # SUBMISSIONS=folder OUT=folder [ONLY=ps4]: points and feedback for what was handed in
	.venv/grading/bin/python -W ignore -m assignments grade $(SUBMISSIONS) --out $(OUT) $(ONLY:%=--only %)

test-course: .venv/grading/ready kernels  # the problem sets, what hostile submissions get, and what is handed out
	.venv/grading/bin/python -W ignore -m pytest -n 2 -p no:nbval -p no:anyio --disable-warnings --dist loadscope --no-loadscope-reorder tests/course

bench: .venv/ready  # how fast the library is on this machine
	$(BIN)/python bench/bench.py

cold: .venv/ready  # how long the first calls take, compiling included
	$(BIN)/python bench/cold.py

notebooks: kernels  # run the chapters and store their outputs
	$(BIN)/python tools/stable_notebooks.py book/*.ipynb

pins: .venv/ready  # choose the versions in constraints.txt again
	$(BIN)/pip install -q uv
	: > constraints.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --no-annotate --custom-compile-command "make pins" requirements.txt -o constraints.txt

clean:
	rm -rf _build .venv $(TYPES)/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
	find wordlelib tests tools book -name __pycache__ -prune -exec rm -rf {} +

.venv/ready: requirements.txt binder/requirements.txt constraints.txt pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "No '$(PYTHON)' here. Name a Python 3.11 or newer: make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$$($(PYTHON) --version) is too old. Name a Python 3.11 or newer: make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "This Python cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -qq --disable-pip-version-check -r requirements.txt
	$(BIN)/pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/pip check --disable-pip-version-check
	@touch $@

# A second environment on top of the first, so that readers' JupyterLab does not get nbgrader's parts.
.venv/grading/ready: .venv/ready assignments/requirements.txt
	$(BIN)/python -m venv .venv/grading
	$(BIN)/python -c 'import site; print(f"import site; site.addsitedir({site.getsitepackages()[0]!r})")' > $$(.venv/grading/bin/python -c 'import site; print(site.getsitepackages()[0])')/book.pth
	.venv/grading/bin/python -m pip install -qq --disable-pip-version-check --no-deps -r assignments/requirements.txt
	@touch $@

$(TYPES)/node_modules/ready: $(TYPES)/package.json $(TYPES)/package-lock.json
	@npm ci --silent --prefer-offline --fetch-retries=1 --prefix $(TYPES) || { echo "npm cannot install TypeScript; if its registry is within reach, 'npm ci --prefix $(TYPES)' says why."; exit 1; }
	@touch $@
