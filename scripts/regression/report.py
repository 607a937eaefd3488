# SPDX-License-Identifier: Apache-2.0
"""index.html of a regression: one file with its own style, and relative links to logs, scripts and waves beside it."""
import pathlib

import jinja2

from regression import coverage, job, testplan

HERE = pathlib.Path(__file__).resolve().parent
SEEDS_SHOWN = 400  # of a test on a build; more are counted
POINTS = 60  # of the trend


def duration(seconds):
    if seconds < 10:
        return f"{seconds:.1f} s"
    seconds = int(round(seconds))
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


def percent(share):
    """Rounded down: 100 % is said only of all."""
    return "–" if share is None else f"{int(100 * share + 1e-9)} %"


def grid(results):
    """Rows of the table: a test with its cell for each build, and the builds."""
    builds = list(dict.fromkeys(r["build"] for r in results if r["build"]))
    rows = {}
    for result in results:
        row = rows.setdefault(result["test"], {"test": result["test"], "cells": {}, "passed": 0, "total": 0, "seconds": 0.0})
        cell = row["cells"].setdefault(result["build"], {"passed": 0, "total": 0, "results": [], "idle": 0})
        good = result["state"] == "pass"
        for entry in (row, cell):
            entry["passed"] += good
            entry["total"] += 1
        cell["idle"] += result["state"] in ("not run", "interrupted")
        cell["results"].append(result)
        row["seconds"] += result["seconds"]
    seeded = sorted((r for r in rows.values() if "" not in r["cells"]), key=lambda r: (r["passed"] == r["total"], r["test"]))
    once = sorted((r for r in rows.values() if "" in r["cells"]), key=lambda r: (r["passed"] == r["total"], r["test"]))
    return builds, seeded, once


def shade(passed, total, idle=0):
    """Name of the colour of a cell."""
    if passed == total:
        return "good"
    return "idle" if idle and passed + idle == total else "bad"


def trend_points(history, now):
    """(x, height of passed, height of failed, summary) of a bar for each regression; heights out of 100."""
    runs = [*history, now][-POINTS:]
    most = max([max(1, one["planned"], sum(one["counts"].values())) for one in runs] + [1])
    bars = []
    for k, one in enumerate(runs):
        passed = one["counts"].get("pass", 0)
        rest = max(0, max(one["planned"], sum(one["counts"].values())) - passed)
        failed = max(3.0, 100 * rest / most) if rest else 0
        bars.append({"x": k, "passed": 100 * passed / most, "failed": failed, "run": one, "rest": rest})
    return bars


def environment():
    env = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True,
                             undefined=jinja2.StrictUndefined)
    env.filters["duration"] = duration
    env.filters["percent"] = percent
    env.filters["thousands"] = lambda value: f"{value:,}"
    env.globals.update(shade=shade, states=job.STATES, stages=testplan.STAGES, seeds_shown=SEEDS_SHOWN)
    return env


def write(run, path):
    builds, seeded, once = grid(run["results"])
    page = environment().get_template("report.html").render(
        run=run, builds=builds, seeded=seeded, once=once, style=(HERE / "report.css").read_text(encoding="utf-8"),
        matrix=testplan.matrix(run["plan"]), bars=trend_points(run["history"], run["summary"]),
        covered=coverage.total(run["coverage"]) if run["coverage"] else None, kinds=coverage.kinds(run["coverage"]))
    part = path.with_suffix(".part")
    part.write_text(page, encoding="utf-8")
    part.replace(path)
