# SPDX-License-Identifier: Apache-2.0
"""Places in pages that a script fills: what stands between the lines <!-- NAME:begin --> and <!-- NAME:end -->."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def marks(name):
    return f"<!-- {name}:begin -->", f"<!-- {name}:end -->"


def filled(text, name, lines, page):
    """The text of a page with these lines in that place; ends the program if there is not one such place."""
    begin, end = marks(name)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        sys.exit(f"{page}: no pair of lines {begin} and {end}")
    return "".join([text.split(begin)[0], "\n".join([begin, *lines, end]), text.split(end)[1]])


def fill(page, **places):
    """Puts lines into places of a page, a path below the root: {name: lines}."""
    path = ROOT / page
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for name, lines in places.items():
        text = filled(text, name, lines, page)
    path.write_text(text, encoding="utf-8")
