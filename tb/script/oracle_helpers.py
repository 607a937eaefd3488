# SPDX-License-Identifier: Apache-2.0
"""Random warp scripts of the helper instructions on numbers and bits, with every value in them, computed here: integers as Python's
unbounded ones, floats as fractions that are rounded once. Nothing of it follows alu.c, alu_bits.c or alu_convert.c."""
import random
from fractions import Fraction

FLOATS = {"f16": (10, 5, 0x7FFF), "bf16": (7, 8, 0x7FFF), "f32": (23, 8, 0x7FFFFFFF), "f64": (52, 11, 0xFFF8 << 48)}  # fraction, exponent, NaN
INTEGERS = ("u16", "u32", "u64", "s16", "s32", "s64")
LANES = 4


def bits_of(kind):
    return int("".join(c for c in kind if c.isdigit())[-2:].lstrip("x")) if kind not in ("u8", "s8") else 8


def number(kind, v):
    """The integer that the bits mean."""
    bits = bits_of(kind)
    v &= (1 << bits) - 1
    return v - (1 << bits) if kind[0] == "s" and v >> bits - 1 else v


def decode(kind, v):
    """Bits of a float: a Fraction, or 'nan', 'inf', '-inf'; and its sign."""
    fraction, exponent, _ = FLOATS[kind]
    sign, e, f = v >> fraction + exponent & 1, v >> fraction & (1 << exponent) - 1, v & (1 << fraction) - 1
    bias = (1 << exponent - 1) - 1
    if e == (1 << exponent) - 1:
        return ("nan" if f else "-inf" if sign else "inf"), sign
    x = Fraction(f + ((1 << fraction) if e else 0)) * Fraction(2) ** ((e or 1) - bias - fraction)
    return (-x if sign else x), sign


def integral(x, way):
    """A Fraction as an integer."""
    low = x.numerator // x.denominator
    rest = x - low
    up = {"m": False, "p": rest > 0, "z": rest > 0 and x < 0, "n": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2)}[way]
    return low + bool(up)


def encode(kind, x, sign, way="n"):
    fraction, exponent, nan = FLOATS[kind]
    top, infinite = sign << fraction + exponent, ((1 << exponent) - 1) << fraction
    if isinstance(x, str):
        return nan if x == "nan" else top | infinite
    if x == 0:
        return top
    size, bias = abs(x), (1 << exponent - 1) - 1
    e = max(size.numerator.bit_length() - size.denominator.bit_length() - 1, 1 - bias)
    while size >= Fraction(2) ** (e + 1):
        e += 1
    way = {"m": "p", "p": "m"}.get(way, way) if x < 0 else way
    digits = integral(size / Fraction(2) ** (e - fraction), way)
    bits = (e + bias - 1 << fraction) + digits
    if bits >= infinite:
        bits = infinite if way in "np" else infinite - 1
    return top | bits


def cvt(to, kind, words, v):
    way = next((w[1] for w in words if w[0] == "r"), "n")
    whole = any(w[0] == "r" and w[-1] == "i" for w in words)
    if kind in FLOATS:
        x, sign = decode(kind, v)
        if "ftz" in words and kind == "f32" and not isinstance(x, str) and abs(x) < Fraction(2) ** -126:
            x = Fraction(0)
    else:
        x = Fraction(number(kind, v))
        sign = int(x < 0)
    if to not in FLOATS:
        least, most = (-(1 << bits_of(to) - 1), (1 << bits_of(to) - 1) - 1) if to[0] == "s" else (0, (1 << bits_of(to)) - 1)
        if x == "nan":
            return 0
        if isinstance(x, str):
            x = least - 1 if sign else most + 1
        x = integral(Fraction(x), way)
        if kind in FLOATS or "sat" in words:
            x = min(max(x, least), most)
        return x & (1 << bits_of(to)) - 1
    if whole and not isinstance(x, str):
        x = Fraction(integral(x, way))
    if "sat" in words:
        x = Fraction(0) if x in ("nan", "-inf") or (x != "inf" and x <= 0) else Fraction(1) if x == "inf" or x > 1 else x
        sign = 0
    v = encode(to, x, sign, "n" if whole else way)
    if "ftz" in words and to == "f32" and not v >> 23 & 0xFF:
        v &= 1 << 31
    return v


def extreme(op, kind, words, a, b):
    if kind not in FLOATS:
        return (min if op == "min" else max)(a, b, key=lambda v: number(kind, v))
    if "ftz" in words:
        a, b = (v if v >> 23 & 0xFF else v & 1 << 31 for v in (a, b))
    (x, xs), (y, ys) = decode(kind, a), decode(kind, b)
    if x == "nan" or y == "nan":
        return FLOATS[kind][2] if "NaN" in words or x == y else b if x == "nan" else a

    def key(z, s):
        return (float("-inf") if z == "-inf" else float("inf") if z == "inf" else z, -s)
    return a if (key(x, xs) <= key(y, ys)) == (op == "min") else b


