"""Each claim of a lesson has a status, and an assertion behind it."""

import pytest
from book import NOTEBOOKS, Book
from cells import code, markdown
from claims import STATUSES, has_test, unfounded

LESSONS = [path for path in NOTEBOOKS if path.stem[:2].isdigit() and path.stem[:2] != "00"]
PLAIN, INNER = "[plain](#cell-id=plain)", "[inner](#cell-id=inner)"
HEAD = "## Claims\n\n| Claim | Status | Asserted in |\n|---|---|---|\n"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_claims_of_a_lesson_are_asserted(path):
    problems = [str(problem) for problem in unfounded(Book(path))]
    assert not problems, "\n".join(problems)


@pytest.fixture
def problems(make_book):
    """Return a function from a Markdown text to what is wrong with its claims."""

    def find(text):
        cells = [
            code("assert 1 < 2", "plain"),
            code("np.testing.assert_allclose(1, 1)", "numpy"),
            code("for i in range(3):\n    assert i < 3", "inner"),
            code("print('assert')", "nothing"),
        ]
        return [problem.words for problem in unfounded(make_book(*cells, markdown(text, "c")))]

    return find


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("where", [PLAIN, "[numpy](#cell-id=numpy)", f"{INNER}, {PLAIN}"])
def test_a_founded_claim_passes(problems, status, where):
    assert problems(f"{HEAD}| $a \\mid b$ or \\| | {status} | {where} |") == []


def test_a_test_of_the_suite_may_stand_behind_a_claim(problems):
    name = "tests/test_claims.py::test_a_founded_claim_passes"
    assert problems(f"{HEAD}| a | exact | `{name}` |") == []


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (f"| a | true | {PLAIN} |", "the status is 'true'"),
        (f"| a | Exact | {PLAIN} |", "the status is 'Exact'"),
        (f"| a | exact at ε = 0 | {PLAIN} |", "the status is 'exact at ε = 0'"),
        ("| a | exact | plain |", "no cell or test is named"),
        ("| a | exact | `plain` |", "no link leads to plain"),
        (f"| a | exact | {PLAIN}, `inner` |", "no link leads to inner"),
        ("| a | exact | [missing](#cell-id=missing) |", "no code cell missing"),
        ("| a | exact | [nothing](#cell-id=nothing) |", "cell nothing asserts nothing"),
        ("| a | exact | [plain](#cell-id=inner) |", "the link of plain leads to #cell-id=inner"),
        ("| a | exact | [plain](#plain) |", "the link of plain leads to #plain"),
        (f"| a | exact | {PLAIN}, [nothing](#cell-id=nothing) |", "cell nothing asserts nothing"),
        ("| a | exact | `tests/test_claims.py::test_nothing` |", "no test"),
        ("| a | exact | `tests/test_nothing.py::test_a` |", "no test"),
        ("| a | exact | `tests/test_claims.py::problems` |", "no test"),
        ("", "no claims table"),
    ],
)
def test_an_unfounded_claim_is_named(problems, row, words):
    (found,) = problems(HEAD + row)
    assert words in found


@pytest.mark.parametrize(
    "text",
    [
        HEAD.replace("Claims", "Other") + f"| a | exact | {PLAIN} |",
        HEAD.replace("Status", "State") + f"| a | exact | {PLAIN} |",
    ],
)
def test_a_table_elsewhere_or_with_other_columns_is_none(problems, text):
    assert "no claims table" in problems(text)[0]


def test_a_row_that_lacks_a_column_is_named(problems):
    assert "a row with 2 columns" in problems(f"{HEAD}| a | exact | {PLAIN} |\n| b | exact |")[0]


def test_only_a_function_of_a_test_file_is_a_test(tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "a.py").write_text("def test_a(): pass\ntest_b = 1\n", encoding="utf-8")
    assert has_test("tests/a.py::test_a", tmp_path)
    assert not has_test("tests/a.py::test_b", tmp_path)
    assert not has_test("a.py::test_a", tmp_path / "tests")
