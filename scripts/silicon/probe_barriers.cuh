// SPDX-License-Identifier: Apache-2.0
// Part of probes.cu: named barriers used as PTX does not allow, a CTA of four warps, two statements. Each in a process of its
// own, which an error ends.
#ifndef SILICON_PROBE_BARRIERS_CUH
#define SILICON_PROBE_BARRIERS_CUH

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace {

enum { LONGEST_S = 3 };

template <class First, class Second> __global__ void two_statements(First first, Second second, unsigned warps) {
  const unsigned warp = threadIdx.x / 32;
  if (warp == 0)
    first();
  else if (warp < warps)
    second();
}

#define STATEMENT(text) [] __device__() { asm volatile("{\n\t.reg .pred p;\n\t" text "\n\t}" ::: "memory"); }

// Runs `run`, which gives an exit status, in a process of its own.
template <class Run> bool alone(Run run) {
  int status = 1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    status = run();
    fflush(stdout);
    _exit(status);
  }
  if (child > 0)
    waitpid(child, &status, 0);
  if (child < 0 || status)
    fprintf(stderr, "silicon: a process of its own: %s\n", child < 0 ? strerror(errno) : "it failed");
  return child > 0 && status == 0;
}

// right: it must end well.
template <class First, class Second>
bool probe_pair(const char *name, bool right, First first, Second second, unsigned warps) {
  return alone([=] {
    two_statements<<<1, 128>>>(first, second, warps);
    cudaError_t state = cudaGetLastError();
    for (int i = 0; i < LONGEST_S * 100 && (i == 0 ? state == cudaSuccess : state == cudaErrorNotReady); i++) {
      state = cudaStreamQuery(nullptr);
      usleep(10000);
    }
    if (state == cudaErrorNotReady)
      printf("%s: still waits after %d s\n", name, LONGEST_S);
    else
      printf("%s: %s\n", name, cudaGetErrorString(state));
    return state == cudaSuccess || (!right && (state == cudaErrorNotReady || state == cudaErrorIllegalInstruction)) ? 0
                                                                                                                    : 1;
  });
}

bool probe_barriers() {
  const auto sync = STATEMENT("bar.sync 1;");
  const auto sync64 = STATEMENT("bar.sync 1, 64;");
  const auto sync96 = STATEMENT("bar.sync 1, 96;");
  const auto sync128 = STATEMENT("bar.sync 1, 128;");
  const auto sync160 = STATEMENT("bar.sync 1, 160;");
  const auto twice = STATEMENT("bar.arrive 1, 96;\n\tbar.arrive 1, 96;");
  const auto popc = STATEMENT(".reg .u32 d;\n\tsetp.eq.u32 p, 0, 0;\n\tbar.red.popc.u32 d, 1, p;");
  const auto all = STATEMENT(".reg .pred q;\n\tsetp.eq.u32 p, 0, 0;\n\tbar.red.and.pred q, 1, p;");
  const auto any = STATEMENT(".reg .pred q;\n\tsetp.eq.u32 p, 0, 0;\n\tbar.red.or.pred q, 1, p;");
  const auto sync40 = [] __device__() { // ptxas refuses it as a constant
    asm volatile("bar.sync 1, %0;" ::"r"(threadIdx.x < 1024 ? 40 : 64) : "memory");
  };
  bool good = probe_pair("bar.sync 1, 64 in two warps, which is right", true, sync64, sync64, 2);
  good &= probe_pair("bar.sync 1 in one warp, the others exit, which is right", true, sync, sync, 1);
  good &= probe_pair("bar.sync 1 in one warp, bar.sync 1, 128 in three", false, sync, sync128, 4);
  good &= probe_pair("bar.sync 1, 64 in one warp, bar.sync 1, 96 in two", false, sync64, sync96, 3);
  good &= probe_pair("bar.sync 1, 64 in one warp alone", false, sync64, sync64, 1);
  good &= probe_pair("bar.sync 1, 160 in a CTA of 128 threads", false, sync160, sync160, 4);
  good &= probe_pair("bar.sync 1, 40 in two warps", false, sync40, sync40, 2);
  good &= probe_pair("bar.sync 1 in one warp, bar.red.popc 1 in three", false, sync, popc, 4);
  good &= probe_pair("bar.red.or 1 in one warp, bar.red.and 1 in three", false, any, all, 4);
  good &= probe_pair("bar.arrive 1, 96 twice by one warp, bar.sync 1, 96 in one", false, twice, sync96, 2);
  return good;
}

} // namespace

#endif
