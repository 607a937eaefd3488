// SPDX-License-Identifier: Apache-2.0
// Writes sequences of named barriers as a warp script: round by round, warp by warp. A value stored before and read behind
// the barrier shows that it orders memory.
#include "sequence.h"

#include <cinttypes>

namespace {

const char *text_of(uint32_t op) {
#define TEXT(code, text)                                                                                               \
  case code: return text;
  switch (op) {
    SILICON_BAR_SYNC(TEXT)
    SILICON_BAR_SYNC_COUNT(TEXT)
    SILICON_BAR_POPC(TEXT)
    SILICON_BAR_POPC_COUNT(TEXT)
    SILICON_BAR_PRED(TEXT)
    SILICON_BAR_PRED_COUNT(TEXT)
  default: return "?";
  }
#undef TEXT
}

void write_statement(FILE *out, const step &step) {
  fputs(text_of(step.op), out);
  fputs(!bar_reduces(step) ? " " : bar_popc(step) ? " d, " : " p, ", out);
  fprintf(out, "%u", step.object);
  if (bar_counts(step))
    fprintf(out, ", %u", step.count);
  fputs(!bar_reduces(step) ? ";\n" : step.neg ? ", !q;\n" : ", q;\n", out);
}

void write_arrival(FILE *out, const step &step, bool last) {
  fprintf(out, ".warp %u;\n", step.warp);
  if (bar_reduces(step)) {
    fprintf(out, ".set.pred q, 0x%x;\n", step.pred);
  } else {
    fputs(".set.b32 a, ", out);
    write_values(out, step.n, 0xffffffff);
    fprintf(out, "\nst.shared.b32 [s+%u], a;\n", 4 * bar_slot(step.round, 0));
  }
  if (step.first) {
    fprintf(out, ".set.pred f, 0x%x;\n@f ", step.first);
    write_statement(out, step);
    fprintf(out, ".expect.waiting 0x%x;\n", step.first);
  }
  write_statement(out, step);
  fprintf(out, ".expect.waiting 0x%x;\n", bar_waits(step) && !last ? step.act : 0);
}

void write_result(FILE *out, const step &step, const answer &answer) {
  fprintf(out, ".warp %u;\n.expect.waiting 0;\n.expect.status OK, 0x%x;\n", step.warp, step.act);
  if (!bar_waits(step))
    return;
  if (bar_reduces(step) && !bar_popc(step)) {
    fprintf(out, ".expect.pred p, 0x%x, 0x%x;\n", true_lanes(answer) & step.act, step.act);
    return;
  }
  if (!bar_reduces(step))
    fprintf(out, "ld.shared.b32 d, [l+%u];\n", 4 * bar_slot(step.round, step.from));
  fputs(".expect.b32 d, ", out);
  write_values(out, answer.d, step.act);
  fputc('\n', out);
}

} // namespace

uint64_t write_bar(FILE *out, const plan &plan, const backend &backend, const program &program,
                   const std::vector<answer> &answers) {
  const uint64_t results = lane_results(program.steps);
  write_head(out, BAR, plan, backend, program.steps.size(), results);
  fprintf(out, ".machine lanes=%d, warps=%d;\n", LANES, WARPS);
  for (size_t i = 0; i < program.sequences.size(); i++) {
    const sequence &sequence = program.sequences[i];
    fprintf(out, "\n// %zu: s and l: 4 times the thread, 4 times the lane\n.reset;\n", i);
    for (unsigned warp = 0; warp < WARPS; warp++) {
      fprintf(out, ".warp %u;\nmov.u32 s, %%tid.x;\nshl.b32 s, s, 2;\nmov.u32 l, %%laneid;\nshl.b32 l, l, 2;\n", warp);
      if (sequence.exit[warp])
        fprintf(out, ".exit 0x%x;\n", sequence.exit[warp]);
    }
    for (uint32_t j = sequence.begin, next; j < sequence.end; j = next) {
      const uint8_t round = program.steps[j].round;
      for (next = j; next < sequence.end && program.steps[next].round == round; next++)
        ;
      fprintf(out, "\n// %zu.%u\n", i, round);
      for (uint32_t k = j; k < next; k++)
        write_arrival(out, program.steps[k], k + 1 == next);
      for (uint32_t k = j; k < next; k++)
        write_result(out, program.steps[k], answers[k]);
    }
  }
  return results;
}
