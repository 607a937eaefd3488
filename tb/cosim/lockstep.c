// SPDX-License-Identifier: Apache-2.0
// The comparator (lockstep.h). The hot path is ws_lockstep_step: two steps, one compare, and a copy of each accepted
// request into the log from which reports are made. What is not valid is not touched.
#include "lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "global.h"
#include "judge.h"
#include "report.h"
#include "snapshot.h"
#include "stimulus.h"
#include "text.h"

static const char *open_sides(ws_lockstep *ls) {
  const ws_lockstep_cfg *c = &ls->cfg;
  int rank = c->joined ? (int)c->rank : WS_DUT_WHOLE;
  if (c->core.ctas > WS_CTAS_MAX || (c->joined && c->rank >= ws_dut_ctas(&c->core)))
    return "there are at most 8 CTAs";
  if (c->side != WS_SIDE_RTL && !(ls->model = ws_dut_model.open(&c->core, rank, c->seed)))
    return "the model rejects this configuration";
  if (c->side != WS_SIDE_MODEL && !(ls->rtl = c->rtl ? c->rtl->open(&c->core, rank, c->seed) : NULL))
    return "the RTL was not built for this configuration";
  if (c->waves && ls->rtl && !c->rtl->waves(ls->rtl, c->waves))
    return "no waves: the build has no tracing or the file cannot be written";
  ls->log = malloc(WS_LOG_SIZE * sizeof *ls->log);
  ls->gmem = c->gmem ? c->gmem : calloc(WS_GMEM_BYTES, 1);
  if (!ls->log || !ls->gmem)
    return "out of memory";
  if (!c->oracle || !ls->rtl)
    return NULL;
  const char *refused = ws_judge_refuses(&c->core);
  return refused ? refused : (ls->judge = ws_judge_open(ls)) ? NULL : "out of memory";
}

bool ws_lockstep_open(ws_lockstep *ls, const ws_lockstep_cfg *cfg) {
  memset(ls, 0, sizeof *ls);
  ls->cfg = *cfg;
  ls->rtl_ops = cfg->rtl;
  ls->ctas = cfg->joined ? 1 : ws_dut_ctas(&cfg->core);
  ls->copy_latency = WS_COPY_LATENCY;
  ls->new_req = UINT32_MAX; // what stands at the ports until then is noise
  ls->gm_rng = ws_rng_make(cfg->seed, "global memory");
  if (!ls->cfg.err)
    ls->cfg.err = stderr;
  // The slowest thing that ends by itself: the search for a deadlock looks at each group of a warp up to `lanes` times, for each warp.
  ls->still_max = 4096 + 2 * cfg->core.warps * cfg->core.lanes * cfg->core.lanes;
  const char *what = open_sides(ls);
  if (what) {
    fprintf(ls->cfg.err, "%s: %s (%u lanes, %u warps, %u CTAs, shfl_form %u, match_bits %u)\n", cfg->test, what,
            cfg->core.lanes, cfg->core.warps, ws_dut_ctas(&cfg->core), cfg->core.shfl_form, cfg->core.match_bits);
    ws_lockstep_close(ls);
    return false;
  }
  ls->out = ls->rtl ? ls->rtl_out : ls->model_out;
  if (cfg->stimulus)
    ws_stimulus_reset(ls);
  if (cfg->watch)
    cfg->watch->reset(cfg->watch);
  return true;
}

void ws_lockstep_close(ws_lockstep *ls) {
  if (ls->rtl)
    ls->rtl_ops->close(ls->rtl);
  if (ls->model)
    ws_dut_model.close(ls->model);
  ws_judge_close(ls->judge);
  free(ls->log);
  ws_snapshot_free(ls);
  if (!ls->cfg.gmem)
    free(ls->gmem);
  ls->rtl = ls->model = NULL;
  ls->log = NULL;
  ls->gmem = NULL;
  ls->judge = NULL;
}

