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

} // namespace

bool backend_answer(family, const program &program, std::vector<answer> &answers) {
  random_source random{program.steps.size()};

  answers.assign(program.steps.size(), answer{});
  for (const sequence &sequence : program.sequences)
    answer_bar(program, sequence, random, answers);
  return true;
}
