// SPDX-License-Identifier: Apache-2.0
// What goes into a capture and what comes out. Families of a warp: one case is one statement of one warp of 32 lanes. BAR,
// MBAR and CLUSTER are sequences of statements, see sequence.h; ATOM, ORDER and REMOTE have memory besides, see atom.h.
#ifndef SILICON_CAPTURE_H
#define SILICON_CAPTURE_H

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#ifdef __CUDACC__
#define ON_GPU_TOO __host__ __device__
#else
#define ON_GPU_TOO
#endif

enum { LANES = 32 };

// ELECT: with activemask and bar.warp.sync. CLUSTER: barrier.cluster. ORDER: atom, several lanes at one word. REMOTE: atom
// and red in the shared memory of another CTA.
enum family { SHFL, VOTE, MATCH, REDUX, ELECT, BAR, MBAR, ATOM, CLUSTER, ORDER, REMOTE, FAMILIES };
constexpr unsigned WARP_FAMILIES = BAR; // the first ones: a case is one statement of one warp
extern const char *const family_names[FAMILIES];

struct wide { // up to 128 bits
  uint64_t lo, hi;
};
inline bool operator==(const wide &x, const wide &y) { return x.lo == y.lo && x.hi == y.hi; }

struct test_case {
  uint32_t op;          // WS_OP_*
  uint32_t neg;         // vote: complement of the predicate
  uint32_t exit;        // lanes that have exited before
  uint32_t act;         // lanes that execute the statement
  uint32_t first;       // those of act that do so in another arm of a branch, before the others; 0: one arm
  uint32_t pred;        // vote: predicate of each lane
  uint32_t mask[LANES]; // membermask of each lane
  uint64_t a[LANES];
  uint32_t b[LANES], c[LANES];
};

struct answer { // only of the lanes in act
  uint32_t d[LANES];
  uint8_t p[LANES], done[LANES];
};

// Its predicates, a bit a lane; of use only in act.
inline uint32_t true_lanes(const answer &answer) {
  uint32_t set = 0;
  for (unsigned lane = 0; lane < LANES; lane++)
    set |= (uint32_t)(answer.p[lane] & 1) << lane;
  return set;
}

struct plan { // what the command line asks for
  uint64_t seed = 1;
  unsigned cases = 1000;
  unsigned shapes = 0; // bits of shape_names
};
extern const char *const shape_names[];
enum { FULL, SPARSE, TILES, SPLIT, EXITS, PIECES, SHAPES };

struct backend {   // who answers
  std::string who; // for the head of a script
  bool f32;        // has redux.sync on f32
};

// make_cases.cpp
std::vector<test_case> make_cases(family f, const plan &plan, bool f32);

// The lanes that lane `lane` meets: they execute the statement with the same membermask.
uint32_t group_of(const test_case &test, unsigned lane);

// answers_model.cpp or answers_gpu.cu. On failure they say why on stderr.
bool backend_open(backend &backend);
bool backend_answer(family f, const std::vector<test_case> &cases, std::vector<answer> &answers);

// write_script.cpp
// {v0, v1, ...};, or one value if all are the same; _ for lanes outside `lanes`.
void write_values(FILE *out, const uint64_t values[LANES], uint32_t lanes);
void write_values(FILE *out, const uint32_t values[LANES], uint32_t lanes);
void write_values(FILE *out, const wide values[LANES], uint32_t lanes);

// What stands at the head of each script: counts, seed, masks, who answered.
void write_head(FILE *out, family f, const plan &plan, const backend &backend, size_t statements, uint64_t results);

// The lanes whose result stands in the script: not those of bar.warp.sync, which has none, and none that PTX leaves undefined.
uint32_t lanes_checked(const test_case &test);

// Results of single lanes in a script of these cases or steps.
template <class Statement> uint64_t lane_results(const std::vector<Statement> &statements) {
  uint64_t results = 0;
  for (const Statement &statement : statements)
    results += (unsigned)__builtin_popcount(lanes_checked(statement));
  return results;
}

// Writes the statements and what was answered. Returns the number of results of single lanes.
uint64_t write_script(FILE *out, family f, const plan &plan, const backend &backend,
                      const std::vector<test_case> &cases, const std::vector<answer> &answers);

#endif
