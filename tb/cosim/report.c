// SPDX-License-Identifier: Apache-2.0
// The failure block (report.h).
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "script.h"
#include "text.h"

typedef struct place { // what the block is about
  unsigned cta;
  uint32_t warp, op, lanes, tag;
} place;

// Whether lane i of one request and lane k of another go into one group. Of a gather it is the barrier that they name.
static bool same_group(const ws_req *x, unsigned i, const ws_req *y, unsigned k) {
  if (!ws_op_gathers(x->op))
    return x->mask[i] == y->mask[k];
  return ws_bar_key(x->op, (uint32_t)x->a[i], x->b[i]) == ws_bar_key(y->op, (uint32_t)y->a[k], y->b[k]);
}

// The latest logged request that brought `lane` into this operation: with the tag of the operation if the lane is the one
// that gave it, else with the mask of the group. NULL if it has left the log.
static const ws_req *origin(const ws_lockstep *ls, const place *at, unsigned lane, const ws_req *leader) {
  if (leader && (leader->lanes >> lane & 1u))
    return leader;
  const ws_req *in_port = &ls->in[at->cta].req;
  if (!leader && in_port->valid && in_port->tag == at->tag && in_port->warp == at->warp && in_port->op == at->op &&
      (in_port->lanes >> lane & 1u))
    return in_port;
  unsigned first = (unsigned)__builtin_ctz(at->lanes);
  for (uint64_t n = ls->log_count; n-- > 0;) {
    const ws_event *e = ws_lockstep_event(ls, n);
    if (!e)
      return NULL;
    const ws_req *q = &e->req;
    if (e->kind != WS_EV_REQ || e->cta != at->cta || q->warp != at->warp || q->op != at->op || !(q->lanes >> lane & 1u))
      continue;
    if (leader ? same_group(q, lane, leader, first) : q->tag == at->tag)
      return q;
  }
  return NULL;
}

static void number(FILE *f, const char *port, uint32_t rtl, uint32_t model) {
  if (rtl != model)
    fprintf(f, "  %-12s RTL 0x%08" PRIx32 "  expected 0x%08" PRIx32 "\n", port, rtl, model);
}

static void status(FILE *f, const char *port, uint32_t rtl, uint32_t model) {
  char x[16], y[16];
  if (rtl != model)
    fprintf(f, "  %-12s RTL %-18s expected %s\n", port, ws_text_status(x, rtl), ws_text_status(y, model));
}

static void op(FILE *f, const char *port, uint32_t rtl, uint32_t model) {
  char x[40], y[40];
  if (rtl != model)
    fprintf(f, "  %-12s RTL %-18s expected %s\n", port, ws_text_op(x, rtl), ws_text_op(y, model));
}

// What the ls port answered, bank by bank.
static void banks(FILE *f, const ws_ls_rsp *x, const ws_ls_rsp *y) {
  number(f, "ls_rsp_en", x->en, y->en);
  number(f, "ls_rsp_raw", x->raw & y->en, y->raw & y->en);
  for (uint32_t m = y->en; m; m &= m - 1) {
    unsigned k = (unsigned)__builtin_ctz(m);
    char port[24];
    snprintf(port, sizeof port, "ls_rdata[%u]", k);
    number(f, port, x->rdata[k], y->rdata[k]);
  }
}

static void message(FILE *f, const ws_msg *x, const ws_msg *y) {
  number(f, "net_dest", x->dest, y->dest);
  number(f, "net src", x->src, y->src);
  number(f, "net warp", x->warp, y->warp);
  number(f, "net lanes", x->lanes, y->lanes);
  op(f, "net op", x->op, y->op);
  number(f, "net slot", x->slot, y->slot);
  number(f, "net count", x->count, y->count);
}

static void words(FILE *f, const char *const name[4], ws_atom_value x, ws_atom_value y) {
  number(f, name[0], (uint32_t)x.lo, (uint32_t)y.lo);
  number(f, name[1], (uint32_t)(x.lo >> 32), (uint32_t)(y.lo >> 32));
  number(f, name[2], (uint32_t)x.hi, (uint32_t)y.hi);
  number(f, name[3], (uint32_t)(x.hi >> 32), (uint32_t)(y.hi >> 32));
}

