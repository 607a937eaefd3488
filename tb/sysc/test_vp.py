#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the virtual platform and of the target in it: programs on both back ends, with the same log, the same number of
instructions and the same time; faults, traps, limits, wrong files. Says "N passed, N failed".

test_vp.py [--lanes N] [--cmodel-only] [-k PATTERN]   needs ws_vp, ws_vp_broken, ws_target_test, ws_target_example,
                                                      ws_vp_programs, ws_selftest_host, ws_vp_N, ws_target_test_N in
                                                      build/, and make fw
"""
import argparse
import fnmatch
import itertools
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build"
LIMIT_S = 300
SPEED = re.compile(r"^vp: (\w+): (\d+) instructions .*?, (\d+) operations .*?, (\d+) accesses, (.*?) simulated, \S+ s$", re.M)
# Exit statuses of the platform's own.
CALL, MOST, LIMIT, LOST = 2, 123, 124, 125


class Failure(Exception):
    """Its text says what is wrong."""


def expect(what, got, wanted):
    if got != wanted:
        raise Failure(f"{what}: {got!r}, expected {wanted!r}")


def run(command, text="", limit=LIMIT_S):
    try:
        done = subprocess.run([str(word) for word in command], cwd=ROOT, input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired as late:
        raise Failure(f"{' '.join(map(str, command))} did not end within {limit} s") from late
    return done.returncode, done.stdout, done.stderr


class Platform:
    """The programs, and the back ends that there are."""

    def __init__(self, lanes, rtl):
        self.lanes = lanes
        self.backends = ("cmodel", "rtl") if rtl else ("cmodel",)

    def run(self, program, *options, backend="cmodel", text=""):
        """(exit status, log, messages)"""
        name = f"ws_vp_{self.lanes}" if backend == "rtl" else "ws_vp"
        path = program if isinstance(program, pathlib.Path) else BUILD / "vp" / f"{program}.elf"
        return run([BUILD / name, f"--backend={backend}", f"--lanes={self.lanes}", *options, path], text)

    def same(self, program, status=0, options=(), text="", masked=None):
        """Runs it on all back ends; all have to say the same and take the same time. Returns the log."""
        logs, figures = [], []
        for backend in self.backends:
            got, log, messages = self.run(program, *options, backend=backend, text=text)
            if got != status:
                raise Failure(f"{program} on {backend}: status {got}, expected {status}\n{log[-2000:]}{messages[-500:]}")
            speed = SPEED.search(messages)
            if not speed or speed.group(1) != backend:
                raise Failure(f"{program} on {backend}: no line with the speed: {messages!r}")
            logs.append(masked(log) if masked else log)
            figures.append(speed.groups()[1:])
        for backend, log, figure in zip(self.backends, logs, figures):
            expect(f"log of {program} on {backend} beside {self.backends[0]}", log, logs[0])
            expect(f"instructions, operations, accesses and time of {program} on {backend}", figure, figures[0])
        return logs[0]

    def refused(self, status, message, *words):
        """A call that has to end at once with this status and a message that matches."""
        got, log, messages = run([BUILD / "ws_vp", *words], limit=20)
        expect(f"status of ws_vp {' '.join(map(str, words))}, which said {messages!r}", got, status)
        if log or not re.search(message, messages):
            raise Failure(f"ws_vp {' '.join(map(str, words))} said {log + messages!r}, expected {message!r}")


def test_processor(p):
    """loads, stores, traps, mret, time"""
    log = p.same("processor")
    expect("last line", log.splitlines()[-1], "processor passed")


def test_interrupts(p):
    """wfi, MIE, MEIE, none lost and none twice"""
    expect("last line", p.same("interrupt").splitlines()[-1], "interrupt passed")


def test_interrupts_with_any_quantum(p):
    """from an instruction to a millisecond"""
    for quantum in (10, 70, 1000000):
        expect("last line", p.same("interrupt", options=[f"--quantum={quantum}"]).splitlines()[-1], "interrupt passed")


def test_refused_accesses_trap(p):
    """unaligned, unmapped, read only, write only, strobes, empty"""
    expect("last line", p.same("refused").splitlines()[-1], "refused passed")


def test_operations(p):
    """2,000 votes and shuffles"""
    expect("last line", p.same("votes").splitlines()[-1], "votes passed")


def test_planted_fault_is_found(p):
    """one bit of one lane's result"""
    for backend in p.backends:
        status, log, _ = p.run("votes", "--break=0x2008:3", backend=backend)
        expect("status", status, 1)
        if "FAIL vote.sync.ballot: 0x00000008, expected 0x00000000" not in log:
            raise Failure(f"the log does not name the fault:\n{log}")


def test_uart(p):
    """what is sent in comes back, through a pipe"""
    text = "one\ntwo end\n" + "x" * 5000 + "\nend\n"
    expect("log", p.same("echo", text=text), "echo\n" + text + "echo passed\n")


