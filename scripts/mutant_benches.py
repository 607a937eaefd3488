# SPDX-License-Identifier: Apache-2.0
"""The benches that mutants are run on: of which units each is the one, and how it is built. A new bench is a row here."""
import dataclasses
import pathlib
import re

import builds

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class Bench:
    name: str  # folder of tb/
    top: callable  # of a unit's name and parameters, the module in which the unit has the parameters that it has in the bench
    units: tuple  # folders of rtl/ whose units it tries; (): all that no other does
    rtl: tuple  # folders of rtl/ that are read with them; (): the same
    params: dict  # of the build, as its CMake project calls them
    dut: str  # what that builds, without the name of the configuration
    libraries: tuple  # of build/, in the order of the linker
    target: str  # the target that makes them
    bench: str  # the ws_bench of these libraries
    tests: str  # those of everything at once
    spelled: dict = dataclasses.field(default_factory=dict)  # parameters of the top module that are called otherwise
    fixed: dict = dataclasses.field(default_factory=dict)  # and those that the bench sets

    def has(self, file):
        """Whether a file of rtl/files.f is one that it tries."""
        folder = pathlib.Path(file).parts[1]
        return folder in self.units if self.units else not any(folder in other.units for other in BENCHES)

    def sources(self):
        return [file for file in unit_files() if self.has(file) or pathlib.Path(file).parts[1] in self.rtl]

    def cmake(self, params):
        return [f"-DWS_{key}={value}" for key, value in {**self.params, **params}.items()]

    def of_top(self, params, text):
        """Yosys' options for the parameters that the top module, whose text this is, has."""
        values = {**{self.spelled.get(key, key): value for key, value in {**self.params, **params}.items()}, **self.fixed}
        return " ".join(f"-chparam {key} {verilog(value)}" for key, value in values.items() if re.search(rf"parameter (\[[^]]*\] )?{key} ", " ".join(text.split())))


def verilog(value):
    """A number of more than 31 bits has its width with it."""
    return f"64'd{value}" if isinstance(value, int) and value >> 31 else str(value)


def unit_files():
    """Every file of rtl/files.f, in its order."""
    lines = [line.strip() for line in (ROOT / "rtl/files.f").read_text().splitlines()]
    return [line for line in lines if line.endswith(".v")]


def of_build(name):
    """The parameters of a build of the tests (builds.py), as its CMake project calls them."""
    words = builds.parse(name).cmake().split()
    return {key: int(value) for key, value in zip(words[::2], words[1::2])}


def bench_of(file):
    return next(bench for bench in BENCHES if bench.has(file))


BENCHES = (
    Bench("bus", lambda unit, params: "ws_bus", ("bus",), tuple({pathlib.Path(file).parts[1] for file in unit_files()} - {"serial"}),
          of_build("4_bus"), "ws_bus_dut", ("tb/bus/libws_bus_tests.a", "tb/lib/libws_lib.a"), "ws_bus_tests", "ws_bench_bus",
          "bus_random bus_channels", {"FIFO": "FIFO_DEPTH", "GMEM": "GMEM_BYTES"}, {"TICK_DIV": 3, "BUILD": 0x20260704}),
    Bench("serial", lambda unit, params: unit if unit.startswith("ws_uart") else "ws_serial", ("serial",), (), {}, "ws_serial_dut",
          ("tb/serial/libws_serial_tests.a", "tb/serial/libws_serial_host.a", "tb/lib/libws_lib.a"), "ws_serial_tests", "ws_bench_serial", "serial_*",
          fixed={"GAP_CLKS": 256, "CLK_HZ": 12000000, "BAUD": 921600}),
    Bench("cosim", lambda unit, params: "ws_cluster" if params["CTAS"] > 1 else "ws_top", (), (),
          of_build("4"), "ws_dut", ("tb/cosim/libws_cosim_tests.a", "tb/cosim/libws_cosim.a", "tb/lib/libws_lib.a", "tb/unit/libws_oracle.a"), "ws_cosim_tests", "ws_bench_block",
          "warp_random mbar_random bar_random block_random block_resets reset_in_traffic"),
)
