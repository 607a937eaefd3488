# SPDX-License-Identifier: Apache-2.0
"""Lines to a board that are slow or answer something else, for test_wsctl.py: pseudo-terminals, with a thread at each end."""
import contextlib
import os
import pty
import queue
import threading
import time
import tty
import zlib

FLAG, ESCAPED = b"~", ((b"}", b"}]"), (b"~", b"}^"))  # of a frame: rtl/serial/README.md


def frames(line, heard=None):
    """What stands between two flags, as it comes. All that comes goes into the list `heard` too."""
    data = b""
    while True:
        data += (some := os.read(line, 4096))
        if heard is not None:
            heard.append(some)
        while (end := data.find(FLAG, data.find(FLAG) + 1)) > 0:
            yield data[data.find(FLAG) + 1:end]
            data = data[end + 1:]


class Slow:
    """A line to a board that passes one frame on in so many seconds, and the next ones after it. `heard`: all that the host sent."""

    def __init__(self, device, seconds):
        self.mine, self.client = pty.openpty()
        tty.setraw(self.client)
        self.device, self.seconds, self.queue = os.ttyname(self.client), seconds, queue.Queue()
        self.heard = []
        self.board = os.open(device, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.board)
        for work in (self.listen, self.ask, self.answer):
            threading.Thread(target=self.until_gone, args=(work,), daemon=True).start()

    @staticmethod
    def until_gone(work):
        with contextlib.suppress(OSError):  # the board is
            work()

    def listen(self):
        for frame in frames(self.mine, self.heard):
            self.queue.put(frame)

    def ask(self):
        while True:
            frame = self.queue.get()
            time.sleep(self.seconds)
            os.write(self.board, FLAG + frame + FLAG)

    def answer(self):
        while True:
            os.write(self.mine, os.read(self.board, 4096))


def behind(line):
    """A board's end that answers each request as if it were the one before."""
    for frame in frames(line):
        for plain, sent in reversed(ESCAPED):
            frame = frame.replace(sent, plain)
        answer = bytes([(frame[0] - 1) % 256, 0])
        answer += zlib.crc32(answer).to_bytes(4, "little")
        for plain, sent in ESCAPED:
            answer = answer.replace(plain, sent)
        os.write(line, FLAG + answer + FLAG)