def test_uart_without_input(p):
    """end of input is no byte and no hang"""
    status, log, messages = p.run("echo", "--limit=5")
    expect("status", status, LIMIT)
    expect("log", log, "echo\n")
    if "--limit" not in messages:
        raise Failure(messages)


def test_status_of_the_program(p):
    """300 is more than a process can say"""
    p.same("leave", status=MOST)


def test_limits(p):
    """programs that never end, awake, asleep or trapping"""
    for backend in p.backends:
        for program in ("endless", "asleep", "whirl"):
            status, _, messages = p.run(program, "--limit=1", backend=backend)
            expect(f"status of {program} on {backend}", status, LIMIT)
            if not re.search(rf"{program}.elf: stopped after 1 ms of simulated time \(--limit\), pc 0x800000", messages):
                raise Failure(messages)
            status, _, messages = p.run(program, "--limit=1e9", "--wall=0.3", backend=backend)
            expect(f"status of {program} on {backend}", status, LIMIT)
            if not re.search(rf"{program}.elf: stopped after 0.3 s \(--wall\), pc 0x800000", messages):
                raise Failure(messages)


def test_trap_without_handler(p):
    """ends and names the trap"""
    status, _, messages = p.run("helpless")
    expect("status", status, LOST)
    if "trap at pc 0x80000004, mcause 0x00000005, mtval 0x20000000, and no handler" not in messages:
        raise Failure(messages)


def test_wrong_calls(p):
    """each is named"""
    program = BUILD / "vp" / "leave.elf"
    p.refused(CALL, "which program", "--limit=3")
    p.refused(CALL, "--lanes=5: it is 4, 8, 16 or 32", "--lanes=5", program)
    p.refused(CALL, "--backend=x: it is cmodel or rtl", "--backend=x", program)
    p.refused(CALL, "built without the RTL", "--backend=rtl", program)
    p.refused(CALL, "--limit=-1: it is a number", "--limit=-1", program)
    p.refused(CALL, "--wall=: it is a number", "--wall=", program)
    p.refused(CALL, "--quantum=1e99", "--quantum=1e99", program)
    for wrong in ("", "0x2000", "0x2000:32", "0x2001:0", "0x20000:0", "x:1", "0x2000:"):
        p.refused(CALL, "it is WORD:BIT", f"--break={wrong}", program)
    p.refused(CALL, "no such option", "--fast", program)
    p.refused(CALL, "one program", program, program)


def test_make_vp(_):
    """what to do is said where firmware, back end or size is wrong; a file's status is passed on"""
    def vp(*words):
        return run(["scripts/vp.sh", *words], limit=1200)  # it waits while the build folder is in use
    for words, message in (((), "Say FW=selftest"), (("FW=selftest", "BACKEND=x"), "BACKEND=x: it is cmodel or rtl"),
                           (("FW=selftest", "LANES=5"), "LANES=5: it is 4, 8, 16 or 32"), (("FW=no/file",), "FW=no/file: no such file"),
                           (("FW=nothing",), "FW=nothing: .*: hello selftest .*votes"), (("FX=1",), "FX=1: what is that")):
        status, log, messages = vp(*words)
        if status != CALL or log or not re.search(message, messages):
            raise Failure(f"vp.sh {' '.join(words)}: status {status}, {log + messages!r}, expected {message!r}")
    status, log, messages = vp(f"FW={BUILD / 'vp' / 'leave.elf'}")
    if status != MOST or "vp: cmodel: " not in messages:
        raise Failure(f"status {status}: {log + messages}")


def test_output_that_cannot_be_written(_):
    """is no pass"""
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([BUILD / "ws_vp", BUILD / "vp" / "processor.elf"], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                              text=True, timeout=LIMIT_S, check=False)
    if done.returncode != LOST or "standard output, where the UART sends to, cannot be written: No space left" not in done.stderr:
        raise Failure(f"status {done.returncode}: {done.stderr}")


