// SPDX-License-Identifier: Apache-2.0
// vote.sync (PTX 9.7.13.9), each with its operand as it is and complemented.
#include "lane.cuh"

struct vote_family {
  template <int ARM> static __device__ void run(const lane_in &in, lane_out &out) {
#define PRED(text, inv)                                                                                                \
  asm volatile("{ // arm %3\n\t"                                                                                       \
               ".reg .pred p, q;\n\t"                                                                                  \
               "setp.ne.u32 q, %1, 0;\n\t" text " p, " inv "q, %2;\n\t"                                                \
               "selp.u32 %0, 1, 0, p;\n\t}"                                                                            \
               : "=r"(out.p)                                                                                           \
               : "r"(in.pred), "r"(in.mask), "n"(ARM)                                                                  \
               : "memory")
#define BALLOT(text, inv)                                                                                              \
  asm volatile("{ // arm %3\n\t"                                                                                       \
               ".reg .pred q;\n\t"                                                                                     \
               "setp.ne.u32 q, %1, 0;\n\t" text " %0, " inv "q, %2;\n\t}"                                              \
               : "=r"(out.d)                                                                                           \
               : "r"(in.pred), "r"(in.mask), "n"(ARM)                                                                  \
               : "memory")
#define RUN_PRED(code, text)                                                                                           \
  case code * 2: PRED(text, ""); break;                                                                                \
  case code * 2 + 1:                                                                                                   \
    PRED(text, "!");                                                                                                   \
    break;
#define RUN_BALLOT(code, text)                                                                                         \
  case code * 2: BALLOT(text, ""); break;                                                                              \
  case code * 2 + 1: BALLOT(text, "!"); break;
    switch (in.op * 2 + in.neg) { SILICON_VOTE_PRED(RUN_PRED) SILICON_VOTE_BALLOT(RUN_BALLOT) }
#undef RUN_PRED
#undef RUN_BALLOT
#undef PRED
#undef BALLOT
  }
};
