// SPDX-License-Identifier: Apache-2.0
// mbarrier (PTX 9.7.13.15): the warps of a cluster of two CTAs at objects of their own and of the other CTA.
#ifndef SILICON_MBAR_CUH
#define SILICON_MBAR_CUH

#include "lane.cuh"
#include "sequence.h"

struct mbar_family {
  // at: address of the object in shared::cta, or in shared::cluster for one of the other CTA.
  static __device__ void run(const step &step, uint32_t at, uint32_t n, uint64_t &token, lane_out &out) {
    const uint32_t limit = 10 * LIMIT_TICKS; // ns
#define INIT(code, text)                                                                                               \
  case code:                                                                                                           \
    asm volatile(text " [%0], %1;\n\tfence.mbarrier_init.release.cluster;" ::"r"(at), "r"(n) : "memory");              \
    break;
#define INVAL(code, text)                                                                                              \
  case code:                                                                                                           \
    asm volatile(text " [%0];" ::"r"(at) : "memory");                                                                  \
    break;
#define TOKEN(code, text)                                                                                              \
  case code:                                                                                                           \
    asm volatile(text " %0, [%1], %2;" : "=l"(token) : "r"(at), "r"(n) : "memory");                                    \
    break;
#define SINK(code, text)                                                                                               \
  case code:                                                                                                           \
    asm volatile(text " _, [%0], %1;" ::"r"(at), "r"(n) : "memory");                                                   \
    break;
#define TX(code, text)                                                                                                 \
  case code:                                                                                                           \
    asm volatile(text " [%0], %1;" ::"r"(at), "r"(n) : "memory");                                                      \
    break;
#define WAIT_FOR(text, kind, what, hint)                                                                               \
  asm volatile("{\n\t.reg .pred p;\n\t" text " p, [%1], %2" hint "; // %3\n\tselp.u32 %0, 1, 0, p;\n\t}"               \
               : "=r"(out.p)                                                                                           \
               : "r"(at), kind(what), "r"(limit)                                                                       \
               : "memory")
#define WAIT(code, text)                                                                                               \
  case code:                                                                                                           \
    WAIT_FOR(text, "l", token, "");                                                                                    \
    break;
#define WAIT_HINT(code, text)                                                                                          \
  case code:                                                                                                           \
    WAIT_FOR(text, "l", token, ", %3");                                                                                \
    break;
#define PARITY(code, text)                                                                                             \
  case code:                                                                                                           \
    WAIT_FOR(text, "r", n, "");                                                                                        \
    break;
#define PARITY_HINT(code, text)                                                                                        \
  case code:                                                                                                           \
    WAIT_FOR(text, "r", n, ", %3");                                                                                    \
    break;
#define PENDING_COUNT(code, text)                                                                                      \
  case code: asm volatile(text " %0, %1;" : "=r"(out.d) : "l"(token)); break;
    if (step.cta != step.owner)
      switch (step.op) { SILICON_MBAR_SINK_REMOTE(SINK) SILICON_MBAR_TX_REMOTE(TX) }
    else
      switch (step.op) {
        SILICON_MBAR_INIT(INIT)
        SILICON_MBAR_INVAL(INVAL)
        SILICON_MBAR_TOKEN(TOKEN)
        SILICON_MBAR_SINK(SINK)
        SILICON_MBAR_TX(TX)
        SILICON_MBAR_WAIT(WAIT)
        SILICON_MBAR_WAIT_HINT(WAIT_HINT)
        SILICON_MBAR_PARITY(PARITY)
        SILICON_MBAR_PARITY_HINT(PARITY_HINT)
        SILICON_MBAR_PENDING_COUNT(PENDING_COUNT)
      }
#undef INIT
#undef INVAL
#undef TOKEN
#undef SINK
#undef TX
#undef WAIT_FOR
#undef WAIT
#undef WAIT_HINT
#undef PARITY
#undef PARITY_HINT
#undef PENDING_COUNT
  }
};

constexpr uint64_t PATIENCE_NS = 100000000; // for what brings true to a wait that is repeated

__device__ uint64_t now() { // ns
  uint64_t ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

// A cluster runs a sequence. All its threads meet after each step that settles.
__global__ void __cluster_dims__(CTAS, 1, 1) run_mbar(const sequence *sequences, const step *steps, answer *answers) {
  __shared__ uint64_t objects[OBJECTS];
  const unsigned lane = threadIdx.x % LANES, warp = threadIdx.x / LANES, cta = blockIdx.x % CTAS;
  const sequence &sequence = sequences[blockIdx.x / CTAS];
  uint64_t tokens[TOKENS] = {0, 0, 0, 0};

  for (uint32_t i = sequence.begin; i < sequence.end; i++) {
    const step &step = steps[i];
    if (step.cta == cta && step.warp == warp && step.act >> lane & 1) {
      uint32_t at = (uint32_t)__cvta_generic_to_shared(&objects[step.object]);
      lane_out out = {0, 0};
      if (step.owner != cta)
        asm volatile("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(at) : "r"((uint32_t)step.owner));
      const uint64_t begin = now();
      do
        mbar_family::run(step, at, step.n[lane], tokens[step.token], out);
      while (step.until_true && !out.p && now() - begin < PATIENCE_NS);
      answers[i].d[lane] = out.d;
      answers[i].p[lane] = (uint8_t)out.p;
      answers[i].done[lane] = 1;
    }
    __syncwarp();
    if (step.settle)
      asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory");
  }
}

#endif
