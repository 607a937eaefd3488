#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""LiteX's own host tools against the board's end of uartbone: test_uartbone.py BUILD, with the Python of scripts/uartbone-requirements.txt.
CommUART, which drives the line itself, and litex_server with its RemoteClient, both unmodified, on ws_board_server. One line a test, then
the count."""
import pathlib
import signal
import socket
import subprocess
import sys
import time

from litex import RemoteClient
from litex.tools.remote.comm_uart import CommUART

BUILD = sys.argv[1] if len(sys.argv) > 1 else "build"
ID, SCRATCH, NOTHING, GMEM, BEYOND = 0x0, 0x20, 0x7000, 0x10000, 0x40000  # see rtl/bus/registers.md
NAME = 0x4e595357  # what ID reads
LIMIT_S = 60
passed = failed = 0


def check(name, got, want):
    global passed, failed
    passed, failed = passed + (got == want), failed + (got != want)
    print(f"{'ok' if got == want else 'FAIL':<5} {name}", flush=True)
    if got != want:
        print(f"      | got  {got}\n      | want {want}")


def board():
    server = subprocess.Popen([BUILD + "/ws_board_server", "--quiet=5"], stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().strip()


def accesses(tool, bus):
    """Words one by one and in bursts. litex_server hands on a burst of a write word by word or whole: both are the same here."""
    check(f"{tool}: reads a register", bus.read(ID), NAME)
    bus.write(SCRATCH, 0x7e7d0102)
    check(f"{tool}: writes a register", bus.read(SCRATCH), 0x7e7d0102)
    words = [0x01020304 * k & 0xffffffff for k in range(20)]
    bus.write(GMEM, words)
    check(f"{tool}: writes and reads 20 words", bus.read(GMEM, 20), words)


def comm_uart():
    server, device = board()
    bus = CommUART(device, 115200)
    bus.open()
    accesses("CommUART", bus)
    check("CommUART: reads 255 words", len(bus.read(GMEM, 255)), 255)
    check("CommUART: reads one address 3 times", bus.read(GMEM + 4, 3, burst="fixed"), [0x01020304] * 3)
    bus.write(GMEM, [7, 8, 9], burst="fixed")
    check("CommUART: writes one address 3 times", bus.read(GMEM, 2), [9, 0x01020304])
    check("CommUART: reads ones where nothing is", [bus.read(NOTHING), bus.read(BEYOND)], [0xffffffff] * 2)
    bus.close()
    check("CommUART: the board's end sees that it was closed", server.wait(20), 0)


def litex_server():
    server, device = board()
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    tool = [str(pathlib.Path(sys.executable).parent / "litex_server"), "--uart", f"--uart-port={device}", "--uart-baudrate=115200",
            f"--bind-port={port}"]
    bridge = subprocess.Popen(tool, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("localhost", port)) == 0:
                    break
            time.sleep(0.1)
        bus = RemoteClient(port=port)
        bus.open()
        accesses("litex_server", bus)
        bus.close()
    finally:
        bridge.kill()
        bridge.wait()
        server.kill()
        server.wait()


signal.alarm(LIMIT_S)  # LiteX waits for an answer without end
comm_uart()
litex_server()
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
