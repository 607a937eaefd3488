#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does valid wait for ready? For each output v_NAME of an AIG the combinational logic in front of it must not contain the
input r_NAME. Only structure is looked at, so "no" is for certain. Exit status 1 and a line if one does.

depends.py FILE.aig FILE.map   as Yosys' write_aiger -map writes them
"""
import collections
import pathlib
import sys


def read_aig(path):
    """(number of inputs and latches, literals of the outputs, operands of the and gates), of a binary AIGER file."""
    head, rest = path.read_bytes().split(b"\n", 1)
    inputs, latches, outputs, ands = (int(word) for word in head.split()[2:6])
    lines = rest.split(b"\n", latches + outputs)
    literals = [int(line) for line in lines[latches:latches + outputs]]
    data, at, gates = lines[-1], 0, []
    for gate in range(ands):
        literal = 2 * (inputs + latches + gate + 1)
        operands = []
        for _ in range(2):
            shift = 0
            while True:
                byte = data[at]
                at += 1
                literal -= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            operands.append(literal)
        gates.append(operands)
    return inputs + latches, literals, gates


def main():
    leaves, outputs, gates = read_aig(pathlib.Path(sys.argv[1]))
    ports = {"input": collections.defaultdict(list), "output": collections.defaultdict(list)}
    for line in pathlib.Path(sys.argv[2]).read_text().splitlines():
        kind, number, _, name = line.split()[:4]
        if kind in ports:
            ports[kind][name].append(int(number))
    found = 0
    for name in sorted(ports["output"]):
        ready = "r_" + name[2:]
        if not name.startswith("v_"):
            continue
        if ready not in ports["input"]:
            sys.exit(f"{name} has no input {ready} beside it")
        todo, seen = [outputs[number] >> 1 for number in ports["output"][name]], set()
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                if node > leaves:
                    todo += [literal >> 1 for literal in gates[node - leaves - 1]]
        if any(number + 1 in seen for number in ports["input"][ready]):
            print(f"{name} depends on {ready} in the same clock")
            found = 1
    return found


if __name__ == "__main__":
    sys.exit(main())
