// SPDX-License-Identifier: Apache-2.0
// Stress of the rendezvous and of barriers: random operations of several warps in flight, lanes in pieces, in any order;
// expected results are computed here, by the golden functions. See step.h.
#include "golden.h"

#include "random.h"
#include "bus/ws_regs.h"

enum { PIECES = 3, WARPS = ST_JOBS / PIECES };

static uint32_t random_lanes(selftest *st) {
  uint32_t lanes = random32(&st->random) & st->all;
  if (random_below(&st->random, 3) == 0)
    lanes = st->all;
  return lanes ? lanes : 1;
}

static bool is_stressed(uint32_t op) { return ws_op_name(op) && !ws_op_is_alone(op); }

// The units in turn, and each time another code of theirs: so that a few rounds meet every one.
static uint32_t op_of(const selftest *st, unsigned n) {
  unsigned unit = (n + n / 4) % 4, code = n / 4;
  while (!(st->dev.caps.units & ws_family_of((WS_UNIT_SHFL + unit) << 8)))
    unit = (unit + 1) % 4;
  for (uint32_t fn = 0;; fn = (fn + 1) % 0x80) {
    uint32_t op = (WS_UNIT_SHFL + unit) << 8 | fn;
    if (is_stressed(op) && code-- == 0)
      return op;
  }
}

// Values from a few or from all, so that some agree.
static void random_operands(selftest *st, ws_job *job) {
  bool few = random_below(&st->random, 2);
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++) {
    uint64_t low = random32(&st->random), high = random32(&st->random);
    job->a[lane] = few ? (high & 1) << 40 | (low & 3) : high << 32 | low;
    job->b[lane] = few ? low >> 8 & 7 : random32(&st->random);
    job->c[lane] = few ? 0x1f : random32(&st->random);
  }
  job->pred = few ? (random_below(&st->random, 2) ? 0 : 0xffffffff) : random32(&st->random);
  job->neg = random_below(&st->random, 2);
}

typedef struct group { // what a warp is asked to do in a round
  ws_job whole;        // all its lanes as one; pieces are cut from it
  unsigned pieces;
  expectation expected; // of the whole
} group;

// Cuts the lanes into up to PIECES jobs, none empty.
static void cut(selftest *st, group *g, unsigned first_job) {
  uint32_t left = g->whole.lanes;
  for (g->pieces = 0; left && g->pieces < PIECES; g->pieces++) {
    uint32_t some = g->pieces == PIECES - 1 ? left : left & random32(&st->random);
    ws_job *piece = &st->job[first_job + g->pieces];
    some = some ? some : left;
    *piece = g->whole;
    piece->lanes = some;
    left &= ~some;
  }
}

static bool launch_warps(selftest *st, unsigned warps) {
  bool good = check_call(st, ws_reset(&st->dev), "ws_reset");
  for (unsigned w = 0; w < warps && good; w++)
    good = check_call(st, ws_launch(&st->dev, w, st->all, warps), "ws_launch");
  return good;
}

// Submits the jobs named in random order.
static bool start_shuffled(selftest *st, uint8_t jobs[], unsigned n) {
  for (unsigned i = n; i-- > 1;) {
    unsigned k = random_below(&st->random, i + 1);
    uint8_t swap = jobs[i];
    jobs[i] = jobs[k];
    jobs[k] = swap;
  }
  for (unsigned i = 0; i < n; i++)
    if (!job_start(st, &st->job[jobs[i]]))
      return false;
  return true;
}

static bool warp_round(selftest *st, group g[], unsigned warps, unsigned round) {
  uint8_t jobs[ST_JOBS];
  unsigned n = 0;
  for (unsigned w = 0; w < warps; w++) {
    g[w].whole = (ws_job){.op = op_of(st, round * warps + w), .warp = w, .lanes = random_lanes(st)};
    ws_all32(g[w].whole.mask, g[w].whole.lanes);
    random_operands(st, &g[w].whole);
    golden_warp(st->dev.caps.lanes, g[w].whole.lanes, &g[w].whole, &g[w].expected);
    cut(st, &g[w], w * PIECES);
    for (unsigned i = 0; i < g[w].pieces; i++)
      jobs[n++] = (uint8_t)(w * PIECES + i);
  }
  if (!start_shuffled(st, jobs, n))
    return false;
  bool good = true;
  for (unsigned i = 0; i < n && good; i++) {
    ws_job *job = &st->job[jobs[i]];
    good = job_wait(st, job) && check_job(st, job, &g[job->warp].expected);
  }
  return good;
}

void step_stress_warp(selftest *st) {
  unsigned warps = st->dev.caps.warps < WARPS ? st->dev.caps.warps : WARPS;
  group g[WARPS];
  if (!check_call(st, ws_reset(&st->dev), "ws_reset"))
    return;
  for (unsigned w = 0; w < warps; w++)
    check_call(st, ws_launch(&st->dev, w, st->all, 0), "ws_launch");
  for (unsigned n = 0; n < rounds_of(st); n++) {
    st->where = "round";
    st->where_number = n;
    if (!warp_round(st, g, warps, n))
      break;
  }
  st->where = NULL;
}

// ------------------------------------------------------------------------------------------------------ barriers

// Each warp of a CTA arrives at one barrier with one operation; the last makes it complete.
static bool barrier_round(selftest *st, unsigned warps) {
  static const uint32_t ops[] = {WS_OP_BAR_SYNC, WS_OP_BAR_RED_POPC, WS_OP_BAR_RED_AND, WS_OP_BAR_RED_OR};
  uint32_t op = ops[random_below(&st->random, 4)] | (random_below(&st->random, 2) ? 8 : 0) |
                (random_below(&st->random, 2) ? 16 : 0);
  unsigned number = random_below(&st->random, 16);
  uint8_t jobs[ST_JOBS];
  const ws_job *in_order[ST_JOBS] = {NULL};
  for (unsigned w = 0; w < warps; w++) {
    ws_job *job = job_new(st, w, op, w, st->all);
    ws_all64(job->a, number);
    ws_all32(job->b, 32 * warps);
    job->pred = random_below(&st->random, 3) ? random32(&st->random) : 0xffffffff;
    job->neg = random_below(&st->random, 2);
    jobs[w] = (uint8_t)w;
  }
  if (!start_shuffled(st, jobs, warps))
    return false;
  for (unsigned w = 0; w < warps; w++)
    in_order[w] = &st->job[jobs[w]];
  bool done, good = true;
  uint32_t acc = golden_barrier(in_order, warps, 0xffffffffu >> (32 - warps), warps, &done);
  if (!check_true(st, done, "the golden barrier is not complete"))
    return false;
  for (unsigned w = 0; w < warps && good; w++) {
    bool predicate = ws_op_fields(op) & WS_FIELD_P;
    expectation e = {.p = predicate && acc ? st->all : 0};
    ws_all64(e.d, acc);
    good = job_wait(st, &st->job[w]) && check_job(st, &st->job[w], &e);
  }
  return good;
}

void step_stress_barrier(selftest *st) {
  unsigned warps = st->warps < ST_JOBS ? st->warps : ST_JOBS;
  if (!launch_warps(st, warps))
    return;
  for (unsigned n = 0; n < rounds_of(st); n++) {
    st->where = "round";
    st->where_number = n;
    if (!barrier_round(st, warps))
      break;
  }
  st->where = NULL;
}
