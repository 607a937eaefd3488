// SPDX-License-Identifier: Apache-2.0
// match.any.sync and match.all.sync (PTX 9.7.13.10).
#include "lane.cuh"

struct match_family {
  template <int ARM> static __device__ void run(const lane_in &in, lane_out &out) {
    const uint32_t a = (uint32_t)in.a;
#define ANY(text, kind, value)                                                                                         \
  asm volatile(text " %0, %1, %2; // arm %3" : "=r"(out.d) : kind(value), "r"(in.mask), "n"(ARM) : "memory")
#define ALL(text, kind, value)                                                                                         \
  asm volatile("{ // arm %4\n\t"                                                                                       \
               ".reg .pred p;\n\t" text " %0|p, %2, %3;\n\t"                                                           \
               "selp.u32 %1, 1, 0, p;\n\t}"                                                                            \
               : "=r"(out.d), "=r"(out.p)                                                                              \
               : kind(value), "r"(in.mask), "n"(ARM)                                                                   \
               : "memory")
#define ANY_B32(code, text)                                                                                            \
  case code:                                                                                                           \
    ANY(text, "r", a);                                                                                                 \
    break;
#define ANY_B64(code, text)                                                                                            \
  case code:                                                                                                           \
    ANY(text, "l", in.a);                                                                                              \
    break;
#define ALL_B32(code, text)                                                                                            \
  case code:                                                                                                           \
    ALL(text, "r", a);                                                                                                 \
    break;
#define ALL_B64(code, text)                                                                                            \
  case code: ALL(text, "l", in.a); break;
    switch (in.op) {
      SILICON_MATCH_ANY_B32(ANY_B32)
      SILICON_MATCH_ANY_B64(ANY_B64)
      SILICON_MATCH_ALL_B32(ALL_B32)
      SILICON_MATCH_ALL_B64(ALL_B64)
    }
#undef ANY_B32
#undef ANY_B64
#undef ALL_B32
#undef ALL_B64
#undef ANY
#undef ALL
  }
};
