// SPDX-License-Identifier: Apache-2.0
// How many operations a second the machine gets out of the block, family by family: operands written, result read. See step.h.
#include "step.h"

#include "bus/ws_regs.h"

enum { OPERATIONS = 32 };

static const struct {
  const char *name;
  uint32_t op, unit;
} kinds[] = {
    {"shfl.idx", WS_OP_SHFL_IDX, WS_CAP_UNITS_SHFL_BM},
    {"vote.ballot", WS_OP_VOTE_BALLOT, WS_CAP_UNITS_VOTE_BM},
    {"match.any", WS_OP_MATCH_ANY_B32, WS_CAP_UNITS_MATCH_BM},
    {"redux.add", WS_OP_REDUX_ADD_U32, WS_CAP_UNITS_REDUX_BM},
    {"barrier", WS_OP_BAR_SYNC, WS_CAP_UNITS_BAR_BM},
    {"mbarrier.arrive", WS_OP_MBAR_ARRIVE_SINK, WS_CAP_UNITS_MBAR_BM},
    {"cp.async", WS_OP_CP_ASYNC_CA, WS_CAP_UNITS_MBAR_BM},
};

static bool prepare(selftest *st, ws_job *job) {
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++) {
    job->a[lane] = job->op == WS_OP_BAR_SYNC ? 0 : 4 * lane;
    job->b[lane] = job->op == WS_OP_CP_ASYNC_CA ? 4 : 1;
    job->c[lane] = 0x1f;
    job->addr[lane] = job->op == WS_OP_CP_ASYNC_CA ? 0x100 + 4 * lane : 0x40;
  }
  bool good =
      check_call(st, ws_reset(&st->dev), "ws_reset") && check_call(st, ws_launch(&st->dev, 0, st->all, 1), "ws_launch");
  if (good && job->op == WS_OP_MBAR_ARRIVE_SINK)
    good = check_call(st, ws_do_mbar_init(&st->dev, ws_whole(0, 1), 0x40, 0xfffff), "ws_do_mbar_init");
  return good;
}

static void rate(selftest *st, unsigned k) {
  ws_job *job = job_new(st, 0, kinds[k].op, 0, st->all);
  ws_counters before, after;
  if (!prepare(st, job) || !check_call(st, ws_counters_get(&st->dev, &before), "ws_counters_get"))
    return;
  uint64_t start = st->io->time_ns ? st->io->time_ns(st->io->user) : 0;
  for (unsigned n = 0; n < OPERATIONS; n++)
    if (!job_start(st, job) || !job_wait(st, job))
      return;
  uint64_t ns = st->io->time_ns ? st->io->time_ns(st->io->user) - start : 0;
  if (!check_call(st, ws_counters_get(&st->dev, &after), "ws_counters_get"))
    return;
  check_true(st, job->worst >> 8 < 2, "an operation of the measurement ends with an error");

  out_text(st, "rate");
  out_to(st, 13);
  out_text(st, kinds[k].name);
  out_to(st, 32);
  if (ns)
    out_number(st, OPERATIONS * 1000000000ull / ns);
  else
    out_text(st, "-");
  out_text(st, " operations/s");
  out_to(st, 58);
  out_number(st, (after.clocks - before.clocks) / OPERATIONS);
  out_text(st, " clocks each");
  out_line(st);
}

void step_rates(selftest *st) {
  for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    if (st->dev.caps.units & kinds[k].unit)
      rate(st, k);
}
