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

// ---- atomics: what add makes of subnormals and NaN in shared and global memory; min and max of half types with zeros and NaN
struct format { // of a type; the sign stands above fraction and exponent
  const char *name;
  unsigned frac, exp; // bits

  uint64_t one() const { return 1ull << frac; } // the least normal number
  uint64_t sign() const { return 1ull << (frac + exp); }
  uint64_t inf() const { return sign() - one(); }
  uint64_t quiet() const { return inf() | one() >> 1; }
  int digits() const { return (int)(frac + exp + 1) / 4; }
  uint64_t cut(uint64_t word) const { return word & (2 * sign() - 1); }
};
enum { F16, BF16, F32, F64, FORMATS };
const format formats[FORMATS] = {{"noftz.f16", 10, 5}, {"noftz.bf16", 7, 8}, {"f32", 23, 8}, {"f64", 52, 11}};

__global__ void add_pair(uint64_t *words, int type, uint64_t old, uint64_t b) {
  __shared__ uint64_t shared;
  uint64_t *global = &words[2];
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(&shared);
  if (threadIdx.x)
    return;
  shared = old;
  *global = old;
#define ADD(type, text, kind, word)                                                                                    \
  case type:                                                                                                           \
    asm volatile("red.shared::cta.add." text " [%0], %2;\n\tred.global.add." text " [%1], %2;" ::"r"(at), "l"(global), \
                 kind((word)b)                                                                                         \
                 : "memory");                                                                                          \
    break;
  switch (type) {
    ADD(F16, "noftz.f16", "h", uint16_t)
    ADD(BF16, "noftz.bf16", "h", uint16_t)
    ADD(F32, "f32", "r", uint32_t)
    ADD(F64, "f64", "l", uint64_t)
  }
#undef ADD
  words[0] = *(volatile uint64_t *)&shared;
  words[1] = *(volatile uint64_t *)global;
}

__global__ void half_minmax(uint64_t *words, int type, bool max, uint16_t old, uint16_t b) {
  uint16_t *there = (uint16_t *)&words[2];
  uint16_t d0, d1;
  if (threadIdx.x)
    return;
  there[0] = there[1] = old;
#define MINMAX(number, text)                                                                                           \
  case number:                                                                                                         \
    asm volatile("atom.global." text " {%0, %1}, [%2], {%3, %3};"                                                      \
                 : "=h"(d0), "=h"(d1)                                                                                  \
                 : "l"(there), "h"(b)                                                                                  \
                 : "memory");                                                                                          \
    break;
  switch (2 * type + max) {
    MINMAX(2 * F16, "min.noftz.v2.f16")
    MINMAX(2 * F16 + 1, "max.noftz.v2.f16")
    MINMAX(2 * BF16, "min.noftz.v2.bf16")
    MINMAX(2 * BF16 + 1, "max.noftz.v2.bf16")
  }
#undef MINMAX
  words[0] = *(volatile uint16_t *)there;
  words[1] = (uint64_t)d1 << 16 | d0;
}

bool probe_add(int type) {
  const format &f = formats[type];
  const uint64_t pairs[][2] = {
      {0x10, 0x23},                      // subnormals
      {f.one() + 3, f.one() | f.sign()}, // normal numbers with a subnormal sum
      {f.sign() | 1, f.sign() | 1},      // negative ones
      {f.quiet() | 5, f.one()},          // NaN with a payload, in memory and as operand
      {f.one(), f.quiet() | 5},
      {f.quiet() | f.sign() | 5, f.quiet() | 6}, // both
      {f.inf() | 1, f.one()},                    // signalling
      {f.inf(), f.inf() | f.sign()},             // made by the sum
  };
  for (const auto &pair : pairs) {
    const auto sum = ask("add", add_pair, 1, 3, type, pair[0], pair[1]);
    if (sum.empty())
      return false;
    printf("add.%s in memory 0x%0*" PRIx64 ", operand 0x%0*" PRIx64 ": shared 0x%0*" PRIx64 ", global 0x%0*" PRIx64
           "\n",
           f.name, f.digits(), pair[0], f.digits(), pair[1], f.digits(), f.cut(sum[0]), f.digits(), f.cut(sum[1]));
  }
  return true;
}

bool probe_minmax(int type) {
  const format &f = formats[type];
  const uint64_t pairs[][2] = {{0, f.sign()},
                               {f.sign(), 0},
                               {f.quiet() | 5, f.one()},
                               {f.one(), f.quiet() | 5},
                               {f.inf() | 1, f.one()},
                               {f.one(), f.inf() | 1},
                               {f.inf() | 1, f.quiet() | f.sign() | 5},
                               {1, 2}}; // subnormals
  for (const auto &pair : pairs)
    for (int max = 0; max < 2; max++) {
      const auto half = ask("min, max", half_minmax, 1, 3, type, max != 0, (uint16_t)pair[0], (uint16_t)pair[1]);
      if (half.empty())
        return false;
      printf("%s.%s in memory 0x%04x, operand 0x%04x: 0x%04x\n", max ? "max" : "min", f.name, (unsigned)pair[0],
             (unsigned)pair[1], (unsigned)half[0]);
    }
  return true;
}

bool probe_atomics() {
  bool good = true;
  for (int type = 0; type < FORMATS; type++)
    good = good && probe_add(type);
  return good && probe_minmax(F16) && probe_minmax(BF16);
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
