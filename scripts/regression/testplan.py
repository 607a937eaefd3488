# SPDX-License-Identifier: Apache-2.0
"""The test plan (tb/testplan/, a file a family): planned points with the tests that show them, and how far a regression has
carried each."""
import fnmatch
import re
import tomllib

STAGES = ("V1", "V2", "V3")
KEYS = {"id", "stage", "ptx", "text", "tests"}


class BadPlan(Exception):
    """Its text says FILE:LINE: what is wrong."""


def line_of(text, index):
    """Line of the point number `index`."""
    starts = [m.start() for m in re.finditer(r"^[ \t]*\[\[point\]\]", text, re.M)]
    return text[:starts[index]].count("\n") + 1 if index < len(starts) else 1


def read(path):
    """The points of a file, or of all files of a folder: dictionaries with KEYS, `family` and `where`."""
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise BadPlan(f"{path}: no *.toml in this folder")
    points, places = [], {}
    for file in files:
        for point in read_file(file):
            if point["id"] in places:
                raise BadPlan(f"{point['where']}: the point {point['id']} stands in {places[point['id']]} already")
            places[point["id"]] = point["where"]
            points.append(point)
    return points


def read_file(path):
    try:
        text = path.read_bytes().decode("utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise BadPlan(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadPlan(f"{path}:{path.read_bytes()[:error.start].count(10) + 1}: byte {error.start} is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise BadPlan(f"{path}:{line.group(1) if line else text.count(chr(10)) + 1}: {error}") from None
    points = data.pop("point", [])
    if data or not isinstance(points, list):
        raise BadPlan(f"{path}:1: only [[point]] tables stand in a test plan, not {', '.join(data) or 'something else'}")
    for index, point in enumerate(points):
        where = f"{path}:{line_of(text, index)}"
        odd = KEYS ^ point.keys()
        if odd:
            raise BadPlan(f"{where}: a point has exactly {', '.join(sorted(KEYS))}; look at {', '.join(sorted(odd))}")
        if any(not isinstance(point[key], str) or not point[key] for key in KEYS - {"tests"}):
            raise BadPlan(f"{where}: id, stage, ptx and text are texts")
        if not isinstance(point["tests"], list) or not all(isinstance(test, str) for test in point["tests"]):
            raise BadPlan(f"{where}: tests is a list of names or patterns")
        if point["stage"] not in STAGES:
            raise BadPlan(f"{where}: the stage {point['stage']} is none of {', '.join(STAGES)}")
        point["where"], point["family"] = where, path.stem
    return points


def resolve(points, names, strict=True):
    """Puts the tests that the patterns of each point match into `found`. A pattern that matches none is an error, unless the tests
    are not all known; then it stands for itself, and counts as a test that did not run."""
    for point in points:
        point["found"] = []
        for pattern in point["tests"]:
            hits = fnmatch.filter(names, pattern)
            if not hits and not strict:
                hits = [pattern]
            if not hits:
                raise BadPlan(f"{point['where']}: the point {point['id']} names '{pattern}', and there is no such test")
            point["found"] += [name for name in hits if name not in point["found"]]


def whole(path, points, names):
    """A folder is a whole plan: each of the tests stands in some point. To be called after resolve()."""
    planned = {name for point in points for name in point["found"]}
    left = sorted(set(names) - planned)
    if left:
        raise BadPlan(f"{path}: no point names {', '.join(left)}")


def outcome(results):
    """{test: [passed, total]}, with unit tests function by function. A job that did not run counts as not passed."""
    runs = {}

    def count(name, good):
        entry = runs.setdefault(name, [0, 0])
        entry[0] += good
        entry[1] += 1
    for result in results:
        count(result["test"], result["state"] == "pass")
        for name, good in result.get("inside", {}).items():
            count(f"{result['test']}/{name}", good and result["state"] in ("pass", "fail"))
    return runs


def score(points, results):
    """Gives each point `share`: of its tests, the mean of passed runs; a test that did not run, and a point without tests, is 0."""
    runs = outcome(results)
    for point in points:
        shares = [runs[name][0] / runs[name][1] if name in runs else 0.0 for name in point["found"]]
        point["share"] = sum(shares) / len(shares) if shares else 0.0
        point["ran"] = sum(name in runs for name in point["found"])
        point["runs"] = [(name, *runs.get(name, (0, 0))) for name in point["found"]]
    return points


def matrix(points):
    """[(family, {stage: (met, points, mean share)})] in the order of the plan, and last the row of all."""
    families = list(dict.fromkeys(point["family"] for point in points))
    rows = []
    for family in families + [None]:
        cells = {}
        for stage in STAGES + (None,):
            chosen = [p for p in points if family in (None, p["family"]) and stage in (None, p["stage"])]
            if chosen:
                cells[stage or "all"] = (sum(p["share"] == 1.0 for p in chosen), len(chosen), sum(p["share"] for p in chosen) / len(chosen))
        rows.append((family or "all families", cells))
    return rows
