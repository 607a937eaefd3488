// SPDX-License-Identifier: Apache-2.0
// atom and red (PTX 9.7.13.5, 9.7.13.6): each block has a warp, and memory of its own, in its shared memory or in its answer; or the
// memory is the shared memory of the other block of its cluster.
#ifndef SILICON_ATOM_CUH
#define SILICON_ATOM_CUH

#include "atom.h"
#include "cluster.cuh"

// An access of n elements of so many bits: its registers, loaded from the halves of b and c; how d and b are written; the
// halves of d put back. %0 %1: d, %2: address, %3 %4: b, %5 %6: c, %7 %8: the lowest 32 bits of b and c.
#define ATOM_LOAD_1_16 ".reg .b16 d, b, c;\n\tcvt.u16.u64 b, %3;\n\tcvt.u16.u64 c, %5;\n\t"
#define ATOM_LOAD_1_32 ".reg .b32 d, b, c;\n\tmov.b32 b, %7;\n\tmov.b32 c, %8;\n\t"
#define ATOM_LOAD_1_64 ".reg .b64 d, b, c;\n\tmov.b64 b, %3;\n\tmov.b64 c, %5;\n\t"
#define ATOM_LOAD_1_128 ".reg .b128 d, b, c;\n\tmov.b128 b, {%3, %4};\n\tmov.b128 c, {%5, %6};\n\t"
#define ATOM_LOAD_2_16 ".reg .b16 d<2>, b<4>;\n\tmov.b64 {b0, b1, b2, b3}, %3;\n\t"
#define ATOM_LOAD_4_16 ".reg .b16 d<4>, b<4>;\n\tmov.b64 {b0, b1, b2, b3}, %3;\n\t"
#define ATOM_LOAD_8_16 ".reg .b16 d<8>, b<8>;\n\tmov.b64 {b0, b1, b2, b3}, %3;\n\tmov.b64 {b4, b5, b6, b7}, %4;\n\t"
#define ATOM_LOAD_2_32 ".reg .b32 d<2>, b<2>;\n\tmov.b64 {b0, b1}, %3;\n\t"
#define ATOM_LOAD_4_32 ".reg .b32 d<4>, b<4>;\n\tmov.b64 {b0, b1}, %3;\n\tmov.b64 {b2, b3}, %4;\n\t"

#define ATOM_LIST_1(x) #x
#define ATOM_LIST_2(x) "{" #x "0, " #x "1}"
#define ATOM_LIST_4(x) "{" #x "0, " #x "1, " #x "2, " #x "3}"
#define ATOM_LIST_8(x) "{" #x "0, " #x "1, " #x "2, " #x "3, " #x "4, " #x "5, " #x "6, " #x "7}"

#define ATOM_SAVE_1_16 "cvt.u64.u16 %0, d;\n\t"
#define ATOM_SAVE_1_32 "cvt.u64.u32 %0, d;\n\t"
#define ATOM_SAVE_1_64 "mov.b64 %0, d;\n\t"
#define ATOM_SAVE_1_128 "mov.b128 {%0, %1}, d;\n\t"
#define ATOM_SAVE_2_16 "mov.b16 b2, 0;\n\tmov.b64 %0, {d0, d1, b2, b2};\n\t"
#define ATOM_SAVE_4_16 "mov.b64 %0, {d0, d1, d2, d3};\n\t"
#define ATOM_SAVE_8_16 "mov.b64 %0, {d0, d1, d2, d3};\n\tmov.b64 %1, {d4, d5, d6, d7};\n\t"
#define ATOM_SAVE_2_32 "mov.b64 %0, {d0, d1};\n\t"
#define ATOM_SAVE_4_32 "mov.b64 %0, {d0, d1};\n\tmov.b64 %1, {d2, d3};\n\t"

// The three kinds: opcode, destination, what becomes of it.
#define ATOM_OPCODE_ATOM "atom"
#define ATOM_OPCODE_SINK "atom"
#define ATOM_OPCODE_RED "red"
#define ATOM_D_ATOM(n) " " ATOM_LIST_##n(d) ", "
#define ATOM_D_SINK(n) " _, "
#define ATOM_D_RED(n) " "
#define ATOM_END_ATOM(n, bits) ATOM_SAVE_##n##_##bits
#define ATOM_END_SINK(n, bits)
#define ATOM_END_RED(n, bits)

// Loaded by itself: of a 32-bit register cut from a 64-bit one, ptxas 13.5 adds to the upper half of f16x2 and bf16x2 in shared
// memory bits 32 to 47 of the 64-bit one.
__device__ uint32_t low_word(const wide &v) {
  uint32_t word;
  asm volatile("ld.b32 %0, [%1];" : "=r"(word) : "l"(&v.lo));
  return word;
}

