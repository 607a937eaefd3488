# SPDX-License-Identifier: Apache-2.0
"""The shared library of the model, which lies beside this file, and what cffi knows of it."""
import pathlib

from ._abi import ffi


def _load():
    folder = pathlib.Path(__file__).parent
    for name in ("libwarpsync.so", "libwarpsync.dylib", "warpsync.dll", "libwarpsync.dll"):
        if (folder / name).exists():
            return ffi.dlopen(str(folder / name))
    raise ImportError(f"warpsync: there is no shared library of the model in {folder}; install the package with pip")


lib = _load()


def text(c_string):
    """A string of the library, or None for NULL."""
    return ffi.string(c_string).decode() if c_string else None
