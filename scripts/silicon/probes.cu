// SPDX-License-Identifier: Apache-2.0
// Questions that the PTX text leaves open, a kernel and an answer each. Prints; judges nothing.
#include "gpu.cuh"
#include "probe_barriers.cuh"

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

// ---- d of shfl from a lane that takes no part: lanes 1, 3, 5, ... stay away, the others read a neighbour. They have exited, or
// are in another arm of a branch.
enum { UP, DOWN, BFLY, IDX, MODES };
const uint32_t segments[] = {0x001f, 0x101f, 0x181f, 0x1c1f}; // c: 32, 16, 8 and 4 lanes; 0x1f is 0 for up

__global__ void shfl_inactive(uint64_t *words, int mode, uint32_t c, bool exits) {
  const unsigned lane = threadIdx.x;
  uint32_t a = 0xa0000000u + lane, b = mode == IDX ? lane + 1 : 1, d = 0xd0000000u + lane, p = 0;
#define SHFL(text)                                                                                                     \
  asm volatile("{\n\t.reg .pred p;\n\tshfl.sync." text ".b32 %0|p, %2, %3, %4, 0x55555555;\n\tselp.u32 %1, 1, 0, "     \
               "p;\n\t}"                                                                                               \
               : "+r"(d), "=r"(p)                                                                                      \
               : "r"(a), "r"(b), "r"(c))
  if (lane & 1) {
    if (exits)
      return;
    __nanosleep(1000);
  } else {
    switch (mode) {
    case UP: SHFL("up"); break;
    case DOWN: SHFL("down"); break;
    case BFLY: SHFL("bfly"); break;
    default: SHFL("idx"); break;
    }
  }
#undef SHFL
  words[lane] = (uint64_t)p << 32 | d;
}

bool probe_shfl(const char *name, bool exits) {
  unsigned lanes = 0, zero = 0, own = 0, theirs = 0, old = 0, other = 0, p = 0;
  for (int mode = 0; mode < MODES; mode++)
    for (const uint32_t segment : segments) {
      const uint32_t c = mode == UP ? segment & 0x1f00 : segment;
      const auto words = ask(name, shfl_inactive, 1, 32, mode, c, exits);
      const unsigned size = 32 - (c >> 8);
      if (words.empty())
        return false;
      for (unsigned lane = 0; lane < 32; lane += 2) {
        const unsigned source = mode == UP ? lane - 1 : lane + 1;
        if (mode == UP && lane % size == 0) // there is no source
          continue;
        const uint32_t d = (uint32_t)words[lane];
        lanes++;
        p += (unsigned)(words[lane] >> 32);
        (d == 0                      ? zero
         : d == 0xa0000000u + lane   ? own
         : d == 0xa0000000u + source ? theirs
         : d == 0xd0000000u + lane   ? old
                                     : other)++;
      }
    }
  printf("%s: of %u lanes in four modes 0 in %u, own a in %u, a of the source lane in %u, old d in %u, other in %u; p "
         "true in %u\n",
         name, lanes, zero, own, theirs, old, other, p);
  return true;
}

