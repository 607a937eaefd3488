// SPDX-License-Identifier: Apache-2.0
// barrier.cluster (PTX 9.7.13.3): the warps of a cluster of two CTAs store, arrive, store, wait, read what another
// stored.
#ifndef SILICON_CLUSTER_CUH
#define SILICON_CLUSTER_CUH

#include "lane.cuh"
#include "sequence.h"

struct cluster_family {
  template <int ARM> static __device__ void meet(const step &step) {
#define CASE(code, text)                                                                                               \
  case code: asm volatile(text "; // arm %0" ::"n"(ARM) : "memory"); break;
    switch (step.op) { SILICON_CLUSTER(CASE) }
#undef CASE
  }

  // at: address in the own CTA. A value of the other one goes through its mapped address.
  static __device__ void store(uint32_t at, bool own, uint32_t cta, uint32_t value) {
    if (own)
      asm volatile("st.shared.b32 [%0], %1;" ::"r"(at), "r"(value) : "memory");
    else
      asm volatile(
          "{\n\t.reg .b32 m;\n\tmapa.shared::cluster.u32 m, %0, %1;\n\tst.shared::cluster.b32 [m], %2;\n\t}" ::"r"(at),
          "r"(cta), "r"(value)
          : "memory");
  }

  static __device__ uint32_t load(uint32_t at, bool own, uint32_t cta) {
    uint32_t value;
    if (own)
      asm volatile("ld.shared.b32 %0, [%1];" : "=r"(value) : "r"(at) : "memory");
    else
      asm volatile("{\n\t.reg .b32 m;\n\tmapa.shared::cluster.u32 m, %1, %2;\n\tld.shared::cluster.b32 %0, [m];\n\t}"
                   : "=r"(value)
                   : "r"(at), "r"(cta)
                   : "memory");
    return value;
  }

  // All threads of the cluster that are left.
  static __device__ void meet_all() {
    asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory");
  }
};

// A cluster runs a sequence; each warp takes its own steps, held back by nothing but the barrier. Nobody touches the
// memory of a CTA before that has begun or after it may have ended.
__global__ void __cluster_dims__(CTAS, 1, 1)
    run_cluster(const sequence *sequences, const step *steps, answer *answers) {
  __shared__ uint32_t memory[CLUSTER_WORDS];
  const unsigned lane = threadIdx.x % LANES, warp = threadIdx.x / LANES, cta = blockIdx.x % CTAS;
  const uint32_t begin = (uint32_t)__cvta_generic_to_shared(&memory[lane]);
  const sequence &sequence = sequences[blockIdx.x / CTAS];
  const uint32_t live = ~sequence.exit[cta * WARPS + warp];

  for (unsigned i = threadIdx.x; i < CLUSTER_WORDS; i += blockDim.x)
    cluster_family::store(begin + 4 * (i - lane), true, cta, 0);
  __syncwarp();
  cluster_family::meet_all();
  if (!(live >> lane & 1))
    return;
  for (uint32_t i = sequence.begin; i < sequence.end; i++) {
    const step &step = steps[i];
    if (step.cta != cta || step.warp != warp)
      continue;
    if (step.n[0] % 4 == 0)
      __nanosleep(step.n[0] >> 20); // up to 4 us, for some to come late
    if (step.to != NOWHERE)
      cluster_family::store(begin + 4 * step.to, step.owner == cta, step.owner, step.n[lane]);
    if (step.fence)
      asm volatile("fence.acq_rel.cluster;" ::: "memory");
    __syncwarp(live); // the next one may be aligned
    if (step.first >> lane & 1) {
      cluster_family::meet<1>(step);
    } else {
      if (step.first)
        __nanosleep(500); // the others are there by then
      cluster_family::meet<2>(step);
    }
    __syncwarp(live);
    answers[i].d[lane] =
        cluster_waits(step) ? cluster_family::load(begin + 4 * step.at, step.home == cta, step.home) : 0;
    answers[i].p[lane] = 0;
    answers[i].done[lane] = 1;
  }
  __syncwarp(live);
  cluster_family::meet_all();
}

#endif
