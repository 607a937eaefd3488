// SPDX-License-Identifier: Apache-2.0
// Sequences of the barrier of a cluster of two CTAs of four warps (PTX 9.7.13.3). In each round every warp that has
// lanes left arrives once and waits once, so a round is a phase, and all come to the end. It stores values before it
// arrives and before it waits. Once it has waited it reads a value of a warp whose arrival in this round orders it: one
// stored before that arrival, or in the round before behind the one there. Each value has a place of its own.
#include "sequence.h"
#include "random.h"

#include <algorithm>

namespace {

enum { CLUSTER_WARPS = CTAS * WARPS };

struct maker {
  random_source random;
  unsigned shapes;
  uint32_t live[CLUSTER_WARPS];
  step rounds[PHASES][2][CLUSTER_WARPS]; // arrivals and waits

  bool member(unsigned who) { return live[who] != 0; }

  // Somebody who is left.
  unsigned some_member() {
    unsigned who = random.below(CLUSTER_WARPS);
    while (!member(who))
      who = random.below(CLUSTER_WARPS);
    return who;
  }

  // Lanes that have exited; one warp at least has some left. Of a CTA that has gone nobody asks for memory.
  void leave(uint32_t exit[CLUSTER_WARPS]) {
    const unsigned stays = random.below(CLUSTER_WARPS);
    const bool gone = !random.below(8); // the CTA where nobody has to stay
    for (unsigned who = 0; who < CLUSTER_WARPS; who++) {
      const unsigned kind = random.below(4);
      if ((gone && who / WARPS != stays / WARPS) || (kind == 0 && who != stays))
        exit[who] = 0xffffffff;
      else if (kind != 1)
        exit[who] = random.word() & ~(1u << random.below(LANES));
    }
  }

  step statement(unsigned round, unsigned who, uint32_t op) {
    step step = {};
    const bool aligned = random.below(2);
    step.op = op | (aligned ? 0x10u : 0u);
    step.cta = (uint8_t)(who / WARPS);
    step.warp = (uint8_t)(who % WARPS);
    step.round = (uint8_t)round;
    step.owner = (uint8_t)(some_member() / WARPS);
    step.act = live[who];
    step.to = NOWHERE;
    if (shapes >> PIECES & 1 && !aligned && random.below(2))
      step.first = step.act & random.word();
    if (step.first == step.act)
      step.first = 0;
    for (uint32_t &n : step.n)
      n = random.word();
    return step;
  }

  step arrival(unsigned round, unsigned who, bool orders) {
    const bool fence = random.below(3) == 0, relaxed = !orders || fence;
    step step = statement(round, who, relaxed ? WS_OP_CLUSTER_ARRIVE_RELAXED : WS_OP_CLUSTER_ARRIVE_RELEASE);
    step.fence = orders && fence;
    step.to = cluster_slot(round, false, who);
    return step;
  }

  step wait(unsigned round, unsigned who, unsigned ordered) {
    step step = statement(round, who, WS_OP_CLUSTER_WAIT);
    unsigned from = some_member();
    while (!(ordered >> from & 1) || (from == who && ordered & ~(1u << who)))
      from = some_member();
    const struct step *read = &rounds[round][0][from];
    if (round && rounds[round - 1][1][from].to != NOWHERE && !random.below(3))
      read = &rounds[round - 1][1][from];
    step.from = (uint8_t)from;
    step.home = read->owner;
    step.at = read->to;
    if (random.below(2))
      step.to = cluster_slot(round, true, who);
    return step;
  }

  void make(unsigned round) {
    unsigned ordered = 1u << some_member(); // whose arrivals order
    for (unsigned who = 0; who < CLUSTER_WARPS; who++)
      if (member(who) && random.below(4))
        ordered |= 1u << who;
    for (unsigned who = 0; who < CLUSTER_WARPS; who++)
      if (member(who))
        rounds[round][0][who] = arrival(round, who, ordered >> who & 1);
    for (unsigned who = 0; who < CLUSTER_WARPS; who++)
      if (member(who))
        rounds[round][1][who] = wait(round, who, ordered);
  }

  // An order in which the warps could come, for the script: nobody goes on from a wait before all have arrived.
  void put(std::vector<step> &steps) {
    unsigned done[CLUSTER_WARPS] = {}, members = 0, arrived[PHASES] = {}, left = 0;
    for (unsigned who = 0; who < CLUSTER_WARPS; who++)
      members += member(who);
    for (left = members * PHASES * 2; left;) {
      const unsigned who = some_member(), round = done[who] / 2;
      const bool waits = done[who] % 2;
      if (round == PHASES || (round && !waits && arrived[round - 1] < members))
        continue;
      arrived[round] += !waits;
      steps.push_back(rounds[round][waits][who]);
      done[who]++;
      left--;
    }
  }
};

} // namespace

program make_cluster(const plan &plan) {
  maker maker{{plan.seed * 31 + 4000}, plan.shapes, {}, {}};
  const bool exits = plan.shapes >> EXITS & 1, whole = plan.shapes & ~(1u << EXITS | 1u << PIECES);
  program program;

  while (program.steps.size() < plan.cases) {
    sequence sequence = {};
    sequence.begin = (uint32_t)program.steps.size();
    if (exits && (!whole || maker.random.below(2)))
      maker.leave(sequence.exit);
    for (unsigned who = 0; who < CLUSTER_WARPS; who++)
      maker.live[who] = ~sequence.exit[who];
    for (unsigned round = 0; round < PHASES; round++)
      maker.make(round);
    maker.put(program.steps);
    sequence.end = (uint32_t)program.steps.size();
    program.sequences.push_back(sequence);
  }
  return program;
}
