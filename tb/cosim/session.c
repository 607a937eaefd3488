// SPDX-License-Identifier: Apache-2.0
// Statement-wise driving of a lockstep pair (session.h).
#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"

struct ws_session {
  ws_lockstep ls;
  ws_session_cfg cfg;
  ws_rng rng;
  ws_lane_result lane[WS_WARPS_MAX][WS_LANES_MAX];
};

static ws_lockstep_cfg lockstep_cfg(const ws_session_cfg *c) {
  return (ws_lockstep_cfg){
      .core = c->core,
      .rtl = c->rtl,
      .side = c->side,
      .seed = c->seed,
      .test = c->test,
      .repeat = c->repeat,
      .waves = c->waves,
      .faildir = c->faildir,
      .trace = c->trace,
      .err = c->err,
  };
}

ws_session *ws_session_open(const ws_session_cfg *cfg) {
  ws_session *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->cfg = *cfg;
  s->rng = ws_rng_make(cfg->seed, cfg->test);
  ws_lockstep_cfg lc = lockstep_cfg(cfg);
  if (!ws_lockstep_open(&s->ls, &lc)) {
    free(s);
    return NULL;
  }
  return s;
}

bool ws_session_close(ws_session *s) {
  bool good = !s->ls.failed;
  ws_lockstep_close(&s->ls);
  free(s);
  return good;
}

bool ws_session_reset(ws_session *s) {
  if (s->ls.failed)
    return false;
  memset(s->lane, 0, sizeof s->lane);
  ws_lockstep_reset(&s->ls);
  return true;
}

// Steps with s->ls.in as it stands; takes the response into the lanes' results.
static bool step(ws_session *s) {
  if (!ws_lockstep_step(&s->ls))
    return false;
  const ws_rsp *rsp = &s->ls.out->rsp;
  if (!rsp->valid || !s->ls.in.rsp_ready)
    return true;
  for (unsigned i = 0; i < s->cfg.core.lanes; i++) {
    if (!(rsp->lanes >> i & 1u))
      continue;
    ws_lane_result *l = &s->lane[rsp->warp][i];
    *l = (ws_lane_result){l->count + 1, rsp->tag, rsp->op, rsp->status, rsp->d[i], (rsp->p >> i & 1u) != 0};
  }
  if (s->cfg.on_rsp)
    s->cfg.on_rsp(s->cfg.user, rsp);
  return true;
}

// The same with a random rsp_ready.
static bool stalled_step(ws_session *s) {
  s->ls.in.rsp_ready = !s->cfg.stall || !ws_rng_percent(&s->rng, s->cfg.stall);
  return step(s);
}

static bool gap(ws_session *s) {
  while (s->cfg.stall && ws_rng_percent(&s->rng, s->cfg.stall))
    if (!stalled_step(s))
      return false;
  return true;
}

bool ws_session_issue(ws_session *s, const ws_req *req) {
  if (!gap(s))
    return false;
  s->ls.in.req = *req;
  s->ls.in.req.valid = true;
  s->ls.new_req = true;
  bool taken = false, ok = true;
  while (ok && !taken) {
    ok = stalled_step(s);
    taken = ok && s->ls.out->req_ready;
  }
  s->ls.in.req.valid = false;
  return ok;
}

static bool lanes_port(ws_session *s, ws_lanes *port, uint32_t warp, uint32_t lanes) {
  if (!gap(s))
    return false;
  *port = (ws_lanes){true, warp, lanes};
  bool ok = stalled_step(s);
  port->valid = false;
  return ok;
}

bool ws_session_exit(ws_session *s, uint32_t warp, uint32_t lanes) {
  return lanes_port(s, &s->ls.in.exit, warp, lanes);
}

bool ws_session_launch(ws_session *s, uint32_t warp, uint32_t lanes) {
  return lanes_port(s, &s->ls.in.launch, warp, lanes);
}

bool ws_session_tick(ws_session *s, uint64_t n) {
  for (; n; n--) {
    s->ls.in.tick = true;
    bool ok = stalled_step(s);
    s->ls.in.tick = false;
    if (!ok || !ws_session_settle(s))
      return false;
  }
  return true;
}

bool ws_session_settle(ws_session *s) {
  do {
    if (!stalled_step(s))
      return false;
  } while (!s->ls.out->idle);
  return true;
}

bool ws_session_cycle(ws_session *s, const ws_in *in) {
  s->ls.in = *in;
  s->ls.new_req = true;
  bool ok = step(s);
  s->ls.in.req.valid = s->ls.in.exit.valid = s->ls.in.launch.valid = s->ls.in.tick = false;
  return ok;
}

const ws_out *ws_session_out(const ws_session *s) { return s->ls.out; }

const ws_lane_result *ws_session_lane(const ws_session *s, uint32_t warp, uint32_t lane) {
  return &s->lane[warp][lane];
}

uint64_t ws_session_cycles(const ws_session *s) { return s->ls.cycle; }
uint64_t ws_session_issued(const ws_session *s) { return s->ls.accepted; }
bool ws_session_failed(const ws_session *s) { return s->ls.failed; }
ws_lockstep *ws_session_lockstep(ws_session *s) { return &s->ls; }
