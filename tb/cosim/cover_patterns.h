// SPDX-License-Identifier: Apache-2.0
// Patterns of operands that the coverage of vote, match and redux tells apart, for the generator that is steered by them.
// Several may hold of one group.
#ifndef WS_COVER_PATTERNS_H
#define WS_COVER_PATTERNS_H

enum { // of predicates, complement applied
  WS_VOTE_NONE,
  WS_VOTE_ALL,
  WS_VOTE_ONE,     // of two lanes or more
  WS_VOTE_BUT_ONE, // of three or more
  WS_VOTE_MIXED,   // two of each at least
  WS_VOTE_OUTSIDE, // none in the group, some beside it
  WS_VOTE_NEG,     // complemented
  WS_VOTE_PATTERNS
};

enum {             // of keys and of integers
  WS_VAL_EQUAL,    // two lanes or more
  WS_VAL_DISTINCT, // two lanes or more
  WS_VAL_TWO,      // values; three lanes or more
  WS_VAL_MANY,     // three values or more, and two lanes alike
  WS_VAL_ZEROS,
  WS_VAL_ONES,
  WS_VAL_COMMON,
  WS_MATCH_ONE_BIT = WS_VAL_COMMON, // two values, one bit apart
  WS_MATCH_LOW,                     // equal low words, other high words
  WS_MATCH_HIGH,                    // equal high words, other low words
  WS_MATCH_PATTERNS,
  WS_INT_SIGN = WS_VAL_COMMON, // 0x7fffffff and 0x80000000
  WS_INT_CARRY,                // the sum does not fit 32 bits
  WS_INT_PATTERNS
};

enum { // of f32
  WS_F32_EQUAL,
  WS_F32_DISTINCT,
  WS_F32_ZEROS, // of both signs
  WS_F32_NAN,   // and numbers
  WS_F32_ALL_NAN,
  WS_F32_SIGNALLING, // a signalling NaN
  WS_F32_INF,
  WS_F32_SUBNORMAL,
  WS_F32_SIGNS, // numbers of both signs, not zero
  WS_F32_PATTERNS
};

#endif
