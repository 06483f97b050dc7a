"""The explorers' controls, over the comm, with Colab's versions and with the newest kernel."""

import re

import environments
import pytest


@pytest.mark.parametrize("name", ["colab", "kernel7"])
def test_every_control_and_the_race(name):
    python = environments.make(name)
    code, output = environments.test_inside(python, "tests/test_comm.py", "tests/test_race.py")
    closing = output.strip().splitlines()[-1]
    assert code == 0 and re.match(r"\d+ passed\b(?!.*skipped)", closing), output[-5000:]
    print(f"{name}: {closing}")


def test_the_environments_are_what_their_names_say():
    colab = environments.installed(environments.make("colab"))
    assert colab["ipywidgets"] == "7.7.1" and colab["numpy"] == "2.1.3"
    newest = environments.installed(environments.make("kernel7"))
    assert int(newest["ipykernel"].split(".")[0]) >= 7