// ---- leader of elect.sync; mask of block i by a hash; exits: lanes outside `stay` have exited but stand in the mask
__device__ uint32_t hash(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

// Of each mask: who stays, the sum of the leaders' lanes and 64 for each of them, lanes whose d is not that of the first one
__global__ void elect_leader(uint64_t *words, bool exits) {
  const uint32_t sparse = hash(2 * blockIdx.x + 1) & hash(2 * blockIdx.x + 77777), stay = sparse ? sparse : 1u << 31;
  const uint32_t mask = exits ? stay | hash(blockIdx.x) : stay;
  unsigned long long *const out = (unsigned long long *)words + 3 * blockIdx.x;
  uint32_t d, p;
  if (!(stay >> threadIdx.x & 1))
    return;
  asm volatile("{\n\t.reg .pred p;\n\telect.sync %0|p, %2;\n\tselp.u32 %1, 1, 0, p;\n\t}"
               : "=r"(d), "=r"(p)
               : "r"(mask));
  out[0] = stay;
  if (p)
    atomicAdd(&out[1], 64 + threadIdx.x);
  if (d != __shfl_sync(stay, d, __ffs(stay) - 1))
    atomicAdd(&out[2], 1);
  if (threadIdx.x == __ffs(stay) - 1)
    atomicAdd(&out[2], (unsigned long long)d << 32);
}

bool probe_elect(const char *name, bool exits) {
  enum { MASKS = 4096 };
  const auto words = ask(name, elect_leader, MASKS, 3 * MASKS, exits);
  unsigned lowest = 0, highest = 0, other = 0, not_one = 0, unlike = 0;
  for (size_t i = 0; i < words.size(); i += 3) {
    const unsigned stay = (unsigned)words[i], leaders = (unsigned)words[i + 1] / 64, lane = words[i + 1] % 64;
    unlike += words[i + 2] != (uint64_t)lane << 32;
    if (leaders != 1)
      not_one++;
    else if (lane == (unsigned)__builtin_ctz(stay))
      lowest++;
    else if (lane == 31 - (unsigned)__builtin_clz(stay))
      highest++;
    else
      other++;
  }
  if (!words.empty())
    printf(
        "%s: of %d masks lowest live lane in %u, highest in %u, other in %u, not one leader in %u; d of a lane unlike "
        "the leader in %u\n",
        name, MASKS, lowest, highest, other, not_one, unlike);
  return !words.empty();
}

// ---- the word of an mbarrier object after a few operations of one thread. A load finds what was there before init, and the
// word only once the object is no more: so there is an object for each of the first 1, 2, ... operations, and mbarrier.inval.
enum { INIT, ARRIVE, NO_COMPLETE, DROP, EXPECT, COMPLETE, MBAR_OPS };
const char *const mbar_names[MBAR_OPS] = {"init",        "arrive",    "arrive.noComplete",
                                          "arrive_drop", "expect_tx", "complete_tx"};
enum { MOST = 6, BEFORE = 0x1111 };

struct mbar_step {
  int op; // MBAR_OPS: the last one was before
  uint32_t n;
};
struct mbar_probe {
  mbar_step steps[MOST + 1];
};

__device__ uint64_t word_at(uint32_t at) {
  uint64_t word;
  asm volatile("ld.volatile.shared::cta.b64 %0, [%1];" : "=l"(word) : "r"(at) : "memory");
  return word;
}

__device__ uint64_t mbar_step_at(uint32_t at, const mbar_step &step) { // gives the token
  const uint32_t n = step.n;
  uint64_t token = 0;
  switch (step.op) {
  case INIT: asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(n) : "memory"); break;
  case ARRIVE:
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;" : "=l"(token) : "r"(at), "r"(n) : "memory");
    break;
  case NO_COMPLETE:
    asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], %2;" : "=l"(token) : "r"(at), "r"(n) : "memory");
    break;
  case DROP:
    asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1], %2;" : "=l"(token) : "r"(at), "r"(n) : "memory");
    break;
  case EXPECT:
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(n) : "memory");
    break;
  case COMPLETE:
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(n) : "memory");
    break;
  }
  return token;
}

// Of each operation: the word, the token, whether a wait for parity 0 and for parity 1 then gives true, what a load finds.
__global__ void mbarrier_words(uint64_t *words, mbar_probe probe) {
  __shared__ uint64_t object;
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(&object);
  if (threadIdx.x)
    return;
  for (int last = 0; probe.steps[last].op < MBAR_OPS; last++) {
    uint64_t token = 0, *const out = words + 4 * last;
    uint32_t done[2];
    asm volatile("st.volatile.shared::cta.b64 [%0], %1;" ::"r"(at), "l"((uint64_t)BEFORE) : "memory");
    for (int i = 0; i <= last; i++)
      token = mbar_step_at(at, probe.steps[i]);
    for (uint32_t parity = 0; parity < 2; parity++)
      asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n\tselp.u32 %0, 1, 0, "
                   "p;\n\t}"
                   : "=r"(done[parity])
                   : "r"(at), "r"(parity)
                   : "memory");
    __nanosleep(10000);
    asm volatile("fence.proxy.async;" ::: "memory");
    __threadfence();
    out[3] = word_at(at);
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(at) : "memory");
    out[0] = word_at(at);
    out[1] = token;
    out[2] = done[1] << 1 | done[0];
  }
}

