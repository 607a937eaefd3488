# SPDX-License-Identifier: Apache-2.0
"""What a verdict is about, and a digest of it. Comments and white space do not count, nor where a file lies.

  a proof        its script and the files that it names, the modules that it proves and all that is inside them
  a mutant run   the unit with what is inside it, and the tests of its family
  a soak, ...    the RTL that a family's traffic passes through, and the model of the family
"""
import ast
import functools
import hashlib
import pathlib
import re
import subprocess

import families

ROOT = pathlib.Path(__file__).resolve().parent.parent
STRING, CHAR, COMMENT = r'"(?:\\.|[^"\\\n])*"', r"'(?:\\.|[^'\\\n])*'", r"//[^\n]*|/\*.*?\*/"
WORDS = r"\w+|[][(){};,]|(?:(?!//|/\*)[^\w\s\"\[\](){};,])+|\""
MACRO = r"`define (?:\\\n|[^\n/]|/(?![/*]))*"  # a line of its own
VERILOG = re.compile(f"({COMMENT})|({MACRO}|{STRING}|{WORDS})", re.S)
C = re.compile(f"({COMMENT})|({STRING}|{CHAR}|{WORDS})", re.S)
MODULE = re.compile(r"\bmodule (\w+)\b.*?\bendmodule\b", re.S)
INCLUDE = re.compile(r'` ?include "(?:[\w./]*/)?([\w.]+)"')
DECLARED = re.compile(r"\n`define [^\n]*\n|\blocalparam\b[^;]*;|\bfunction\b.*?\bendfunction\b", re.S)
NAMES = re.compile(r"^\n`define (\w+)|(\w+) = |^function\b[^;(]*?(\w+) [;(]")
DOORS = ("bus", "serial", "fpga")  # folders of rtl/ around the block, and how their files begin elsewhere
NO_CORE = ("bus", "serial", "ws_bus", "ws_regs", "ws_serial", "example", "line")  # files of cmodel/ that the core does not use


def plain(path):
    """A file's text without comments and white space; of a kind of file that is not known, all of it."""
    return stripped(path.read_text(encoding="utf-8", errors="replace"), path.suffix)


