// SPDX-License-Identifier: Apache-2.0
// atom and red: a case is one statement of one warp. Its memory has a window for each lane, one access wide, but of at least
// four bytes, so that a wrong neighbour of 16 bits shows. All of it is written before, and each lane looks at its own window
// afterwards, whichever it has accessed.
#ifndef SILICON_ATOM_H
#define SILICON_ATOM_H

#include "capture.h"
#include "ops.h"

enum { ATOM_BYTES = 16 * LANES }; // windows of all lanes at most

// Every statement, by its place in SILICON_ATOMS: ATOM_ADD_F32_4 is atom on a vector of four.
enum atom_name {
#define NAME(WHICH, op, n, bits, scope, text) WHICH##_##op##_##n,
  SILICON_ATOMS(NAME, NAME, NAME)
#undef NAME
      ATOM_NAMES
};

enum atom_which { ATOM_RESULT, ATOM_SINK, ATOM_RED };

struct atom_statement {
  uint32_t op; // WS_OP_*
  atom_which which;
  unsigned elements, bits; // of an access
  bool c;                  // has an operand c
  const char *scope, *text;

  unsigned bytes() const { return elements * bits / 8; }
  unsigned window() const { return bytes() < 4 ? 4 : bytes(); }
};
extern const atom_statement atom_statements[ATOM_NAMES];

inline bool atom_sums_f64(const atom_statement &statement) {
  return (statement.op & 0xff) == (WS_OP_ATOM_ADD_F64 & 0xff);
}
inline bool atom_f64_nan(uint64_t bits) { return (bits & INT64_MAX) > 0x7ff0000000000000; }

// Where the memory is, and how the address says so. TO_*: generic. *_OTHER: shared memory of another CTA of the cluster.
enum atom_space {
  IN_GLOBAL,
  IN_SHARED,
  IN_CLUSTER,
  TO_GLOBAL,
  TO_SHARED,
  OWN_SPACES,
  IN_OTHER = OWN_SPACES,
  TO_OTHER,
  ATOM_SPACES
};
ON_GPU_TOO inline bool atom_is_global(uint32_t space) { return space == IN_GLOBAL || space == TO_GLOBAL; }
inline bool atom_is_generic(uint32_t space) { return space == TO_GLOBAL || space == TO_SHARED || space == TO_OTHER; }
inline bool atom_is_remote(uint32_t space) { return space >= OWN_SPACES; }

struct atom_case {
  uint32_t name, space;
  uint32_t exit;  // lanes that have exited before
  uint32_t act;   // lanes that execute the statement
  uint32_t first; // those of act that do so in another arm of a branch, before the others; 0: one arm
  uint32_t crowd; // several lanes may be at one address: d depends on who comes first, the memory does not
  uint32_t
      ordered; // the same, but what lanes in ascending order find and leave is compared; of two arms the first goes before
  uint32_t at[LANES];      // where, in bytes
  wide b[LANES], c[LANES]; // elements from the low bits up
  uint8_t memory[ATOM_BYTES];
};

struct atom_answer {
  alignas(16) uint8_t memory[ATOM_BYTES]; // afterwards
  wide d[LANES];
  uint8_t done[LANES];
};

// The lanes whose results stand in the script: d, or, where there is none, what they left in memory.
inline uint32_t lanes_checked(const atom_case &test) { return test.act; }

// Element i of an access.
inline wide atom_element(wide access, unsigned bits, unsigned i) {
  const unsigned at = i * bits;
  if (bits == 128)
    return access;
  const uint64_t half = at < 64 ? access.lo : access.hi;
  return {half >> at % 64 & (bits == 64 ? UINT64_MAX : (1ull << bits) - 1), 0};
}

// Puts element i into an access where it is 0 so far.
inline void atom_put(wide &access, unsigned bits, unsigned i, wide value) {
  const unsigned at = i * bits;
  if (bits == 128)
    access = value;
  else
    (at < 64 ? access.lo : access.hi) |= value.lo << at % 64;
}

// make_atom.cpp
std::vector<atom_case> make_atom(const plan &plan);
std::vector<atom_case> make_order(const plan &plan);
std::vector<atom_case> make_remote(const plan &plan);

// answers_model_atom.cpp or answers_gpu.cu
bool backend_answer(family f, const std::vector<atom_case> &cases, std::vector<atom_answer> &answers);

// write_atom.cpp
uint64_t write_atom(FILE *out, family f, const plan &plan, const backend &backend, const std::vector<atom_case> &cases,
                    const std::vector<atom_answer> &answers);

#endif
