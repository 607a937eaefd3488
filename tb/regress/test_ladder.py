#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the ladder, on rows of evidence made up for it. Last line: "N passed, N failed"."""
import contextlib
import functools
import io
import sys

from test_long import run
import digest
import evidence
import families
import ladder
import mutants
from regression import leaves


@functools.cache
def tree():
    return digest.Tree()


def vote():
    return families.named("vote")


def cell(criterion, *more):
    """(met, text) of a criterion of vote."""
    found = criterion(ladder.Found(tree=tree()), vote(), *more)
    return found.met, found.text


def kept(what, sources, ok=True, part="", **row):
    evidence.record(what, sources, ok, part, **row)


def what_was_not_run_is_missing(_folder):
    for name, cells in ladder.climbed(ladder.Found(tree=tree())).items():
        assert all(one.met is not True or one.text == "-" for one in cells) and ladder.stage_of(cells) == "-", (name, cells)
        assert all(one.text in ("-", "missing", "no proof") or one.text.startswith("0 of ") for one in cells), (name, cells)


def what_is_of_other_sources_is_stale(_folder):
    kept("hashes vote", "other", ops=10**5)
    assert cell(ladder.hashed) == (None, "stale")
    kept("hashes vote", tree().run("vote"), ops=10**5)
    assert cell(ladder.hashed) == (True, "100,000")


def figures_below_the_goal_are_not_met(_folder):
    sources, random = tree().run("vote"), list(vote().random)
    kept("soak vote", sources, part="seed 1", ops=10**8 - 1, tests=random, wrong=[])
    assert cell(ladder.soaked)[0] is None, "not yet, and nothing against it"
    kept("soak vote", sources, part="seed 2", ops=1, tests=[], wrong=[])
    assert cell(ladder.soaked) == (True, "1e+08")
    kept("soak vote", sources, False, "seed 3", ops=0, tests=[], wrong=["make sim"])
    assert cell(ladder.soaked) == (False, "1e+08, DIFFERS: make sim")
    kept("hashes vote", sources, ops=99999)
    assert cell(ladder.hashed)[0] is None
    kept("hashes vote", sources, part="seed 2", ops=1)
    assert cell(ladder.hashed) == (True, "100,000")
    kept("hashes vote", sources, False, "seed 3", ops=0)
    assert cell(ladder.hashed) == (False, "100,000, DIFFERENT")
    kept("netlist vote", sources, True, tests=17, wrong=[])
    assert cell(ladder.gated) == (True, "17 of 17 tests")
    kept("netlist vote", sources, False, tests=17, wrong=["elect"])
    assert cell(ladder.gated) == (False, "16 of 17 tests")
    kept("functional vote", tree().tests("vote"), hit=7, bins=8)
    assert cell(ladder.functional) == (False, "7 of 8")
    kept("lint vote", ladder.lint.of_family(tree(), "vote"), False, checks=79, failed=1)
    assert cell(ladder.linted)[0] is False


def coverage_has_its_goal(_folder):
    for hit, met, text in ((9, True, "100 / - %"), (8, False, "88.8 / - %")):
        kept("coverage vote", tree().tests("vote"), line=[hit, 9], branch=[0, 0], toggle=[hit, 9])
        assert cell(ladder.covered, ("line", "branch"), 100) == (met, text)


def a_soak_without_one_of_its_tests_is_not_all(_folder):
    kept("soak vote", tree().run("vote"), part="seed 1", ops=10**9, tests=list(vote().random)[1:], wrong=[])
    assert cell(ladder.soaked) == (None, f"1e+09, without {vote().random[0]}")


def a_proof_counts_with_its_script_and_its_bug(_folder):
    proof = {"said": ["PROVED vote what holds (ABC, unbounded, 1 s)"], "bugs": 1, "holds": True, "notices": True}
    kept("proof vote", tree().proof("vote"), **proof)
    assert cell(ladder.functions) == (True, "1 of 1") and cell(ladder.negatives) == (None, "missing (1 of 2)")
    kept("proof pipe_vote", tree().proof("pipe_vote"), **proof)
    assert cell(ladder.machines) == (True, "1 of 1") and cell(ladder.negatives) == (True, "2 of 2")
    kept("proof pipe_vote", tree().proof("pipe_vote"), **proof | {"said": ["PROVED vote (ABC, 9 clocks, 1 s)"]})
    assert cell(ladder.machines) == (False, "0 of 1"), "not unbounded"
    kept("proof vote", tree().proof("vote"), False, **proof | {"notices": False})
    assert cell(ladder.functions) == (True, "1 of 1") and cell(ladder.negatives) == (False, "1 of 2")
    kept("proof vote", tree().proof("vote"), False, **proof | {"holds": False})
    assert cell(ladder.functions) == (False, "0 of 1")
    evidence.HERE.unlink()
    kept("proof vote", "another", **proof)
    assert cell(ladder.functions) == (None, "stale")


def a_module_with_registers_that_no_row_names_is_not_proved(_folder):
    kept("proof vote", tree().proof("vote"), said=["PROVED (unbounded, 1 s)"], bugs=1, holds=True, notices=True)
    with changed(machines={"ports": ("vote",)}):
        assert cell(ladder.machines) == (False, "1 of 2"), "ws_vote has registers"


