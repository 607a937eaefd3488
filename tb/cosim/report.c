// SPDX-License-Identifier: Apache-2.0
// The failure block (report.h).
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"
#include "text.h"

typedef struct place { // what the block is about
  uint32_t warp, op, lanes, tag;
} place;

// The latest logged request that brought `lane` into this operation: with the tag of the operation if the lane is the one
// that gave it, else with the mask of the group. NULL if it has left the log.
static const ws_req *origin(const ws_lockstep *ls, const place *at, unsigned lane, const ws_req *leader) {
  if (leader && (leader->lanes >> lane & 1u))
    return leader;
  const ws_req *in_port = &ls->in.req;
  if (!leader && in_port->valid && in_port->tag == at->tag && in_port->warp == at->warp && in_port->op == at->op &&
      (in_port->lanes >> lane & 1u))
    return in_port;
  unsigned first = (unsigned)__builtin_ctz(at->lanes);
  for (uint64_t n = ls->log_count; n-- > 0;) {
    const ws_event *e = ws_lockstep_event(ls, n);
    if (!e)
      return NULL;
    const ws_req *q = &e->req;
    if (e->kind != WS_EV_REQ || q->warp != at->warp || q->op != at->op || !(q->lanes >> lane & 1u))
      continue;
    if (leader ? q->mask[lane] == leader->mask[first] : q->tag == at->tag)
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

// Each port that differs, except d, which the lane table shows.
static void ports(const ws_lockstep *ls, FILE *f) {
  const ws_out *x = &ls->rtl_out, *y = &ls->model_out;
  number(f, "req_ready", x->req_ready, y->req_ready);
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
}

// Operands by lane beside both answers; lanes whose d differs are marked.
static void lane_table(const ws_lockstep *ls, FILE *f, const place *at) {
  const ws_rsp *x = &ls->rtl_out.rsp, *y = &ls->model_out.rsp;
  bool rtl = ls->rtl && x->valid && x->op == at->op && x->warp == at->warp;
  bool model = ls->model && y->valid && y->op == at->op && y->warp == at->warp;
  ws_reads r = ws_text_reads(at->op);
  unsigned first = at->lanes ? (unsigned)__builtin_ctz(at->lanes) : 0;
  const ws_req *leader = at->lanes ? origin(ls, at, first, NULL) : NULL;
  fprintf(f, "    lane%s%s%s%s%s%s%s\n", r.mask ? "  mask      " : "",
          r.a64 ? "  a                 "
          : r.a ? "  a         "
                : "",
          r.b ? "  b         " : "", r.c ? "  c         " : "", r.pred ? "  q" : "", rtl ? "  RTL d       p" : "",
          model ? "  expected d  p" : "");
  for (unsigned i = 0; i < ls->cfg.core.lanes; i++) {
    if (!(at->lanes >> i & 1u))
      continue;
    bool differs = rtl && model && (x->d[i] != y->d[i] || ((x->p ^ y->p) >> i & 1u));
    fprintf(f, "  %s %4u", differs ? ">" : " ", i);
    const ws_req *q = leader ? origin(ls, at, i, leader) : NULL;
    if (!q) {
      fprintf(f, "  (its request is no longer known)");
    } else {
      if (r.mask)
        fprintf(f, "  0x%08" PRIx32, q->mask[i]);
      if (r.a64)
        fprintf(f, "  0x%016" PRIx64, q->a[i]);
      else if (r.a)
        fprintf(f, "  0x%08" PRIx32, (uint32_t)q->a[i]);
      if (r.b)
        fprintf(f, "  0x%08" PRIx32, q->b[i]);
      if (r.c)
        fprintf(f, "  0x%08" PRIx32, q->c[i]);
      if (r.pred)
        fprintf(f, "  %u", (q->pred >> i & 1u) ^ q->neg);
    }
    if (rtl)
      fprintf(f, "  0x%08" PRIx32 "  %u", x->d[i], x->p >> i & 1u);
    if (model)
      fprintf(f, "  0x%08" PRIx32 "  %u", y->d[i], y->p >> i & 1u);
    fprintf(f, "%s\n", differs ? "  <" : "");
  }
}

// The latest logged request that named one of these lanes of a warp.
static bool latest(const ws_lockstep *ls, uint32_t warp, uint32_t lanes, place *at) {
  for (uint64_t n = ls->log_count; n-- > 0;) {
    const ws_event *e = ws_lockstep_event(ls, n);
    if (!e)
      break;
    if (e->kind != WS_EV_REQ || e->req.warp != warp || !(e->req.lanes & lanes))
      continue;
    *at = (place){e->req.warp, e->req.op, e->req.lanes, e->req.tag};
    return true;
  }
  return false;
}

// The operation to show: that of the response if there is one, else of the lanes whose state differs or who are blocked,
// else the request at the port.
static bool find_place(const ws_lockstep *ls, place *at) {
  const ws_rsp *rsp = NULL;
  if (ls->model && ls->model_out.rsp.valid)
    rsp = &ls->model_out.rsp;
  else if (ls->rtl && ls->rtl_out.rsp.valid)
    rsp = &ls->rtl_out.rsp;
  if (rsp) {
    *at = (place){rsp->warp, rsp->op, rsp->lanes, rsp->tag};
    return true;
  }
  for (uint32_t w = 0; w < ls->cfg.core.warps; w++) {
    uint32_t differ = 0;
    if (ls->rtl && ls->model)
      differ = (ls->rtl_out.wait[w] ^ ls->model_out.wait[w]) | (ls->rtl_out.live[w] ^ ls->model_out.live[w]);
    if (differ && latest(ls, w, differ, at))
      return true;
  }
  if (ls->in.req.valid) {
    *at = (place){ls->in.req.warp, ls->in.req.op, ls->in.req.lanes, ls->in.req.tag};
    return true;
  }
  for (uint32_t w = 0; w < ls->cfg.core.warps; w++)
    if (ls->owed[w] && latest(ls, w, ls->owed[w], at))
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
static void blocked(const ws_lockstep *ls, FILE *f) {
  for (unsigned w = 0; w < ls->cfg.core.warps; w++)
    if (ls->owed[w] || ls->out->wait[w])
      fprintf(f, "  warp %u: live 0x%08" PRIx32 ", blocked 0x%08" PRIx32 ", unanswered 0x%08" PRIx32 "\n", w,
              ls->out->live[w], ls->out->wait[w], ls->owed[w]);
}

void ws_report(const ws_lockstep *ls, ws_fault fault) {
  FILE *f = ls->cfg.err;
  const ws_config *c = &ls->cfg.core;
  const char *who = ls->rtl ? (ls->model ? "RTL and model" : "RTL") : "model";
  char what[200];
  switch (fault) {
  case WS_FAULT_DIFFERENCE: snprintf(what, sizeof what, "RTL and model differ"); break;
  case WS_FAULT_UNREST: snprintf(what, sizeof what, "%s: something happened after idle without an input", who); break;
  default:
    snprintf(what, sizeof what, "hang of %s: nothing accepted or answered in %u cycles although responses were taken",
             who, ls->still_max);
    break;
  }
  fflush(stdout);
  fprintf(f, "\n%s: cycle %" PRIu64 ": %s\n", ls->cfg.test, ls->cycle, what);
  fprintf(f,
          "  seed         %" PRIu64 "; %u lanes, %u warps, %s shuffle, match_bits %u%s; after %" PRIu64 " requests\n",
          ls->cfg.seed, c->lanes, c->warps, c->shfl_form ? "butterfly" : "crossbar", c->match_bits,
          c->legacy ? ", legacy profile" : "", ls->accepted);
  if (fault == WS_FAULT_DIFFERENCE)
    ports(ls, f);
  else
    blocked(ls, f);
  place at;
  if (find_place(ls, &at)) {
    operation(ls, f, &at);
    lane_table(ls, f, &at);
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
