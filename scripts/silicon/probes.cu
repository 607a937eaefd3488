// SPDX-License-Identifier: Apache-2.0
// Questions that the PTX text leaves open, a kernel and an answer each. Prints; judges nothing.
#include "gpu.cuh"

#include <cinttypes>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

// A kernel of one warp a block writes words; n of them come back. Empty: it failed.
template <class Kernel, class... Arguments>
std::vector<uint64_t> ask(const char *name, Kernel kernel, unsigned blocks, size_t n, Arguments... arguments) {
  uint64_t *words = nullptr;
  std::vector<uint64_t> back(n);
  const size_t bytes = n * sizeof *words;
  if (!gpu_ok(cudaMalloc(&words, bytes), name) || !gpu_ok(cudaMemset(words, 0, bytes), name))
    return {};
  kernel<<<blocks, 32>>>(words, arguments...);
  if (!gpu_wait(name) || !gpu_ok(cudaMemcpy(back.data(), words, bytes, cudaMemcpyDeviceToHost), name))
    return {};
  cudaFree(words);
  return back;
}

// ---- d of shfl from a lane that takes no part: lanes 1, 3, 5, ... stay away, lane i reads lane i + 1
__global__ void shfl_inactive(uint64_t *words) {
  const unsigned lane = threadIdx.x;
  uint32_t a = 0xa0000000u + lane, d = 0xd0000000u + lane, p;
  if (lane & 1) {
    words[lane] = a;
    return;
  }
  asm volatile("{\n\t.reg .pred p;\n\tshfl.sync.down.b32 %0|p, %2, 1, 31, 0x55555555;\n\tselp.u32 %1, 1, 0, p;\n\t}"
               : "+r"(d), "=r"(p)
               : "r"(a));
  words[lane] = (uint64_t)p << 32 | d;
}

// The same with the other lanes alive, in another arm of a branch.
__global__ void shfl_diverged(uint64_t *words) {
  const unsigned lane = threadIdx.x;
  uint32_t a = 0xa0000000u + lane, d = 0xd0000000u + lane, p = 0;
  if (lane & 1)
    __nanosleep(1000);
  else
    asm volatile("{\n\t.reg .pred p;\n\tshfl.sync.down.b32 %0|p, %2, 1, 31, 0x55555555;\n\tselp.u32 %1, 1, 0, p;\n\t}"
                 : "+r"(d), "=r"(p)
                 : "r"(a));
  words[lane] = (uint64_t)p << 32 | d;
}

bool probe_shfl(const char *name, void (*kernel)(uint64_t *)) {
  const auto words = ask(name, kernel, 1, 32);
  unsigned zero = 0, own = 0, theirs = 0, old = 0, other = 0, p = 0;
  for (size_t lane = 0; lane < words.size(); lane += 2) {
    const uint32_t d = (uint32_t)words[lane];
    p += (unsigned)(words[lane] >> 32);
    if (d == 0)
      zero++;
    else if (d == 0xa0000000u + lane)
      own++;
    else if (d == 0xa0000000u + lane + 1)
      theirs++;
    else if (d == 0xd0000000u + lane)
      old++;
    else
      other++;
  }
  if (!words.empty())
    printf("%s: of 16 lanes 0 in %u, own a in %u, a of the source lane in %u, old d in %u, other in %u; p true in %u\n",
           name, zero, own, theirs, old, other, p);
  return !words.empty();
}

