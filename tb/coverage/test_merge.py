#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/coverage_merge on a module of five lines. Says "N passed, N failed"."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MERGE = ROOT / "scripts/coverage_merge"
SOURCE = "module two;\n  always @(*) begin\n    if (a) x = 1;\n    else x = 2;\n  end\nendmodule\n"
EXCLUDE = '[[exclude]]\nfile = "rtl/pair/two.v"\nkind = "{}"\n{}\nreason = "no input does it"\n'


def point(page, line, column, name, lines, count, where="top.one"):
    fields = {"f": "{root}/rtl/pair/two.v", "l": line, "n": column, "page": f"v_{page}/two__W{column}", "o": name, "S": lines, "h": where}
    return "C '" + "".join(f"\x01{key}\x02{value}" for key, value in fields.items() if value != "") + f"' {count}\n"


def counted(arm, other, bit0, bit1):
    return ("# SystemC::Coverage-3\n" + point("line", 2, 3, "block", "2-3", 1) + point("branch", 3, 5, "if", "3", arm)
            + point("branch", 3, 6, "else", "4", other) + point("toggle", 1, 8, "x[0]", "", bit0) + point("toggle", 1, 8, "x[1]", "", bit1)
            + point("toggle", 1, 8, "x[1]", "", bit1, "top.two") + point("toggle", 1, 8, "x[2]", "", 0))


