// SPDX-License-Identifier: Apache-2.0
// Families whose statements need several warps: a case is a sequence of statements of the warps of a CTA, or of a cluster.
// Whatever the timing, a sequence ends and has one outcome; who makes it takes care of that.
#ifndef SILICON_SEQUENCE_H
#define SILICON_SEQUENCE_H

#include "capture.h"
#include "ops.h"

enum { WARPS = 4, CTAS = 2 };
enum { ROUNDS = 16, PHASES = 8 }; // of a sequence of BAR, of CLUSTER
enum {
  STEPS = 64,
  OBJECTS = 4,
  TOKENS = 4,
  LIMIT_TICKS = 64
}; // MBAR: steps of a sequence, objects of a CTA, token registers

struct step {        // one statement of one warp; its statements stand in the order in which it executes them
  uint32_t op;       // WS_OP_*
  uint8_t cta, warp; // who
  uint8_t object;    // bar: number of the barrier; mbar: number of the object in its CTA
  uint8_t owner;     // mbar: CTA of the object; cluster: CTA in whose shared memory a value is stored before
  uint8_t token;     // mbar: register of the state token
  uint8_t settle;    // mbar: nobody goes on before all steps up to this one are done
  uint8_t
      until_true; // mbar: try_wait is repeated until it gives true, which one of the steps up to the next settle brings
  uint8_t round,
      from;    // bar, cluster: statements of a round meet in one barrier; warp whose value is read once it is complete
  uint8_t neg; // bar: complement of the predicate
  uint8_t fence;     // cluster: an arrival that is .relaxed has a fence before it
  uint8_t home;      // cluster: CTA in whose shared memory is what is read
  uint32_t act;      // lanes that execute it
  uint32_t first;    // bar: those of act that do so in another arm of a branch, before the others; 0: one arm
  uint32_t pred;     // bar: predicate of each lane
  uint32_t count;    // bar: threads
  uint32_t to, at;   // cluster: words where lane 0 stores before, or NOWHERE; where it reads, once it has waited
  uint32_t n[LANES]; // bar, cluster: value stored before; mbar: count, tx-count or parity
};

struct sequence {
  uint32_t exit[CTAS * WARPS]; // lanes that have exited before, of each warp
  uint32_t begin, end;         // its steps
};

struct program {
  std::vector<sequence> sequences;
  std::vector<step> steps;
};

// What a step of BAR does: waits (not .arrive), reduces (.red), names a thread count, counts predicates (.red.popc).
ON_GPU_TOO inline bool bar_waits(const step &step) { return (step.op & 0xf) != 9; }
ON_GPU_TOO inline bool bar_reduces(const step &step) { return (step.op & 7) >= 2; }
ON_GPU_TOO inline bool bar_counts(const step &step) { return step.op >> 3 & 1; }
ON_GPU_TOO inline bool bar_popc(const step &step) { return (step.op & 7) == 2; }

// The word of shared memory where lane 0 of a warp stores in a round.
ON_GPU_TOO inline uint32_t bar_slot(uint32_t round, uint32_t warp) { return ((round + 1) * WARPS + warp) * LANES; }

// Whether a step of CLUSTER waits; whether what was done before an arrival is ordered by it.
ON_GPU_TOO inline bool cluster_waits(const step &step) { return (step.op & 3) == 2; }
inline bool cluster_orders(const step &step) { return (step.op & 3) == 0 || step.fence; }

// The word of shared memory where lane 0 of a warp of the cluster stores in a round, before its arrival or behind it.
constexpr uint32_t CLUSTER_WORDS = PHASES * 2 * CTAS * WARPS * LANES, NOWHERE = 0xffffffff;
inline uint32_t cluster_slot(uint32_t round, bool behind, uint32_t who) {
  return ((2 * round + behind) * CTAS * WARPS + who) * LANES;
}

// The number of its warp among all of the cluster.
inline uint32_t warp_of(const step &step) { return (uint32_t)(step.cta * WARPS + step.warp); }

inline bool mbar_arrives(const step &step) { return (step.op & 0x14) == 4; } // its code | 32: without a token
ON_GPU_TOO inline bool mbar_waits(const step &step) { return (step.op & 0x1c) == 0x10; }
ON_GPU_TOO inline bool mbar_tries(const step &step) { return (step.op & 0x1e) == 0x12; }
ON_GPU_TOO inline bool mbar_parity(const step &step) { return mbar_waits(step) && (step.op & 1); }

// The lanes whose result stands in the script.
inline uint32_t lanes_checked(const step &step) {
  switch (step.op >> 8) {
  case WS_UNIT_BAR: return bar_waits(step) ? step.act : 0;
  case WS_UNIT_CLUSTER: return cluster_waits(step) ? step.act : 0;
  default: return mbar_waits(step) || step.op == WS_OP_MBAR_PENDING_COUNT ? step.act : 0;
  }
}

// make_bar.cpp, make_mbar.cpp, make_cluster.cpp
program make_bar(const plan &plan);
program make_mbar(const plan &plan);
program make_cluster(const plan &plan);

// answers_model_seq.cpp or answers_gpu.cu. One answer a step.
bool backend_answer(family f, const program &program, std::vector<answer> &answers);

// write_bar.cpp, write_mbar.cpp, write_cluster.cpp. They return the number of results of single lanes.
uint64_t write_bar(FILE *out, const plan &plan, const backend &backend, const program &program,
                   const std::vector<answer> &answers);
uint64_t write_mbar(FILE *out, const plan &plan, const backend &backend, const program &program,
                    const std::vector<answer> &answers);
uint64_t write_cluster(FILE *out, const plan &plan, const backend &backend, const program &program,
                       const std::vector<answer> &answers);

#endif