void ws_lockstep_reset(ws_lockstep *ls) {
  if (ls->rtl)
    ls->rtl_ops->reset(ls->rtl);
  if (ls->model)
    ws_dut_model.reset(ls->model);
  memset(ls->in, 0, sizeof ls->in);
  ls->new_req = UINT32_MAX;
  memset(ls->rtl_out, 0, sizeof ls->rtl_out);
  memset(ls->model_out, 0, sizeof ls->model_out);
  memset(ls->still, 0, sizeof ls->still);
  memset(ls->err_seen, 0, sizeof ls->err_seen);
  memset(ls->owed, 0, sizeof ls->owed);
  ls->was_quiet = false;
  for (unsigned c = 0; c < WS_CTAS_MAX; c++) {
    ls->gm[c].head = ls->gm[c].count = 0;
    ls->swept[c] = ls->log_count;
    ls->cta_warps[c] = 0;
    for (unsigned w = 0; w < WS_WARPS_MAX; w++)
      ls->clean[c][w] = ls->log_count;
  }
  if (ls->judge)
    ws_judge_reset(ls->judge, ls);
  if (ls->cfg.stimulus)
    ws_stimulus_reset(ls);
  if (ls->cfg.watch)
    ls->cfg.watch->reset(ls->cfg.watch);
  if (ls->cfg.trace)
    fprintf(ls->cfg.trace, ".reset;\n");
}

const ws_event *ws_lockstep_event(const ws_lockstep *ls, uint64_t n) {
  if (n >= ls->log_count || ls->log_count - n > WS_LOG_SIZE)
    return NULL;
  return &ls->log[n % WS_LOG_SIZE];
}

bool ws_lockstep_idle(const ws_lockstep *ls) {
  bool idle = true;
  for (unsigned c = 0; c < ls->ctas; c++)
    idle &= ls->out[c].idle;
  return idle;
}

// ----------------------------------------------------------------------------------------------------------- compare

static bool same_lanes(const uint32_t *x, const uint32_t *y, uint32_t set, unsigned lanes) {
  uint32_t all = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1;
  if (set == all)
    return memcmp(x, y, lanes * sizeof *x) == 0;
  uint32_t differ = 0;
  for (unsigned i = 0; i < lanes; i++)
    differ |= (x[i] ^ y[i]) & (0u - (set >> i & 1u));
  return differ == 0;
}

static bool same_rsp(const ws_rsp *x, const ws_rsp *y, unsigned lanes) {
  if (x->tag != y->tag || x->warp != y->warp || x->op != y->op || x->lanes != y->lanes || x->status != y->status ||
      ((x->p ^ y->p) & y->lanes))
    return false;
  return same_lanes(x->d, y->d, y->lanes, lanes) &&
         (!ws_dut_wide(y->op) || same_lanes(x->d_hi, y->d_hi, y->lanes, lanes));
}

static bool same_err(const ws_err *x, const ws_err *y) {
  return x->status == y->status && x->warp == y->warp && x->op == y->op && x->lanes == y->lanes && x->opnd == y->opnd &&
         x->cta == y->cta;
}

static bool same_ls(const ws_ls_rsp *x, const ws_ls_rsp *y) {
  return x->en == y->en && !((x->raw ^ y->raw) & y->en) && same_lanes(x->rdata, y->rdata, y->en, WS_BANKS_MAX);
}

static bool same_msg(const ws_msg *x, const ws_msg *y) {
  return x->dest == y->dest && x->src == y->src && x->warp == y->warp && x->lanes == y->lanes && x->op == y->op &&
         x->slot == y->slot && x->count == y->count;
}

static bool same_value(ws_atom_value x, ws_atom_value y) { return x.lo == y.lo && x.hi == y.hi; }

static bool same_ask(const ws_ask *x, const ws_ask *y) {
  return x->dest == y->dest && x->src == y->src && x->lane == y->lane && x->lay == y->lay && x->fn == y->fn &&
         x->at == y->at && same_value(x->s, y->s);
}

static bool same_ans(const ws_ans *x, const ws_ans *y) {
  return x->dest == y->dest && x->lane == y->lane && x->gone == y->gone && x->raw == y->raw && same_value(x->d, y->d);
}

