# SPDX-License-Identifier: Apache-2.0
"""atom and red as PTX 9.7.13.5 and 9.7.13.6 tell them: one element after the other, on bytes of memory, sums as fractions. It
shares nothing with the C model; atom_scripts.py makes scripts with it.
"""
from fractions import Fraction

WINDOW = 1 << 24
GLOBAL = 1 << 32
SHARED_BYTES, GLOBAL_BYTES = 16384, 65536

FORMATS = {"f16": (5, 10, 0x7fff), "bf16": (8, 7, 0x7fff), "f32": (8, 23, 0x7fffffff), "f64": (11, 52, 0xfff8 << 48)}


def bits_of(kind):
    """Of an element as it stands in a register."""
    return 32 if kind.endswith("x2") else 16 if kind == "bf16" else int(kind[1:])


# ------------------------------------------------------------------------------------------------- floating point

class Float:
    """A bit pattern of a format, as a number: sign, and magnitude as a Fraction, None for infinity or NaN."""

    def __init__(self, kind, bits):
        exponent_bits, self.fraction, self.canonical = FORMATS[kind]
        self.top = (1 << exponent_bits) - 1
        self.bias = self.top // 2
        self.kind, self.bits = kind, bits
        self.sign = bits >> (exponent_bits + self.fraction)
        exponent, fraction = bits >> self.fraction & self.top, bits & ((1 << self.fraction) - 1)
        self.nan, self.infinite = exponent == self.top and fraction > 0, exponent == self.top and fraction == 0
        unit = Fraction(2) ** (1 - self.bias - self.fraction)
        self.subnormal = exponent == 0 and fraction > 0
        self.size = fraction * unit if exponent == 0 else ((1 << self.fraction) + fraction) * unit * 2 ** (exponent - 1)

    def number(self):
        """Orders -0 below +0."""
        infinity = Fraction(2) ** (self.top + 200)
        size = infinity if self.infinite else self.size
        return (-size if self.sign else size, 1 - self.sign)

    def made(self, sign, bits):
        return sign << (self.top.bit_length() + self.fraction) | bits

    def flushed(self):
        return Float(self.kind, self.made(self.sign, 0)) if self.subnormal else self

    def rounded(self, total):
        """The nearest number of the format to a Fraction, ties to even, as bits."""
        sign, size, exponent = int(total < 0), abs(total), 1
        unit = Fraction(2) ** (1 - self.bias - self.fraction)
        while size >= unit * (2 << self.fraction):
            unit, exponent = unit * 2, exponent + 1
        count = round(size / unit)  # Python rounds ties to even
        if count == 2 << self.fraction:
            count, exponent = count // 2, exponent + 1
        if exponent >= self.top:
            return self.made(sign, self.top << self.fraction)
        return self.made(sign, count if count < 1 << self.fraction else count - (1 << self.fraction) + (exponent << self.fraction))


def float_sum(x, y):
    if x.nan or y.nan or (x.infinite and y.infinite and x.sign != y.sign):
        return x.canonical
    if x.infinite or y.infinite:
        return x.bits if x.infinite else y.bits
    total = (-x.size if x.sign else x.size) + (-y.size if y.sign else y.size)
    if total == 0:
        return x.made(x.sign & y.sign, 0)
    return x.rounded(total)


def float_element(op, kind, ftz, r, b):
    x, y = Float(kind, r), Float(kind, b)
    if op == "add":
        if not ftz:
            return float_sum(x, y)
        return Float(kind, float_sum(x.flushed(), y.flushed())).flushed().bits
    if x.nan and y.nan:
        return x.canonical
    if x.nan or y.nan:
        return b if x.nan else r
    return (min if op == "min" else max)((x, y), key=Float.number).bits


# ----------------------------------------------------------------------------------------------------- an element

def element(op, kind, ftz, r, b, c):
    bits = bits_of(kind)
    if kind.endswith("x2"):
        high, low = (float_element(op, kind[:-2], ftz, r >> s & 0xffff, b >> s & 0xffff) for s in (16, 0))
        return high << 16 | low
    if kind in FORMATS:
        return float_element(op, kind, ftz, r, b)
    if op == "cas":
        return c if r == b else r
    if op in ("min", "max"):
        def value(v):
            return v - (1 << bits) if kind[0] == "s" and v >> (bits - 1) else v
        return (min if op == "min" else max)((r, b), key=value)
    made = {"and": r & b, "or": r | b, "xor": r ^ b, "exch": b, "add": r + b, "inc": 0 if r >= b else r + 1,
            "dec": b if r == 0 or r > b else r - 1}
    return made[op] % (1 << bits)


class Memory:
    def __init__(self, ctas):
        self.shared = [bytearray(SHARED_BYTES) for _ in range(ctas)]
        self.globals = bytearray(GLOBAL_BYTES)
        self.objects = [set() for _ in range(ctas)]  # 8-byte slots of live mbarrier objects
        self.error = ["none"] * ctas
        self.gone = set()  # CTAs in which nobody lives

    def place(self, own, space, address):
        """CTA (None: global) and offset; or False."""
        if space == "generic":
            space, address = ("global", address - GLOBAL) if address >= GLOBAL else ("shared::cluster", address)
        if space == "global":
            return None, address
        if space == "shared::cluster":
            window, offset = divmod(address, WINDOW)
            return (own if window == 0 else window - 1, offset) if window <= len(self.shared) else False
        return own, address

    def leaves(self, own, space, address, vector, hint):
        """Whether a lane of CTA `own` leaves it: then it is answered, and captured, by another unit than lanes that stay."""
        found = self.place(own, space, address)
        return vector or hint or bool(found and found[0] != own)

    def capture(self, own, statuses):
        """Of the lanes of one operation, (leaves, status) of each from the lowest one up: the first error of its CTA, None if either unit may
        have been first."""
        errors = [[status for leaves, status in statuses if leaves == way and status not in ("OK", "MB_RAW_ACCESS")] for way in (False, True)]
        if self.error[own] == "none" and any(errors):
            self.error[own] = None if all(errors) and errors[0][0] != errors[1][0] else (errors[0] or errors[1])[0]

    def run(self, own, space, address, op, kind, hint, b, c):
        """One lane; b and c: lists of elements. Its status, and the old elements, 0 after an error."""
        each = bits_of(kind) // 8
        total = each * len(b)
        found = self.place(own, space, address)
        status = "OK"
        if hint and space != "global" and address < GLOBAL:
            status = "AT_BAD_HINT"
        elif address % total:
            status = "AT_MISALIGNED"
        elif not found or found[1] + total > (SHARED_BYTES if found[0] is not None else GLOBAL_BYTES):
            status = "AT_BAD_SPACE"
        elif len(b) > 1 and found[0] is not None:
            status = "AT_BAD_SPACE"
        elif found[0] not in (None, own) and found[0] in self.gone:
            status = "RA_CTA_GONE"
        if status != "OK":
            return status, [0] * len(b)
        cta, offset = found
        memory = self.globals if cta is None else self.shared[cta]
        old = []
        for i, operand in enumerate(b):
            at = slice(offset + i * each, offset + (i + 1) * each)
            old.append(int.from_bytes(memory[at], "little"))
            memory[at] = element(op, kind, cta is None and kind == "f32", old[-1], operand, c[i]).to_bytes(each, "little")
        raw = cta is not None and any(k // 8 in self.objects[cta] for k in range(offset, offset + total))
        return "MB_RAW_ACCESS" if raw else "OK", old
