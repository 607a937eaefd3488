// SPDX-License-Identifier: Apache-2.0
// shfl.sync (PTX 9.7.9.6): b, c and membermask of each lane, with the predicate.
#include "lane.cuh"

struct shfl_family {
  template <int ARM> static __device__ void run(const lane_in &in, lane_out &out) {
    const uint32_t a = (uint32_t)in.a;
#define RUN(code, text)                                                                                                \
  case code:                                                                                                           \
    asm volatile("{ // arm %6\n\t"                                                                                     \
                 ".reg .pred p;\n\t" text " %0|p, %2, %3, %4, %5;\n\t"                                                 \
                 "selp.u32 %1, 1, 0, p;\n\t}"                                                                          \
                 : "+r"(out.d), "=r"(out.p)                                                                            \
                 : "r"(a), "r"(in.b), "r"(in.c), "r"(in.mask), "n"(ARM)                                                \
                 : "memory");                                                                                          \
    break;
    switch (in.op) { SILICON_SHFL(RUN) }
#undef RUN
  }
};
