PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
# Recipes take what a person hands in from the environment, in quotes, because paths may hold blanks.
INTO ?= .
BUILD := $(INTO)/_build
export INTO BUILD PYTHON PORT SUBMISSIONS OUT ONLY TAG RUN COMMIT KILLS SEED
TYPES := tools/widget_types
PYODIDE := tools/pyodide
FONTS := tools/fonts
NPM := $(shell command -v node >/dev/null && command -v npm)

OWNERS := adaptive bandits boards entropy exact feedback game guarantees learning markov tree_search minimax noise players policy rollout small_trees values
# Without plugins that take seconds to load and that only notebooks need.
PYTEST := $(BIN)/pytest -n 2 -p no:nbval -p no:anyio
NBVAL := $(BIN)/pytest -n 2 --dist loadfile --nbval --nbval-current-env --nbval-sanitize-with=tests/nbval_sanitize.cfg --nbval-cell-timeout=300
# These drive other programs than Chromium with the pages: JupyterLab, Firefox, WebKit.
FOREIGN := $(addprefix tests/browser/,test_lab.py test_chapters_in_lab.py test_other_browsers.py)
KERNEL_TESTS := $(wildcard tests/test_kernels_*.py) $(OWNERS:%=tests/test_%.py)

PHASES := "check book" test-library test-kernels test-notebooks test-pages
REST := test-course test-wasm test-slow test-chapters test-widgets
# What other people's machines and packages can break, and few changes.
ELSEWHERE := test-elsewhere test-binder test-release

.PHONY: book pdf serve lab kernels test test-all test-rest test-slow test-chapters test-widgets test-elsewhere test-library test-kernels test-pages test-notebooks check format chaos bench cold fuzz notebooks pins clean course grade test-course release upload preview report links test-release pyodide fonts times binder test-binder wasm test-wasm
.DEFAULT_GOAL := book

book: .venv/ready  # build the pages into _build/html; BOOK_URL=... BOOK_REPOSITORY=...: for these addresses
	cd "$$BUILD" 2>/dev/null && rm -rf html .doctrees .jupyter_cache jupyter_execute || true
	$(BIN)/jupyter-book build . -W -n --keep-going --path-output "$$INTO"
	$(BIN)/python -W ignore -m assignments show --out "$$BUILD/html/course"
	@echo "Open $$(cd "$$BUILD" && pwd)/html/index.html, or run 'make serve' and open http://127.0.0.1:$$PORT/"

pdf: book  # [SOLUTIONS=no]: print the pages as one book into _build/pdf/book.pdf
	$(BIN)/python -m tools.pdf --build "$$BUILD" $(if $(filter no,$(SOLUTIONS)),--no-solutions)

serve: book  # show the built pages on this machine
	"$$PYTHON" -m http.server "$$PORT" --bind 127.0.0.1 --directory _build/html

lab: .venv/ready  # work on the notebooks
	$(BIN)/python -m tools.lab
	$(BIN)/jupyter lab book

test: .venv/ready  # what a change can break, phase by phase, also after one that failed
	@tools/phases.sh $(MAKE) $(PHASES)

test-rest: .venv/ready  # what takes longer, after 'make test'
	@tools/phases.sh $(MAKE) $(REST)

test-all: .venv/ready  # everything that is tested
	@tools/phases.sh $(MAKE) $(PHASES) $(REST) $(ELSEWHERE)

kernels: .venv/ready  # compile everything once, before several processes would
	$(BIN)/python -m wordlelib compile --jobs 2 --progress

test-library: kernels  # the library, compiled
	$(PYTEST) -m "not slow" --dist worksteal tests

test-slow: kernels  # what 'make test' leaves out of the library
	$(PYTEST) -m slow --dist worksteal tests
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "slow and not large" --dist worksteal $(KERNEL_TESTS)

test-chapters: kernels  # the long notebooks against their stored outputs
	$(NBVAL) $$($(BIN)/python -m tools.page_times long)

test-widgets: kernels $(if $(NPM),$(PYODIDE)/node_modules/ready)  # every page, and each widget by itself
	$(PYTEST) -m slow --dist loadfile $(FOREIGN:%=--ignore=%) tests/pages tests/browser

