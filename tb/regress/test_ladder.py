#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the ladder, on results made up for it. Last line: "N passed, N failed"."""
import contextlib
import dataclasses
import io
import sys

from test_long import run
import families
import found
import ladder
import results
import soak


def made_of():
    return {"rtl": results.rtl_digest(), "bench": results.bench_digest()}


def climbed(folder, **kept):
    """The cells of each family, by criterion, on results made up in `folder`."""
    for name, data in kept.items():
        results.write(folder / "results" / f"{name}.json", {"date": "2000-01-01 00:00", **made_of(), **data})
    found = ladder.Found([folder])
    return {f.name: {what: criterion(found, f) for _, what, criterion, _ in ladder.CRITERIA} for f in families.FAMILIES}


def what_was_not_run_is_not_met(folder):
    for name, cells in climbed(folder).items():
        for what, cell in cells.items():
            empty = cell.text in ("-", "not run", "no proof") or cell.text.startswith("0 of")
            assert empty and (cell.text == "-" or not cell.met), f"{name}, {what}: {cell}"
        assert ladder.stage_of(list(cells.values())) == "-"


def a_result_of_other_rtl_or_another_lint_does_not_count(folder):
    for change, text in (({}, "3 checks"), ({"rtl": "0" * 16}, "not run"), ({"script": "another"}, "not run")):
        cells = climbed(folder, lint={"checks": 3, "failed": 0, "script": ladder.lint_asked(None), **change})
        assert cells["shfl"]["lint: Verilator, Icarus, Yosys, no warning"].text == text, change


def what_tests_showed_counts_for_their_bench(folder):
    def text(what, **more):
        made = {"points": {}, "asked": {}, "rates": {}, **made_of(), **more}
        results.write(folder / "regress/x/coverage.json", {"kinds": {"rtl/shfl/ws_shfl.v": {"line": [9, 9], "branch": [9, 9], "toggle": [9, 9]}}})
        results.write(folder / "regress/x/summary.json", {"started": "2000-01-01 00:00:00", **made})
        cells = climbed(folder, lint={"checks": 3, "failed": 0, "script": ladder.lint_asked(None), **more}, functional={"families": {"shfl": {"hit": 7, "bins": 7}}, **more})
        return cells["shfl"][what].text
    seen = {"functional coverage 100 %": "7 of 7", "lines / branches 100 %, exclusions listed": "100 / 100 %"}
    for what, cell in seen.items():
        assert (text(what), text(what, bench="0" * 16)) == (cell, "not run"), what
    assert text("lint: Verilator, Icarus, Yosys, no warning", bench="0" * 16) == "3 checks", "no test takes part in lint"


def a_bench_is_the_same_with_other_comments(folder):
    def digest(text, name="x.c"):
        (folder / "tb/cosim").mkdir(parents=True, exist_ok=True)
        (folder / "tb/cosim" / name).write_text(text)
        results.bench_digest.cache_clear()
        return results.bench_digest(folder)
    first = digest('a("//no", 2); // why\n/* how\n so */ b();\n')
    assert digest('a("//no",  2);\n  b(); // else\n') == first
    assert digest('a("//on", 2); b();\n') != first, "what looks like a comment in a text is none"
    assert digest('a("//no", 3); b();\n') != first
    assert digest("c();", "y.c") != first
    results.bench_digest.cache_clear()


def a_point_that_proofs_show_is_met_by_them(folder):
    names = [path.stem.removeprefix("prove_") for path in (ladder.ROOT / "tb/formal").glob("prove_redux_*")]

    def redux(**rows):
        made = {name: {"date": "2000-01-01 00:00", "rtl": results.rtl_digest(), "script": ladder.script_digest(name), "ok": True, "said": []}
                for name in names}
        cell = climbed(folder, formal={"proofs": {name: row | rows.get(name, {}) for name, row in made.items()}})["redux"]["all planned points"]
        return cell.text.split(" of ")[0], cell.wrong
    assert len(names) > 1
    assert redux() == ("1", False)
    assert redux(**{names[0]: {"ok": False}}) == ("0", True)
    assert redux(**{names[0]: {"script": "0"}}) == ("0", False), "a proof that is not today's"


