# SPDX-License-Identifier: Apache-2.0
"""A child of a long verb, with a limit: one that hangs is ended with all that it started, and the verb goes on with the rest.

WS_LIMIT_S=SECONDS in the environment puts another limit in the place of all of these."""
import contextlib
import dataclasses
import os
import pathlib
import signal
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent


STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclasses.dataclass(frozen=True)
class Ended:
    status: int  # negative: the signal that ended it
    said: str  # what it printed
    late: str  # why it was ended, for a person; "" if it ended by itself

    @property
    def why(self):
        """What is wrong with it, in a few words, or ""."""
        return self.late or (f"exit status {self.status}" if self.status else "")


def limit(usual):
    """Seconds that a child has."""
    text = os.environ.get("WS_LIMIT_S", "")
    try:
        seconds = float(text or usual)
    except ValueError:
        seconds = 0
    if not 0 < seconds < threading.TIMEOUT_MAX:
        sys.exit(f"WS_LIMIT_S={text}: it is a number of seconds")
    return seconds


LIVE, STOPPED = set(), threading.Event()  # leaders of groups that run in threads; a stop has come


def end_group(pid):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def stop_threads_too():
    """To be called once by a verb that runs children in threads: a stop of it, SIGINT, SIGTERM or SIGHUP, ends them and lets none begin."""

    def stop(_number, _frame):
        STOPPED.set()
        for pid in list(LIVE):
            end_group(pid)
        raise KeyboardInterrupt

    for number in STOPS:
        signal.signal(number, stop)


@contextlib.contextmanager
def group(command, seconds, stderr=subprocess.STDOUT, **how):
    """A child, in any thread, that is ended after so many seconds with all that it started: the process, and an event that says so. Behind
    it the process has its returncode, and its usage of the machine."""
    late = threading.Event()
    if STOPPED.is_set():
        raise KeyboardInterrupt
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, text=True, errors="replace",
                          start_new_session=True, **how) as process:
        LIVE.add(process.pid)
        timer = threading.Timer(seconds, lambda: (late.set(), end_group(process.pid)))
        timer.daemon = True
        timer.start()
        try:
            if STOPPED.is_set():
                end_group(process.pid)
            yield process, late
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # until it is reaped nobody else has its number
        except BaseException:
            end_group(process.pid)
            raise
        finally:
            timer.cancel()
            timer.join()
            LIVE.discard(process.pid)
            _, status, process.usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)


def too_late(name, seconds):
    return f"{name} did not end within {seconds:g} s and was ended with all that it started"


def run_in_thread(command, usual, **how):
    """Runs a command for at most limit(usual) seconds, in any thread."""
    seconds = limit(usual)
    with group(command, seconds, **how) as (process, late):
        said = process.stdout.read()
    return Ended(process.returncode, said, too_late(command[0], seconds) if late.is_set() else "")


def run(command, usual, line=None, stderr=subprocess.STDOUT, cwd=ROOT, env=None):
    """Runs a command for at most limit(usual) seconds. line: gets each line that it prints, at once. stderr: None leaves its messages to
    the terminal. A stop of the verb, SIGINT, SIGTERM or SIGHUP, is one of the child."""
    command, seconds, said, asked, begun = list(map(str, command)), limit(usual), [], [], []

    def stop(number, _frame):
        asked.append(number)
        if begun:  # else there may be a child whose number nobody has yet
            raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in STOPS}
    try:
        with group(command, seconds, stderr, cwd=cwd, env=env) as (process, late):
            try:
                begun.append(True)
                if asked:
                    raise KeyboardInterrupt
                for text in process.stdout:
                    said.append(text)
                    if line:
                        line(text)
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
            finally:
                begun.clear()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if asked:
        raise KeyboardInterrupt
    name = " ".join([command[0].removeprefix(f"{ROOT}/"), *command[1:]])
    return Ended(process.returncode, "".join(said), too_late(name, seconds) if late.is_set() else "")