def mutants_of_all_units_and_seeds_count(_folder):
    def unit(name, seed, killed, **more):
        kept(f"mutants {name}", tree().mutants(name), part=f"seed {seed}", **{"n": 100, "killed": killed, "equivalent": 5, "undecided": 95 - killed, "left": [["rtl/a.v:3", "", ""]], **more})
    unit("ws_vote", 1, 95)
    assert cell(ladder.killed, 90) == (None, "missing (1 of 2)")
    unit("ws_vote_fn", 1, 80)
    assert cell(ladder.killed, 90) == (True, "175 of 190")
    unit("ws_vote_fn", 2, 60)
    assert cell(ladder.killed, 90) == (False, "235 of 285"), "another seed counts too"
    assert any("ws_vote_fn` | 8 | 200 | 140 | 10 | 50 | a.v:3 |" in line for line in ladder.of_mutants(ladder.Found(tree=tree())))
    evidence.HERE.unlink()
    unit("ws_vote", 1, 45, n=50)
    unit("ws_vote_fn", 1, 95)
    assert cell(ladder.killed, 90)[0] is None, "too few of one"


def a_point_is_met_by_its_tests_or_its_proofs(_folder):
    points = ladder.Found(tree=tree()).points
    sources, every = leaves.of_points(tree(), "vote", points), [point["id"] for point in leaves.asked("vote", points)]
    first = next(point["id"] for point in leaves.asked("vote", points) if point["stage"] == "V1")
    kept("points vote", sources, met=every, wrong=[], points=len(every))
    assert cell(ladder.planned, ("V1",))[0] is True
    kept("points vote", sources, False, met=[one for one in every if one != first], wrong=[first], points=len(every))
    met, text = cell(ladder.planned, ("V1",))
    assert met is False and text.split()[0] == str(int(text.split()[2]) - 1), text
    kept("points vote", sources, part="seed 2", met=every, wrong=[], points=len(every))
    assert cell(ladder.planned, ("V1",)) == (met, text), "another seed does not hide it"
    assert leaves.of_points(tree(), "vote", [point for point in points if point["id"] != first]) != sources, "another plan"
    redux, names = families.named("redux"), [path.stem.removeprefix("prove_") for path in (ladder.ROOT / "tb/formal").glob("prove_redux_*")]
    for name in names:
        kept(f"proof {name}", tree().proof(name), holds=True, notices=True, said=[], bugs=1)
    found = ladder.planned(ladder.Found(tree=tree()), redux, ("V1", "V2", "V3"))
    assert found.text.startswith("missing (1 of "), found


@contextlib.contextmanager
def changed(**change):
    """Another row of vote."""
    before = families.FAMILIES
    families.FAMILIES = tuple(families.dataclasses.replace(family, **change) if family.name == "vote" else family for family in before)
    try:
        yield
    finally:
        families.FAMILIES = before


def climb(**change):
    """Exit status and output of the ladder where the row of vote is another."""
    out = io.StringIO()
    with changed(**change), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = ladder.climb(ladder.Found(tree=tree()))
    return status, out.getvalue()


def a_claim_is_contradicted_by_what_was_measured_alone(_folder):
    assert climb(claim="V3")[0] == 0, "what is missing contradicts nothing"
    kept("functional vote", "other", hit=7, bins=8)
    assert climb(claim="V3")[0] == 0, "nor what is stale"
    kept("functional vote", tree().tests("vote"), hit=7, bins=8)
    status, text = climb(claim="V3")
    assert status == 1 and "FAIL vote: V3 is claimed; functional coverage 100 %: 7 of 8" in text, text
    assert climb(claim="V2")[0] == 0, "which V2 does not ask for"


def a_row_that_names_what_is_not_there_is_refused(_folder):
    for change, what in (({"machines": {"ws_vote": ("no_proof",)}}, "the proof no_proof, and there is no tb/formal/prove_no_proof.sh"),
                         ({"rtl": ("votes",)}, "the folder 'votes', and there is no rtl/votes"),
                         ({"plan": ("votes",)}, "the plan votes, and there is no tb/testplan/votes.toml")):
        status, text = climb(**change)
        assert (status, text) == (2, f"families.py: vote names {what}\n"), text


def every_unit_belongs_to_a_family_or_a_door(_folder):
    units = {name for family in families.FAMILIES for name in ladder.units_of(family)}
    left = {mutants.mutant_benches.bench_of(next(file for file in mutants.mutant_benches.unit_files() if file.endswith(f"/{name}.v"))).name for name in mutants.units() if name not in units}
    assert left == {"bus", "serial"}, left


TESTS = (what_was_not_run_is_missing,
         what_is_of_other_sources_is_stale,
         figures_below_the_goal_are_not_met,
         coverage_has_its_goal,
         a_soak_without_one_of_its_tests_is_not_all,
         a_proof_counts_with_its_script_and_its_bug,
         a_module_with_registers_that_no_row_names_is_not_proved,
         mutants_of_all_units_and_seeds_count,
         a_point_is_met_by_its_tests_or_its_proofs,
         a_claim_is_contradicted_by_what_was_measured_alone,
         a_row_that_names_what_is_not_there_is_refused,
         every_unit_belongs_to_a_family_or_a_door)


if __name__ == "__main__":
    sys.exit(run(TESTS))
