// SPDX-License-Identifier: Apache-2.0
// redux.sync (PTX 9.7.13.12); on f32 only where the code is made for sm_100a.
#include "lane.cuh"

struct redux_family {
  template <int ARM> static __device__ void run(const lane_in &in, lane_out &out) {
    const uint32_t a = (uint32_t)in.a;
#define RUN(code, text)                                                                                                \
  case code:                                                                                                           \
    asm volatile(text " %0, %1, %2; // arm %3" : "=r"(out.d) : "r"(a), "r"(in.mask), "n"(ARM) : "memory");             \
    break;
#define RUN_F32(code, text)                                                                                            \
  case code:                                                                                                           \
    asm volatile("{ // arm %3\n\t"                                                                                     \
                 ".reg .f32 d, a;\n\t"                                                                                 \
                 "mov.b32 a, %1;\n\t" text " d, a, %2;\n\t"                                                            \
                 "mov.b32 %0, d;\n\t}"                                                                                 \
                 : "=r"(out.d)                                                                                         \
                 : "r"(a), "r"(in.mask), "n"(ARM)                                                                      \
                 : "memory");                                                                                          \
    break;
    switch (in.op) {
      SILICON_REDUX_INT(RUN)
#ifdef __CUDA_ARCH_FEAT_SM100_ALL
      SILICON_REDUX_F32(RUN_F32)
#endif
    }
#undef RUN
#undef RUN_F32
  }
};