// What goes to other CTAs.
static bool same_net(const ws_out *x, const ws_out *y) {
  if (x->net_ready != y->net_ready || x->ask_ready != y->ask_ready || x->ans_ready != y->ans_ready ||
      x->net.valid != y->net.valid || x->ask.valid != y->ask.valid || x->ans.valid != y->ans.valid)
    return false;
  return (!y->net.valid || same_msg(&x->net, &y->net)) && (!y->ask.valid || same_ask(&x->ask, &y->ask)) &&
         (!y->ans.valid || same_ans(&x->ans, &y->ans));
}

// Copies say no more than where they read, and how much.
static bool same_gm(const ws_gm *x, const ws_gm *y) {
  if (x->addr != y->addr || x->bytes != y->bytes || x->op != y->op || x->tag != y->tag)
    return false;
  return y->op != WS_GM_ATOM || (x->fn == y->fn && same_value(x->s, y->s) && same_value(x->t, y->t));
}

bool ws_lockstep_same(const ws_lockstep *ls, unsigned cta) {
  const ws_out *x = &ls->rtl_out[cta], *y = &ls->model_out[cta];
  unsigned warps = ls->cfg.core.warps, lanes = ls->cfg.core.lanes;
  if (x->req_ready != y->req_ready || x->req_judged != y->req_judged || x->exit_done != y->exit_done ||
      x->idle != y->idle || x->rsp.valid != y->rsp.valid || x->err.valid != y->err.valid ||
      x->ls_ready != y->ls_ready || x->ls_rsp.valid != y->ls_rsp.valid || x->tx_ready != y->tx_ready ||
      x->gm.valid != y->gm.valid || x->gm_rsp_ready != y->gm_rsp_ready)
    return false;
  if (memcmp(x->live, y->live, warps * sizeof x->live[0]) || memcmp(x->wait, y->wait, warps * sizeof x->wait[0]))
    return false;
  if ((y->rsp.valid && !same_rsp(&x->rsp, &y->rsp, lanes)) || (y->err.valid && !same_err(&x->err, &y->err)) ||
      (y->ls_rsp.valid && !same_ls(&x->ls_rsp, &y->ls_rsp)))
    return false;
  if (y->gm.valid && !same_gm(&x->gm, &y->gm))
    return false;
  if (ls->ctas > 1) // messages and what a CTA says of the cluster's barrier stay inside
    return true;
  if (x->clb.phase != y->clb.phase || x->clb.done != y->clb.done || x->clb.any != y->clb.any)
    return false;
  return same_net(x, y);
}

static bool all_same(const ws_lockstep *ls) {
  for (unsigned c = 0; c < ls->ctas; c++)
    if (!ws_lockstep_same(ls, c))
      return false;
  return true;
}

// --------------------------------------------------------------------------------------------------------------- log

static ws_event *log_event(ws_lockstep *ls, ws_event_kind kind, unsigned cta, uint32_t warp) {
  ws_event *e = &ls->log[ls->log_count++ % WS_LOG_SIZE];
  e->kind = kind;
  e->cycle = ls->cycle;
  e->cta = cta;
  e->live = ls->out[cta].live[warp];
  e->wait = ls->out[cta].wait[warp];
  return e;
}

static void copy_req(ws_req *to, const ws_req *from, unsigned lanes) {
  memcpy(to, from, offsetof(ws_req, mask));
  memcpy(to->mask, from->mask, lanes * sizeof to->mask[0]);
  if (ws_dut_addressed(from->op))
    memcpy(to->addr, from->addr, lanes * sizeof to->addr[0]);
  memcpy(to->a, from->a, lanes * sizeof to->a[0]);
  memcpy(to->b, from->b, lanes * sizeof to->b[0]);
  memcpy(to->c, from->c, lanes * sizeof to->c[0]);
}

// A launch of this warp starts a CTA when none of the CTA's lanes lives.
static bool starts(const ws_lockstep *ls, unsigned cta, unsigned warp) {
  uint32_t live = 0;
  for (unsigned w = 0; w < ls->cfg.core.warps; w++)
    live |= ws_lockstep_cta(ls, cta, w) == ws_lockstep_cta(ls, cta, warp) ? ls->out[cta].live[w] : 0;
  return !live;
}

