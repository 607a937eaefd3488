#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The evidence that a regression leaves, on results made up for it, and the jobs that soak.* and hash.* become. Last line: "N passed, N
failed"."""
import argparse
import pathlib
import sys

import test_long  # which knows where the scripts are
import digest  # noqa: E402
import evidence  # noqa: E402
import families  # noqa: E402
from regression import inventory, leaves, listfile, plan, testplan  # noqa: E402
from regression.job import Job, verdict  # noqa: E402


def made(results, items=("regress",), **more):
    """A regression that is over."""
    points = testplan.read(test_long.ROOT / "tb/testplan")
    testplan.resolve(points, [result["test"] for result in results], strict=False)
    testplan.score(points, results)
    args = argparse.Namespace(items=list(items), base_seed=7, cov="coverage" in items)
    return argparse.Namespace(results=results, points=points, args=args, data={"seconds": 9.0}, functional=[], clusters=[], trouble=[], coverage_more=({}, {}), **more)


def result(test, state="pass", **more):
    return {"test": test, "build": "4", "state": state, "seconds": 2.0, "repeat": f"make sim TEST={test}", **more}


def left(run, over=True):
    leaves.Leaves().record(run, over)
    return {row["what"]: row for row in evidence.read(evidence.HERE)}


def random_operations_are_added_up(_folder):
    jobs = [result(test, about="soak vote", ops=1000) for test in families.named("vote").random]
    row = left(made(jobs))["soak vote"]
    assert (row["ok"], row["part"], row["ops"], row["digest"]) == (True, "seed 7", 8000, digest.Tree().run("vote")) and len(row["tests"]) == 8, row
    row = left(made([*jobs[:3], result("elect", "fail", about="soak vote"), result("vote_any", "not run", about="soak vote")]))["soak vote"]
    assert (row["ok"], row["ops"], row["wrong"]) == (False, 3000, ["make sim TEST=elect"]), row


def what_could_not_be_built_is_no_finding(_folder):
    assert not left(made([result("elect", "not built", about="soak vote"), result("vote_all", "not built")]))


def hashes_of_a_part_of_a_family_are_none(_folder):
    jobs = [result(f"hash.vote.{test}", about="hashes vote", ops=100) for test in families.named("vote").random]
    assert "hashes vote" not in left(made(jobs[1:]))
    assert left(made(jobs))["hashes vote"]["ops"] == 800
    assert left(made([result("hash.vote.elect", "fail", about="hashes vote")]))["hashes vote"]["ok"] is False


def points_count_when_all_of_an_area_ran(_folder):
    points = [point for point in testplan.read(test_long.ROOT / "tb/testplan") if point["family"] in families.named("redux").plan]
    tests = sorted({test for point in points for test in point["tests"] if not test.startswith("proof.")})
    row = left(made([result(test) for test in tests]))["points redux"]
    assert row["ok"] and len(row["met"]) == row["points"] and not row["wrong"], row
    evidence.HERE.unlink()
    assert "points redux" not in left(made([result(test) for test in tests[1:]]))
    row = left(made([result(test, "fail" if test == tests[0] else "pass") for test in tests]))["points redux"]
    assert not row["ok"] and row["wrong"] and len(row["met"]) < row["points"], row


def coverage_is_of_the_whole_group(_folder):
    def cov(items, **more):
        run = made([result("vote_all")], items)
        run.args.cov = True
        run.coverage_more = ({"rtl/vote/ws_vote.v": {kind: [8, 9] for kind in leaves.KINDS}, "rtl/ws_top.v": {kind: [1, 2] for kind in leaves.KINDS}}, {})
        return left(run, **more)
    assert not any(what.startswith("coverage") for what in [*cov(["vote_*"]), *cov(["coverage"], over=False)])
    found = cov(["coverage"])
    assert found["coverage vote"]["toggle"] == [8, 9] and found["coverage block"]["line"] == [1, 2] and "coverage redux" not in found


def sources_that_changed_meanwhile_leave_nothing(_folder):
    one = leaves.Leaves()
    one.before = "another"
    one.record(made([result("vote_all", about="soak vote", ops=1000)]), True)
    assert not evidence.read(evidence.HERE)


def a_whole_space_says_how_many_cases_it_has(_folder):
    job = Job("cosim", "vote_exhaustive", "4", 1, 1, [], 1, "", "")
    line = "vote_exhaustive seed 1 10 operations 10 cycles 10 k/s  PASS"
    assert verdict(job, "ended", 0, f"{line}  7 cases: all of them")[0] == "pass" and verdict(job, "ended", 0, line)[0] == "unfinished"
    row = left(made([result("vote_exhaustive", cases=7, space="all of them")]))["space vote_exhaustive 4"]
    assert row["cases"] == 7 and row["digest"] == digest.Tree().tests("vote")
    assert verdict(Job("hash", "hash.vote.elect", "", 1, 1, [], 1, "", ""), "ended", 0, "nothing")[0] == "unfinished"


def a_family_runs_on_its_builds(_folder):
    groups = listfile.read(pathlib.Path(test_long.ROOT / "tb/regress/regress.list"))
    args = argparse.Namespace(on=None, n=None, run_timeout_mins=None, reseed=None)
    (_, rows), = plan.wanted(["soak.vote"], groups, args)
    things = plan.Things({})
    things.rest = inventory.soaks() + inventory.hashes()
    things.lists = {build: {test: ("", True) for test in families.named("vote").random} for build in ("4", "32", "4_onlyvote", "32_onlyvote")}
    tasks = list(plan.tasks_of_row(rows[0], things))
    assert {task.build for task in tasks} == set(things.lists) and len(tasks) == 32 and 0.99e7 < sum(task.n for task in tasks) <= 10**7
    assert sum(task.n for task in tasks if "only" in task.build) > 0.87e7 and {task.about for task in tasks} == {"soak vote"}
    assert set(plan.counted_builds("soak.cluster")) == {"4_c2", "4_c8"} and set(plan.counted_builds("hash.*")) == {"4", "4_o0", "4_c2", "4_c2_o0"}


TESTS = (random_operations_are_added_up,
         what_could_not_be_built_is_no_finding,
         hashes_of_a_part_of_a_family_are_none,
         points_count_when_all_of_an_area_ran,
         coverage_is_of_the_whole_group,
         sources_that_changed_meanwhile_leave_nothing,
         a_whole_space_says_how_many_cases_it_has,
         a_family_runs_on_its_builds)


if __name__ == "__main__":
    sys.exit(test_long.run(TESTS))
