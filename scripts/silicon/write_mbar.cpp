// SPDX-License-Identifier: Apache-2.0
// Writes sequences of mbarrier operations as a warp script. A token stays in its register; no word of an object is read.
#include "sequence.h"

#include <cinttypes>

namespace {

const char *text_of(const step &step) {
#define TEXT(code, text)                                                                                               \
  case code: return text;
  if (step.cta != step.owner)
    switch (step.op) { SILICON_MBAR_SINK_REMOTE(TEXT) SILICON_MBAR_TX_REMOTE(TEXT) }
  switch (step.op) {
    SILICON_MBAR_INIT(TEXT)
    SILICON_MBAR_INVAL(TEXT)
    SILICON_MBAR_TOKEN(TEXT)
    SILICON_MBAR_SINK(TEXT)
    SILICON_MBAR_TX(TEXT)
    SILICON_MBAR_WAIT(TEXT)
    SILICON_MBAR_WAIT_HINT(TEXT)
    SILICON_MBAR_PARITY(TEXT)
    SILICON_MBAR_PARITY_HINT(TEXT)
    SILICON_MBAR_PENDING_COUNT(TEXT)
  default: return "?";
  }
#undef TEXT
}

bool has_hint(const step &step) { return mbar_waits(step) && (step.op & 0x20); }

void select(FILE *out, const step &step) { fprintf(out, ".cta %u; .warp %u; ", step.cta, step.warp); }

void write_statement(FILE *out, const step &step) {
  uint32_t n[LANES];
  const char *address = "[a]";
  char literal[16];

  select(out, step);
  fprintf(out, ".set.pred g, 0x%x;\n", step.act);
  for (unsigned lane = 0; lane < LANES; lane++)
    n[lane] = step.n[step.act >> lane & 1 ? lane : (unsigned)__builtin_ctz(step.act)];
  if (mbar_parity(step) || mbar_arrives(step) || step.op == WS_OP_MBAR_INIT || (step.op & 0xfe) == 2) {
    fputs(".set.b32 n, ", out);
    write_values(out, n, 0xffffffff);
    fputc('\n', out);
  }
  if (step.cta != step.owner) {
    fprintf(out, ".set.b32 a, %u;\nmapa.shared::cluster.u32 a, a, %u;\n", 8 * step.object, step.owner);
  } else {
    snprintf(literal, sizeof literal, "[%u]", 8u * step.object);
    address = literal;
  }
  fprintf(out, "@g %s ", text_of(step));
  if (step.op == WS_OP_MBAR_PENDING_COUNT)
    fprintf(out, "d, t%u", step.token);
  else if (mbar_waits(step))
    fprintf(out, "p, %s, ", address);
  else if (mbar_arrives(step) && !(step.op & 0x20))
    fprintf(out, "t%u, %s, n", step.token, address);
  else
    fprintf(out, mbar_arrives(step) ? "_, %s, n" : step.op == WS_OP_MBAR_INVAL ? "%s" : "%s, n", address);
  if (mbar_parity(step))
    fputs("n", out);
  else if (mbar_waits(step))
    fprintf(out, "t%u", step.token);
  fprintf(out, has_hint(step) ? ", %d;\n" : ";\n", 10 * LIMIT_TICKS);
}

void write_result(FILE *out, const step &step, const answer &answer) {
  fprintf(out, ".expect.waiting 0;\n.expect.status OK, 0x%x;\n", step.act);
  if (mbar_waits(step))
    fprintf(out, ".expect.pred p, 0x%x, 0x%x;\n", true_lanes(answer) & step.act, step.act);
  if (step.op == WS_OP_MBAR_PENDING_COUNT) {
    fputs(".expect.b32 d, ", out);
    write_values(out, answer.d, step.act);
    fputc('\n', out);
  }
}

} // namespace

uint64_t write_mbar(FILE *out, const plan &plan, const backend &backend, const program &program,
                    const std::vector<answer> &answers) {
  const uint64_t results = lane_results(program.steps);
  write_head(out, MBAR, plan, backend, program.steps.size(), results);
  fprintf(out, ".machine lanes=%d, warps=%d, ctas=%d, trywait=%d;\n", LANES, WARPS, CTAS, LIMIT_TICKS);
  for (size_t i = 0; i < program.sequences.size(); i++) {
    const sequence &sequence = program.sequences[i];
    uint32_t settled = sequence.begin;
    fprintf(out, "\n// %zu\n.reset;\n", i);
    for (uint32_t j = sequence.begin; j < sequence.end; j++) {
      const step &step = program.steps[j];
      write_statement(out, step);
      if (step.until_true) {
        fprintf(out, ".expect.waiting 0x%x;\n", step.act);
      } else {
        const uint32_t left = step.act & ~true_lanes(answers[j]);
        if (mbar_tries(step) && left)
          fprintf(out, ".expect.waiting 0x%x;\n.wait %d;\n", left, LIMIT_TICKS);
        write_result(out, step, answers[j]);
      }
      for (; step.settle && settled <= j; settled++)
        if (program.steps[settled].until_true) {
          select(out, program.steps[settled]);
          write_result(out, program.steps[settled], answers[settled]);
        }
    }
    for (unsigned cta = 0; cta < CTAS; cta++)
      fprintf(out, ".cta %u; .expect.error none;\n", cta);
  }
  return results;
}
