#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The frames that wsctl sends, and what it makes of strange answers: test_frames.py BUILD. The board here is a reading of
rtl/serial/README.md of its own, on a pseudo-terminal, which behaves as told: answers late, twice, wrongly, refuses a write in the middle of
a frame. One line a test, then the count."""
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import threading
import tty
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from checks import check, end

BUILD = sys.argv[1] if len(sys.argv) > 1 else "build"
OK, REFUSED = 0, 2
CTRL, TRYWAIT, TICK_DIV, STATUS = 0x24, 0x2c, 0x30, 0x34  # rtl/bus/registers.md


def framed(body):
    body += struct.pack("<I", zlib.crc32(body))
    return b"\x7e" + body.replace(b"\x7d", b"\x7d\x5d").replace(b"\x7e", b"\x7d\x5e") + b"\x7e"


class Board(threading.Thread):
    """`answers`: a function of the number of the frame and the answer as bytes, that gives the bytes to send."""

    def __init__(self, registers, answers=lambda n, good: good, refuse=()):
        super().__init__(daemon=True)
        self.registers, self.answers, self.refuse = dict(registers), answers, refuse
        self.raw, self.seqs, self.written, self.problems = [], [], [], []
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.slave, self.device = slave, os.ttyname(slave)
        self.start()

    def run(self):
        waiting = b""
        while True:
            try:
                waiting += os.read(self.master, 4096)
            except OSError:
                return
            while waiting.count(b"\x7e") >= 2:
                _, body, waiting = waiting.split(b"\x7e", 2)
                os.write(self.master, self.answers(len(self.raw), self.frame(body)))

    def frame(self, escaped):
        again = bool(self.raw) and self.raw[-1] == escaped
        self.raw.append(escaped)
        body = re.sub(rb"\x7d(.)", lambda m: bytes([m[1][0] ^ 0x20]), escaped, flags=re.S)
        body, crc = body[:-4], body[-4:]
        if struct.unpack("<I", crc)[0] != zlib.crc32(body) or body[1] not in (0x10, 0x1f):
            self.problems.append(f"a wrong frame: {escaped.hex()}")
        seq, writes, rest = body[0], body[2], body[3:]
        if not again:
            self.seqs.append(seq)
        left, code = 0, OK
        for i in range(writes):
            addr, data = struct.unpack(">II", rest[8 * i:8 * i + 8])
            if addr * 4 in self.refuse:
                left, code = writes - i, REFUSED
                break
            if not again:
                self.written.append((addr * 4, data))
                self.registers[addr * 4] = data & ~1 if addr * 4 == CTRL else data  # a reset is done at once
        words, rest = b"", rest[8 * writes:]
        if rest and not left:
            count, addr = rest[0], int.from_bytes(rest[1:], "big")
            words = b"".join(struct.pack(">I", self.registers.get(4 * (addr + k), 0)) for k in range(count))
        return framed(bytes([seq]) + words + bytes([left << 3 | code]))

    def wsctl(self, *args):
        done = subprocess.run([BUILD + "/wsctl", f"--port={self.device}", "--timeout-ms=60", *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        return done.returncode, done.stdout, done.stderr


def capabilities():
    """The first registers of a block at rest, from the golden model."""
    server = subprocess.Popen([BUILD + "/ws_board_server", "--quiet=5"], stdout=subprocess.PIPE, text=True)
    out = subprocess.run([BUILD + "/wsctl", f"--port={server.stdout.readline().strip()}", "read", "ID", "14"], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True, check=False).stdout
    server.wait(20)
    return {int(addr, 16): int(word, 16) for addr, word in re.findall(r"^(0x\w+)  (0x\w+)", out, re.M)}


def damaged(answer):
    return answer[:2] + bytes([answer[2] ^ 1 if answer[2] ^ 1 not in (0x7d, 0x7e) else answer[2] ^ 4]) + answer[3:]


def main():
    registers = capabilities()
    good = Board(registers)
    status, plain, err = good.wsctl("read", "ID", "14")
    check("frames as this reading expects them", status == 0 and not good.problems and plain.startswith("0x00000  0x4e595357  ID"), (good.problems, plain, err))
    check("the first asks for nothing", good.raw and len(good.raw[0].replace(b"\x7d", b"")) == 7, good.raw[:1])
    check("no number twice in a row", len(good.seqs) > 5 and all(a != b for a, b in zip(good.seqs, good.seqs[1:])), good.seqs)

    for name, answers, counted in (
            ("each answer twice: the late one is not taken for the next", lambda n, a: a + a, "0 sent again"),
            ("an answer that comes in two pieces with noise before", lambda n, a: b"\x00\xff\x7e\x7e" + a, "0 sent again"),
            ("each first answer is lost", lambda n, a: b"" if n % 2 == 0 else a, "without an answer"),
            ("each first answer is damaged", lambda n, a: damaged(a) if n % 2 == 0 else a, "on the way back"),
            ("each first frame is said to be damaged", lambda n, a: framed(b"\x55\x01") if n % 2 == 0 else a, "on the way there")):
        board = Board(registers, answers)
        status, out, err = board.wsctl("read", "ID", "14")
        again = counted == "0 sent again" or (len(board.raw) == 2 * len(board.seqs) and board.raw[::2] == board.raw[1::2])
        check(name, status == 0 and out == plain and counted in err and again, f"{out}{err}{board.raw}")

    board = Board(registers, lambda n, a: framed(bytes([board.seqs[-1] ^ 1]) + b"\0" * 9) if n == 3 else a)
    status, out, err = board.wsctl("read", "ID", "14", "--retries=2")
    check("an answer to something else is none", status == 0 and out == plain and "1 sent again" in err, (out, err))
    board = Board(registers, lambda n, a: framed(bytes([board.seqs[-1]]) + b"\0" * 80 + b"\0") if n == 3 else a)
    status, out, err = board.wsctl("read", "ID", "14")
    check("an answer of the wrong length ends it", status == 3 and not out and "not one to what was asked" in err, (out, err))

    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / "nothing.wsv"
        script.write_text(".reset;\n")
        registers[STATUS] = 2  # idle
        sequences = []
        for refuse in ((), (TRYWAIT,)):
            board = Board(registers, lambda n, a: a, refuse)
            board.wsctl("replay", str(script))
            sequences.append(board.written)
        whole, rest = sequences
        check("what stands behind a refused write is sent all the same, once", len(whole) > 12 and (TICK_DIV, 0xffff) in rest and
              rest == [write for write in whole if write[0] != TRYWAIT], (whole, rest))
    return end()


if __name__ == "__main__":
    sys.exit(main())
