// SPDX-License-Identifier: Apache-2.0
// Statement-wise driving of a lockstep pair (session.h).
#include "session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum { LS_LATENCY = 2 };

struct ws_session {
  ws_lockstep ls;
  ws_session_cfg cfg;
  ws_rng rng;
  unsigned cta;         // chosen
  ws_ls_rsp access;     // what the ls port answered last
  ws_lane_result *lane; // by CTA, warp and lane
  size_t lanes;
  ws_ans ans[WS_LANES_MAX]; // that are to be driven, oldest first
  unsigned answers;
};

static ws_lockstep_cfg lockstep_cfg(const ws_session_cfg *c) {
  return (ws_lockstep_cfg){
      .core = c->core,
      .joined = c->joined,
      .rank = c->rank,
      .rtl = c->rtl,
      .side = c->side,
      .oracle = c->oracle,
      .seed = c->seed,
      .gmem = c->global,
      .test = c->test,
      .repeat = c->repeat,
      .waves = c->waves,
      .short_waves = c->short_waves,
      .faildir = c->faildir,
      .trace = c->trace,
      .stimulus = c->stimulus,
      .hash = c->hash,
      .err = c->err,
      .watch = c->watch,
  };
}

ws_session *ws_session_open(const ws_session_cfg *cfg) {
  ws_session *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->cfg = *cfg;
  s->rng = ws_rng_make(cfg->seed, cfg->test);
  s->lanes = (size_t)ws_dut_ctas(&cfg->core) * cfg->core.warps * cfg->core.lanes;
  s->lane = calloc(s->lanes ? s->lanes : 1, sizeof *s->lane);
  ws_lockstep_cfg lc = lockstep_cfg(cfg);
  if (!s->lane || !ws_lockstep_open(&s->ls, &lc)) {
    free(s->lane);
    free(s);
    return NULL;
  }
  s->ls.copy_stall = cfg->stall;
  ws_session_warps(s, cfg->launch_warps);
  return s;
}

bool ws_session_close(ws_session *s) {
  bool good = !s->ls.failed;
  ws_lockstep_close(&s->ls);
  free(s->lane);
  free(s);
  return good;
}

bool ws_session_reset(ws_session *s) {
  if (s->ls.failed)
    return false;
  memset(s->lane, 0, s->lanes * sizeof *s->lane);
  s->cta = s->answers = 0;
  ws_lockstep_reset(&s->ls);
  ws_session_warps(s, s->cfg.launch_warps);
  return true;
}

void ws_session_cta(ws_session *s, unsigned cta) { s->cta = cta < s->ls.ctas ? cta : 0; }

static ws_lane_result *result(const ws_session *s, unsigned cta, uint32_t warp, uint32_t lane) {
  return &s->lane[(cta * s->cfg.core.warps + warp) * s->cfg.core.lanes + lane];
}

static void take_response(ws_session *s, unsigned cta, const ws_rsp *rsp) {
  bool wide = ws_dut_wide(rsp->op);
  for (unsigned i = 0; i < s->cfg.core.lanes; i++) {
    if (!(rsp->lanes >> i & 1u))
      continue;
    ws_lane_result *l = result(s, cta, rsp->warp & (s->cfg.core.warps - 1), i);
    if (l->more) { // the upper half of 128 bits
      l->more = false;
      l->top = rsp->d[i] | (uint64_t)rsp->d_hi[i] << 32;
      l->status = rsp->status;
      l->count++;
      continue;
    }
    const bool ends = ws_rsp_ends(rsp) >> i & 1u;
    *l = (ws_lane_result){.count = l->count + ends,
                          .more = !ends,
                          .tag = rsp->tag,
                          .op = rsp->op,
                          .status = rsp->status,
                          .d = rsp->d[i] | (wide ? (uint64_t)rsp->d_hi[i] << 32 : 0),
                          .phase = wide && s->ls.model ? s->ls.model_out[cta].rsp.phase[i] : 0,
                          .p = (rsp->p >> i & 1u) != 0};
  }
  if (s->cfg.on_rsp)
    s->cfg.on_rsp(s->cfg.user, rsp);
}

// What a joined CTA sends to others.
static void leave(const ws_session *s, const ws_in *in, const ws_out *out) {
  const ws_session_cfg *c = &s->cfg;
  if (out->net.valid && in->net_ready && c->on_msg)
    c->on_msg(c->user, &out->net);
  if (out->ask.valid && in->ask_ready && c->on_ask)
    c->on_ask(c->user, &out->ask);
  if (out->ans.valid && in->ans_ready && c->on_ans)
    c->on_ans(c->user, &out->ans);
}

