// SPDX-License-Identifier: Apache-2.0
// Sequences of named barriers of a CTA of four warps (PTX 9.7.13.1). Each round is one use of one barrier by one or more
// warps. A warp takes part in the next use only if it knows that the last one is complete: because it waited in it, or met
// somebody who did. So no warp can arrive early, and the rounds, taken in order by all warps, come to their end.
#include "sequence.h"
#include "random.h"

#include <algorithm>

namespace {

enum { BARRIERS = 16 };

struct knowledge { // of a warp: how many uses of each barrier are complete
  unsigned uses[BARRIERS];
};

enum kind { SYNC, POPC, AND, OR };

// Operation codes by kind; [with a count][.aligned]
const uint32_t ops[][2][2] = {
    {{WS_OP_BAR_SYNC, WS_OP_BAR_SYNC_ALIGNED}, {WS_OP_BAR_SYNC_COUNT, WS_OP_BAR_SYNC_ALIGNED_COUNT}},
    {{WS_OP_BAR_RED_POPC, WS_OP_BAR_RED_POPC_ALIGNED}, {WS_OP_BAR_RED_POPC_COUNT, WS_OP_BAR_RED_POPC_ALIGNED_COUNT}},
    {{WS_OP_BAR_RED_AND, WS_OP_BAR_RED_AND_ALIGNED}, {WS_OP_BAR_RED_AND_COUNT, WS_OP_BAR_RED_AND_ALIGNED_COUNT}},
    {{WS_OP_BAR_RED_OR, WS_OP_BAR_RED_OR_ALIGNED}, {WS_OP_BAR_RED_OR_COUNT, WS_OP_BAR_RED_OR_ALIGNED_COUNT}},
};
const uint32_t arrive[] = {WS_OP_BAR_ARRIVE, WS_OP_BAR_ARRIVE_ALIGNED};

// Predicates so that .and and .or have both answers about as often.
uint32_t predicates(random_source &random, unsigned flavour) {
  switch (flavour) {
  case 0: return 0;
  case 1: return 0xffffffff;
  case 2: return random.below(4) ? 0xffffffff : ~(1u << random.below(LANES));
  case 3: return random.below(4) ? 0 : 1u << random.below(LANES);
  default: return random.word();
  }
}

struct maker {
  random_source random;
  unsigned shapes;
  knowledge known[WARPS];
  unsigned used[BARRIERS];
  uint32_t live[WARPS];

  // One of the warps in `set` and perhaps more of them.
  unsigned some_of(unsigned set) {
    const unsigned some = set & random.below(1u << WARPS);
    return some ? some : set & -set;
  }

  void round(unsigned number, std::vector<step> &steps) {
    const bool all = !random.below(4); // everybody waits, at a barrier that everybody knows
    unsigned object = 0, set = (1u << WARPS) - 1;
    while (!all) {
      object = 1 + random.below(random.below(2) ? BARRIERS - 1 : 3);
      unsigned may = 0;
      for (unsigned warp = 0; warp < WARPS; warp++)
        may |= (unsigned)(known[warp].uses[object] == used[object]) << warp;
      set = some_of(may);
      if (may)
        break;
    }
    const unsigned members = (unsigned)__builtin_popcount(set), flavour = random.below(5);
    const kind kind = random.below(2) ? SYNC : (enum kind)(POPC + random.below(3));
    const unsigned waiting = all || kind != SYNC ? set : some_of(set);
    // With a count or without, but all alike: a GPU ends a kernel that mixes them in one use. An arrival has one always.
    const bool count = members < WARPS || waiting != set || random.below(2);
    knowledge sum = {};

    for (unsigned warp = 0; warp < WARPS; warp++) {
      if (!(set >> warp & 1))
        continue;
      const bool aligned = random.below(2);
      step step = {};
      step.op = waiting >> warp & 1 ? ops[kind][count][aligned] : arrive[aligned];
      step.warp = (uint8_t)warp;
      step.object = (uint8_t)object;
      step.round = (uint8_t)number;
      step.count = members * LANES;
      step.act = live[warp];
      if (shapes >> PIECES & 1 && !aligned && random.below(2))
        step.first = step.act & random.word();
      if (step.first == step.act)
        step.first = 0;
      step.neg = kind != SYNC && random.below(2);
      step.pred = predicates(random, flavour);
      for (uint32_t &n : step.n)
        n = random.word();
      do
        step.from = (uint8_t)random.below(WARPS);
      while (!(set >> step.from & 1));
      steps.push_back(step);
      for (unsigned i = 0; i < BARRIERS; i++)
        sum.uses[i] = std::max(sum.uses[i], known[warp].uses[i]);
    }
    sum.uses[object] = ++used[object];
    for (unsigned warp = 0; warp < WARPS; warp++)
      if (waiting >> warp & 1)
        known[warp] = sum;
  }
};

} // namespace

program make_bar(const plan &plan) {
  maker maker{{plan.seed * 31 + 1000}, plan.shapes, {}, {}, {}};
  const bool exits = plan.shapes >> EXITS & 1, whole = plan.shapes & ~(1u << EXITS | 1u << PIECES);
  program program;

  while (program.steps.size() < plan.cases) {
    sequence sequence = {};
    sequence.begin = (uint32_t)program.steps.size();
    std::fill(std::begin(maker.known), std::end(maker.known), knowledge{});
    std::fill(std::begin(maker.used), std::end(maker.used), 0u);
    for (unsigned warp = 0; warp < WARPS; warp++) {
      if (exits && (!whole || maker.random.below(2)))
        sequence.exit[warp] = maker.random.word() & ~(1u << maker.random.below(LANES));
      maker.live[warp] = ~sequence.exit[warp];
    }
    for (unsigned round = 0; round < ROUNDS; round++)
      maker.round(round, program.steps);
    sequence.end = (uint32_t)program.steps.size();
    program.sequences.push_back(sequence);
  }
  return program;
}
