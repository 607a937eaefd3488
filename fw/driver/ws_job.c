// SPDX-License-Identifier: Apache-2.0
// Jobs: operands out, completions in. See ws_driver.h.
//
// The completion FIFO holds answers in the order in which the block gave them. Whose is a completion? Lanes of several jobs
// of a warp can come together in one group, which answers with the tag of its lowest lane, also where a first answer has ended
// that lane's job. A lane executes one operation after the other; so a group's answer goes, lane by lane, to the oldest job of
// its warp and operation that waits for the lane. What refuses a request answers for it alone: there the tag decides.
// While the FIFO is full the block stands still; so whoever waits for the block takes completions meanwhile.
#include "ws_driver.h"

#include <stddef.h>

#include "bus/ws_regs.h"

#define FIELD(word, name) (((word)&WS_##name##_BM) >> WS_##name##_BP)

bool ws_op_gives_token(uint32_t op) { return ws_op_fields(op) & WS_FIELD_D_HI; }

bool ws_op_gives_d(uint32_t op) { return ws_op_fields(op) & WS_FIELD_D; }

unsigned ws_op_uses(uint32_t op) {
  static const struct {
    unsigned field, uses;
  } rows[] = {{WS_FIELD_MASK, WS_USES_MASK}, {WS_FIELD_ADDR, WS_USES_ADDR}, {WS_FIELD_A, WS_USES_A},
              {WS_FIELD_A_HI, WS_USES_A_HI}, {WS_FIELD_B, WS_USES_B},       {WS_FIELD_C, WS_USES_C}};
  if (!ws_op_name(op))
    return WS_USES_ALL;
  unsigned uses =
      ws_op_is_alone(op) ? WS_USES_MASK : 0; // a refusal tells the membermask, though the operation has none
  for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
    uses |= ws_op_fields(op) & rows[i].field ? rows[i].uses : 0;
  return uses;
}

// ------------------------------------------------------------------------------------------------------ submit

// Half of a 64-bit operand, or a 32-bit one.
typedef struct operand {
  unsigned uses;
  uint32_t first, all; // registers: of lane 0, of all lanes
  const uint32_t *v32;
  const uint64_t *v64;
  bool high;
} operand;

static uint32_t value_of(const operand *o, unsigned lane) {
  return o->v32 ? o->v32[lane] : o->high ? (uint32_t)(o->v64[lane] >> 32) : (uint32_t)o->v64[lane];
}

// One write for all lanes if those that issue agree, else one a lane.
static int put_operand(ws_dev *dev, uint32_t lanes, const operand *o) {
  const uint32_t step = WS_REG_LANE_MASK(1) - WS_REG_LANE_MASK(0);
  uint32_t one = 0;
  bool some = false, same = true;
  for (unsigned lane = 0; lane < dev->caps.lanes && same; lane++)
    if (lanes >> lane & 1) {
      uint32_t v = value_of(o, lane);
      same = !some || v == one;
      one = v;
      some = true;
    }
  if (same)
    return ws_reg_write(dev, o->all, one);
  int r = WS_OK;
  for (unsigned lane = 0; lane < dev->caps.lanes && r == WS_OK; lane++)
    if (lanes >> lane & 1)
      r = ws_reg_write(dev, o->first + lane * step, value_of(o, lane));
  return r;
}

static int put_operands(ws_dev *dev, const ws_job *job) {
  const operand operands[] = {
      {WS_USES_MASK, WS_REG_LANE_MASK(0), WS_REG_LANE_ALL_MASK, job->mask, NULL, false},
      {WS_USES_B, WS_REG_LANE_B(0), WS_REG_LANE_ALL_B, job->b, NULL, false},
      {WS_USES_C, WS_REG_LANE_C(0), WS_REG_LANE_ALL_C, job->c, NULL, false},
      {WS_USES_A, WS_REG_LANE_A_LO(0), WS_REG_LANE_ALL_A_LO, NULL, job->a, false},
      {WS_USES_A_HI, WS_REG_LANE_A_HI(0), WS_REG_LANE_ALL_A_HI, NULL, job->a, true},
      {WS_USES_ADDR, WS_REG_LANE_ADDR_LO(0), WS_REG_LANE_ALL_ADDR_LO, NULL, job->addr, false},
      {WS_USES_ADDR, WS_REG_LANE_ADDR_HI(0), WS_REG_LANE_ALL_ADDR_HI, NULL, job->addr, true},
  };
  unsigned uses = ws_op_uses(job->op);
  int r = WS_OK;
  for (unsigned i = 0; i < sizeof operands / sizeof operands[0] && r == WS_OK; i++)
    if (uses & operands[i].uses)
      r = put_operand(dev, job->lanes, &operands[i]);
  return r;
}

