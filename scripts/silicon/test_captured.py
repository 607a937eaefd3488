#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The capture without a GPU: the golden model answers in its place, every family's script replays, one wrong answer is noticed; and
the sets and digests of captured.py, in a folder of their own: what is broken, unlisted, missing or not from a GPU is refused; the table
of clocks is up to date. Last line: "N passed, N failed"."""
import contextlib
import hashlib
import io
import lzma
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback

import captured
import cycles

FAMILIES = ("shfl", "vote", "match", "redux", "elect", "bar", "mbar", "atom")


PROGRAM = captured.ROOT / "build/silicon/capture_model"


def run(*command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    assert done.returncode == 0, done.stdout


def replay(folder, **how):
    """(passed, failed) and what was said."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        counts = captured.replay_all(folder / "sets", **how)
    return *counts, said.getvalue()


def kept(folder, *words):
    """A folder with a set of each family."""
    run(PROGRAM, f"--out={folder}", "--cases=200", *words)
    captured.add(folder, folder / "sets", model_too=True)
    return folder / "sets"


def every_family_replays_with_the_models_answers(folder):
    kept(folder)
    statements = []
    for part, captured.SLICE in ((False, 0), (True, 300)):
        passed, failed, said = replay(folder, part=part, model_too=True)
        assert (passed, failed) == (len(FAMILIES), 0), said
        statements.append([int(n) for n in re.findall(r"(\d+) statements, \d+ checks", said)])
    assert all(0 < few < all_of_them for all_of_them, few in zip(*statements, strict=True)), statements


def one_wrong_answer_of_each_family_is_noticed(folder):
    kept(folder, "--lie=" + ",".join(FAMILIES))
    passed, failed, said = replay(folder, model_too=True)
    assert (passed, failed) == (0, len(FAMILIES)) and said.count(" expected ") >= len(FAMILIES), said


def what_the_model_answered_is_no_capture(folder):
    sets = kept(folder, "--family=vote")
    passed, failed, said = replay(folder)
    assert (passed, failed) == (0, 1) and "only what a GPU has answered" in said, said
    try:
        captured.add(folder, sets)
        raise AssertionError("taken into the sets")
    except captured.Bad as error:
        assert "only what a GPU has answered" in str(error), error


def a_file_changed_behind_its_checksum_is_refused(folder):
    sets = kept(folder, "--family=vote")
    path = next(sets.glob("*.xz"))
    path.write_bytes(lzma.compress(lzma.decompress(path.read_bytes()).replace(b".expect.pred", b"// expect.pred")))
    passed, failed, said = replay(folder, model_too=True)
    assert (passed, failed) == (0, 1) and "not the file whose checksum" in said, said


def a_file_that_is_cut_off_is_refused(folder):
    sets = kept(folder, "--family=vote")
    path = next(sets.glob("*.xz"))
    path.write_bytes(path.read_bytes()[:-40])
    (sets / captured.SUMS).write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
    passed, failed, said = replay(folder, model_too=True)
    assert (passed, failed) == (0, 1) and path.name in said, said


def files_and_list_are_the_same(folder):
    sets = kept(folder, "--family=vote")
    path = next(sets.glob("*.xz"))
    path.rename(sets / "other.wsv.xz")
    assert replay(folder, model_too=True)[:2] == (0, 1)
    (sets / "other.wsv.xz").unlink()
    passed, failed, said = replay(folder, model_too=True)
    assert (passed, failed) == (0, 1) and "missing, but in" in said, said


def a_script_without_checks_is_no_answer(folder):
    sets = kept(folder, "--family=vote")
    path = next(sets.glob("*.xz"))
    text = lzma.decompress(path.read_bytes()).replace(b".expect", b"// .expect")
    path.write_bytes(lzma.compress(text))
    (sets / captured.SUMS).write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
    passed, failed, said = replay(folder, model_too=True)
    assert (passed, failed) == (0, 1) and " 0 checks" in said, said


def nothing_captured_says_so_and_counts_nothing(folder):
    (folder / "sets").mkdir()
    passed, failed, said = replay(folder)
    assert (passed, failed) == (0, 0) and "no script has been captured" in said, said


