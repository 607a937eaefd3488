// SPDX-License-Identifier: Apache-2.0
// Clocks of a GPU: chains in which each instruction needs the result of the one before, in one warp (bar.sync: in four);
// and eight such chains side by side in each of 32 warps of one SM. Prints a line for each instruction; judges nothing.
#include "gpu.cuh"
#include "lane.cuh"

#include <algorithm>
#include <vector>

namespace {

enum { LENGTH = 64, STREAMS = 8, TURNS = 16, BLOCK = 1024, BEST_OF = 20 };

struct place {           // what an instruction finds besides its chain
  uint32_t object, zero; // address of an mbarrier object of the warp; a zero that the compiler does not know
  uint32_t own, common;  // addresses of a word of the lane, of one of the warp
};

// Each takes the last result and gives the next one. `zero` makes an operand depend on it without changing it.
// ptxas takes several into one where it sees that it can (x + 1 + 1; a lane of what is the same in all lanes): so operands
// come from the chain or from memory.
struct mad_chain {
  static constexpr const char *name = "mad.lo.u32";
  static __device__ uint32_t next(uint32_t x, const place &place) {
    asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(place.object), "r"(place.zero));
    return x;
  }
};
struct shfl_chain { // a and b
  static constexpr const char *name = "shfl.sync";
  static __device__ uint32_t next(uint32_t x, const place &) {
    asm volatile("shfl.sync.idx.b32 %0, %0, %0, 31, 0xffffffff;" : "+r"(x));
    return x;
  }
};
struct vote_chain {
  static constexpr const char *name = "vote.sync";
  static __device__ uint32_t next(uint32_t x, const place &) {
    asm volatile("{\n\t.reg .pred q;\n\tsetp.ne.u32 q, %0, 7;\n\tvote.sync.ballot.b32 %0, q, 0xffffffff;\n\t}"
                 : "+r"(x));
    return x;
  }
};
struct match_any_chain {
  static constexpr const char *name = "match.any.sync";
  static __device__ uint32_t next(uint32_t x, const place &) {
    asm volatile("match.any.sync.b32 %0, %0, 0xffffffff;" : "+r"(x));
    return x;
  }
};
struct match_all_chain {
  static constexpr const char *name = "match.all.sync";
  static __device__ uint32_t next(uint32_t x, const place &) {
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b32 %0|p, %0, 0xffffffff;\n\t}" : "+r"(x));
    return x;
  }
};
struct redux_chain {
  static constexpr const char *name = "redux.sync";
  static __device__ uint32_t next(uint32_t x, const place &) {
    asm volatile("redux.sync.add.u32 %0, %0, 0xffffffff;" : "+r"(x));
    return x;
  }
};
struct bar_chain { // all warps of the block
  static constexpr const char *name = "bar.sync";
  static __device__ uint32_t next(uint32_t x, const place &) {
    asm volatile("bar.sync 1;" ::: "memory");
    return x;
  }
};
struct arrive_chain { // all lanes at one object
  static constexpr const char *name = "mbarrier.arrive";
  static __device__ uint32_t next(uint32_t x, const place &place) {
    uint64_t token;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
                 : "=l"(token)
                 : "r"(place.object + (x & place.zero))
                 : "memory");
    return (uint32_t)token;
  }
};
struct try_wait_chain { // for a phase that is over
  static constexpr const char *name = "mbarrier.try_wait";
  static __device__ uint32_t next(uint32_t x, const place &place) {
    asm volatile(
        "{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 1;\n\tselp.u32 %0, 1, 0, p;\n\t}"
        : "=r"(x)
        : "r"(place.object + (x & place.zero))
        : "memory");
    return x;
  }
};
struct atom_own_chain {
  static constexpr const char *name = "atom.shared.add";
  static __device__ uint32_t next(uint32_t x, const place &place) {
    asm volatile("atom.shared::cta.add.u32 %0, [%1], %0;" : "+r"(x) : "r"(place.own) : "memory");
    return x;
  }
};
struct atom_common_chain {
  static constexpr const char *name = "atom.shared.add, one word";
  static __device__ uint32_t next(uint32_t x, const place &place) {
    asm volatile("atom.shared::cta.add.u32 %0, [%1], %0;" : "+r"(x) : "r"(place.common) : "memory");
    return x;
  }
};

