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

FAMILIES = ("shfl", "vote", "match", "redux", "elect", "bar", "mbar", "atom", "cluster", "order", "remote")


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


def kept(folder, *words, take=captured.add):
    """A folder with a set, or what `take` takes, of each family."""
    run(PROGRAM, f"--out={folder}", "--cases=200", *words)
    take(folder, folder / "sets", model_too=True)
    return folder / "sets"


def every_family_replays_with_the_models_answers(folder):
    kept(folder)
    statements, before = [], captured.SLICE
    for part in (False, True):
        captured.SLICE = 300
        try:
            passed, failed, said = replay(folder, part=part, model_too=True)
        finally:
            captured.SLICE = before
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


def broken(sets, name, change, listed=True):
    """Changes a file behind its checksum, or with it."""
    path = sets / name
    path.write_bytes(change(path.read_bytes()))
    if listed:
        lines = [line for line in (sets / captured.SUMS).read_text(encoding="ascii").splitlines() if not line.endswith(f"  {name}")]
        lines.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}")
        (sets / captured.SUMS).write_text("\n".join(lines) + "\n", encoding="ascii")


def refused(folder, message, **how):
    passed, failed, said = replay(folder, **{"model_too": True, **how})
    assert (passed, failed) == (0, 1) and message in said, said


VOTE = "vote_model_1.wsv.xz"


def a_file_changed_behind_its_checksum_is_refused(folder):
    sets = kept(folder, "--family=vote")
    broken(sets, VOTE, lambda data: lzma.compress(lzma.decompress(data).replace(b".expect.pred", b"// expect.pred")), listed=False)
    refused(folder, "not the file whose checksum")


def a_file_that_is_cut_off_is_refused(folder):
    sets = kept(folder, "--family=vote")
    broken(sets, VOTE, lambda data: data[:-40])
    refused(folder, VOTE)


def files_and_list_are_the_same(folder):
    sets = kept(folder, "--family=vote")
    (sets / "other.wsv.xz").write_bytes((sets / VOTE).read_bytes())
    refused(folder, "not in SHA256SUMS")
    broken(sets, "other.wsv.xz", lambda data: data)
    passed, failed, said = replay(folder, model_too=True)
    assert (passed, failed) == (1, 1) and "other.wsv.xz: in it is vote, seed 1" in said, said
    (sets / "other.wsv.xz").unlink()
    refused(folder, "missing, but in")
    (sets / captured.SUMS).write_text("abc\n", encoding="ascii")
    refused(folder, "a line is CHECKSUM")


def a_script_without_checks_is_no_answer(folder):
    sets = kept(folder, "--family=vote")
    broken(sets, VOTE, lambda data: lzma.compress(lzma.decompress(data).replace(b".expect", b"// .expect")))
    refused(folder, " 0 checks")


def a_folder_with_nothing_to_replay_fails(folder):
    refused(folder, "nothing that silicon has answered")
    (folder / "sets").mkdir()
    refused(folder, "nothing that silicon has answered")


def no_replayer_is_a_failure(folder):
    kept(folder, "--family=vote")
    refused(folder, "no_such_program", program=folder / "no_such_program")


def digested(folder, *words):
    return kept(folder, *words, take=captured.add_digests)


def a_digest_stands_for_what_the_model_makes_anew(folder):
    digested(folder)
    for part in (False, True):
        passed, failed, said = replay(folder, part=part, model_too=True)
        assert (passed, failed) == (len(FAMILIES), 0) and said.count("made anew, the same") == len(FAMILIES), said


def of_each_digest_a_wrong_answer_is_noticed(folder):
    digested(folder, "--lie=" + ",".join(FAMILIES))
    passed, failed, said = replay(folder, model_too=True)
    assert (passed, failed) == (0, len(FAMILIES)) and said.count("the model answers otherwise than") == len(FAMILIES), said


def a_digest_that_the_model_answered_is_no_capture(folder):
    digested(folder, "--family=vote")
    refused(folder, "only what a GPU has answered", model_too=False)


def a_digest_of_other_statements_says_so(folder):
    sets = digested(folder, "--family=vote")
    broken(sets, captured.DIGESTS, lambda data: data.replace(b"\t200\t", b"\t201\t"))
    refused(folder, "not the statements that")
    broken(sets, captured.DIGESTS, lambda data: data.replace(b"\t201\t", b"\t200\t1"))
    refused(folder, "not the statements that")  # another count of lane results