static void asked(FILE *f, const ws_ask *x, const ws_ask *y) {
  static const char *const s[4] = {"ask s", "ask s[63:32]", "ask s[95:64]", "ask s[127:96]"};
  number(f, "ask_dest", x->dest, y->dest);
  number(f, "ask src", x->src, y->src);
  number(f, "ask lane", x->lane, y->lane);
  number(f, "ask lay", x->lay, y->lay);
  number(f, "ask fn", x->fn, y->fn);
  number(f, "ask at", x->at, y->at);
  words(f, s, x->s, y->s);
}

static void answered(FILE *f, const ws_ans *x, const ws_ans *y) {
  static const char *const d[4] = {"ans d", "ans d[63:32]", "ans d[95:64]", "ans d[127:96]"};
  number(f, "ans_dest", x->dest, y->dest);
  number(f, "ans lane", x->lane, y->lane);
  number(f, "ans gone", x->gone, y->gone);
  number(f, "ans raw", x->raw, y->raw);
  words(f, d, x->d, y->d);
}

static void net_ports(FILE *f, const ws_out *x, const ws_out *y) {
  number(f, "net_ready", x->net_ready, y->net_ready);
  number(f, "net_valid", x->net.valid, y->net.valid);
  if (x->net.valid && y->net.valid)
    message(f, &x->net, &y->net);
  number(f, "ask_ready", x->ask_ready, y->ask_ready);
  number(f, "ask_valid", x->ask.valid, y->ask.valid);
  if (x->ask.valid && y->ask.valid)
    asked(f, &x->ask, &y->ask);
  number(f, "ans_ready", x->ans_ready, y->ans_ready);
  number(f, "ans_valid", x->ans.valid, y->ans.valid);
  if (x->ans.valid && y->ans.valid)
    answered(f, &x->ans, &y->ans);
}

static void atomic(FILE *f, const ws_gm *x, const ws_gm *y) {
  static const char *const s[4] = {"gm s", "gm s[63:32]", "gm s[95:64]", "gm s[127:96]"};
  static const char *const t[4] = {"gm t", "gm t[63:32]", "gm t[95:64]", "gm t[127:96]"};
  number(f, "gm fn", x->fn, y->fn);
  words(f, s, x->s, y->s);
  words(f, t, x->t, y->t);
}

// Ports beside those of requests and responses.
static void memory_ports(const ws_lockstep *ls, FILE *f, const ws_out *x, const ws_out *y) {
  number(f, "ls_ready", x->ls_ready, y->ls_ready);
  number(f, "ls_rsp_valid", x->ls_rsp.valid, y->ls_rsp.valid);
  if (x->ls_rsp.valid && y->ls_rsp.valid)
    banks(f, &x->ls_rsp, &y->ls_rsp);
  number(f, "tx_ready", x->tx_ready, y->tx_ready);
  number(f, "gm_valid", x->gm.valid, y->gm.valid);
  if (x->gm.valid && y->gm.valid) {
    number(f, "gm_addr", x->gm.addr, y->gm.addr);
    number(f, "gm_bytes", x->gm.bytes, y->gm.bytes);
    number(f, "gm_tag", x->gm.tag, y->gm.tag);
    number(f, "gm op", x->gm.op, y->gm.op);
    if (x->gm.op == WS_GM_ATOM && y->gm.op == WS_GM_ATOM)
      atomic(f, &x->gm, &y->gm);
  }
  number(f, "gm_rsp_ready", x->gm_rsp_ready, y->gm_rsp_ready);
  if (ls->ctas > 1)
    return;
  net_ports(f, x, y);
  number(f, "clb phase", x->clb.phase, y->clb.phase);
  number(f, "clb done", x->clb.done, y->clb.done);
  number(f, "clb any", x->clb.any, y->clb.any);
}