def bit_op(op, words, kind, v):
    """Operations on bits; v: the sources."""
    a, bits = v[0], bits_of(kind)
    text = f"{a:0{bits}b}"
    if op == "popc":
        return text.count("1")
    if op == "clz":
        return (text + "1").index("1")
    if op == "brev":
        return int(text[::-1], 2)
    if op == "bfind":
        other = "0" if kind[0] == "s" and text[0] == "1" else "1"
        at = text.find(other)
        return 0xFFFFFFFF if at < 0 else at if "shiftamt" in words else bits - 1 - at
    if op == "bfe":
        at, length = v[1] & 255, v[2] & 255
        wide = (number(kind, a) >> at) if kind[0] == "s" else a >> at
        field = wide & (1 << length) - 1
        if kind[0] == "s" and length and field >> length - 1:
            field -= 1 << length
        return field & (1 << bits) - 1
    if op == "bfi":
        at, length = v[2] & 255, v[3] & 255
        hole = ((1 << length) - 1 << at) & (1 << bits) - 1
        return v[1] & ~hole | (a << at) & hole
    if op == "bmsk":
        at, width = (v[0] & 31, v[1] & 31) if "wrap" in words else (v[0], v[1])
        return ((1 << min(width, 32)) - 1 << at) & 0xFFFFFFFF if at < 32 else 0
    if op == "lop3":
        return sum((v[3] >> 4 * (v[0] >> i & 1) + 2 * (v[1] >> i & 1) + (v[2] >> i & 1) & 1) << i for i in range(32))
    if op == "shf":
        n = v[2] % 32 if "wrap" in words else min(v[2], 32)
        both = v[1] << 32 | v[0]
        return (both << n >> 32 if "l" in words else both >> n) & 0xFFFFFFFF
    rows = {"f4e": ("3210", "4321", "5432", "6543"), "b4e": ("5670", "6701", "7012", "0123"), "rc8": ("0000", "1111", "2222", "3333"),
            "ecl": ("3210", "3211", "3222", "3333"), "ecr": ("0000", "1110", "2210", "3210"), "rc16": ("1010", "3232", "1010", "3232")}
    mode = next((w for w in words if w in rows), None)
    picks = [int(c) for c in rows[mode][v[2] & 3]] if mode else [v[2] >> 4 * i & 15 for i in (3, 2, 1, 0)]
    pool = (v[1] << 32 | v[0]).to_bytes(8, "little")
    return int.from_bytes(bytes(pool[k & 7] if k < 8 else 255 * (pool[k & 7] >> 7) for k in picks), "big")


def arithmetic(op, words, kind, v):
    x, bits = [number(kind, k) for k in v[:2]], bits_of(kind)
    if op in ("mul", "mad"):
        product = x[0] * x[1] >> (bits if "hi" in words else 0)
        wide = bits * 2 if "wide" in words else bits
        return product + (v[2] if op == "mad" else 0) & (1 << wide) - 1
    if op in ("neg", "abs"):
        return (-x[0] if op == "neg" else abs(x[0])) & (1 << bits) - 1
    if not x[1]:
        return (1 << bits) - 1 if op == "div" else v[0]
    q = abs(x[0]) // abs(x[1]) * (-1 if (x[0] < 0) != (x[1] < 0) else 1)
    return (q if op == "div" else x[0] - q * x[1]) & (1 << bits) - 1


