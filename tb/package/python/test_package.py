# SPDX-License-Identifier: Apache-2.0
"""What the Python package says of itself: numbers and structures are those of the headers, and what is documented holds."""
import doctest
import importlib
import inspect
import pathlib
import re
import subprocess

import pytest

import warpsync as ws
from warpsync import records
from warpsync._library import ffi

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEADER = "\n".join((ROOT / "cmodel" / name).read_text(encoding="utf-8") for name in ("ws_ops.h", "ws.h"))
MODULES = ("_operands", "atomics", "barrier", "core", "functions", "mbarrier")
PUBLIC = [getattr(ws, name) for name in ws.__all__ if callable(getattr(ws, name))]


def test_the_version_is_that_of_the_model():
    assert ws.__version__ == re.search(r'#define WS_VERSION "(.*)"', HEADER)[1]


@pytest.mark.parametrize("kind, prefix", ((ws.Op, "WS_OP_"), (ws.Status, "WS_ST_"), (ws.Family, "WS_FAMILY_"), (ws.Field, "WS_FIELD_"), (ws.Unit, "WS_UNIT_")))
def test_numbers_are_those_of_the_header(kind, prefix):
    """By the C compiler, which has the last word."""
    names = re.findall(rf"^\s*({prefix}\w+) = " + (".*// ." if kind is ws.Op else ""), HEADER, re.M)  # of operations; no functions of elements
    lines = "".join(f'printf("%u\\n", (unsigned){name});' for name in names)
    assert [int(kind[name.removeprefix(prefix)]) for name in names] == list(map(int, compiled(f"int main(void) {{ {lines} }}").split()))
    assert len(names) == len(kind.__members__) > 5


def test_structures_lie_as_the_compiler_puts_them():
    """Sizes and offsets, of each field."""
    kinds = [getattr(records, name) for name in records.__all__]
    fields = [(kind._c_name, name) for kind in kinds for name in kind._fields]
    lines = "".join(f'printf("%zu\\n", offsetof({kind}, {name}));' for kind, name in fields) + "".join(f'printf("%zu\\n", sizeof({kind._c_name}));' for kind in kinds)
    wanted = [field.offset for kind in kinds for field in kind._fields.values()] + [ffi.sizeof(kind._c_name) for kind in kinds]
    assert wanted == list(map(int, compiled(f"int main(void) {{ {lines} }}").split()))
    assert {kind._c_name for kind in kinds} == set(re.findall(r"^\} (ws_\w+);", HEADER, re.M))


def compiled(text):
    """What a program with the headers prints."""
    source = f'#include <stdio.h>\n#include <stddef.h>\n#include "ws.h"\n{text}\n'
    program = ROOT / "build/python/program"
    subprocess.run(["cc", "-std=c11", f"-I{ROOT}/cmodel", "-x", "c", "-", "-o", program], input=source, text=True, check=True)
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def test_names_of_operations_and_statuses():
    assert ws.Op.SHFL_BFLY.ptx == str(ws.Op.SHFL_BFLY) == "shfl.sync.bfly.b32" and len({op.ptx for op in ws.Op}) == len(ws.Op)
    assert ws.Op.SHFL_BFLY.built and ws.Op.BAR_SYNC.built
    assert [status.severity for status in (ws.Status.OK, ws.Status.MB_BAD_TOKEN, ws.Status.DEC_ILLEGAL, ws.Status.CV_MISSING)] == [0, 1, 2, 3]
    assert ws.Status.DEC_ILLEGAL.is_error and not ws.Status.MB_BAD_TOKEN.is_error and str(ws.Status.OK) == "OK"


@pytest.mark.parametrize("thing", PUBLIC, ids=lambda thing: thing.__name__)
def test_what_is_public_is_documented(thing):
    """With its types; a function of PTX with its section and what it raises."""
    assert thing.__doc__ and not thing.__doc__.startswith(thing.__name__ + "(")
    members = [member for name, member in vars(thing).items() if inspect.isfunction(member) and not name.startswith("_")] if inspect.isclass(thing) else []
    for function in members + ([thing] if inspect.isfunction(thing) else []):
        assert function.__doc__, function.__qualname__
        assert "return" in function.__annotations__ or "Returns" in function.__doc__, function.__qualname__
    if inspect.isfunction(thing) and thing.__module__ != "warpsync._operands":
        assert re.search(r"PTX 9\.7\.13|PTX 9\.7\.9|Operands and errors are those of", thing.__doc__) and ("Raises" in thing.__doc__ or "errors are those of" in thing.__doc__)


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name):
    failed, _ = doctest.testmod(importlib.import_module(f"warpsync.{name}"))
    assert not failed


@pytest.mark.parametrize("page", ("README.md", "cmodel/python/README.md"))
def test_examples_of_pages(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest("\n".join(re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)), {}, page, page, 0)
    assert examples.examples and not doctest.DocTestRunner().run(examples).failed
