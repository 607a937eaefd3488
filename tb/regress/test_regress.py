#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/regress.py with jobs of fake_bench.sh, which end in every way at once. Says "N passed, N failed".

test_regress.py [-k PATTERN]
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FAKE = pathlib.Path(__file__).resolve().parent / "fake_bench.sh"
LIMIT_S = 60
LIST = "[regress]\n* on=4\n[few]\ngood on=4 reseed=3\nbad on=4 reseed=2\n"


class Skip(Exception):
    """Its text says why."""


class Place:
    """A folder of its own, with fake programs, for one test."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.bin, self.out = self.folder / "bin", self.folder / "out"
        self.bin.mkdir()
        for name in ("4", "4_c2", "4_waves", "4_cov", "4_c2_cov"):
            shutil.copy(FAKE, self.bin / f"ws_sim_{name}")
        self.list = self.write("list", LIST)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def command(self, *words, plan="none", out=None):
        return [sys.executable, str(ROOT / "scripts/regress.py"), "--run-only", "--list-file", str(self.list), "--plan", str(plan),
                "--out", str(out or self.out), "--jobs", "4", *map(str, words)]

    def environment(self, **more):
        return {**os.environ, "WS_BUILD_DIR": str(self.bin), "WS_BLOCKS": str(FAKE.parent), **more}

    def regress(self, *words, env=None, **named):
        """(exit status, output, run folder or None)"""
        done = subprocess.run(self.command(*words, **named), env=self.environment(**(env or {})), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S, check=False)
        return done.returncode, done.stdout, self.last(named.get("out"))

    def last(self, out=None):
        out = pathlib.Path(out or self.out)
        runs = sorted(p for p in out.glob("2*") if p.is_dir()) if out.exists() else []
        return runs[-1] if runs else None


def results(run):
    return [json.loads(line) for line in (run / "results.jsonl").read_text().splitlines()]


def states(run):
    return {r["test"]: r["state"] for r in results(run)}


def check(holds, what):
    if not holds:
        raise AssertionError(what)


def equal(got, want, what=""):
    check(got == want, f"{what}: got {got!r}, expected {want!r}")


def said(output, *texts):
    for text in texts:
        check(text in output, f"no {text!r} in\n{output}")


# How a job ends.

def every_way_to_end_is_called_by_its_name(place):
    status, output, run = place.regress("-i", "*", "-fs", 2, "--run-timeout-mins", 0.02, "--max-file-mb", 1, "--max-waves", 0)
    want = {"good": "pass", "bad": "fail", "bad_wide": "fail", "hang": "hang", "crash": "crash", "killed": "killed", "full": "disk full",
            "big": "disk full", "silent": "unfinished", "liar": "unfinished", "other": "unfinished", "slow": "pass", "slower": "hang",
            "deaf": "hang",
            "parent": "pass", "loud": "fail", "refused": "wrong call", "odd_seed": "pass", "binary": "fail", "cover": "pass",
            "on_bus": "fail", "on_serial": "fail"}
    equal(states(run), want)
    equal(status, 1, output)
    said(output, "5 passed, 17 failed", "HANG", "not over after 1.2 s", "ended by SIGSEGV", "ended by SIGKILL", "No space left on device")
    page = (run / "index.html").read_text()
    check("✗ Failed" in page, "the page says that it failed")
    check(all(word in page for word in ("disk full", "hang", "unfinished")), "the page names the states")


def only_passes_are_a_success(place):
    status, output, run = place.regress("-i", "good", "slow", "-s", 1, 2, 3)
    equal(status, 0, output)
    said(output, "6 passed, 0 failed")
    check("✓ Passed" in (run / "index.html").read_text(), "the page says so")
    equal((run.parent / "latest").resolve(), run.resolve(), "link to the latest")


def children_of_a_hung_job_die_with_it(place):
    marker = f"600.{os.getpid()}"
    program = place.bin / "ws_sim_4"
    program.write_text(program.read_text().replace("sleep 600", f"(sleep {marker} & sleep {marker}); wait"))
    place.regress("-i", "hang", "-fs", 1, "--run-timeout-mins", 0.01, "--max-waves", 0)
    time.sleep(0.2)
    alive = [p for p in pathlib.Path("/proc").glob("[0-9]*/cmdline") if marker.encode() in read_bytes(p)]
    equal(alive, [], "processes that are left")


def read_bytes(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


def output_without_end_keeps_its_head_and_tail(place):
    _, _, run = place.regress("-i", "loud", "-fs", 7)
    log = run / "logs" / "loud-4-7.log"
    check(log.stat().st_size < 3_000_000, f"{log.stat().st_size} bytes")
    said(log.read_text(), "$ make sim TEST=loud SEED=7", "bytes left out", "FAIL")


def a_program_that_is_not_there_is_an_error(place):
    (place.bin / "ws_sim_4").unlink()
    status, output, _ = place.regress("-i", "good")
    equal(status, 2, output)
    said(output, "ws_sim_4 --list")


# Interruption and time.

def interrupted(place, number):
    process = subprocess.Popen(place.command("-i", "slow", "-r", "200"), env=place.environment(), stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
    end = time.monotonic() + 20
    while time.monotonic() < end and not (place.last() and (place.last() / "results.jsonl").read_text().count("\n") > 2):
        time.sleep(0.05)
    process.send_signal(number)
    output = process.communicate(timeout=LIMIT_S)[0]
    run = place.last()
    equal(process.returncode, 128 + number, output)
    said(output, f"interrupted by {number.name}", "report: ")
    found = states_count(run)
    equal(sum(found.values()), 200, "every planned job has a result")
    check(found["not run"] > 100 and found.get("pass", 0) > 0, str(found))
    check("Interrupted" in (run / "index.html").read_text(), "the page says so")
    cases = list(ElementTree.parse(run / "results.xml").getroot().iter("testcase"))
    equal(sum(len(case) == 0 for case in cases), found["pass"], "cases without error in the XML")


def states_count(run):
    found = {}
    for result in results(run):
        found[result["state"]] = found.get(result["state"], 0) + 1
    return found


def an_interruption_leaves_a_report(place):
    interrupted(place, signal.SIGINT)


def a_termination_leaves_a_report(place):
    interrupted(place, signal.SIGTERM)


def what_the_time_did_not_suffice_for_is_no_success(place):
    status, output, run = place.regress("-i", "slow", "-r", 100, "--minutes", 0.02)
    equal(status, 3, output)
    check(states_count(run)["not run"] > 50, str(states_count(run)))
    said(output, "incomplete: ")
    check("Incomplete" in (run / "index.html").read_text(), "the page says so")


def minutes_alone_reseeds_until_the_time_is_over(place):
    status, output, run = place.regress("-i", "good", "slow", "--minutes", 0.03)
    equal(status, 0, output)
    found = results(run)
    check(len(found) > 6, f"{len(found)} jobs")
    equal(len({(r["test"], r["seed"]) for r in found}), len(found), "seeds that differ")


# Disk.

def a_full_disk_is_no_success(place):
    disk = place.folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]
    if os.getuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        raise Skip("mounting a small tmpfs needs root")
    try:
        status, output, _ = place.regress("-i", "good", "bad", "-r", 40, "--max-waves", 0, out=disk / "out")
    finally:
        subprocess.run(["umount", disk], check=False)
    equal(status, 1, output)
    said(output, "No space left on device", " failed\n")
    check("Traceback" not in output, output)


# The list.

def a_corrupt_list_is_an_error_with_its_line(place):
    for text, line, words in (
            ("[a]\ngood on=5\n", 2, "5: no build of a bench"), ("good\n", 1, "needs a heading"), ("[a]\n\ngood reseed=x\n", 3, "it is a number"),
            ("[a]\ngood reseed=0\n", 2, "above 0"), ("[a]\ngood speed=9\n", 2, "'speed=9'"),
            ("[a]\n@b\n", 2, "@name"), ("[a\ngood\n", 1, "no heading"),
            ("[a]\ngood\n[a]\n", 3, "stands twice"), ("[a]\ngood n=1 n=2\n", 2, "n= stands twice"), ("[a]\nunit.x on=4\n", 2, "runs once"),
            ("[a]\ngo;od\n", 2, "no name or pattern"), ("[a]\n# only this\n", None, "is empty"), ("", None, "no group")):
        place.list = place.write("list", text)
        status, output, run = place.regress("-i", "good")
        equal(status, 2, output)
        said(output, f"{place.list}:{line}: " if line else f"{place.list}: ", words)
        equal(run, None, "nothing ran")
    place.list.write_bytes(b"[a]\ngood\n\xff\n")
    said(place.regress()[1], f"{place.list}:3: ", "not UTF-8")


def a_row_without_a_test_is_an_error_with_its_line(place):
    place.list = place.write("list", "[regress]\ngood on=4\nnobody_* on=4\n")
    status, output, _ = place.regress()
    equal(status, 2, output)
    said(output, f"{place.list}:3: no test is called 'nobody_*'")


def an_item_that_is_nothing_names_what_is_near(place):
    status, output, _ = place.regress("-i", "odd_sed")
    equal(status, 2, output)
    said(output, "no test is called 'odd_sed'", "odd_seed")


def a_group_runs_with_its_own_counts(place):
    _, _, run = place.regress("-i", "few", "--max-waves", 0)
    equal(sorted(r["test"] for r in results(run)), ["bad"] * 2 + ["good"] * 3)


def tests_run_on_the_builds_that_they_fit(place):
    place.list = place.write("list", "[regress]\n* on=4,4_c2\n")
    status, output, run = place.regress("-i", "far", "good")
    equal(status, 0, output)
    equal({(r["test"], r["build"]) for r in results(run)}, {("far", "4_c2"), ("good", "4")})


def a_long_build_says_how_far_it_is(place):
    (place.folder / "scripts").mkdir()
    script = place.write("scripts/build.sh", '#!/bin/sh\nsleep 1; touch "$WS_BUILD_DIR/ws_sim_4"; sleep 2; exit 3\n')
    script.chmod(0o755)
    code = ("import pathlib, sys; sys.path.insert(0, sys.argv[1]); from regression import inventory; inventory.ROOT = pathlib.Path(sys.argv[2])\n"
            "inventory.SAYS_S = (0.3, 0.5); print(inventory.make(['ws_sim_4', 'ws_sim_8']))")
    done = subprocess.run([sys.executable, "-c", code, ROOT / "scripts", place.folder], env=place.environment(), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S, check=False)
    said(done.stdout, "building 2 benches, 0 s, 0 written", " s, 1 written", "exit status 3")


# A cluster.

def jobs_that_a_cluster_loses_thrice_are_called_lost(place):
    fakes = place.folder / "slurm"
    fakes.mkdir()
    for name, script in (("sbatch", 'echo x >>"$0.log"; echo 7'), ("squeue", ":"), ("scancel", ":")):
        (fakes / name).write_text(f"#!/bin/sh\n{script}\n")
        (fakes / name).chmod(0o755)
    status, output, run = place.regress("--launcher", "slurm", "-i", "good", "-r", 3, env={"PATH": f"{fakes}:{os.environ['PATH']}"})
    equal((status, states(run)), (1, {"good": "lost"}), output)
    equal((fakes / "sbatch.log").read_text().count("x"), 3, "times that they were handed over")
    said(output, "handed over again", "no result in 3 tries", "0 passed, 3 failed")


# Seeds.

def a_base_seed_repeats_the_regression(place):
    one = results(place.regress("-i", "good", "-r", 5, "--base-seed", 99)[2])
    two = results(place.regress("-i", "good", "-r", 5, "--base-seed", 99)[2])
    other = results(place.regress("-i", "good", "-r", 5, "--base-seed", 98)[2])
    equal(sorted(r["seed"] for r in one), sorted(r["seed"] for r in two))
    check({r["seed"] for r in one}.isdisjoint(r["seed"] for r in other), "another base seed gives other seeds")
    equal(len({r["seed"] for r in one}), 5)


def seeds_multiply_and_stay_fixed_as_asked(place):
    equal(len(results(place.regress("-i", "few", "-rx", 2, "--max-waves", 0)[2])), 10)
    equal({r["seed"] for r in results(place.regress("-i", "few", "-fs", 5, "--max-waves", 0)[2])}, {5})
    equal(sorted(r["seed"] for r in results(place.regress("-i", "good", "-s", 5, 6)[2])), [5, 6])
    status, output, _ = place.regress("-i", "good", "-s", 5, "-r", 2)
    equal(status, 2, output)


def a_failure_prints_what_repeats_it(place):
    _, output, run = place.regress("-i", "odd_seed", "-s", 3, 4, "--ops", 77)
    said(output, "make sim TEST=odd_seed SEED=3 N=77 LANES=4", "FAIL        odd_seed")
    said((run / "index.html").read_text(), "make sim TEST=odd_seed SEED=3 N=77 LANES=4")


def a_dry_run_runs_nothing(place):
    status, output, run = place.regress("-i", "few", "--dry-run")
    equal((status, run), (0, None))
    said(output, "--test=good", "5 jobs")


# What it says about failures.

def failures_that_look_alike_share_a_bucket(place):
    _, output, run = place.regress("-i", "bad", "bad_wide", "crash", "-s", 1, 2, 3, 4, "--max-waves", 0)
    summary = json.loads((run / "summary.json").read_text())
    differ = "RTL and model differ"
    equal(sorted(map(tuple, summary["buckets"])), [("bad", differ, "wait[#]", 4), ("bad_wide", differ, "rsp_p", 4),
                                                   ("crash", "crash", "ended by SIGSEGV", 4)])
    said(output, "4 x  bad: RTL and model differ: wait[#]")
    page = (run / "index.html").read_text()
    check(page.index("cycle 101") < page.index("make sim TEST=bad SEED=3"), "the shortest one stands first")


def waves_are_made_of_so_many_failures(place):
    _, output, run = place.regress("-i", "bad", "bad_wide", "-s", 1, 2, "--max-waves", 2)
    equal(sorted(p.name for p in (run / "waves").glob("*.fst")), ["bad-4-1.fst", "bad_wide-4-2.fst"], "one of each bucket, the shortest")
    said(output, "waves       bad 4 seed 1: the same again, waves of the minimal script",
         "waves       bad_wide 4 seed 2: the same again, waves of the whole run")
    said((run / "index.html").read_text(), '<a href="waves/bad-4-1.fst">waves of the minimal script</a>',
         '<a href="waves/bad_wide-4-2.fst">waves of the whole run</a>')
    _, _, run = place.regress("-i", "bad", "--waves", "none")
    check(not (run / "waves").exists(), "none where none are wanted")


def a_failure_that_does_not_repeat_is_told_so(place):
    program = place.bin / "ws_sim_4_waves"
    program.write_text(program.read_text().replace("bad)", "bad) say PASS ;; unused)"))
    _, output, _ = place.regress("-i", "bad", "-fs", 1)
    said(output, "another end this time: pass")


def the_xml_has_every_seed(place):
    _, _, run = place.regress("-i", "*", "-fs", 2, "--run-timeout-mins", 0.02, "--max-file-mb", 1, "--max-waves", 0)
    root = ElementTree.parse(run / "results.xml").getroot()
    cases = list(root.iter("testcase"))
    equal(len(cases), 22)
    equal(sum(case.find("failure") is not None for case in cases), 6, "failures")
    equal(sum(case.find("error") is not None for case in cases), 11, "errors")
    equal((root.get("tests"), root.get("failures"), root.get("errors")), ("22", "6", "11"))


def trends_name_what_broke_and_what_was_mended(place):
    place.regress("-i", "odd_seed", "good", "-fs", 1, "--max-waves", 0)
    place.regress("-i", "odd_seed", "good", "-fs", 2)
    page = (place.last() / "index.html").read_text()
    said(page, "Passing now, failed before: 1")
    place.regress("-i", "odd_seed", "slow", "-fs", 3, "--max-waves", 0)
    page = (place.last() / "index.html").read_text()
    said(page, "Failing now, passed before: 1", "Run for the first time: 1")


# Test plan, coverage.

PLAN = '[[point]]\nid = "P1"\nstage = "V1"\nptx = "9.7"\ntext = "it works"\ntests = ["good"]\n'


def point(name, tests):
    return PLAN.replace("P1", name).replace('["good"]', tests)


def a_planned_point_without_a_run_counts_nothing(place):
    plan = place.write("p.toml", PLAN + point("P2", '["slow"]') + point("P3", "[]") + point("P4", '["good", "odd_seed"]'))
    status, output, run = place.regress("-i", "good", "odd_seed", "-s", 1, 2, plan=plan, env={})
    equal(status, 1, output)
    said(output, "test plan: 1 of 4 points, 43 %")
    said((run / "index.html").read_text(), "not run", "no test", "1 of 4")


def a_corrupt_plan_is_an_error_with_its_line(place):
    for text, line, words in (
            (PLAN + point("P2", '["nobody_*"]'), 7, "there is no such test"), (PLAN + PLAN, 7, "stands in"), (PLAN + "x =\n", 7, ""),
            (PLAN.replace("V1", "V9"), 1, "the stage V9"), (PLAN + '[[point]]\nid = "P2"\n', 7, "look at"),
            ("a = 1\n", 1, "only [[point]]")):
        plan = place.write("p.toml", text)
        status, output, _ = place.regress("-i", "good", plan=plan)
        equal(status, 2, output)
        said(output, f"{plan}:{line}: ", words)


def a_test_that_no_point_of_a_whole_plan_names_is_an_error(place):
    (place.folder / "plan").mkdir()
    place.write("plan/p.toml", PLAN)
    status, output, _ = place.regress("-i", "good", plan=place.folder / "plan")
    equal(status, 2, output)
    said(output, f"{place.folder}/plan: no point names ", "slow")
    status, output, _ = place.regress("-i", "good", plan=place.folder / "plan/p.toml")
    equal(status, 0, output)


def coverage_is_shown_by_file_and_line(place):
    info = place.write("c.info", f"TN:\nSF:{ROOT}/rtl/ws_top.v\nDA:3,5\nDA:4,0\nDA:5,0\nDA:9,0\nend_of_record\n")
    _, _, run = place.regress("-i", "good", "--cov-file", info)
    said((run / "index.html").read_text(), "rtl/ws_top.v", "4-5, 9", "25 %")
    data = place.write("c.json", json.dumps({"files": {"a.v": {"1": 1, "2": 0}}}))
    _, _, run = place.regress("-i", "good", "--cov-file", data)
    said((run / "index.html").read_text(), "a.v", "50 %")
    more = {"files": {"rtl/common/ws_pick.v": {"18": 0}}, "notes": {"rtl/common/ws_pick.v": {"18": ["never: else"]}},
            "kinds": {"rtl/common/ws_pick.v": {"line": [0, 1], "branch": [1, 4], "toggle": [3, 4]}}}
    _, _, run = place.regress("-i", "good", "--cov-file", place.write("more.json", json.dumps(more)))
    said((run / "index.html").read_text(), "25 % of the branches", "75 % of the toggles", "never: else", "sel_i[n]")
    for name, text, words in (("x.info", "SF:a\nDA:1,x\n", ":2: "), ("x.json", "{\n]", ":2: "), ("none.info", "", "no line of any file")):
        status, output, _ = place.regress("-i", "good", "--cov-file", place.write(name, text))
        equal(status, 2, output)
        said(output, words)


def coverage_of_the_jobs_is_merged_by_a_program(place):
    merge = place.write("merge", '#!/bin/sh\n(echo SF:a.v; cat "$1"/*; echo DA:9,0; echo end_of_record) >"$2"\n')
    merge.chmod(0o755)
    status, output, run = place.regress("-i", "cover", "-s", 3, 5, "--cov", "--cov-merge", merge)
    equal(status, 0, output)
    said((run / "index.html").read_text(), "66 %", "coverage.json")
    said(output, "functional coverage: mine            2 of      3 bins")
    said((run / "index.html").read_text(), "mine, seeds <small>2 of 3, 1 empty</small>", "Left out, 1: a seed is &lt;one&gt; number")
    merge.write_text("#!/bin/sh\necho it broke >&2; exit 1\n")
    status, output, _ = place.regress("-i", "cover", "--cov", "--cov-merge", merge)
    equal(status, 1, output)
    said(output, "it broke")
    status, output, _ = place.regress("-i", "cover", "--cov", "--cov-merge", place.folder / "nobody")
    equal(status, 2, output)
    said(output, "there is no program")


def one(test):
    start = time.monotonic()
    word, detail = "ok", ""
    with tempfile.TemporaryDirectory(prefix="ws_regress_") as folder:
        try:
            test(Place(folder))
        except Skip as skip:
            word, detail = "skipped", f": {skip}"
        except Exception:  # pylint: disable=broad-except
            word, detail = "FAIL", "\n" + traceback.format_exc(limit=-3)
    return test.__name__, word, detail, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-k", default="*", metavar="PATTERN", help="only these")
    args = parser.parse_args()
    helpers = {Place, Skip, results, states, check, equal, said, read_bytes, interrupted, states_count, point, one, main}
    tests = [f for f in list(globals().values()) if callable(f) and getattr(f, "__module__", "") == "__main__" and f not in helpers]
    counts = {"ok": 0, "FAIL": 0, "skipped": 0}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, word, detail, seconds in pool.map(one, [test for test in tests if fnmatch.fnmatchcase(test.__name__, args.k)]):
            counts[word] += 1
            print(f"{name} ({seconds:.1f} s): {word}{detail}", flush=True)
    print(f"{counts['ok']} passed, {counts['FAIL']} failed" + (f", {counts['skipped']} skipped" if counts["skipped"] else ""))
    return 1 if counts["FAIL"] or not counts["ok"] else 0


if __name__ == "__main__":
    sys.exit(main())
