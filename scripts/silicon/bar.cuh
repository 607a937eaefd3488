// SPDX-License-Identifier: Apache-2.0
// bar and barrier (PTX 9.7.13.1): a warp stores, meets others at a barrier, reads what one of them stored.
#ifndef SILICON_BAR_CUH
#define SILICON_BAR_CUH

#include "lane.cuh"
#include "sequence.h"

struct bar_family {
  template <int ARM> static __device__ void meet(const step &step, uint32_t pred, lane_out &out) {
    const uint32_t a = step.object, b = step.count;
#define SYNC(code, text)                                                                                               \
  case code:                                                                                                           \
    asm volatile(text " %0; // arm %1" ::"r"(a), "n"(ARM) : "memory");                                                 \
    break;
#define SYNC_COUNT(code, text)                                                                                         \
  case code:                                                                                                           \
    asm volatile(text " %0, %1; // arm %2" ::"r"(a), "r"(b), "n"(ARM) : "memory");                                     \
    break;
#define POPC(text, count, inv)                                                                                         \
  asm volatile("{ // arm %4\n\t"                                                                                       \
               ".reg .pred q;\n\t"                                                                                     \
               "setp.ne.u32 q, %1, 0;\n\t" text " %0, %2" count ", " inv "q;\n\t"                                      \
               "// %3\n\t}"                                                                                            \
               : "=r"(out.d)                                                                                           \
               : "r"(pred), "r"(a), "r"(b), "n"(ARM)                                                                   \
               : "memory")
#define PRED(text, count, inv)                                                                                         \
  asm volatile("{ // arm %4\n\t"                                                                                       \
               ".reg .pred p, q;\n\t"                                                                                  \
               "setp.ne.u32 q, %1, 0;\n\t" text " p, %2" count ", " inv "q;\n\t"                                       \
               "selp.u32 %0, 1, 0, p; // %3\n\t}"                                                                      \
               : "=r"(out.p)                                                                                           \
               : "r"(pred), "r"(a), "r"(b), "n"(ARM)                                                                   \
               : "memory")
#define BOTH(form, code, text, count)                                                                                  \
  case code:                                                                                                           \
    if (step.neg)                                                                                                      \
      form(text, count, "!");                                                                                          \
    else                                                                                                               \
      form(text, count, "");                                                                                           \
    break;
#define POPC_ALL(code, text) BOTH(POPC, code, text, "")
#define POPC_COUNT(code, text) BOTH(POPC, code, text, ", %3")
#define PRED_ALL(code, text) BOTH(PRED, code, text, "")
#define PRED_COUNT(code, text) BOTH(PRED, code, text, ", %3")
    switch (step.op) {
      SILICON_BAR_SYNC(SYNC)
      SILICON_BAR_SYNC_COUNT(SYNC_COUNT)
      SILICON_BAR_POPC(POPC_ALL)
      SILICON_BAR_POPC_COUNT(POPC_COUNT)
      SILICON_BAR_PRED(PRED_ALL)
      SILICON_BAR_PRED_COUNT(PRED_COUNT)
    }
#undef SYNC
#undef SYNC_COUNT
#undef POPC
#undef PRED
#undef BOTH
#undef POPC_ALL
#undef POPC_COUNT
#undef PRED_ALL
#undef PRED_COUNT
  }
};

// A block runs a sequence; each warp takes its own steps, held back by nothing but the barriers.
__global__ void run_bar(const sequence *sequences, const step *steps, answer *answers) {
  __shared__ volatile uint32_t memory[(ROUNDS + 1) * WARPS * LANES];
  const unsigned lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
  const sequence &sequence = sequences[blockIdx.x];

  for (unsigned i = threadIdx.x; i < sizeof memory / sizeof *memory; i += blockDim.x)
    memory[i] = 0;
  __syncthreads();
  if (sequence.exit[warp] >> lane & 1)
    return;
  for (uint32_t i = sequence.begin; i < sequence.end; i++) {
    const step &step = steps[i];
    lane_out out = {0, 0};
    if (step.warp != warp)
      continue;
    if (!bar_reduces(step))
      memory[bar_slot(step.round, warp) + lane] = step.n[lane];
    if (step.first >> lane & 1) {
      bar_family::meet<1>(step, step.pred >> lane & 1, out);
    } else {
      if (step.first)
        __nanosleep(500); // the others have arrived by then
      bar_family::meet<2>(step, step.pred >> lane & 1, out);
    }
    __syncwarp(~sequence.exit[warp]); // the next one may be aligned
    if (bar_waits(step) && !bar_reduces(step))
      out.d = memory[bar_slot(step.round, step.from) + lane];
    answers[i].d[lane] = out.d;
    answers[i].p[lane] = (uint8_t)out.p;
    answers[i].done[lane] = 1;
  }
}

#endif
