// SPDX-License-Identifier: Apache-2.0
// Ports as text (stimulus.h).
#include "stimulus.h"

#include <string.h>

#include "ports.h"

enum { NET_VALID = 3, REQ_READY = 5, NET_READY = 9, CLB = 11 }; // of the single bits that come out

static void add_lanes(ws_bits *b, unsigned lanes, unsigned width, const uint32_t *value) {
  for (unsigned i = 0; i < lanes; i++)
    ws_bits_add(b, width, value[i]);
}

static void add_wide(ws_bits *b, unsigned lanes, const uint64_t *value) {
  for (unsigned i = 0; i < lanes; i++)
    ws_bits_add(b, 64, value[i]);
}

// The bits that count, 32 at a time from the low end, into the hash (FNV-1a on words).
static void mix(uint64_t *hash, const ws_bits *b, const ws_bits *counts) {
  for (unsigned k = 0; k < b->n; k += 32) {
    uint32_t word = 0;
    for (unsigned j = 0; j < 32 && k + j < b->n; j++)
      word |= (uint32_t)(b->bit[k + j] & counts->bit[k + j]) << j;
    *hash = (*hash ^ word) * 0x100000001b3u;
  }
}

// An output: its bits, and those of them that count.
static void put_counted(const ws_lockstep *ls, const ws_bits *b, const ws_bits *counts) {
  ws_bits_put(ls->cfg.stimulus, b);
  ws_bits_put(ls->cfg.stimulus, counts);
  if (ls->cfg.hash)
    mix(ls->cfg.hash, b, counts);
}

static unsigned bits_for(unsigned warps) {
  unsigned width = 1;
  while (1u << width < warps)
    width++;
  return width;
}

static unsigned warp_bits(const ws_config *c) { return bits_for(c->warps); }
static unsigned beat_bits(const ws_config *c) { return bits_for(c->warps * (c->lanes / ws_dut_beat(c))); }

// All bits of a field of lane i, if `lanes` names it.
static uint64_t each(uint32_t lanes, unsigned i) { return lanes >> i & 1 ? UINT64_MAX : 0; }

// ------------------------------------------------------------------------------------------------------------ inputs

static void put_request(FILE *f, const ws_config *c, const ws_req *r) {
  ws_bits b = {.n = 0};
  ws_bits_add(&b, 8, r->tag);
  ws_bits_add(&b, warp_bits(c), r->warp);
  ws_bits_add(&b, 12, r->op);
  ws_bits_add(&b, c->lanes, r->lanes);
  ws_bits_add(&b, 1, r->neg);
  add_lanes(&b, c->lanes, c->lanes, r->mask);
  add_wide(&b, c->lanes, r->addr);
  add_wide(&b, c->lanes, r->a);
  add_lanes(&b, c->lanes, 32, r->b);
  add_lanes(&b, c->lanes, 32, r->c);
  ws_bits_add(&b, c->lanes, r->pred);
  ws_bits_put(f, &b);
}

static void put_lanes(FILE *f, const ws_config *c, const ws_lanes *l) {
  ws_bits b = {.n = 0};
  ws_bits_add(&b, warp_bits(c), l->warp);
  ws_bits_add(&b, c->lanes, l->lanes);
  ws_bits_put(f, &b);
}

static void put_ls(FILE *f, const ws_config *c, const ws_ls *l) {
  const unsigned banks = ws_dut_banks(c);
  ws_bits b = {.n = 0};
  ws_bits_add(&b, banks, l->en);
  for (unsigned k = 0; k < banks; k++)
    ws_bits_add(&b, 12 - (unsigned)__builtin_ctz(banks), l->row[k]);
  for (unsigned k = 0; k < banks; k++)
    ws_bits_add(&b, 4, l->be[k]);
  add_lanes(&b, banks, 32, l->wdata);
  ws_bits_put(f, &b);
}

static void add_msg(ws_bits *b, const ws_config *c, const ws_msg *m) {
  ws_bits_add(b, 21, m->count);
  ws_bits_add(b, 11, m->slot);
  ws_bits_add(b, 8, m->op);
  ws_bits_add(b, ws_dut_beat(c), m->lanes);
  ws_bits_add(b, beat_bits(c), m->warp);
  ws_bits_add(b, 3, m->src);
}

static void add_value(ws_bits *b, ws_atom_value v) {
  ws_bits_add(b, 64, v.lo);
  ws_bits_add(b, 64, v.hi);
}

static void add_ask(ws_bits *b, const ws_ask *a) {
  add_value(b, a->s);
  ws_bits_add(b, WS_ASK_AT_W, a->at);
  ws_bits_add(b, WS_ASK_FN_W, a->fn);
  ws_bits_add(b, WS_ASK_LAY_W, a->lay);
  ws_bits_add(b, WS_ASK_LANE_W, a->lane);
  ws_bits_add(b, WS_ASK_SRC_W, a->src);
}

static void add_ans(ws_bits *b, const ws_ans *a) {
  add_value(b, a->d);
  ws_bits_add(b, WS_ANS_RAW_W, a->raw);
  ws_bits_add(b, WS_ANS_GONE_W, a->gone);
  ws_bits_add(b, WS_ANS_LANE_W, a->lane);
}

