#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The layers of the golden model hold, each check is seen to fail on a planted fault, and the command that compiles the model without CMake works.

test_layers.py LIBRARY [--cc COMPILER]   LIBRARY: libwarpsync.a; prints what is wrong, one line each; exit 1 if anything is.
"""
import argparse
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

MODEL = pathlib.Path(__file__).resolve().parents[2] / "cmodel"
LAYERS = {"what": 0, "state": 1, "when": 2, "bus": 3, "line": 3}  # a file sees its own folder, and those below
WHOLE = ("core", "memory", "collect", "cluster")  # of when/: they know the whole core, the others of when/ know nothing of them
PUBLIC = ("ws.h", "ws_ops.h")  # at the top, for everybody
LIBC = {"memcmp", "memcpy", "memmove", "memset"}  # all that the model calls


def may_see(who, whom):
    """Folder of each of two files, and its stem: may the first know of the second?"""
    (folder, stem), (other, stem_of_other) = who, whom
    if folder == other == "when" and stem not in WHOLE and stem_of_other in WHOLE:
        return False
    return folder == other or LAYERS[other] < LAYERS[folder]


def files(model):
    return [path for folder in LAYERS for path in sorted((model / folder).glob("*.[ch]"))]


def wrong_includes(model):
    """An include of the model names the folder, and one that the file may see. Beside the model, C's own headers."""
    for path in files(model):
        who = (path.parent.name, path.stem)
        for name in re.findall(r'^\s*#\s*include\s+"([^"]*)"', path.read_text(encoding="utf-8"), re.M):
            folder, _, rest = name.rpartition("/")
            if name in PUBLIC:
                continue
            if folder not in LAYERS or not (model / name).exists():
                yield f"{path.relative_to(model)} includes {name}: no file of a layer"
            elif not may_see(who, (folder, pathlib.Path(rest).stem)):
                yield f"{path.relative_to(model)} includes {name}, which is above it"


def symbols(library):
    """By object: what it defines, as {name: letter of nm}, and what it wants."""
    said = subprocess.run(["nm", "-A", library], capture_output=True, text=True, check=True).stdout
    defines, wants = {}, {}
    for where, letter, name in re.findall(r":([^:\s]+)\.o:\s*(?:[0-9a-f]+)?\s+(\w) (\S+)$", said, re.M):
        stem = where.removesuffix(".c")
        defines.setdefault(stem, {})
        wants.setdefault(stem, set())
        if letter == "U":
            wants[stem].add(name)
        else:
            defines[stem][name] = letter
    return defines, wants


def cycle(calls):
    """Files that call each other in a ring, from the first by name on, or none."""
    done = set()

    def walk(stem, way):
        if stem in way:
            ring = way[way.index(stem):]
            first = ring.index(min(ring))
            return ring[first:] + ring[:first] + [ring[first]]
        if stem in done:
            return None
        for called in sorted(calls.get(stem, ())):
            ring = walk(called, way + [stem])
            if ring:
                return ring
        done.add(stem)
        return None

    return next((ring for stem in sorted(calls) if (ring := walk(stem, []))), None)


def wrong_symbols(model, library):
    """Names begin with ws_, nothing is kept between calls, nobody calls upwards, and there is no ring of files that call each other."""
    folder = {path.stem: path.parent.name for path in files(model) if path.suffix == ".c"}
    if len(folder) != sum(path.suffix == ".c" for path in files(model)):
        yield "two files of the model have the same name"
    defines, wants = symbols(library)
    if set(defines) - {"ops"} != set(folder):
        yield f"objects without a source, or the reverse: {sorted((set(defines) - {'ops'}) ^ set(folder))}"
        return
    home = {name: stem for stem, names in defines.items() for name, letter in names.items() if letter.isupper()}
    calls = {}
    for stem, names in defines.items():
        for name, letter in sorted(names.items()):
            if letter.isupper() and not name.startswith("ws_") and not name.startswith("__"):
                yield f"{stem}.c: {name} does not begin with ws_"
            if letter.upper() in "BCDG":
                yield f"{stem}.c: {name} is a variable that outlives a call"
        for name in sorted(wants[stem]):
            callee = home.get(name)
            if callee is None:
                if name not in LIBC and not name.startswith("__") and name != "_GLOBAL_OFFSET_TABLE_":
                    yield f"{stem}.c calls {name}, which is not of the model"
            elif callee != "ops" and stem != "ops":
                calls.setdefault(stem, set()).add(callee)
                if not may_see((folder[stem], stem), (folder[callee], callee)):
                    yield f"{folder[stem]}/{stem}.c calls {name} of {folder[callee]}/{callee}.c, which is above it"
    ring = cycle(calls)
    if ring:
        yield f"files call each other in a ring: {' -> '.join(ring)}"