// Each port that differs, except d, which the lane table shows.
static void ports(const ws_lockstep *ls, FILE *f, unsigned cta) {
  const ws_out *x = &ls->rtl_out[cta], *y = &ls->model_out[cta];
  number(f, "req_ready", x->req_ready, y->req_ready);
  number(f, "req_judged", x->req_judged, y->req_judged);
  number(f, "exit_done", x->exit_done, y->exit_done);
  number(f, "idle", x->idle, y->idle);
  number(f, "rsp_valid", x->rsp.valid, y->rsp.valid);
  if (x->rsp.valid && y->rsp.valid) {
    number(f, "rsp_warp", x->rsp.warp, y->rsp.warp);
    op(f, "rsp_op", x->rsp.op, y->rsp.op);
    number(f, "rsp_tag", x->rsp.tag, y->rsp.tag);
    number(f, "rsp_lanes", x->rsp.lanes, y->rsp.lanes);
    status(f, "rsp_status", x->rsp.status, y->rsp.status);
    number(f, "rsp_p", x->rsp.p & y->rsp.lanes, y->rsp.p & y->rsp.lanes);
  }
  number(f, "err_valid", x->err.valid, y->err.valid);
  if (x->err.valid && y->err.valid) {
    status(f, "err_status", x->err.status, y->err.status);
    number(f, "err_cta", x->err.cta, y->err.cta);
    number(f, "err_warp", x->err.warp, y->err.warp);
    op(f, "err_op", x->err.op, y->err.op);
    number(f, "err_lanes", x->err.lanes, y->err.lanes);
    number(f, "err_opnd", x->err.opnd, y->err.opnd);
  }
  for (unsigned w = 0; w < ls->cfg.core.warps; w++) {
    char port[24];
    snprintf(port, sizeof port, "live[%u]", w);
    number(f, port, x->live[w], y->live[w]);
    snprintf(port, sizeof port, "wait[%u]", w);
    number(f, port, x->wait[w], y->wait[w]);
  }
  memory_ports(ls, f, x, y);
}

// One operand of a lane, or its head where q is NULL: the columns that this operation has.
static void operands(FILE *f, const ws_reads *r, const ws_req *q, unsigned i) {
  if (r->mask)
    q ? fprintf(f, "  0x%08" PRIx32, q->mask[i]) : fprintf(f, "  mask      ");
  if (r->addr)
    q ? fprintf(f, "  0x%08" PRIx64, q->addr[i]) : fprintf(f, "  address   ");
  if (r->a64)
    q ? fprintf(f, "  0x%016" PRIx64, q->a[i]) : fprintf(f, "  %-18s", r->a_name);
  else if (r->a)
    q ? fprintf(f, "  0x%08" PRIx32, (uint32_t)q->a[i]) : fprintf(f, "  %-10s", r->a_name);
  if (r->b)
    q ? fprintf(f, "  0x%08" PRIx32, q->b[i]) : fprintf(f, "  %-10s", r->b_name);
  if (r->c)
    q ? fprintf(f, "  0x%08" PRIx32, q->c[i]) : fprintf(f, "  %-10s", r->c_name);
  if (r->pred)
    q ? fprintf(f, "  %u", (q->pred >> i & 1u) ^ q->neg) : fprintf(f, "  q");
}

static void answer(FILE *f, const ws_rsp *rsp, bool wide, unsigned i) {
  fprintf(f, wide ? "  0x%016" PRIx64 "  %u" : "  0x%08" PRIx64 "  %u",
          rsp->d[i] | (wide ? (uint64_t)rsp->d_hi[i] << 32 : 0), rsp->p >> i & 1u);
}