static void log_launch(ws_lockstep *ls, unsigned c, uint32_t warp) {
  const ws_in *in = &ls->in[c];
  unsigned cta = ws_lockstep_cta(ls, c, warp), most = ws_dut_cta_warps(&ls->cfg.core);
  if (in->launch.lanes && starts(ls, c, warp)) {
    ls->swept[cta] = ls->log_count;
    ls->cta_warps[cta] = in->launch_warps && in->launch_warps <= most ? in->launch_warps : most;
  }
  log_event(ls, WS_EV_LAUNCH, c, warp)->lanes = in->launch;
}

// Inputs beside the request, most of the time none.
static void log_others(ws_lockstep *ls, unsigned c) {
  const ws_in *in = &ls->in[c];
  const ws_out *out = &ls->out[c];
  uint32_t warp_mask = ls->cfg.core.warps - 1;
  if (in->exit.valid)
    log_event(ls, WS_EV_EXIT, c, in->exit.warp & warp_mask)->lanes = in->exit;
  if (in->launch.valid)
    log_launch(ls, c, in->launch.warp & warp_mask);
  ls->uses_memory |= in->ls.valid || in->tx.valid || in->net.valid || in->ask.valid || in->ans.valid;
  if (in->ls.valid && out->ls_ready)
    log_event(ls, WS_EV_LS, c, 0)->ls = in->ls;
  if (in->tx.valid && out->tx_ready)
    log_event(ls, WS_EV_TX, c, 0)->tx = in->tx;
  if (in->net.valid && out->net_ready && ls->cfg.joined)
    log_event(ls, WS_EV_MSG, c, 0)->msg = in->net;
}

// A warp without blocked lanes and without open answers starts a new piece of traffic: what came before cannot matter
// to it any more, so a failing stream need not begin earlier. What is in shared memory stays until it is swept.
static void log_inputs(ws_lockstep *ls) {
  bool tick = false;
  for (unsigned c = 0; c < ls->ctas; c++) {
    const ws_in *in = &ls->in[c];
    const ws_out *out = &ls->out[c];
    if (in->exit.valid || in->launch.valid || in->ls.valid || in->tx.valid || in->net.valid)
      log_others(ls, c);
    tick |= in->tick;
    if (in->req.valid && out->req_ready) {
      uint32_t w = in->req.warp & (ls->cfg.core.warps - 1);
      if (!ls->owed[c][w] && !out->wait[w])
        ls->clean[c][w] = ls->log_count;
      ls->owed[c][w] |= in->req.lanes;
      ls->uses_memory |= ws_dut_addressed(in->req.op);
      copy_req(&log_event(ls, WS_EV_REQ, c, w)->req, &in->req, ls->cfg.core.lanes);
    }
  }
  if (tick)
    log_event(ls, WS_EV_TICK, 0, 0);
  if (ls->uses_memory && ls->log_count >= ls->snapshot_next)
    ws_snapshot_take(ls);
}

// ----------------------------------------------------------------------------------------------------- global memory

// What the gm port sees in this cycle. An answer, once raised, stays until it is taken.
void ws_lockstep_ask(ws_lockstep *ls, unsigned c) {
  ws_gm_port *g = &ls->gm[c];
  ws_in *in = &ls->in[c];
  bool stall = ls->copy_stall != 0;
  in->gm_ready = g->count < WS_GM_QUEUE && !(stall && ws_rng_percent(&ls->gm_rng, ls->copy_stall));
  if (in->gm_rsp.valid || !g->count)
    return;
  uint32_t at = g->head % WS_GM_QUEUE;
  if (g->queue[at].due > ls->cycle || (stall && ws_rng_percent(&ls->gm_rng, ls->copy_stall)))
    return;
  in->gm_rsp = g->queue[at].rsp;
}

