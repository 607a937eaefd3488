// SPDX-License-Identifier: Apache-2.0
// Values of the elements on which atom and red work.
#ifndef SILICON_ATOM_VALUES_H
#define SILICON_ATOM_VALUES_H

#include "capture.h"
#include "random.h"

struct atom_operands {
  wide r, b, c; // in memory, and the two operands
};

// Whether the operation gives the same whatever the order of several; SAME_B: if they have the same operand.
enum atom_order { ORDER_MATTERS, ANY_ORDER, SAME_B };
atom_order atom_commutes(uint32_t op);

// Operands of an element of so many bits. The directed ones: pair number i of the values worth a look, in an order in which
// few of them are already various; it comes round.
atom_operands atom_directed(uint64_t i, uint32_t op, unsigned bits);
atom_operands atom_random(random_source &random, uint32_t op, unsigned bits);

#endif
