#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is there a combinational path from an input port to an output port? Of ws_top, ws_cluster and ws_bus, at 4 lanes.

comb.py [MODULE...]

Such a path joins two designs into one long path, which no tool can place well, and costs a simulator a second pass. Yosys reads and
flattens a module, leaves that keep their hierarchy too; from each input the path goes on through all that is not clocked, bit by bit where an operator works bit by bit.
A module's paths have to be those of KNOWN: exit 1 if there is another one, with a path as names of nets, or if one of KNOWN is gone,
which is then to be deleted there. Exit 0 if all is as it says.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = {"ws_top": {"LANES": 4, "WARPS": 2}, "ws_cluster": {"LANES": 4, "WARPS": 1, "CTAS": 2}, "ws_bus": {"LANES": 4, "WARPS": 2}}
# {module: {output: inputs}} of the paths that there still are.
KNOWN = {
    "ws_top": {"idle_o": ["clb_phase_i"]},
}

BITWISE = {"$not", "$pos", "$and", "$or", "$xor", "$xnor", "$mux", "$pmux", "$bwmux"}
RIPPLE = {"$add", "$sub", "$neg", "$alu"}  # bit k depends on bits up to k
CLOCKED = {"$dff", "$dffe", "$sdff", "$sdffe", "$sdffce", "$adff", "$adffe", "$dffsr", "$dffsre", "$memwr", "$memwr_v2", "$meminit_v2"}
SELECT = "S"


def netlist(module, parameters):
    """The flattened module, as Yosys' JSON has it."""
    files = [line.strip() for line in (ROOT / "rtl/files.f").read_text(encoding="utf-8").splitlines() if line.strip().endswith(".v")]
    chparam = " ".join(f"-chparam {name} {value}" for name, value in parameters.items())
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "flat.json"
        script = (f"read_verilog -Irtl {' '.join(files)}; hierarchy -check -top {module} {chparam}; proc; "
                  f"setattr -mod -unset keep_hierarchy *; flatten; opt_expr; opt_clean; write_json {out}")
        done = subprocess.run(["yosys", "-q", "-p", script], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            sys.exit(f"comb: Yosys failed on {module}:\n" + "\n".join(done.stdout.strip().splitlines()[-5:]))
        return json.loads(out.read_text(encoding="utf-8"))["modules"][module]


def arcs(cell):
    """[(bits that go in, bit that comes out)] of a cell that is not clocked."""
    kind, pins, ways = cell["type"], cell["connections"], cell["port_directions"]
    if kind in CLOCKED or (kind in ("$memrd", "$memrd_v2") and int(cell["parameters"]["CLK_ENABLE"], 2)):
        return []
    ins = {pin: bits for pin, bits in pins.items() if ways[pin] == "input" and pin != "CLK"}
    outs = [(k, bit) for pin, bits in pins.items() if ways[pin] == "output" for k, bit in enumerate(bits)]
    if kind in BITWISE or kind in RIPPLE:
        found = []
        for k, out in outs:
            part = list(ins.get(SELECT, []))
            for pin, bits in ins.items():
                if pin == SELECT:
                    continue
                if kind == "$pmux" and pin == "B":
                    part += bits[k::len(pins["Y"])]
                elif kind in RIPPLE and len(bits) > 1:
                    part += bits[:k + 1]
                else:
                    part += bits[k:k + 1] or bits[-1:]  # extended by its highest bit
            found.append((part, out))
        return found
    every = [bit for bits in ins.values() for bit in bits]
    return [(every, out) for _, out in outs]


def paths(module):
    """{output: {input: a path, from the input on}}."""
    follows = collections.defaultdict(set)
    for cell in module["cells"].values():
        for ins, out in arcs(cell):
            for bit in ins:
                if isinstance(bit, int):
                    follows[bit].add(out)
    name_of = {}
    for name, net in sorted(module["netnames"].items(), key=lambda item: (item[1].get("hide_name", 0), -len(item[0]))):
        for k, bit in enumerate(net["bits"]):
            if not net.get("hide_name", 0) or bit not in name_of:
                name_of[bit] = f"{name}[{k}]" if len(net["bits"]) > 1 else name
    ends = {bit: name for name, port in module["ports"].items() if port["direction"] == "output" for bit in port["bits"] if isinstance(bit, int)}
    found = collections.defaultdict(dict)
    for name, port in module["ports"].items():
        if port["direction"] != "input":
            continue
        before = {bit: None for bit in port["bits"]}
        queue = collections.deque(before)
        while queue:
            bit = queue.popleft()
            if bit in ends and name not in found[ends[bit]]:
                way, at = [], bit
                while at is not None:
                    way.append(name_of.get(at, "?"))
                    at = before[at]
                found[ends[bit]][name] = [n for n in reversed(way) if not n.startswith("$")]
            for out in follows[bit]:
                if out not in before:
                    before[out] = bit
                    queue.append(out)
    return {output: ways for output, ways in found.items() if ways}


def check(module):
    """Lines that say what is wrong; none if all is as KNOWN says."""
    found, known = paths(netlist(module, MODULES[module])), KNOWN.get(module, {})
    wrong = []
    for output, ways in sorted(found.items()):
        fresh = sorted(set(ways) - set(known.get(output, ())))
        if fresh:
            wrong.append(f"{module}: {output} depends on {', '.join(fresh)} in the same clock; a way: {' > '.join(ways[fresh[0]][:12])}")
    for output, inputs in sorted(known.items()):
        gone = sorted(set(inputs) - set(found.get(output, ())))
        if gone:
            wrong.append(f"{module}: {output} does not depend on {', '.join(gone)} any more: delete that in KNOWN of scripts/comb.py")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", choices=[*MODULES, []])
    modules = parser.parse_args().modules or list(MODULES)
    wrong = [line for module in modules for line in check(module)]
    print("\n".join(wrong) if wrong else f"{', '.join(modules)}: no path from an input to an output but those of KNOWN")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
