// SPDX-License-Identifier: Apache-2.0
// Writes sequences of the barrier of a cluster as a warp script, in an order in which the warps could come. Who waits
// is looked at before the last warp arrives and behind that; the value read then shows that the barrier orders memory.
#include "sequence.h"

namespace {

const char *text_of(uint32_t op) {
#define TEXT(code, text)                                                                                               \
  case code: return text;
  switch (op) {
    SILICON_CLUSTER(TEXT)
  default: return "?";
  }
#undef TEXT
}

void select(FILE *out, const step &step) { fprintf(out, ".cta %u; .warp %u;\n", step.cta, step.warp); }

// ld or st, of the own CTA or through a mapped address.
void write_access(FILE *out, const char *what, const step &step, unsigned cta, uint32_t word) {
  if (cta == step.cta)
    fprintf(out, what, ".shared", "l", 4 * word);
  else
    fprintf(out, what, ".shared::cluster", "m", 4 * word);
}

struct writer {
  FILE *out;
  const struct program &program;
  const std::vector<answer> &answers;
  std::vector<uint32_t> waiting; // steps that are not over

  void begin(const sequence &sequence) {
    for (unsigned who = 0; who < CTAS * WARPS; who++) {
      fprintf(out, ".cta %u; .warp %u; mov.u32 l, %%laneid; shl.b32 l, l, 2; mapa.shared::cluster.u32 m, l, %u;\n",
              who / WARPS, who % WARPS, 1 - who / WARPS);
      if (sequence.exit[who])
        fprintf(out, ".exit 0x%x;\n", sequence.exit[who]);
    }
  }

  // Its warp is selected.
  void write_result(uint32_t i) {
    const step &step = program.steps[i];
    fprintf(out, ".expect.waiting 0;\n.expect.status OK, 0x%x;\n", step.act);
    if (!cluster_waits(step))
      return;
    write_access(out, "ld%s.b32 d, [%s+%u];\n", step, step.home, step.at);
    fputs(".expect.b32 d, ", out);
    write_values(out, answers[i].d, step.act);
    fputc('\n', out);
  }

  // last: the arrival that ends the phase. over: the phase has ended.
  void write_step(uint32_t i, bool last, bool over) {
    const step &step = program.steps[i];
    select(out, step);
    if (step.to != NOWHERE) {
      fputs(".set.b32 a, ", out);
      write_values(out, step.n, 0xffffffff);
      fputc('\n', out);
      write_access(out, "st%s.b32 [%s+%u], a;\n", step, step.owner, step.to);
    }
    if (step.fence)
      fputs("// fence.acq_rel.cluster; memory is in order here\n", out);
    if (step.first)
      fprintf(out, ".set.pred f, 0x%x;\n@f %s;\n.expect.waiting 0x%x;\n", step.first, text_of(step.op), step.first);
    if (last) {
      for (const uint32_t j : waiting) {
        select(out, program.steps[j]);
        fprintf(out, ".expect.waiting 0x%x;\n", program.steps[j].act);
      }
      select(out, step);
    }
    fprintf(out, "%s;\n", text_of(step.op));
    if (cluster_waits(step) && !over) {
      fprintf(out, ".expect.waiting 0x%x;\n", step.act);
      waiting.push_back(i);
    } else {
      write_result(i);
    }
    if (!last)
      return;
    for (const uint32_t j : waiting) {
      select(out, program.steps[j]);
      write_result(j);
    }
    waiting.clear();
  }
};

} // namespace

uint64_t write_cluster(FILE *out, const plan &plan, const backend &backend, const program &program,
                       const std::vector<answer> &answers) {
  const uint64_t results = lane_results(program.steps);
  writer writer{out, program, answers, {}};
  write_head(out, CLUSTER, plan, backend, program.steps.size(), results);
  fprintf(out, ".machine lanes=%d, warps=%d, ctas=%d;\n", LANES, WARPS, CTAS);
  for (size_t i = 0; i < program.sequences.size(); i++) {
    const sequence &sequence = program.sequences[i];
    unsigned members = 0, arrived[PHASES] = {};
    for (const uint32_t exit : sequence.exit)
      members += exit != 0xffffffff;
    fprintf(out, "\n// %zu: l and m: 4 times the lane, in shared memory of the own CTA and of the other one\n.reset;\n",
            i);
    writer.begin(sequence);
    for (uint32_t j = sequence.begin; j < sequence.end; j++) {
      const step &step = program.steps[j];
      unsigned &of = arrived[step.round];
      of += !cluster_waits(step);
      writer.write_step(j, !cluster_waits(step) && of == members, of == members);
    }
    for (unsigned cta = 0; cta < CTAS; cta++)
      fprintf(out, ".cta %u; .expect.error none;\n", cta);
  }
  return results;
}
