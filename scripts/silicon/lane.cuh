// SPDX-License-Identifier: Apache-2.0
// One lane's side of a statement: what the code of each family is given and gives back.
#ifndef SILICON_LANE_CUH
#define SILICON_LANE_CUH

#include <cstdint>

#include "ops.h"

struct lane_in {
  uint32_t op, neg, pred, mask, b, c;
  uint64_t a;
};

struct lane_out {
  uint32_t d, p;
};

// Each family is a function template over ARM, so that the two arms of a branch hold instructions of their own.
// Its number is an operand of the text, in a comment, so that no two arms are the same text for the compiler.

#endif
