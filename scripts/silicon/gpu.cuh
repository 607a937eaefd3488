// SPDX-License-Identifier: Apache-2.0
// Calls of the CUDA runtime that say what went wrong, and a wait with a limit: a statement that never ends is an answer too.
#ifndef SILICON_GPU_CUH
#define SILICON_GPU_CUH

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include <cuda_runtime.h>

constexpr int GPU_LIMIT_S = 60;

inline bool gpu_ok(cudaError_t error, const char *what) {
  if (error != cudaSuccess)
    fprintf(stderr, "silicon: %s: %s\n", what, cudaGetErrorString(error));
  return error == cudaSuccess;
}

// Waits for all kernels, some seconds at most.
inline bool gpu_wait(const char *what, int limit_s = GPU_LIMIT_S) {
  if (!gpu_ok(cudaGetLastError(), what))
    return false;
  for (int i = 0; i < limit_s * 100; i++) {
    const cudaError_t state = cudaStreamQuery(nullptr);
    if (state != cudaErrorNotReady)
      return gpu_ok(state, what);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  fprintf(stderr, "silicon: %s: not done after %d s\n", what, limit_s);
  return false;
}

// The GPU in words: name, target, driver, toolkit. f32: it runs the code made for sm_100a.
inline bool gpu_name(std::string &who, bool &f32) {
  cudaDeviceProp device;
  int driver = 0, runtime = 0;
  if (!gpu_ok(cudaGetDeviceProperties(&device, 0), "no GPU") || !gpu_ok(cudaDriverGetVersion(&driver), "driver") ||
      !gpu_ok(cudaRuntimeGetVersion(&runtime), "runtime"))
    return false;
  if (device.major < 9) {
    fprintf(stderr, "silicon: %s is sm_%d%d; elect.sync needs sm_90\n", device.name, device.major, device.minor);
    return false;
  }
  char text[512];
  snprintf(text, sizeof text, "%s, sm_%d%d, driver for CUDA %d.%d, runtime %d.%d, nvcc %d.%d.%d", device.name,
           device.major, device.minor, driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10,
           __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__);
  who = text;
  f32 = device.major == 10 && device.minor == 0;
  return true;
}

#endif