struct atom_family {
  // address: in the space, or generic.
  static __device__ void run(uint32_t name, uint32_t space, uint64_t address, const wide &b, const wide &c, wide &d) {
#define AT(WHICH, n, bits, scope, space, text, c_text)                                                                 \
  asm volatile("{\n\t" ATOM_LOAD_##n##_##bits ATOM_OPCODE_##WHICH scope space text ATOM_D_##WHICH(                     \
                   n) "[%2], " ATOM_LIST_##n(b) c_text ";\n\t" ATOM_END_##WHICH(n, bits) "}"                           \
               : "+l"(d.lo), "+l"(d.hi)                                                                                \
               : "l"(address), "l"(b.lo), "l"(b.hi), "l"(c.lo), "l"(c.hi), "r"(low_word(b)), "r"(low_word(c))          \
               : "memory")
#define SCALAR(WHICH, op, n, bits, scope, text, c_text)                                                                \
  case WHICH##_##op##_##n:                                                                                             \
    switch (space) {                                                                                                   \
    case IN_GLOBAL: AT(WHICH, n, bits, scope, ".global", text, c_text); break;                                         \
    case IN_SHARED: AT(WHICH, n, bits, scope, ".shared::cta", text, c_text); break;                                    \
    case IN_CLUSTER:                                                                                                   \
    case IN_OTHER: AT(WHICH, n, bits, scope, ".shared::cluster", text, c_text); break;                                 \
    default: AT(WHICH, n, bits, scope, "", text, c_text); break;                                                       \
    }                                                                                                                  \
    break;
#define PLAIN(WHICH, op, n, bits, scope, text) SCALAR(WHICH, op, n, bits, scope, text, "")
#define CAS(WHICH, op, n, bits, scope, text) SCALAR(WHICH, op, n, bits, scope, text, ", c")
#define VECTOR(WHICH, op, n, bits, scope, text)                                                                        \
  case WHICH##_##op##_##n:                                                                                             \
    if (space == IN_GLOBAL)                                                                                            \
      AT(WHICH, n, bits, scope, ".global", text, "");                                                                  \
    else                                                                                                               \
      AT(WHICH, n, bits, scope, "", text, "");                                                                         \
    break;
    switch (name) { SILICON_ATOMS(PLAIN, CAS, VECTOR) }
#undef AT
#undef SCALAR
#undef PLAIN
#undef CAS
#undef VECTOR
  }
};

// The address as the statement takes it. The own CTA's shared memory is in the cluster's window at the same place.
__device__ uint64_t atom_address(uint32_t space, void *place) {
  switch (space) {
  case IN_GLOBAL: return __cvta_generic_to_global(place);
  case IN_SHARED:
  case IN_CLUSTER: return __cvta_generic_to_shared(place);
  case IN_OTHER: {
    uint32_t other;
    asm("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(other) : "r"((uint32_t)__cvta_generic_to_shared(place)));
    return other;
  }
  case TO_OTHER: {
    uint64_t other;
    asm("mapa.u64 %0, %1, 1;" : "=l"(other) : "l"(place));
    return other;
  }
  default: return (uint64_t)place;
  }
}

// The lanes of act execute their statement; no two of different arms do so together.
__device__ void atom_execute(const atom_case &test, unsigned lane, uint64_t address, wide &d) {
#pragma unroll 1
  for (unsigned arm = 0; arm < 2; arm++)
    if (test.act >> lane & 1 && (test.first >> lane & 1) != arm)
      atom_family::run(test.name, test.space, address, test.b[lane], test.c[lane], d);
}

__global__ void run_atom(const atom_case *cases, atom_answer *answers) {
  __shared__ alignas(16) uint8_t shared[ATOM_BYTES];
  const unsigned lane = threadIdx.x;
  const atom_case &test = cases[blockIdx.x];
  atom_answer &answer = answers[blockIdx.x];
  uint8_t *const memory = atom_is_global(test.space) ? answer.memory : shared;
  wide d = {0, 0};

  for (unsigned i = lane; i < ATOM_BYTES; i += LANES)
    memory[i] = test.memory[i];
  __syncthreads();
  if (test.exit >> lane & 1)
    return;
  atom_execute(test, lane, atom_address(test.space, memory + test.at[lane]), d);
  __syncwarp(~test.exit);
  answer.d[lane] = d;
  answer.done[lane] = 1;
  if (lane == (unsigned)__ffs(~test.exit) - 1 && memory == shared)
    for (unsigned i = 0; i < ATOM_BYTES; i++)
      answer.memory[i] = shared[i];
}

// The first block of a cluster executes the statement, the second one has the memory. The first one's own memory at the same place
// is full of other values.
__global__ void __cluster_dims__(2, 1, 1) run_remote_atom(const atom_case *cases, atom_answer *answers) {
  __shared__ alignas(16) uint8_t shared[ATOM_BYTES];
  const unsigned lane = threadIdx.x, cta = blockIdx.x % 2;
  const atom_case &test = cases[blockIdx.x / 2];
  atom_answer &answer = answers[blockIdx.x / 2];
  wide d = {0, 0};

  for (unsigned i = lane; i < ATOM_BYTES; i += LANES)
    shared[i] = cta ? test.memory[i] : ~test.memory[i];
  __syncwarp();
  cluster_family::meet_all();
  if (cta == 0 && test.exit >> lane & 1)
    return;
  if (cta == 0) {
    atom_execute(test, lane, atom_address(test.space, shared + test.at[lane]), d);
    __syncwarp(~test.exit);
    answer.d[lane] = d;
    answer.done[lane] = 1;
  }
  cluster_family::meet_all();
  for (unsigned i = lane; i < ATOM_BYTES && cta; i += LANES)
    answer.memory[i] = shared[i];
}

#endif