def figures_below_the_goal_are_not_met(folder):
    def vote(what, **kept):
        cell = climbed(folder, **kept)["vote"][what]
        return cell.met, cell.text
    random = list(next(f for f in families.FAMILIES if f.name == "vote").random)
    soaked = {"ops": 10**9, "runs": 5, "failed": [], "tests": random, "date": "2000-01-01 00:00"}
    what = "10^9 random operations"
    assert vote(what, soak={"families": {"vote": soaked}}) == (True, "1e+09")
    assert vote(what, soak={"families": {"vote": soaked | {"ops": 10**9 - 1}}})[0] is False
    assert vote(what, soak={"families": {"vote": soaked | {"failed": ["make sim"]}}})[0] is False
    assert vote(what, soak={"families": {"vote": soaked | {"tests": random[1:]}}}) == (False, f"1e+09, without {random[0]}")
    same = {"date": "2000-01-01 00:00", "ops": 10**5, "same": True, "simulators": ["Icarus", "O0", "O3", "model"]}
    what = "same hashes, 10^5: Icarus, -O0, -O3"
    assert vote(what, hashes={"families": {"vote": same}}) == (True, "100,000")
    for wrong in ({"same": False}, {"ops": 99999}, {"simulators": ["O0", "O3", "model"]}):
        assert vote(what, hashes={"families": {"vote": same | wrong}})[0] is False, wrong
    what, tests = "netlist equal to RTL", {"vote_all": {"ok": True}, "elect": {"ok": True}, "shfl_up": {"ok": False}}
    assert vote(what, gate={"tests": tests}) == (True, "2 of 2 tests")
    assert vote(what, gate={"tests": tests | {"elect": {"ok": False}}})[0] is False
    newer = {**made_of(), "started": "2000-01-01 00:00:00 UTC", "rates": {"vote_any 4": 1, "vote_uni 8": 1, "shfl_up 4": 1}}
    results.write(folder / "regress/1/summary.json", newer)
    assert vote(what, gate={"tests": tests}) == (False, "2 of 3 tests"), "a test of the build that the netlist has not seen"


def a_proof_counts_with_its_script_and_its_bug(folder):
    def vote(**change):
        proof = {"date": "2000-01-01 00:00", "rtl": results.rtl_digest(), "script": ladder.script_digest("vote"), "ok": True, "negative": True,
                 "said": ["PROVED vote"], **change}
        climbed(folder, formal={"proofs": {"vote": proof}})
        family = families.dataclasses.replace(next(f for f in families.FAMILIES if f.name == "vote"), machines={})
        found = ladder.Found([folder])
        return ladder.functions(found, family).met, ladder.negatives(found, family).met
    assert vote() == (True, True)
    assert vote(negative=False) == (True, False)
    assert vote(ok=False) == (False, True)
    assert vote(script="another") == (None, None)


def a_module_with_registers_that_no_row_names_is_not_proved(folder):
    def vote(**machines):
        proof = {"date": "2000-01-01 00:00", "rtl": results.rtl_digest(), "script": ladder.script_digest("vote"), "ok": True, "negative": True,
                 "said": ["PROVED vote what holds (ABC, unbounded, 1 s)"]}
        climbed(folder, formal={"proofs": {"vote": proof}})
        before = families.FAMILIES
        try:
            families.FAMILIES = tuple(families.dataclasses.replace(f, machines=machines) if f.name == "vote" else f for f in before)
            cell = ladder.machines(ladder.Found([folder]), next(f for f in families.FAMILIES if f.name == "vote"))
        finally:
            families.FAMILIES = before
        return cell.met, cell.text
    assert vote(ws_vote=("vote",)) == (True, "1 of 1")
    assert vote(ports=("vote",)) == (False, "1 of 2"), "ws_vote has registers"


def kept_before(folder, change=None, **now):
    """The cell of vote's random operations, with 10^9 in tb/found/ and `now` in build/; `change`: of what was kept."""
    climbed(folder, soak={"families": {"vote": {"ops": 10**9, "runs": 1, "failed": [], "tests": ladder.families.FAMILIES[1].random, "date": "2000-01-01 00:00"}}})
    ladder.remember(ladder.climbed(ladder.Found([folder]), {}))
    (folder / "results/soak.json").unlink()
    found.save("ladder", [row | (change or {}) for row in found.load("ladder")])
    if now:
        climbed(folder, soak={"families": {"vote": {"runs": 1, "failed": [], "tests": ladder.families.FAMILIES[1].random, "date": "2001-01-01 00:00", **now}}})
    rows = ladder.climbed(ladder.Found([folder]), {row["cell"]: row for row in found.load("ladder")})
    return next(cell for criterion, cell in zip(ladder.CRITERIA, rows["vote"]) if criterion[2] is ladder.soaked)


