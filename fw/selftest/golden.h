// SPDX-License-Identifier: Apache-2.0
// The pure functions of the golden model (cmodel: shfl.c vote.c match.c redux.c mbar.c bar.c), compiled for the machine that
// the self-test runs on: what the stress expects. Lanes that take part stand in `act`.
#ifndef SELFTEST_GOLDEN_H
#define SELFTEST_GOLDEN_H

#include "step.h"

// What an operation of the rendezvous (shfl, vote, elect, match, redux, bar.warp) gives. job: operands of all of `act`.
void golden_warp(unsigned lanes, uint32_t act, const ws_job *job, expectation *e);

typedef struct golden_object { // an mbarrier object as it stands in shared memory
  uint64_t word;
  bool seen; // a wait has found the last phase over
} golden_object;

// An mbarrier operation of some lanes, each at object[which[lane]], one lane after the other. Changes the objects.
void golden_mbarrier(const ws_job *job, golden_object object[], const uint8_t which[], expectation *e);

// What a barrier answers to all: the reduction of `n` warps that arrive, by the same operation. *done: it is complete.
uint32_t golden_barrier(const ws_job *const job[], unsigned n, uint32_t live, uint32_t cta, bool *done);

#endif
