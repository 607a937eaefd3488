#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The smallest board in simulation, and wsctl against it: the self-test with and without noise on the line, power-on, warp scripts, lines
that are off in speed, a simulation that is gone in the middle, lights and button. One line a test, then the count. Needs build/wsctl."""
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import boards
from checks import check, end

BOARD = "icebreaker"
NOISE = 400  # a damaged byte in so many
LIMIT_S = 300


def command(*words):
    return [sys.executable, ROOT / "scripts/board_sim.py", f"BOARD={BOARD}", *words]


def run(*words):
    done = subprocess.run(command(*words), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=LIMIT_S, check=False)
    return done.returncode, done.stdout


def steps(log):
    """What the self-test says of each step, which is the same on every line."""
    return [line for line in log.splitlines() if re.search(r" (PASS|FAIL|not built|not possible)$", line)]


def selftest():
    status, clean = run("CMD=selftest")
    check("the self-test passes", status == 0 and re.search(r"^PASS +[1-9]\d* steps passed, \d+ not built, 0 failed$", clean, re.M), clean)
    check("nothing is sent again", ", 0 sent again" in clean, clean)
    status, log = run("CMD=selftest --rounds=2", f"NOISE={NOISE}", "SEED=7")
    again, damaged = re.search(r", (\d+) sent again", log), re.search(r"(\d+) lost, (\d+) with a bit turned over$", log, re.M)
    check(f"one byte in {NOISE} damaged: the same steps pass", status == 0 and len(steps(log)) == len(steps(clean)), log)
    check("what was damaged is sent again", again and int(again[1]) > 0 and damaged and int(damaged[1]) > 0 and int(damaged[2]) > 0, log)


def replay():
    script = "tb/script/scripts/vote_4.wsv"
    status, log = run(f"CMD=replay {script}", f"NOISE={NOISE}", "SEED=3")
    held = re.search(r"^[1-9]\d* statements, [1-9]\d* checks, 0 failed$", log, re.M)
    again = re.search(r", (\d+) sent again", log)
    check("a warp script holds, on a bad line", status == 0 and held and again and int(again[1]) > 0, log)
    with tempfile.TemporaryDirectory() as folder:
        wrong = pathlib.Path(folder) / "wrong.wsv"
        wrong.write_text((ROOT / script).read_text(encoding="utf-8").replace(".expect.b32 r, 0xb;", ".expect.b32 r, 0xa;"), encoding="utf-8")
        status, log = run(f"CMD=replay {wrong}")
        check("what a script expects and the board does not do is told, lane by lane",
              status == 1 and len(re.findall(r"wrong.wsv:16: lane [0-3]: r = 0x0000000b expected 0x0000000a", log)) == 4 and ", 1 failed" in log, log)
    status, log = run("CMD=replay tb/script/scripts/shfl_4.wsv")
    check("a family that is not built: says so, with its line", status == 2 and re.search(r"shfl_4.wsv:\d+:\d+: error: not on this board: shfl.\w+ is not built", log), log)


def speeds():
    for skew in (20000, -20000):
        status, log = run("CMD=info", f"SKEW={skew}")
        check(f"a line that is {skew / 10000:+g} % off in speed", status == 0 and ", 0 sent again" in log, log)
    status, log = run("CMD=info", "SKEW=120000", "TIMEOUT=200")
    check("a line of another speed: no board answers", status == 3 and "no " in log, log)


def wrong_calls():
    status, log = run("CMD=read 0x34 1 2 3")
    check("the status is that of wsctl", status == 2 and "board-sim: " in log, log)
    status, log = run("CMD=replay 'a.wsv")
    check("a quote without its end", status == 2 and log == "board-sim: CMD=replay 'a.wsv: no closing quotation\n", log)
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run(command("CMD=read ID"), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True, timeout=LIMIT_S, check=False)
    check("output that cannot be written is no success", done.returncode == 1 and "No space left" in done.stderr and "Traceback" not in done.stderr, done.stderr)


class Lines:
    """What a process prints, whole lines in order."""

    def __init__(self, stream):
        self.stream, self.text = stream, ""

    def find(self, pattern, limit=60):
        """The next line that has the pattern; empty if none comes in time."""
        end = time.monotonic() + limit
        while True:
            while "\n" in self.text:
                line, self.text = self.text.split("\n", 1)
                if re.search(pattern, line):
                    return line
            if not select.select([self.stream], [], [], max(0, end - time.monotonic()))[0]:
                return ""
            more = os.read(self.stream.fileno(), 4096).decode()
            if not more:
                return ""
            self.text += more


def gone():
    """The simulation is killed while the self-test runs: the cable is pulled."""
    board = subprocess.Popen(command("CMD=selftest"), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)
    Lines(board.stdout).find("registers +walking")
    found = subprocess.run(["pgrep", "-P", str(board.pid), "ws_board_sim"], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    for pid in found:
        os.kill(int(pid), signal.SIGKILL)
    log = board.communicate(timeout=LIMIT_S)[0].decode()
    check("a cable that is pulled: says so, and ends", len(found) == 1 and board.returncode == 1 and "ended by itself" in log and "gone" in log, log)


def lights():
    parameters = boards.board(BOARD)["parameters"]
    board = subprocess.Popen([ROOT / f"build/board/{BOARD}/ws_board_sim", f"--clock={parameters['CLK_HZ']}", f"--baud={parameters['BAUD']}", "--leds"],
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    port = board.stdout.readline().decode().strip()
    shown = Lines(board.stderr)
    seen = shown.find("4:run 5:pll")
    check("after the reset its light and that of the PLL are lit", "4:run 5:pll" in seen and "red" not in seen, seen)
    board.send_signal(signal.SIGUSR1)
    seen = shown.find(r"- 5:pll")
    check("the button resets", "- 5:pll" in seen, seen)
    seen = shown.find("4:run 5:pll")
    check("and no longer than it is pressed", "4:run 5:pll" in seen, seen)
    tool = [ROOT / "build/wsctl", f"--port={port}", "--timeout-ms=5000", "info"]
    status = subprocess.run(tool, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
    seen = shown.find("1:line.*3:checked")
    check("wsctl lights those of the line and of checked mode", status == 0 and "1:line" in seen and "3:checked" in seen, seen)
    board.terminate()
    check("it stops when told to", board.wait(20) == 0)


def power_on():
    """Its registers hold what they like then; where they hold 0, as in these parts, see NETLIST=1."""
    parameters, low, tries = boards.board(BOARD)["parameters"], [], range(1, 9)
    for seed in tries:
        board = subprocess.Popen([ROOT / f"build/board/{BOARD}/ws_board_sim", f"--clock={parameters['CLK_HZ']}", f"--baud={parameters['BAUD']}", f"--seed={seed}"],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        port = board.stdout.readline()
        board.terminate()
        last = board.communicate(timeout=LIMIT_S)[0]
        if not port.startswith("/dev/") or " clocks; 0 bytes to it, 0 from it" not in last or "low before" in last:
            low.append(f"seed {seed}: {port}{last}")
    check(f"its line is high from before the first clock on, {len(tries)} times switched on", not low, "\n".join(low))


def main():
    for test in (selftest, power_on, replay, speeds, wrong_calls, gone, lights):
        test()
    return end()


if __name__ == "__main__":
    sys.exit(main())
