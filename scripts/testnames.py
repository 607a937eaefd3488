#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Names of the tests of make sim as the sources have them, before anything is built.

testnames.py PATTERN   exit 2, after saying which names are near, if no test is called so
testnames.py           all names, a line each
"""
import difflib
import fnmatch
import pathlib
import re
import sys

import settings

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ("tb/cosim/tests_*.c", "tb/cosim/*/tests_*.c", "tb/bus/bus_tests_*.c", "tb/serial/serial_tests_*.c")


def names():
    """Of the rows of each array `tests`."""
    found = []
    for path in sorted(path for files in FILES for path in ROOT.glob(files)):
        text = path.read_text(encoding="utf-8")
        rows = re.search(r"_test tests\[\] = \{\n(.*?)\n\};", text, re.S)
        if not rows:
            continue
        found += re.findall(r"^    \{\s*\"(\w+)\",", rows[1], re.M)
        for macro, first, last in re.findall(r"#define (\w+)\(name\b[^)]*\)[\s\\]*\{ *(?:\"(\w*)\" *)?#name(?: *\"(\w*)\")?", text):
            found += [first + name + last for name in re.findall(rf"^    {macro}\((\w+),", rows[1], re.M)]
    return found


def near(typed, have):
    """'; near it: X, Y', or nothing."""
    letters = typed.strip("*?[]")
    close = [name for name in have if len(letters) > 2 and letters in name][:6] or difflib.get_close_matches(letters, have, 3, 0.6)
    return f"; near it: {', '.join(close)}" if close else ""


def main(typed):
    if not typed:
        print(*names(), sep="\n")
        return 0
    have = names()
    if fnmatch.filter(have, typed[0]):
        return 0
    print(f"no test is called '{typed[0]}'{near(typed[0], have) or '; make list shows them all'}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    settings.only_lists()
    sys.exit(main(sys.argv[1:]))
