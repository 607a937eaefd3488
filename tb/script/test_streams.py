#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Failing streams of the bench, as it writes them, are scripts that check and hold on the model; and where the bench says
that RTL and model differ in a replay, they do: a fault that it found with barriers is found again from the text alone.

test_streams.py --make ws_make_stream --replay ws_replay_broken [N] [SEED]
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

KINDS = [(fault, ctas, slots) for ctas, slots in ((1, 1), (2, 1), (1, 2)) for fault in ("popc", "sync", "wait", "test")
         if (fault, slots) != ("test", 2)]
LIMITS = ("launched again", "not known any more", "was launched with", "cluster, although")  # the text says what it lacks


def run(*args, fault=""):
    done = subprocess.run([str(a) for a in args], capture_output=True, text=True, timeout=60, check=False,
                          env=dict(os.environ, WS_FAULT=fault))
    return done.returncode, done.stdout + done.stderr


def look(args, seed, kind, folder):
    """None where nothing differed; else whether the stream promised to show, and what is wrong with it."""
    fault, ctas, slots = kind
    path = pathlib.Path(folder) / f"fail_stream_{seed}.wsv"
    status, said = run(args.make, folder, seed, fault, ctas, slots)
    if status == 1:
        return None
    if status:
        return False, f"ws_make_stream: exit {status}\n{said}"
    text = path.read_text()
    status, said = run(args.replay, "--dut=cmodel", path, fault=fault)
    if status:
        return False, f"--dut=cmodel: exit {status}\n{said}{text}"
    waves = pathlib.Path(folder) / "short.waves"
    if waves.exists() != ("RTL and model differ in a replay" in text) or (waves.exists() and not waves.stat().st_size):
        return False, f"waves of the stream made short: {waves.stat().st_size if waves.exists() else 'none'}\n{text}"
    shows = "RTL and model differ in a replay" in text and not any(x in text for x in LIMITS)
    status, said = run(args.replay, path, fault=fault)
    if shows and (status != 1 or "RTL and model differ" not in said):
        return True, f"a replay: exit {status}\n{said}{text}"
    return shows, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--make", required=True)
    parser.add_argument("--replay", required=True)
    parser.add_argument("n", type=int, nargs="?", default=15)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    args = parser.parse_args()
    bad = 0
    for kind in KINDS:
        found = shown = 0
        for seed in range(args.seed * 1000, args.seed * 1000 + args.n):
            with tempfile.TemporaryDirectory() as folder:
                answer = look(args, seed, kind, folder)
            if answer is None:
                continue
            found += 1
            shown += answer[0]
            if answer[1]:
                bad += 1
                print(f"FAIL fault {kind[0]}, {kind[1]} CTAs, {kind[2]} slots, seed {seed}: {answer[1]}")
        print(f"fault {kind[0]}, {kind[1]} CTAs, {kind[2]} slots: {found} streams, {shown} of them show it")
        if not found or (not shown and kind[0:3:2] != ("wait", 2)):
            print("FAIL none, or none that shows it")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
