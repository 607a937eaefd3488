# SPDX-License-Identifier: Apache-2.0
"""What Verilator counted, by file and line: the arms of decisions, the lines under them, the bits that changed; and what is
excluded from it.

A point of Verilator has a place, a name and the lines it stands for. Here a line is reached when any point that stands for it
was; a branch is an arm: "if", "else", "elsif" or "case"; a toggle is a bit of a signal that changed at least once since reset
began. Instances of a module are added up, whatever their parameters."""
import collections
import dataclasses
import fnmatch
import pathlib
import re
import tomllib

HEAD = "# SystemC::Coverage-3"
POINT = re.compile(r"C '(.*)' (\d+)$")
KINDS = ("line", "branch", "toggle")
GOALS = {"line": 100, "branch": 100, "toggle": 95}
ARMS = ("if", "else", "elsif", "case")
KEYS = {"file", "kind", "line", "pattern", "arm", "lanes", "reason"}
WIDTH = re.compile(r"req_lanes_i\[(\d+)\]")  # of ws_top: how many lanes it was built with


class BadPoints(Exception):
    """Its text says FILE:LINE: what is wrong."""


@dataclasses.dataclass(frozen=True)
class Point:
    kind: str
    file: str
    line: int
    what: str  # "" for a line, else the arm with its column, or the bit: "else 12", "word_q[3]"