def a_digest_stands_for_what_the_model_makes_anew(folder):
    run(PROGRAM, f"--out={folder}", "--cases=200")
    assert len(captured.add_digests(folder, folder / "sets", model_too=True)) == len(FAMILIES)
    for part in (False, True):
        passed, failed, said = replay(folder, part=part)
        assert (passed, failed) == (len(FAMILIES), 0) and said.count("made anew, the same") == len(FAMILIES), said


def of_each_digest_a_wrong_answer_is_noticed(folder):
    run(PROGRAM, f"--out={folder}", "--cases=200", "--lie=" + ",".join(FAMILIES))
    captured.add_digests(folder, folder / "sets", model_too=True)
    passed, failed, said = replay(folder)
    assert (passed, failed) == (0, len(FAMILIES)) and said.count("the model answers otherwise than") == len(FAMILIES), said


def a_digest_of_other_statements_says_so(folder):
    run(PROGRAM, f"--out={folder}", "--cases=200", "--family=vote")
    captured.add_digests(folder, folder / "sets", model_too=True)
    path = folder / "sets" / captured.DIGESTS
    path.write_text(path.read_text(encoding="ascii").replace("\t200\t", "\t201\t"), encoding="ascii")
    passed, failed, said = replay(folder)
    assert (passed, failed) == (0, 1) and "not the statements that" in said, said
    path.write_text(path.read_text(encoding="ascii").replace("\t201\t", "\t"), encoding="ascii")
    passed, failed, said = replay(folder)
    assert (passed, failed) == (0, 1) and captured.DIGESTS in said, said


def a_digest_is_taken_with_all_masks_and_of_a_gpu(folder):
    run(PROGRAM, f"--out={folder}", "--cases=200", "--family=vote", "--masks=full")
    for words, message in (({"model_too": True}, "with all masks"), ({}, "only what a GPU has answered")):
        try:
            captured.add_digests(folder, folder / "sets", **words)
            raise AssertionError("taken into the digests")
        except captured.Bad as error:
            assert message in str(error), error


def the_table_of_clocks_shows_what_was_measured(_):
    readme = (captured.ROOT / "scripts/silicon/README.md").read_text(encoding="utf-8")
    measured = cycles.MEASURED.read_text(encoding="ascii") if cycles.MEASURED.exists() else ""
    assert cycles.with_table(readme, cycles.table(measured)) == readme, "cycles.py --write-readme"
    lines = ["# some GPU", *(f"{name}\t{i}.5\t0.{i}25" for i, (name, _, _) in enumerate(cycles.ROWS))]
    made = cycles.table("\n".join(lines))
    assert "GPU: some GPU." in made and "| 1.5 | 0.125 | 4 |" in made and "not measured" not in made, made
    for wrong in (lines[1:], lines[:-1], lines[:-1] + ["shfl.sync\t\t1.0"]):
        try:
            cycles.table("\n".join(wrong))
            raise AssertionError(f"taken: {wrong}")
        except ValueError:
            pass


TESTS = (every_family_replays_with_the_models_answers,
         one_wrong_answer_of_each_family_is_noticed,
         what_the_model_answered_is_no_capture,
         a_file_changed_behind_its_checksum_is_refused,
         a_file_that_is_cut_off_is_refused,
         files_and_list_are_the_same,
         a_script_without_checks_is_no_answer,
         nothing_captured_says_so_and_counts_nothing,
         a_digest_stands_for_what_the_model_makes_anew,
         of_each_digest_a_wrong_answer_is_noticed,
         a_digest_of_other_statements_says_so,
         a_digest_is_taken_with_all_masks_and_of_a_gpu,
         the_table_of_clocks_shows_what_was_measured)


def main():
    failed = 0
    captured.model_program()
    for test in TESTS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(pathlib.Path(folder))
                word = "ok"
            except Exception:  # pylint: disable=broad-except
                word = "FAIL\n" + traceback.format_exc()
                failed += 1
        print(f"{test.__name__}: {word}", flush=True)
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
