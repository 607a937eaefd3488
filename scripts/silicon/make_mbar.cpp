// SPDX-License-Identifier: Apache-2.0
// Sequences of mbarrier operations by the warps of a cluster of two CTAs (PTX 9.7.13.15), each legal, and with one outcome
// whatever the order of the lanes of a statement and of the statements between two settles:
//   - the lanes of a statement can complete the phase only all together, never a part of them;
//   - statements that run side by side are plain arrivals that do not exceed the pending count, or a wait and the arrival
//     that ends it;
//   - after the end of a phase somebody waits and gets true before the next arrival;
//   - transactions run ahead of expect_tx (a tx-count below 0) only while arrivals are pending.
#include "sequence.h"
#include "random.h"

#include <algorithm>

namespace {

constexpr uint32_t MOST = 0xfffff;

struct object {
  bool valid, seen; // seen: a wait has given true since the last phase ended
  unsigned life;    // how many objects there were here before
  unsigned phase;
  int64_t pending, expected, tx;
};

struct token {        // what a lane's register holds
  bool valid, counts; // counts: of noComplete by one lane alone, so that its pending count is known
  unsigned object, life, phase;
};

struct maker {
  random_source random;
  std::vector<step> steps;
  object objects[CTAS * OBJECTS];
  token tokens[CTAS * WARPS][TOKENS][LANES];

  uint32_t lanes(unsigned count) { // so many of them
    uint32_t set = 0;
    while ((unsigned)__builtin_popcount(set) < count)
      set |= 1u << random.below(LANES);
    return set;
  }

  // Shares `total` among the lanes of set; each gets at least `least`.
  void share(uint32_t set, int64_t total, uint32_t least, uint32_t n[LANES]) {
    int64_t rest = total - (int64_t)least * __builtin_popcount(set);
    for (unsigned lane = 0; lane < LANES; lane++)
      n[lane] = set >> lane & 1 ? least : 0;
    for (unsigned lane = 0; lane < LANES && rest; lane++) {
      if (!(set >> lane & 1))
        continue;
      const bool last = !(set >> lane >> 1);
      const int64_t more =
          last ? rest : random.below((uint32_t)std::min<int64_t>(rest, random.below(2) ? 8 : rest) + 1);
      n[lane] += (uint32_t)more;
      rest -= more;
    }
  }

  step begin(unsigned which, uint32_t op) {
    step step = {};
    step.op = op;
    step.owner = step.cta = (uint8_t)(which / OBJECTS);
    step.object = (uint8_t)(which % OBJECTS);
    step.warp = (uint8_t)random.below(WARPS);
    step.token = (uint8_t)random.below(TOKENS);
    step.settle = 1;
    step.act = 1u << random.below(LANES);
    return step;
  }

  token &of(const step &step, unsigned lane) { return tokens[step.cta * WARPS + step.warp][step.token][lane]; }

  void flip(object &o) {
    if (o.pending || o.tx)
      return;
    o.phase++;
    o.pending = o.expected;
    o.seen = false;
  }

  // An arrival of any kind; `all`: all that are pending, side by side with the step before.
  bool arrive(unsigned which, bool all, bool plain, int but_warp) {
    object &o = objects[which];
    const bool drop = !plain && !random.below(3), tx = !plain && random.below(2),
               no_complete = !plain && !tx && random.below(2);
    const bool remote = !no_complete && !random.below(3), sink = remote || random.below(2);
    int64_t most = o.pending;
    if (no_complete || (o.tx < 0 && !tx))
      most--;
    if (drop)
      most = std::min(most, o.expected - 1);
    if (most < 1)
      return false;
    const uint32_t op =
        (uint32_t)WS_OP_MBAR_ARRIVE | (drop ? 8u : 0u) | (tx ? 1u : 0u) | (no_complete ? 2u : 0u) | (sink ? 32u : 0u);
    step step = begin(which, op);
    if (remote)
      step.cta = (uint8_t)(1 - step.cta);
    while (step.cta * WARPS + step.warp == but_warp)
      step.warp = (uint8_t)random.below(WARPS);

    int64_t total = all || random.below(2) ? most : 1 + (int64_t)random.below((uint32_t)most);
    if (tx)
      total = std::min<int64_t>(total, LANES);
    step.act = lanes(1 + random.below((uint32_t)std::min<int64_t>(total, random.below(3) ? LANES : 1)));
    if (tx)
      total = __builtin_popcount(step.act);
    if (tx) {
      const int64_t sum = o.tx < 0 && random.below(2) ? -o.tx : 16 * random.below(100);
      if (o.tx + sum > MOST || (o.tx + sum < 0 && total == o.pending))
        return false;
      share(step.act, sum, 0, step.n);
      o.tx += sum;
    } else {
      share(step.act, total, 1, step.n);
    }
    for (unsigned lane = 0; lane < LANES && !sink; lane++)
      if (step.act >> lane & 1)
        of(step, lane) = {true, no_complete && !(step.act & (step.act - 1)), which, o.life, o.phase};
    o.pending -= total;
    o.expected -= drop ? total : 0;
    flip(o);
    const bool beside =
        plain && !all && o.pending && o.seen && random.below(2); // another arrival without a settle between
    step.settle = !beside;
    steps.push_back(step);
    if (beside)
      arrive(which, random.below(2), true, -1);
    if (!steps.back().settle)
      steps.back().settle = 1;
    return true;
  }

