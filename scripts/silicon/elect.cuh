// SPDX-License-Identifier: Apache-2.0
// elect.sync (PTX 9.7.13.14), activemask (9.7.13.11), bar.warp.sync (9.7.13.2).
#include "lane.cuh"

struct elect_family {
  template <int ARM> static __device__ void run(const lane_in &in, lane_out &out) {
#define ELECT(code, text)                                                                                              \
  case code:                                                                                                           \
    asm volatile("{ // arm %3\n\t"                                                                                     \
                 ".reg .pred p;\n\t" text " %0|p, %2;\n\t"                                                             \
                 "selp.u32 %1, 1, 0, p;\n\t}"                                                                          \
                 : "=r"(out.d), "=r"(out.p)                                                                            \
                 : "r"(in.mask), "n"(ARM)                                                                              \
                 : "memory");                                                                                          \
    break;
#define ACTIVEMASK(code, text)                                                                                         \
  case code:                                                                                                           \
    asm volatile(text " %0; // arm %1" : "=r"(out.d) : "n"(ARM) : "memory");                                           \
    break;
#define BAR_WARP(code, text)                                                                                           \
  case code: asm volatile(text " %0; // arm %1" ::"r"(in.mask), "n"(ARM) : "memory"); break;
    switch (in.op) { SILICON_ELECT(ELECT) SILICON_ACTIVEMASK(ACTIVEMASK) SILICON_BAR_WARP(BAR_WARP) }
#undef ELECT
#undef ACTIVEMASK
#undef BAR_WARP
  }
};
