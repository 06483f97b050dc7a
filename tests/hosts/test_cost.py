"""What a learner costs: moving a slider for an hour adds nothing."""

from normcourse.tools import cost

#: Megabytes; below this, the allocator's own ups and downs.
NOTHING = 3
LEAK = f"""{cost.SHOW}
        kept.append(live.picture.value + str(i))
kept = []
"""


def test_a_thousand_moves_of_a_slider_add_nothing():
    assert cost.growth() < NOTHING


def test_a_leak_is_seen():
    assert cost.growth(show=LEAK) > NOTHING


def test_a_lesson_is_measured_beside_the_imports_alone():
    seconds, base = cost.lesson([cost.BASE])
    longer, more = cost.lesson([cost.BASE, "import time\nkept = b'x' * 10**8\ntime.sleep(1)"])
    assert seconds > 0 and longer > 1
    assert base > 0 and more > base + 50
