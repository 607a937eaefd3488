# SPDX-License-Identifier: Apache-2.0
"""Regressions kept under build/regress/: a folder each, with summary.json once it is over. Trends are read from there."""
import json
import os
import shutil

KEPT = 20
SLOW_KS = 20  # thousand operations a second; below it a rate says little


def summary(run):
    """What later regressions compare themselves with."""
    tests = {}
    for result in run["results"]:
        entry = tests.setdefault(result["test"], [0, 0])
        entry[0] += result["state"] == "pass"
        entry[1] += 1
    rates = {}
    for result in run["results"]:
        if result.get("rate"):
            rates.setdefault(f"{result['test']} {result['build']}", []).append(result["rate"])
    keys = ("name", "items", "started", "seconds", "verdict", "counts", "planned", "commit", "base_seed")
    return {key: run[key] for key in keys} | {
        "tests": tests,
        "buckets": [[b["test"], b["kind"], b["field"], len(b["results"])] for b in run["buckets"]],
        "plan": run["plan_share"],
        "coverage": run["coverage_share"],
        "rates": {key: sorted(values)[len(values) // 2] for key, values in rates.items()},
    }


def folders(out):
    return sorted(p for p in out.iterdir() if p.is_dir() and not p.is_symlink() and (p / "results.jsonl").exists()) if out.is_dir() else []


def earlier(out, name):
    """Summaries of the regressions before `name`, oldest first. One that never came to its report is shown as such."""
    found = []
    for folder in folders(out):
        if folder.name >= name:
            continue
        try:
            found.append(json.loads((folder / "summary.json").read_text(encoding="utf-8")))
        except (OSError, ValueError):
            found.append({"name": folder.name, "verdict": "no report", "counts": {}, "planned": 0, "tests": {}, "buckets": [], "rates": {},
                          "plan": None, "coverage": None, "items": [], "seconds": 0})
    return found


def compare(now, before):
    """Against the last regression that has a result of a test: what broke, what was mended, what is new, what is slower."""
    past, rates = {}, {}
    for one in before:
        past.update(one["tests"])
        rates.update(one["rates"])
    broke, mended, new = [], [], []
    for test, (passed, total) in sorted(now["tests"].items()):
        if test not in past:
            new.append(test)
        elif passed < total and past[test][0] == past[test][1]:
            broke.append(test)
        elif passed == total and past[test][0] < past[test][1]:
            mended.append(test)
    slower = [(key, rates[key], rate) for key, rate in now["rates"].items() if rates.get(key, 0) >= SLOW_KS and rate < 0.5 * rates[key]]
    slower.sort(key=lambda row: row[2] / row[1])
    known = {tuple(b[:3]) for one in before for b in one["buckets"]}
    return {"broke": broke, "mended": mended, "new": new if before else [], "slower": slower[:10],
            "new_buckets": [b for b in now["buckets"] if tuple(b[:3]) not in known] if before else []}


def prune(out, name):
    """Leaves the newest KEPT regressions."""
    for folder in folders(out)[:-KEPT]:
        if folder.name < name:
            shutil.rmtree(folder, ignore_errors=True)


def point_latest(out, name):
    """build/regress/latest is a link to the newest one with a report."""
    link = out / "latest"
    part = out / f".latest.{os.getpid()}"
    try:
        part.symlink_to(name)
        part.replace(link)
    except OSError:
        part.unlink(missing_ok=True)
