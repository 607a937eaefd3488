# SPDX-License-Identifier: Apache-2.0
"""Empty space between the logic of an image of an LFE5U-85F. nextpnr's placers pack logic as densely as tiles take it, however much of
the device is left, and where crossbars stand so densely the wires run out. Here half of each tile is filled beforehand with LUTs that are
connected to nothing: nothing else is placed there, and the wires of the tile are left to fewer. Each n-th row stays whole, for carry chains and
memories of LUTs want whole tiles. Such a LUT is a constant that nobody reads. Once all has a place these LUTs go, and ecp5_refine.py may use theirs."""
import json

# Of the 85F: columns and rows of tiles that have LUTs; each 12th row has memories and multipliers instead.
COLUMNS, ROWS, MEMORY_ROWS = range(2, 125), range(2, 94), range(10, 94, 12)
# Its 208 block RAMs: 52 in each of four rows.
BLOCK_ROWS, BLOCK_COLUMNS = (22, 46, 70, 82), (*range(4, 59, 9), *range(69, 115, 9))
BLOCKS = [(x + 2 * k, y, f"EBR{k}") for y in BLOCK_ROWS for x in BLOCK_COLUMNS for k in range(4)]
FILLED, PREFIX = "CD", "empty "  # slices of a tile; what names of such LUTs begin with
UNCONNECTED = {"hide_name": 1, "type": "LUT4", "parameters": {"INIT": "0" * 16},
               "port_directions": {**dict.fromkeys("ABCD", "input"), "Z": "output"}, "connections": {port: [] for port in "ABCDZ"}}


def top_of(design):
    """The module that is the image."""
    return next(m for m in design["modules"].values() if len(design["modules"]) == 1 or int(m["attributes"].get("top", "0"), 2))


def places(whole_rows):
    """Names of the LUTs that are filled where each `whole_rows`-th row stays whole; none where all rows do, that is with 1."""
    rows = [y for y in ROWS if y % whole_rows != whole_rows - 1 and y not in MEMORY_ROWS]
    return [f"X{x}/Y{y}/SLICE{s}.K{k}" for y in rows for x in COLUMNS for s in FILLED for k in "01"]


def fill(netlist, spaced, whole_rows):
    """Writes Yosys' netlist once more, with the space between its logic."""
    design = json.loads(netlist.read_text(encoding="utf-8"))
    top = top_of(design)
    for place in places(whole_rows):
        top["cells"][PREFIX + place] = {**UNCONNECTED, "attributes": {"BEL": place, "keep": "1"}}
    spaced.write_text(json.dumps(design), encoding="utf-8")


def clear(top):
    """Takes what fills out of a placed image."""
    top["cells"] = {name: cell for name, cell in top["cells"].items() if not name.startswith(PREFIX)}