// ---- leader of elect.sync; mask of block i by a hash; exits: lanes outside `stay` have exited but stand in the mask
__device__ uint32_t hash(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

__global__ void elect_leader(uint64_t *words, bool exits) {
  const uint32_t sparse = hash(2 * blockIdx.x + 1) & hash(2 * blockIdx.x + 77777), stay = sparse ? sparse : 1u << 31;
  const uint32_t mask = exits ? stay | hash(blockIdx.x) : stay;
  uint32_t d, p;
  if (!(stay >> threadIdx.x & 1))
    return;
  asm volatile("{\n\t.reg .pred p;\n\telect.sync %0|p, %2;\n\tselp.u32 %1, 1, 0, p;\n\t}"
               : "=r"(d), "=r"(p)
               : "r"(mask));
  if (p)
    words[blockIdx.x] = (uint64_t)(d & 63) << 32 | 1ull << 40 | (uint64_t)threadIdx.x << 48 | stay;
}

bool probe_elect(const char *name, bool exits) {
  const auto words = ask(name, elect_leader, 4096, 4096, exits);
  unsigned lowest = 0, highest = 0, other = 0, none = 0, unlike = 0;
  for (const uint64_t word : words) {
    const unsigned stay = (unsigned)word, d = word >> 32 & 63, lane = word >> 48 & 63;
    if (!(word >> 40 & 1)) {
      none++;
      continue;
    }
    unlike += d != lane;
    if (lane == (unsigned)__builtin_ctz(stay))
      lowest++;
    else if (lane == 31 - (unsigned)__builtin_clz(stay))
      highest++;
    else
      other++;
  }
  if (!words.empty())
    printf("%s: of 4096 masks lowest live lane in %u, highest in %u, other in %u, nobody in %u; d unlike the leader in "
           "%u\n",
           name, lowest, highest, other, none, unlike);
  return !words.empty();
}

// ---- the words of an mbarrier object: one thread; what: 0 init 3, expect_tx 0x12345; 1 init 1, expect_tx 16, arrive
// (pending 0, tx 16), complete_tx 16; 2 init 1, complete_tx 16 ahead, arrive (pending 0, tx -16), expect_tx 16
__global__ void mbarrier_words(uint64_t *words, int what) {
  __shared__ uint64_t object;
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(&object);
  volatile uint64_t *look = &object;
  uint32_t done;
  if (threadIdx.x)
    return;
  const uint32_t count = what ? 1 : 3, bytes = what ? 16 : 0x12345;
#define EXPECT asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(bytes) : "memory")
#define COMPLETE                                                                                                       \
  asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(bytes) : "memory")
#define ARRIVE asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory")
#define DONE                                                                                                           \
  asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0;\n\tselp.u32 %0, 1, 0, p;"  \
               "\n\t}"                                                                                                 \
               : "=r"(done)                                                                                            \
               : "r"(at)                                                                                               \
               : "memory")
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory");
  words[0] = *look;
  if (what == 2)
    COMPLETE;
  else
    EXPECT;
  words[1] = *look;
  if (what) {
    ARRIVE;
    words[2] = *look;
    DONE;
    words[4] = done;
    if (what == 1)
      COMPLETE;
    else
      EXPECT;
    words[3] = *look;
    DONE;
    words[5] = done;
  }
}

bool probe_mbarrier(const char *name, int what) {
  const auto words = ask(name, mbarrier_words, 1, 6, what);
  if (words.empty())
    return false;
  printf("%s: 0x%016" PRIx64 " 0x%016" PRIx64, name, words[0], words[1]);
  if (what)
    printf(" 0x%016" PRIx64 " 0x%016" PRIx64 "; phase complete before the last: %u, after it: %u", words[2], words[3],
           (unsigned)words[4], (unsigned)words[5]);
  putchar('\n');
  return true;
}

// ---- the time limit of try_wait without one of its own, on a phase that nobody completes
__global__ void try_wait_limit(uint64_t *words) {
  __shared__ uint64_t object;
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(&object);
  if (threadIdx.x)
    return;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
  for (int i = 0; i < 8; i++) {
    uint64_t before, after, clock0, clock1;
    asm volatile("{\n\t.reg .pred p;\n\tmov.u64 %0, %%globaltimer;\n\tmov.u64 %2, %%clock64;\n\t"
                 "mbarrier.try_wait.parity.shared::cta.b64 p, [%4], 0;\n\t"
                 "mov.u64 %3, %%clock64;\n\tmov.u64 %1, %%globaltimer;\n\t}"
                 : "=&l"(before), "=&l"(after), "=&l"(clock0), "=&l"(clock1)
                 : "r"(at)
                 : "memory");
    words[i] = after - before;
    words[8 + i] = clock1 - clock0;
  }
}