def line_numbers(text):
    """ "16-18,20" as [16, 17, 18, 20]."""
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def read(path, root):
    """{Point: count} of a file that Verilator or verilator_coverage wrote, and the lane counts of the builds in it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadPoints(f"{path}: {error}") from None
    if not text.startswith(HEAD):
        raise BadPoints(f"{path}:1: this is no coverage of Verilator, which begins with '{HEAD}'")
    counts, highest = collections.Counter(), collections.Counter()  # ..., the highest lane of each form of ws_top
    for number, line in enumerate(text.splitlines()[1:], 2):
        found = POINT.match(line)
        try:
            fields = dict(item.split("\x02", 1) for item in found.group(1).split("\x01") if item)
            place, name, count = fields["f"], fields["o"], int(found.group(2))
            file = shown(place, root)
            row, column = int(fields["l"]), int(fields.get("n", 0))
            if fields["page"].startswith("v_toggle"):
                counts[Point("toggle", file, row, name)] += count
                lane = WIDTH.fullmatch(name) if file.endswith("rtl/ws_top.v") else None
                if lane:
                    highest[fields["page"]] = max(highest[fields["page"]], int(lane.group(1)))
                continue
            if name in ARMS:
                counts[Point("branch", file, row, f"{name} {column}")] += count
            for one in line_numbers(fields.get("S", "")):
                counts[Point("line", file, one, "")] += count
        except (AttributeError, KeyError, ValueError):
            raise BadPoints(f"{path}:{number}: '{printable(line)[:120]}' is no point; was the file cut off?") from None
    if not counts:
        raise BadPoints(f"{path}: not a point in it")
    return counts, {str(lane + 1) for lane in highest.values()}


def printable(text):
    return text.replace("\x01", " ").replace("\x02", "=")


def shown(place, root):
    path = pathlib.Path(place)
    return path.relative_to(root).as_posix() if path.is_absolute() and path.is_relative_to(root) else place


# Exclusions.

@dataclasses.dataclass
class Exclusion:
    where: str
    file: str
    kind: str
    line: str
    pattern: str
    arm: str
    lanes: str
    reason: str

    def means(self, point, source):
        if point.kind != self.kind or not fnmatch.fnmatchcase(point.file, self.file):
            return False
        if self.arm and point.what.split()[0] != self.arm:
            return False
        lines = source.get(point.file, [])
        text = lines[point.line - 1].strip() if point.line <= len(lines) else ""
        if self.line:
            return text == self.line
        return bool(re.fullmatch(self.pattern, point.what) if self.kind == "toggle" else re.search(self.pattern, text))


def read_exclusions(path):
    try:
        text = path.read_text(encoding="utf-8")
        rows = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadPoints(f"{path}: {error}") from None
    heads = [number for number, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[exclude\]\]", line)]
    if set(rows) - {"exclude"}:
        raise BadPoints(f"{path}: only [[exclude]] stands in it, not '{min(set(rows) - {'exclude'})}'")
    found = []
    for head, row in zip(heads, rows.get("exclude", [])):
        where = f"{path}:{head}"
        wrong = sorted(set(row) - KEYS) + [key for key, value in row.items() if not isinstance(value, str)]
        if wrong:
            raise BadPoints(f"{where}: '{wrong[0]}': known are {', '.join(sorted(KEYS))}, each a text")
        one = Exclusion(where, *(row.get(key, "") for key in ("file", "kind", "line", "pattern", "arm", "lanes", "reason")))
        if not one.file or one.kind not in KINDS or not one.reason.strip() or bool(one.line) == bool(one.pattern):
            raise BadPoints(f"{where}: it needs file, kind ({', '.join(KINDS)}), reason, and either line or pattern")
        if one.arm and (one.kind != "branch" or one.arm not in ARMS):
            raise BadPoints(f"{where}: arm is one of {', '.join(ARMS)}, of a branch")
        if one.lanes not in ("", "4", "8", "16"):
            raise BadPoints(f"{where}: lanes is \"4\", \"8\" or \"16\", or left away")
        try:
            re.compile(one.pattern)
        except re.error as error:
            raise BadPoints(f"{where}: the pattern: {error}") from None
        found.append(one)
    return found


def exclude(counts, exclusions, source, built):
    """{Point: reason} of what is left out, and a list of what is wrong with the exclusions. What was reached is never left out;
    an exclusion is judged only where its file was built, that of all of rtl/ where the block was, and no wider than it says.
    `built`: lane counts."""
    left_out, wrong = {}, []
    for one in exclusions:
        files = [file for file in source if fnmatch.fnmatchcase(file, one.file)]
        if not files or (one.file == "rtl/*" and "rtl/ws_top.v" not in source) or (one.lanes and any(int(lanes) > int(one.lanes) for lanes in built)):
            continue
        meant = [point for point in counts if point.kind == one.kind and one.means(point, source)]
        unreached = [point for point in meant if not counts[point]]
        if not unreached:
            why = f"all {len(meant)} that it means were reached" if meant else "no such point"
            wrong.append(f"{one.where}: excludes nothing: {why} ({one.kind} of {one.file}, '{one.line or one.pattern}')")
        left_out.update((point, one.reason) for point in unreached)
    return left_out, wrong


# What the reports need.

def summary(counts, left_out):
    """{file: {kind: [reached, all]}}."""
    files = collections.defaultdict(lambda: {kind: [0, 0] for kind in KINDS})
    for point, count in counts.items():
        pair = files[point.file][point.kind]
        if point not in left_out:
            pair[0] += count > 0
            pair[1] += 1
    return dict(sorted(files.items()))


def family(file):
    """rtl/mbar/ws_mbar.v belongs to mbar, rtl/ws_top.v to block."""
    parts = pathlib.PurePosixPath(file).parts
    return parts[-2] if len(parts) > 2 else "block"


def families(files):
    found = {}
    for file, kinds in files.items():
        row = found.setdefault(family(file), {kind: [0, 0] for kind in KINDS})
        for kind in KINDS:
            row[kind] = [a + b for a, b in zip(row[kind], kinds[kind])]
    return dict(sorted(found.items()))


def total(files):
    return {kind: [sum(row[kind][k] for row in files.values()) for k in (0, 1)] for kind in KINDS}


def bits(names):
    """["a[0]", "a[1]", "a[3]", "b"] as ["a[1:0]", "a[3]", "b"]."""
    by_name = collections.defaultdict(list)
    for name in names:
        found = re.fullmatch(r"(.*)\[(\d+)\]", name)
        by_name[found.group(1) if found else name].append(int(found.group(2)) if found else None)
    said = []
    for name, numbers in sorted(by_name.items()):
        runs = []
        for number in sorted(n for n in numbers if n is not None):
            if runs and runs[-1][0] == number - 1:
                runs[-1][0] = number
            else:
                runs.append([number, number])
        said += [name] if None in numbers else []
        said += [f"{name}[{high}]" if high == low else f"{name}[{high}:{low}]" for high, low in runs]
    return said


def notes(counts, left_out):
    """{file: {line: [text]}}: what of the line was not reached, and what is excluded of it with the reason."""
    missed, excluded = collections.defaultdict(list), collections.defaultdict(list)
    for point, count in counts.items():
        if point in left_out:
            excluded[point.file, point.line, point.kind, left_out[point]].append(point.what)
        elif not count:
            missed[point.file, point.line, point.kind].append(point.what)
    said = collections.defaultdict(lambda: collections.defaultdict(list))
    for (file, line, kind), names in sorted(missed.items()):
        said[file][line].append(describe(kind, names))
    for (file, line, kind, reason), names in sorted(excluded.items()):
        said[file][line].append(f"excluded: {describe(kind, names)}: {reason}")
    return said


def describe(kind, names):
    if kind == "line":
        return "not reached"
    if kind == "branch":
        return "never: " + ", ".join(sorted({name.split()[0] for name in names}))
    return "no toggle: " + ", ".join(bits(names))
