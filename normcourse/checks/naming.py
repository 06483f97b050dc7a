"""Which bugs of the catalogue explain what a learner's function did.

A bug is named only if it explains every output. Two are named together only if
both at once explain every output, or share the outputs between them, and no
other two do.
"""

import itertools

from normcourse.checks.cases import agree

__all__ = ["known_bugs", "two_at_once", "two_in_turn"]


def known_bugs(trial):
    """Name each bug of the catalogue that explains every output."""
    found = [bug for bug in trial.subject.bugs if len(_explained(bug, trial)) == len(trial.seen)]
    if not found:
        return None
    words = [bug.diagnosis for bug in found]
    if len(found) > 1:
        words = [f"Each of these {len(found)} explains all that was seen:", *words]
    return trial.wrong(_witness(found[0], trial.failing), *words, named=[b.key for b in found])


def two_at_once(trial):
    """Name two bugs at work on the same inputs, one of which ignores an argument."""
    strict = _strict(trial)
    taken = set(trial.subject.arguments)
    pairs = {
        frozenset({ignoring, other}): (other, ignoring)
        for ignoring in strict
        for other in strict
        if ignoring.ignores
        and ignoring.ignores.keys() <= taken - other.about
        and _explains_all(other, trial, ignoring.ignores)
    }
    if len(pairs) != 1:
        return None
    ((first, second),) = pairs.values()
    return trial.wrong(
        _witness(first, trial.failing),
        f"Two mistakes at once explain all that was seen. The first: {first.diagnosis}",
        f"The second: {second.diagnosis}",
        named=(first.key, second.key),
    )


def two_in_turn(trial):
    """Name two bugs that share the outputs between them, if no other two do."""
    every = frozenset(range(len(trial.seen)))
    failing = frozenset(i for i in every if trial.seen[i] in trial.failing)
    explained = {bug: _explained(bug, trial) for bug in _strict(trial)}
    pairs = [
        (a, b)
        for a, b in itertools.combinations(explained, 2)
        if explained[a] | explained[b] == every
        and all(failing & explained[x] - explained[y] for x, y in ((a, b), (b, a)))
    ]
    if len(pairs) != 1:
        return None
    first, second = sorted(pairs[0], key=lambda bug: -len(failing & explained[bug]))
    rest = failing - explained[first]
    seen = [trial.seen[i] for i in sorted(rest)]
    return trial.wrong(
        _witness(first, [s for s in trial.failing if s not in seen]),
        f"Two mistakes together explain all that was seen. The first: {first.diagnosis}",
        f"The second shows on {len(rest)} of the {len(failing)} inputs that fail, such as "
        f"`{seen[0].case.text()}`: {second.diagnosis}",
        named=(first.key, second.key),
    )


def _strict(trial):
    """Return the bugs that are compared as nearly as each case asks.

    The others would explain small errors that are not their own.
    """
    return [bug for bug in trial.subject.bugs if bug.rtol is None]


def _explained(bug, trial):
    """Return the numbers of the outputs that a bug explains."""
    return frozenset(i for i, s in enumerate(trial.seen) if _explains(bug, trial, s))


def _explains_all(bug, trial, instead):
    return all(_explains(bug, trial, s, instead) for s in trial.seen)


def _explains(bug, trial, seen, instead=None):
    answer = trial.subject.answer_of(bug, seen.case, **(instead or {}))
    return agree(seen.array, answer, bug.rtol or seen.case.rtol)


def _witness(bug, seen):
    """Return the output on the bug's witness, or else on the smallest of these inputs."""
    text = bug.witness.text()
    return next((s for s in seen if s.case.text() == text), seen[0])