// Operands by lane beside both answers; lanes whose d or p differs are marked.
static void lane_table(const ws_lockstep *ls, FILE *f, const place *at) {
  const ws_rsp *x = &ls->rtl_out[at->cta].rsp, *y = &ls->model_out[at->cta].rsp;
  bool rtl = ls->rtl && x->valid && x->op == at->op && x->warp == at->warp;
  bool model = ls->model && y->valid && y->op == at->op && y->warp == at->warp;
  bool wide = ws_dut_wide(at->op);
  ws_reads r = ws_text_reads(at->op);
  unsigned first = at->lanes ? (unsigned)__builtin_ctz(at->lanes) : 0;
  const ws_req *leader = at->lanes ? origin(ls, at, first, NULL) : NULL;
  fprintf(f, "    lane");
  operands(f, &r, NULL, 0);
  if (rtl)
    fprintf(f, wide ? "  RTL d               p" : "  RTL d       p");
  if (model)
    fprintf(f, wide ? "  expected d          p" : "  expected d  p");
  fprintf(f, "\n");
  for (unsigned i = 0; i < ls->cfg.core.lanes; i++) {
    if (!(at->lanes >> i & 1u))
      continue;
    bool differs =
        rtl && model && (x->d[i] != y->d[i] || (wide && x->d_hi[i] != y->d_hi[i]) || ((x->p ^ y->p) >> i & 1u));
    fprintf(f, "  %s %4u", differs ? ">" : " ", i);
    const ws_req *q = leader ? origin(ls, at, i, leader) : NULL;
    if (q)
      operands(f, &r, q, i);
    else
      fprintf(f, "  (its request is no longer known)");
    if (rtl)
      answer(f, x, wide, i);
    if (model)
      answer(f, y, wide, i);
    fprintf(f, "%s\n", differs ? "  <" : "");
  }
}

// The latest logged request that named one of these lanes of a warp.
static bool latest(const ws_lockstep *ls, unsigned cta, uint32_t warp, uint32_t lanes, place *at) {
  for (uint64_t n = ls->log_count; n-- > 0;) {
    const ws_event *e = ws_lockstep_event(ls, n);
    if (!e)
      break;
    if (e->kind != WS_EV_REQ || e->cta != cta || e->req.warp != warp || !(e->req.lanes & lanes))
      continue;
    *at = (place){cta, e->req.warp, e->req.op, e->req.lanes, e->req.tag};
    return true;
  }
  return false;
}

// The operation to show: that of the response if there is one, else of the lanes whose state differs or who are blocked,
// else the request at the port.
static bool find_place(const ws_lockstep *ls, unsigned cta, place *at) {
  const ws_out *x = &ls->rtl_out[cta], *y = &ls->model_out[cta];
  unsigned whose, warp = UINT32_MAX;
  if (ls->judge)
    ws_judge_wrong(ls->judge, &whose, &warp);
  const bool other = warp != UINT32_MAX && !(x->rsp.valid && x->rsp.warp == warp); // the oracle means another warp
  if (other && latest(ls, cta, warp, UINT32_MAX, at))
    return true;
  const ws_rsp *rsp = ls->model && y->rsp.valid ? &y->rsp : ls->rtl && x->rsp.valid ? &x->rsp : NULL;
  if (rsp) {
    *at = (place){cta, rsp->warp, rsp->op, rsp->lanes, rsp->tag};
    return true;
  }
  for (uint32_t w = 0; w < ls->cfg.core.warps; w++) {
    uint32_t differ = ls->rtl && ls->model ? (x->wait[w] ^ y->wait[w]) | (x->live[w] ^ y->live[w]) : 0;
    if (differ && latest(ls, cta, w, differ, at))
      return true;
  }
  const ws_req *q = &ls->in[cta].req;
  if (q->valid) {
    *at = (place){cta, q->warp, q->op, q->lanes, q->tag};
    return true;
  }
  for (uint32_t w = 0; w < ls->cfg.core.warps; w++)
    if (ls->owed[cta][w] && latest(ls, cta, w, ls->owed[cta][w], at))
      return true;
  return false;
}

static void operation(const ws_lockstep *ls, FILE *f, const place *at) {
  char text[WS_TEXT_MAX], name[40];
  const ws_req *req = at->lanes ? origin(ls, at, (unsigned)__builtin_ctz(at->lanes), NULL) : NULL;
  if (req)
    ws_text_ptx(text, req, ls->cfg.core.lanes);
  fprintf(f, "  operation    warp %" PRIu32 ", lanes 0x%08" PRIx32 ", tag %" PRIu32 ":  %s\n", at->warp, at->lanes,
          at->tag, req ? text : ws_text_op(name, at->op));
}