static ws_job *job_of(const ws_dev *dev, uint32_t tag) {
  ws_job *job = dev->flight;
  while (job && job->tag != tag)
    job = job->next;
  return job;
}

// STATUS; WS_E_BUS while it tells of a refused access, and after one in the middle of a completion.
static int status_of(ws_dev *dev, uint32_t *status) {
  int r = dev->torn ? WS_E_BUS : ws_reg_read(dev, WS_REG_STATUS, status);
  return r ? r : (*status & WS_STATUS_BUS_ERR_BM) ? WS_E_BUS : WS_OK;
}

int ws_submit(ws_dev *dev, ws_job *job) {
  uint32_t status;
  if (!job->lanes || job->warp >= dev->caps.warps || job->op > WS_SUBMIT_OP_BM || job->flying ||
      (dev->caps.lanes < WS_JOB_LANES && job->lanes >> dev->caps.lanes))
    return WS_E_ARG;
  if (dev->in_flight == WS_JOBS_MAX)
    return WS_E_BUSY;
  int r = status_of(dev, &status);
  if (r || (status & WS_STATUS_BUSY_BM))
    return r ? r : WS_E_BUSY;
  while (job_of(dev, dev->next_tag))
    dev->next_tag++;
  r = put_operands(dev, job);
  r = r ? r : ws_reg_write(dev, WS_REG_REQ_LANES, job->lanes);
  r = r ? r : ws_reg_write(dev, WS_REG_REQ_PRED, job->pred);
  r = r ? r
        : ws_reg_write(dev, WS_REG_SUBMIT,
                       job->op | (job->neg ? WS_SUBMIT_NEG_BM : 0) | job->warp << WS_SUBMIT_WARP_BP |
                           (uint32_t)dev->next_tag << WS_SUBMIT_TAG_BP);
  if (r)
    return r;
  job->tag = dev->next_tag++;
  job->flying = true;
  job->dropped = false;
  job->done = job->p = job->half = job->whole = 0;
  job->worst = job->pieces = 0;
  job->next = NULL;
  ws_job **at = &dev->flight;
  while (*at)
    at = &(*at)->next;
  *at = job;
  dev->in_flight++;
  return WS_OK;
}

// --------------------------------------------------------------------------------------------------- completions

static void land(ws_dev *dev, ws_job *job) {
  ws_job **at = &dev->flight;
  while (*at != job)
    at = &(*at)->next;
  *at = job->next;
  dev->in_flight--;
  job->flying = false;
}

void ws_forget(ws_dev *dev, ws_job *job) {
  if (!job->flying)
    return;
  land(dev, job);
  job->dropped = true;
}

// The answer of some lanes of a job, from the registers of the oldest completion. 128 bits come in two, of which the first has the
// predicate set.
static int take_lanes(ws_dev *dev, ws_job *job, uint32_t lanes, uint32_t status, uint32_t pred) {
  bool gives_d = ws_op_gives_d(job->op), token = ws_op_gives_token(job->op);
  int r = WS_OK;
  for (unsigned lane = 0; lane < dev->caps.lanes && r == WS_OK; lane++) {
    uint32_t lo = 0, hi = 0;
    if (!(lanes >> lane & 1))
      continue;
    r = gives_d ? ws_reg_read(dev, WS_REG_RESULT_D(lane), &lo) : WS_OK;
    r = r || !token ? r : ws_reg_read(dev, WS_REG_RESULT_D_HI(lane), &hi);
    (job->half >> lane & 1 ? job->top : job->d)[lane] = (uint64_t)hi << 32 | lo;
    job->status[lane] = (uint16_t)status;
  }
  if (r)
    return r;
  if (!job->pieces || status >> 8 > job->worst >> 8)
    job->worst = (uint16_t)status;
  job->whole |= job->half & lanes;
  job->half = ws_is_atom_quad(job->op) ? (job->half & ~lanes) | (lanes & pred) : 0;
  lanes &= ~job->half;
  job->p |= pred & lanes;
  job->done |= lanes;
  job->pieces++;
  return WS_OK;
}

