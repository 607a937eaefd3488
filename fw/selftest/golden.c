// SPDX-License-Identifier: Apache-2.0
// See golden.h. The only file of the self-test that knows the model's header.
#include "golden.h"

#include "ws.h"

static void all_lanes(expectation *e, uint32_t d) { ws_all64(e->d, d); }

static void golden_shfl(unsigned lanes, uint32_t act, const ws_job *job, expectation *e) {
  uint32_t a[WS_JOB_LANES] = {0}, d[WS_JOB_LANES] = {0}, und;
  for (unsigned i = 0; i < lanes; i++)
    a[i] = (uint32_t)job->a[i];
  ws_shfl(lanes, job->op, act, a, job->b, job->c, d, &e->p, &und);
  for (unsigned i = 0; i < lanes; i++) {
    e->d[i] = d[i];
    e->status[i] = und >> i & 1 ? WS_ST_SH_SRC_INACTIVE : WS_ST_OK;
  }
}

static void golden_vote(uint32_t act, const ws_job *job, expectation *e) {
  uint32_t value;
  ws_vote(job->op, act, job->neg ? ~job->pred : job->pred, &value);
  if (job->op == WS_OP_ELECT) {
    e->p = 1u << ws_elect(act);
    all_lanes(e, ws_elect(act));
  } else if (job->op == WS_OP_VOTE_BALLOT) {
    all_lanes(e, value);
  } else if (job->op != WS_OP_BAR_WARP) {
    e->p = value ? act : 0;
  }
}

static void golden_match(unsigned lanes, uint32_t act, const ws_job *job, expectation *e) {
  uint32_t d[WS_JOB_LANES] = {0}, mask;
  unsigned bits = ws_is_match_b64(job->op) ? 64 : 32;
  if (ws_op_fields(job->op) & WS_FIELD_P) {
    e->p = ws_match_all(lanes, bits, act, job->a, &mask) ? act : 0;
    all_lanes(e, mask);
    return;
  }
  ws_match_any(lanes, bits, act, job->a, d);
  for (unsigned i = 0; i < lanes; i++)
    e->d[i] = d[i];
}

void golden_warp(unsigned lanes, uint32_t act, const ws_job *job, expectation *e) {
  uint32_t a[WS_JOB_LANES] = {0}, d;
  *e = (expectation){0};
  switch (job->op >> 8) {
  case WS_UNIT_SHFL: golden_shfl(lanes, act, job, e); break;
  case WS_UNIT_VOTE: golden_vote(act, job, e); break;
  case WS_UNIT_MATCH: golden_match(lanes, act, job, e); break;
  default:
    for (unsigned i = 0; i < lanes; i++)
      a[i] = (uint32_t)job->a[i];
    ws_redux(lanes, job->op, act, a, &d);
    all_lanes(e, d);
  }
}

// ------------------------------------------------------------------------------------------------------ mbarrier

static void golden_wait(const ws_job *job, unsigned lane, golden_object *o, expectation *e) {
  bool parity = ws_is_mbar_parity(job->op);
  uint64_t a = job->a[lane];
  bool over = ((parity ? a : a >> 63) & 1) != o->word >> 63;
  e->status[lane] = parity ? (a > 1 ? WS_ST_MB_BAD_PARITY : WS_ST_OK) : (a & 1 ? WS_ST_OK : WS_ST_MB_BAD_TOKEN);
  e->p |= (uint32_t)over << lane;
  o->seen = o->seen || over;
}

static void golden_step(const ws_job *job, unsigned lane, golden_object *o, expectation *e) {
  const uint32_t op = job->op, n = job->b[lane];
  bool arrive = ws_is_mbar_arrive(op), expect = ws_is_mbar_expect(op);
  ws_mbar_step step = {.no_complete = ws_is_mbar_nocomplete(op)};
  if (arrive) {
    step.arr = expect ? 1 : n;
    step.dtx = expect ? (int32_t)n : 0;
    step.drop = ws_is_mbar_drop(op) ? step.arr : 0;
  } else {
    step.dtx = ws_is_mbar_complete(op) ? -(int32_t)n : (int32_t)n;
  }
  ws_mbar_result r = ws_mbar_next(o->word, &step);
  e->status[lane] = (uint16_t)r.status;
  if (r.status != WS_ST_OK)
    return;
  if (arrive && !o->seen)
    e->status[lane] = WS_ST_MB_MISSING_WAIT;
  if (ws_op_gives_token(op))
    e->d[lane] = ws_mbar_token(o->word, step.no_complete);
  o->word = r.word;
  o->seen = o->seen && !r.flip;
}

void golden_mbarrier(const ws_job *job, golden_object object[], const uint8_t which[], expectation *e) {
  *e = (expectation){0};
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++) {
    if (!(job->lanes >> lane & 1))
      continue;
    golden_object *o = &object[which[lane]];
    if (job->op == WS_OP_MBAR_INIT)
      *o = (golden_object){ws_mbar_word(job->b[lane]), true};
    else if (ws_is_mbar_wait(job->op))
      golden_wait(job, lane, o, e);
    else
      golden_step(job, lane, o, e);
  }
}

// ------------------------------------------------------------------------------------------------------- barrier

uint32_t golden_barrier(const ws_job *const job[], unsigned n, uint32_t live, uint32_t cta, bool *done) {
  ws_bar_result r = {0};
  *done = false;
  for (unsigned i = 0; i < n; i++) {
    ws_bar_ask ask = {.warp = job[i]->warp,
                      .op = job[i]->op,
                      .key = ws_bar_key(job[i]->op, (uint32_t)job[i]->a[0], job[i]->b[0]),
                      .val = ws_bar_val(job[i]->op, job[i]->lanes, job[i]->neg ? ~job[i]->pred : job[i]->pred)};
    r = ws_bar_next(&r.bar, &ask, live, cta);
  }
  *done = r.done;
  return r.bar.acc;
}
