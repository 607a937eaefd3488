// SPDX-License-Identifier: Apache-2.0
// One call an operation: submits and waits. See ws_driver.h.
#include "ws_driver.h"

#include <stddef.h>

static unsigned lowest_lane(uint32_t lanes) {
  unsigned lane = 0;
  while (lane < WS_JOB_LANES - 1 && !(lanes >> lane & 1))
    lane++;
  return lane;
}

static ws_job job_for(ws_who who, uint32_t op) {
  ws_job job = {.op = op, .warp = who.warp, .lanes = who.lanes};
  ws_all32(job.mask, who.mask);
  return job;
}

static void copy32(uint32_t to[WS_JOB_LANES], const uint32_t from[], uint32_t lanes) {
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++)
    if (lanes >> lane & 1)
      to[lane] = from[lane];
}

static void copy64(uint64_t to[WS_JOB_LANES], const uint64_t from[], uint32_t lanes) {
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++)
    if (lanes >> lane & 1)
      to[lane] = from[lane];
}

static void widen(uint64_t to[WS_JOB_LANES], const uint32_t from[], uint32_t lanes) {
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++)
    if (lanes >> lane & 1)
      to[lane] = from[lane];
}

// d of the lanes, as 32 bits.
static void give32(const ws_job *job, uint32_t d[]) {
  for (unsigned lane = 0; d && lane < WS_JOB_LANES; lane++)
    if (job->lanes >> lane & 1)
      d[lane] = (uint32_t)job->d[lane];
}

static bool answered(int r) { return r == WS_OK || r == WS_E_STATUS; }

// Submits and waits. The job ends with this call; so the driver forgets one that is still in flight.
static int run(ws_dev *dev, ws_job *job) {
  dev->status = WS_ST_OK;
  int r = ws_start(dev, job);
  r = r ? r : ws_wait(dev, job);
  if (job->flying)
    ws_forget(dev, job);
  return r;
}

// The same value for all lanes of a group: that of the lowest.
static void give_one(const ws_job *job, uint32_t *d, bool from_p) {
  unsigned lane = lowest_lane(job->lanes);
  if (d)
    *d = from_p ? job->p >> lane & 1 : (uint32_t)job->d[lane];
}

static bool of_unit(uint32_t op, unsigned unit) { return op >> 8 == unit && ws_op_name(op); }

int ws_do_shfl(ws_dev *dev, ws_who who, uint32_t op, const uint32_t a[], const uint32_t b[], const uint32_t c[],
               uint32_t d[], uint32_t *p) {
  if (!of_unit(op, WS_UNIT_SHFL))
    return WS_E_ARG;
  ws_job job = job_for(who, op);
  widen(job.a, a, who.lanes);
  copy32(job.b, b, who.lanes);
  copy32(job.c, c, who.lanes);
  int r = run(dev, &job);
  if (answered(r)) {
    give32(&job, d);
    if (p)
      *p = job.p;
  }
  return r;
}

int ws_do_vote(ws_dev *dev, ws_who who, uint32_t op, uint32_t pred, bool neg, uint32_t *d) {
  if (!of_unit(op, WS_UNIT_VOTE) || !(ws_op_fields(op) & WS_FIELD_PRED))
    return WS_E_ARG;
  ws_job job = job_for(who, op);
  job.pred = pred;
  job.neg = neg;
  int r = run(dev, &job);
  if (answered(r))
    give_one(&job, d, !ws_op_gives_d(op));
  return r;
}

int ws_do_activemask(ws_dev *dev, ws_who who, uint32_t *d) {
  ws_job job = job_for(who, WS_OP_ACTIVEMASK);
  int r = run(dev, &job);
  if (answered(r))
    give_one(&job, d, false);
  return r;
}

int ws_do_elect(ws_dev *dev, ws_who who, uint32_t *leader) {
  ws_job job = job_for(who, WS_OP_ELECT);
  int r = run(dev, &job);
  if (answered(r))
    give_one(&job, leader, false);
  return r;
}

int ws_do_bar_warp(ws_dev *dev, ws_who who) {
  ws_job job = job_for(who, WS_OP_BAR_WARP);
  return run(dev, &job);
}

int ws_do_match(ws_dev *dev, ws_who who, uint32_t op, const uint64_t a[], uint32_t d[], uint32_t *p) {
  if (!of_unit(op, WS_UNIT_MATCH))
    return WS_E_ARG;
  ws_job job = job_for(who, op);
  copy64(job.a, a, who.lanes);
  int r = run(dev, &job);
  if (answered(r)) {
    give32(&job, d);
    if (p)
      *p = job.p;
  }
  return r;
}