// Steps with s->ls.in as it stands; takes responses into the lanes' results.
static bool step(ws_session *s) {
  ws_in *in = s->ls.in;
  in->ans = s->ans[0];
  in->ans.valid = s->answers > 0;
  if (!ws_lockstep_step(&s->ls))
    return false;
  if (in->ans.valid && s->ls.out->ans_ready)
    memmove(&s->ans[0], &s->ans[1], --s->answers * sizeof s->ans[0]);
  for (unsigned c = 0; c < s->ls.ctas; c++)
    if (s->ls.out[c].rsp.valid && s->ls.in[c].rsp_ready)
      take_response(s, c, &s->ls.out[c].rsp);
  if (s->ls.out[s->cta].ls_rsp.valid)
    s->access = s->ls.out[s->cta].ls_rsp;
  if (s->cfg.joined)
    leave(s, s->ls.in, s->ls.out);
  return true;
}

static bool ready(ws_session *s) { return !s->cfg.stall || !ws_rng_percent(&s->rng, s->cfg.stall); }

// The same with a random rsp_ready.
static bool stalled_step(ws_session *s) {
  for (unsigned c = 0; c < s->ls.ctas; c++)
    s->ls.in[c].rsp_ready = ready(s);
  if (s->cfg.joined) {
    s->ls.in->net_ready = ready(s);
    s->ls.in->ask_ready = ready(s);
    s->ls.in->ans_ready = ready(s);
  }
  return step(s);
}

static bool gap(ws_session *s) {
  while (s->cfg.stall && ws_rng_percent(&s->rng, s->cfg.stall))
    if (!stalled_step(s))
      return false;
  return true;
}

// Holds what the caller raised at a port until `*taken`, which `out` shows in that cycle, and lowers it.
static bool hold(ws_session *s, bool *valid, const bool *taken) {
  bool ok, done;
  *valid = true;
  do {
    ok = stalled_step(s);
    done = ok && *taken;
  } while (ok && !done);
  *valid = false;
  return ok;
}

bool ws_session_issue(ws_session *s, const ws_req *req) {
  if (!gap(s))
    return false;
  ws_in *in = &s->ls.in[s->cta];
  in->req = *req;
  s->ls.new_req |= 1u << s->cta;
  return hold(s, &in->req.valid, &s->ls.out[s->cta].req_ready);
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
  return lanes_port(s, &s->ls.in[s->cta].exit, warp, lanes);
}

bool ws_session_launch(ws_session *s, uint32_t warp, uint32_t lanes) {
  return lanes_port(s, &s->ls.in[s->cta].launch, warp, lanes);
}

void ws_session_warps(ws_session *s, unsigned warps) {
  s->cfg.launch_warps = warps;
  for (unsigned c = 0; c < s->ls.ctas; c++)
    s->ls.in[c].launch_warps = warps;
}

// `row` ticks in as many cycles, then settles.
static bool ticks(ws_session *s, uint64_t n, uint64_t row) {
  for (; n; n--) {
    for (unsigned c = 0; c < s->ls.ctas; c++)
      s->ls.in[c].tick = true;
    bool ok = stalled_step(s);
    for (unsigned c = 0; c < s->ls.ctas; c++)
      s->ls.in[c].tick = false;
    if (!ok || (n % row == 1 % row && !ws_session_settle(s)))
      return false;
  }
  return true;
}

bool ws_session_tick(ws_session *s, uint64_t n) { return ticks(s, n, 1); }

bool ws_session_ticks(ws_session *s, uint64_t n) { return ticks(s, n, 1000); }

bool ws_session_settle(ws_session *s) {
  do {
    if (!stalled_step(s))
      return false;
  } while (!ws_lockstep_idle(&s->ls));
  return true;
}

bool ws_session_ls(ws_session *s, const ws_ls *access, ws_ls_rsp *rsp) {
  if (!gap(s))
    return false;
  ws_in *in = &s->ls.in[s->cta];
  in->ls = *access;
  s->access.valid = false;
  bool ok = hold(s, &in->ls.valid, &s->ls.out[s->cta].ls_ready);
  for (unsigned k = 0; ok && !s->access.valid && k < LS_LATENCY; k++)
    ok = stalled_step(s);
  if (!ok)
    return false;
  if (!s->access.valid) {
    fprintf(s->ls.cfg.err, "\n%s: cycle %" PRIu64 ": an access at the ls port got no answer in %d clocks\n\n",
            s->ls.cfg.test, s->ls.cycle, LS_LATENCY);
    s->ls.failed = true;
    return false;
  }
  *rsp = s->access;
  return true;
}