  bool transact(unsigned which) {
    object &o = objects[which];
    const bool expect = random.below(2);
    step step = begin(which, expect ? WS_OP_MBAR_EXPECT_TX : WS_OP_MBAR_COMPLETE_TX);
    if (!random.below(3))
      step.cta = (uint8_t)(1 - step.cta);
    const int64_t most = expect ? MOST - o.tx : o.pending ? o.tx + MOST : o.tx;
    int64_t sum = !expect && o.tx > 0 && random.below(2) ? o.tx : 16 * random.below(random.below(20) ? 100 : 60000);
    sum = std::min(sum, most);
    if (sum < 1)
      return false;
    step.act = lanes(1 + random.below((uint32_t)std::min<int64_t>(sum, LANES)));
    share(step.act, sum, 0, step.n);
    o.tx += expect ? sum : -sum;
    flip(o);
    steps.push_back(step);
    return true;
  }

  // Lanes whose register holds a token of this object, of its phase or the one before.
  uint32_t holders(const step &step, unsigned which, bool present_only) {
    const object &o = objects[which];
    uint32_t set = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
      const token &t = of(step, lane);
      if (t.valid && t.object == which && t.life == o.life &&
          (t.phase == o.phase || (!present_only && t.phase + 1 == o.phase)))
        set |= 1u << lane;
    }
    return set;
  }

  // over: the phase before is waited for, so that the wait gives true. woken: the present one, and its end comes next.
  void wait(unsigned which, bool over, bool woken) {
    object &o = objects[which];
    const uint32_t kinds[] = {WS_OP_MBAR_TEST_WAIT, WS_OP_MBAR_TRY_WAIT, WS_OP_MBAR_TRY_WAIT_HINT};
    step step = begin(which, kinds[woken ? 1 + random.below(2) : random.below(3)]);
    for (unsigned tries = 0; tries < 30 && !holders(step, which, woken); tries++) {
      step.warp = (uint8_t)random.below(WARPS);
      step.token = (uint8_t)random.below(TOKENS);
    }
    const uint32_t have = holders(step, which, woken);
    step.act = random.word() | 1u << random.below(LANES);
    if (have && !over && random.below(4)) {
      step.act = have;
      for (unsigned lane = 0; lane < LANES; lane++)
        o.seen |= have >> lane & 1 && of(step, lane).phase != o.phase;
    } else {
      step.op |= 1; // .parity
      const unsigned mix = over || woken ? 0 : random.below(3);
      const uint32_t before = ~o.phase & 1;
      for (unsigned lane = 0; lane < LANES; lane++) {
        step.n[lane] = woken ? o.phase & 1 : over || mix == 0 ? before : mix == 1 ? before ^ 1 : random.below(2);
        o.seen |= step.act >> lane & 1 && step.n[lane] == before;
      }
    }
    step.until_true = woken;
    step.settle = !woken;
    const int waiter = step.cta * WARPS + step.warp;
    steps.push_back(step);
    if (!woken)
      return;
    arrive(which, true, true, waiter);
    o.seen = true;
  }

  bool pending_count() {
    for (unsigned tries = 0; tries < 50; tries++) {
      step step = begin(random.below(CTAS * OBJECTS), WS_OP_MBAR_PENDING_COUNT);
      step.act = 0;
      for (unsigned lane = 0; lane < LANES; lane++)
        if (of(step, lane).valid && of(step, lane).counts)
          step.act |= 1u << lane;
      if (!step.act)
        continue;
      steps.push_back(step);
      return true;
    }
    return false;
  }

  void one() {
    const unsigned which =
        random.below(4) ? OBJECTS * random.below(CTAS) + random.below(2) : random.below(CTAS * OBJECTS);
    object &o = objects[which];
    if (!o.valid) {
      step step = begin(which, WS_OP_MBAR_INIT);
      const uint32_t counts[] = {1, 1 + random.below(4), LANES, 1 + random.below(200), random.below(4) ? 7 : MOST};
      const uint32_t count = counts[random.below(5)];
      step.n[__builtin_ctz(step.act)] = count;
      o = {true, true, o.life + 1, 0, count, count, 0};
      steps.push_back(step);
      return;
    }
    if (!random.below(40)) {
      o.valid = false;
      steps.push_back(begin(which, WS_OP_MBAR_INVAL));
      return;
    }
    if (!o.seen && random.below(3))
      return wait(which, true, false);
    switch (random.below(8)) {
    case 0:
    case 1: return wait(which, false, false);
    case 2: // all that are pending at once: one lane can bring up to MOST
      if (o.seen && o.pending && !o.tx)
        return wait(which, false, true);
      break;
    case 3: pending_count(); return;
    case 4: transact(which); return;
    default: break;
    }
    if (o.seen)
      arrive(which, false, random.below(2), -1);
  }
};

} // namespace

program make_mbar(const plan &plan) {
  maker maker{{plan.seed * 31 + 2000}, {}, {}, {}};
  program program;

  while (maker.steps.size() < plan.cases) {
    sequence sequence = {};
    sequence.begin = (uint32_t)maker.steps.size();
    for (object &object : maker.objects)
      object = {};
    for (auto &warp : maker.tokens)
      for (auto &reg : warp)
        for (token &token : reg)
          token = {};
    while (maker.steps.size() < sequence.begin + STEPS)
      maker.one();
    sequence.end = (uint32_t)maker.steps.size();
    program.sequences.push_back(sequence);
  }
  program.steps = maker.steps;
  return program;
}