static void put_inputs(FILE *f, const ws_config *c, const ws_in *in) {
  ws_bits b = {.n = 0};
  if (in->req.valid)
    put_request(f, c, &in->req);
  if (in->exit.valid)
    put_lanes(f, c, &in->exit);
  if (in->launch.valid) {
    put_lanes(f, c, &in->launch);
    ws_bits_add(&b, 6, in->launch_warps);
    ws_bits_put(f, &b);
  }
  if (in->ls.valid)
    put_ls(f, c, &in->ls);
  b.n = 0;
  if (in->tx.valid) {
    ws_bits_add(&b, 32, in->tx.addr);
    ws_bits_add(&b, 32, in->tx.bytes);
    ws_bits_put(f, &b);
  }
  b.n = 0;
  if (in->gm_rsp.valid) {
    add_lanes(&b, 4, 32, in->gm_rsp.data);
    ws_bits_add(&b, 1, in->gm_rsp.tag);
    ws_bits_put(f, &b);
  }
  b.n = 0;
  if (in->net.valid) {
    add_msg(&b, c, &in->net);
    ws_bits_put(f, &b);
  }
  b.n = 0;
  if (in->ask.valid) {
    add_ask(&b, &in->ask);
    ws_bits_put(f, &b);
  }
  b.n = 0;
  if (in->ans.valid) {
    add_ans(&b, &in->ans);
    ws_bits_put(f, &b);
  }
}

// ----------------------------------------------------------------------------------------------------------- outputs

static void put_response(const ws_lockstep *ls, const ws_rsp *r) {
  const ws_config *c = &ls->cfg.core;
  ws_bits b = {.n = 0}, m = {.n = 0};
  unsigned plain = 8 + warp_bits(c) + 12 + c->lanes + 10, n = c->lanes;
  ws_bits_add(&b, 8, r->tag);
  ws_bits_add(&b, warp_bits(c), r->warp);
  ws_bits_add(&b, 12, r->op);
  ws_bits_add(&b, n, r->lanes);
  ws_bits_add(&b, 10, r->status);
  add_lanes(&b, n, 32, r->d);
  add_lanes(&b, n, 32, r->d_hi);
  ws_bits_add(&b, n, r->p);
  for (unsigned k = 0; k < plain; k++)
    ws_bits_add(&m, 1, 1);
  for (unsigned i = 0; i < n; i++)
    ws_bits_add(&m, 32, each(r->lanes, i));
  for (unsigned i = 0; i < n; i++)
    ws_bits_add(&m, 32, ws_dut_wide(r->op) ? each(r->lanes, i) : 0);
  ws_bits_add(&m, n, r->lanes);
  put_counted(ls, &b, &m);
}

static void put_ls_answer(const ws_lockstep *ls, const ws_ls_rsp *r) {
  const unsigned banks = ws_dut_banks(&ls->cfg.core);
  ws_bits b = {.n = 0}, m = {.n = 0};
  ws_bits_add(&b, banks, r->en);
  ws_bits_add(&b, banks, r->raw);
  add_lanes(&b, banks, 32, r->rdata);
  ws_bits_add(&m, banks, UINT32_MAX);
  ws_bits_add(&m, banks, r->en);
  for (unsigned k = 0; k < banks; k++)
    ws_bits_add(&m, 32, each(r->en, k));
  put_counted(ls, &b, &m);
}

// A record all of whose bits count.
static void put_whole(const ws_lockstep *ls, const ws_bits *b) {
  ws_bits m = {.n = 0};
  for (unsigned k = 0; k < b->n; k++)
    ws_bits_add(&m, 1, 1);
  put_counted(ls, b, &m);
}

// A request to global memory: of a copy nothing counts but what and where it reads.
static void put_global(const ws_lockstep *ls, const ws_gm *g) {
  const bool atom = g->op == WS_GM_ATOM;
  const uint64_t more[] = {g->t.lo, g->t.hi, g->s.lo, g->s.hi};
  ws_bits b = {.n = 0}, m = {.n = 0};
  ws_bits_add(&b, 32, g->addr);
  ws_bits_add(&b, 5, g->bytes);
  for (unsigned k = 0; k < 37; k++)
    ws_bits_add(&m, 1, 1);
  for (unsigned k = 0; k < 4; k++) {
    ws_bits_add(&b, 64, atom ? more[k] : 0);
    ws_bits_add(&m, 64, atom ? UINT64_MAX : 0);
  }
  ws_bits_add(&b, WS_GM_BE_W, 0);
  ws_bits_add(&m, WS_GM_BE_W, 0);
  ws_bits_add(&b, WS_GM_FN_W, atom ? g->fn : 0);
  ws_bits_add(&m, WS_GM_FN_W, atom ? UINT64_MAX : 0);
  ws_bits_add(&b, WS_GM_OP_W, g->op);
  ws_bits_add(&m, WS_GM_OP_W, UINT64_MAX);
  ws_bits_add(&b, 1, g->tag);
  ws_bits_add(&m, 1, 1);
  put_counted(ls, &b, &m);
}