// Loads bytes at an offset, and writes `value` there where `store`.
static bool access_bytes(ws_session *s, uint32_t addr, unsigned bytes, bool store, uint64_t *value, bool *raw) {
  addr &= WS_SMEM_BYTES - 1;
  const unsigned all_banks = ws_dut_banks(&s->ls.cfg.core);
  uint32_t word = addr / 4, bank = word % all_banks, shift = addr % 4;
  unsigned banks = bytes == 8 ? 2 : 1;
  uint64_t all = bytes == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * bytes) - 1;
  ws_ls access = {.en = ((1u << banks) - 1) << bank};
  for (unsigned k = 0; k < banks; k++) {
    access.row[bank + k] = (uint16_t)(word / all_banks);
    access.be[bank + k] = store ? (uint8_t)((bytes >= 4 ? 15u : (1u << bytes) - 1) << shift) : 0;
    access.wdata[bank + k] = store ? (uint32_t)((*value & all) >> 32 * k) << 8 * shift : 0;
  }
  ws_ls_rsp rsp;
  if (!ws_session_ls(s, &access, &rsp))
    return false;
  uint64_t got = rsp.rdata[bank] >> 8 * shift | (banks == 2 ? (uint64_t)rsp.rdata[bank + 1] << 32 : 0);
  if (!store)
    *value = got & all;
  if (raw)
    *raw = (rsp.raw & access.en) != 0;
  return true;
}

bool ws_session_load(ws_session *s, uint32_t addr, unsigned bytes, uint64_t *value, bool *raw) {
  return access_bytes(s, addr, bytes, false, value, raw);
}

bool ws_session_store(ws_session *s, uint32_t addr, unsigned bytes, uint64_t value, bool *raw) {
  return access_bytes(s, addr, bytes, true, &value, raw);
}

bool ws_session_phases(const ws_session *s, uint32_t addr, uint64_t *phases) {
  if (!s->ls.model)
    return false;
  *phases = ws_core_phases(ws_dut_model_core(s->ls.model, s->cta), addr % WS_SMEM_BYTES / 8);
  return true;
}

bool ws_session_tx(ws_session *s, uint32_t addr, uint32_t bytes) {
  if (!gap(s))
    return false;
  ws_in *in = &s->ls.in[s->cta];
  in->tx = (ws_tx){.addr = addr, .bytes = bytes};
  return hold(s, &in->tx.valid, &s->ls.out[s->cta].tx_ready);
}

bool ws_session_msg(ws_session *s, const ws_msg *msg) {
  if (!gap(s))
    return false;
  s->ls.in->net = *msg;
  return hold(s, &s->ls.in->net.valid, &s->ls.out->net_ready);
}

bool ws_session_ask(ws_session *s, const ws_ask *ask) {
  if (!gap(s))
    return false;
  s->ls.in->ask = *ask;
  return hold(s, &s->ls.in->ask.valid, &s->ls.out->ask_ready);
}

void ws_session_ans(ws_session *s, const ws_ans *ans) {
  if (s->answers < WS_LANES_MAX) // a lane waits for one at a time
    s->ans[s->answers++] = *ans;
}

void ws_session_phase(ws_session *s, bool phase) {
  s->ls.was_quiet &= s->ls.in->clb_phase == phase; // an input, which shows at once
  s->ls.in->clb_phase = phase;
}

uint8_t *ws_session_global(ws_session *s) { return s->ls.gmem; }

bool ws_session_cycle(ws_session *s, const ws_in *in) {
  for (unsigned c = 0; c < s->ls.ctas; c++)
    s->ls.in[c].rsp_ready = in->rsp_ready;
  ws_in *port = &s->ls.in[s->cta];
  ws_gm_rsp answer = port->gm_rsp; // belongs to the global memory
  *port = *in;
  port->gm_rsp = answer;
  s->ls.new_req |= 1u << s->cta;
  bool ok = step(s);
  port->launch_warps = s->cfg.launch_warps;
  port->req.valid = port->exit.valid = port->launch.valid = port->tick = false;
  port->ls.valid = port->tx.valid = port->net.valid = port->ask.valid = false;
  return ok;
}

const ws_out *ws_session_out(const ws_session *s) { return &s->ls.out[s->cta]; }

const ws_lane_result *ws_session_lane(const ws_session *s, uint32_t warp, uint32_t lane) {
  return result(s, s->cta, warp, lane);
}

uint64_t ws_session_cycles(const ws_session *s) { return s->ls.cycle; }
uint64_t ws_session_issued(const ws_session *s) { return s->ls.accepted; }
bool ws_session_failed(const ws_session *s) { return s->ls.failed; }
ws_lockstep *ws_session_lockstep(ws_session *s) { return &s->ls; }
