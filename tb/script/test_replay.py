#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs warp scripts and checks what the replayer says: exit status, stderr and stdout, recordings.

test_replay.py --replay PROGRAM SCRIPT...       each script holds: on both sides, on each side alone, and as recorded
test_replay.py --replay PROGRAM --fail SCRIPT.. each script fails with the exit status and the lines in its comments
test_replay.py --replay PROGRAM --record-rules  what --record keeps, drops, adds, and where it must not write
test_replay.py --replay PROGRAM --fuzz N        N random scripts neither crash nor hang, and replay as recorded
test_replay.py --replay PROGRAM --oracle N      N random scripts with values from oracle_scripts.py hold
test_replay.py --replay PROGRAM --mbar N        N random scripts with values from oracle_mbar.py hold
test_replay.py --replay PROGRAM --bar N         N random scripts with values from oracle_bar.py hold
test_replay.py --replay PROGRAM --atom N        N random scripts with values from oracle_atom.py hold
test_replay.py --replay PROGRAM --helpers N     N random scripts with values from oracle_helpers.py hold

In a script, `//! lanes 4 8 16 32` lets it run with each of these lane counts, `//! exit 1` gives the exit status and
`//! stderr TEXT`, `//! stdout TEXT` give exactly the lines of the two streams, where lines are given at all;
`//! stderr-has TEXT` gives a part of the stream, `//! options` and `//! fault` go to the program (broken_rtl.c).
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import atom_scripts
import bar_scripts
import fuzz_scripts
import mbar_scripts
import oracle_helpers
import oracle_scripts

failures = []


def replay(program, *args, cwd=None, fault=""):
    """Exit status, stdout, stderr."""
    env = dict(os.environ, WS_FAULT=fault)
    done = subprocess.run([program, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, errors="replace", timeout=120, cwd=cwd, env=env, check=False)
    return done.returncode, done.stdout, done.stderr


def check(what, good, said=""):
    if not good:
        failures.append(what)
        print(f"FAIL {what}\n{said}".rstrip())


def notes(text, key):
    return re.findall(rf"^//! {key}(?: (.*))?$", text, re.M)


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def expects(text):
    return len(re.findall(r"^\s*\.expect|;\s*\.expect", re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S), re.M))


def holds(program, folder, name, text):
    """The script as it is, and what a recording of it gives."""
    path = write(os.path.join(folder, "script.wsv"), text)
    for dut in ("both", "cmodel", "rtl"):
        status, out, err = replay(program, f"--dut={dut}", path)
        check(f"{name}: exit {status} with --dut={dut}", status == 0, err + out)
        check(f"{name}: stderr with --dut={dut}", all(": warning: " in line for line in err.splitlines()), err)
        check(f"{name}: last line of stdout", re.fullmatch(r"\d+ statements, \d+ checks, 0 failed", out.rstrip().split("\n")[-1]), out)
    recorded(program, folder, name, path)


def recorded(program, folder, name, path):
    """A recording replays, and recording it again changes nothing."""
    first, second = os.path.join(folder, "first.wsv"), os.path.join(folder, "second.wsv")
    status, out, err = replay(program, f"--record={first}", path)
    check(f"{name}: exit {status} while recording", status in (0, 1), err + out)
    if not os.path.exists(first):
        check(f"{name}: nothing was recorded", False)
        return
    status, out, err = replay(program, first)
    check(f"{name}: exit {status} of the recording", status == 0, err + out + read(first))
    replay(program, f"--record={second}", first)
    check(f"{name}: recording again changes the recording", os.path.exists(second) and read(first) == read(second))


def run_good(program, scripts):
    for script in scripts:
        text = read(script)
        lanes = [int(n) for n in " ".join(notes(text, "lanes")).split()]
        with tempfile.TemporaryDirectory() as folder:
            if not lanes:
                holds(program, folder, script, text)
            for n in lanes:
                holds(program, folder, f"{script} with {n} lanes", re.sub(r"lanes=\d+", f"lanes={n}", text, count=1))


def run_bad(program, scripts):
    for script in scripts:
        text = read(script)
        folder, name = os.path.split(script)
        options = " ".join(notes(text, "options")).split()
        status, out, err = replay(program, *options, name, cwd=folder or None, fault=" ".join(notes(text, "fault")))
        said = f"exit {status}\n--- stderr\n{err}--- stdout\n{out}"
        check(f"{script}: exit {status}", [str(status)] == notes(text, "exit"), said)
        for stream, got in (("stderr", err), ("stdout", out)):
            want = notes(text, stream)
            if want:
                check(f"{script}: {stream} is not\n" + "\n".join(want), got.rstrip("\n").split("\n") == want, said)
        for part in notes(text, "stderr-has"):
            check(f"{script}: stderr has not: {part}", part in err, said)
        with tempfile.TemporaryDirectory() as scratch:
            if status == 1 and not notes(text, "fault"):
                recorded(program, scratch, script, os.path.abspath(script))


# ------------------------------------------------------------------------------------------------------ recording

BEFORE = """\
// head
.machine lanes=4;
.expect.waiting 0; // a comment stays
  .set.pred low, 0x3;   // so does this
.set.b32 two, 2;
@low redux.sync.add.u32 d, two, 0xf; .expect.waiting 0x3;
.expect.waiting
   0x3;
mov.u32 i, %laneid; shl.b32 j, i, 4; /* two of them */
@!low redux.sync.add.u32 d2, two, 0xf; .expect.b32 d2, {_, _,
   8, 8};
setp.gt.u32 p, i, 2; /* goes
on */ elect.sync _|p, 0x7;"""