def test_wrong_files(p):
    """missing, empty, cut off, of another machine, too large, elsewhere"""
    good = (BUILD / "vp" / "leave.elf").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        def refuse(content, message):
            path = pathlib.Path(folder) / "image"
            path.write_bytes(content)
            p.refused(CALL, re.escape(str(path)) + ": " + message, path)
        p.refused(CALL, "none.elf: cannot be read: No such file", pathlib.Path(folder) / "none.elf")
        p.refused(CALL, "cannot be read: Is a directory", pathlib.Path(folder))
        refuse(b"", "nothing in it")
        refuse(good[:30], "the ELF file is cut off: it has 30 bytes")
        refuse(good[:60], "the ELF file is cut off")
        refuse(good[:len(good) // 8], "the ELF file is cut off")
        refuse(good[:18] + struct.pack("<H", 62) + good[20:], "an ELF file, but not of 32-bit RISC-V")
        refuse(good[:4] + b"\2" + good[5:], "an ELF file, but not of 32-bit RISC-V")
        refuse(good[:16] + struct.pack("<H", 1) + good[18:], "an ELF file, but no program")
        refuse(good[:24] + struct.pack("<I", 0x80000100) + good[28:], "the entry is 0x80000100, it has to be 0x80000000")
        refuse(good[:44] + struct.pack("<H", 0) + good[46:], "the ELF file has nothing to load")
        refuse(b"\x13" * ((1 << 20) + 1), "1048577 bytes do not go into the RAM")
        table = struct.unpack_from("<I", good, 28)[0]
        kinds = [struct.unpack_from("<I", good, table + 32 * i)[0] for i in range(struct.unpack_from("<H", good, 44)[0])]
        load = table + 32 * kinds.index(1)
        elsewhere = bytearray(good)
        struct.pack_into("<I", elsewhere, load + 12, 0x80100000)
        refuse(bytes(elsewhere), "a segment of .* at 0x80100000 is not in the RAM")
        path = pathlib.Path(folder) / "flat"
        path.write_bytes(struct.pack("<4I", 0x10200537, 0x00700593, 0x00b52023, 0x0000006f))  # status 7
        expect("status of a flat binary", p.run(path)[0], 7)


def test_target(p):
    """conventions of TLM-2.0; both back ends take the same clocks"""
    logs = []
    for backend in p.backends:
        command = [BUILD / "ws_target_test"] if backend == "cmodel" else [BUILD / f"ws_target_test_{p.lanes}", "rtl"]
        status, log, messages = run(command)
        if status or not re.search(r"^\d+ passed, 0 failed$", log, re.M):
            raise Failure(log + messages)
        logs.append([line for line in log.splitlines() if line.startswith("clocks")])
    expect("clocks", logs[-1], logs[0])


def test_target_alone(_):
    """a platform of somebody else's"""
    status, log, messages = run([BUILD / "ws_target_example"])
    if status or "vote.sync.ballot.b32: 0x5a at " not in log:
        raise Failure(f"status {status}\n{log}{messages}")


def firmware(name):
    path = BUILD / "fw" / f"{name}.elf"
    if not path.exists():
        raise Failure(f"{path} is missing: make fw")
    return path


def test_firmware(p):
    """the shortest, with the driver"""
    expect("log", p.same(firmware("hello")), f"redux.sync.add.u32 over 1..{p.lanes}: {p.lanes * (p.lanes + 1) // 2}\n")


def test_selftest(p):
    """the self-test, the same log on both back ends"""
    log = p.same(firmware("selftest"))
    if not re.match(r"PASS +\d+ steps passed, 0 failed$", log.splitlines()[-1]):
        raise Failure(log)


def test_selftest_on_a_host(p):
    """the same log as on RV32, but for the lines that name the port and the rates"""
    def masked(log):
        return [line for line in log.splitlines() if not line.startswith(("rate ", "port "))]
    status, log, messages = run([BUILD / "ws_selftest_host", f"--lanes={p.lanes}"])
    if status:
        raise Failure(log + messages)
    for here, there in itertools.zip_longest(masked(p.run(firmware("selftest"))[1]), masked(log)):
        expect("line of the log on RV32 beside that of the host", here, there)


def failed_selftest(program, *options):
    """Steps that failed and the log of a self-test that has to fail."""
    status, log, messages = run([program, "--lanes=8", *options, firmware("selftest")])
    if status != 1 or not re.search(r"^FAIL +\d+ steps passed, [1-9]\d* failed", log, re.M):
        raise Failure(f"status {status}\n{log}{messages}")
    return re.findall(r"^(\S.*?) {2,}.* FAIL$", log, re.M), log


def test_selftest_finds_a_planted_fault(_):
    """and names register and lane"""
    steps, log = failed_selftest(BUILD / "ws_vp", "--break=0x2008:3")
    if "shfl" not in steps or not re.search(r"^ +lane 2: .*\n +RESULT_D \(0x02008\): expected", log, re.M):
        raise Failure(log)


def test_selftest_finds_a_broken_unit(_):
    """redux.add that leaves out the last lane: what is not redux passes"""
    steps, log = failed_selftest(BUILD / "ws_vp_broken")
    if "redux" not in steps or "vote" in steps or "barrier" in steps or "redux.sync.add" not in log:
        raise Failure(log)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lanes", type=int, default=4, choices=(4, 8, 16, 32))
    parser.add_argument("--cmodel-only", action="store_true")
    parser.add_argument("-k", default="*", metavar="PATTERN", help="tests whose names match")
    args = parser.parse_args()
    platform = Platform(args.lanes, not args.cmodel_only)
    passed = failed = 0
    for name, test in [(name, test) for name, test in globals().items() if name.startswith("test_")]:
        if not fnmatch.fnmatch(name, f"*{args.k.strip('*')}*"):
            continue
        try:
            test(platform)
            passed += 1
            print(f"ok   {name[5:].replace('_', ' ')}: {test.__doc__}", flush=True)
        except Failure as failure:
            failed += 1
            print(f"FAIL {name[5:].replace('_', ' ')}: {test.__doc__}\n     " + str(failure).replace("\n", "\n     "), flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
