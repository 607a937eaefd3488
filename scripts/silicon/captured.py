#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scripts that silicon has answered, kept compressed beside this file in captured/ with their checksums: replays them on RTL and model.
Last line: "N passed, N failed"; with nothing captured "0 passed, 0 failed", and a line that says so.

captured.py [--slice] [NAME...]   replays all, or these; --slice: the beginning of each
captured.py --add FOLDER          takes the scripts that make silicon has left in FOLDER into captured/
"""
import argparse
import hashlib
import lzma
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = pathlib.Path(__file__).resolve().parent / "captured"
SUMS = "SHA256SUMS"
LARGEST = 4 << 20  # bytes of all sets, compressed
SLICE = 4000  # lines of a script
CASE = re.compile(r"// \d+(:.*)?")  # begins a case, or a sequence
HEAD = re.compile(r"// (\w+): \d+ statements, (\d+) lane results. Seed (\d+).*\n// Answered by (.*)\.\n")


class Bad(Exception):
    """Its text says which file, and what is wrong with it."""


def head(text, name, model_too):
    """Family, lane results, seed, and who answered. A set made by the model is no answer of silicon."""
    found = HEAD.match(text)
    if not found:
        raise Bad(f"{name}: does not begin as a script of make silicon does")
    family, results, seed, who = found.groups()
    if "not by a GPU" in who and not model_too:
        raise Bad(f"{name}: answered by {who}; only what a GPU has answered is kept here")
    return family, int(results), int(seed), who


def listed(folder):
    """{file: checksum}; what lies there is listed, and what is listed lies there."""
    sums = folder / SUMS
    lines = sums.read_text(encoding="ascii").splitlines() if sums.exists() else []
    found = dict(reversed(line.split("  ")) for line in lines)
    there = {path.name for path in folder.glob("*.xz")}
    for name in sorted(there ^ found.keys()):
        raise Bad(f"{name}: {'not in' if name in there else 'missing, but in'} {SUMS}")
    return found


def unpack(path, checksum):
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != checksum:
        raise Bad(f"{path.name}: not the file whose checksum stands in {SUMS}")
    return lzma.decompress(data).decode("ascii")


def cut(text):
    """The first cases of a script, some SLICE lines."""
    lines = text.splitlines(keepends=True)
    ends = (i for i in range(SLICE, len(lines)) if CASE.fullmatch(lines[i].rstrip("\n")))
    return "".join(lines[:next(ends, len(lines))])


def replay(name, text, program):
    """What the replayer counted; raises Bad with the first differences."""
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / name.removesuffix(".xz")
        script.write_text(text, encoding="ascii")
        done = subprocess.run([program, script], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    counts = done.stdout.splitlines()[-1] if done.stdout else ""
    if done.returncode or not re.search(r" [1-9]\d* checks, 0 failed$", counts):
        said = done.stderr.replace(f"{folder}/", "").splitlines()[:10]
        raise Bad("\n".join([f"{name}: exit status {done.returncode}, {counts or 'no counts'}", *said]))
    return counts


def replay_all(folder=FOLDER, names=(), part=False, program=ROOT / "build/ws_replay", model_too=False):
    """(passed, failed), a line each."""
    passed = failed = 0
    try:
        sets = listed(folder)
        unknown = [name for name in names if name not in sets]
        if unknown:
            raise Bad(f"{unknown[0]}: there is no such set")
    except Bad as error:
        print(f"FAIL {error}")
        return 0, 1
    for name in names or sorted(sets):
        try:
            text = unpack(folder / name, sets[name])
            _, results, _, who = head(text, name, model_too)
            counts = replay(name, cut(text) if part else text, program)
            print(f"ok   {name}: {results} lane results in all, by {who}; replayed {'the beginning' if part else 'all'}: {counts}", flush=True)
            passed += 1
        except (Bad, lzma.LZMAError, UnicodeDecodeError) as error:
            print(f"FAIL {error if isinstance(error, Bad) else f'{name}: {error}'}", flush=True)
            failed += 1
    if not sets:
        print("no script has been captured from silicon yet: nothing was replayed, and nothing counts as passed")
    return passed, failed


def add(source, folder=FOLDER, model_too=False):
    """Compresses the scripts of a run of make silicon and lists them."""
    scripts = sorted(source.glob("*.wsv"))
    if not scripts:
        raise Bad(f"{source}: there are no scripts (*.wsv) in it")
    made = {}
    for script in scripts:
        text = script.read_text(encoding="ascii")
        family, _, seed, who = head(text, script.name, model_too)
        target = re.search(r"sm_\w+", who)
        made[f"{family}_{target[0] if target else 'model'}_{seed}.wsv.xz"] = lzma.compress(text.encode("ascii"), preset=9)
    folder.mkdir(exist_ok=True)
    sums = listed(folder)
    size = sum((folder / name).stat().st_size for name in sums if name not in made) + sum(map(len, made.values()))
    if size > LARGEST:
        raise Bad(f"{source}: with it the sets take {size} bytes, and {LARGEST} are the most")
    for name, data in made.items():
        (folder / name).write_bytes(data)
        sums[name] = hashlib.sha256(data).hexdigest()
    (folder / SUMS).write_text("".join(f"{sums[name]}  {name}\n" for name in sorted(sums)), encoding="ascii")
    return sorted(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--add", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("--slice", action="store_true")
    parser.add_argument("--replay", default=ROOT / "build/ws_replay", help="the replayer")
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    if args.add:
        try:
            print("\n".join(add(args.add)))
        except Bad as error:
            sys.exit(f"captured.py: {error}")
        return
    passed, failed = replay_all(names=args.names, part=args.slice, program=args.replay)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