def command(model):
    """The command of README.md that compiles a program with the model."""
    found = re.search(r"^(cc .*cmodel/\*/\*\.c.*)$", (model / "README.md").read_text(encoding="utf-8"), re.M)
    return found[1] if found else None


def wrong_command(cc):
    """The command, typed as it stands, makes example.c, and that runs. Objects are thrown away."""
    line = command(MODEL)
    if not line:
        yield "cmodel/README.md has no command that compiles the model"
        return
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "example")
        typed = re.sub(r"-o \S+", f"-o {shlex.quote(str(program))}", line.split("#")[0].replace("cc ", f"{cc} ", 1))
        done = subprocess.run(typed, shell=True, cwd=MODEL.parent, capture_output=True, text=True, check=False)
        if done.returncode:
            yield f"{typed}: exit {done.returncode}\n{done.stderr}"
        elif subprocess.run([program], stdout=subprocess.DEVNULL, check=False).returncode:
            yield "the example that the command has made fails"


# What is planted: a file, what is put at its end, and what is then said of it.
PLANTED = (
    ("what/vote.c", '#include "state/sync.h"', "what/vote.c includes state/sync.h, which is above it"),
    ("state/smem.c", '#include "when/smem_port.h"', "state/smem.c includes when/smem_port.h, which is above it"),
    ("when/walk.h", '#include "when/core.h"', "when/walk.h includes when/core.h, which is above it"),
    ("when/net.c", '#include "bus/bus.h"', "when/net.c includes bus/bus.h, which is above it"),
    ("line/serial.c", '#include "bus/ws_bus.h"', "line/serial.c includes bus/ws_bus.h, which is above it"),
    ("state/sync.c", '#include "sync.h"', "state/sync.c includes sync.h: no file of a layer"),
    ("what/vote.c", "void helper(void) {}", "vote.c: helper does not begin with ws_"),
    ("what/vote.c", "static unsigned count;\nunsigned ws_count(void) { return ++count; }", "vote.c: count is a variable that outlives a call"),
    ("what/vote.c", "void *ws_more(void);\nvoid *malloc(size_t);\nvoid *ws_more(void) { return malloc(1); }", "vote.c calls malloc, which is not of the model"),
    ("state/smem.c", "bool ws_walk_quiet(const void *, const void *, unsigned);\nbool ws_up(void);\nbool ws_up(void) { return ws_walk_quiet(0, 0, 0); }",
     "state/smem.c calls ws_walk_quiet of when/walk.c, which is above it"),
    ("when/units.c", "unsigned ws_core_collect(void *, bool);\nunsigned ws_up(void);\nunsigned ws_up(void) { return ws_core_collect(0, 0); }",
     "when/units.c calls ws_core_collect of when/collect.c, which is above it"),
    ("when/mbar_issue.c", "bool ws_up(const mbar_unit *);\nbool ws_up(const mbar_unit *m) { return ws_mbar_unit_quiet(m); }",
     "files call each other in a ring: mbar_issue -> mbar_unit -> mbar_issue"),
)


def compiled(model, stem, library, cc):
    """The library with the object of one file made anew."""
    source = next(path for path in files(model) if path.stem == stem and path.suffix == ".c")
    made = source.with_name(f"{stem}.c.o")
    subprocess.run([cc, "-std=c11", "-O1", f"-I{model}", "-c", source, "-o", made], check=True)
    subprocess.run(["ar", "r", library, made], check=True, capture_output=True)
    made.unlink()


def blind(library, cc):
    """Checks that do not see what was planted for them."""
    for name, code, said in PLANTED:
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder, "cmodel")
            shutil.copytree(MODEL, model)
            archive = pathlib.Path(shutil.copy(library, folder))
            path = model / name
            path.write_text(f"{path.read_text(encoding='utf-8')}\n{code}\n", encoding="utf-8")
            if "#include" not in code:
                compiled(model, path.stem, archive, cc)
            found = list(wrong_includes(model)) + list(wrong_symbols(model, archive))
            if said not in found:
                yield f"not seen: {said}\n  " + "\n  ".join(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("--cc", default="cc")
    args = parser.parse_args()
    wrong = list(wrong_includes(MODEL)) + list(wrong_symbols(MODEL, args.library)) + list(wrong_command(args.cc))
    wrong = wrong or list(blind(args.library, args.cc))
    print("\n".join(wrong) if wrong else f"{len(files(MODEL))} files, {len(PLANTED)} planted faults seen")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
