#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""wsctl against a board's end of a serial line on the golden model: test_wsctl.py BUILD [PART...]. Every command on both lines;
noise that retries mend, and noise that they do not; a cable that is pulled, a board that falls silent, none at all; wrong calls;
every warp script of the project that a board can run, and what is said of the others. One line a test, then the count."""
import fcntl
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time
import tty

import bad_lines

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from checks import check, end
import optable

BUILD = sys.argv[1] if len(sys.argv) > 1 else "build"
WSCTL = BUILD + "/wsctl"
SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "tb/script/scripts"
# Scripts that no board can run, and why.
NOT_ON_A_BOARD = {"bar_watchdog": "watchdog", "mbar_try_wait": "limit"}
CLUSTERS = "atom_remote cluster_barrier cluster_manual cp_async helpers_addresses mbar_arrive mbar_arrive_drop mbar_cluster mbar_cluster_8 mbar_remote mbar_status memory remote_error warps_ctas watchdog".split()
NOBODY = 65534


class Board:
    """A board server; with Board(...) as b: b.run("info")."""

    def __init__(self, *options):
        self.server = subprocess.Popen([BUILD + "/ws_board_server", "--quiet=5", *options], stdout=subprocess.PIPE, text=True)
        self.device = self.server.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.kill()
        self.server.wait()
        self.server.stdout.close()

    def run(self, *args, **named):
        return run(f"--port={self.device}", *args, **named)


def run(*args, limit=120, **named):
    """Exit status, standard output, standard error."""
    done = subprocess.run([WSCTL, *args], stdin=subprocess.DEVNULL, stdout=named.get("stdout", subprocess.PIPE), stderr=subprocess.PIPE,
                          text=True, timeout=limit, check=False, env={**os.environ, **named.get("env", {})})
    return done.returncode, done.stdout, done.stderr


def masked(log):
    return [line for line in log.splitlines() if not line.startswith(("rate ", "port "))]


def model_log(*options):
    return masked(subprocess.run([BUILD + "/ws_selftest_host", *options], stdout=subprocess.PIPE, text=True, check=False).stdout)


def calls():
    status, out, _ = run("--help")
    check("help names every command", status == 0 and all(word in out for word in "info selftest replay read write counters reset leave".split()), out)
    status, out, _ = run("--version")
    check("version", status == 0 and re.fullmatch(r"wsctl \d+\.\d+\.\d+\n", out), out)
    for args, report in (((), "which command"), (("infos",), "no such command: infos"), (("info", "--bad=1"), "--bad=1"),
                         (("info", "x"), "arguments: info"), (("read",), "arguments: read"), (("info", "--seed=3"), "option of another command"),
                         (("selftest", "--watch"), "option of another command"), (("info", "--line=usb"), "--line=usb"),
                         (("info", "--retries=-1"), "--retries=-1"), (("selftest", "--seed=x"), "--seed=x"),
                         (("info", "--timeout-ms=100000"), "at most"), (("counters", "--watch=0"), "--watch=0"),
                         (("read", "STATS"), "there is STATUS"), (("read", "xyzzy"), "no name of the register map"),
                         (("read", "0x35"), "multiples of 4"), (("read", "0x20000"), "below 0x20000"), (("read", "SMEM+0x3ffe"), "multiples of 4"),
                         (("read", "LANE_B[32]"), "there are 32 of LANE_B"), (("read", "STATUS[0]"), "there is 1 of STATUS"), (("read", "STATUS", "-1"), "no such value: -1"),
                         (("read", "STATUS!"), "what is 'STATUS!'"), (("write", "SCRATCH", "1x"), "'1x' is no number"), (("write", "SCRATCH", "0x100000000"), "is no number"),
                         (("read", "LANE_B["), "what is 'LANE_B['"), (("write", "LANE_B[]", "1"), "what is 'LANE_B[]'"), (("read", "LANE_B[1"), "what is 'LANE_B[1'"),
                         (("read", "0x100000000"), "an address of 32 bits"), (("read", "4+0xfffffffc"), "0x100000000 is no address of 32 bits"),
                         (("read", "ID+"), "what is 'ID+'"), (("replay", "/dev/zero"), "/dev/zero: error: cannot read the file: File too large"),
                         (("read", "GMEM", "0x4001"), "16385 words from 0x10000"), (("replay", "none.wsv"), "none.wsv")):
        status, out, err = run("--port=/dev/null", *args)
        check(f"refuses {' '.join(args) or 'nothing'}", status == 2 and not out and report in err, (status, out, err))


def ports():
    status, _, err = run("--port=/dev/null", "info")
    check("a file that is no serial line", status == 3 and "/dev/null: this is no serial line" in err, err)
    status, _, err = run("--port=/nowhere/tty", "info")
    check("a port that is not there", status == 3 and "/nowhere/tty: there is no such port: is the board plugged in" in err, err)
    status, _, err = run("--port=/tmp", "info")
    check("a folder is no port", status == 3 and "/tmp: Is a directory" in err, err)
    with tempfile.TemporaryDirectory() as folder, Board() as b:
        pattern = {"WSCTL_PORTS": f"{folder}/none* {folder}/tty*"}
        status, _, err = run("info", env=pattern)
        check("no port", status == 3 and "no serial port" in err and "plugged in" in err, err)
        os.symlink(b.device, folder + "/tty0")
        status, out, err = run("info", env=pattern)
        check("the only port is taken", status == 0 and folder + "/tty0" in out, out + err)
        os.symlink("/dev/null", folder + "/tty1")
        status, _, err = run("info", env=pattern)
        check("several ports are listed", status == 3 and "--port=" + folder + "/tty0" in err and "--port=" + folder + "/tty1" in err, err)
    with Board() as b:
        status, _, err = b.run("--baud=1234", "info")
        check("a speed that there is not", status == 3 and "no such speed: 9600" in err, err)
        status, out, err = b.run("--baud=500000", "info")
        check("another speed", status == 0 and ", 500000 baud, " in out, out + err)
    with Board("--lanes=4", "--warps=1", "--stay=1") as b:
        busy = subprocess.Popen([WSCTL, f"--port={b.device}", "--quiet", "counters", "--watch=0.01"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        busy.stdout.readline()
        status, out, err = b.run("info")
        check("a port that another wsctl has open: says so", status == 3 and not out and "another program has this port open" in err, out + err)
        busy.stdout.readline()
        busy.send_signal(signal.SIGINT)
        out, err = busy.communicate(timeout=30)
        check("the other is not disturbed, and ends when interrupted", busy.returncode == -signal.SIGINT and not err, (busy.returncode, err))
        status, out, err = b.run("info")
        check("then the port is free again", status == 0 and ", 0 sent again" in err, out + err)
    with Board() as b, tempfile.TemporaryDirectory() as folder:
        os.chmod(b.device, 0)
        os.chmod(folder, 0o755)
        shutil.copy(WSCTL, folder)  # where a user without rights can start it
        done = subprocess.run([folder + "/wsctl", f"--port={b.device}", "info"], user=NOBODY if os.geteuid() == 0 else None, stderr=subprocess.PIPE, text=True, check=False)
        status, err = done.returncode, done.stderr
        check("a port that may not be opened: says what to try", status == 3 and "no right to open this port" in err and "dialout" in err, err)
    for line in ("checked", "uartbone"):
        with Board("--mute=0", "--drop=1000000") as b:
            start = time.monotonic()
            status, _, err = b.run("info", f"--line={line}", "--timeout-ms=50", "--retries=2")
            check(f"nobody answers ({line}): a hint, in time", status == 3 and "is its bitstream loaded" in err and time.monotonic() - start < 5, err)


def commands():
    for line in ("checked", "uartbone"):
        with Board("--lanes=8", "--warps=2", "--stay=1") as b:
            status, out, err = b.run("info", f"--line={line}")
            check(f"info ({line})", status == 0 and "8 lanes, 2 warps, 1 CTA," in out and re.search("^built +shfl, vote, .*mbar, atom$", out, re.M) and
                  re.search(r"^line .*ms an access$", out, re.M) and ("line: " in err) == (line == "checked"), out + err)
            status, out, err = b.run("write", "scratch", "0x1234", f"--line={line}")
            check(f"write ({line})", status == 0 and not out, out + err)
            status, out, err = b.run("read", "SCRATCH", "2", f"--line={line}")
            check(f"read ({line})", status == 0 and re.fullmatch(r"0x00020  0x00001234  SCRATCH\n0x00024  0x0000000\d  CTRL\n", out), out + err)
            status, out, err = b.run("write", "GMEM+0x10", "1", "2", "3", f"--line={line}")
            status2, out2, err2 = b.run("read", "0x10014", "2", f"--line={line}")
            check(f"memory ({line})", status == status2 == 0 and out2 == "0x10014  0x00000002  GMEM+0x14\n0x10018  0x00000003  GMEM+0x18\n", out2 + err + err2)
            status, out, err = b.run("write", "LANE_B[7]", "9", f"--line={line}")
            status2, out2, err2 = b.run("read", "LANE_B[7]", f"--line={line}")
            check(f"an operand ({line})", status == status2 == 0 and out2.endswith("0x00000009  LANE_B[7]\n"), out2 + err + err2)
            for args, report in ((("write", "ID", "1"), "a write at 0x00000 ID: it is only read"), (("read", "SUBMIT"), "a read at 0x00088 SUBMIT: it is only written"),
                                 (("write", "LANE_B[8]", "1"), "nothing is there"), (("read", "0x34", "9"), "a read at 0x00038 : nothing is there")):
                status, out, err = b.run(*args, f"--line={line}")
                check(f"told that it was refused: {' '.join(args)} ({line})", status == 1 and report in err, out + err)
            status, out, err = b.run("reset", f"--line={line}")
            check(f"reset ({line})", status == 0 and "is reset" in out, out + err)
            status, out, err = b.run("counters", "--watch=0.05", "--times=3", f"--line={line}")
            clocks = [int(n) for n in re.findall(r"^clocks +(\d+)", out, re.M)]
            check(f"counters ({line})", status == 0 and len(clocks) == 3 and clocks == sorted(set(clocks)) and len(re.findall(r"^requests ", out, re.M)) == 3 and
                  "/s" in out, out + err)
            if line == "uartbone":
                status, out, err = b.run("leave", "--line=uartbone")
                check("leave by uartbone makes no sense", status == 2 and "open mode already" in err, out + err)
    with Board("--stay=1") as b:
        b.run("info")
        status, _, err = b.run("info", "--line=uartbone", "--timeout-ms=100")
        check("a board in checked mode takes no command of uartbone", status == 3 and "wsctl leave" in err, err)
        status, _, err = b.run("leave")
        status2, _, err2 = b.run("info", "--line=uartbone")
        check("leave: it does again", status == status2 == 0, err + err2)
        status, _, err = b.run("info", "--quiet")
        check("quiet", status == 0 and not err, err)
        with open("/dev/full", "w", encoding="ascii") as full:
            status, _, err = b.run("info", stdout=full)
        check("output that cannot be written is no success", status == 1 and "No space left" in err, err)
        reader, writer = pty.openpty()
        done = subprocess.run([WSCTL, f"--port={b.device}", "selftest", "--rounds=2"], stdout=subprocess.DEVNULL, stderr=writer, timeout=60, check=False)
        os.close(writer)
        shown = os.read(reader, 1 << 20).decode()
        check("a bar on a terminal", done.returncode == 0 and re.search(r"\[#+\.+\] \d+ of \d+ steps", shown), repr(shown))


def shell(line, board):
    """The same of a line of sh, in which $W is wsctl with the board's port."""
    done = subprocess.run(["sh", "-c", line], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
                          env={**os.environ, "W": f"{WSCTL} --port={board.device}"})
    return done.returncode, done.stdout, done.stderr