// Messages and what a CTA says of the cluster's barrier stay inside a cluster, so they are no outputs of it.
static bool inside(const ws_lockstep *ls, size_t k) {
  return ls->ctas > 1 && (k == NET_VALID || k == NET_READY || k >= CLB);
}

// Atomics for other CTAs, and answers to theirs.
static void put_asks(const ws_lockstep *ls, const ws_out *out) {
  ws_bits b = {.n = 0};
  if (out->ask.valid && !inside(ls, CLB)) {
    ws_bits_add(&b, 3, out->ask.dest);
    add_ask(&b, &out->ask);
    put_whole(ls, &b);
  }
  b.n = 0;
  if (out->ans.valid && !inside(ls, CLB)) {
    ws_bits_add(&b, 3, out->ans.dest);
    add_ans(&b, &out->ans);
    put_whole(ls, &b);
  }
}

static void put_outputs(const ws_lockstep *ls, const ws_out *out) {
  const ws_config *c = &ls->cfg.core;
  ws_bits b = {.n = 0};
  if (out->rsp.valid)
    put_response(ls, &out->rsp);
  if (out->ls_rsp.valid)
    put_ls_answer(ls, &out->ls_rsp);
  if (out->gm.valid)
    put_global(ls, &out->gm);
  b.n = 0;
  if (out->net.valid && !inside(ls, NET_VALID)) {
    ws_bits_add(&b, 3, out->net.dest);
    add_msg(&b, c, &out->net);
    put_whole(ls, &b);
  }
  b.n = 0;
  if (out->err.valid) {
    ws_bits_add(&b, 10, out->err.status);
    ws_bits_add(&b, warp_bits(c), out->err.warp);
    ws_bits_add(&b, 12, out->err.op);
    ws_bits_add(&b, c->lanes, out->err.lanes);
    ws_bits_add(&b, c->lanes, out->err.opnd);
    ws_bits_add(&b, 3, out->err.cta);
    put_whole(ls, &b);
  }
  put_asks(ls, out);
}

void ws_stimulus_reset(const ws_lockstep *ls) {
  const ws_config *c = &ls->cfg.core;
  ws_bits b = {.n = 0};
  ws_bits_add(&b, 1, c->legacy);
  ws_bits_add(&b, 16, c->watchdog);
  ws_bits_add(&b, 16, c->trywait ? c->trywait : 1024);
  ws_bits_add(&b, 3, ls->cfg.joined ? ls->cfg.rank : 0);
  ws_bits_add(&b, 4, ws_dut_ctas(c));
  fputc('0', ls->cfg.stimulus);
  ws_bits_put(ls->cfg.stimulus, &b);
  fputc('\n', ls->cfg.stimulus);
}

static void put_cycle(const ws_lockstep *ls, const ws_in *in, const ws_out *out) {
  const ws_config *c = &ls->cfg.core;
  FILE *f = ls->cfg.stimulus;
  const bool ins[] = {in->req.valid, in->exit.valid, in->launch.valid, in->ls.valid, in->tx.valid,  in->gm_rsp.valid,
                      in->net.valid, in->rsp_ready,  in->tick,         in->gm_ready, in->net_ready, in->clb_phase,
                      in->ask.valid, in->ans.valid,  in->ask_ready,    in->ans_ready};
  const bool outs[] = {out->rsp.valid, out->ls_rsp.valid, out->gm.valid, out->net.valid,    out->err.valid,
                       out->req_ready, out->ls_ready,     out->tx_ready, out->gm_rsp_ready, out->net_ready,
                       out->idle,      out->clb.any,      out->clb.done, out->clb.phase,    out->ask.valid,
                       out->ans.valid, out->ask_ready,    out->ans_ready};
  ws_bits i = {.n = 0}, o = {.n = 0}, counts = {.n = 0};
  for (size_t k = 0; k < sizeof ins / sizeof *ins; k++)
    ws_bits_add(&i, 1, ins[k]);
  for (size_t k = 0; k < sizeof outs / sizeof *outs; k++) {
    ws_bits_add(&o, 1, outs[k] && !inside(ls, k));
    ws_bits_add(&counts, 1, !inside(ls, k) && (k != REQ_READY || in->req.valid));
  }
  add_lanes(&o, c->warps, c->lanes, out->live);
  add_lanes(&o, c->warps, c->lanes, out->wait);
  while (counts.n < o.n)
    ws_bits_add(&counts, 1, 1);
  if (f) {
    fputc('1', f);
    ws_bits_put(f, &i);
    ws_bits_put(f, &o);
    put_inputs(f, c, in);
  }
  if (ls->cfg.hash)
    mix(ls->cfg.hash, &o, &counts);
  put_outputs(ls, out);
  if (f)
    fputc('\n', f);
}

void ws_stimulus_step(const ws_lockstep *ls) {
  for (unsigned cta = 0; cta < ls->ctas; cta++)
    put_cycle(ls, &ls->in[cta], &ls->out[cta]);
}
