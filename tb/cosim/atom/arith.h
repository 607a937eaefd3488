// SPDX-License-Identifier: Apache-2.0
// What an element r becomes, by plain arithmetic of the host: the reference of the scenes of atom and red. b, c: operands of its size, zero
// above; so is r. Bits of the result above the element's do not count.
#ifndef WS_ARITH_H
#define WS_ARITH_H

#include <stdint.h>

#include "rng.h"

typedef uint64_t arith(uint64_t r, uint64_t b, uint64_t c);

arith and_, or_, xor_, exch, cas, add, inc, dec, min_u, max_u, min_s32, max_s32, min_s64, max_s64;
arith add_f32_flushed; // as add_f32 of atom_sums.h, but subnormal operands and sums are 0 of their sign
arith min_f16, max_f16, min_bf16, max_bf16;

// An operand or a word of memory: small numbers, borders of integers and of floats, pairs of halves, subnormals, anything.
uint64_t draw_operand(ws_rng *rng);

#endif
