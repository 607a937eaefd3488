#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make silicon: has a GPU answer statements of each family and writes them as warp scripts; see README.md."""
import argparse
import contextlib
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = ROOT / "scripts" / "silicon"
BUILD = ROOT / "build" / "silicon"
VENV = ROOT / "build" / "python" / "silicon"
REQUIREMENTS = HERE / "requirements.txt"
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror"]
MODEL = ["shfl", "vote", "match", "redux", "bar", "mbar", "atom"]
HOST = ["main", "make_cases", "write_script", "make_bar", "write_bar", "make_mbar", "write_mbar", "make_cluster", "write_cluster", "atom_values", "make_atom", "write_atom"]
ANSWERS = {"model": ["answers_model", "answers_model_seq", "answers_model_atom"], "gpu": []}
ASIDE = {"probes": "probes.txt", "cycles": "cycles.tsv"}  # programs of their own, and where their answers go
FLOATS = [ROOT / "cmodel/what/atom.c", ROOT / "cmodel/what/config.c", ROOT / "tb/atom/operands.c"]  # model and operands beside floats.cu
TARGETS = {"sm_90": "arch=compute_90,code=sm_90", "sm_100a": "arch=compute_100a,code=sm_100a"}


def die(text):
    sys.exit(f"make silicon: {text}")


def run(command):
    """The command, quiet if it succeeds."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        die(f"this failed:\n  {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


@contextlib.contextmanager
def one_at_a_time():
    """Others that compile in the same folder wait."""
    with open(BUILD / ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def find_nvcc():
    """$NVCC, that of the PATH, the usual place, or what --get-nvcc has installed; None if there is none."""
    if os.environ.get("NVCC"):
        found = shutil.which(os.environ["NVCC"])
        return pathlib.Path(found) if found else die(f"NVCC={os.environ['NVCC']}: there is no such program")
    private = sorted(VENV.glob("lib/python3*/site-packages/nvidia/cu*/bin/nvcc"))
    found = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    return pathlib.Path(found) if found else private[0] if private else None


def get_nvcc():
    """The packages of requirements.txt (130 MB) in a private Python."""
    print(f"installing {REQUIREMENTS.relative_to(ROOT)} in {VENV.relative_to(ROOT)}", flush=True)
    run([sys.executable, "-m", "venv", "--clear", VENV])
    run([VENV / "bin" / "python", "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "-r", REQUIREMENTS])


def sources_of(answers):
    """Of a capture: what has nothing to do with CUDA."""
    model = [ROOT / "cmodel/ops.c", *(ROOT / "cmodel/what" / f"{name}.c" for name in MODEL)] if answers == "model" else []
    return model + [HERE / f"{name}.cpp" for name in HOST + ANSWERS[answers]]


def compile_host(sources):
    objects = []
    for source in sources:
        objects.append(BUILD / f"{source.stem}.o")
        compiler = ["gcc", "-std=c11"] if source.suffix == ".c" else ["g++", "-std=c++17"]
        run([*compiler, "-O1", *WARNINGS, f"-I{ROOT}/cmodel", "-c", source, "-o", objects[-1]])
    return objects


def compile_device(nvcc, name, targets):
    """One .cu for the targets, each of them checked by ptxas."""
    made = BUILD / f"{name}.o"
    code = [word for target in targets for word in ("-gencode", TARGETS[target])]
    run([nvcc, "-std=c++17", "-O1", f"-I{ROOT}/cmodel", "--extended-lambda", "-Werror", "all-warnings", *code, "-c", HERE / f"{name}.cu", "-o", made])
    return made


def link_device(nvcc, objects, program):
    libraries = ["-L", nvcc.parent.parent / "lib"] if (nvcc.parent.parent / "lib").is_dir() else []
    run([nvcc, "-cudart", "static", *objects, *libraries, "-o", program])


def main():
    parser = argparse.ArgumentParser(prog="make silicon", description=__doc__, epilog="Other words go to the capture program: --seed= --cases= --family= --masks= --lie=")
    parser.add_argument("--answers", choices=("gpu", "model"), default="gpu", help="who answers; model needs no GPU and no nvcc")
    parser.add_argument("--compile-only", action="store_true", help="device code for every target, without a GPU; with --answers=model what needs none")
    parser.add_argument("--no-compile", action="store_true", help="take the programs that --compile-only has left in build/silicon, here or elsewhere")
    parser.add_argument("--get-nvcc", action="store_true", help="install nvcc from PyPI in build/python/silicon first")
    parser.add_argument("--floats", metavar="N", type=int, help="instead: halves of atom, every pair, and N sums of f32 and f64, compared with the model while the GPU answers")
    parser.add_argument("--out", default="build/silicon/scripts", help="folder for the scripts")
    args, rest = parser.parse_known_args()
    os.chdir(ROOT)
    BUILD.mkdir(parents=True, exist_ok=True)
    if args.floats is not None and (args.floats < 1 or args.answers == "model"):
        parser.error("--floats=N: N must be at least 1, and a GPU answers")
    if args.get_nvcc:
        get_nvcc()

    program = BUILD / f"capture_{args.answers}"
    aside = ASIDE if args.answers == "gpu" else {}
    if args.no_compile:
        wanted = [BUILD / "floats"] if args.floats else [program, *(BUILD / name for name in aside)]
        missing = [str(path) for path in wanted if not path.exists()]
        if missing or args.compile_only:
            die("--no-compile: " + ("not with --compile-only" if args.compile_only else f"there is no {missing[0]}"))
    elif args.answers == "model":
        with one_at_a_time():
            run(["g++", *compile_host(sources_of("model")), "-o", f"{program}.new"])
            os.replace(f"{program}.new", program)
        if args.compile_only:
            return
    else:
        nvcc = find_nvcc()
        missing = [] if nvcc else ["nvcc (none in $NVCC, the PATH, /usr/local/cuda/bin; ARGS=--get-nvcc installs it from PyPI)"]
        if not args.compile_only and not shutil.which("nvidia-smi"):
            missing.append("a GPU with its driver (there is no nvidia-smi); ARGS=--compile-only only compiles, ARGS=--answers=model lets the model answer")
        if missing:
            die("missing:\n  " + "\n  ".join(missing))
        with one_at_a_time():
            host = compile_host(sources_of("gpu"))
            link_device(nvcc, [compile_device(nvcc, "answers_gpu", TARGETS), *host], program)
            for name in ASIDE:
                link_device(nvcc, [compile_device(nvcc, name, TARGETS)], BUILD / name)
            link_device(nvcc, [compile_device(nvcc, "floats", TARGETS), *compile_host(FLOATS)], BUILD / "floats")
        if args.compile_only:
            release = run([nvcc, "--version"]).strip().splitlines()[-2]
            print(f"{release}: captures, {' and '.join(ASIDE)} compiled for {' and '.join(TARGETS)}, not run")
            return
    if args.floats:
        sys.exit(subprocess.run([BUILD / "floats", str(args.floats)]).returncode)
    pathlib.Path(args.out).mkdir(parents=True, exist_ok=True)
    for file in aside.values():  # of an earlier run
        (pathlib.Path(args.out) / file).unlink(missing_ok=True)
    status = subprocess.run([program, f"--out={args.out}", *rest]).returncode
    for name, file in aside.items():
        if status == 0:
            answer = subprocess.run([BUILD / name], text=True, stdout=subprocess.PIPE)
            print(answer.stdout, end="")
            status = answer.returncode
            if status == 0:
                (pathlib.Path(args.out) / file).write_text(answer.stdout)
    sys.exit(status)


if __name__ == "__main__":
    main()
