#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scripts that silicon has answered, kept beside this file in captured/: replays them on RTL and model. Some are there, compressed, with
their checksums. Of more of them only digests are: the model makes such a script anew, which must have the digest, byte for byte what the
GPU answered, and is then replayed.
Last line: "N passed, N failed"; with nothing captured "0 passed, 0 failed", and a line that says so.

captured.py [--slice] [NAME...]   replays all, or these; --slice: the beginning of each, and of the digests the first one of each family
captured.py --add FOLDER          takes the scripts that make silicon has left in FOLDER into captured/
captured.py --add-digests FOLDER  takes their digests alone
captured.py --list                the names, a line each
"""
import argparse
import fcntl
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
DIGESTS = "digests.tsv"
COLUMNS = ("name", "statements", "lane results", "digest of the statements", "digest of the script", "answered by")
MASKS = "full sparse tiles split exits pieces"  # of a script that a digest is taken of
SILICON = ROOT / "scripts/silicon/silicon.py"
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


# ------------------------------------------------------------------------------------------------ digests


def digests_of(text):
    """Of what was asked, and of that with the answers. The two lines of the head, which say who answered, are in neither."""
    body = text.split("\n", 2)[2]
    asked = "".join(line for line in body.splitlines(keepends=True) if not line.startswith(".expect"))
    return [hashlib.sha256(part.encode("ascii")).hexdigest() for part in (asked, body)]


def digests(folder):
    """{name: row}; a row has COLUMNS."""
    path = folder / DIGESTS
    found = {}
    for line in path.read_text(encoding="ascii").splitlines()[1:] if path.exists() else ():
        row = line.split("\t")
        if len(row) != len(COLUMNS):
            raise Bad(f"{DIGESTS}: '{line}': a line is {', '.join(COLUMNS)}")
        found[row[0]] = row
    return found


def write_digests(folder, rows):
    lines = ["\t".join(row) for row in (COLUMNS, *(rows[name] for name in sorted(rows)))]
    (folder / DIGESTS).write_text("\n".join(lines) + "\n", encoding="ascii")


def model_program():
    """The capture with the model in the GPU's place, compiled when it is older than what it is made of."""
    program = ROOT / "build/silicon/capture_model"
    program.parent.mkdir(parents=True, exist_ok=True)
    with open(program.parent / ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        sources = [*SILICON.parent.glob("*.[ch]*"), *(ROOT / "cmodel").glob("*.[ch]")]
        if not program.exists() or max(path.stat().st_mtime for path in sources) > program.stat().st_mtime:
            subprocess.run([sys.executable, SILICON, "--answers=model", "--compile-only"], check=True)
    return program


def made_anew(row, folder):
    """The script of a digest, as the model answers it; raises Bad if it is not what the GPU answered."""
    name, statements, _, asked, answered, who = row
    named = re.fullmatch(r"([a-z]+)_(sm_\w+|model)_(\d+)", name)
    if not named or not statements.isdecimal():
        raise Bad(f"{DIGESTS}: '{name}', '{statements}': a line begins with FAMILY_TARGET_SEED and a number")
    family, target, seed = named.groups()
    words = [f"--out={folder}", f"--family={family}", f"--seed={seed}", f"--cases={statements}"]
    words += [] if target.startswith(("sm_100", "model")) else ["--without-f32"]
    subprocess.run([model_program(), *words], stdout=subprocess.PIPE, check=True)
    text = (pathlib.Path(folder) / f"{family}.wsv").read_text(encoding="ascii")
    found = digests_of(text)
    if found[0] != asked:
        raise Bad(f"{name}: not the statements that {who} was asked: they are made otherwise since; capture them anew")
    if found[1] != answered:
        raise Bad(f"{name}: the model answers otherwise than {who}; make silicon ARGS='--family={family} --seed={seed} --cases={statements}' shows what it does")
    return text


# ------------------------------------------------------------------------------------------------ replays


def one_of_each_family(rows):
    found = {}
    for name in sorted(rows):
        found.setdefault(name.split("_")[0], name)
    return sorted(found.values())


def one_set(name, sets, rows, folder, part, program, model_too):
    """Replays a set or what a digest stands for; the line that says so."""
    if name in sets:
        text = unpack(folder / name, sets[name])
    else:
        with tempfile.TemporaryDirectory() as made:
            text = made_anew(rows[name], made)
    _, results, _, who = head(text, name, model_too or name in rows)
    counts = replay(name, cut(text) if part else text, program)
    if name in rows:
        who = rows[name][-1] + "; made anew, the same"
    return f"ok   {name}: {results} lane results in all, by {who}; replayed {'the beginning' if part else 'all'}: {counts}"


def replay_all(folder=FOLDER, names=(), part=False, program=ROOT / "build/ws_replay", model_too=False):
    """(passed, failed), a line each."""
    passed = failed = 0
    try:
        sets, rows = listed(folder), digests(folder)
        unknown = [name for name in names if name not in sets and name not in rows]
        if unknown:
            raise Bad(f"{unknown[0]}: there is no such set")
    except Bad as error:
        print(f"FAIL {error}")
        return 0, 1
    for name in names or [*sorted(sets), *(one_of_each_family(rows) if part else sorted(rows))]:
        try:
            print(one_set(name, sets, rows, folder, part, program, model_too), flush=True)
            passed += 1
        except (Bad, lzma.LZMAError, UnicodeDecodeError, subprocess.CalledProcessError) as error:
            print(f"FAIL {error if isinstance(error, Bad) else f'{name}: {error}'}", flush=True)
            failed += 1
    if not sets and not rows:
        print("no script has been captured from silicon yet: nothing was replayed, and nothing counts as passed")
    return passed, failed


def scripts_of(source, model_too):
    """(name, text) of each script of a run of make silicon."""
    scripts = sorted(source.glob("**/*.wsv"))
    if not scripts:
        raise Bad(f"{source}: there are no scripts (*.wsv) in it")
    for script in scripts:
        text = script.read_text(encoding="ascii")
        family, _, seed, who = head(text, script.name, model_too)
        target = re.search(r"sm_\w+", who)
        yield f"{family}_{target[0] if target else 'model'}_{seed}", text


def add_digests(source, folder=FOLDER, model_too=False):
    """Takes the digests of the scripts of a run of make silicon."""
    folder.mkdir(exist_ok=True)
    rows = digests(folder)
    names = []
    for name, text in scripts_of(source, model_too):
        first = text.split("\n", 1)[0]
        if " masks " in first and not first.endswith(f" masks {MASKS}."):
            raise Bad(f"{name}: '{first}': a digest is taken of a script with all masks")
        statements = re.search(r"(\d+) statements", first)[1]
        rows[name] = [name, statements, str(head(text, name, model_too)[1]), *digests_of(text), head(text, name, model_too)[3]]
        names.append(name)
    write_digests(folder, rows)
    return sorted(names)


def add(source, folder=FOLDER, model_too=False):
    """Compresses the scripts of a run of make silicon and lists them."""
    made = {f"{name}.wsv.xz": lzma.compress(text.encode("ascii"), preset=9) for name, text in scripts_of(source, model_too)}
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
    parser.add_argument("--add-digests", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--slice", action="store_true")
    parser.add_argument("--replay", default=ROOT / "build/ws_replay", help="the replayer")
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    try:
        if args.add or args.add_digests:
            print("\n".join(add(args.add) if args.add else add_digests(args.add_digests)))
            return
        if args.list:
            print("\n".join([*sorted(listed(FOLDER)), *sorted(digests(FOLDER))]))
            return
    except Bad as error:
        sys.exit(f"captured.py: {error}")
    passed, failed = replay_all(names=args.names, part=args.slice, program=args.replay)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
