# SPDX-License-Identifier: Apache-2.0
"""KEY=value words, as make hands them over: a word without a value is one that was not given."""


def take(parser, words, known):
    """`known`, a dictionary, with the values that the words give; another word ends the program."""
    values = dict(known)
    for word in words:
        key, _, value = word.partition("=")
        if key not in values:
            parser.error(f"{word}: what is that? {'= '.join(values)}= are known")
        values[key] = value or values[key]
    return values
