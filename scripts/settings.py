#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""KEY=value words, as make hands them over: a word without a value is one that was not given.

settings.py KEY=value...   prints the value of each numeric word as plain digits, a line each; exit 2, after saying why, if one is no such number
"""
import re
import signal
import sys

LEAST = {"SEED": 0, "N": 1, "SEEDS": 1, "OPS": 1, "JOBS": 1, "NOISE": 0, "TIMEOUT": 1}  # of what is a whole number
MOST = 2**64 - 1


def only_lists():
    """For what prints and changes nothing: a reader that closes the pipe, as head does, ends the program without a word."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)


class Wrong(Exception):
    """What is wrong with a word, for a person."""


def number(key, text):
    """The value of a numeric word: digits, 0x and hexadecimal digits, or 1e5."""
    if re.fullmatch(r"-?[0-9]+", text):
        value = int(text)
    elif re.fullmatch(r"0[xX][0-9a-fA-F]+", text):
        value = int(text, 16)
    elif re.fullmatch(r"[0-9]+(\.[0-9]+)?[eE][0-9]{1,2}", text) and (value := float(text)) == int(value):
        value = int(value)
    else:
        raise Wrong(f"{key} must be a number, not '{text}'")
    if value < LEAST[key]:
        raise Wrong(f"{key} must be at least {LEAST[key]}, not {text}")
    if value > MOST:
        raise Wrong(f"{key} must be below 2^64, not {text}")
    return value


def take(parser, words, known):
    """`known`, a dictionary, with the values that the words give; numbers as digits. Another word ends the program."""
    values = dict(known)
    for word in words:
        key, _, value = word.partition("=")
        if key not in values:
            parser.error(f"{word}: what is that? {'= '.join(values)}= are known")
        try:
            values[key] = str(number(key, value)) if key in LEAST and value else value or values[key]
        except Wrong as why:
            parser.error(str(why))
    return values


if __name__ == "__main__":
    try:
        for given in sys.argv[1:]:
            name, _, what = given.partition("=")
            print(number(name, what) if what else "")
    except Wrong as why:
        print(why, file=sys.stderr)
        sys.exit(2)