class Place:
    """A folder with the module, what was counted of it, and exclusions."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder)
        self.data, self.out = self.root / "data", self.root / "out.json"
        self.data.mkdir()
        (self.root / "rtl/pair").mkdir(parents=True)
        (self.root / "rtl/pair/two.v").write_text(SOURCE)
        self.exclusions("")

    def count(self, name, text):
        (self.data / f"{name}.dat").write_text(text.replace("{root}", str(self.root)))

    def exclusions(self, text):
        (self.root / "exclusions.toml").write_text(text)

    def merge(self, status=0, path=None):
        done = subprocess.run([sys.executable, MERGE, "--root", self.root, "--exclusions", self.root / "exclusions.toml", self.data, self.out],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                              env={**os.environ, **({"PATH": path} if path else {})})
        check(done.returncode == status, f"exit status {done.returncode}, not {status}:\n{done.stdout}")
        return done.stdout


def check(holds, what):
    if not holds:
        raise AssertionError(what)


def equal(got, want):
    check(got == want, f"got {got!r}, expected {want!r}")


def runs_are_added_up_and_instances_too(place):
    place.count("a", counted(0, 7, 1, 0))
    place.count("b", counted(2, 0, 0, 1))
    place.merge()
    data = json.loads(place.out.read_text())
    equal(data["kinds"], {"rtl/pair/two.v": {"line": [3, 3], "branch": [2, 2], "toggle": [2, 3]}})
    equal(data["files"], {"rtl/pair/two.v": {"2": 2, "3": 4, "4": 7}})
    equal(data["notes"], {"rtl/pair/two.v": {"1": ["no toggle: x[2]"]}})
    equal([path.name for path in place.data.iterdir()], ["merged.dat"])
    place.count("c", counted(1, 1, 1, 1))  # a later merge adds to what is there
    place.merge()
    equal(json.loads(place.out.read_text())["files"]["rtl/pair/two.v"]["4"], 8)


def what_was_not_reached_is_named(place):
    place.count("a", counted(3, 0, 0, 0))
    text = place.merge()
    for words in ("rtl/pair/two.v                    66.6 >    50.0 >     0.0 >", "pair", "all", "goal                             100.0"):
        check(words in text, f"no {words!r} in\n{text}")
    notes = json.loads(place.out.read_text())["notes"]["rtl/pair/two.v"]
    equal(notes, {"1": ["no toggle: x[2:0]"], "3": ["never: else"], "4": ["not reached"]})
    info = place.out.with_suffix(".info").read_text()
    for words in (f"SF:{place.root}/rtl/pair/two.v", "DA:4,0", "LF:3", "LH:2", "BRDA:3,0,0,3\nBRDA:3,0,1,0", "BRF:2\nBRH:1", "end_of_record"):
        check(words in info, f"no {words!r} in\n{info}")


def pages_show_the_count_of_each_line_and_arm(place):
    place.count("a", counted(3, 0, 1, 1))
    place.merge()
    page = (place.root / "out_html/rtl/pair/two.v.gcov.html").read_text()
    shown = [re.sub("<[^>]*>", "", line) for line in page.splitlines()]
    for words in (r"\[ \+  - \]:\s+4 :\s+if \(a\) x = 1;", r"4\s+:\s+0 :\s+else x = 2;", r"6\s+:\s+: endmodule"):
        check(any(re.search(words, line) for line in shown), f"no {words} in\n" + "\n".join(shown))
    check("two.v" in (place.root / "out_html/rtl/pair/index.html").read_text(), "the folder's page names no two.v")
    tool = place.root / "bin/genhtml"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho it broke >&2; exit 1\n")
    tool.chmod(0o755)
    said = place.merge(1, f"{tool.parent}:{os.environ['PATH']}")
    check("error: genhtml " in said and "it broke" in said, said)


def an_exclusion_leaves_out_and_says_why(place):
    place.count("a", counted(3, 0, 1, 1))
    place.exclusions(EXCLUDE.format("branch", 'line = "if (a) x = 1;"\narm = "else"') + EXCLUDE.format("line", "pattern = '^else'")
                     + EXCLUDE.format("toggle", r"pattern = 'x\[\d\]'"))
    text = place.merge()
    check("3 of 8 points excluded" in text, text)
    data = json.loads(place.out.read_text())
    equal(data["kinds"]["rtl/pair/two.v"], {"line": [2, 2], "branch": [1, 1], "toggle": [2, 2]})
    equal(data["notes"]["rtl/pair/two.v"]["4"], ["excluded: not reached: no input does it"])


def an_exclusion_for_few_lanes_is_passed_over_on_wider_builds(place):
    place.exclusions(EXCLUDE.format("line", "pattern = '^else'\nlanes = \"4\""))
    (place.root / "rtl/ws_top.v").write_text(SOURCE)
    for width, left in ((4, 1), (8, 0), (32, 0)):
        lanes = point("toggle", 1, 8, f"req_lanes_i[{width - 1}]", "", 1).replace("pair/two.v", "ws_top.v").replace("two__W8", "ws_top__pi1")
        place.count("a", counted(3, 0, 1, 1) + lanes)
        (place.data / "merged.dat").unlink(missing_ok=True)
        check(f"{left} of 9 points excluded" in place.merge(), f"{width} lanes")


def an_exclusion_that_excludes_nothing_is_an_error(place):
    for kind, words, why in (("branch", 'line = "if (b) x = 1;"', "no such point"), ("branch", "pattern = 'if'", "all 2 that it means"),
                             ("toggle", "pattern = 'y'", "no such point")):
        place.count("a", counted(3, 1, 1, 1))
        place.exclusions("# a comment\n" + EXCLUDE.format(kind, words))
        text = place.merge(1)
        check("exclusions.toml:2: excludes nothing" in text and why in text, text)
        check("per cent" in text, "the figures are there all the same")
    place.exclusions(EXCLUDE.format("toggle", "pattern = 'y'").replace("two.v", "three.v"))
    place.merge()  # of a file that this run did not build


def a_wrong_exclusion_is_an_error_with_its_line(place):
    place.count("a", counted(3, 0, 1, 1))
    good = EXCLUDE.format("line", "pattern = '^else'")
    for text, words in (
            (good.replace('"no input does it"', '""'), ":1: it needs file"), (good + good.replace("line", "lines"), ":6: it needs file"),
            (good.replace("'^else'", "'('"), ":1: the pattern"), (good + "[[exclude]]\nwhy = 1\n", ":6: 'why'"), ("x = [", "exclusions.toml"),
            (good + 'arm = "else"\n', ":1: arm"), ("[other]\n", "only [[exclude]]")):
        place.exclusions(text)
        said = place.merge(1)
        check(words in said, f"no {words!r} in\n{said}")


def a_broken_file_is_an_error(place):
    check("no file *.dat" in place.merge(1), "an empty folder")
    whole = counted(3, 0, 1, 1)
    for text, words in (("", "a.dat:1: this is no coverage"), ("hello\n", "a.dat:1: this is no coverage"), (whole[:-9], "a.dat: its last line is cut off")):
        place.count("a", text)
        said = place.merge(1)
        check(words in said, f"no {words!r} in\n{said}")
        check((place.data / "a.dat").exists(), "what could not be read is kept")
    place.count("a", whole.replace("/rtl/pair/two.v", "/rtl/pair/gone.v"))
    check("gone.v: counted, but it is not there" in place.merge(1), "a file that is gone")


def the_readme_gets_the_families(place):
    place.count("a", counted(3, 0, 1, 1))
    place.merge()
    readme = place.root / "README.md"
    readme.write_text("before\n<!-- coverage:begin -->\nold\n<!-- coverage:end -->\nafter\n")
    subprocess.run([MERGE, "--write-readme", place.out, readme], check=True)
    text = readme.read_text()
    check("| pair | 66.6 **>** % of 3 | 50.0 **>** % of 2 | 66.6 **>** % of 3 |" in text, text)
    check(text.startswith("before\n") and text.endswith("after\n") and "old" not in text, text)
    readme.write_text("no markers\n")
    done = subprocess.run([MERGE, "--write-readme", place.out, readme], stderr=subprocess.PIPE, text=True, check=False)
    check(done.returncode == 1 and "have to stand in it once" in done.stderr, done.stderr)


def goals_are_demanded_of_each_family(place):
    (place.root / "rtl/files.f").write_text("# the order\nrtl/pair/two.v\n")
    place.count("one", counted(1, 0, 1, 1))
    place.merge()

    def goals(change=None):
        if change:
            place.out.write_text(json.dumps(json.loads(place.out.read_text()) | change))
        done = subprocess.run([MERGE, "--root", place.root, "--goals", place.out], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout
    status, text = goals()
    check(status == 1 and "pair: branch 50.0 %, the goal is 100 %\n" in text and "pair: toggle 66.6 %, the goal is 95 %\n" in text and text.startswith("pair: line 66.6 %"), text)
    full = {"kinds": {"rtl/pair/two.v": {"line": [1, 1], "branch": [2, 2], "toggle": [95, 100]}}}
    equal(goals(full), (0, "1 families reach their goals: line 100 %, branch 100 %, toggle 95 %\n"))
    (place.root / "rtl/files.f").write_text("rtl/pair/two.v\nrtl/other/one.v\n")
    equal(goals(), (1, "other: nothing of it was counted\n"))
    status, text = goals({"wrong": ["exclusions.toml:1: excludes nothing"]})
    check(status == 1 and "exclusions that do not fit" in text, text)
    place.out.unlink()
    check(goals()[0] == 1, "no file")


TESTS = (runs_are_added_up_and_instances_too, what_was_not_reached_is_named, pages_show_the_count_of_each_line_and_arm,
         an_exclusion_leaves_out_and_says_why, an_exclusion_for_few_lanes_is_passed_over_on_wider_builds,
         an_exclusion_that_excludes_nothing_is_an_error, a_wrong_exclusion_is_an_error_with_its_line, a_broken_file_is_an_error,
         the_readme_gets_the_families, goals_are_demanded_of_each_family)


def main():
    failed = 0
    for test in TESTS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(Place(folder))
                print(f"ok   {test.__name__}", flush=True)
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f"FAIL {test.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