AFTER = """\
// head
.machine lanes=4;
 // a comment stays
  .set.pred low, 0x3;   // so does this
.set.b32 two, 2;
@low redux.sync.add.u32 d, two, 0xf;
.expect.waiting 0x3;
mov.u32 i, %laneid;
.expect.b32 i, {_, _, 0x2, 0x3};
shl.b32 j, i, 4; /* two of them */
.expect.b32 j, {_, _, 0x20, 0x30};
@!low redux.sync.add.u32 d2, two, 0xf;
.expect.b32 d2, {_, _, 0x8, 0x8};
.expect.b32 d, {0x8, 0x8, _, _};
.expect.waiting 0x0;
setp.gt.u32 p, i, 2;
.expect.pred p, 0x8;
/* goes
on */ elect.sync _|p, 0x7;
.expect.pred p, 0x1;
.expect.status CV_NOT_MEMBER, 0x8;
"""


def run_record_rules(program):
    with tempfile.TemporaryDirectory() as folder:
        script, out = write(os.path.join(folder, "a.wsv"), BEFORE), os.path.join(folder, "out.wsv")
        status, said, err = replay(program, f"--record={out}", script)
        check(f"recording: exit {status}", status == 0, err + said)
        check("recording: text", os.path.exists(out) and read(out) == AFTER, read(out) if os.path.exists(out) else "")
        check("recording: replays", replay(program, out)[0] == 0)
        # over itself, through a link
        os.symlink("a.wsv", os.path.join(folder, "link.wsv"))
        status, said, err = replay(program, f"--record={folder}/link.wsv", script)
        check("recording: over itself", status == 0 and read(script) == AFTER and os.path.islink(folder + "/link.wsv"), err)
        # old .expect lines that fail are reported and replaced
        write(script, ".machine lanes=4;\nmov.u32 i, %laneid;\n.expect.b32 i, 0;\n")
        status, said, err = replay(program, f"--record={out}", script)
        check("recording: wrong .expect", status == 1 and "lane 3: i = 0x00000003 expected 0x00000000" in err, err)
        check("recording: wrong .expect replaced", read(out).endswith(".expect.b32 i, {0x0, 0x1, 0x2, 0x3};\n"), read(out))
        # nothing half-written
        status, said, err = replay(program, "--record=/dev/full", script)
        check(f"recording: full disk: exit {status}", status == 2 and "/dev/full: error: cannot write: No space left" in err, err)
        status, said, err = replay(program, f"--record={folder}/none/x.wsv", script)
        check(f"recording: no folder: exit {status}", status == 2 and "x.wsv: error: cannot write: No such file" in err, err)
        write(script, ".machine lanes=4;\n.set.pred g, 0x1;\nbar.warp.sync 0x3;\n")
        write(out, "untouched")
        write(script, ".machine lanes=4;\n.set.pred g, 0x1;\n@g bar.warp.sync 0x3;\n@g bar.warp.sync 0x3;\n")
        status, said, err = replay(program, f"--record={out}", script)
        check(f"recording: error while running: exit {status}", status == 2 and read(out) == "untouched", err)
        check("recording: no other files", sorted(os.listdir(folder)) == ["a.wsv", "link.wsv", "out.wsv"], str(os.listdir(folder)))


def run_fuzz(program, count, seed, make):
    print(f"seed {seed}")
    for n in range(count):
        text = make(seed * 1000003 + n)
        with tempfile.TemporaryDirectory() as folder:
            path = write(os.path.join(folder, "script.wsv"), text)
            try:
                status, out, err = replay(program, path)
            except subprocess.TimeoutExpired:
                check(f"fuzz: seed {seed} script {n} hangs", False, text)
                continue
            check(f"fuzz: seed {seed} script {n}: exit {status}", status == 0, err + out + text)
            if status == 0:
                recorded(program, folder, f"fuzz: seed {seed} script {n}", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--replay", required=True)
    parser.add_argument("--fail", action="store_true")
    parser.add_argument("--record-rules", action="store_true")
    parser.add_argument("--fuzz", type=int, default=0)
    parser.add_argument("--oracle", type=int, default=0)
    parser.add_argument("--mbar", type=int, default=0)
    parser.add_argument("--bar", type=int, default=0)
    parser.add_argument("--atom", type=int, default=0)
    parser.add_argument("--helpers", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("scripts", nargs="*")
    args = parser.parse_args()
    program = os.path.abspath(args.replay)
    if args.record_rules:
        run_record_rules(program)
    if args.fuzz:
        run_fuzz(program, args.fuzz, args.seed, fuzz_scripts.script)
    if args.oracle:
        run_fuzz(program, args.oracle, args.seed, oracle_scripts.script)
    if args.mbar:
        run_fuzz(program, args.mbar, args.seed, mbar_scripts.script)
    if args.bar:
        run_fuzz(program, args.bar, args.seed, bar_scripts.script)
    if args.atom:
        run_fuzz(program, args.atom, args.seed, atom_scripts.script)
    if args.helpers:
        run_fuzz(program, args.helpers, args.seed, oracle_helpers.script)
    (run_bad if args.fail else run_good)(program, args.scripts)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