@functools.lru_cache(4096)
def stripped(text, suffix):
    if suffix in (".v", ".vh", ".sv", ".vlt"):
        return " ".join(f"\n{' '.join(word.split())}\n" if word.startswith("`define") else word for _, word in VERILOG.findall(text) if word)
    if suffix in (".c", ".h", ".cpp", ".cu", ".cuh"):
        return " ".join(word for _, word in C.findall(text) if word)
    if suffix == ".py":
        return ast.unparse(ast.parse(text))
    if suffix in (".sh", ".toml", ".list", ".f"):
        lines = (re.sub(r"(?<=\s)#( .*)?$", "", line) if line.count('"') % 2 == line.count("'") % 2 == 0 else line for line in text.splitlines())
        return "\n".join(line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#"))
    return text


def digest(*parts):
    """Of texts, in any order."""
    return hashlib.sha256("\0".join(sorted(map(str, parts))).encode()).hexdigest()[:16]


@functools.cache
def version(command):
    """What a tool says of itself; "" where it is not there."""
    try:
        done = subprocess.run(command.split(), stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=60, check=False)
        return done.stdout if done.returncode == 0 else ""
    except (OSError, subprocess.TimeoutExpired):
        return ""


@functools.cache
def declarations(header):
    """([(names, text)] of what a header declares, all else that stands in it)"""
    rows = [({name for pair in NAMES.findall(one) for name in pair if name}, one) for one in DECLARED.findall(header)]
    return rows, " ".join(DECLARED.sub("", header).split())


@functools.lru_cache(4096)
def used(header, text):
    """Of a header that declares names, what a text has a use for, and all that declares none: a new operation is of no matter to old units."""
    rows, kept = declarations(header)
    more = words = set(re.findall(r"\w+", text + kept))
    chosen = {}
    while more:
        new = {one: None for names, one in rows if names & more and one not in chosen}
        chosen |= new
        more = {word for one in new for word in re.findall(r"\w+", one)} - words
        words = words | more
    return " ".join([kept, *(one for _, one in rows if one in chosen)])


class Tree:
    """The sources as they are now."""

    def __init__(self, root=None):
        self.root = root or ROOT
        self.rtl = {path.name: path for path in sorted((self.root / "rtl").rglob("*.v*")) if path.suffix in (".v", ".vh")}
        self.text = functools.cache(plain)

    def named(self, paths):
        return [f"{path.name}\0{self.text(path)}" for path in paths]

    def signature(self):
        """Of names, times and sizes of all sources, which tells fast that none has changed."""
        paths = [path for folder in ("rtl", "cmodel", "tb") for path in (self.root / folder).rglob("*.[vchst]*") if "found" not in path.parts]
        return digest(*(f"{path} {path.stat().st_mtime_ns} {path.stat().st_size}" for path in paths if path.is_file()))

    def folder(self, path):
        """Of rtl/: mbar of rtl/mbar/ws_mbar.v, "" of rtl/ws_top.v."""
        return "/".join(path.relative_to(self.root / "rtl").parts[:-1])

    # ------------------------------------------------------------------------------------------------------ Verilog

    def with_headers(self, text):
        """A text with what it uses of headers of rtl/, and of those that these include."""
        found, todo = {}, INCLUDE.findall(text)
        while todo:
            name = todo.pop()
            if name in self.rtl and name not in found:
                found[name] = self.text(self.rtl[name])
                todo += INCLUDE.findall(found[name])
        return text + used(" ".join(found[name] for name in sorted(found)), text)

    def inside(self, names, instead=None):
        """{module: text} of these modules of rtl/, or of those that `instead` has, and of all modules inside them, with what they use of headers."""
        instead, found, todo = instead or {}, {}, list(names)
        while todo:
            name = todo.pop()
            if name in found or (name not in instead and f"{name}.v" not in self.rtl):
                continue
            text = instead[name] if name in instead else self.text(self.rtl[f"{name}.v"])
            found[name] = self.with_headers(text)
            todo += re.findall(r"\b[a-z]\w+\b", text)
        return found

    @functools.cache
    def unit(self, name):
        return digest(*(f"{module}\0{text}" for module, text in self.inside([name]).items()))

    @functools.cache
    def all_rtl(self):
        return digest(*self.named(self.rtl.values()))

    # ------------------------------------------------------------------------------------------------------- proofs

    @functools.cache
    def proof(self, name):
        """Of a proof tb/formal/prove_NAME.sh; "" if there is none."""
        folder = self.root / "tb/formal"
        script = next((path for path in folder.glob(f"prove_{name}.*") if path.suffix in (".sh", ".py")), None)
        if not script:
            return ""
        beside = {path.name: path for path in folder.iterdir() if path.is_file() and path.suffix != ".md"}
        files, todo = {}, [script]
        while todo:
            path = todo.pop()
            if path not in files:
                files[path] = text = self.text(path)
                todo += [beside[word] for word in re.findall(r"[\w.]+", text) if word in beside]
                todo += [self.root / word for word in re.findall(r"\btb/[\w/]+\.\w+", text) if (self.root / word).is_file()]
        verilog = [path for path in files if path.suffix in (".v", ".vh")]
        programs = [path for path in files if path not in verilog]
        named = {word for path in programs for word in (*re.findall(r"[\w.]+", files[path]), *re.findall(r"\w+", files[path]))}
        defined, of = {}, {}
        for path in verilog:
            text = INCLUDE.sub(lambda found: self.text(beside[found[1]]) if found[1] in beside else found[0], files[path])
            of[path] = {found[1]: found[0] for found in MODULE.finditer(text)} if path.suffix == ".v" else {}
            for module, text in of[path].items():  # in the place of one of rtl/; that one counts too where a program names its file
                both = f"{module}.v" in named and f"{module}.v" in self.rtl
                defined[module] = text + (self.text(self.rtl[f"{module}.v"]) if both else "")
        netlist = self.inside([word for word in named if word in defined or f"{word}.v" in named], defined)
        others = [path for path in verilog if path.suffix == ".v" and not of[path].keys() & netlist.keys()]  # which change how it is made
        return digest(*self.named([*programs, *others]), *(f"{module}\0{text}" for module, text in netlist.items()))

    # ----------------------------------------------------------------------------------------------------- families

    def of_family(self, path, family):
        """Whether a file of the model or of a bench is this family's: by its folder, or a word of its name."""
        words = {*path.stem.split("_"), *path.relative_to(self.root).parts[1:-1]}
        return bool(words & set(family.words))

    def shared(self, path):
        return not any(self.of_family(path, family) for family in families.FAMILIES)

    @functools.cache
    def traffic(self, name):
        """Of the RTL that a family's traffic passes through; of a name that is no family, all of it."""
        family = families.named(name)
        if not family:
            return self.all_rtl()
        folders = {*families.ALWAYS, *family.rtl, *family.through}
        files = [path for path in self.rtl.values() if path.suffix == ".v"
                 and (self.folder(path) in folders if "*" not in folders else self.folder(path) not in DOORS)]
        return digest(*(f"{path.name}\0{self.with_headers(self.text(path))}" for path in files))

    def sources(self, folder, name, always=(), without=()):
        """Files of C below a folder: what all use and what a family does, or those in `always`, but for what begins so."""
        family = families.named(name)
        if not family or "*" in family.through:
            mine = () if name in DOORS else families.FAMILIES
        else:
            mine = [families.named(one) for one in (name, *family.along, *always)]
        for path in sorted(path for path in (self.root / folder).rglob("*") if path.suffix in (".c", ".h", ".cpp")):
            out = path.stem.startswith(without) or set(path.relative_to(self.root).parts[1:-1]) & set(without)
            if not out and (self.shared(path) or any(self.of_family(path, one) for one in mine)):
                yield path

    @functools.cache
    def model(self, name):
        """Of the model of a family and of the core; of a door too."""
        return digest(*self.named(self.sources("cmodel", name, ("rendezvous",), NO_CORE if families.named(name) else ())))

    @functools.cache
    def bench(self, name):
        """Of the tests of a family and of the bench that they run in."""
        folders = ["tb/cosim", "tb/lib", "tb/verilated"] + ([f"tb/{name}"] if name in DOORS else [])
        return digest(*self.named(path for folder in folders if (self.root / folder).is_dir() for path in self.sources(folder, name)))

    def run(self, name):
        """Of what runs random operations of a family: its RTL and its model."""
        return digest(self.traffic(name), self.model(name))

    def tests(self, name, *words):
        """Of what the tests of a family show: the same, and the tests."""
        return digest(self.traffic(name), self.model(name), self.bench(name), *words)

    def mutants(self, name):
        """Of a unit and of the tests that are to find what is wrong with it."""
        return digest(self.unit(name), self.bench(families.tested_as(self.folder(self.rtl[f"{name}.v"]))))

    def check(self, folders, tools, *words):
        """Of a check that reads whole folders and files, but for texts and what was found, with some tools; None if one of these is not there."""
        paths = [path for one in folders for path in ((self.root / one).rglob("*") if (self.root / one).is_dir() else [self.root / one])]
        versions = [version(tool) for tool in tools]
        return digest(*self.named(path for path in paths if path.is_file() and path.suffix != ".md" and not {"__pycache__", "found"} & set(path.parts)), *versions, *words) if all(versions) else None
