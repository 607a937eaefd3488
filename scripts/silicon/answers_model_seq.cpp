// SPDX-License-Identifier: Apache-2.0
// The golden model in place of a GPU, for sequences: the warps run in a random order, as those of a GPU do in one that
// nobody knows, so that a sequence whose outcome depends on it shows in the replay of its script.
#include "sequence.h"
#include "random.h"
#include "../../cmodel/ws.h"

namespace {

// All arrivals of one use of a barrier get its outcome.
void answer_round(const program &program, const std::vector<uint32_t> &arrived, const ws_bar &bar,
                  const std::vector<uint32_t> &memory, std::vector<answer> &answers) {
  for (const uint32_t i : arrived) {
    const step &step = program.steps[i];
    for (unsigned lane = 0; lane < LANES; lane++) {
      if (!(step.act >> lane & 1))
        continue;
      answers[i].done[lane] = 1;
      answers[i].d[lane] = bar_reduces(step) ? bar.acc : memory[bar_slot(step.round, step.from) + lane];
      answers[i].p[lane] = bar.acc & 1;
    }
  }
}

// Stops early, with steps that have no answer, if an arrival is an error or all warps wait.
void answer_bar(const program &program, const sequence &sequence, random_source &random, std::vector<answer> &answers) {
  std::vector<uint32_t> memory((ROUNDS + 1) * WARPS * LANES, 0), arrived[WS_BARRIERS];
  ws_bar bars[WS_BARRIERS] = {};
  uint32_t at[WARPS], waiting = 0, ended = 0; // at: the next step of each warp, among all

  for (uint32_t &i : at)
    i = sequence.begin;
  while ((waiting | ended) != (1u << WARPS) - 1) {
    const unsigned warp = random.below(WARPS);
    if ((waiting | ended) >> warp & 1)
      continue;
    while (at[warp] < sequence.end && program.steps[at[warp]].warp != warp)
      at[warp]++;
    if (at[warp] == sequence.end) {
      ended |= 1u << warp;
      continue;
    }
    const step &step = program.steps[at[warp]];
    for (unsigned lane = 0; lane < LANES; lane++)
      if (step.act >> lane & 1 && !bar_reduces(step))
        memory[bar_slot(step.round, warp) + lane] = step.n[lane];
    const ws_bar_ask ask = {warp, step.op, ws_bar_key(step.op, step.object, step.count),
                            ws_bar_val(step.op, step.act, step.neg ? ~step.pred : step.pred)};
    const ws_bar_result result = ws_bar_next(&bars[step.object], &ask, (1u << WARPS) - 1, WARPS);
    if (result.status != WS_ST_OK)
      return;
    bars[step.object] = result.bar;
    arrived[step.object].push_back(at[warp]++);
    if (bar_waits(step))
      waiting |= 1u << warp;
    if (!result.done)
      continue;
    answer_round(program, arrived[step.object], result.bar, memory, answers);
    for (const uint32_t i : arrived[step.object])
      if (bar_waits(program.steps[i]))
        waiting &= ~(1u << program.steps[i].warp);
    arrived[step.object].clear();
  }
}

struct cluster {
  uint64_t objects[CTAS][OBJECTS], tokens[CTAS * WARPS][TOKENS][LANES];
};

// One lane's part of a step of MBAR. False: an error, or a wait that is repeated and is not over yet.
bool answer_lane(cluster &cluster, const step &step, unsigned lane, answer &answer) {
  uint64_t &word = cluster.objects[step.owner][step.object];
  uint64_t &token = cluster.tokens[step.cta * WARPS + step.warp][step.token][lane];
  const uint32_t n = step.n[lane];
  ws_mbar_step change = {};
  uint32_t status;

  answer.done[lane] = 1;
  if (step.op == WS_OP_MBAR_INIT) {
    word = ws_mbar_word(n);
    return true;
  }
  if (step.op == WS_OP_MBAR_INVAL)
    return true;
  if (step.op == WS_OP_MBAR_PENDING_COUNT) {
    answer.d[lane] = ws_mbar_pending_count(token, &status);
    return status == WS_ST_OK;
  }
  if (mbar_waits(step)) {
    answer.p[lane] = (mbar_parity(step) ? n & 1 : token >> 63) != word >> 63;
    return answer.p[lane] || !step.until_true;
  }
  if (mbar_arrives(step)) {
    change.arr = step.op & 1 ? 1 : n;
    change.dtx = step.op & 1 ? (int32_t)n : 0;
    change.drop = step.op & 8 ? change.arr : 0;
    change.no_complete = step.op & 2;
  } else {
    change.dtx = step.op == WS_OP_MBAR_EXPECT_TX ? (int32_t)n : -(int32_t)n;
  }
  if (mbar_arrives(step) && !(step.op & 32))
    token = ws_mbar_token(word, change.no_complete);
  const ws_mbar_result result = ws_mbar_next(word, &change);
  word = result.word;
  return result.status == WS_ST_OK;
}

// Between two settles the warps run in random order, as do the lanes of a step. A step whose lanes did not all succeed is
// taken up again if it is a repeated wait, else it stays without an answer.
void answer_mbar(const program &program, const sequence &sequence, random_source &random,
                 std::vector<answer> &answers) {
  cluster cluster = {};

  for (uint32_t begin = sequence.begin, end; begin < sequence.end; begin = end) {
    for (end = begin; !program.steps[end++].settle;)
      ;
    std::vector<bool> over(end - begin, false);
    for (unsigned tries = 0; tries < 1000; tries++) {
      const uint32_t i = begin + random.below(end - begin);
      const step &step = program.steps[i];
      bool earlier = over[i - begin]; // or one of this warp is still to be done before
      for (uint32_t j = begin; j < i; j++)
        earlier |= !over[j - begin] && program.steps[j].cta == step.cta && program.steps[j].warp == step.warp;
      if (earlier)
        continue;
      const unsigned turn = random.below(LANES);
      bool good = true;
      for (unsigned k = 0; k < LANES; k++)
        if (step.act >> (k ^ turn) & 1)
          good &= answer_lane(cluster, step, k ^ turn, answers[i]);
      over[i - begin] = good || !step.until_true;
      if (!good)
        answers[i] = answer{};
    }
  }
}

void answer_wait(const step &step, const std::vector<uint32_t> &memory, answer &answer) {
  for (unsigned lane = 0; lane < LANES; lane++) {
    answer.d[lane] = memory[step.at + lane];
    answer.done[lane] = 1;
  }
}

// The barrier of a cluster. What a warp stores is seen as late as PTX allows: at the end of the phase in which an
// arrival orders it. Stops early, with steps that have no answer, if all warps wait, or one arrives or waits out of
// turn.
void answer_cluster(const program &program, const sequence &sequence, random_source &random,
                    std::vector<answer> &answers) {
  std::vector<uint32_t> memory[CTAS], stored[CTAS * WARPS], released, waits; // but for memory: steps
  uint32_t at[CTAS * WARPS], live = 0, arrived = 0, owed = 0, waiting = 0, ended = 0;

  for (auto &words : memory)
    words.assign(CLUSTER_WORDS, 0);
  for (unsigned who = 0; who < CTAS * WARPS; who++) {
    at[who] = sequence.begin;
    live |= (unsigned)(sequence.exit[who] != 0xffffffff) << who;
  }
  while ((waiting | ended) != live) {
    const unsigned who = random.below(CTAS * WARPS), me = 1u << who;
    if (!(live & ~waiting & ~ended & me))
      continue;
    while (at[who] < sequence.end && warp_of(program.steps[at[who]]) != who)
      at[who]++;
    if (at[who] == sequence.end) {
      ended |= me;
      continue;
    }
    const uint32_t i = at[who]++;
    const step &step = program.steps[i];
    if (cluster_waits(step) != ((owed & me) != 0))
      return;
    owed ^= me;
    if (step.to != NOWHERE)
      stored[who].push_back(i);
    if (cluster_waits(step)) {
      if (arrived & me) {
        waiting |= me;
        waits.push_back(i);
      } else {
        answer_wait(step, memory[step.home], answers[i]);
      }
      continue;
    }
    for (uint8_t &done : answers[i].done)
      done = 1;
    if (cluster_orders(step)) {
      released.insert(released.end(), stored[who].begin(), stored[who].end());
      stored[who].clear();
    }
    arrived |= me;
    if (arrived != live)
      continue;
    for (const uint32_t j : released)
      for (unsigned lane = 0; lane < LANES; lane++)
        if (program.steps[j].act >> lane & 1)
          memory[program.steps[j].owner][program.steps[j].to + lane] = program.steps[j].n[lane];
    for (const uint32_t j : waits)
      answer_wait(program.steps[j], memory[program.steps[j].home], answers[j]);
    released.clear();
    waits.clear();
    arrived = waiting = 0;
  }
}

} // namespace

bool backend_answer(family f, const program &program, std::vector<answer> &answers) {
  random_source random{program.steps.size()};

  answers.assign(program.steps.size(), answer{});
  for (const sequence &sequence : program.sequences)
    (f == BAR ? answer_bar : f == MBAR ? answer_mbar : answer_cluster)(program, sequence, random, answers);
  return true;
}
