# SPDX-License-Identifier: Apache-2.0
"""Coverage for the report, read from an lcov trace file or from JSON: {"files": {NAME: {"LINE": COUNT, ...}, ...}}.
scripts/coverage_merge adds "kinds" and "notes" of each file to it (points.py), lcov has none.

What merges it is a program (--cov-merge) that is called with a folder, in which each job found a file name for itself in its
environment as WS_COVERAGE, and with the file that it has to write."""
import json
import pathlib


class BadCoverage(Exception):
    """Its text says FILE:LINE: what is wrong."""


def read_lcov(path, text):
    files, lines = {}, None
    for number, line in enumerate(text.splitlines(), 1):
        key, _, value = line.strip().partition(":")
        try:
            if key == "SF":
                lines = files.setdefault(value, {})
            elif key == "DA":
                place, count = value.split(",")[:2]
                lines[int(place)] = lines.get(int(place), 0) + int(count)
            elif key == "end_of_record":
                lines = None
        except (ValueError, TypeError, AttributeError):
            raise BadCoverage(f"{path}:{number}: '{line.strip()}' is no record of an lcov file") from None
    return files


def read(path):
    """{file: {line: count}}."""
    path = pathlib.Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadCoverage(f"{path}: {error}") from None
    if text.lstrip().startswith("{"):
        try:
            data = json.loads(text)["files"]
            files = {str(name): {int(line): int(count) for line, count in lines.items()} for name, lines in data.items()}
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            line = getattr(error, "lineno", 1)
            raise BadCoverage(f"{path}:{line}: this is not {{\"files\": {{NAME: {{LINE: COUNT}}}}}}: {error}") from None
    else:
        files = read_lcov(path, text)
    if not any(files.values()):
        raise BadCoverage(f"{path}: no line of any file in it")
    return files


def read_more(path):
    """(kinds, notes) by file, empty where there is nothing but lines; of a file that read() has read."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    data = json.loads(text) if text.lstrip().startswith("{") else {}
    return data.get("kinds", {}), data.get("notes", {})


def table(files, root, kinds=None, notes=None):
    """Rows of the report: file, lines, lines hit, share, ranges of lines that nothing reached; branches and toggles as [hit, all]
    where they are known; the source with what is missed, where something is."""
    rows = []
    for name, lines in sorted(files.items()):
        hit = sum(count > 0 for count in lines.values())
        path = pathlib.Path(name)
        shown = str(path.relative_to(root)) if path.is_absolute() and path.is_relative_to(root) else name
        rows.append({"file": shown, "lines": len(lines), "hit": hit, "share": hit / len(lines) if lines else 0.0,
                     "missed": ranges(sorted(line for line, count in lines.items() if not count)),
                     "kinds": {kind: pair for kind, pair in (kinds or {}).get(name, {}).items() if kind != "line"},
                     "source": annotated(pathlib.Path(root) / name, lines, (notes or {}).get(name, {}))})
    return rows


def annotated(path, lines, notes):
    """(number, count or None, text, what was missed) of each line of source; empty if nothing was missed."""
    if not notes or not path.is_file():
        return []
    text = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return [(number, lines.get(number), line, "; ".join(notes.get(str(number), ()))) for number, line in enumerate(text, 1)]


def ranges(numbers):
    """[3, 4, 5, 9] as "3-5, 9"."""
    found = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in found)


def total(rows):
    lines = sum(row["lines"] for row in rows)
    return sum(row["hit"] for row in rows) / lines if lines else 0.0


def kinds(rows):
    """[("branches", share), ("toggles", share)] of what is known."""
    found = []
    for kind, name in (("branch", "branches"), ("toggle", "toggles")):
        pairs = [row["kinds"][kind] for row in rows if kind in row["kinds"]]
        if sum(pair[1] for pair in pairs):
            found.append((name, sum(pair[0] for pair in pairs) / sum(pair[1] for pair in pairs)))
    return found