test-elsewhere: kernels  # another Numba, Colab's packages, other browsers, JupyterLab, and machines that fail or die
	$(PYTEST) --dist worksteal tests/elsewhere
	$(PYTEST) --dist loadfile $(FOREIGN)

test-kernels: .venv/ready  # the kernels as plain Python, which shows errors that compiled code hides
	NUMBA_DISABLE_JIT=1 $(PYTEST) --dist worksteal -m "not large and not slow" $(KERNEL_TESTS)

test-pages: kernels $(if $(NPM),$(PYODIDE)/node_modules/ready)  # the built pages and the widgets on them
	$(PYTEST) -m "not slow" --dist loadfile tests/pages tests/browser

test-notebooks: kernels  # the short notebooks against their stored outputs
	$(NBVAL) $$($(BIN)/python -m tools.page_times quick)

check: .venv/ready $(if $(NPM),$(TYPES)/node_modules/ready)  # style, types, prose, workflows, licences, packaging
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tools.prose
	$(BIN)/zizmor --quiet --offline --no-progress .github
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/reuse lint --quiet
	$(BIN)/pyroma --quiet --min 10 --skip-tests AuthorEmail,Url .  # the project has no e-mail address, and releases have the URLs
	$(BIN)/repo-review .
ifdef NPM
	$(TYPES)/node_modules/.bin/tsc -p $(TYPES)
else
	@echo "No node and npm here: the types of the widgets' JavaScript are not checked (Debian: apt install npm)."
endif

format: .venv/ready  # mend what can be mended of the style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

course: .venv/ready  # what a course hands out, into _build/course
	$(BIN)/python -W ignore -m assignments build --out "$$BUILD/course"

grade: kernels  # SUBMISSIONS=folder OUT=folder [ONLY=ps4]: points and feedback for what was handed in
	@set --; for name in $$ONLY; do set -- "$$@" --only "$$name"; done; \
	$(BIN)/python -W ignore -m assignments grade "$$SUBMISSIONS" --out "$$OUT" "$$@"

fuzz: kernels  # certificates and submissions changed in every way, and random games in the module of the pages
	FUZZ=full $(BIN)/pytest -s -n 2 -p no:nbval -p no:anyio --dist worksteal tests/test_certificate_mutants.py tests/test_compiled.py
	FUZZ=full $(BIN)/python -W ignore -m pytest -n 2 -p no:nbval -p no:anyio --disable-warnings --dist worksteal tests/course/test_odd_notebooks.py

test-course: kernels  # the problem sets, what hostile submissions get, and what is handed out
	$(BIN)/python -W ignore -m pytest -n 2 -p no:nbval -p no:anyio --disable-warnings --dist loadscope --no-loadscope-reorder tests/course

binder: .venv/binder/ready  # what Binder does, in a fresh environment: how long it takes, and how long its readers wait
	.venv/binder/bin/python -W ignore -m tools.binder

test-binder: .venv/binder/ready kernels  # the same in short, in the environment at hand; what Binder installs
	.venv/binder/bin/python -W ignore -m pytest -p no:nbval -p no:anyio tests/binder

wasm: .venv/wasm/ready  # compile what pages call to WebAssembly again, into wordlelib/kernels/compiled
	.venv/wasm/bin/python -m tools.wasm

test-wasm: .venv/wasm/ready  # whether that is what the kernels give now
	.venv/wasm/bin/python -m pytest -p no:nbval -p no:anyio tests/wasm

release: book pdf course  # TAG=v...: all that a release holds, into dist
	$(BIN)/python -m tools.release --build "$$BUILD" --out "$$INTO/dist" $${TAG:+--tag "$$TAG"}

upload:  # TAG=v...: the files of dist become a release on GitHub
	"$$PYTHON" -m tools.github upload "$$TAG" "$$INTO/dist"

preview:  # RUN=... COMMIT=...: a pull request says where its built pages are
	"$$PYTHON" -m tools.github preview "$$RUN" "$$COMMIT"

report:  # RUN=...: an issue says that the weekly check has failed
	"$$PYTHON" -m tools.github report "$$RUN"

links: .venv/ready  # the links of the built pages: internal ones, and external ones where there is a network
	$(BIN)/python -m tools.links --pages "$$BUILD/html"

