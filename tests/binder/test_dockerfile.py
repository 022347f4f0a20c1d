"""The steps of a Dockerfile are read and followed as Docker would, from where the repository comes in."""

import re

import pytest

from tools.binder.dockerfile import Base, expand, read_base, read_dockerfile
from tools.binder.image import Image, find_python

DOCKERFILE = """Using local repo.
FROM docker.io/library/buildpack-deps:24.04

# Avoid prompts from apt
ENV DEBIAN_FRONTEND=noninteractive
RUN apt-get -qq update && \\
    apt-get -qq install --yes less
ENV LC_ALL=en_US.UTF-8 \\
    LANG=en_US.UTF-8
ARG NB_USER
ENV USER=${NB_USER} \\
    HOME=/home/${NB_USER}
ENV APP_BASE=/srv
ENV NB_PYTHON_PREFIX=${APP_BASE}/conda
ENV KERNEL_PYTHON_PREFIX=${NB_PYTHON_PREFIX}
ENV PATH=${NB_PYTHON_PREFIX}/bin:${PATH}
COPY --chown=0:0 build_script_files/LOCK-f5de80 /tmp/env/environment.lock

ARG REPO_DIR=${HOME}
ENV REPO_DIR=${REPO_DIR}
WORKDIR ${REPO_DIR}
RUN chown ${NB_USER}:${NB_USER} ${REPO_DIR}
COPY --chown=0:0 src/binder/requirements.txt ${REPO_DIR}/binder/requirements.txt
USER ${NB_USER}
RUN ls -R > first.txt
COPY --chown=0:0 src/ ${REPO_DIR}/
LABEL repo2docker.version="2026.4.0"
RUN ./binder/postBuild
ENV R2D_ENTRYPOINT="${REPO_DIR}/binder/start"
ENTRYPOINT ["/usr/local/bin/repo2docker-entrypoint"]
CMD ["jupyter", "notebook", "--ip", "0.0.0.0"]
"""


@pytest.fixture
def dockerfile(tmp_path):
    """A Dockerfile as repo2docker prints it, whose lock file is in a folder of the test's own."""
    folder = tmp_path / "build-packs"
    folder.mkdir()
    lock = folder / "environment.py-3.11-linux-64.lock"
    site = "https://conda.anaconda.org/conda-forge"
    lock.write_text(
        f"{site}/linux-64/python-3.11.14-hfe2f287_1_cpython.conda#e8\n"
        f"{site}/noarch/jupyterlab-4.4.9-pyhd8ed1ab_0.conda#6f\n"
        f"{site}/noarch/jupyterhub-singleuser-5.4.0-hd843c07_0.conda#4f\n"
        f"{site}/noarch/six-1.17.0-pyhd8ed1ab_0.conda#1a\n"
    )
    (folder / "environment.py-3.11.yml").write_text(
        "dependencies:\n- python=3.11.*\n- jupyterhub-singleuser==5.*  # a comment\n- jupyterlab==4.*\n"
    )
    coded = re.sub(r"[^A-Za-z0-9]", lambda found: f"-{ord(found[0]):02x}", str(lock))
    return DOCKERFILE.replace("LOCK", coded)


def test_instructions_are_whole_and_comments_are_none(dockerfile):
    steps = read_dockerfile(dockerfile)
    assert steps[0] == ("FROM", "docker.io/library/buildpack-deps:24.04")
    assert steps[2] == ("RUN", "apt-get -qq update &&  apt-get -qq install --yes less")
    assert len(steps) == 24


def test_what_is_no_dockerfile_is_refused():
    with pytest.raises(ValueError, match=r"text: .*docker: not found.* FROM"):
        read_dockerfile("docker: not found")


def test_the_base_is_read_from_the_lock_file(dockerfile):
    assert read_base(read_dockerfile(dockerfile)) == Base("3.11", {"jupyterhub": "5.4.0", "jupyterlab": "4.4.9"})


def test_a_dockerfile_without_a_lock_file_is_refused(dockerfile):
    steps = [step for step in read_dockerfile(dockerfile) if "environment.lock" not in step.value]
    with pytest.raises(ValueError, match=r"instructions: COPY .* expected a lock file"):
        read_base(steps)


def test_variables_are_expanded_as_docker_does():
    assert expand("${A}/x:$B:${NONE}", {"A": "/srv", "B": "b"}) == "/srv/x:b:"


@pytest.fixture
def image(tmp_path, monkeypatch):
    """An image whose base takes no time, and the folder that it is made of."""
    source = tmp_path / "source"
    (source / "binder").mkdir(parents=True)
    (source / "binder" / "requirements.txt").write_text("numpy==2.4.6\n")
    (source / "binder" / "postBuild").write_text("#!/bin/sh\necho $EXTRA $NUMBA_NUM_THREADS in $PWD > built.txt\n")
    (source / "binder" / "postBuild").chmod(0o755)
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")
    monkeypatch.setattr(Image, "_make_base", lambda image, steps: None)
    return Image(tmp_path / "image", source, {"EXTRA": "given"}, [].append)


def test_the_steps_are_followed_from_where_the_repository_comes_in(dockerfile, image, tmp_path):
    image.build(read_dockerfile(dockerfile))
    home = tmp_path / "image" / "home"
    assert image.place == home
    assert (home / "first.txt").read_text().split() == [".:", "binder", "first.txt", "./binder:", "requirements.txt"]
    assert (home / "built.txt").read_text() == f"given in {home}\n"
    assert list(image.seconds) == ["ls -R > first.txt", "./binder/postBuild"]
    assert image.variables["PATH"].startswith(f"{tmp_path}/image/srv/conda/bin:")
    assert image.variables["R2D_ENTRYPOINT"] == f"{home}/binder/start"


def test_an_instruction_of_a_new_kind_is_refused(dockerfile, image):
    with pytest.raises(ValueError, match=r"instructions: VOLUME /data; expected"):
        image.build(read_dockerfile(dockerfile + "VOLUME /data\n"))


def test_a_step_that_fails_says_why(dockerfile, image):
    with pytest.raises(RuntimeError, match=r"postBuild: .*no such word"):
        (image.source / "binder" / "postBuild").write_text("#!/bin/sh\necho no such word >&2; exit 3\n")
        image.build(read_dockerfile(dockerfile))


def test_a_python_that_is_not_here_is_named():
    with pytest.raises(FileNotFoundError, match=r"no python3.999 here"):
        find_python("3.999")
