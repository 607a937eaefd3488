# SPDX-License-Identifier: Apache-2.0
"""The block that a bench prints on failure (tb/cosim/report.c, directed.c, tb/bus/bus_report.c, tb/serial/serial_report.c), read back:
what went wrong, ports, operation, operands by lane, the last accesses and bytes. And the signature, which is alike for failures that look alike."""
import re

HEADING = re.compile(r"^(\w+): cycle (\d+): (.*)$")
PORT = re.compile(r"^  (\S[\w\[\]/.,': ]*?) +RTL (\S+) +expected (\S+)$")
FIELD = re.compile(r"^  (seed|operation|stream|waves|repeat|last issued) +(.*)$")
HISTORY = re.compile(r"^  (access|not answered|bytes) +(.*)$")  # oldest first
LANES = re.compile(r"^    lane(  .*)?$")
LANE = re.compile(r"^  ([> ]) +(\d+)(  .*)?$")
TELLING = (re.compile(r"\berror|\bfail|\bassert|sanitizer:|\babort", re.I), re.compile(r"\bnot\b|wrong|differ", re.I))


def normalise(text):
    """Without what differs from seed to seed: addresses, numbers, paths."""
    text = re.sub(r"0x[0-9a-fA-F]+|\b[0-9a-f]{8,}\b", "#", text)
    text = re.sub(r"(?:/[\w.+-]+){2,}", "PATH", text)
    return re.sub(r"\s+", " ", re.sub(r"\d+", "#", text)).strip()


def columns(text):
    return [word for word in re.split(r"\s{2,}", text.strip()) if word]


def read_lane(found, heads):
    """One row of the lane table; None in place of cells where the bench no longer knew the request."""
    rest = (found.group(3) or "").strip()
    marked = found.group(1) == ">"
    if marked and rest.endswith("<"):
        rest = rest[:-1]
    cells = columns(rest)
    return {"lane": int(found.group(2)), "differs": marked, "cells": cells if len(cells) == len(heads) else None, "text": rest.strip()}


def read(text):
    """The first block of an output as a dictionary, or None."""
    lines = text.splitlines()
    at = next((k for k, line in enumerate(lines) if HEADING.match(line)), None)
    if at is None:
        return None
    test, cycle, what = HEADING.match(lines[at]).groups()
    block = {"test": test, "cycle": int(cycle), "what": what, "ports": [], "fields": {}, "parts": [], "history": [], "raw": ""}
    end = at
    heads = []
    for end in range(at + 1, len(lines)):
        line = lines[end]
        if not line.strip():
            break
        port, field, lane, before = PORT.match(line), FIELD.match(line), LANE.match(line), HISTORY.match(line)
        if port:
            block["ports"].append(dict(zip(("port", "rtl", "expected"), port.groups())))
        elif field:
            name, value = field.groups()
            block["fields"].setdefault(name, value)
            if name == "operation":
                block["parts"].append({"operation": value, "heads": [], "lanes": []})
        elif before:
            block["history"].append(line.strip())
        elif LANES.match(line):
            heads = columns(LANES.match(line).group(1) or "")
            if not block["parts"]:
                block["parts"].append({"operation": "", "heads": [], "lanes": []})
            block["parts"][-1]["heads"] = heads
        elif lane and block["parts"]:
            block["parts"][-1]["lanes"].append(read_lane(lane, heads))
    else:
        end += 1
    block["raw"] = "\n".join(lines[at:end])
    return block


def lane_fields(block):
    """Which of d and p differs in the marked lanes."""
    found = set()
    for part in block["parts"]:
        heads = part["heads"]
        if "RTL d" not in heads or "expected d" not in heads:
            continue
        rtl, model = heads.index("RTL d"), heads.index("expected d")
        for lane in part["lanes"]:
            if lane["differs"] and lane["cells"]:
                found |= {name for name, k in (("rsp_d", 0), ("rsp_p", 1)) if lane["cells"][rtl + k] != lane["cells"][model + k]}
    return sorted(found)


def signature(result):
    """(test, kind of difference, port or field) of a job that did not pass, and the block it was read from."""
    block = read(result["output"]) if result["state"] == "fail" else None
    if not block:
        detail = result["why"]
        if result["state"] in ("fail", "crash", "unfinished"):
            lines = [line for line in result["output"].splitlines() if line.strip()]
            said = [line for telling in TELLING for line in lines if telling.search(line)] or lines[-1:]
            detail = said[0] if said else detail
        return (result["test"], result["state"], normalise(detail)[:160]), None
    fields = [normalise(port["port"]) for port in block["ports"]] + lane_fields(block)
    # The first one: what differs beside it changes from seed to seed.
    return (result["test"], normalise(block["what"])[:160], fields[0] if fields else ""), block


def shortness(result):
    """Clocks up to the failure, for sorting."""
    return result["block"]["cycle"] if result["block"] else result.get("cycles", 1 << 60)


def buckets(results):
    """Failures with one signature, the largest bucket first, of like ones that with the fewest clocks. Each: signature, results;
    jobs that did not run are not failures."""
    found = {}
    for result in results:
        if result["state"] not in ("pass", "not run", "interrupted"):
            found.setdefault(tuple(result["signature"]), []).append(result)
    order = sorted(found.items(), key=lambda item: (-len(item[1]), min(map(shortness, item[1])), item[0]))
    return [{"test": key[0], "kind": key[1], "field": key[2], "results": sorted(jobs, key=shortness)}
            for key, jobs in order]
