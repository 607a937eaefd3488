#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make nightly: what takes hours, one after the other: lint, the regression with its long streams and the proofs, coverage, mutants,
whole spaces, the netlist, four states, hashes of several simulators, soak, bench, synth, boards, and last the ladder, which reads what they have left. A
line a step, its log in build/nightly/<time>/, last the line "N passed, N failed". A step that fails, hangs or cannot be started does
not keep the next ones from running; a step that did not run counts as failed. Exit status 0 only if nothing failed.

nightly.py [--jobs N] [--minutes M] [--resume] [--steps FILE] [--out FOLDER] [STEP...]
  --minutes   for the regression, and for soak
  --resume    goes on with a night that was stopped, or in which something failed: a step that has passed in it, on the same files, with
              the same tools and command, is not run again, it is told with the time when it passed; but lint and the ladder always are
  --steps     other steps, a line each: name, limit in seconds, command
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import time

import known
import style

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHOWN = 15  # last lines of a step that failed
GRACE_S = 120  # for an interrupted step to write its report
LIMIT_S = 12 * 3600  # of a step
SOAK_MIN = 120
TOOLS = ("verilator --version", "iverilog -V", "yosys -V", "cc --version")
ALWAYS = ("lint", "ladder")  # short, and they read what the other steps write


def steps(args):
    """(name, command, limit in seconds)."""
    if args.steps:
        for number, line in enumerate(args.steps.read_text(encoding="utf-8").splitlines(), 1):
            words = shlex.split(line, comments=True)
            if words and (len(words) < 3 or not words[1].isdigit()):
                sys.exit(f"{args.steps}:{number}: a step is a name, a limit in seconds and a command")
            if words:
                yield words[0], words[2:], int(words[1])
        return
    regress = ["scripts/regress.py", "-i", "nightly", "--jobs", str(args.jobs)]
    if args.minutes:
        regress += ["--minutes", str(args.minutes)]
    jobs = f"JOBS={args.jobs}"
    yield "lint", ["make", "lint"], LIMIT_S
    yield "regress", ["sh", "-c", 'scripts/setup.sh regress && exec "$@"', "sh", *regress], LIMIT_S
    yield "coverage", ["make", "coverage", jobs], LIMIT_S
    yield "functional", ["make", "functional", jobs], LIMIT_S
    yield "mutants", ["make", "mutants", "RESUME=proofs"], 4 * LIMIT_S  # all tests anew; what was proved of these sources is
    yield "exhaustive", ["make", "exhaustive"], LIMIT_S
    yield "gate", ["make", "test", "DUT=gate"], LIMIT_S
    yield "fourstate", ["make", "fourstate"], LIMIT_S
    yield "hashes", ["make", "hashes", jobs], LIMIT_S
    yield "soak", ["make", "soak", jobs, f"MINUTES={args.minutes or SOAK_MIN:g}"], LIMIT_S
    yield "bench", ["make", "bench"], LIMIT_S
    yield "synth", ["make", "synth"], LIMIT_S
    for board in ("hx8k", "ulx3s"):
        yield f"image {board}", ["make", "fpga", f"BOARD={board}"], LIMIT_S
    for board in ("icebreaker", "hx8k", "ulx3s"):
        yield f"netlist {board}", ["make", "board-sim", f"BOARD={board}", "NETLIST=1"], LIMIT_S
    yield "board ulx3s", ["make", "board-sim", "BOARD=ulx3s"], LIMIT_S
    yield "ladder", ["make", "ladder"], LIMIT_S


def files_digest():
    """Of all files of the project but for its texts and what has been found."""
    whole = hashlib.sha256()
    for path in style.tree_files():
        if path.suffix != ".md" and path.parts[:2] != ("tb", "found"):
            whole.update(f"{path}\0".encode() + hashlib.sha256((ROOT / path).read_bytes()).digest())
    return whole.hexdigest()


def load_passed(out):
    """{name of a step: files, command and date of when it passed last}"""
    try:
        return json.loads((out / "passed.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def keep_passed(out, name, row):
    """row: None for a step that has not passed."""
    rows = load_passed(out) | {name: row}
    part = out / f"passed.{os.getpid()}"
    part.write_text(json.dumps({key: one for key, one in rows.items() if one}, indent=1) + "\n", encoding="utf-8")
    part.replace(out / "passed.json")


def run(command, log, limit):
    """(exit status, what befell it: "", "stopped" or why there is no status)"""
    try:
        with open(log, "w", encoding="utf-8") as out:
            process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                       start_new_session=True)
    except OSError as error:
        return None, f"could not be started: {error}"
    try:
        return process.wait(limit), ""
    except subprocess.TimeoutExpired:
        end(process)
        return None, f"no end within {limit} s"
    except KeyboardInterrupt:
        end(process)
        return None, "stopped"


def end(process):
    """All of it, with time for a report."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--steps", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/nightly")
    parser.add_argument("names", nargs="*", help="only these steps")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    plan = list(steps(args))
    unknown = set(args.names) - {name for name, *_ in plan}
    if unknown:
        parser.error(f"no step {min(unknown)}; steps: {' '.join(name for name, *_ in plan)}")
    plan = [step for step in plan if not args.names or step[0] in args.names]
    folder = args.out / datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%d-%H%M%S")
    while folder.exists():  # of a night that began in the same second
        folder = folder.with_name(folder.name + "_")
    folder.mkdir(parents=True)
    passed, stopped = 0, False
    tools = [known.tool_version(tool) for tool in TOOLS]
    if not args.resume and not args.names:
        (args.out / "passed.json").unlink(missing_ok=True)
    before = load_passed(args.out) if args.resume else {}
    for name, command, limit in plan:
        if stopped:
            print(f"not run  {name}")
            continue
        row = {"files": files_digest(), "tools": tools, "command": command}
        seen = before.get(name, {})
        if name not in ALWAYS and row.items() <= seen.items():
            passed += 1
            print(f"passed   {name:<10} {seen['seconds']:7.0f} s  {seen['log']}, {seen['date']} UTC, on the same files", flush=True)
            continue
        keep_passed(args.out, name, None)  # until it has: whatever befalls it now, and this program
        log = folder / f"{name}.log"
        shown = os.path.relpath(log, ROOT)
        start = time.monotonic()
        status, why = run(command, log, limit)
        stopped = why == "stopped"
        passed += status == 0
        seconds = time.monotonic() - start
        if status == 0 and files_digest() == row["files"]:
            keep_passed(args.out, name, row | {"seconds": round(seconds), "log": shown, "date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M}"})
        word = "stopped" if stopped else "ok" if status == 0 else "FAIL"
        print(f"{word:<8} {name:<10} {seconds:7.0f} s  {shown}", flush=True)
        if word != "ok":
            said = log.read_text(errors="replace").splitlines()[-SHOWN:] if log.exists() else []
            print("\n".join("     | " + line[:200] for line in [*said, why or f"exit status {status}"]), flush=True)
    if not stopped and not args.names and passed == len(plan):
        (args.out / "passed.json").unlink(missing_ok=True)  # the night is over: the next one begins anew
    print(f"{passed} passed, {len(plan) - passed} failed")
    return 130 if stopped else 0 if passed == len(plan) else 1


if __name__ == "__main__":
    sys.exit(main())
