"""Checks that diagnose: exercises, their hints and solutions, and the catalogue of bugs.

A notebook uses four methods of one object::

    from normcourse import checks

    lesson = checks.lesson("01")
    lesson.check("rms_norm", my_rms_norm)
    lesson.hint("rms_norm")
    lesson.solution("rms_norm")
    lesson.summary()
"""

from normcourse.checks.lessons import Lesson, exercises_of, lesson

__all__ = ["Lesson", "exercises_of", "lesson"]
