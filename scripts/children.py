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


def end_tree(pid):
    """Ends a process and all that came of it and has not lost its parent."""
    children, todo, found = {}, [pid], []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            children.setdefault(int(path.read_text(errors="replace").rsplit(")", 1)[1].split()[1]), []).append(int(path.parent.name))
    while todo:
        found.append(todo.pop())
        todo += children.get(found[-1], [])
    for one in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


def run_in_thread(command, usual, **how):
    """Runs a command for at most limit(usual) seconds, in any thread; a stop of the verb at a terminal reaches it too."""
    seconds = limit(usual)
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          **how) as process:
        late = threading.Event()
        timer = threading.Timer(seconds, lambda: (late.set(), end_tree(process.pid)))
        timer.daemon = True
        timer.start()
        try:
            said = process.stdout.read()
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # until it is reaped nobody else has its number
        finally:
            timer.cancel()
            timer.join()
    return Ended(process.returncode, said, f"{command[0]} did not end within {seconds:g} s and was ended with all that it started" if late.is_set() else "")


def run(command, usual, line=None, stderr=subprocess.STDOUT, cwd=ROOT, env=None):
    """Runs a command for at most limit(usual) seconds. line: gets each line that it prints, at once. stderr: None leaves its messages to
    the terminal. A stop of the verb, SIGINT, SIGTERM or SIGHUP, is one of the child."""
    seconds, late, said, asked = limit(usual), threading.Event(), [], []
    command, process, begun = list(map(str, command)), None, False

    def kill():
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    def end():
        late.set()
        kill()

    def stop(number, _frame):
        asked.append(number)
        if begun:  # else there may be a child whose number nobody has yet
            raise KeyboardInterrupt

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    before = {number: signal.signal(number, stop) for number in STOPS}
    try:
        process = subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, text=True,
                                   errors="replace", start_new_session=True)
        try:
            begun = True
            if asked:
                raise KeyboardInterrupt
            timer.start()
            for text in process.stdout:
                said.append(text)
                if line:
                    line(text)
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # until it is reaped nobody else has its number
        except BaseException:
            kill()
            raise
        finally:
            begun = False
            if timer.ident:
                timer.cancel()
                timer.join()
            process.stdout.close()
            status = process.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if asked:
        raise KeyboardInterrupt
    name = " ".join([command[0].removeprefix(f"{ROOT}/"), *command[1:]])
    return Ended(status, "".join(said), f"{name} did not end within {seconds:g} s and was ended with all that it started" if late.is_set() else "")