// Statuses with which a request is refused before its lanes wait for others.
static bool is_refusal(uint32_t status) {
  return status == WS_ST_DEC_ILLEGAL || status == WS_ST_CV_NOT_MEMBER || status == WS_ST_CV_LANE_EXITED ||
         status == WS_ST_CV_LANE_BUSY;
}

// Gives a completion to those that it answers. Lanes that nobody waits for: WS_E_STRAY.
static int deliver(ws_dev *dev, uint32_t info, uint32_t lanes, uint32_t status, uint32_t pred, unsigned *ended) {
  uint32_t op = FIELD(info, CPL_INFO_OP), warp = FIELD(info, CPL_INFO_WARP), tag = FIELD(info, CPL_INFO_TAG);
  if (!lanes)
    return WS_E_STRAY;
  for (ws_job *job = dev->flight, *next; job && lanes; job = next) {
    uint32_t his = lanes & job->lanes & ~job->done;
    next = job->next;
    if (!his || job->op != op || job->warp != warp || (is_refusal(status) && job->tag != tag))
      continue;
    int r = take_lanes(dev, job, his, status, pred);
    if (r)
      return r;
    lanes &= ~his;
    if (job->done == job->lanes) {
      land(dev, job);
      ++*ended;
    }
  }
  return lanes ? WS_E_STRAY : WS_OK;
}

// Takes the oldest completion. *any: there was one; *ended grows by the jobs that it ends.
static int take(ws_dev *dev, bool *any, unsigned *ended) {
  uint32_t status, info, lanes = 0, code = 0, pred = 0;
  *any = false;
  int r = status_of(dev, &status);
  if (r || !(status & WS_STATUS_CPL_VALID_BM))
    return r;
  r = ws_reg_read(dev, WS_REG_CPL_INFO, &info);
  r = r ? r : ws_reg_read(dev, WS_REG_CPL_LANES, &lanes);
  r = r ? r : ws_reg_read(dev, WS_REG_CPL_STATUS, &code);
  r = r ? r : ws_reg_read(dev, WS_REG_CPL_PRED, &pred);
  if (r)
    return r;
  *any = true;
  r = deliver(dev, info, lanes, code, pred, ended);
  int popped = r == WS_E_BUS ? r : ws_reg_write(dev, WS_REG_CPL_POP, WS_CPL_POP_POP_BM);
  dev->torn = popped != WS_OK; // some lanes may have been given their answer, and it still stands there
  return popped ? popped : r;
}

int ws_poll(ws_dev *dev, unsigned *ended) {
  unsigned n = 0;
  bool any = true;
  int r = WS_OK;
  // Each completion answers lanes of a job in flight, or ends the loop as a stray: there is an end.
  while (r == WS_OK && any)
    r = take(dev, &any, &n);
  if (ended)
    *ended = n;
  return r;
}

// Nothing to do but wait: by the interrupt of a completion, where the port has one.
static int rest(ws_dev *dev, uint32_t *rounds) {
  int r = WS_OK;
  if ((*rounds)++ >= dev->patience)
    return WS_E_TIMEOUT;
  if (!dev->irq_on)
    r = ws_reg_write(dev, WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_CPL_BM);
  dev->irq_on = r == WS_OK;
  if (r == WS_OK && dev->port.wait && dev->port.wait(dev->port.user))
    r = WS_E_TIMEOUT;
  return r;
}

int ws_start(ws_dev *dev, ws_job *job) {
  uint32_t rounds = 0;
  for (;;) {
    int r = ws_submit(dev, job);
    if (r != WS_E_BUSY)
      return r;
    bool any;
    unsigned ended = 0;
    r = take(dev, &any, &ended);
    if (r)
      return r;
    if (any)
      rounds = 0;
    else if (rounds++ >= dev->patience)
      return WS_E_TIMEOUT;
  }
}

int ws_wait(ws_dev *dev, ws_job *job) {
  uint32_t rounds = 0;
  while (job->flying) {
    bool any;
    unsigned ended = 0;
    int r = take(dev, &any, &ended);
    if (r)
      return r;
    if (any)
      rounds = 0;
    else if ((r = rest(dev, &rounds)))
      return r;
  }
  if (job->dropped)
    return WS_E_RESET;
  if (!job->lanes || job->done != job->lanes)
    return WS_E_ARG;
  dev->status = job->worst;
  return job->worst >> 8 >= 2 ? WS_E_STATUS : WS_OK;
}
