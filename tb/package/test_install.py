#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The model as other projects take it in: built and installed alone, then found by CMake and by pkg-config, or taken in as a folder.
Each way compiles and runs cmodel/example.c. Needs CMake, a C and a C++ compiler, make, nm and pkg-config.

test_install.py [--keep FOLDER]   FOLDER: where to build instead of a temporary folder, kept; a line a check; exit 1 if one fails
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / "cmodel"
VERSION = re.search(r'^#define WS_VERSION "([\d.]+)', (MODEL / "ws.h").read_text(encoding="utf-8"), re.M)[1]
MINOR = VERSION.rpartition(".")[0]
HEADERS = ("ws.h", "ws_ops.h", "bus/ws_bus.h", "bus/ws_regs.h", "line/ws_serial.h")
INSTALLED = {"lib/libwarpsync.a", "lib/libwarpsync.so", f"lib/libwarpsync.so.{MINOR}", f"lib/libwarpsync.so.{VERSION}", "lib/pkgconfig/warpsync.pc",
             *(f"include/warpsync/{name}" for name in HEADERS), *(f"lib/cmake/warpsync/warpsync{name}.cmake" for name in ("Config", "ConfigVersion", "Targets", "Targets-debug"))}
OPTIONS = ("-DCMAKE_BUILD_TYPE=Debug",)  # compiles fastest
FIND = "find_package(warpsync {version} REQUIRED)"
FETCH = "include(FetchContent)\nFetchContent_Declare(warpsync SOURCE_DIR {source})\nFetchContent_MakeAvailable(warpsync)"


class Wrong(Exception):
    """What is wrong, for a person."""


