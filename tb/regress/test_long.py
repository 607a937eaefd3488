#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make nightly without its length: steps that fail, hang and are not there, in the order of what is known of them. And what makes a proof
one. Last line: "N passed, N failed"."""
import contextlib
import io
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import digest  # noqa: E402
import evidence  # noqa: E402
import formal  # noqa: E402
import mutants  # noqa: E402
import nightly  # noqa: E402


def night(folder, rows, minutes=1, jobs=1):
    """Exit status and lines of a night with steps (name, rank, seconds, command), at most `jobs` at a time."""
    def steps(_jobs, ran):
        every = [nightly.Step(name, ["sh", "-c", command], rank, "", seconds) for name, rank, seconds, command in rows if name not in ran]
        return sorted(every, key=nightly.Step.order)
    out = io.StringIO()
    nightly.LOGS = folder
    with contextlib.redirect_stdout(out):
        status = nightly.night(jobs, minutes, [], steps)
    return status, out.getvalue().splitlines()


def a_night_goes_on_behind_a_step_that_fails(folder):
    status, lines = night(folder, [("one", "stale", 1, "true"), ("two", "stale", 1, "echo the reason; exit 7"), ("three", "stale", 1, "true")])
    assert status == 1 and lines[-1] == "2 passed, 1 failed", lines
    assert "     | the reason" in lines and "     | exit status 7" in lines and lines[-2].startswith("ok       three"), lines


def the_most_outdated_comes_first(folder):
    ranks = ("fresh", "stale", "failed", "missing")
    _, lines = night(folder, [(rank, rank, 1, "true") for rank in ranks])
    assert [line.split()[1] for line in lines if line.startswith("ok")] == ["failed", "missing", "stale", "fresh"], lines


def a_step_that_takes_longer_than_is_left_is_passed_over(folder):
    status, lines = night(folder, [("long", "missing", 61, "false"), ("short", "fresh", 59, "true")])
    assert status == 0 and lines[-1].startswith("1 passed, 0 failed; 1 steps are left"), lines


def a_night_ends_in_time(folder):
    start = time.monotonic()
    status, lines = night(folder, [("one", "missing", 1, "sleep 1000")], minutes=0.05)
    assert status == 0 and time.monotonic() - start < 30 and lines[-2].startswith("the time is over one"), lines


def steps_of_one_processor_run_side_by_side_and_others_alone(folder):
    meet = f"touch {folder}/$me; for i in $(seq 100); do [ -e {folder}/$other ] && break; sleep 0.05; done; [ -e {folder}/$other ]; r=$?; sleep 0.3; rm {folder}/$me; exit $r"
    rows = [("proof a", "missing", 3, "me=a other=b; " + meet), ("proof b", "missing", 2, "me=b other=a; " + meet),
            ("soak c", "stale", 1, f"! ls {folder}/[a-z]; touch {folder}/c; sleep 0.5; rm {folder}/c"), ("proof d", "fresh", 1, f"! ls {folder}/[a-z]")]
    status, lines = night(folder, rows, jobs=2)
    assert status == 0 and lines[-1] == "4 passed, 0 failed", lines
    status, lines = night(folder, rows[:2], jobs=1)
    assert status == 1 and lines[-1] == "0 passed, 2 failed", lines


def a_night_that_is_stopped_keeps_what_had_ended(folder):
    code = f"""import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); import evidence, nightly, pathlib
evidence.HERE, nightly.LOGS = pathlib.Path({str(folder / 'found.jsonl')!r}), pathlib.Path({str(folder)!r})
steps = [nightly.Step("one", ["true"], "missing", "", 1, "d"), nightly.Step("two", ["sh", "-c", "trap 'echo ended; exit' TERM; touch {folder}/begun; sleep 50 & wait"], "stale", "", 1, "d")]
sys.exit(nightly.night(1, 1, [], lambda jobs, ran: [step for step in steps if step.name not in ran]))"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        while not (folder / "begun").exists():
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        lines = process.communicate(timeout=60)[0].splitlines()
    assert process.returncode == 130 and lines[-1] == "1 passed, 0 failed; make nightly goes on from here", lines
    rows = [row["what"] for row in evidence.read(folder / "found.jsonl") if not row["what"].startswith(evidence.CHECK)]
    assert rows == ["one"] and (folder / "two.log").read_text() == "ended\n"


def every_kind_of_evidence_has_a_step(_folder):
    names = {step.name.split()[0] for step in nightly.Night(1).steps()}
    assert names >= {"lint", "proof", "mutants", "points", "coverage", "functional", "soak", "hashes", "space", "netlist", "fourstate", "bench", "synth", "image"}, names


def what_differed_is_repeated_first_with_its_seed(_folder):
    sources = digest.Tree().run("vote")
    evidence.record("soak vote", sources, True, "seed 6", ops=10**7, tests=[], wrong=[])
    evidence.record("soak vote", sources, False, "seed 7", ops=0, tests=[], wrong=["make sim"])
    first, *rest = nightly.Night(1).steps()
    assert first.name == "soak vote again" and first.command[-2:] == ["--base-seed", "7"], first
    assert not any(step.name.startswith("soak vote") for step in rest), "no other seed while that one differs"
    evidence.record("soak vote", sources, True, "seed 7", ops=0, tests=[], wrong=[])
    ranks = [step.rank for step in nightly.Night(1).steps() if step.name.startswith("soak vote")]
    assert sorted(ranks) == ["fresh"] + ["missing"] * 9, "nine tenths are left"


