// SPDX-License-Identifier: Apache-2.0
// What floats become, by arithmetic that shares nothing with the model: the host's, and MPFR's with subnormals emulated. NaN results are
// the constants that a GPU gives.
#ifndef REFERENCE_H
#define REFERENCE_H

#include "operands.h"

// A half as a double, which holds every one. Tables: call list_halves() first.
extern double half_values[2][0x10000]; // by FORMAT_F16, FORMAT_BF16
void list_halves(void);

// Sum of two halves: added as doubles and rounded once more. A double has more than twice the bits of a half, so that this is one rounding.
uint16_t half_sum(unsigned format, uint16_t x, uint16_t y);
uint16_t half_least(unsigned format, bool max, uint16_t x, uint16_t y);

// Sum in any format; ftz: with subnormals as 0, of f32 alone.
uint64_t host_sum(unsigned format, bool ftz, uint64_t x, uint64_t y); // f32, f64
uint64_t exact_sum(unsigned format, bool ftz, uint64_t x, uint64_t y);
void exact_done(void); // frees what MPFR keeps

#endif