bool probe_try_wait(const char *name) {
  const auto words = ask(name, try_wait_limit, 1, 16);
  if (words.empty())
    return false;
  printf("%s, ns:", name);
  for (int i = 0; i < 8; i++)
    printf(" %" PRIu64, words[i]);
  printf("; clocks:");
  for (int i = 8; i < 16; i++)
    printf(" %" PRIu64, words[i]);
  putchar('\n');
  return true;
}

// ---- atomics: f32 add of two subnormals; f16 min and max of zeros and NaN
__global__ void add_subnormal(uint64_t *words) {
  __shared__ float there;
  __shared__ uint32_t result;
  uint32_t *global = (uint32_t *)&words[2];
  if (threadIdx.x)
    return;
  there = __uint_as_float(0x00000100);
  *global = 0x00000100;
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(&there);
  const float b = __uint_as_float(0x00000023);
  asm volatile("red.shared::cta.add.f32 [%0], %1;" ::"r"(at), "f"(b) : "memory");
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(global), "f"(b) : "memory");
  asm volatile("ld.shared.b32 %0, [%1];" : "=r"(result) : "r"(at) : "memory");
  words[0] = result;
  asm volatile("ld.volatile.global.b32 %0, [%1];" : "=r"(result) : "l"(global) : "memory");
  words[1] = result;
}

__global__ void half_minmax(uint64_t *words, uint16_t old, uint16_t b, bool max) {
  uint16_t *there = (uint16_t *)&words[2];
  uint16_t d0, d1;
  if (threadIdx.x)
    return;
  there[0] = there[1] = old;
  if (max)
    asm volatile("atom.global.max.noftz.v2.f16 {%0, %1}, [%2], {%3, %3};"
                 : "=h"(d0), "=h"(d1)
                 : "l"(there), "h"(b)
                 : "memory");
  else
    asm volatile("atom.global.min.noftz.v2.f16 {%0, %1}, [%2], {%3, %3};"
                 : "=h"(d0), "=h"(d1)
                 : "l"(there), "h"(b)
                 : "memory");
  asm volatile("ld.volatile.global.u16 %0, [%1];" : "=h"(d0) : "l"(there) : "memory");
  words[0] = d0;
  words[1] = d1;
}

bool probe_atomics() {
  const auto sum = ask("subnormals", add_subnormal, 1, 3);
  if (sum.empty())
    return false;
  printf("add.f32 0x00000100 + 0x00000023: shared 0x%08x, global 0x%08x\n", (unsigned)sum[0], (unsigned)sum[1]);
  const uint16_t pairs[][2] = {
      {0x0000, 0x8000}, {0x8000, 0x0000}, {0x7e00, 0x3c00}, {0x3c00, 0x7e01}, {0x7d01, 0x7e00}};
  for (const auto &pair : pairs)
    for (int max = 0; max < 2; max++) {
      const auto half = ask("f16", half_minmax, 1, 3, pair[0], pair[1], max != 0);
      if (half.empty())
        return false;
      printf("%s.noftz.f16 in memory 0x%04x, operand 0x%04x: 0x%04x\n", max ? "max" : "min", pair[0], pair[1],
             (unsigned)half[0]);
    }
  return true;
}

} // namespace

int main() {
  std::string who;
  bool f32;
  if (!gpu_name(who, f32))
    return 1;
  printf("answered by %s\n", who.c_str());
  const bool good = probe_shfl("shfl from exited lanes", shfl_inactive) &
                    probe_shfl("shfl from lanes in another arm", shfl_diverged) &
                    probe_elect("elect, sparse masks", false) & probe_elect("elect, exited lanes in the mask", true) &
                    probe_mbarrier("mbarrier init 3; expect_tx 0x12345", 0) &
                    probe_mbarrier("mbarrier init 1; expect_tx 16; arrive; complete_tx 16", 1) &
                    probe_mbarrier("mbarrier init 1; complete_tx 16; arrive; expect_tx 16", 2) &
                    probe_try_wait("try_wait without a limit") & probe_atomics();
  return good ? 0 : 1;
}
