#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a verdict is about (scripts/digest.py): edits of a copy of the sources, and what they make stale. And the store (evidence.py). Last
line: "N passed, N failed"."""
import functools
import os
import pathlib
import re
import shutil
import sys
import tempfile

import test_long  # which knows where the scripts are
import digest  # noqa: E402
import evidence  # noqa: E402
import families  # noqa: E402
import formal  # noqa: E402
import mutant_benches  # noqa: E402
import mutants  # noqa: E402


@functools.cache
def copied():
    """The sources, in a folder that goes with the program, and all digests of them."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ws_evidence_"))
    for name in ("rtl", "cmodel", "tb", "scripts"):
        shutil.copytree(test_long.ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.wsv"))
    return folder, everything(folder)


def everything(root):
    tree = digest.Tree(root)
    found = {f"proof {path.stem.removeprefix('prove_')}": tree.proof(path.stem.removeprefix("prove_")) for path in (root / "tb/formal").glob("prove_*.sh")}
    for family in families.FAMILIES:
        found |= {f"run {family.name}": tree.run(family.name), f"tests {family.name}": tree.tests(family.name)}
    return found | {f"mutants {name}": tree.mutants(name) for name in mutants.units()}


def stale(name, change):
    """What an edit of a file makes stale; `change`: of its text."""
    root, before = copied()
    path = next(path for folder in ("rtl", "cmodel", "tb") for path in sorted((root / folder).rglob(name)))
    text = path.read_text()
    assert change(text) != text, f"{name}: nothing was changed"
    path.write_text(change(text))
    try:
        after = everything(root)
    finally:
        path.write_text(text)
    return {what for what in before if before[what] != after[what]}


def a_change_of_redux_voids_redux_and_the_block(_folder):
    found = stale("ws_redux.v", lambda text: text.replace("endmodule", "wire planted;\nendmodule"))
    assert found == {"proof pipe_redux", "proof ports_block", "run redux", "tests redux", "run block", "tests block", "mutants ws_redux"}, found


def a_change_of_what_is_inside_voids_what_is_around(_folder):
    found = stale("ws_mbar_next.v", lambda text: text.replace("endmodule", "wire planted;\nendmodule"))
    assert {"proof mbar_next", "proof mbar_once", "mutants ws_mbar", "run cluster", "run block"} <= found, found
    assert not {"run vote", "mutants ws_mbar_wait", "proof mbar_wait", "mutants ws_sync"} & found, found


def a_header_voids_who_includes_it(_folder):
    for name, proofs in (("ws_redux_fn.vh", {"proof redux_node", "proof redux_order", "proof redux_pair", "proof pipe_redux", "mutants ws_redux", "run redux"}),
                         ("ws_shfl_fn.vh", {"proof shfl_class", "mutants ws_shfl_net", "run shfl"}), ("ws_bar_fn.vh", {"proof bar_next", "mutants ws_bar_next", "run barrier"})):
        found = stale(name, lambda text: text.replace("begin", "begin :planted") if "begin" in text else text.replace("=", "= 1 +"))
        assert proofs <= found and "run vote" not in found, (name, found)


def comments_and_white_space_void_nothing(_folder):
    for name, old, new in (("ws_redux.v", "endmodule", '// it\'s "one"\n  endmodule'), ("ws_sync.v", "endmodule", "/* so\n`x */ endmodule"), ("core.c", "}\n", "} /* ' */ // \"\n\n"),
                           ("ws_redux_fn.vh", "(", "( "), ("aig.sh", "set -u\n", "set -u # all of them\n\n# more\n"), ("pipe_props.v", "endmodule", "// \nendmodule"),
                           ("mutant.cpp", "}\n", "}  // none\n")):
        assert not stale(name, lambda text, a=old, b=new: text.replace(a, b)), name


def what_looks_like_a_comment_in_a_text_counts(_folder):
    for suffix, one, other in ((".c", 'a("//no");', 'a("//on");'), (".c", "a('\"', 1); // '", "a('\"', 2); // '"), (".v", '$display("//no");', '$display("//on");'),
                               (".v", "a & &b", "a && b"), (".sh", "sed 's/ #a/b/'", "sed 's/ #c/b/'")):
        assert digest.stripped(one, suffix) != digest.stripped(other, suffix), one


def tests_void_their_family_and_what_it_kills(_folder):
    found = stale("tests_redux.c" if any(copied()[0].rglob("tests_redux.c")) else "*redux*.c", lambda text: text + "int planted;\n")
    assert found == {"tests redux", "tests block", *(f"mutants {name}" for name in ("ws_redux", "ws_collect", "ws_collect_turn", "ws_capture"))}, found


def the_model_of_a_family_and_its_core(_folder):
    assert stale("redux.c", lambda text: text + "int planted;\n") == {"run redux", "tests redux", "run block", "tests block"}
    assert {f"run {family.name}" for family in families.FAMILIES} <= stale("core.c", lambda text: text + "int planted;\n")
    assert stale("atom.c", lambda text: text + "int planted;\n") == {"run atom", "tests atom", "run block", "tests block"}


def a_new_operation_voids_no_old_unit(_folder):
    assert not stale("ws_ops.vh", lambda text: text + "localparam [3:0] WS_PLANTED = 4'd15;\n")
    found = stale("ws_ops.vh", lambda text: text.replace(" = ", " = 1 + "))
    assert {"proof vote", "mutants ws_sync_decode", "run vote"} <= found and "mutants ws_stage" not in found, found


def of_headers_what_is_used_counts(_folder):
    header = digest.stripped("`ifndef X\n`define A (1 << B) // one\n`define B 2\n`define C 3 \\\n + 4\n`endif\nlocalparam D = 1, E = 2;\nfunction f(input a); f = a == E; endfunction\n"
                             "function g(input a);\n g = f(a) && D; endfunction", ".vh")
    for text, parts in (("`A", "A B"), ("`C", "C"), ("x = E;", "D"), ("f(1)", "D f"), ("g(1)", "D f g"), ("y", "")):
        found = digest.used(header, text)
        said = [part for part, sign in (("A", "define A"), ("B", "define B"), ("C", "3 \\ + 4"), ("D", "localparam D = 1 , E"), ("f", "function f"), ("g", "function g")) if sign in found]
        assert " ".join(said) == parts and "ifndef" in found, (text, found)


def a_proof_is_of_its_files(_folder):
    found = stale("prove_vote.sh", lambda text: text + "echo\n")
    assert found == {"proof vote"}, found
    found = stale("first_of.v", lambda text: text + "module planted; endmodule\n")
    assert not found, "which no proof names"
    assert len({what for what in stale("aig.sh", lambda text: text + "true\n") if what.startswith("proof ")}) > 30


def a_proof_depends_on_the_units_that_it_is_named_for(_folder):
    root, before = copied()
    rows = [(unit, names) for family in families.FAMILIES for unit, names in (family.functions | family.machines).items()]
    tried = 0
    for unit, names in rows:
        for path in (root / "rtl").rglob(f"{unit}.v"):
            text = path.read_text()
            path.write_text(text.replace("endmodule", "wire planted;\nendmodule"))
            tree = digest.Tree(root)
            same = [name for name in names if tree.proof(name) == before[f"proof {name}"]]
            path.write_text(text)
            tried += 1
            assert not same, f"{unit}: {same}"
    assert tried > 30


def a_moved_file_is_the_same(_folder):
    root, before = copied()
    old, new = root / "rtl/redux/ws_redux_fn.vh", root / "rtl/common/ws_redux_fn.vh"
    old.rename(new)
    try:
        assert everything(root) == before
    finally:
        new.rename(old)


# -------------------------------------------------------------------------------------------------------------- store


def a_row_is_fresh_on_its_sources_alone(_folder):
    assert evidence.Store().look("proof x", "d").state == "missing"
    evidence.record("proof x", "d", True, said=["PROVED"])
    known = evidence.Store().look("proof x", "d")
    assert (known.state, known.row["said"]) == ("fresh", ["PROVED"]) and evidence.Store().look("proof x", "e").state == "stale"


def a_failure_stays_until_the_same_passes(_folder):
    evidence.record("soak x", "d", False, "seed 1")
    evidence.record("soak x", "d", True, "seed 2")
    assert [row["part"] for row in evidence.Store().look("soak x", "d").failed] == ["seed 1"]
    evidence.record("soak x", "d", True, "seed 1")
    assert not evidence.Store().look("soak x", "d").failed


def what_is_kept_is_found_in_a_clone(_folder):
    for seed in range(15):
        evidence.record("soak x", "d", seed != 3, f"seed {seed}")
    evidence.record("check lint", "d", True)
    evidence.keep()
    evidence.HERE.unlink()
    rows = evidence.Store().look("soak x", "d").rows
    assert len(rows) == evidence.PARTS + 1 and [row["part"] for row in rows if not row["ok"]] == ["seed 3"]
    assert evidence.Store().look("check lint", "d").state == "missing" and evidence.Store(here=True).look("soak x", "d").state == "missing"


def other_sources_leave_one_row(_folder):
    for one in ("d", "e", "f"):
        evidence.record("soak x", one, True, "seed 1")
        evidence.record("soak x", one, True, "seed 2")
    assert [(row["digest"], row["part"]) for row in evidence.read(evidence.HERE)] == [("e", "seed 2"), ("f", "seed 1"), ("f", "seed 2")]


def a_line_that_was_cut_off_is_none(_folder):
    evidence.record("proof x", "d", True)
    evidence.record("proof y", "d", True)
    evidence.HERE.write_text(evidence.HERE.read_text()[:-9])
    assert evidence.Store().look("proof x", "d").state == "fresh" and evidence.Store().look("proof y", "d").state == "missing"


def a_check_depends_on_files_tools_and_words(folder):
    (folder / "in").mkdir()
    (folder / "in/a.v").write_text("1")

    def at(*words, tools=("echo one",)):
        return digest.Tree(folder).check(("in",), tools, *words)
    first = at("x")
    assert first == at("x") and first not in (at("y"), at("x", tools=("echo two",)))
    assert at("x", tools=("no-such-tool",)) is None and at("x", tools=("false",)) is None
    (folder / "in/a.v").write_text("1 // one")
    assert at("x") == first
    (folder / "in/b.v").write_text("1")
    assert at("x") != first


def a_proof_that_failed_is_not_remembered(_folder):
    row = {"said": ["PROVED"], "bugs": 1}
    evidence.record("proof x", "d", False, **row)
    assert formal.known_before("x", "d") is None
    evidence.record("proof x", "d", True, **row)
    assert formal.known_before("x", "d")["bugs"] == 1 and formal.known_before("x", "e") is None
    os.environ["FRESH"] = "1"
    assert formal.known_before("x", "d") is None
    del os.environ["FRESH"]
    evidence.keep()
    evidence.HERE.unlink()
    assert formal.known_before("x", "d") is None, "what others saw"


def a_bench_of_mutants_has_each_parameter(_folder):
    """CMake takes one that nobody gives for an empty word, which Verilator refuses."""
    for bench in mutant_benches.BENCHES:
        text = (test_long.ROOT / f"tb/{bench.name}/verilated/CMakeLists.txt").read_text()
        read = set(re.findall(r"\$\{WS_([A-Z_]+)\}", text)) - {"NAME", "NETLIST", "OPTIMISE"}
        given = {word.split("=")[0].removeprefix("-DWS_") for word in bench.cmake(mutants.SIZES[bench.name])}
        assert read <= given, f"tb/{bench.name}/verilated: mutants.py gives no {' '.join(sorted(read - given))}"


TESTS = (a_change_of_redux_voids_redux_and_the_block,
         a_change_of_what_is_inside_voids_what_is_around,
         a_header_voids_who_includes_it,
         comments_and_white_space_void_nothing,
         what_looks_like_a_comment_in_a_text_counts,
         tests_void_their_family_and_what_it_kills,
         the_model_of_a_family_and_its_core,
         a_new_operation_voids_no_old_unit,
         of_headers_what_is_used_counts,
         a_proof_is_of_its_files,
         a_proof_depends_on_the_units_that_it_is_named_for,
         a_moved_file_is_the_same,
         a_row_is_fresh_on_its_sources_alone,
         a_failure_stays_until_the_same_passes,
         what_is_kept_is_found_in_a_clone,
         other_sources_leave_one_row,
         a_line_that_was_cut_off_is_none,
         a_check_depends_on_files_tools_and_words,
         a_proof_that_failed_is_not_remembered,
         a_bench_of_mutants_has_each_parameter)


if __name__ == "__main__":
    try:
        sys.exit(test_long.run(TESTS))
    finally:
        if copied.cache_info().currsize:
            shutil.rmtree(copied()[0])