def run(*command, env=None, cwd=None, fails=False):
    """Runs a command; its output. `fails`: it has to fail."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd, env={**os.environ, **(env or {})}, check=False)
    said = done.stdout + done.stderr
    if (done.returncode != 0) != fails:
        raise Wrong(f"{' '.join(map(str, command))}\nexit {done.returncode}, {'which should fail' if fails else 'which should work'}\n{said[-3000:]}")
    return said


class Place:
    """Where everything is built: the folders, and what a check needs of those before."""

    def __init__(self, work):
        self.work = pathlib.Path(work)
        self.build, self.prefix = self.work / "build", self.work / "moved"
        ccache = subprocess.run(["sh", "-c", "command -v ccache"], capture_output=True, text=True, check=False).stdout.strip()
        self.options = [*OPTIONS, *([f"-DCMAKE_C_COMPILER_LAUNCHER={ccache}"] if ccache else [])]

    def project(self, name, text, target, fails=False, languages="C"):
        """A project of somebody else, with the example as its program: configured, and where that should work built and run."""
        folder = self.work / name
        folder.mkdir()
        (folder / "example.c").write_text((MODEL / "example.c").read_text(encoding="utf-8"))
        (folder / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.22)\nproject(theirs LANGUAGES {languages})\n{text}\n"
                                               f"add_executable(example example.c)\ntarget_link_libraries(example PRIVATE {target})\n")
        said = run("cmake", "-S", folder, "-B", folder / "b", f"-DCMAKE_PREFIX_PATH={self.prefix}", *self.options, fails=fails)
        if not fails:
            run("cmake", "--build", folder / "b", "-j2", "--target", "example")
            run(folder / "b" / "example")
        return said


def builds_alone(at):
    """No C++ compiler, and no package is there to be found."""
    none = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("cmocka", "ZLIB", "Python3", "verilator")]
    run("cmake", "-S", MODEL, "-B", at.build, *at.options, *none, env={"CXX": "/nonexistent"})
    run("cmake", "--build", at.build, "-j2")
    run("ctest", "--test-dir", at.build, "--output-on-failure")


def installs_what_it_should(at):
    run("cmake", "--install", at.build, "--prefix", at.work / "prefix")
    (at.work / "prefix").rename(at.prefix)  # what follows finds it elsewhere
    found = {path.relative_to(at.prefix).as_posix() for path in at.prefix.rglob("*") if not path.is_dir()}
    if found != INSTALLED:
        raise Wrong(f"missing: {sorted(INSTALLED - found)}, too many: {sorted(found - INSTALLED)}")
    for name in found:
        if str(at.work) in (at.prefix / name).read_text(errors="replace") and not name.endswith((".a", f".{VERSION}", ".so", f".{MINOR}")):  # debug information of objects
            raise Wrong(f"{name} has the folder in it where it was built")


def declared(at):
    """Functions that the installed headers declare."""
    text = "\n".join((at.prefix / "include/warpsync" / name).read_text(encoding="utf-8") for name in HEADERS)
    text = re.sub(r"//[^\n]*|static inline [^\n]*|#[^\n]*", "", text)
    return set(re.findall(r"^[a-z][\w \*]*?\b(ws_\w+)\([^()]*\);", text, re.M))


def shared_library_shows_the_headers_functions(at):
    shown = set(re.findall(r"^\S+ \w (\S+)$", run("nm", "-D", "--defined-only", at.prefix / "lib/libwarpsync.so"), re.M))
    wanted = declared(at)
    if shown != wanted or len(wanted) < 30:
        raise Wrong(f"declared and not there: {sorted(wanted - shown)}; there and in no public header: {sorted(shown - wanted)}")


def static_library_has_names_with_ws(at):
    lines = re.findall(r"^\S+ ([A-Z]) (\S+)$", run("nm", "-g", "--defined-only", at.prefix / "lib/libwarpsync.a"), re.M)
    bad = [name for _, name in lines if not name.startswith("ws_")]
    if bad or len(lines) < 30:
        raise Wrong(f"global symbols that do not begin with ws_: {bad}")


def headers_have_names_with_ws(at):
    """Functions, types, enumerators, macros and tags: all that a program that includes them gets to know."""
    text = "\n".join((at.prefix / "include/warpsync" / name).read_text(encoding="utf-8") for name in HEADERS)
    text = re.sub(r"//[^\n]*", "", text)
    names = re.findall(r"^\s*#\s*define (\w+)", text, re.M)
    text = re.sub(r"^\s*#[^\n]*", "", text, flags=re.M)
    names += re.findall(r"^(?:static inline |const |struct )*\w+[ *]+(\w+)\(", text, re.M) + re.findall(r"^\} (\w+);|\bstruct (\w+) \{", text, re.M)
    names += [name for body in re.findall(r"^(?:typedef )?enum[^{;]*\{(.*?)\}", text, re.M | re.S) for name in re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", body.strip())]
    flat = [name for found in names for name in ([found] if isinstance(found, str) else found) if name]
    bad = sorted({name for name in flat if not name.lower().startswith("ws_")})
    if bad or len(flat) < 400:
        raise Wrong(f"{len(flat)} names, of which these do not begin with ws_ or WS_: {bad}")


def headers_stand_alone_in_c_and_cpp(at):
    for name in HEADERS:
        source = at.work / "one.c"
        source.write_text(f'#include "{name}"\nint one(void);\nint one(void) {{ return 1; }}\n')
        for compiler in (("cc", "-std=c11"), ("c++", "-x", "c++", "-std=c++17")):
            run(*compiler, "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{at.prefix}/include/warpsync", "-fsyntax-only", source)


def cmake_finds_the_static_library(at):
    at.project("static", FIND.format(version=MINOR), "warpsync::warpsync")


def cmake_finds_the_shared_library(at):
    at.project("shared", FIND.format(version=""), "warpsync::warpsync_shared")
    if "libwarpsync.so" not in run("readelf", "-d", at.work / "shared/b/example"):
        raise Wrong("the program does not load libwarpsync.so")


def cmake_refuses_another_version(at):
    said = at.project("newer", FIND.format(version="99.0"), "warpsync::warpsync", fails=True)
    if VERSION not in said:
        raise Wrong(f"CMake does not say which version is there:\n{said}")


def pkg_config_finds_it(at):
    env = {"PKG_CONFIG_PATH": str(at.prefix / "lib/pkgconfig"), "LD_LIBRARY_PATH": str(at.prefix / "lib")}
    if (version := run("pkg-config", "--modversion", "warpsync", env=env).strip()) != VERSION:
        raise Wrong(f"pkg-config says version {version}")
    flags = run("pkg-config", "--cflags", "--libs", "warpsync", env=env).split()
    (at.work / "example.c").write_text((MODEL / "example.c").read_text(encoding="utf-8"))  # beside it there is no ws.h
    run("cc", "-std=c11", at.work / "example.c", *flags, "-o", at.work / "example")
    run(at.work / "example", env=env)


def add_subdirectory_takes_it_in(at):
    at.project("subdirectory", f"add_subdirectory({MODEL} warpsync)", "warpsync::warpsync")


def fetch_content_takes_in_the_whole_tree(at):
    """Without the benches, and without what they need."""
    at.project("fetched", FETCH.format(source=ROOT), "warpsync::warpsync")
    if "Verilator" in (text := (at.work / "fetched/b/CMakeCache.txt").read_text()) or "cmocka_DIR" in text:
        raise Wrong("the benches are taken in too")


def fetch_content_takes_in_the_folder(at):
    at.project("folder", FETCH.format(source=f"{ROOT} SOURCE_SUBDIR cmodel"), "warpsync")


CHECKS = (builds_alone, installs_what_it_should, shared_library_shows_the_headers_functions, static_library_has_names_with_ws, headers_have_names_with_ws, headers_stand_alone_in_c_and_cpp,
          cmake_finds_the_static_library, cmake_finds_the_shared_library, cmake_refuses_another_version, pkg_config_finds_it, add_subdirectory_takes_it_in,
          fetch_content_takes_in_the_whole_tree, fetch_content_takes_in_the_folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", metavar="FOLDER", type=pathlib.Path)
    args = parser.parse_args()
    if args.keep:
        args.keep.mkdir(parents=True)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        at = Place(args.keep or temporary)
        for check in CHECKS:
            try:
                check(at)
                passed += 1
                print(f"ok   {check.__name__}", flush=True)
            except Wrong as wrong:
                failed += 1
                print(f"FAIL {check.__name__}: {wrong}", flush=True)
                if check in CHECKS[:2]:  # the others look at what it has made
                    break
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