def what_was_found_before_counts_on_the_same_sources(folder):
    assert ladder.families.FAMILIES[1].name == "vote"
    cell = kept_before(folder)
    assert (cell.met, cell.text, cell.date) == (True, "1e+09", "2000-01-01 00:00"), cell
    assert kept_before(folder, change={"asked": "something else"}).text == "not run"
    assert kept_before(folder, ops=1000).text == "1e+09", "less was run since"
    assert kept_before(folder, ops=1000, failed=["make sim"]).text == "1e+03, DIFFERS", "what fails now is not hidden"
    assert kept_before(folder, ops=2 * 10**9).date == "2001-01-01 00:00"


def climb(folder, **change):
    """Exit status and output of the ladder where the row of vote is another."""
    before = families.FAMILIES
    out = io.StringIO()
    try:
        families.FAMILIES = tuple(families.dataclasses.replace(f, **change) if f.name == "vote" else f for f in before)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = ladder.climb([folder])
    finally:
        families.FAMILIES = before
    return status, out.getvalue()


def a_claim_that_does_not_hold_fails(folder):
    assert all(f.claim in ("", *ladder.STAGES) for f in families.FAMILIES)
    status, text = climb(folder, claim="V1")
    assert status == 1 and "FAIL vote: V1 is claimed; planned points of V1: not run" in text and "no stage is claimed" not in text, text


def a_ladder_without_a_claim_says_so(folder):
    claimed = any(f.claim for f in families.FAMILIES if f.name != "vote")
    _, text = climb(folder, claim="")
    assert ("no stage is claimed for any family" in text) != claimed, text


def a_row_that_names_what_is_not_there_is_refused(folder):
    for change, what in (({"machines": {"ws_vote": ("no_proof",)}}, "the proof no_proof, and there is no tb/formal/prove_no_proof.sh"),
                         ({"rtl": ("votes",)}, "the folder 'votes', and there is no rtl/votes"),
                         ({"plan": ("votes",)}, "the plan votes, and there is no tb/testplan/votes.toml")):
        status, text = climb(folder, **change)
        assert (status, text) == (2, f"families.py: vote names {what}\n"), text


def coverage_that_counted_no_line_of_a_family_is_none(folder):
    def vote(file, hit, *wrong):
        run = folder / "regress/x"
        results.write(run / "coverage.json", {"wrong": wrong, "kinds": {file: {"line": [hit, 9], "branch": [0, 0], "toggle": [hit, 9]}}})
        results.write(run / "summary.json", {"started": "2000-01-01 00:00:00", **made_of()})
        cell = climbed(folder)["vote"]["lines / branches 100 %, exclusions listed"]
        return cell.met, cell.text
    assert vote("rtl/vote/ws_vote.v", 9) == (True, "100 / - %")
    assert vote("rtl/vote/ws_vote.v", 8) == (False, "88.8 / - %")
    assert vote("rtl/shfl/ws_shfl.v", 9) == (None, "not run")
    assert vote("rtl/vote/ws_vote.v", 9, "exclusions.toml:2: excludes nothing") == (None, "not run"), "with exclusions that are none"


def a_run_of_part_of_a_point_does_not_hide_one_of_all(_folder):
    def run(passed, ran, tests="ab"):
        return {"points": {"P": ["vote", "V1", passed / 4, ran, 4]}, "asked": {"P": [*tests]}}

    def newest(*runs):
        return ladder.newest_of([*runs], "P", ["a", "b"])
    whole, part, failed = run(4, 4), run(2, 2), run(1, 2)
    assert newest(whole, part) is whole
    assert newest(whole, failed, part) is failed
    assert newest(run(0, 0), part) is part
    assert newest(run(0, 0)) is None and newest() is None
    assert newest(run(4, 4, "a")) is None and newest(whole, run(4, 4, "abc")) is whole  # of another plan


TESTS = (a_point_that_proofs_show_is_met_by_them,
         what_was_not_run_is_not_met,
         a_result_of_other_rtl_or_another_lint_does_not_count,
         what_tests_showed_counts_for_their_bench,
         a_bench_is_the_same_with_other_comments,
         figures_below_the_goal_are_not_met,
         a_proof_counts_with_its_script_and_its_bug,
         a_module_with_registers_that_no_row_names_is_not_proved,
         what_was_found_before_counts_on_the_same_sources,
         coverage_that_counted_no_line_of_a_family_is_none,
         a_run_of_part_of_a_point_does_not_hide_one_of_all,
         a_claim_that_does_not_hold_fails,
         a_ladder_without_a_claim_says_so,
         a_row_that_names_what_is_not_there_is_refused)


if __name__ == "__main__":
    sys.exit(run(TESTS))
