// SPDX-License-Identifier: Apache-2.0
// What the steps of the self-test share: output, checks, and the report of a fault. Internal.
#ifndef SELFTEST_STEP_H
#define SELFTEST_STEP_H

#include <stddef.h>

#include "selftest.h"

enum { ST_JOBS = 12, ST_FAULTS_SHOWN = 3 };

typedef struct selftest {
  ws_dev dev;
  const ws_selftest_io *io;
  uint32_t all;      // lanes of a warp
  unsigned warps;    // of a CTA
  const char *where; // scenario or round, for the report of a fault
  unsigned where_number;
  unsigned checks, faults; // of this step
  unsigned column;         // of the line being written
  uint32_t random;
  ws_job job[ST_JOBS];
} selftest;

// ------------------------------------------------------------------------------------------------- output (out.c)

void out_text(selftest *st, const char *text);
void out_number(selftest *st, uint64_t number);
void out_hex(selftest *st, uint64_t value, unsigned digits); // with 0x
void out_to(selftest *st, unsigned column);                  // blanks up to there, one at least
void out_line(selftest *st);

// The operation as a PTX statement, operands by name: "shfl.sync.up.b32 d|p, a, b, c, membermask;".
void out_ptx(selftest *st, const ws_job *job);
void out_status(selftest *st, uint32_t status);

// --------------------------------------------------------------------------------------------- checks (check.c)
//
// Each counts one check. False, after a report of what is wrong, if it failed.

bool check_call(selftest *st, int result, const char *call);
bool check_word(selftest *st, const char *name, uint32_t addr, uint32_t expected, uint32_t got);
bool check_true(selftest *st, bool good, const char *what);

typedef struct expectation { // of a job, by lane
  uint32_t p;
  bool any_p; // p is not looked at
  uint16_t status[WS_JOB_LANES];
  uint64_t d[WS_JOB_LANES];
} expectation;

bool check_job(selftest *st, const ws_job *job, const expectation *e);

// Reads a register and checks it; a read that fails is a fault too.
bool check_register(selftest *st, const char *name, uint32_t addr, uint32_t expected);

// Waits until nothing more happens in the block without an input, taking completions.
bool settle(selftest *st);

// A job of these lanes, whose mask is they themselves; the rest 0.
ws_job *job_new(selftest *st, unsigned n, uint32_t op, unsigned warp, uint32_t lanes);

// Of each stress.
static inline unsigned rounds_of(const selftest *st) { return st->io->rounds ? st->io->rounds : 24; }

// Submits, or waits; statuses are no failure here.
bool job_start(selftest *st, ws_job *job);
bool job_wait(selftest *st, ws_job *job);

// ------------------------------------------------------------------------------------------------------- steps

void step_identify(selftest *st);
void step_registers(selftest *st);
void step_operands(selftest *st);
void step_memory(selftest *st);
void step_refusals(selftest *st);
void step_unaligned(selftest *st);
void step_warps(selftest *st);
void step_interrupt(selftest *st);
void step_pressure(selftest *st);
void step_vectors(selftest *st, unsigned family);
void step_stress_warp(selftest *st);
void step_stress_barrier(selftest *st);
void step_stress_mbarrier(selftest *st);
void step_stress_copy(selftest *st);
void step_rates(selftest *st);

#endif
