"""A class: ten learners on a real JupyterHub, all in a lesson at the same time."""

from concurrent.futures import ThreadPoolExecutor

import hub
import pytest

LEARNERS = [f"learner-{i}" for i in range(10)]
LESSON = "01_layernorm_view.ipynb"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """Return a running hub."""
    folder = tmp_path_factory.mktemp("hub")
    with hub.running(folder, len(LEARNERS) + 2) as started:
        yield started


def work(running, name):
    """Work through the lesson; return the faults, the cells that ran, and the pictures seen."""
    hub.copy_notebooks(running.homes / name)
    with hub.Learner(running, name) as learner:
        cells = [c for c in learner.read(LESSON)["cells"] if c["cell_type"] == "code"]
        faults = [fault for cell in cells for fault in try_cell(learner, cell)]
        pictures = set()
        for gain in (-2.0, 0.5, 3.0):
            faults += learner.move("Gain", gain)[1]
            pictures.add(learner.picture())
    return faults, len(cells), len(pictures)


def try_cell(learner, cell):
    """Run a cell; return its errors, and whether it prints something else than is stored."""
    printed, errors = learner.run(cell["source"])
    stored = "".join(o["text"] for o in cell["outputs"] if o.get("name") == "stdout")
    differs = [f"{cell['id']}: {printed!r} is not {stored!r}"] if printed != stored else []
    return errors + differs


def test_ten_learners_work_through_a_lesson_at_the_same_time(running):
    with ThreadPoolExecutor(len(LEARNERS)) as pool:
        done = list(pool.map(lambda name: work(running, name), LEARNERS))
    for faults, cells, pictures in done:
        assert faults == [] and cells > 10 and pictures == 3


def test_an_error_in_a_learners_cell_is_seen(running):
    hub.copy_notebooks(running.homes / "another")
    with hub.Learner(running, "another") as learner:
        assert learner.run("1 / 0")[1] == ["ZeroDivisionError: division by zero"]
        wrong = {"id": "planted", "source": "print(6 * 7)", "outputs": []}
        assert try_cell(learner, wrong) == ["planted: '42\\n' is not ''"]


def test_a_kernel_takes_no_port_that_another_may_pick(running):
    hub.copy_notebooks(running.homes / "third")
    ask = "from ipykernel.connect import get_connection_info as info; print(info(unpack=True))"
    with hub.Learner(running, "third") as learner:
        assert "'transport': 'ipc'" in learner.run(ask)[0]
