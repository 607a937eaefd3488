# SPDX-License-Identifier: Apache-2.0
"""The table rtl/fpga/boards.toml, the sources of a board's image, and what has to agree: the table with the defaults of the top,
the clock that the UART counts with what the PLL gives."""
import pathlib
import re
import tomllib

import optable

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "rtl/fpga"
OUT = ROOT / "build/fpga"
# Lattice's data sheets: phase detector and oscillator of the PLL, MHz.
ICE40_PFD, ICE40_VCO = (10, 133), (533, 1066)
ECP5_PFD, ECP5_VCO = (10, 400), (400, 800)
ICE40_DIVQ, ICE40_FILTERS = range(1, 7), (17, 26, 44, 66, 101)  # MHz of the detector from which on FILTER_RANGE is one more than 1
ECP5_LOOP = {"ICP_CURRENT": "12", "LPF_RESISTOR": "8", "MFG_ENABLE_FILTEROPAMP": "1", "MFG_GMCREF_SEL": "2"}  # attributes; as ecppll sets them


class Wrong(Exception):
    """What is wrong, for a person."""


def table():
    """{name: about} of all boards. about["set"]: the parameters that are not the defaults of the top, because the image is another one for a board
    of the table (like)."""
    found = tomllib.loads((FOLDER / "boards.toml").read_text(encoding="utf-8"))
    for name, about in found.items():
        base = found.get(about.get("like"), {})
        if "like" in about and "top" not in base:
            raise Wrong(f"rtl/fpga/boards.toml: {name} is like {about['like']}, and there is no such board")
        own = set(about["parameters"]) if base else ()
        about.update({**base, **about, "parameters": {**base.get("parameters", {}), **about["parameters"]}})
        text = about["parameters"]["FAMILIES"]
        about["parameters"]["FAMILIES"] = text if isinstance(text, int) else (1 << optable.FAMILY_BITS) - 1 if text == "all" else optable.family_set(text)
        if about["parameters"]["FAMILIES"] is None:
            raise Wrong(f"rtl/fpga/boards.toml: {name} has FAMILIES {text}; it is all, or some of {', '.join(optable.families())} with commas between")
        about["set"] = {key: about["parameters"][key] for key in sorted(own)}
    return found


def board(name):
    boards = table()
    if name not in boards:
        raise Wrong(f"which board? Say BOARD={'|'.join(boards)}" + (f"; there is no {name}" if name else ""))
    return boards[name]


def sources(about):
    """Files of the image, as paths relative to the root: the block, what is the same on every board, the top."""
    listed = [line.strip() for line in (ROOT / "rtl/files.f").read_text(encoding="utf-8").splitlines()]
    return [name for name in listed if name.endswith(".v")] + ["rtl/fpga/ws_board.v", f"rtl/fpga/{about['top']}.v"]


def defaults(text, given=None):
    """{parameter: value} of a module's header, where some are given; `WS_HAS_X is the bit of family x; one may be as another one before it is."""
    header = text[text.index("module "):text.index(") (")]
    header = re.sub(r"`WS_HAS_\w+(?: \| `WS_HAS_\w+)*", lambda bits: str(optable.family_set(bits[0].lower().replace("`ws_has_", "").replace(" | ", ","))), header)
    found = re.findall(r"parameter\s+(\w+)\s*=\s*(?:\d*'([bdh]))?(\w+)", header)
    values = {}
    for name, base, value in found:
        usual = values[value] if value in values else int(value.replace("_", ""), {"b": 2, "d": 10, "h": 16, "": 10}[base])
        values[name] = (given or {}).get(name, usual)
    return values


def check_table(about):
    """The parameters in the table are those of the top, but for those of another image."""
    have = defaults((FOLDER / f"{about['top']}.v").read_text(encoding="utf-8"))
    for name in sorted((set(have) | set(about["parameters"])) - set(about["set"])):
        top, listed = have.get(name, "none"), about["parameters"].get(name, "none")
        if top != listed:
            raise Wrong(f"{name} is {top} in rtl/fpga/{about['top']}.v and {listed} in rtl/fpga/boards.toml: make them the same")


