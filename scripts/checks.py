# SPDX-License-Identifier: Apache-2.0
"""For tests written in Python: a line a check, and the count."""
SHOWN = 25  # lines of the text of a check that is not good: the last ones
passed = failed = 0


def check(name, good, text=""):
    """Prints whether a check is good, and the text if it is not."""
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(f"{'ok' if good else 'FAIL':<5} {name}", flush=True)
    if not good:
        print("\n".join("      | " + line for line in str(text).splitlines()[-SHOWN:]))


def end():
    """Prints the count; the exit status."""
    print(f"{passed} passed, {failed} failed")
    return int(failed != 0)
