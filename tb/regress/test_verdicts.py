#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Verdicts on mutants as they are kept and read (scripts/mutant_found.py): of which sources, which of several counts, and what the ladder
makes of them, on results made up for it. Last line: "N passed, N failed"."""
import dataclasses
import shutil
import sys

import test_long  # noqa: F401  which knows where the scripts are
import families  # noqa: E402
import found  # noqa: E402
import ladder  # noqa: E402
import mutant_found  # noqa: E402
import mutants  # noqa: E402
import results  # noqa: E402


def mutants_count_when_all_units_had_enough(folder):
    def vote(alive=0, n=300, units=("ws_vote_fn", "ws_vote")):
        for unit in ("ws_vote_fn", "ws_vote"):
            rows = [{"line": "no such line", "what": "", "verdict": "survived" if k < alive else "killed"} for k in range(10)]
            row = {"unit": unit, "source": ladder.mutants.source(unit), "around": ladder.mutants.surroundings(unit), "n": n, "seed": 1, "mutants": rows + [{"line": "", "what": "", "verdict": "equivalent"}]}
            (folder / "mutants").mkdir(exist_ok=True)
            (folder / "mutants" / f"{unit}.json").unlink(missing_ok=True)
            if unit in units:
                results.write(folder / "mutants" / f"{unit}.json", row)
        found = ladder.Found([folder])
        family = next(f for f in families.FAMILIES if f.name == "vote")
        return [ladder.killed(found, family, goal).met for goal in (90, 100)] + [ladder.killed(found, family, 90).text]
    assert vote() == [True, True, "20 of 20"]
    assert vote(alive=1) == [True, False, "18 of 20"]
    assert vote(alive=2) == [False, False, "16 of 20"]
    assert vote(n=299)[:2] == [None, None]
    assert vote(units=("ws_vote",)) == [None, None, "10 of 10 in 1 of 2 units"]


def verdicts_outlive_their_folder(folder):
    unit, listed = "ws_vote_fn", [{"number": k + 1, "place": "", "line": "a line", "what": "a change", "options": f"-cell $and${k}", "verdict": v, "by": "vote_all"}
                                   for k, v in enumerate(("killed", "equivalent", "survived", "undecided", "open"))]
    row = {"unit": unit, "source": "s", "around": "a", "n": 300, "seed": 1, "lanes": 8, "seconds": 5, "date": "2000-01-01 00:00", "mutants": listed}
    mutant_found.remember([row])
    again = mutant_found.known([folder], unit, "s", "a", 300)
    assert mutant_found.counts(again) == mutant_found.counts(row) and mutant_found.known([folder], unit, "another", "a", 300) is None
    assert [m["line"] for m in again["mutants"]] == ["", "", *["a line"] * 3]
    mutant_found.remember([again])
    assert mutant_found.known([folder], unit, "s", "a", 300) == again
    chosen = [Chosen(m["options"].replace("$and$", "$and$7")) for m in listed]  # Yosys' numbers say nothing
    settled, before = mutant_found.take_over(again, chosen)
    assert [settled.get(m, ("",))[0] for m in chosen] == ["killed", "equivalent", "", "", ""] and list(before.values()) == ["survived", "undecided"]
    other = mutant_found.counts(mutant_found.known([folder], unit, "s", "b", 300))
    assert (other["killed"], other["equivalent"], other["open"]) == (1, 0, 2), "what is proved is proved of a design, what a test kills of the unit"
    found.save("mutants", [*found.load("mutants"), {**found.load("mutants")[0], "counts": {**again["counts"], "killed": 9}, "verdicts": "", "left": {}}])
    assert mutant_found.counts(mutant_found.known([folder], unit, "s", "a", 300))["killed"] == 9, "a row of sums alone"
    assert mutant_found.known([folder], unit, "s", "a", 300, each=True) == again, "which says nothing of a single one"
    assert mutant_found.counts(mutant_found.known([folder], unit, "s", "b", 300))["killed"] == 1, "nor what of it was proved of another design"
    found.save("mutants", found.load("mutants")[:1])
    assert mutant_found.take_over(again, [*chosen[:4], Chosen("-cell $or$4")]) == ({}, {}), "another list"
    results.write(folder / f"{unit}.json", row | {"mutants": [m | {"verdict": "killed"} for m in listed]})
    assert mutant_found.counts(mutant_found.known([folder], unit, "s", "a", 300))["killed"] == 5, "whichever settles more"
    killed, newer = [m | {"verdict": "killed"} for m in listed], {"mutants": listed, "date": "2000-01-02 00:00"}
    for change, settles in (({}, 5), ({"ended": True}, 2), ({"ended": True, "n": 40}, 5), ({"ended": True, "seed": 2}, 5), ({"ended": True, "around": "b"}, 5)):
        mutant_found.remember([row | {"mutants": killed}])
        results.write(folder / f"{unit}.json", row | newer | change)
        assert mutant_found.settled(mutant_found.known([folder], unit, "s", "a", 300)) == settles, ("unless a newer run went to its end", change)
    results.write(folder / f"{unit}.ended.json", row | newer | {"ended": True})
    results.write(folder / f"{unit}.json", row | newer | {"date": "2000-01-03 00:00", "mutants": [m | {"verdict": "open"} for m in listed]})
    assert mutant_found.counts(mutant_found.known([folder], unit, "s", "a", 300))["survived"] == 1, "nor does the beginning of the next run hide it"
    assert mutant_found.known([folder], unit, "s", "a", 300, 2) is None, "other seeds are other mutants"
    (folder / f"{unit}.ended.json").unlink()
    mutant_found.remember([row | {"mutants": killed, "ended": True}])
    (folder / f"{unit}.json").unlink()
    assert mutant_found.known([folder], unit, "s", "a", 300)["ended"], "which is remembered"
    mutant_found.remember([row])
    mutant_found.remember([mutant_found.best([folder], unit, "s", "b", 300)])
    assert mutant_found.known([folder], unit, "s", "a", 300)["mutants"] == again["mutants"], "what does not count in another design is not forgotten for that"


def proofs_are_of_all_that_is_in_the_bench(folder):
    root = mutants.ROOT
    shutil.copytree(root / "rtl", folder / "rtl")
    try:
        mutants.ROOT = folder
        for file, others in (("rtl/mbar/ws_mbar.v", {"ws_serial_crc"}), ("rtl/serial/ws_serial.v", {"ws_vote", "ws_gmem"}), ("rtl/bus/ws_gmem.v", {"ws_vote", "ws_serial_crc"}),
                             ("rtl/ws_ops.vh", set())):
            units = ("ws_vote", "ws_gmem", "ws_serial_crc")
            before = {unit: mutants.surroundings(unit) for unit in units}
            (folder / file).write_text((folder / file).read_text() + "\n")
            assert {unit for unit in units if mutants.surroundings(unit) == before[unit]} == others, file
    finally:
        mutants.ROOT = root


def the_table_of_mutants_can_be_written(folder):
    put, out, written = mutants.put, mutants.OUT, {}
    found.save("mutants", found.load("mutants", mutants.ROOT / "tb/found"))
    try:
        mutants.OUT = folder
        mutants.put = lambda readme, lines: written.update({readme.relative_to(mutants.ROOT).as_posix(): lines})
        mutants.write_readme()
    finally:
        mutants.put, mutants.OUT = put, out
    assert set(written) == {"README.md", "scripts/README.md"} and len(written["scripts/README.md"]) == len(mutants.units()) + 3, written


def a_survivor_is_not_hidden_by_what_was_found_before(folder):
    family = next(f for f in families.FAMILIES if f.name == "vote")

    def cell(alive, date, verdict="survived"):
        for unit in ladder.units_of(family):
            results.write(folder / "mutants" / f"{unit}.json", {
                "unit": unit, "source": mutants.source(unit), "around": mutants.surroundings(unit), "ended": True, "n": 300, "seed": 1, "date": date,
                "mutants": [{"line": "no such line", "what": "", "verdict": verdict if k < alive else "killed"} for k in range(10)]})
        rows = ladder.climbed(ladder.Found([folder]), {row["cell"]: row for row in found.load("ladder")})
        return rows, next(cell for criterion, cell in zip(ladder.CRITERIA, rows["vote"]) if criterion[1] == "mutants killed 100 %")
    (folder / "mutants").mkdir()
    rows, before = cell(0, "2000-01-01 00:00")
    assert before.met, before
    ladder.remember(rows)
    for verdict in ("survived", "undecided"):
        _, now = cell(1, "2000-01-02 00:00", verdict)
        assert now.met is False and now.wrong, now


@dataclasses.dataclass(frozen=True)
class Chosen:
    """A mutant as Yosys lists it."""
    options: str


TESTS = (mutants_count_when_all_units_had_enough,
         verdicts_outlive_their_folder,
         proofs_are_of_all_that_is_in_the_bench,
         the_table_of_mutants_can_be_written,
         a_survivor_is_not_hidden_by_what_was_found_before)


if __name__ == "__main__":
    sys.exit(test_long.run(TESTS))
