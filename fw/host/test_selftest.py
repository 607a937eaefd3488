#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The self-test itself, on a host: test_selftest.py BUILD. It passes on the model of the block at every size; its log is the
same over a serial line; each of its steps fails, with a message that names register, operation and lane, when one bit of one
register is wrong; and a line without an answer, or one that breaks off, ends it in time. One line a test, then the count."""
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from checks import check, end
import optable

BUILD = sys.argv[1] if len(sys.argv) > 1 else "build"
HOST = BUILD + "/ws_selftest_host"
SERVER = BUILD + "/ws_board_server"
SIZES = ((4, 1, 1), (4, 32, 2), (8, 2, 1), (16, 8, 4), (32, 4, 1), (32, 32, 8))  # lanes, warps, CTAs
FAULTS = (  # step, what is broken (see selftest_host.c), what the report has to say
    ("registers", "w:0x20:0x10", r"SCRATCH \(0x00020\): expected 0x00000001 got 0x00000011, bits that differ 0x00000010"),
    ("operands", "w:0x1064:0x80000000", r"LANE_B \(0x01064\): expected 0x\w+ got 0x\w+, bits that differ 0x80000000"),
    ("memory", "r:0x8010:4", r"SMEM \(0x08010\): expected 0x\w+ got 0x\w+, bits that differ 0x00000004"),
    ("memory", "w:0x10abc:1", r"GMEM \(0x10abc\)"),
    ("refusals", "r:0xf4:0x10", r"BUS_ERR_INFO.kind \(0x000f4\): expected 0x00000002 got 0x00000003"),
    ("port", "r:0xf4:0x30", r"BUS_ERR_INFO.kind \(0x000f4\) is not UNALIGNED"),
    ("warps", "r:0x204:2", r"LIVE after a reset \(0x00204\): expected 0x00000000 got 0x00000002"),
    ("interrupt", "r:0x40:1", r"IRQ_STATUS \(0x00040\)"),
    ("interrupt", "w:0x44:1", r"no interrupt came for a completion: IRQ_ENABLE \(0x00044\)"),
    ("pressure", "r:0x110:8", r"CNT_REQ_LO \(0x00110\): expected 0x0000000c got 0x00000004"),
    ("shfl", "r:0x2014:0x100:0x101",
     r"shfl.down 1: shfl.sync.down.b32 d\|p, a, b, c, membermask; warp 0, lanes 0xffffffff, wrong in 0x00000020\n"
     r"    lane 5:  membermask 0xffffffff  a 0x00001005  b 0x00000001  c 0x0000001f  q 0\n"
     r" +RESULT_D \(0x02014\): expected 0x00001006 got 0x00001106\n"),
    ("vote", "r:0xcc:4:0x201", r"vote.sync.any.pred d, !?q, membermask;.*wrong in 0x00000004\n.*\n +CPL_PRED \(0x000cc\): expected"),
    ("match", "r:0x207c:1:0x300", r"match.any.sync.b32 d, a, membermask;.*wrong in 0x80000000\n    lane 31:"),
    ("redux", "r:0x2000:0x80000000:0x412", r"redux.sync.max.f32 d, a, membermask;"),
    ("rendezvous", "r:0xc8:0x3:0x20a", r"bar.warp.sync membermask;.*\n.*\n +CPL_STATUS \(0x000c8\): expected OK got 0x003"),
    ("barrier", "r:0x2004:1:0x502", r"barrier.red.popc.u32 d, a, q;.*wrong in 0x00000002"),
    ("cluster", "r:0xc8:0x220:0x600", r"barrier.cluster.arrive.release;.*\n(.*\n)+? +CPL_STATUS \(0x000c8\): expected OK got CLB_DUP_ARRIVE"),
    ("mbarrier", "r:0x2080:0x80000000:0x704", r"mbarrier.arrive.b64 d, \[addr\], b;.*\n.*addr 0x00000040.*\n +RESULT_D"),
    ("cp.async", "r:0x8104:1", r"SMEM \(0x08104\)"),
    ("cp.async", "w:0x1404:4", r"cp.async.ca.shared.global \[addr\], \[a\], b, c;.*\n.*\n +CPL_STATUS.*got AT_MISALIGNED"),
    ("stress warp", "r:0x2000:1:0x300", r"round \d+: match.any.sync.b32"),
    ("stress warp", "r:0xc4:1", r"fault: round \d+: .* warp \d, lanes 0x"),
    ("stress bar", "r:0x2000:1:0x502", r"round \d+: barrier.red.popc.u32 d, a, !?q;"),
    ("stress mbar", "r:0x8044:0x800", r"pending and phase of an mbarrier object \(0x08044\)"),
    ("stress copy", "r:0x8104:1", r"SMEM after cp.async \(0x08104\)"),
    ("rates", "r:0xc8:0x201:0x103", r"an operation of the measurement ends with an error"),
)


def run(*args, limit=120):
    done = subprocess.run([HOST, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=limit, check=False)
    return done.returncode, done.stdout


def masked(log):
    return [line for line in log.splitlines() if not line.startswith(("rate ", "port "))]


def serve(*args):
    server = subprocess.Popen([SERVER, *args], stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().strip()


def sizes():
    for lanes, warps, slots in SIZES:
        status, log = run(f"--lanes={lanes}", f"--warps={warps}", f"--slots={slots}", f"--fifo={max(2, lanes // 2)}", "--seed=7")
        check(f"passes with {lanes} lanes, {warps} warps, {slots} CTAs",
              status == 0 and re.search(r"^PASS +\d+ steps passed, (\d+ not built, )?0 failed$", log, re.M), log)
    status, log = run("--lanes=4", "--warps=1")
    check("says what does not fit a CTA of one warp", status == 0 and re.search(r"^barrier +vectors +0 checks +not built$", log, re.M)
          and re.search(r"^PASS +\d+ steps passed, [1-9]\d* not built, 0 failed$", log, re.M), log)


def left_out():
    """Blocks with families left out: said, and what is not built is refused."""
    few = ("--lanes=4", "--warps=1", "--fifo=2", f"--families={optable.family_set('shfl,redux')}", "--counters=0")
    status, log = run(*few)
    said = re.findall(r"^(\S+(?: \S+)?) .* 0 checks +not built$", log, re.M)
    check("passes without match, barriers, mbarriers and counters, and names them", status == 0 and said == [
        "memory", "match", "barrier", "cluster", "mbarrier", "cp.async", "atom", "stress bar", "stress mbar", "stress copy", "rates"], log)
    status, log = run(f"--families={optable.family_set('bar')}")
    check("passes with votes and barriers alone", status == 0 and re.search(r"^PASS +13 steps passed, 10 not built, 0 failed$", log, re.M), log)
    for broken, report in (
            (f"r:0x14:{optable.family_set('mbar') & ~optable.always():#x}", "ws_open returns WS_E_CAP"),  # mbarriers without a memory
            (f"r:0x14:{optable.family_set('match') & ~optable.always():#x}", r"match.any.sync.b32 d, a, membermask;"),  # match is said to be there
            ("r:0xc8:0x270:0x300", r"match.any.sync.b32 .*\n.*\n +CPL_STATUS \(0x000c8\): expected DEC_ILLEGAL got OK"),
            ("r:0xf4:0x70", r"BUS_ERR_INFO.kind \(0x000f4\): expected 0x00000002")):
        status, log = run(*few, f"--break={broken}")
        check(f"families left out: finds {broken}", status == 1 and re.search(report, log), log)
    status, log = run(f"--families={optable.all_families() & ~optable.always()}")
    check("there is no block without votes", status == 2 and "there is no model" in log, log)


def faults():
    for step, broken, report in FAULTS:
        status, log = run(f"--only={step}")
        clean = status == 0 and re.search(rf"^{step} .*PASS$", log, re.M) and "fault:" not in log
        status, log = run(f"--only={step}", f"--break={broken}")
        found = status == 1 and re.search(rf"^{step} .*FAIL$", log, re.M) and re.search(report, log) and "\nFAIL " in log
        check(f"{step}: finds {broken}", clean and found, log)
    for broken, report in (("r:0:1", r"ws_open returns WS_E_ID\n.*ID \(0x00000\): expected 0x4e595357 got 0x4e595356"),
                           ("r:8:1", r"ws_open returns WS_E_MAP\n.*MAP \(0x00008\)"), ("r:0x10:1", "ws_open returns WS_E_CAP")):
        status, log = run(f"--break={broken}")
        check(f"identify: finds {broken}, and stops there", status == 1 and re.search(report, log) and "registers" not in log, log)


def serial():
    server, device = serve()
    status, log = run(f"--serial={device}")
    check("passes over a serial line", status == 0, log)
    server.wait(20)
    check("the log is that of the model", masked(log) == masked(run()[1]), log)
    for reads, what in (("0", "from the start"), ("3000", "in the middle")):
        server, device = serve(f"--mute={reads}")
        start = time.monotonic()
        status, log = run(f"--serial={device}", "--timeout=300")
        check(f"no answer {what}: ends in time, with a hint",
              status == 1 and "WS_E_BUS" in log and "no answer: " in log and
              (reads == "0" or "does not answer any more" in log) and time.monotonic() - start < 20, log)
        server.kill()
        server.wait()
    server, device = serve()
    client = subprocess.Popen([HOST, f"--serial={device}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in client.stdout:
        if line.startswith("registers"):
            server.kill()
            break
    log = client.communicate(timeout=30)[0]
    check("a cable that is pulled: ends in time, with a hint", client.returncode == 1 and "line is gone" in log, log)
    server.wait()


def arguments():
    for args, report in ((["--lanes=5"], "no model with 5 lanes"), (["--lanes=x"], "what is '--lanes=x'"), (["--brake=1"], "what is"),
                         (["--break=r:1"], "is not r|w:ADDR:BITS")):
        status, log = run(*args)
        check(f"refuses {args[0]}", status == 2 and report in log, log)
    status, log = run("--serial=/dev/null")
    check("refuses a file that is no serial line", status == 1 and "no serial line" in log, log)
    for arg in ("--break=r:0:1", "--lanes=8"):
        status, log = run("--serial=/dev/null", arg)
        check(f"refuses {arg} for a board", status == 2 and arg + " is for the model" in log, log)
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([HOST, "--only=warps"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    check("a log that cannot be written is no pass", done.returncode == 1 and "No space left" in done.stderr, done.stderr)
    status, log = run("--only=nonsense")
    check("refuses a step that is not there", status == 1 and "no step of the name" in log, log)


sizes()
left_out()
faults()
serial()
arguments()
sys.exit(end())
