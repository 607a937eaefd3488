#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make regress: many seeds of every test in parallel, on this machine or on a Slurm cluster, with a report. regress.py --help says
what can be asked for; scripts/regression/ is what it consists of."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = ROOT / "build/python/regress/bin/python"

try:
    import jinja2  # noqa: F401 pylint: disable=unused-import
    import junitparser  # noqa: F401 pylint: disable=unused-import
    import rich  # noqa: F401 pylint: disable=unused-import
except ImportError as error:
    if PYTHON.exists() and pathlib.Path(sys.prefix) != PYTHON.parent.parent:
        os.execv(PYTHON, [str(PYTHON), __file__, *sys.argv[1:]])
    sys.exit(f"{error}; scripts/setup.sh regress installs what this program needs")

from regression import main  # pylint: disable=wrong-import-position

if __name__ == "__main__":
    sys.exit(main.main(sys.argv[1:]))