def compare():
    """(status, what is wrong) of all boards, for lint."""
    wrong = []
    for about in table().values():
        try:
            check_table(about)
        except Wrong as why:
            wrong.append(str(why))
    return (1 if wrong else 0), "\n".join(wrong)


def pll_hz(kind, parameters, oscillator_hz, attributes):
    """Hz that a PLL cell gives: its type, parameters and attributes as a netlist of Yosys has them. Wrong if it cannot run so."""
    value = {name: int(bits, 2) for name, bits in parameters.items() if re.fullmatch("[01]+", bits)}
    if kind == "EHXPLLL":
        pfd = oscillator_hz / value["CLKI_DIV"]
        vco, may = pfd * value["CLKFB_DIV"] * value["CLKOP_DIV"], (ECP5_PFD, ECP5_VCO)
        # The second output is the clock where it is on; the first holds the oscillator then.
        out = vco / value["CLKOS_DIV" if parameters.get("CLKOS_ENABLE") == "ENABLED" else "CLKOP_DIV"]
        path, wanted = parameters["FEEDBK_PATH"], "CLKOP"
        said = {name: attributes.get(name, "").strip() for name in ECP5_LOOP}
        loop = {name: (said[name], said[name] == text, text) for name, text in ECP5_LOOP.items()}
    else:
        pfd = oscillator_hz / (value["DIVR"] + 1)
        vco, may = pfd * (value["DIVF"] + 1), (ICE40_PFD, ICE40_VCO)
        out, path, wanted = vco / 2 ** value["DIVQ"], parameters["FEEDBACK_PATH"], "SIMPLE"
        fits = 1 + sum(pfd >= least * 1e6 for least in ICE40_FILTERS)
        loop = {"DIVQ": (value["DIVQ"], value["DIVQ"] in ICE40_DIVQ, "1 to 6"), "FILTER_RANGE": (value.get("FILTER_RANGE"), value.get("FILTER_RANGE") == fits, fits)}
    if path.strip() != wanted:
        raise Wrong(f"the PLL's feedback is {path.strip()}: scripts/boards.py knows only {wanted}")
    for name, hz, (low, high) in (("phase detector", pfd, may[0]), ("oscillator", vco, may[1])):
        if not low * 1e6 <= hz <= high * 1e6:
            raise Wrong(f"the PLL's {name} would run at {hz / 1e6:g} MHz: it may be {low} to {high} MHz")
    for name, (have, good, wanted) in loop.items():
        if not good:
            raise Wrong(f"the PLL's {name} is {have or 'not said'}, and has to be {wanted}: it may never lock")
    return out


def check_clock(about, netlist, uart_dump):
    """One PLL, and each UART counts what it gives. netlist: Yosys' JSON; uart_dump: its RTLIL of the UART's modules."""
    top = netlist["modules"][about["top"]]
    plls = [cell for cell in top["cells"].values() if "PLL" in cell["type"]]
    if len(plls) != 1:
        raise Wrong(f"{len(plls)} PLLs in {about['top']}: it should have one")
    hz = pll_hz(plls[0]["type"], plls[0]["parameters"], about["oscillator_hz"], plls[0].get("attributes", {}))
    counted = {(m, int(n)) for m, n in re.findall(r"^module \S*\\(ws_uart_[rt]x)\n(?:.*\n)*?  parameter \\CLK_HZ (\d+)$", uart_dump, re.M)}
    if {m for m, _ in counted} != {"ws_uart_rx", "ws_uart_tx"}:
        raise Wrong("no CLK_HZ of ws_uart_rx and ws_uart_tx in what Yosys read")
    for module, count in sorted(counted):
        if count != hz:
            raise Wrong(f"the PLL gives {hz / 1e6:g} MHz, and {module} counts on {count / 1e6:g} MHz: the line would run at the wrong speed")
    return hz