def a_broken_list_of_digests_is_refused(folder):
    sets = digested(folder, "--family=vote,elect")
    whole = (sets / captured.DIGESTS).read_bytes()
    first, *rows = whole.splitlines(keepends=True)
    for data in (b"", b"".join(rows), first + rows[0] + rows[0], first + rows[0].replace(b"\t200\t", b"\t"), first + b"\xff" + rows[0],
                 first + rows[0].replace(b"_model_1", b"")):
        broken(sets, captured.DIGESTS, lambda _, data=data: data)
        refused(folder, captured.DIGESTS)
    broken(sets, captured.DIGESTS, lambda _: first + rows[0], listed=False)
    refused(folder, "not the file whose checksum")
    (sets / captured.DIGESTS).unlink()
    refused(folder, "missing, but in")


def not_taken(take, folder, message, **how):
    before = {path.name: path.read_bytes() for path in (folder / "sets").glob("*")}
    try:
        take(folder, folder / "sets", **{"model_too": True, **how})
        raise AssertionError("taken")
    except captured.Bad as error:
        assert message in str(error), error
    assert before == {path.name: path.read_bytes() for path in (folder / "sets").glob("*")}


def what_is_there_is_not_replaced_unasked(folder):
    kept(folder, "--family=vote")
    run(PROGRAM, f"--out={folder}", "--cases=300", "--family=vote")
    not_taken(captured.add, folder, "says something else")
    not_taken(captured.add_digests, folder, "is there already")
    captured.add(folder, folder / "sets", model_too=True, replace=True)
    assert replay(folder, model_too=True)[:2] == (1, 0)
    run(PROGRAM, f"--out={folder}", "--cases=300", "--family=vote", "--seed=2")
    captured.add_digests(folder, folder / "sets", model_too=True)
    not_taken(captured.add, folder, "its digest is there")
    (folder / "again").mkdir()
    run(PROGRAM, f"--out={folder / 'again'}", "--cases=300", "--family=vote", "--seed=2")
    not_taken(captured.add_digests, folder, "two scripts that are")


def a_digest_is_taken_with_all_masks_and_of_a_gpu(folder):
    run(PROGRAM, f"--out={folder}", "--cases=200", "--family=vote", "--masks=full")
    not_taken(captured.add_digests, folder, "with all masks")
    not_taken(captured.add_digests, folder, "only what a GPU has answered", model_too=False)


def what_was_compared_is_counted_once_and_only_if_it_is_the_same(folder):
    run(PROGRAM, f"--out={folder}", "--cases=200", "--family=vote,elect,bar")
    captured.add_compared(folder, folder / "sets", model_too=True)
    counts = {family: row[3] for family, row in captured.of_families(folder / "sets").items()}
    assert set(counts) == {"vote", "elect", "bar"} and all(count > 1000 for count in counts.values()), counts
    for take in (captured.add_compared, captured.add_digests, captured.add):
        not_taken(take, folder, f"{captured.COMPARED} has a script of this family and seed")
    run(PROGRAM, f"--out={folder}", "--cases=200", "--family=vote,elect,bar", "--seed=2", "--lie=elect")
    not_taken(captured.add_compared, folder, "elect_model_2: the model makes, or answers, it otherwise")
    run(PROGRAM, f"--out={folder}", "--cases=200", "--family=vote,elect,bar", "--seed=2")
    captured.add_compared(folder, folder / "sets", model_too=True)
    assert all(row[3] > counts[family] for family, row in captured.of_families(folder / "sets").items())
    assert len((folder / "sets" / captured.COMPARED).read_text(encoding="ascii").splitlines()) == 7
    not_taken(captured.add_compared, folder, "only what a GPU has answered", model_too=False)
    run(PROGRAM, f"--out={folder}", "--cases=200", "--family=vote,elect,bar", "--seed=3")
    captured.add(folder, folder / "sets", model_too=True)
    not_taken(captured.add_compared, folder, "is kept already")


def who_adds_is_alone(folder):
    """A second one waits until the first has written."""
    wait = f"import sys; sys.path.insert(0, {str(captured.ROOT / 'scripts/silicon')!r}); import captured, pathlib\nprint('here', flush=True)\nwith captured.alone(pathlib.Path({str(folder)!r})): print('in')"
    with captured.alone(folder):
        second = subprocess.Popen([sys.executable, "-c", wait], text=True, stdout=subprocess.PIPE)
        try:
            assert second.stdout.readline() == "here\n"
            second.wait(timeout=1)
            raise AssertionError("both add")
        except subprocess.TimeoutExpired:
            pass
    assert second.communicate(timeout=60)[0] == "in\n" and second.returncode == 0


