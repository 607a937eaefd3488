// SPDX-License-Identifier: Apache-2.0
// Floats of atom and red: the model beside a GPU. Of f16 and bf16 every pair of values, added, the lesser, the greater; of f32 and f64
// sums of operands that are made to find faults (tb/atom/operands.c).
//
// floats [N [SEED]]: N sums of f32 in global memory, of f32 in shared memory, of f64; 10^9 if not said. A line for each function. Exit
// status 1 if one differs. The model runs on all processors of the host and decides how long it takes.
#include "gpu.cuh"

#include <atomic>
#include <cinttypes>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <vector>

extern "C" {
#include "../../tb/atom/operands.h"
}

namespace {

enum { BLOCK = 256, CHUNK = 1 << 24 }; // threads of a block; values in memory at a time

// Memory holds x twice, the operand is y and y + 1: word w stands for two pairs of 2^32.
__host__ __device__ uint32_t in_memory(uint32_t w) { return (w >> 15) * 0x10001u; }
__host__ __device__ uint32_t operand(uint32_t w) { return (w << 1 & 0xffff) * 0x10001u + 0x10000u; }

#define HALF_KERNEL(NAME, TEXT)                                                                                        \
  __global__ void NAME(uint32_t first, uint32_t *memory) {                                                             \
    const uint32_t i = 2 * (blockIdx.x * BLOCK + threadIdx.x), w = first + i;                                          \
    memory[i] = in_memory(w);                                                                                          \
    memory[i + 1] = in_memory(w + 1);                                                                                  \
    asm volatile("red.global" TEXT " [%0], {%1, %2};"                                                                  \
                 :                                                                                                     \
                 : "l"(__cvta_generic_to_global(memory + i)), "r"(operand(w)), "r"(operand(w + 1))                     \
                 : "memory");                                                                                          \
  }
HALF_KERNEL(add_f16, ".add.noftz.v2.f16x2")
HALF_KERNEL(min_f16, ".min.noftz.v2.f16x2")
HALF_KERNEL(max_f16, ".max.noftz.v2.f16x2")
HALF_KERNEL(add_bf16, ".add.noftz.v2.bf16x2")
HALF_KERNEL(min_bf16, ".min.noftz.v2.bf16x2")
HALF_KERNEL(max_bf16, ".max.noftz.v2.bf16x2")

__global__ void add_global_f32(uint64_t *memory, const uint64_t *b) {
  const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
  asm volatile("red.global.add.f32 [%0], %1;"
               :
               : "l"(__cvta_generic_to_global(memory + i)), "f"(__uint_as_float((uint32_t)b[i]))
               : "memory");
}
__global__ void add_shared_f32(uint64_t *memory, const uint64_t *b) {
  __shared__ uint32_t words[BLOCK];
  const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
  words[threadIdx.x] = (uint32_t)memory[i];
  asm volatile("red.shared.add.f32 [%0], %1;"
               :
               : "r"((uint32_t)__cvta_generic_to_shared(words + threadIdx.x)), "f"(__uint_as_float((uint32_t)b[i]))
               : "memory");
  memory[i] = *(volatile uint32_t *)(words + threadIdx.x);
}
__global__ void add_global_f64(uint64_t *memory, const uint64_t *b) {
  const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
  asm volatile("red.global.add.f64 [%0], %1;"
               :
               : "l"(__cvta_generic_to_global(memory + i)), "d"(__longlong_as_double((long long)b[i]))
               : "memory");
}

struct tally {
  const char *name;
  std::atomic<uint64_t> wrong{0};
  std::mutex first;