// span: first and last clock of each warp. sink keeps the results alive.
template <class Chain, int N> __global__ void run_chains(uint64_t *span, uint32_t *sink, uint32_t zero) {
  __shared__ uint64_t objects[BLOCK / 32];
  __shared__ uint32_t own[BLOCK];
  const unsigned warp = threadIdx.x / 32;
  const place place = {(uint32_t)__cvta_generic_to_shared(&objects[warp]), zero,
                       (uint32_t)__cvta_generic_to_shared(&own[threadIdx.x]),
                       (uint32_t)__cvta_generic_to_shared(&own[32 * warp])};
  uint32_t x[N];

  if (threadIdx.x % 32 == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 0xfffff;" ::"r"(place.object) : "memory");
  own[threadIdx.x] = threadIdx.x;
  for (uint32_t &v : x)
    v = threadIdx.x;
  for (int pass = 0; pass < 2; pass++) { // the first one fills the instruction cache
    __syncthreads();
    const uint64_t begin = (uint64_t)clock64();
#pragma unroll 1
    for (int turn = 0; turn < TURNS; turn++)
#pragma unroll
      for (int i = 0; i < LENGTH / N; i++)
#pragma unroll
        for (int k = 0; k < N; k++)
          x[k] = Chain::next(x[k], place);
    uint32_t sum = 0;
    for (const uint32_t v : x)
      sum += v;
    if (sum == zero + 0x12345678) // needs the last results
      *sink = sum;
    const uint64_t end = (uint64_t)clock64();
    if (threadIdx.x % 32 == 0) {
      span[2 * warp] = begin;
      span[2 * warp + 1] = end;
    }
  }
}

// The least clocks from the first begin to the last end among BEST_OF runs; 0: it failed.
template <class Chain, int N> uint64_t clocks(unsigned threads) {
  const size_t words = 2 * threads / 32;
  uint64_t *span = nullptr, best = 0;
  uint32_t *sink = nullptr;
  std::vector<uint64_t> back(words);

  if (!gpu_ok(cudaMalloc(&span, words * sizeof *span), Chain::name) ||
      !gpu_ok(cudaMalloc(&sink, sizeof *sink), Chain::name))
    return 0;
  for (int i = 0; i < BEST_OF; i++) {
    run_chains<Chain, N><<<1, threads>>>(span, sink, 0);
    if (!gpu_wait(Chain::name) ||
        !gpu_ok(cudaMemcpy(back.data(), span, words * sizeof *span, cudaMemcpyDeviceToHost), Chain::name))
      return 0;
    uint64_t begin = UINT64_MAX, end = 0;
    for (size_t warp = 0; warp < words / 2; warp++) {
      begin = std::min(begin, back[2 * warp]);
      end = std::max(end, back[2 * warp + 1]);
    }
    if (!best || end - begin < best)
      best = end - begin;
  }
  cudaFree(span);
  cudaFree(sink);
  return best;
}

// name, clocks of one in a chain, warp instructions a clock in eight chains of 32 warps
template <class Chain> bool measure(unsigned threads) {
  const double count = LENGTH * TURNS;
  const uint64_t chain = clocks<Chain, 1>(threads), streams = clocks<Chain, STREAMS>(BLOCK);
  if (!chain || !streams)
    return false;
  printf("%s\t%.1f\t%.3f\n", Chain::name, (double)chain / count, count * (BLOCK / 32) / (double)streams);
  return true;
}

} // namespace

int main() {
  std::string who;
  bool f32;
  if (!gpu_name(who, f32))
    return 1;
  printf("# %s\n", who.c_str());
  const bool good = measure<mad_chain>(32) && measure<shfl_chain>(32) && measure<vote_chain>(32) &&
                    measure<match_any_chain>(32) && measure<match_all_chain>(32) && measure<redux_chain>(32) &&
                    measure<bar_chain>(128) && measure<arrive_chain>(32) && measure<try_wait_chain>(32) &&
                    measure<atom_own_chain>(32) && measure<atom_common_chain>(32);
  return good ? 0 : 1;
}
