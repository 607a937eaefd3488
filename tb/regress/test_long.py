#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The long verbs, without their length: nightly with steps that fail, hang and are not there; soak with a bench that is a line of
Python; what passed before and is not run again. Last line: "N passed, N failed"."""
import contextlib
import io
import json
import os
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
import families  # noqa: E402
import formal  # noqa: E402
import found  # noqa: E402
import known  # noqa: E402
import results  # noqa: E402
import soak  # noqa: E402


def nightly(folder, lines, *words, stop_after=None):
    """Exit status and output of make nightly with these steps."""
    steps = folder / "steps"
    steps.write_text("\n".join(lines) + "\n")
    with subprocess.Popen([sys.executable, "scripts/nightly.py", "--steps", str(steps), "--out", str(folder), *words], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        if stop_after:
            time.sleep(stop_after)
            process.send_signal(signal.SIGTERM)
        return (said := process.communicate(timeout=60)[0], process.returncode)[::-1] + (said.splitlines(),)


def a_night_goes_on_behind_a_step_that_fails(folder):
    status, text, lines = nightly(folder, ["one 60 true", "two 60 sh -c 'echo the reason; exit 7'", "three 60 true"])
    assert status == 1 and lines[-1] == "2 passed, 1 failed", text
    assert "     | the reason" in lines and "     | exit status 7" in lines and lines[-2].startswith("ok       three"), text


def a_step_that_hangs_is_ended(folder):
    status, text, lines = nightly(folder, ["one 1 sleep 1000", "two 60 true"])
    assert status == 1 and lines[-1] == "1 passed, 1 failed" and "no end within 1 s" in text, text


def a_step_that_is_not_there_is_a_failure(folder):
    status, text, lines = nightly(folder, ["one 60 no_such_program_1", "two 60 true"])
    assert status == 1 and lines[-1] == "1 passed, 1 failed" and "could not be started" in text, text


def a_night_that_is_stopped_says_what_did_not_run(folder):
    status, text, lines = nightly(folder, ["one 60 sleep 50", "two 60 true"], stop_after=1)
    assert status == 130 and "not run  two" in lines and lines[-1] == "0 passed, 2 failed", text


def a_night_that_is_resumed_runs_what_has_not_passed(folder):
    times = folder / "times"
    steps = [f"one 60 sh -c 'echo one >>{times}; test ! -e {folder}/bad'", f"two 60 sh -c 'echo two >>{times}; test -e {folder}/good'",
             f"ladder 60 sh -c 'echo ladder >>{times}'"]
    status, text, _ = nightly(folder, steps)
    assert status == 1, text
    kept = (folder / "passed.json").read_text()
    status, text, lines = nightly(folder, [steps[0] + " again", *steps[1:]], "--resume")
    assert lines[0].startswith("ok       one"), f"a step with another command\n{text}"
    for key in ("files", "tools"):
        (folder / "passed.json").write_text(json.dumps({name: row | {key: "0"} for name, row in json.loads(kept).items()}))
        status, text, lines = nightly(folder, steps, "--resume")
        assert lines[0].startswith("ok       one"), f"with other {key}\n{text}"
    times.unlink()
    (folder / "good").touch()
    status, text, lines = nightly(folder, steps, "--resume")
    assert status == 0 and lines[0].startswith("passed   one") and lines[-1] == "3 passed, 0 failed", text
    assert times.read_text().split() == ["two", "ladder"]
    status, text, lines = nightly(folder, steps, "--resume")
    assert lines[0].startswith("ok       one"), f"that night was over\n{text}"


def what_failed_since_it_passed_is_run_again(folder):
    steps = [f"one 60 test ! -e {folder}/bad", f"two 60 test -e {folder}/good"]
    assert nightly(folder, steps)[0] == 1
    (folder / "bad").touch()
    assert nightly(folder, steps, "one")[0] == 1, "one, by itself, fails now"
    status, text, lines = nightly(folder, steps, "--resume")
    assert status == 1 and lines[0].startswith("FAIL     one"), text


def a_wrong_line_of_steps_is_named(folder):
    status, text, _ = nightly(folder, ["one 60 true", "two true"])
    assert status == 1 and "steps:2: a step is a name" in text, text


def the_night_has_every_long_verb(_folder):
    said = subprocess.run([sys.executable, "scripts/nightly.py", "no_such_step"], cwd=ROOT, capture_output=True, text=True, check=False)
    missing = {"lint", "regress", "coverage", "functional", "mutants", "exhaustive", "gate", "fourstate", "hashes", "soak", "bench", "synth", "ladder"} - set(said.stderr.split())
    assert said.returncode == 2 and not missing, f"{missing}: {said.stderr}"


# --------------------------------------------------------------------------------------------------------------- soak


def soaking(folder, goal, line, sources="s 1", tests=("vote_all", "elect"), minutes=1):
    """A soak of the vote family with a bench that prints `line` of (test, seed, n): the soak, its exit status in it, and its output."""
    soak.LEDGER = folder / "ledger"
    soak.Run.command = lambda run: [sys.executable, "-c", f"import sys\nprint({line(run)[0]!r})\nsys.exit({line(run)[1]})"]
    family = next(f for f in families.FAMILIES if f.name == "vote")
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        one = soak.Soak([(family, tests)], soak.Ledger(soak.LEDGER, sources), goal, 1000)
        soak.go_on(one, 2, minutes, {"vote": 0}, "x")
        one.status = soak.verdict(one)
    return one, out.getvalue()


def good(run):
    return f"{run.test} seed {run.seed}  {run.n} operations  9 cycles  100 k/s  PASS", 0


def a_soak_goes_on_where_it_was(folder):
    one, _ = soaking(folder, 3000, good)
    assert one.ledger.ops("vote") == 3000, one.ledger.runs
    two, _ = soaking(folder, 8000, good)
    seeds = [(run.test, run.build, run.seed) for run in two.ledger.runs]
    assert two.ledger.ops("vote") == 8000 and len(set(seeds)) == 8 and {build for _, build, _ in seeds} == {"4_onlyvote", "32_onlyvote"}, seeds


def the_whole_block_has_its_turn(folder):
    one, _ = soaking(folder, 40000, good)
    builds = [run.build for run in one.ledger.runs]
    assert builds.count("4") == builds.count("32") == 2 and set(builds) == {"4", "32", "4_onlyvote", "32_onlyvote"}, builds
    for build, words in (("4", "LANES=4"), ("32_onlyvote", "LANES=32 FAMILIES=vote"), ("4_c2", "LANES=4 CTAS=2")):
        assert soak.Run("vote", "elect", build, 1, 1000).repeat() == f"make sim TEST=elect SEED=1 N=1000 {words}"


def a_soak_that_is_kept_goes_on_without_its_ledger(folder):
    one, _ = soaking(folder, 9000, good)
    soak.remember(one.ledger, "s 1")
    seeds = {(run.test, run.build, run.seed) for run in one.ledger.runs}
    assert len(found.load("soak")) == len({seed[:2] for seed in seeds}), "a line for seeds that follow each other"
    (folder / "ledger").unlink()
    two, _ = soaking(folder, 12000, good)
    new = {(run.test, run.build, run.seed) for run in two.ledger.runs if not run.last}
    assert two.ledger.ops("vote") == 12000 and len(new) == 3 and not new & seeds, two.ledger.runs
    soak.remember(two.ledger, "s 1")
    soak.remember(soak.Ledger(folder / "less", "s 1"), "s 1")  # which knows no more than what is there
    assert sum(row["ops"] for row in found.load("soak")) == 12000
    (folder / "ledger").unlink()
    three, _ = soaking(folder, 1000, good, sources="s 2")
    assert three.ledger.ops("vote") == 1000, "what was kept is of other sources"


def what_differed_is_not_kept(folder):
    def bad(run):
        return (good(run)[0].replace("PASS", "FAIL"), 1) if run.test == "elect" else good(run)
    one, _ = soaking(folder, 9000, bad)
    soak.remember(one.ledger, "s 1")
    assert found.load("soak") and all(row["test"] != "elect" for row in found.load("soak"))


def a_soak_begins_anew_on_other_sources(folder):
    soaking(folder, 3000, good)
    one, text = soaking(folder, 1000, good, sources="s 2")
    assert one.ledger.ops("vote") == 1000 and "begins anew" in text, text


def a_ledger_that_was_cut_off_loses_one_run(folder):
    soaking(folder, 3000, good)
    whole = (folder / "ledger").read_text()
    (folder / "ledger").write_text(whole[:-20])
    one, text = soaking(folder, 3000, good)
    assert one.ledger.ops("vote") == 3000 and "ledger:4: no line of a ledger" in text, text


def a_difference_ends_the_family_and_is_tried_first(folder):
    def bad(run):
        return (good(run)[0].replace("PASS", "FAIL"), 1) if (run.test, run.seed) == ("elect", 1) else good(run)
    one, text = soaking(folder, 100000, bad)
    assert "DIFFERS: make sim TEST=elect SEED=1 N=1000 LANES=4" in text and one.ledger.ops("vote") < 100000, text
    two, text = soaking(folder, 5000, good)
    assert not two.ledger.failed("vote") and two.ledger.ops("vote") >= 5000, text


def a_run_without_a_result_is_a_difference(folder):
    one, _ = soaking(folder, 2000, lambda run: ("", 0))
    assert one.ledger.failed("vote") and not one.ledger.ops("vote") and one.status == 1, one.ledger.runs


def a_soak_that_is_not_done_does_not_say_passed(folder):
    one, text = soaking(folder, 2000, good, minutes=-1)
    assert one.status == 1 and text.endswith("0 passed, 1 failed\n"), text
    soaking(folder, 2000, good)
    one, text = soaking(folder, 10**6, good, minutes=-1)
    assert one.status == 0 and text.endswith("0 passed, 0 failed, 1 without a difference and below 1,000,000 operations\n"), text
    one, text = soaking(folder, 2000, good)
    assert one.status == 0 and text.endswith("1 passed, 0 failed\n"), text


# -------------------------------------------------------------------------------------------------------------- known


def a_check_runs_again_when_a_file_tool_or_word_changed(folder):
    known.ROOT, known.FOLDER = folder, folder / "known"
    (folder / "in").mkdir()
    (folder / "in/a").write_text("1")

    def at(*words, tools=("echo one",)):
        known.files_digest.cache_clear()
        return known.place(("in",), tools, words)

    known.keep(at("x"), "said")
    assert known.recall(at("x"))[0] == "said"
    for other in (at("y"), at("x", tools=("echo two",)), at("x", tools=("no-such-tool",)), at("x", tools=("false",))):
        assert known.recall(other) is None, other
    (folder / "in/b").write_text("1")  # a file more
    assert known.recall(at("x")) is None
    (folder / "in/b").rename(folder / "in/c")
    known.keep(at("x"), "said")
    (folder / "in/a").write_text("2")
    assert known.recall(at("x")) is None
    (folder / "in/a").write_text("1")
    assert known.recall(at("x"))
    os.environ["FRESH"] = "1"
    assert known.recall(at("x")) is None
    del os.environ["FRESH"]


def what_failed_is_not_remembered(folder):
    known.ROOT, known.FOLDER = folder, folder / "known"
    known.files_digest.cache_clear()
    passing = folder / "prove_passing.sh"
    line = "echo PROVED a b '(c, each of 2 cases occurs, 1 s)'"
    for text, ok in ((line + "; exit 1", False), ("echo nothing", False), (line, True)):
        passing.write_text(f"#!/bin/sh\n{text}\n")
        passing.chmod(0o755)
        known.files_digest.cache_clear()
        first, again = formal.prove_new(passing, False), formal.prove_new(passing, False)
        assert (first[0], again[0]) == (ok, ok) and first[3] is None and bool(again[3]) == ok, (text, first, again)


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
         a_step_that_hangs_is_ended,
         a_step_that_is_not_there_is_a_failure,
         a_night_that_is_stopped_says_what_did_not_run,
         a_night_that_is_resumed_runs_what_has_not_passed,
         what_failed_since_it_passed_is_run_again,
         a_wrong_line_of_steps_is_named,
         the_night_has_every_long_verb,
         a_soak_goes_on_where_it_was,
         a_soak_begins_anew_on_other_sources,
         the_whole_block_has_its_turn,
         a_soak_that_is_kept_goes_on_without_its_ledger,
         what_differed_is_not_kept,
         a_ledger_that_was_cut_off_loses_one_run,
         a_difference_ends_the_family_and_is_tried_first,
         a_run_without_a_result_is_a_difference,
         a_soak_that_is_not_done_does_not_say_passed,
         a_check_runs_again_when_a_file_tool_or_word_changed,
         what_failed_is_not_remembered,
         a_proof_that_shows_no_case_is_refused,
         a_case_that_an_assumption_rules_out_is_named)


def run(tests):
    """Exit status of a file of tests, each with a folder of its own."""
    results.FOLDER = pathlib.Path(tempfile.mkdtemp())  # nothing made up reaches build/results
    failed = 0
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            found.FOLDER = pathlib.Path(folder) / "found"
            known.ROOT, known.FOLDER = ROOT, ROOT / "build/known"
            known.files_digest.cache_clear()
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
