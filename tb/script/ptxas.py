#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ptxas says of the statements of ptx_cases.py, beside what oracle_ptx.py says. Every difference needs a reason: REASONS has them.

ptxas.py [-n N] [--seed S]     compares; exit 1 if a difference has no reason
ptxas.py --write               writes check/ptxas.txt, the verdicts of 40,000 statements, which `test_check.py ptxas` compares with ws_check
ptxas.py --statements FILE     the same for the statements of a file, a line each

ptxas is $PTXAS, that of the PATH, or what `make silicon ARGS=--get-nvcc` has installed. check/ptxas.txt is of release 13.0.88
(pip install nvidia-cuda-nvcc==13.0.88). 40,000 statements take some 20 minutes on two cores."""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import oracle_ptx
import ptx_cases

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE / "check/ptxas.txt"
HEAD = ".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k() {\n"
YES, NO, NONE = "+", ".", "!"  # accepted, refused, no verdict: ptxas crashed or did not end
SUM = r"[A-Za-z_]\w*\+"
REASONS = [  # (what, pattern of the statement, whether ptxas accepts): who wrote it, knowing PTX, would not have meant it
    ("a literal address, which scripts have beyond PTX", r"\[\d+\]", False),
    ("a register or variable + a number, whose type and size ptxas does not look at", rf"[ {{]{SUM}[^]]*$", True),
    ("`|_` behind an operand that has no second one", r"\w\|_", True),
    ("a fourth operand of atom, a third of red", r"^(atom|red)\b", True),
    ("a constant in a vector of halves, of which ptxas takes 16 bits of 32", r"16(x2)?[. ].*\{([^}]*[ ,])?\d", True),
    (".pred beside the type of atom and red", r"^(atom|red)\S*\.pred", True),
    ("a mode of vote at bar", r"^bar(\.\w+)*\.(all|any|uni|ballot)\b", True),
    ("a state space beside async::generic", r"^fence\.proxy\S*\.async::generic", True),
    ("an address register of any type at a fence of a tensor map", r"^fence\.proxy\S*\.tensormap::generic", True),
    ("an address in a register of 16 bits", r"\[(h|uh|fh)\d\]", True),
    ("a predicate in a vector, beside a register of bits", r"\{[^}]*\b[pq]\b", True),
    ("a vector where one register is read", r"^(mbarrier\.arrive|clusterlaunchcontrol)\S* .*\{", True),
]


def reason(statement, verdict):
    """Why ptxas may say `verdict` where the rules say the contrary; None if there is no reason."""
    for what, pattern, accepts in REASONS:
        if accepts == (verdict == YES) and re.search(pattern, statement):
            if not what.startswith("a fourth") or surplus(statement):
                return what
    return None


def surplus(statement):
    name, _, operands = statement.rstrip(";").partition(" ")
    most = 2 + name.startswith("atom") + (".cas" in name) + ("L2::cache_hint" in name)
    return len(ptx_cases.split(operands)) > most


def find():
    private = sorted((HERE.parent.parent / "build/python/silicon").glob("lib/python3*/site-packages/nvidia/cu*/bin/ptxas"))
    found = os.environ.get("PTXAS") or shutil.which("ptxas") or (str(private[0]) if private else None)
    return found or sys.exit("ptxas.py: no ptxas in $PTXAS or the PATH; `make silicon ARGS='--get-nvcc --compile-only'` installs one")


def run(ptxas, declarations, statements):
    """Exit status, and the lines that have errors, counted from 0; status None: it did not end."""
    text = HEAD + declarations.rstrip("\n") + "\n" + "\n".join(statements) + "\nret;\n}\n"
    first = text.count("\n", 0, text.rindex("\n".join(statements))) + 1
    with tempfile.NamedTemporaryFile("w", suffix=".ptx", encoding="ascii") as file:
        file.write(text)
        file.flush()
        try:
            done = subprocess.run([ptxas, "-arch", "sm_100a", file.name, "-o", "/dev/null"], capture_output=True, text=True, timeout=10, check=False)
        except subprocess.TimeoutExpired:
            return None, {}, ""
    said = done.stdout + done.stderr
    errors = {}
    for line, what in re.findall(r"line (\d+); (?:error|fatal)\s*: (.*)", said):
        errors.setdefault(int(line) - first, what)
    return done.returncode, errors, said


def alone(ptxas, declarations, statement):
    status, _, said = run(ptxas, declarations, [statement])
    return NONE if status is None or status < 0 or "Internal compiler error" in said else NO if status else YES


def some(ptxas, declarations, statements):
    """The verdicts of a few dozen statements. What is wrong is found in one run, but for syntax; what remains has to pass alone too."""
    found, left = {}, list(statements)
    while left:
        status, errors, said = run(ptxas, declarations, left)
        wrong = [left[k] for k in errors if 0 <= k < len(left)]
        if status == 0 or not wrong or "syntax error" in said or "Internal" in said:
            break
        found.update((statement, NO) for statement in wrong)
        left = [statement for statement in left if statement not in found]
    found.update((statement, alone(ptxas, declarations, statement)) for statement in left)
    return [found[statement] for statement in statements]


def verdicts(ptxas, declarations, statements, workers=2):
    parts = [statements[k:k + 40] for k in range(0, len(statements), 40)]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for number, part in enumerate(pool.map(lambda p: some(ptxas, declarations, p), parts)):
            if number % 50 == 49:
                print(f"{40 * (number + 1)} of {len(statements)}", file=sys.stderr, flush=True)
            yield from part


def digest(statements):
    return hashlib.sha256("\n".join(statements).encode()).hexdigest()


def compare(statements, answers, names):
    """Counts of reasons, and the statements whose difference has none."""
    reasons, bad = {}, []
    for statement, verdict in zip(statements, answers):
        if verdict == NONE:
            why = "ptxas crashes or does not end"
        elif oracle_ptx.takes(statement, names) == (verdict == YES):
            continue
        else:
            why = reason(statement, verdict)
        if why:
            reasons[why] = reasons.get(why, 0) + 1
        else:
            bad.append((statement, verdict))
    return reasons, bad


def kept():
    """The digest of the statements of check/ptxas.txt, and the verdicts."""
    lines = [line for line in FILE.read_text(encoding="ascii").splitlines() if not line.startswith("//")]
    return lines[0], "".join(lines[1:])


def write_reasons():
    names = oracle_ptx.declared((HERE / "check/cases.ptx").read_text(encoding="ascii"))
    reasons, _ = compare(ptx_cases.cases(40000, 1), kept()[1], names)
    order = [what for what, _, _ in REASONS]
    rows = sorted(reasons.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order))
    table = "| statements | ptxas takes, or refuses in the first row |\n|---:|---|\n" + "".join(f"| {n} | {what} |\n" for what, n in rows)
    page = HERE / "language.md"
    text, begin, end = page.read_text(encoding="utf-8"), "<!-- reasons:begin -->\n", "<!-- reasons:end -->"
    page.write_text(text[:text.index(begin) + len(begin)] + table + text[text.index(end):], encoding="utf-8")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--statements")
    parser.add_argument("--readme", action="store_true", help="writes the table of reasons in language.md from check/ptxas.txt; asks nobody")
    args = parser.parse_args()
    if args.readme:
        return write_reasons()
    ptxas = find()
    declarations = (HERE / "check/cases.ptx").read_text(encoding="ascii")
    if args.statements:
        statements = [line for line in pathlib.Path(args.statements).read_text(encoding="ascii").splitlines() if line and line[:2] != "//"]
    else:
        statements = ptx_cases.cases(40000 if args.write else args.n, 1 if args.write else args.seed)
    release = re.search(r"V(\d+\.\d+\.\d+)", subprocess.run([ptxas, "--version"], capture_output=True, text=True, check=True).stdout).group(1)
    answers = "".join(verdicts(ptxas, declarations, statements, args.jobs))
    if args.write:
        lines = [answers[k:k + 100] for k in range(0, len(answers), 100)]
        FILE.write_text(f"// SPDX-License-Identifier: Apache-2.0\n// Verdicts of ptxas {release} on the 40,000 statements of ptx_cases.py with seed 1: "
                        f"{YES} accepted, {NO} refused, {NONE} none. Made by ptxas.py --write.\n{digest(statements)}\n" + "\n".join(lines) + "\n", encoding="ascii")
    reasons, bad = compare(statements, answers, oracle_ptx.declared(declarations))
    for statement, verdict in bad:
        print(f"{statement}\n  ptxas {'OK' if verdict == YES else 'REJ'}, the rules say the contrary")
    for why, count in sorted(reasons.items(), key=lambda item: -item[1]):
        print(f"{count:6} {why}")
    print(f"ptxas {release}: {len(statements)} statements, {answers.count(YES)} accepted, {sum(reasons.values())} differences with a reason, {len(bad)} without")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