def a_script_of_no_family_is_refused(folder):
    (folder / "sets").mkdir()
    (folder / "foo_bar.wsv").write_text("// foo_bar: 3 statements, 96 lane results. Seed 1, masks full.\n// Answered by nobody.\n", encoding="ascii")
    for take in (captured.add, captured.add_digests, captured.add_compared):
        not_taken(take, folder, "is not FAMILY_TARGET_SEED")


def probes_are_of_who_answered_the_scripts(folder):
    run(PROGRAM, f"--out={folder}", "--cases=200", "--family=vote")
    who = captured.head((folder / "vote.wsv").read_text(encoding="ascii"), "", True)[4]
    (folder / captured.PROBES).write_text("answered by somebody else\n", encoding="ascii")
    not_taken(captured.add, folder, "its first line is not")
    (folder / captured.PROBES).write_text(f"answered by {who}\nsomething\n", encoding="ascii")
    captured.add(folder, folder / "sets", model_too=True)
    assert captured.PROBES in captured.listed(folder / "sets") and replay(folder, model_too=True)[:2] == (1, 0)


def a_nan_of_an_f64_sum_stands_as_the_models(folder):
    """As a GPU may give another, and nothing else of atom is rewritten."""
    run(PROGRAM, f"--out={folder}", "--cases=400", "--family=atom")
    as_it_is = (folder / "atom.wsv").read_text(encoding="ascii")
    run(PROGRAM, f"--out={folder}", "--cases=400", "--family=atom", "--other-nan")
    assert (folder / "atom.wsv").read_text(encoding="ascii") == as_it_is
    sums = [case for case in as_it_is.split("\n// ") if "add.f64 " in case]
    assert any("0xfff8000000000000" in line for case in sums for line in case.splitlines() if line.startswith(".expect.b64 m"))
    others = [case for case in as_it_is.split("\n// ") if "exch.b64 " in case]  # whose NaNs are what they are
    assert any("0x7fffffffffffffff" in line for case in others for line in case.splitlines() if line.startswith(".expect.b64 m"))


def the_table_of_sets_shows_what_is_there(folder):
    readme = captured.README.read_text(encoding="utf-8")
    assert captured.with_table(readme, captured.table(), captured.MARKS) == readme, "captured.py --write-readme"
    who = captured.COMPARED_HEAD.format("some GPU").encode("ascii")
    captured.put(folder / "sets", {captured.COMPARED: who + b"\nvote\t1\t10\t320\tsame\nvote\t2\t10\t300\tsame\n"})
    assert captured.of_families(folder / "sets") == {"vote": [0, 0, 0, 620]}
    row = b"vote\t1\t10\t320\tsame"
    for lines in ((who, row.replace(b"same", b"different")), (who, b"vote\t1\t10\tsame"), (who, b"vote\tx\t10\t320\tsame"), (who, row, row), (row,)):
        captured.put(folder / "sets", {captured.COMPARED: b"\n".join(lines) + b"\n"}, replace=True)
        try:
            captured.table(folder / "sets")
            raise AssertionError("taken")
        except captured.Bad as error:
            assert captured.COMPARED in str(error), error


def the_table_of_clocks_shows_what_was_measured(_):
    readme = (captured.ROOT / "scripts/silicon/README.md").read_text(encoding="utf-8")
    measured = cycles.MEASURED.read_text(encoding="ascii") if cycles.MEASURED.exists() else ""
    assert captured.with_table(readme, cycles.table(measured), cycles.MARKS) == readme, "cycles.py --write-readme"
    lines = ["# some GPU", *(f"{name}\t{i}.5\t0.{i}25" for i, (name, _, _) in enumerate(cycles.ROWS))]
    made = cycles.table("\n".join(lines))
    assert "GPU: some GPU." in made and re.search(r"\| 1\.5 \| 0\.125 \| \d+ \|", made) and "not measured" not in made, made
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
         a_folder_with_nothing_to_replay_fails,
         no_replayer_is_a_failure,
         a_digest_stands_for_what_the_model_makes_anew,
         of_each_digest_a_wrong_answer_is_noticed,
         a_digest_that_the_model_answered_is_no_capture,
         a_digest_of_other_statements_says_so,
         a_broken_list_of_digests_is_refused,
         what_is_there_is_not_replaced_unasked,
         a_digest_is_taken_with_all_masks_and_of_a_gpu,
         what_was_compared_is_counted_once_and_only_if_it_is_the_same,
         who_adds_is_alone,
         a_script_of_no_family_is_refused,
         probes_are_of_who_answered_the_scripts,
         a_nan_of_an_f64_sum_stands_as_the_models,
         the_table_of_sets_shows_what_is_there,
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