int ws_do_redux(ws_dev *dev, ws_who who, uint32_t op, const uint32_t a[], uint32_t *d) {
  if (!of_unit(op, WS_UNIT_REDUX))
    return WS_E_ARG;
  ws_job job = job_for(who, op);
  widen(job.a, a, who.lanes);
  int r = run(dev, &job);
  if (answered(r))
    give_one(&job, d, false);
  return r;
}

int ws_do_barrier(ws_dev *dev, ws_who who, uint32_t op, uint32_t number, uint32_t threads, uint32_t pred, uint32_t *d) {
  if (!of_unit(op, WS_UNIT_BAR))
    return WS_E_ARG;
  ws_job job = job_for(who, op);
  ws_all64(job.a, number);
  ws_all32(job.b, threads);
  job.pred = pred;
  int r = run(dev, &job);
  if (answered(r))
    give_one(&job, d, !ws_op_gives_d(op));
  return r;
}

int ws_do_cluster(ws_dev *dev, ws_who who, uint32_t op) {
  if (!of_unit(op, WS_UNIT_CLUSTER))
    return WS_E_ARG;
  ws_job job = job_for(who, op);
  return run(dev, &job);
}

// ------------------------------------------------------------------------------------------------------ mbarrier

static ws_job job_at(ws_who who, uint32_t op, uint32_t addr, uint32_t count) {
  ws_job job = job_for(who, op);
  ws_all64(job.addr, addr);
  ws_all32(job.b, count);
  return job;
}

static int run_at(ws_dev *dev, ws_who who, uint32_t op, uint32_t addr, uint32_t count) {
  ws_job job = job_at(who, op, addr, count);
  return run(dev, &job);
}

int ws_do_mbar_init(ws_dev *dev, ws_who who, uint32_t addr, uint32_t count) {
  return run_at(dev, who, WS_OP_MBAR_INIT, addr, count);
}

int ws_do_mbar_inval(ws_dev *dev, ws_who who, uint32_t addr) { return run_at(dev, who, WS_OP_MBAR_INVAL, addr, 0); }

int ws_do_mbar_expect_tx(ws_dev *dev, ws_who who, uint32_t addr, uint32_t bytes) {
  return run_at(dev, who, WS_OP_MBAR_EXPECT_TX, addr, bytes);
}

int ws_do_mbar_complete_tx(ws_dev *dev, ws_who who, uint32_t addr, uint32_t bytes) {
  return run_at(dev, who, WS_OP_MBAR_COMPLETE_TX, addr, bytes);
}

int ws_do_mbar_arrive(ws_dev *dev, ws_who who, uint32_t op, uint32_t addr, uint32_t n, uint64_t token[]) {
  if (!ws_is_mbar_arrive(op) || !ws_op_name(op))
    return WS_E_ARG;
  ws_job job = job_at(who, op, addr, n);
  int r = run(dev, &job);
  if (answered(r) && token)
    copy64(token, job.d, who.lanes);
  return r;
}

int ws_do_mbar_wait(ws_dev *dev, ws_who who, uint32_t op, uint32_t addr, const uint64_t state[], uint32_t limit_ns,
                    uint32_t *p) {
  if (!ws_is_mbar_wait(op) || !ws_op_name(op))
    return WS_E_ARG;
  ws_job job = job_at(who, op, addr, 0);
  copy64(job.a, state, who.lanes);
  ws_all32(job.c, limit_ns);
  int r = run(dev, &job);
  if (answered(r) && p)
    *p = job.p;
  return r;
}

int ws_do_mbar_pending_count(ws_dev *dev, ws_who who, const uint64_t state[], uint32_t d[]) {
  ws_job job = job_for(who, WS_OP_MBAR_PENDING_COUNT);
  copy64(job.a, state, who.lanes);
  int r = run(dev, &job);
  if (answered(r))
    give32(&job, d);
  return r;
}

int ws_do_cp_async(ws_dev *dev, ws_who who, uint32_t op, const uint32_t dst[], const uint32_t src[], uint32_t bytes,
                   uint32_t take) {
  if (op != WS_OP_CP_ASYNC_CA && op != WS_OP_CP_ASYNC_CG)
    return WS_E_ARG;
  ws_job job = job_at(who, op, 0, bytes);
  widen(job.addr, dst, who.lanes);
  widen(job.a, src, who.lanes);
  ws_all32(job.c, take);
  return run(dev, &job);
}

int ws_do_cp_async_arrive(ws_dev *dev, ws_who who, uint32_t addr, bool noinc) {
  return run_at(dev, who, noinc ? WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC : WS_OP_MBAR_CP_ASYNC_ARRIVE, addr, 0);
}
