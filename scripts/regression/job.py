#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One job of a regression: a command with its own process group and time limit, and the verdict on how it ended. Needs
nothing but Python's standard library, since Slurm's nodes run it:

job.py RUN_DIR TASK TASKS     the jobs of RUN_DIR/jobs.json number TASK, TASK + TASKS, ...; results to RUN_DIR/done/
"""
import dataclasses
import json
import os
import pathlib
import re
import selectors
import signal
import subprocess
import sys
import threading
import time

HEAD, KEEP = 64 * 1024, 1024 * 1024  # of the output of a job: its beginning, and so much of its end
GRACE_S = 2.0  # for the output of a job whose process has ended, if a child still holds the pipe
RESULT = re.compile(r"^(\S+) +seed (\d+) +(\d+) \w+ +(\d+) cycles +(\d+) k/s +(PASS|FAIL)", re.M)
CASES = re.compile(r"(\d+) cases(?:: (.*))?$", re.M)  # of a whole space
FULL = re.compile(r"No space left on device|Disk quota exceeded|File too large|File size limit exceeded")
CMOCKA = re.compile(r"^\[ +(OK|FAILED) +\] (\w+)$", re.M)
# Every way in which a job can end. Only "pass" is a success.
STATES = {
    "pass": "it ran to its end and found nothing",
    "fail": "it ran to its end and found a difference",
    "hang": "it did not end within its time limit and was stopped",
    "crash": "a signal of its own doing ended it",
    "killed": "somebody else ended it: the system short of memory, a person, the cluster",
    "disk full": "it could not write",
    "unfinished": "it ended without saying how it ended",
    "wrong call": "it refused the command line",
    "not built": "its program could not be built",
    "lost": "the cluster lost it, more than once",
    "interrupted": "the regression was interrupted while it ran",
    "not run": "the regression ended before it began",
}
OWN_SIGNALS = {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSYS, signal.SIGTRAP}


@dataclasses.dataclass
class Job:
    kind: str  # cosim, ctest, proof, hash
    test: str
    build: str  # of a co-simulation: 32, 4_bfly, ...; else ""
    seed: int  # 0: it has none
    n: int
    command: list
    limit: float  # seconds
    repeat: str  # what a person types to run it again
    folder: str  # of the regression, for what a failing job leaves
    cwd: str = "."
    env: dict = dataclasses.field(default_factory=dict)
    disk: int = 0  # bytes that a file may have; 0: no limit
    about: str = ""  # the evidence that it is a part of

    @property
    def key(self):
        return "-".join(word for word in (re.sub(r"[^\w.]+", "_", self.test), self.build, str(self.seed or "")) if word)


class Tail:
    """The beginning and the end of an output of any length."""

    def __init__(self):
        self.head, self.tail, self.dropped = bytearray(), bytearray(), 0

    def add(self, data):
        room = HEAD - len(self.head)
        if room > 0:
            self.head += data[:room]
            data = data[room:]
        self.tail += data
        if len(self.tail) > 2 * KEEP:
            self.dropped += len(self.tail) - KEEP
            del self.tail[:-KEEP]

    def text(self):
        gap = f"\n... {self.dropped} bytes left out ...\n".encode() if self.dropped else b""
        return (bytes(self.head) + gap + bytes(self.tail)).decode(errors="replace")


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def execute(job, stop):
    """Runs the command. (how, exit status, output, seconds): how is "ended", "late" or "stopped"."""
    start = time.monotonic()
    output = Tail()
    process = subprocess.Popen(limited(job), cwd=job.cwd, env={**os.environ, **job.env}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True)
    how, ended = "ended", None
    os.set_blocking(process.stdout.fileno(), False)
    with process.stdout, selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            now = time.monotonic()
            if ended is None and process.poll() is not None:
                ended = now
            if ended is None and (stop.is_set() or now - start > job.limit):
                how = "stopped" if stop.is_set() else "late"
                kill_group(process)
                process.wait()
                ended = time.monotonic()
            if ended is not None and now - ended > GRACE_S:
                break
            if selector.select(0.05):
                data = process.stdout.read(65536)
                if data == b"":
                    if ended is None:  # it closed its output and goes on
                        selector.unregister(process.stdout)
                        how = wait_silent(process, job, stop, start)
                    break
                output.add(data or b"")
    kill_group(process)
    return how, process.wait(), output.text(), time.monotonic() - start


def wait_silent(process, job, stop, start):
    while process.poll() is None:
        if stop.is_set() or time.monotonic() - start > job.limit:
            kill_group(process)
            return "stopped" if stop.is_set() else "late"
        time.sleep(0.02)
    return "ended"


def limited(job):
    """The command behind a shell that limits it: no core files, no file larger than job.disk. The shell becomes the command."""
    limits = "ulimit -c 0; " + (f"ulimit -f {-(-job.disk // 512)}; " if job.disk else "")
    return ["/bin/sh", "-c", limits + 'exec "$@"', "job", *job.command]


def verdict(job, how, status, text):
    """(state, one line that says why) of a job that is over."""
    if how == "stopped":
        return "interrupted", "stopped because the regression was"
    if how == "late":
        return "hang", f"not over after {job.limit:g} s"
    full = FULL.search(text)
    if status < 0 or status == 128 + signal.SIGXFSZ:  # the latter of a shell that saw it happen to a child
        number = signal.Signals(-status if status < 0 else status - 128)
        if number == signal.SIGXFSZ:
            return "disk full", f"a file grew over {job.disk} bytes" if job.disk else "a file grew over the limit of the system"
        if number in OWN_SIGNALS:
            return "crash", f"ended by {number.name}"
        return "killed", f"ended by {number.name}" + (", as the system does when memory is short" if number == signal.SIGKILL else "")
    if job.kind == "cosim":
        return verdict_cosim(job, status, text, full)
    if status != 0:
        return ("disk full", full.group(0)) if full else ("fail", f"exit status {status}")
    if job.kind == "proof" and not re.search(r"^ok +PROVED ", text, re.M):
        return "unfinished", "exit status 0, but no line PROVED"
    if job.kind == "hash" and not re.search(r"^same hash", text, re.M):
        return "unfinished", "exit status 0, but nothing was compared"
    return "pass", ""


def verdict_cosim(job, status, text, full):
    said = [found.group(6) for found in RESULT.finditer(text) if found.group(1) == job.test and int(found.group(2)) == job.seed]
    if status == 2:
        return "wrong call", next((line for line in text.splitlines() if line.strip()), "exit status 2")
    if status == 0 and said == ["PASS"]:
        whole = not job.test.endswith("_exhaustive") or CASES.search(text)
        return ("pass", "") if whole else ("unfinished", "it does not say how many cases the space has")
    if full:
        return "disk full", full.group(0)
    if status == 1 and said == ["FAIL"]:
        return "fail", ""
    return "unfinished", f"exit status {status} and {'the result ' + ', '.join(said) if said else 'no line with its result'}"


def run(job, stop):
    """Runs a job and returns its result, a dictionary that JSON can hold."""
    result = dataclasses.asdict(job) | {"key": job.key, "output": ""}
    try:
        how, status, text, seconds = execute(job, stop)
    except OSError as error:
        full = error.errno in (28, 122)
        return result | {"state": "disk full" if full else "crash", "why": f"could not be started: {error}", "seconds": 0.0}
    state, why = verdict(job, how, status, text)
    result |= {"state": state, "why": why, "seconds": round(seconds, 3)}
    found = RESULT.search(text)
    if job.kind == "cosim" and found:
        result |= {"ops": int(found.group(3)), "cycles": int(found.group(4)), "rate": int(found.group(5))}
    if cases := CASES.findall(text):
        result |= {"cases": sum(int(count) for count, _ in cases), "space": cases[-1][1]}
    if job.kind == "hash" and (hashed := re.search(r"(\d+) operations", text)):
        result["ops"] = int(hashed[1])
    if job.kind == "ctest":
        result["inside"] = {name: word == "OK" for word, name in CMOCKA.findall(text)}
    if state != "pass":
        result["output"] = text
    return result


def bare(job, state, why):
    """The result of a job that did not run."""
    return dataclasses.asdict(job) | {"key": job.key, "state": state, "why": why, "seconds": 0.0, "output": ""}


def store(path, result):
    """Whole or not at all: a reader never sees half a file."""
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(result), encoding="utf-8")
    part.replace(path)


def main():
    folder, task, tasks = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    jobs = json.loads((folder / "jobs.json").read_text(encoding="utf-8"))
    for index in range(task, len(jobs), tasks):
        done = folder / "done" / f"{index}.json"
        if done.exists():
            continue
        result = run(Job(**jobs[index]), stop)
        if stop.is_set():
            return 1  # no result: whoever stopped this task decides what becomes of its jobs
        store(done, result | {"node": os.uname().nodename})
    return 0


if __name__ == "__main__":
    sys.exit(main())
