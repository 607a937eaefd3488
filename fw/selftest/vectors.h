// SPDX-License-Identifier: Apache-2.0
// The table of vectors of the self-test: what make_vectors writes and selftest plays. One table for each number of lanes, of
// words of 32 bits, each written as bytes: seven bits a byte, the low ones first, bit 7 set but in the last. A scenario starts
// from a reset block; its steps are records, each with a first word whose low byte is the kind. Results do not depend on how
// long the bus takes between steps: make_vectors checks that.
#ifndef SELFTEST_VECTORS_H
#define SELFTEST_VECTORS_H

#include <stdint.h>

#define VECTOR_JOBS 8 // jobs of a scenario, by number

// Files of vectors, vectors_<name>.c with a function of that name, in the order of the table.
#define VECTOR_FILES(X) X(warp) X(sync) X(barrier) X(mbarrier) X(atom)

// A step of the self-test each: number of its scenarios, FAMILY_<id>; name and text; bits of CAP_UNITS and warps of a CTA that it needs.
#define VECTOR_STEPS(X)                                                                                                \
  X(SHFL, "shfl", "vectors", WS_CAP_UNITS_SHFL_BM, 1)                                                                  \
  X(VOTE, "vote", "vectors, with elect and activemask", WS_CAP_UNITS_VOTE_BM, 1)                                       \
  X(MATCH, "match", "vectors", WS_CAP_UNITS_MATCH_BM, 1)                                                               \
  X(REDUX, "redux", "vectors", WS_CAP_UNITS_REDUX_BM, 1)                                                               \
  X(SYNC, "rendezvous", "vectors: pieces, exits, refusals",                                                            \
    WS_CAP_UNITS_VOTE_BM | WS_CAP_UNITS_SHFL_BM | WS_CAP_UNITS_REDUX_BM, 1)                                            \
  X(BARRIER, "barrier", "vectors", WS_CAP_UNITS_BAR_BM, 2)                                                             \
  X(CLUSTER, "cluster", "vectors of barrier.cluster", WS_CAP_UNITS_BAR_BM, 1)                                          \
  X(MBARRIER, "mbarrier", "vectors", WS_CAP_UNITS_MBAR_BM, 1)                                                          \
  X(COPY, "cp.async", "vectors", WS_CAP_UNITS_MBAR_BM, 1)                                                              \
  X(ATOM, "atom", "vectors of atom and red", WS_CAP_UNITS_ATOM_BM | WS_CAP_UNITS_MBAR_BM, 1)

#define VECTOR_FAMILY(id, name, what, units, warps) FAMILY_##id,
enum vector_family { VECTOR_STEPS(VECTOR_FAMILY) FAMILIES };

enum vector_kind { //     first word from bit 8 on        further words
  V_END,           //
  V_SCENARIO,      // family, 16: warps that it needs      index of its name; two bytes, low first: how many follow
  V_LAUNCH,        // warp, 16: warps of the CTA           lanes
  V_EXIT,          // warp                                 lanes
  V_SET,           // legacy                               trywait, tick_div
  V_OP,       // job, 16: warp, 24: neg               op, lanes, pred, operands that ws_op_uses names, 64 bits as one
  V_ANSWER,   // job                                  p, statuses, d if the operation gives one
  V_WAITS,    // job                                  lanes answered so far, when the block is idle
  V_SMEM_PUT, // words                                address, words
  V_SMEM_GET, // words                                address, words expected when the block is idle
  V_GMEM_PUT, // words                                address, words
  V_TX,       //                                      address, bytes
  V_RAW,      // STATUS.raw expected                  address of the read before
  V_ERROR,    // valid                                status, op, warp, lanes
  V_WARP,     // warp                                 live, waiting, when the block is idle
};

enum vector_operand { // values by lane: how they are written
  O_ALL,              // one word for all lanes
  O_EACH,             // a word a lane of the operation
  O_STEP,             // base, step: base + step * lane
  O_ALL64,            // low, high
  O_EACH64,
};

typedef struct vector_table {
  unsigned lanes;
  const uint8_t *bytes;
} vector_table;

extern const vector_table vector_tables[4];
extern const char *const vector_names[];

#endif