bool probe_mbarrier() {
  const mbar_step end = {MBAR_OPS, 0};
  const mbar_probe probes[] = {
      {{{INIT, 1}, end}},
      {{{INIT, 2}, end}},
      {{{INIT, 0xfffff}, end}},
      {{{INIT, 3}, {ARRIVE, 1}, {ARRIVE, 2}, {NO_COMPLETE, 2}, {ARRIVE, 1}, end}},
      {{{INIT, 3}, {DROP, 1}, {ARRIVE, 2}, {ARRIVE, 2}, end}},
      {{{INIT, 3}, {EXPECT, 1}, {EXPECT, 0x12344}, {COMPLETE, 0x12345}, {COMPLETE, 1}, {EXPECT, 1}, end}},
      {{{INIT, 3}, {EXPECT, 0xfffff}, end}},
      {{{INIT, 1}, {EXPECT, 16}, {ARRIVE, 1}, {COMPLETE, 16}, end}},  // pending 0, tx not
      {{{INIT, 1}, {COMPLETE, 16}, {ARRIVE, 1}, {EXPECT, 16}, end}}}; // expect_tx completes the phase
  for (const mbar_probe &probe : probes) {
    const auto words = ask("mbarrier", mbarrier_words, 1, 4 * MOST, probe);
    bool before = true;
    if (words.empty())
      return false;
    puts("mbarrier:");
    for (int i = 0; probe.steps[i].op < MBAR_OPS; i++) {
      const uint64_t *const out = words.data() + 4 * i;
      printf("  %s %#x: word 0x%016" PRIx64, mbar_names[probe.steps[i].op], probe.steps[i].n, out[0]);
      if (out[1])
        printf(", token 0x%016" PRIx64, out[1]);
      printf(", waits for parity 0 %s, 1 %s\n", out[2] & 1 ? "true" : "false", out[2] & 2 ? "true" : "false");
      before = before && out[3] == BEFORE;
    }
    printf("  a load before inval, 10 us later and behind fences, found %s\n",
           before ? "what was there before init" : "something else than before init");
  }
  return true;
}

// ---- how long try_wait waits on a phase that nobody completes, without a limit of its own (hint 0) and with one, in ns
enum { TRIES = 8 };

__device__ uint64_t nanoseconds() {
  uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
  return now;
}

__global__ void try_wait_limit(uint64_t *words, uint32_t hint) {
  __shared__ uint64_t object;
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(&object);
  if (threadIdx.x)
    return;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
  for (int i = 0; i < TRIES; i++) {
    uint32_t done;
    const uint64_t before = nanoseconds(), clock0 = (uint64_t)clock64();
    if (hint)
      asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0, %2;\n\tselp.u32 %0, 1, "
                   "0, p;\n\t}"
                   : "=r"(done)
                   : "r"(at), "r"(hint)
                   : "memory");
    else
      asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n\tselp.u32 %0, 1, 0, "
                   "p;\n\t}"
                   : "=r"(done)
                   : "r"(at)
                   : "memory");
    if (done) // the clock is read once the answer is there
      words[2 * TRIES] = 1;
    const uint64_t clock1 = (uint64_t)clock64();
    words[i] = nanoseconds() - before;
    words[TRIES + i] = clock1 - clock0;
  }
}

bool probe_try_wait(uint32_t hint) {
  const auto words = ask("try_wait", try_wait_limit, 1, 2 * TRIES + 1, hint);
  if (words.empty())
    return false;
  if (hint)
    printf("try_wait with the limit %" PRIu32 " ns, ns:", hint);
  else
    printf("try_wait without a limit, ns:");
  for (int i = 0; i < TRIES; i++)
    printf(" %" PRIu64, words[i]);
  printf("; clocks:");
  for (int i = 0; i < TRIES; i++)
    printf(" %" PRIu64, words[TRIES + i]);
  puts(words[2 * TRIES] ? "; true, which is wrong" : "");
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
      {f.quiet() | 6, f.quiet() | f.sign() | 5},
      {f.inf() | 1, f.one()}, // signalling
      {f.one(), f.inf() | 1},
      {f.inf() | 1, f.quiet() | 6},
      {f.quiet() | 6, f.inf() | 1},
      {f.inf(), f.inf() | f.sign()}, // made by the sum
      {f.inf() | f.sign(), f.inf()},
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
  const bool named = alone([] { // no process of barriers may come from one that has to do with the GPU
    std::string who;
    bool f32;
    const bool good = gpu_name(who, f32);
    if (good)
      printf("answered by %s\n", who.c_str());
    return good ? 0 : 1;
  });
  bool good = named && probe_barriers();
  good = good && probe_shfl("shfl from exited lanes", true);
  good = good && probe_shfl("shfl from lanes in another arm", false);
  good = good && probe_elect("elect, sparse masks", false);
  good = good && probe_elect("elect, exited lanes in the mask", true);
  good = good && probe_mbarrier();
  for (const uint32_t hint : {0u, 1000u, 10000u, 100000u, 10000000u})
    good = good && probe_try_wait(hint);
  good = good && probe_atomics();
  return good ? 0 : 1;
}