test-release: kernels  # what is published, built as the workflow builds it, and read back
	$(PYTEST) -n 0 tests/release
	BUILT="$$BUILD/release/_build" $(PYTEST) --dist loadfile tests/pdf

chaos: kernels  # [KILLS=200] [SEED=1]: kill runs again and again, and compare what they leave with undisturbed ones
	$(BIN)/python -m tools.chaos $${KILLS:+--kills "$$KILLS"} $${SEED:+--seed "$$SEED"}

bench: .venv/ready  # how fast the library is on this machine
	$(BIN)/python bench/bench.py
	$(BIN)/python bench/environments.py

cold: .venv/ready  # how long the first calls take, compiling included
	$(BIN)/python bench/cold.py

notebooks: kernels  # run the chapters and store their outputs
	$(BIN)/python tools/stable_notebooks.py book/*.ipynb

times: kernels  # measure on a quiet machine how long each notebook runs, for the line under its title
	$(BIN)/python -m tools.page_times

pyodide: .venv/ready $(PYODIDE)/node_modules/ready  # gather what pages need to run Python; then 'make book'
	$(BIN)/python -m tools.pyodide.gather

fonts: .venv/ready $(FONTS)/node_modules/ready  # make the font files of the pages again, into book/style/fonts
	$(BIN)/python -m tools.fonts.build

pins: .venv/ready  # choose the versions in constraints.txt and binder/requirements.txt again
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --no-annotate --custom-compile-command "make pins" --group dev -o constraints.txt
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --no-annotate --custom-compile-command "make pins" --group notebooks -c constraints.txt -o binder/requirements.txt

clean:
	rm -rf _build .venv $(TYPES)/node_modules $(PYODIDE)/node_modules $(FONTS)/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find wordlelib tests tools book -name __pycache__ -prune -exec rm -rf {} +

.venv/ready: requirements.txt constraints.txt pyproject.toml
	@command -v "$$PYTHON" >/dev/null || { echo "No '$$PYTHON' here. Name a Python 3.11 or newer: make PYTHON=..."; exit 1; }
	@"$$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$$("$$PYTHON" --version) is too old. Name a Python 3.11 or newer: make PYTHON=..."; exit 1; }
	@"$$PYTHON" -c 'import ensurepip, venv' || { echo "This Python cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	"$$PYTHON" -m venv .venv
	$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt uv
	$(BIN)/uv pip install -q --python $(BIN)/python -r requirements.txt || $(BIN)/pip install -qq --disable-pip-version-check -r requirements.txt
	$(BIN)/pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/pip check --disable-pip-version-check
	@touch $@

# Environments on top of the first, so that readers do not get repo2docker's packages, nor a linker.
.venv/binder/ready .venv/wasm/ready: .venv/%/ready: tools/%/requirements.txt .venv/ready
	$(BIN)/python -m venv $(@D)
	$(BIN)/python -c 'import site; print(f"import site; site.addsitedir({site.getsitepackages()[0]!r})")' > "$$($(@D)/bin/python -c 'import site; print(site.getsitepackages()[0])')/book.pth"
	$(@D)/bin/python -m pip install -qq --disable-pip-version-check --no-deps -r $(filter %.txt,$^)
	@touch $@

$(TYPES)/node_modules/ready: $(TYPES)/package.json $(TYPES)/package-lock.json
	@npm ci --silent --prefer-offline --fetch-retries=1 --prefix $(TYPES) || { echo "npm cannot install TypeScript; if its registry is within reach, 'npm ci --prefix $(TYPES)' says why."; exit 1; }
	@touch $@

$(PYODIDE)/node_modules/ready: $(PYODIDE)/package.json $(PYODIDE)/package-lock.json
	@npm ci --silent --prefer-offline --fetch-retries=1 --ignore-scripts --prefix $(PYODIDE) || { echo "npm cannot install Pyodide; if its registry is within reach, 'npm ci --prefix $(PYODIDE)' says why."; exit 1; }
	@touch $@

$(FONTS)/node_modules/ready: $(FONTS)/package.json $(FONTS)/package-lock.json
	@npm ci --silent --prefer-offline --fetch-retries=1 --ignore-scripts --prefix $(FONTS) || { echo "npm cannot install the fonts; if its registry is within reach, 'npm ci --prefix $(FONTS)' says why."; exit 1; }
	@touch $@