void ws_lockstep_answer(ws_lockstep *ls, unsigned c) {
  ws_gm_port *g = &ls->gm[c];
  const ws_out *out = &ls->out[c];
  if (ls->in[c].gm_rsp.valid && out->gm_rsp_ready) {
    ls->in[c].gm_rsp.valid = false;
    g->head++;
    g->count--;
  }
  if (out->gm.valid && ls->in[c].gm_ready) {
    uint32_t at = (g->head + g->count++) % WS_GM_QUEUE;
    g->queue[at].rsp = ws_global_serve(ls->gmem, &out->gm);
    g->queue[at].due = ls->cycle + (ls->copy_latency ? ls->copy_latency : 1);
  }
}

// ------------------------------------------------------------------------------------------------------------- cycle

static bool fail(ws_lockstep *ls, ws_fault fault, unsigned cta) {
  ls->failed = true;
  ws_report(ls, fault, cta);
  return false;
}

// What a CTA took and gave. False if it has done neither for too long.
static bool follow(ws_lockstep *ls, unsigned c) {
  const ws_in *in = &ls->in[c];
  const ws_out *out = &ls->out[c];
  bool took = in->req.valid && out->req_ready, gave = out->rsp.valid && in->rsp_ready;
  ls->accepted += took;
  ls->answered += gave;
  if (gave)
    ls->owed[c][out->rsp.warp & (ls->cfg.core.warps - 1)] &= ~ws_rsp_ends(&out->rsp);
  bool wants = in->req.valid || in->ls.valid || in->tx.valid || in->net.valid || in->ask.valid || in->ans.valid;
  bool moved = took || gave || (in->ls.valid && out->ls_ready) || (in->tx.valid && out->tx_ready) ||
               (in->gm_rsp.valid && out->gm_rsp_ready) || (in->net.valid && out->net_ready) ||
               (in->ask.valid && out->ask_ready) || (in->ans.valid && out->ans_ready);
  if (moved || (out->idle && !wants))
    ls->still[c] = 0;
  else if (in->rsp_ready && ++ls->still[c] > ls->still_max)
    return false;
  return true;
}

static bool no_input(const ws_in *in) {
  return !in->req.valid && !in->exit.valid && !in->launch.valid && !in->tick && !in->ls.valid && !in->tx.valid &&
         !in->gm_rsp.valid && !in->net.valid && !in->ask.valid && !in->ans.valid;
}

bool ws_lockstep_step(ws_lockstep *ls) {
  if (ls->failed)
    return false;
  for (unsigned c = 0; c < ls->ctas; c++)
    ws_lockstep_ask(ls, c);
  if (ls->cfg.watch)
    ls->cfg.watch->before(ls->cfg.watch, ls);
  const bool judged = !ls->judge || ws_judge_step(ls->judge, ls);
  if (ls->rtl && !ls->judge)
    ls->rtl_ops->step(ls->rtl, ls->in, ls->new_req, ls->rtl_out);
  if (ls->model)
    ws_dut_model.step(ls->model, ls->in, ls->new_req, ls->model_out);
  ls->new_req = 0;

  log_inputs(ls);
  if (ls->cfg.stimulus || ls->cfg.hash)
    ws_stimulus_step(ls);
  if (ls->cfg.trace)
    ws_text_trace(ls);
  if (!judged)
    return fail(ls, WS_FAULT_JUDGE, 0);
  if (ls->rtl && ls->model && !all_same(ls))
    return fail(ls, WS_FAULT_DIFFERENCE, 0);
  if (ls->cfg.watch)
    ls->cfg.watch->after(ls->cfg.watch, ls);

  bool quiet = true; // idle must mean idle; of a cluster when all are, since one may send something to another
  for (unsigned c = 0; c < ls->ctas; c++) {
    if (ls->was_quiet && (!ls->out[c].idle || ls->out[c].rsp.valid))
      return fail(ls, WS_FAULT_UNREST, c);
    quiet &= ls->out[c].idle && no_input(&ls->in[c]);
    if (!follow(ls, c))
      return fail(ls, WS_FAULT_HANG, c);
    ws_lockstep_answer(ls, c);
  }
  ls->was_quiet = quiet;
  ls->cycle++;
  return true;
}