  void differs(uint64_t r, uint64_t b, uint64_t gpu, uint64_t model) {
    if (wrong++)
      return;
    const std::lock_guard<std::mutex> alone(first);
    fprintf(stderr,
            "floats: %s: 0x%" PRIx64 " in memory, operand 0x%" PRIx64 ": GPU 0x%" PRIx64 ", model 0x%" PRIx64 "\n",
            name, r, b, gpu, model);
  }
};

// work(from, to), on all processors.
void in_parallel(uint32_t count, const std::function<void(uint32_t, uint32_t)> &work) {
  const uint32_t parts = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (uint32_t part = 0; part < parts; part++)
    threads.emplace_back(work, (uint32_t)((uint64_t)count * part / parts),
                         (uint32_t)((uint64_t)count * (part + 1) / parts));
  for (std::thread &thread : threads)
    thread.join();
}

uint64_t model(unsigned fn, bool ftz, uint64_t r, uint64_t b) {
  ws_atom_value d;
  ws_atom(fn, ftz, {r, 0}, {b, 0}, {0, 0}, &d);
  return d.lo;
}

bool report(const tally &tally, uint64_t pairs) {
  printf("%-16s %13" PRIu64 " pairs, %" PRIu64 " differ\n", tally.name, pairs, tally.wrong.load());
  fflush(stdout);
  return !tally.wrong;
}

bool halves(const char *name, unsigned fn, void (*kernel)(uint32_t, uint32_t *)) {
  tally tally{name};
  std::vector<uint32_t> answers(CHUNK);
  uint32_t *memory = nullptr;
  bool good = gpu_ok(cudaMalloc(&memory, CHUNK * sizeof *memory), "memory for the values");

  for (uint64_t first = 0; good && first < UINT64_C(1) << 31; first += CHUNK) {
    kernel<<<CHUNK / 2 / BLOCK, BLOCK>>>((uint32_t)first, memory);
    good = gpu_wait(name) && gpu_ok(cudaMemcpy(answers.data(), memory, CHUNK * sizeof *memory, cudaMemcpyDeviceToHost),
                                    "copy from the GPU");
    in_parallel(good ? CHUNK : 0, [&](uint32_t from, uint32_t to) {
      for (uint32_t i = from; i < to; i++) {
        const uint32_t w = (uint32_t)first + i, want = (uint32_t)model(fn, false, in_memory(w), operand(w));
        if (answers[i] != want)
          tally.differs(in_memory(w), operand(w), answers[i], want);
      }
    });
  }
  cudaFree(memory);
  return good & report(tally, good ? UINT64_C(1) << 32 : 0);
}

// Which NaN an f64 sum is PTX leaves open.
bool both_nan(const float_format &format, uint64_t x, uint64_t y) {
  const uint64_t inf = UINT64_C(0x7ff0000000000000), sign = UINT64_C(1) << 63;
  return format.frac == 52 && (x & ~sign) > inf && (y & ~sign) > inf;
}

bool sums(const char *name, const float_format &format, bool ftz, void (*kernel)(uint64_t *, const uint64_t *),
          uint64_t n, uint64_t seed) {
  tally tally{name};
  const size_t bytes = CHUNK * sizeof(uint64_t);
  std::vector<uint64_t> x(CHUNK), y(CHUNK), answers(CHUNK);
  uint64_t *memory = nullptr, *b = nullptr, done = 0;
  bool good = gpu_ok(cudaMalloc(&memory, bytes), "memory for the values") &&
              gpu_ok(cudaMalloc(&b, bytes), "memory for the operands");

  for (; good && done < n; done += CHUNK) {
    in_parallel(CHUNK, [&](uint32_t from, uint32_t to) {
      random_state random = random_from(seed + done + from);
      for (uint32_t i = from; i < to; i++) {
        const operands made = float_operands(&format, done + i, &random);
        x[i] = made.x;
        y[i] = made.y;
      }
    });
    good = gpu_ok(cudaMemcpy(memory, x.data(), bytes, cudaMemcpyHostToDevice), "copy to the GPU") &&
           gpu_ok(cudaMemcpy(b, y.data(), bytes, cudaMemcpyHostToDevice), "copy to the GPU");
    if (!good)
      break;
    kernel<<<CHUNK / BLOCK, BLOCK>>>(memory, b);
    good = gpu_wait(name) &&
           gpu_ok(cudaMemcpy(answers.data(), memory, bytes, cudaMemcpyDeviceToHost), "copy from the GPU");
    in_parallel(good ? CHUNK : 0, [&](uint32_t from, uint32_t to) {
      for (uint32_t i = from; i < to; i++) {
        const uint64_t want = model(format.fn, ftz, x[i], y[i]);
        if (answers[i] != want && !both_nan(format, answers[i], want))
          tally.differs(x[i], y[i], answers[i], want);
      }
    });
  }
  cudaFree(memory);
  cudaFree(b);
  return good & report(tally, done);
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t n = argc > 1 ? strtoull(argv[1], nullptr, 10) : 1000000000;
  const uint64_t seed = argc > 2 ? strtoull(argv[2], nullptr, 10) : 1;
  std::string who;
  bool f32, good = true;

  if (!n || argc > 3) {
    fputs("floats [N [SEED]]: N sums of f32 and f64, at least 1\n", stderr);
    return 2;
  }
  if (!gpu_name(who, f32))
    return 1;
  printf("answered by %s; model %s\n", who.c_str(), ws_version());
  good &= halves("f16 add", WS_OP_ATOM_ADD_F16X2 & 255, add_f16);
  good &= halves("f16 min", WS_OP_ATOM_MIN_F16X2 & 255, min_f16);
  good &= halves("f16 max", WS_OP_ATOM_MAX_F16X2 & 255, max_f16);
  good &= halves("bf16 add", WS_OP_ATOM_ADD_BF16X2 & 255, add_bf16);
  good &= halves("bf16 min", WS_OP_ATOM_MIN_BF16X2 & 255, min_bf16);
  good &= halves("bf16 max", WS_OP_ATOM_MAX_BF16X2 & 255, max_bf16);
  good &= sums("f32 add, global", formats[FORMAT_F32], true, add_global_f32, n, seed);
  good &= sums("f32 add, shared", formats[FORMAT_F32], false, add_shared_f32, n, seed + 1);
  good &= sums("f64 add", formats[FORMAT_F64], false, add_global_f64, n, seed + 2);
  return !good;
}