class Writer:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = [f"// seed {seed}", f".machine lanes={LANES};"]

    def value(self, kind):
        """Often one where something turns."""
        r, bits = self.r, bits_of(kind)
        if kind in FLOATS and r.random() < 0.8:
            fraction, exponent, nan = FLOATS[kind]
            if r.random() < 0.5:
                x = Fraction(r.choice((1, -1)) * r.choice((0, 1, 3, 5, 255, 257, 65535, 2**31, 2**32, 2**63, 2**64, r.getrandbits(40))), r.choice((1, 2, 2, 4, 3)))
                return encode(kind, x, int(x < 0))
            return r.choice((0, 1, nan, 1 << bits - 1, ((1 << exponent) - 1) << fraction, (1 << fraction) - 1, ((1 << exponent) - 1 << fraction) - 1,
                             (1 << bits - 1) | r.getrandbits(fraction)))
        return r.choice((0, 1, (1 << bits) - 1, 1 << bits - 1, (1 << bits - 1) - 1, 31, 32, 33, r.getrandbits(bits), r.getrandbits(bits), r.getrandbits(8))) % (1 << bits)

    def statement(self, text, kinds, to, make):
        """text has {0} ... for the sources; kinds: their types; to: type of the result; make(values) gives it."""
        columns, names = [], []
        for k, kind in enumerate(kinds):
            column = [kind] * LANES if isinstance(kind, int) else [self.value(kind) for _ in range(LANES)]
            if isinstance(kind, int):
                names.append(str(kind))
            else:
                name = f"{'abcd'[k]}{max(bits_of(kind), 16)}"
                self.lines.append(f".set.b{max(bits_of(kind), 16)} {name}, {{{', '.join(map(hex, column))}}};")
                names.append(name)
            columns.append(column)
        size = max(bits_of(to), 16)
        self.lines.append(f"{text.format(*names, d=f'd{size}')};")
        results = [make([column[i] for column in columns]) for i in range(LANES)]
        if bits_of(to) == 8:  # in a register of 16 bits, extended
            results = [number(to, v) & 0xFFFF for v in results]
        self.lines.append(f".expect.b{size} d{size}, {{{', '.join(map(hex, results))}}};")

    def conversion(self):
        r = self.r
        every = ("u8", "s8", *INTEGERS, *FLOATS)
        to, kind = r.choice(every), r.choice(every)
        if "bf16" in (to, kind) and bits_of(to if kind == "bf16" else kind) == 8:
            return
        words = []
        if to not in FLOATS and kind in FLOATS:
            words.append(r.choice(("rni", "rzi", "rmi", "rpi")))
        elif to in FLOATS and (kind not in FLOATS or FLOATS[to][0] < FLOATS[kind][0] or (to, kind) == ("f16", "bf16")):
            words.append(r.choice(("rn", "rn", "rz", "rm", "rp")))
        elif to == kind and to in FLOATS and r.random() < 0.5:
            words.append(r.choice(("rni", "rzi", "rmi", "rpi")))
        if "f32" in (to, kind) and r.random() < 0.3:
            words.append("ftz")
        integers = to not in FLOATS and kind not in FLOATS
        fits = bits_of(to) >= bits_of(kind) + (to[0] == "s" and kind[0] == "u") and (to[0] == "s" or kind[0] == "u")
        if "bf16" not in (to, kind) and not (integers and fits) and r.random() < 0.4:
            words.append("sat")
        name = ".".join(["cvt", *words, to, kind])
        self.statement(f"{name} {{d}}, {{0}}", [kind], to, lambda v: cvt(to, kind, words, v[0]))

    def bits(self):
        r = self.r
        op = r.choice(("popc", "clz", "brev", "bfind", "bfe", "bfi", "bmsk", "lop3", "shf", "prmt", "prmt"))
        kind = r.choice({"bfind": ("u32", "u64", "s32", "s64"), "bfe": ("u32", "u64", "s32", "s64")}.get(op, ("b32", "b64")))
        sources, words, to = [kind], [], "u32" if op in ("popc", "clz", "bfind") else kind
        if op == "bfind":
            words = r.choice(([], ["shiftamt"]))
        elif op in ("bfe", "bfi"):
            sources += [kind] * (op == "bfi") + [r.choice((0, 3, 31, 40, 300)), r.choice(("u32", 0, 1, 8, 33, 255))]
        elif op in ("bmsk", "lop3", "shf", "prmt"):
            kind = to = "b32"
            sources = ["b32", "b32", *{"bmsk": (), "lop3": ("b32", r.randrange(256)), "shf": ("b32",), "prmt": ("b32",)}[op]]
            words = {"bmsk": [r.choice(("clamp", "wrap"))], "lop3": [], "shf": [r.choice("lr"), r.choice(("clamp", "wrap"))],
                     "prmt": r.choice(([], ["f4e"], ["b4e"], ["rc8"], ["ecl"], ["ecr"], ["rc16"]))}[op]
        name = ".".join([op, *words, kind]) if op != "prmt" else ".".join([op, kind, *words])
        self.statement(f"{name} {{d}}, " + ", ".join(f"{{{k}}}" for k in range(len(sources))), sources, to, lambda v: bit_op(op, words, kind, v))

    def sums(self):
        r = self.r
        op = r.choice(("min", "max", "mul", "mad", "div", "rem", "neg", "abs"))
        kind, words = r.choice(INTEGERS), []
        if op in ("min", "max") and r.random() < 0.5:
            kind = r.choice(("f32", "f32", "f64"))
            words = [w for w in ("ftz", "NaN") if kind == "f32" and r.random() < 0.4]
            make = lambda v: extreme(op, kind, words, v[0], v[1])
        elif op in ("min", "max"):
            make = lambda v: extreme(op, kind, words, v[0], v[1])
        else:
            if op in ("neg", "abs"):
                kind = r.choice(("s16", "s32", "s64"))
            if op in ("mul", "mad"):
                words = [r.choice(("lo", "hi") + (("wide",) if bits_of(kind) < 64 else ()))]
            make = lambda v: arithmetic(op, words, kind, v)
        to = f"b{bits_of(kind) * (2 if 'wide' in words else 1)}"
        sources = [kind] + [kind] * (op not in ("neg", "abs")) + [to] * (op == "mad")
        self.statement(f"{'.'.join([op, *words, kind])} {{d}}, " + ", ".join(f"{{{k}}}" for k in range(len(sources))), sources, to, make)


def script(seed):
    w = Writer(seed)
    for _ in range(60):
        w.r.choice((w.conversion, w.bits, w.sums))()
    return "\n".join(w.lines) + "\n"


if __name__ == "__main__":
    import sys
    print(script(int(sys.argv[1])), end="")
