#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a person typed behind make: is each verb a verb, does it know each WORD=value, is a number a number, a name one of those there are?

words.py VERB... WORD=value...   exit 2, after saying what is wrong and what is near it, if one is not as it should be

The Makefile says which words a verb knows: in the brackets behind its ##. `as make sim` at their end stands for all words of sim, and sim
knows all PARAMETERS. Behind WORD=a|b the word has one of these values.
"""
import difflib
import pathlib
import re
import sys

import settings

ENVIRONMENT = ("FRESH", "WS_LIMIT_S", "WS_BUILD_DIR", "CC", "CXX")  # make hands them on, and what it calls reads them there
ROOT = pathlib.Path(__file__).resolve().parent.parent


def verbs(makefile):
    """{verb: the words that it knows}, in the order of the Makefile."""
    texts = texts_of(makefile)
    parameters = re.search(r"^PARAMETERS = (.*)$", makefile, re.M)[1].split()

    def words(verb):
        options = re.search(r"\[(.*)\]", texts[verb])
        found = re.findall(r"\b([A-Z_]+)=", options[1]) if options else []
        found += parameters if verb == "sim" else []
        if like := options and re.search(r"as make ([a-z-]+)$", options[1]):
            found += words(like[1])
        return list(dict.fromkeys(found))

    return {verb: words(verb) for verb in texts}


def texts_of(makefile):
    return dict(re.findall(r"^([a-z-]+): ## (.*)$", makefile, re.M))


def choices(makefile):
    """{(verb, word): the values that it may have}, of words that say so."""
    return {(verb, word): values.split("|") for verb, text in texts_of(makefile).items()
            for word, values in re.findall(r"\b([A-Z_]+)=(\w+(?:\|\w+)+)(?=[ \]])", text)}


def near(typed, names):
    """'; near it: X, Y', or nothing."""
    upper = {name.upper(): name for name in names}
    close = [upper[name] for name in difflib.get_close_matches(typed.upper(), upper, 3, 0.6)]
    return f"; near it: {', '.join(close)}" if close else ""


def wrong(known, values, asked, given):
    """What is wrong with a call, or None."""
    every = sorted({word for words in known.values() for word in words})
    for verb in asked:
        if verb in every:
            return f"make: {verb} is a word with a value: {verb}=..."
        if verb not in known:
            return f"make: there is no verb '{verb}'{near(verb, known) or '; make help lists them'}"
    if not asked:
        return f"make: say which verb {given[0]} is for; make help lists them"
    for word in given:
        key, _, value = word.partition("=")
        if key not in ENVIRONMENT and not any(key in known[verb] for verb in asked):
            verb = asked[0]
            said = near(key, [*known[verb], *ENVIRONMENT])
            others = [name for name, words in known.items() if key in words]
            if not said and others:
                said = f" (make {others[0]} does)"
            return f"{word}: make {verb} does not know {key}{said or '; make help ' + verb + ' says what it knows'}"
        for allowed in (values[verb, key] for verb in asked if (verb, key) in values):
            if value and value not in allowed:
                return f"{word}: it is {', '.join(allowed[:-1])} or {allowed[-1]}{near(value, allowed)}"
        if key in settings.LEAST and value:
            try:
                settings.number(key, value)
            except settings.Wrong as why:
                return str(why)
    return None


def main(typed):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    said = wrong(verbs(makefile), choices(makefile), [word for word in typed if "=" not in word], [word for word in typed if "=" in word])
    if said:
        print(said, file=sys.stderr)
    return 2 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
