// SPDX-License-Identifier: Apache-2.0
// The comparator (lockstep.h). The hot path is ws_lockstep_step: two steps, one compare, and a copy of each accepted
// request into the log from which reports are made.
#include "lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "text.h"

bool ws_lockstep_open(ws_lockstep *ls, const ws_lockstep_cfg *cfg) {
  memset(ls, 0, sizeof *ls);
  ls->cfg = *cfg;
  ls->rtl_ops = cfg->rtl;
  if (!ls->cfg.err)
    ls->cfg.err = stderr;
  // The slowest thing that ends by itself: the deadlock scan visits each lane of a warp up to `lanes` times, for each warp.
  ls->still_max = 4096 + 2 * cfg->core.warps * cfg->core.lanes * cfg->core.lanes;
  const char *what = NULL;
  if (cfg->side != WS_SIDE_RTL && !(ls->model = ws_dut_model.open(&cfg->core, cfg->seed)))
    what = "the model rejects this configuration";
  else if (cfg->side != WS_SIDE_MODEL && !(ls->rtl = cfg->rtl ? cfg->rtl->open(&cfg->core, cfg->seed) : NULL))
    what = "the RTL was not built for this configuration";
  else if (cfg->waves && ls->rtl && !cfg->rtl->waves(ls->rtl, cfg->waves))
    what = "no waves: the build has no tracing or the file cannot be written";
  else if (!(ls->log = malloc(WS_LOG_SIZE * sizeof *ls->log)))
    what = "out of memory";
  if (what) {
    fprintf(ls->cfg.err, "%s: %s (%u lanes, %u warps, shfl_form %u, match_bits %u)\n", cfg->test, what, cfg->core.lanes,
            cfg->core.warps, cfg->core.shfl_form, cfg->core.match_bits);
    ws_lockstep_close(ls);
    return false;
  }
  ls->out = ls->rtl ? &ls->rtl_out : &ls->model_out;
  return true;
}

void ws_lockstep_close(ws_lockstep *ls) {
  if (ls->rtl)
    ls->rtl_ops->close(ls->rtl);
  if (ls->model)
    ws_dut_model.close(ls->model);
  free(ls->log);
  ls->rtl = ls->model = NULL;
  ls->log = NULL;
}

void ws_lockstep_reset(ws_lockstep *ls) {
  if (ls->rtl)
    ls->rtl_ops->reset(ls->rtl);
  if (ls->model)
    ws_dut_model.reset(ls->model);
  ls->in = (ws_in){0};
  ls->rtl_out = ls->model_out = (ws_out){0};
  ls->still = 0;
  ls->was_quiet = false;
  ls->err_seen = (ws_err){0};
  for (unsigned w = 0; w < WS_WARPS_MAX; w++) {
    ls->clean[w] = ls->log_count;
    ls->owed[w] = 0;
  }
  if (ls->cfg.trace)
    fprintf(ls->cfg.trace, ".reset;\n");
}

const ws_event *ws_lockstep_event(const ws_lockstep *ls, uint64_t n) {
  if (n >= ls->log_count || ls->log_count - n > WS_LOG_SIZE)
    return NULL;
  return &ls->log[n % WS_LOG_SIZE];
}

static bool same_rsp(const ws_rsp *x, const ws_rsp *y, unsigned lanes) {
  if (x->tag != y->tag || x->warp != y->warp || x->op != y->op || x->lanes != y->lanes || x->status != y->status ||
      ((x->p ^ y->p) & y->lanes))
    return false;
  uint32_t all = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1;
  if (y->lanes == all)
    return memcmp(x->d, y->d, lanes * sizeof x->d[0]) == 0;
  uint32_t differ = 0;
  for (unsigned i = 0; i < lanes; i++)
    differ |= (x->d[i] ^ y->d[i]) & (0u - (y->lanes >> i & 1u));
  return differ == 0;
}

static bool same_err(const ws_err *x, const ws_err *y) {
  return x->status == y->status && x->warp == y->warp && x->op == y->op && x->lanes == y->lanes && x->opnd == y->opnd;
}

