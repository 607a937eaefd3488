// SPDX-License-Identifier: Apache-2.0
// Operands on which the functions of atom and red can go wrong, made by a seed.
#ifndef OPERANDS_H
#define OPERANDS_H

#include "ws.h"

typedef struct float_format {
  const char *name;
  unsigned exp, frac; // bits of exponent and fraction
  unsigned fn;        // that adds
} float_format;

enum { FORMAT_F16, FORMAT_BF16, FORMAT_F32, FORMAT_F64, FORMATS };
extern const float_format formats[FORMATS];

typedef struct operands {
  uint64_t x, y;
} operands;

typedef struct random_state {
  uint64_t s;
} random_state;

random_state random_from(uint64_t seed);
uint64_t random_next(random_state *random);

// Two floats. As `index` counts up, the pairs of exponents take their turns: the first 2^(2 exp) indices have all of them. Fractions
// have few ones or few zeros, or are random. Of eight pairs two are made for a reason of their own: they nearly cancel each other, or their
// sum lies half-way between two numbers.
operands float_operands(const float_format *f, uint64_t index, random_state *random);

// A value of `bits` for an integer or bitwise function; `near` is one that it should be compared with.
uint64_t integer_operand(unsigned bits, uint64_t near, random_state *random);

#endif