def units_that_are_outdated_make_steps_of_their_own(_folder):
    tree = digest.Tree()
    for name in mutants.units():
        if name not in ("ws_mbar", "ws_sync"):
            evidence.record(f"mutants {name}", tree.mutants(name), True, "seed 1", 60)
    steps = [step for step in nightly.Night(1).steps() if step.name.startswith("mutants")]
    assert sorted(steps[0].name.split()[1:]) == ["ws_mbar", "ws_sync"] and steps[0].rank == "missing" and steps[1].rank == "fresh", steps[:2]
    left = [step for step in nightly.Night(1, {"ws_mbar", "ws_sync"}).steps() if step.name.startswith("mutants")]
    assert not any({"ws_mbar", "ws_sync"} & set(step.name.split()) for step in left), "each has its turn once in a night"


# ------------------------------------------------------------------------------------------------------------- proofs


def a_proof_that_shows_no_case_is_refused(folder):
    proof = folder / "prove_planted.sh"
    good = "PROVED a b (c, unbounded, each of 2 cases occurs, 1 s)"
    for lines, ok in (([good], True), (["PROVED a b (c, each case occurs, 1 s)"], True), (["PROVED a b (c, all inputs, 1 s)"], False),
                      (["PROVED a each of 2 cases occurs (c, all inputs, 1 s)"], False), ([good, "PROVED d e (c, unbounded, 1 s)"], False),
                      (["PROVED a b (c, each of 0 cases occurs, 1 s)"], False)):
        proof.write_text("#!/bin/sh\n" + "".join(f"echo '{line}'\n" for line in lines))
        proof.chmod(0o755)
        held, text, _ = formal.prove(proof, False)
        assert held == ok and ok != text.startswith("no cases are shown to occur") and ok == (text == "\n".join(lines)), (lines, text)
        assert ok or text.endswith(lines[-1]), "the line is named"


def a_case_that_an_assumption_rules_out_is_named(folder):
    for name in ("frames_zero.sh", "aig.sh"):
        (folder / "tb/formal").mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tb/formal" / name, folder / "tb/formal")
    (folder / "rtl/common").mkdir(parents=True)
    (folder / "rtl/files.f").write_text("rtl/common/both.v\n")
    (folder / "rtl/common/both.v").write_text("module both(input wire [3:0] a, b, output wire [3:0] c);\n  assign c = a & b;\nendmodule\n")
    reached = ("output wire [1:0] reached", "assign reached = {asked && a == 9, asked && a == b};")
    for assumed, (port, case), status, said in (
            ("a < 12", reached, 0, "PROVED planted an and (Yosys and ABC, all inputs, each of 2 cases occurs, "),
            ("a < 9", reached, 1, "planted: reached[1] of planted cannot be shown to occur, see build/formal/planted/reached1.log"),
            ("a < 9 && a > 9", reached, 1, "planted: reached[0] of planted cannot be shown to occur, see build/formal/planted/reached0.log"),
            ("a < 12", ("output wire other", "assign other = a == b;"), 2, "planted: planted needs an output reached of two bits or more")):
        (folder / "tb/formal/planted.v").write_text(f"module planted(input wire [3:0] a, b, output wire bad, {port});\n  wire asked = {assumed};\n"
                                                    f"  wire [3:0] c;\n  both dut(a, b, c);\n  assign bad = asked && c > a;\n  {case}\nendmodule\n")
        done = subprocess.run([folder / "tb/formal/frames_zero.sh", "planted", "planted", "0", "an and", "planted.v", "", ""], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        assert (done.returncode, done.stdout.startswith(said)) == (status, True), (assumed, done.stdout)


TESTS = (a_night_goes_on_behind_a_step_that_fails,
         the_most_outdated_comes_first,
         a_step_that_takes_longer_than_is_left_is_passed_over,
         a_night_ends_in_time,
         steps_of_one_processor_run_side_by_side_and_others_alone,
         a_night_that_is_stopped_keeps_what_had_ended,
         every_kind_of_evidence_has_a_step,
         what_differed_is_repeated_first_with_its_seed,
         units_that_are_outdated_make_steps_of_their_own,
         a_proof_that_shows_no_case_is_refused,
         a_case_that_an_assumption_rules_out_is_named)


def run(tests):
    """Exit status of a file of tests, each with a folder and a store of its own."""
    failed = 0
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            evidence.HERE, evidence.KEPT = pathlib.Path(folder) / "here/found.jsonl", pathlib.Path(folder) / "kept/found.jsonl"
            try:
                test(pathlib.Path(folder))
                word = "ok"
            except Exception:  # pylint: disable=broad-except
                word = "FAIL\n" + traceback.format_exc()
                failed += 1
        print(f"{test.__name__} ({time.monotonic() - start:.1f} s): {word}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(run(TESTS))