bool ws_lockstep_same(const ws_lockstep *ls) {
  const ws_out *x = &ls->rtl_out, *y = &ls->model_out;
  unsigned warps = ls->cfg.core.warps;
  if (x->req_ready != y->req_ready || x->idle != y->idle || x->rsp.valid != y->rsp.valid ||
      x->err.valid != y->err.valid)
    return false;
  if (memcmp(x->live, y->live, warps * sizeof x->live[0]) || memcmp(x->wait, y->wait, warps * sizeof x->wait[0]))
    return false;
  if (y->rsp.valid && !same_rsp(&x->rsp, &y->rsp, ls->cfg.core.lanes))
    return false;
  return !y->err.valid || same_err(&x->err, &y->err);
}

static ws_event *log_event(ws_lockstep *ls, ws_event_kind kind, uint32_t warp) {
  ws_event *e = &ls->log[ls->log_count++ % WS_LOG_SIZE];
  e->kind = kind;
  e->cycle = ls->cycle;
  e->live = ls->out->live[warp];
  e->wait = ls->out->wait[warp];
  return e;
}

// A warp without blocked lanes and without open answers starts a new piece of traffic: what came before cannot matter
// to it any more, so a failing stream need not begin earlier.
static void log_inputs(ws_lockstep *ls) {
  const ws_in *in = &ls->in;
  const ws_out *out = ls->out;
  uint32_t warp_mask = ls->cfg.core.warps - 1;
  if (in->exit.valid) {
    uint32_t w = in->exit.warp & warp_mask;
    log_event(ls, WS_EV_EXIT, w)->lanes = in->exit;
  }
  if (in->launch.valid) {
    uint32_t w = in->launch.warp & warp_mask;
    log_event(ls, WS_EV_LAUNCH, w)->lanes = in->launch;
  }
  if (in->tick && ls->cfg.core.watchdog)
    log_event(ls, WS_EV_TICK, 0);
  if (in->req.valid && out->req_ready) {
    uint32_t w = in->req.warp & warp_mask;
    if (!ls->owed[w] && !out->wait[w])
      ls->clean[w] = ls->log_count;
    ls->owed[w] |= in->req.lanes;
    log_event(ls, WS_EV_REQ, w)->req = in->req;
  }
}

// Idle must mean idle: after an idle cycle without input nothing may have moved.
static bool quiet_kept(const ws_lockstep *ls) { return ls->out->idle && !ls->out->rsp.valid; }

static bool fail(ws_lockstep *ls, ws_fault fault) {
  ls->failed = true;
  ws_report(ls, fault);
  return false;
}

bool ws_lockstep_step(ws_lockstep *ls) {
  if (ls->failed)
    return false;
  const ws_in *in = &ls->in;
  if (ls->rtl)
    ls->rtl_ops->step(ls->rtl, in, ls->new_req, &ls->rtl_out);
  if (ls->model)
    ws_dut_model.step(ls->model, in, ls->new_req, &ls->model_out);
  ls->new_req = false;

  const ws_out *out = ls->out;
  log_inputs(ls);
  if (ls->cfg.trace)
    ws_text_trace(ls);
  if (ls->rtl && ls->model && !ws_lockstep_same(ls))
    return fail(ls, WS_FAULT_DIFFERENCE);
  if (ls->was_quiet && !quiet_kept(ls))
    return fail(ls, WS_FAULT_UNREST);

  bool took = in->req.valid && out->req_ready, gave = out->rsp.valid && in->rsp_ready;
  ls->was_quiet = out->idle && !in->req.valid && !in->exit.valid && !in->launch.valid && !in->tick;
  ls->accepted += took;
  ls->answered += gave;
  if (gave)
    ls->owed[out->rsp.warp & (ls->cfg.core.warps - 1)] &= ~out->rsp.lanes;
  if (took || gave || (out->idle && !in->req.valid))
    ls->still = 0;
  else if (in->rsp_ready && ++ls->still > ls->still_max)
    return fail(ls, WS_FAULT_HANG);
  ls->cycle++;
  return true;
}