def streams():
    """Standard input, output and error that are pipes, full, closed, or the port itself."""
    with tempfile.TemporaryDirectory() as folder, Board("--stay=1") as b:
        (pathlib.Path(folder) / "wrong.wsv").write_text(FILES["mine.wsv"])
        status, out, err = shell(f"cat {folder}/wrong.wsv | $W replay /dev/stdin", b)
        check("replay of a pipe: a wrong bit is told", status == 1 and "1 checks, 1 failed" in out and "p = 0x1 expected 0x0" in err, (status, out, err))
        for line, report in (("$W info >&-", "Bad file descriptor"), ("$W info >&- 2>&-", ""), ("$W --help >/dev/full", "No space left"), ("$W --version >/dev/full", "No space left"),
                             ("$W counters --watch=0.01 >/dev/full", "No space left")):
            status, out, err = shell(line, b)
            check(f"output that goes nowhere is no success: {line}", status == 1 and not out and report in err, (status, out, err))
        logged = bad_lines.Slow(b.device, 0)
        for line, wanted in (("$W info >&-", 1), ("$W write ID 1 2>&-", 1), ("$W read SCRATCH", 0)):
            status, _, err = shell(line, logged)
            sent = b"".join(logged.heard)
            check(f"frames go to the board, and no text: {line}", status == wanted and sent and b"version" not in sent and b"wsctl" not in sent, (status, err, sent[-200:]))
        reader, writer = pty.openpty()
        done = subprocess.run([WSCTL, f"--port={os.ttyname(writer)}", "info"], stdin=writer, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False,
                              start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        check("the terminal that it was called from is no board", done.returncode == 3 and "terminal that wsctl was called from" in done.stdout and
              termios.tcgetattr(writer)[3] & termios.ICANON, done.stdout)
        os.close(reader)
        os.close(writer)


def half_a_command():
    """Somebody was stopped in the middle of a write by uartbone: what comes next is not its data."""
    for line in ("uartbone", "checked"):
        with Board("--stay=1") as b:
            b.run("write", "SCRATCH", "0x1234", "--line=uartbone")
            port = os.open(b.device, os.O_RDWR | os.O_NOCTTY)
            os.write(port, bytes([1, 1, 0, 0, 0, 8]))  # SCRATCH
            os.close(port)
            status, out, err = b.run("read", "SCRATCH", f"--line={line}")
            check(f"half a write of somebody else is dropped ({line})", status == 0 and "0x00001234" in out, (status, out, err))


def slow():
    for seconds in (0.4, 0.7):
        with Board("--stay=1") as b:
            line = bad_lines.Slow(b.device, seconds)
            status, out, err = run(f"--port={line.device}", "info")
            again = re.search(r"line: (\d+) frames, (\d+) sent again", err)
            check(f"a line that takes {seconds} s for a frame, one after the other: slow, not dead", status == 0 and "block" in out and again and int(again[2]) <= 12, (status, out, err))
    reader, writer = pty.openpty()
    tty.setraw(writer)
    threading.Thread(target=bad_lines.behind, args=(reader,), daemon=True).start()
    start = time.monotonic()
    status, out, err = run(f"--port={os.ttyname(writer)}", "info", "--timeout-ms=100", "--retries=5")
    check("who answers the request before, each time, is told to be no board, soon", status == 3 and "no answer" in err and time.monotonic() - start < 5, (status, out, err))


def left_out():
    """A small board: some families, no memory, no counters."""
    few = ("--lanes=4", "--warps=1", "--fifo=2", f"--families={optable.family_set('shfl,redux')}", "--counters=0")
    with tempfile.TemporaryDirectory() as folder, Board(*few, "--stay=1") as b:
        status, out, err = b.run("info")
        check("info says what is not built", status == 0 and re.search("^built +shfl, vote, redux\nnot built +match, bar, mbar, atom$", out, re.M) and
              "no counters" in out and "0 bytes shared" in out, out + err)
        status, out, err = b.run("counters")
        check("no counters", status == 2 and "has no counters" in err and not out, out + err)
        status, out, err = b.run("selftest")
        check("the self-test passes and names them", status == 0 and masked(out) == model_log(*few) and " not built, 0 failed" in out, out + err)
        status, out, err = b.run("read", "SMEM", "2")
        check("a memory that is not there", status == 1 and "nothing is there" in err, out + err)
        for name in ("redux_f32", "shfl_4"):
            status, out, err = b.run("replay", str(SCRIPTS / f"{name}.wsv"))
            check(f"replay of what is built: {name}", status == 0 and ", 0 failed" in out, out + err)
        script = pathlib.Path(folder) / "few.wsv"
        script.write_text(".machine lanes=4;\n.set.b32 a, 5;\nmatch.any.sync.b32 d, a, -1;\nbarrier.sync 0;\n.set.mem.shared.b32 [0], 1;\n")
        status, out, err = b.run("replay", str(script))
        check("replay of what is not: each line is named", status == 2 and not out and [int(n) for n in re.findall(r"few.wsv:(\d+):\d+: error: not on this board", err)] == [3, 4, 5] and
              "match.any.sync is not built" in err and "no shared memory" in err, out + err)


def selftest():
    for line, size in (("checked", "32"), ("checked", "4"), ("uartbone", "8")):
        with Board(f"--lanes={size}") as b:
            status, out, err = b.run("selftest", f"--line={line}")
            check(f"the self-test passes with {size} lanes, with the log of the model ({line})",
                  status == 0 and masked(out) == model_log(f"--lanes={size}"), out + err)
    with Board("--lanes=4", "--warps=1") as b:
        status, out, err = b.run("selftest", "--only=redux", "--seed=5", "--rounds=3")
        check("one step of it", status == 0 and masked(out) == model_log("--lanes=4", "--warps=1", "--only=redux", "--seed=5", "--rounds=3"), out + err)
    with Board("--lanes=4", "--warps=1") as b:
        status, out, err = b.run("selftest", "--only=nothing")
        check("a step that is not there", status == 1 and "no step of the name" in out, out + err)


def noise():
    for rate, steps in (("200", ["--rounds=2"]), ("3000", ["--rounds=2", "--only=registers"]), ("3000", ["--rounds=3", "--only=stress copy"])):
        plain = model_log("--lanes=4", *steps)
        with Board("--lanes=4", f"--drop={rate}", f"--flip={rate}", f"--insert={rate}", "--seed=3") as b:
            status, out, err = b.run("selftest", *steps, "--timeout-ms=20", "--retries=20")
            again = re.search(r"line: (\d+) frames, (\d+) sent again \((\d+) without an answer, (\d+) damaged on the way there, (\d+) on the way back\)", err)
            check(f"drops, flips and inserts of {rate} in a million, {steps[-1]}: the same log", status == 0 and masked(out) == plain and again and
                  int(again[2]) > 10 and sum(map(int, again.groups()[2:])) == int(again[2]), out + err)
    for rate in ("200", "3000"):
        with Board("--lanes=4", f"--drop={rate}", f"--flip={rate}", f"--insert={rate}", "--seed=4") as b:
            status, out, err = b.run("replay", str(SCRIPTS / "shfl_4.wsv"), "--timeout-ms=20")
            check(f"the same of {rate}: replay", status == 0 and "38 checks, 0 failed" in out, out + err)
    with Board("--lanes=4", "--drop=3000", "--flip=3000", "--seed=4") as b:
        reader, writer = pty.openpty()
        paths = [str(SCRIPTS / name) for name in ("shfl_4.wsv", "vote_4.wsv")]
        done = subprocess.run([WSCTL, f"--port={b.device}", "--timeout-ms=20", "replay", *paths], stdout=writer, stderr=writer, timeout=60, check=False)
        os.close(writer)
        shown = os.read(reader, 1 << 20).decode()
        lines = [line.split("\r\033[K")[-1] for line in shown.split("\r\n") if "statements" in line]
        check("on a terminal the bar of replay leaves the lines whole", done.returncode == 0 and " operations" in shown and len(lines) == 2 and
              all(line.startswith(path + ": ") for line, path in zip(lines, paths)), repr(shown))
    with Board("--drop=100000", "--flip=100000", "--seed=5") as b:
        status, out, err = b.run("selftest", "--timeout-ms=20", "--retries=3")
        check("noise that no retry mends: given up, and said why", status == 3 and ("too noisy" in err or "no answer" in err) and "PASS  " not in out, out + err)


def lost():
    for args, what in ((("selftest",), "selftest"), (("replay", str(SCRIPTS / "mbar_wait.wsv")), "replay")):
        with Board("--hangup=500") as b:
            status, out, err = b.run(*args)
            check(f"a cable that is pulled: {what}", status == 3 and "was the cable pulled" in err and "0 failed" not in out, out + err)
        with Board("--mute=500") as b:
            start = time.monotonic()
            status, out, err = b.run(*args, "--timeout-ms=50", "--retries=3")
            check(f"a board that falls silent: {what}", status == 3 and "answers no more" in err and time.monotonic() - start < 10, out + err)
    with Board() as b:
        client = subprocess.Popen([WSCTL, f"--port={b.device}", "selftest"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in client.stdout:
            if line.startswith("registers"):
                b.server.kill()
                break
        out, err = client.communicate(timeout=30)
        check("a board that loses its power", client.returncode == 3 and "was the cable pulled" in err, out + err)


def sizes_of(text):
    """Lanes, warps of a script."""
    machine = re.search(r"^\.machine (.*);", text, re.M)
    values = dict(re.findall(r"(\w+)=(\w+)", machine[1])) if machine else {}
    return values.get("lanes", "32"), values.get("warps", "1")


def replay():
    """All scripts of one size in one call, on one board."""
    groups = {}
    for path in sorted(SCRIPTS.glob("*.wsv")):
        lanes, warps = sizes_of(path.read_text())
        groups.setdefault((f"--lanes={lanes}", "--warps=32" if int(warps) > 4 else "--warps=4"), []).append(path)
    for size, paths in groups.items():
        with Board(*size) as b:
            status, out, err = b.run("replay", *map(str, paths))
        refused = 0
        for path in paths:
            if path.stem in CLUSTERS:
                good = re.search(path.name + r":\d+:1: error: not on this board: the script has a cluster", err)
            elif path.stem in NOT_ON_A_BOARD:
                good = re.search(path.name + r":\d+: error: not on a board: .*" + NOT_ON_A_BOARD[path.stem], err)
            else:
                good = re.search(rf"^{f'{path}: ' * (len(paths) > 1)}[1-9]\d* statements, [1-9]\d* checks, 0 failed$", out, re.M)
            refused += path.stem in CLUSTERS or path.stem in NOT_ON_A_BOARD
            check(f"{path.stem}{': not on a board' * (path.stem in CLUSTERS or path.stem in NOT_ON_A_BOARD)}", good, out + err)
        check(f"status of all scripts with {' '.join(size)}", status == (2 if refused else 0), status)


def wrong_bit(path, folder):
    """A copy in which the last .expect of a register has a wrong bit in its first value, or, where there is none, the last status
    that is OK is expected to be another; and its line."""
    lines = path.read_text().splitlines()
    registers = [i for i, line in enumerate(lines) if re.match(r"\.expect\.([a-z]\d+ \w+, (0x[0-9a-f]+|\d+)\s*[,;]|pred \w+, (0x[0-9a-f]+|\d+)\s*;)", line)]
    at = (registers or [i for i, line in enumerate(lines) if line.startswith(".expect.status OK;")])[-1]
    lines[at] = re.sub(r"(, )(0x[0-9a-f]+|\d+)", lambda m: f"{m[1]}{int(m[2], 0) ^ 1:#x}", lines[at], count=1).replace("status OK", "status CV_NOT_MEMBER")
    copy = pathlib.Path(folder) / path.name
    copy.write_text("\n".join(lines) + "\n")
    return copy, at + 1


def differences():
    with tempfile.TemporaryDirectory() as folder:
        for name in "shfl vote match redux bar_red cluster_alone mbar_wait mbar_cp_async rendezvous".split():
            path, line = wrong_bit(SCRIPTS / f"{name}.wsv", folder)
            lanes, warps = sizes_of(path.read_text())
            with Board(f"--lanes={lanes}", "--warps=32" if int(warps) > 4 else "--warps=4") as b:
                status, out, err = b.run("replay", str(path))
                check(f"{name} with a wrong bit in line {line}: line and lane are named",
                      status == 1 and re.search(rf"{path.name}:{line}: lane \d+: (\w+ = 0x\w+ expected 0x\w+|status = OK expected CV_NOT_MEMBER)", err) and ", 1 failed" in out, out + err)
        wrong = pathlib.Path(folder) / "wrong.wsv"
        for text, size, status_wanted, report in (
                ("shfl.sync.bfly.b64 d, a, 1, 0x1f, -1;\n", "32", 2, r"wrong.wsv:1:15: error: '.b64' does not belong"),
                ("mov.b32 a, 1;\n", "8", 2, r"wrong.wsv:1:1: error: not on this board: the script is for warps of 32 lanes, the board has 8"),
                ("// eight\n.machine lanes=8, warps=8;\n", "8", 2, r"wrong.wsv:2:1: error: not on this board: the script has 8 warps, a CTA of the board 4"),
                (".machine lanes=8;\nmov.b32 a, 8192;\n@p mov.b32 b, 1;\n", "8", 2, "wrong.wsv:3"),
                (".machine lanes=8;\n.set.u64 s, 0x100;\n.set.u64 g, 4096;\ncp.async.ca.shared.global [s], [g], 4;\n", "8", 2,
                 r"wrong.wsv:4: error: not on a board: a copy or an atomic goes beyond its global memory")):
            wrong.write_text(text)
            with Board(f"--lanes={size}") as b:
                status, out, err = b.run("replay", str(wrong))
                check(f"says what is wrong: {report[13:]}", status == status_wanted and re.search(report, err), out + err)
        with Board() as b:
            status, out, err = b.run("replay", str(SCRIPTS / "vote.wsv"), str(SCRIPTS / "match.wsv"))
            check("several scripts", status == 0 and len(re.findall(r"\.wsv: \d+ statements, .* 0 failed$", out, re.M)) == 2, out + err)


README = SCRIPTS.parents[2] / "fw/README.md"
COMMANDS = ("info", "selftest --only=shfl --quiet", "write ID 1 --quiet", "replay mine.wsv --quiet", "replay big.wsv --quiet")
# What a plain access to an mbarrier object gives, of every size; no script of a single CTA has it.
RAW = """.machine lanes=4;
mbarrier.init.shared::cta.b64 [0x40], 4;
.set.u64 x, 0x1122334455667788;
ld.shared.b32 v, [0x44];           .expect.status MB_RAW_ACCESS;
st.shared.b8 [0x41], x;            .expect.status MB_RAW_ACCESS;
ld.shared.b8 v, [0x41];            .expect.b32 v, 0x88;  .expect.status MB_RAW_ACCESS;
st.shared.b64 [0x50], x;           .expect.status OK;
st.shared.b16 [0x52], x;           .expect.status OK;
ld.shared.b64 w, [0x50];           .expect.b64 w, 0x1122334477887788;
"""


def raw():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "raw.wsv"
        path.write_text(RAW)
        with Board("--lanes=4") as b:
            status, out, err = b.run("replay", str(path))
        check("plain accesses of every size, to mbarrier objects and beside them", status == 0 and ", 0 failed" in out, out + err)


FILES = {"mine.wsv": ".set.b32 a, 5;\nmatch.all.sync.b32 d|p, a, -1;\n.expect.pred p, 0x2, 0x3;\n", "big.wsv": ".machine lanes=8;\n.reset;\n"}


def readme():
    """What the README of fw/ prints is what the commands print. WRITE=1 in the environment writes it there."""
    text = ""
    with tempfile.TemporaryDirectory() as folder, Board("--stay=1") as b:
        os.symlink(b.device, folder + "/ttyUSB0")
        for name, script in FILES.items():
            (pathlib.Path(folder) / name).write_text(script)
        for command in COMMANDS:
            if "mine.wsv" in command:
                text += "$ cat mine.wsv\n" + FILES["mine.wsv"] + "\n"
            words = [f"{folder}/{word}" if word in FILES else word for word in command.split()]
            status, out, err = run(*words, env={"WSCTL_PORTS": folder + "/ttyUSB*"})
            shown = (out + err).replace(folder + "/ttyUSB", "/dev/ttyUSB").replace(folder + "/", "")
            text += f"$ wsctl {command}; echo $?\n{shown}{status}\n\n"
    text = "```\n" + text.rstrip("\n") + "\n```\n"
    head, rest = README.read_text().split("<!-- wsctl:begin -->\n")
    old, tail = rest.split("<!-- wsctl:end -->")
    if os.environ.get("WRITE"):
        README.write_text(f"{head}<!-- wsctl:begin -->\n{text}<!-- wsctl:end -->{tail}")
        return
    def comparable(block):
        return re.sub(r"\d+\.\d+ ms", "-", block)
    check("the README shows what is printed (else WRITE=1 test_wsctl.py BUILD readme)", comparable(old) == comparable(text), text)


PARTS = dict(calls=calls, ports=ports, commands=commands, streams=streams, half_a_command=half_a_command, slow=slow, left_out=left_out, selftest=selftest, noise=noise, lost=lost, replay=replay, differences=differences, raw=raw, readme=readme)
for part in sys.argv[2:] or PARTS:
    PARTS[part]()
sys.exit(end())