// Lanes that are blocked when a hang is found, per warp.
static void blocked(const ws_lockstep *ls, FILE *f, unsigned cta) {
  const ws_out *out = &ls->out[cta];
  for (unsigned w = 0; w < ls->cfg.core.warps; w++)
    if (ls->owed[cta][w] || out->wait[w])
      fprintf(f, "  warp %u: live 0x%08" PRIx32 ", blocked 0x%08" PRIx32 ", unanswered 0x%08" PRIx32 "\n", w,
              out->live[w], out->wait[w], ls->owed[cta][w]);
}

// All that one CTA has to say.
static void cta_block(const ws_lockstep *ls, FILE *f, ws_fault fault, unsigned cta) {
  if (ls->cfg.core.ctas > 1)
    fprintf(f, "  CTA %u\n", ls->cfg.joined ? ls->cfg.rank : cta);
  unsigned whose, warp;
  if (fault == WS_FAULT_JUDGE)
    fprintf(f, "  got          %s\n", ws_judge_wrong(ls->judge, &whose, &warp));
  else if (fault == WS_FAULT_DIFFERENCE)
    ports(ls, f, cta);
  else
    blocked(ls, f, cta);
  place at;
  if (!find_place(ls, cta, &at))
    return;
  operation(ls, f, &at);
  lane_table(ls, f, &at);
  if (fault == WS_FAULT_JUDGE)
    ws_judge_allowed(ls->judge, at.warp, f);
}

void ws_report(const ws_lockstep *ls, ws_fault fault, unsigned cta) {
  FILE *f = ls->cfg.err;
  const ws_config *c = &ls->cfg.core;
  const char *who = ls->rtl ? (ls->model ? "RTL and model" : "RTL") : "model";
  char what[200];
  switch (fault) {
  case WS_FAULT_DIFFERENCE: snprintf(what, sizeof what, "RTL and model differ"); break;
  case WS_FAULT_JUDGE: snprintf(what, sizeof what, "the oracles refuse the RTL"); break;
  case WS_FAULT_UNREST: snprintf(what, sizeof what, "%s: something happened after idle without an input", who); break;
  default:
    snprintf(what, sizeof what, "hang of %s: nothing accepted or answered in %u cycles although responses were taken",
             who, ls->still_max);
    break;
  }
  fflush(stdout);
  fprintf(f, "\n%s: cycle %" PRIu64 ": %s\n", ls->cfg.test, ls->cycle, what);
  fprintf(f, "  seed         %" PRIu64 "; %u lanes, %u warps", ls->cfg.seed, c->lanes, c->warps);
  if (ws_dut_ctas(c) > 1)
    fprintf(f, ", %u CTAs", c->ctas);
  fprintf(f, ", %s shuffle, match_bits %u%s; after %" PRIu64 " requests\n", c->shfl_form ? "butterfly" : "crossbar",
          c->match_bits, c->legacy ? ", legacy profile" : "", ls->accepted);
  if (fault == WS_FAULT_DIFFERENCE) {
    for (cta = 0; cta < ls->ctas; cta++)
      if (!ws_lockstep_same(ls, cta))
        cta_block(ls, f, fault, cta);
  } else {
    unsigned warp;
    if (fault == WS_FAULT_JUDGE)
      ws_judge_wrong(ls->judge, &cta, &warp);
    cta_block(ls, f, fault, cta);
  }
  if (ls->cfg.faildir && *ls->cfg.faildir) {
    char file[512];
    snprintf(file, sizeof file, "%s/fail_%s_%" PRIu64 ".wsv", ls->cfg.faildir, ls->cfg.test, ls->cfg.seed);
    if (ws_script_write(ls, file, what))
      fprintf(f, "  stream       %s\n", file);
    else
      fprintf(f, "  stream       cannot write %s\n", file);
  }
  if (ls->cfg.repeat)
    fprintf(f, "  repeat       %s\n", ls->cfg.repeat);
  fprintf(f, "\n");
  fflush(f);
}
