#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/functional_merge: what is added up, what is asked for, what is an error. Last the line "N passed, N failed"."""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MARKS = "before\n<!-- functional:begin -->\nold\n<!-- functional:end -->\nafter\n"
AXES = [{"name": "operation", "values": ["up", "down"]}, {"name": "segment", "values": ["of 32", "of 4", "of 1"]}]
SMALL = {"functional": 1, "lanes": 4, "groups": [
    {"family": "shfl", "name": "segment", "axes": AXES, "hits": [0, 3, 1, 0, 0, 2], "never": {}, "beyond": {"too few lanes": [0, 3]}}]}
LARGE = {"functional": 1, "lanes": 32, "groups": [
    {"family": "shfl", "name": "segment", "axes": AXES, "hits": [5, 0, 0, 0, 0, 0], "never": {"there is no such": [2]}, "beyond": {}}]}


def run(folder, *words):
    done = subprocess.run([ROOT / "scripts/functional_merge", *map(str, words)], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def written(folder, **files):
    for name, data in files.items():
        (folder / f"{name}.json").write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return [folder / f"{name}.json" for name in files]


def equal(got, want):
    assert got == want, f"got {got!r}, expected {want!r}"


def said(text, *parts):
    for part in parts:
        assert part in text, f"{part!r} is not in {text!r}"


def hits_of_all_files_are_added_and_empty_bins_are_named(folder):
    status, out, _ = run(folder, *written(folder, small=SMALL, large=LARGE), "-o", folder / "all.json")
    equal(status, 0)
    said(out, "empty: shfl, segment: down x of 32\nempty: shfl, segment: down x of 4\n")
    row = json.loads((folder / "all.json").read_text())["rows"][0]
    equal((row["bins"], row["hit"], row["left_out"]), (6, 4, 0))


def a_bin_that_no_build_asks_for_is_left_out_with_its_reason(folder):
    _, out, _ = run(folder, *written(folder, small=SMALL), "-o", folder / "all.json")
    row = json.loads((folder / "all.json").read_text())["rows"][0]
    equal((row["bins"], row["hit"], row["reasons"]), (4, 3, {"too few lanes": 2}))
    said(out, "empty: shfl, segment: down x of 4\n")


def a_hit_on_what_cannot_be_hit_is_an_error(folder):
    wrong = copy.deepcopy(LARGE)
    wrong["groups"][0]["hits"][2] = 1
    status, _, err = run(folder, *written(folder, wrong=wrong))
    equal(status, 1)
    said(err, "wrong.json: shfl, segment: up x of 1: was hit and cannot be: there is no such")


def files_of_different_benches_do_not_add_up(folder):
    other = copy.deepcopy(LARGE)
    other["groups"][0]["axes"][0]["values"][0] = "left"
    status, _, err = run(folder, *written(folder, small=SMALL, other=other))
    equal(status, 1)
    said(err, "other.json: shfl, segment: other bins")


def what_is_no_such_file_is_named(folder):
    short = copy.deepcopy(SMALL)
    short["groups"][0]["hits"].pop()
    for name, data, reason in (("cut", json.dumps(SMALL)[:90], "not what --cover=FILE writes"), ("empty", "", "not what"), ("list", "[]", "not what"),
                               ("short", short, "5 counters for 6 bins"), ("figure", {"functional": 2, "groups": []}, "functional")):
        status, _, err = run(folder, *written(folder, **{name: data}))
        equal(status, 1)
        said(err, f"{name}.json: ", reason)
    status, _, err = run(folder, folder / "nobody.json")
    equal(status, 1)
    said(err, "nobody.json: No such file")


def the_table_goes_between_the_markers(folder):
    readme = folder / "README.md"
    readme.write_text(MARKS)
    run(folder, *written(folder, small=SMALL, large=LARGE), "-o", folder / "all.json")
    equal(run(folder, "--write-readme", folder / "all.json", readme)[0], 0)
    said(readme.read_text(), "before\n<!-- functional:begin -->\n| family", "| shfl | 1 | 6 | 4 | 66.6 % | 0 | segment: down x of 32; segment: down x of 4 |\n",
         "<!-- functional:end -->\nafter\n")
    readme.write_text("no markers")
    status, _, err = run(folder, "--write-readme", folder / "all.json", readme)
    equal(status, 1)
    said(err, "have to stand in it once")


def main():
    tests = (hits_of_all_files_are_added_and_empty_bins_are_named, a_bin_that_no_build_asks_for_is_left_out_with_its_reason,
             a_hit_on_what_cannot_be_hit_is_an_error, files_of_different_benches_do_not_add_up, what_is_no_such_file_is_named,
             the_table_goes_between_the_markers)
    failed = 0
    for test in tests:
        with tempfile.TemporaryDirectory(prefix="ws_functional_") as folder:
            try:
                test(pathlib.Path(folder))
                print(f"ok       {test.__name__}")
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f"FAIL     {test.__name__}\n{traceback.format_exc(limit=-2)}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
