// SPDX-License-Identifier: Apache-2.0
// A GPU answers. Families of a warp, and atom: each warp runs one case, a block has one warp. Sequences: one a block or
// cluster.
#include "capture.h"

#include "atom.cuh"
#include "bar.cuh"
#include "cluster.cuh"
#include "elect.cuh"
#include "gpu.cuh"
#include "match.cuh"
#include "mbar.cuh"
#include "redux.cuh"
#include "shfl.cuh"
#include "vote.cuh"

namespace {

template <class Family> __global__ void run_case(const test_case *cases, answer *answers) {
  const test_case &test = cases[blockIdx.x];
  answer &answer = answers[blockIdx.x];
  const unsigned lane = threadIdx.x;
  lane_in in;
  lane_out out = {0, 0};

  in.op = test.op;
  in.neg = test.neg;
  in.pred = test.pred >> lane & 1;
  in.mask = test.mask[lane];
  in.a = test.a[lane];
  in.b = test.b[lane];
  in.c = test.c[lane];
  if (test.exit >> lane & 1)
    return;
  if (test.act >> lane & 1) {
    if (test.first >> lane & 1) {
      Family::template run<1>(in, out);
    } else {
      if (test.first)
        __nanosleep(500); // the others have arrived by then
      Family::template run<2>(in, out);
    }
    answer.d[lane] = out.d;
    answer.p[lane] = (uint8_t)out.p;
    answer.done[lane] = 1;
  }
}

// Copies the input, has `launch` start the kernel on it, waits, copies the answers back.
template <class In, class Out, class Launch>
bool ask(const char *name, const std::vector<In> &cases, std::vector<Out> &answers, Launch launch) {
  const size_t in_bytes = cases.size() * sizeof(In), out_bytes = cases.size() * sizeof(Out);
  In *in = nullptr;
  Out *out = nullptr;

  answers.assign(cases.size(), Out{});
  bool good = gpu_ok(cudaMalloc(&in, in_bytes), "memory for the cases") &&
              gpu_ok(cudaMalloc(&out, out_bytes), "memory for the answers") &&
              gpu_ok(cudaMemcpy(in, cases.data(), in_bytes, cudaMemcpyHostToDevice), "copy to the GPU") &&
              gpu_ok(cudaMemset(out, 0, out_bytes), "clear the answers");
  if (good) {
    launch(in, out);
    good = gpu_wait(name) &&
           gpu_ok(cudaMemcpy(answers.data(), out, out_bytes, cudaMemcpyDeviceToHost), "copy from the GPU");
    if (!good)
      return false; // a kernel that still runs keeps its memory
  }
  cudaFree(in);
  cudaFree(out);
  return good;
}

} // namespace

bool backend_open(backend &backend) { return gpu_name(backend.who, backend.f32); }

bool backend_answer(family f, const std::vector<test_case> &cases, std::vector<answer> &answers) {
  const unsigned blocks = (unsigned)cases.size();

  return ask(family_names[f], cases, answers, [=](const test_case *in, answer *out) {
    switch (f) {
    case SHFL: run_case<shfl_family><<<blocks, LANES>>>(in, out); break;
    case VOTE: run_case<vote_family><<<blocks, LANES>>>(in, out); break;
    case MATCH: run_case<match_family><<<blocks, LANES>>>(in, out); break;
    case REDUX: run_case<redux_family><<<blocks, LANES>>>(in, out); break;
    default: run_case<elect_family><<<blocks, LANES>>>(in, out); break;
    }
  });
}

bool backend_answer(family f, const program &program, std::vector<answer> &answers) {
  const unsigned blocks = (unsigned)program.sequences.size();
  const size_t bytes = blocks * sizeof(sequence);
  sequence *sequences = nullptr;

  const bool good =
      gpu_ok(cudaMalloc(&sequences, bytes), "memory for the sequences") &&
      gpu_ok(cudaMemcpy(sequences, program.sequences.data(), bytes, cudaMemcpyHostToDevice), "copy to the GPU") &&
      ask(family_names[f], program.steps, answers, [=](const step *steps, answer *out) {
        if (f == BAR)
          run_bar<<<blocks, WARPS * LANES>>>(sequences, steps, out);
        else if (f == MBAR)
          run_mbar<<<CTAS * blocks, WARPS * LANES>>>(sequences, steps, out);
        else
          run_cluster<<<CTAS * blocks, WARPS * LANES>>>(sequences, steps, out);
      });
  if (good)
    cudaFree(sequences);
  return good;
}

bool backend_answer(family f, const std::vector<atom_case> &cases, std::vector<atom_answer> &answers) {
  const unsigned blocks = (unsigned)cases.size();

  return ask(family_names[f], cases, answers, [=](const atom_case *in, atom_answer *out) {
    if (f == REMOTE)
      run_remote_atom<<<2 * blocks, LANES>>>(in, out);
    else
      run_atom<<<blocks, LANES>>>(in, out);
  });
}
