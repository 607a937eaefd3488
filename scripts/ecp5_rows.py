# SPDX-License-Identifier: Apache-2.0
"""Empty rows of tiles for an image of an LFE5U-85F. nextpnr's placers pack logic as densely as tiles take it, however much of the device
is left, and where crossbars stand so densely the wires run out. Here all rows of tiles but every n-th are filled beforehand with LUTs
that are connected to nothing: nothing else is placed there, and the wires of these rows are left to the others. Such a LUT is a
constant that nobody reads: the image does the same without it."""
import json

# Of the 85F: columns and rows of tiles that have LUTs; each 12th row has memories and multipliers instead.
COLUMNS, ROWS, MEMORY_ROWS = range(2, 125), range(2, 94), range(10, 94, 12)
BELS = [f"SLICE{s}.K{k}" for s in "ABCD" for k in "01"]
UNCONNECTED = {"hide_name": 1, "type": "LUT4", "parameters": {"INIT": "0" * 16},
               "port_directions": {**dict.fromkeys("ABCD", "input"), "Z": "output"}, "connections": {port: [] for port in "ABCDZ"}}


def places(pitch):
    """Names of the LUTs in all rows of tiles but every `pitch`-th; none with a pitch of 1."""
    rows = [y for y in ROWS if y % pitch != pitch - 1 and y not in MEMORY_ROWS]
    return [f"X{x}/Y{y}/{bel}" for y in rows for x in COLUMNS for bel in BELS]


def fill(netlist, spaced, pitch):
    """Writes Yosys' netlist once more, with all rows of tiles filled but every `pitch`-th."""
    design = json.loads(netlist.read_text(encoding="utf-8"))
    top = next(m for m in design["modules"].values() if int(m["attributes"].get("top", "0"), 2))
    for place in places(pitch):
        top["cells"]["empty " + place] = {**UNCONNECTED, "attributes": {"BEL": place, "keep": "1"}}
    spaced.write_text(json.dumps(design), encoding="utf-8")
