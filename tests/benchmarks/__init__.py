"""How fast the course is, and what it costs: ``python tests/run_benchmarks.py``.

Each part is one file: it says what it measures and how, and gives its tables. What is
compared is measured in turns, in one run, so that what slows down one slows down the other.
"""
