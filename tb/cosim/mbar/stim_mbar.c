// SPDX-License-Identifier: Apache-2.0
// Random traffic for the mbarrier unit (stim_mbar.h): phases of traffic, ports, exits and launches.
#include "stim_mbar.h"

#include <string.h>

// Places of the objects: three side by side, one a row of memory above and one below, the ends, and one far away.
static const uint32_t places[WS_MBAR_OBJECTS] = {0x1240, 0x1248, 0x1250, 0x12c0, 0x11c8, 0, WS_SMEM_BYTES - 8, 0x2f78};

void ws_mbar_stim_init(ws_mbar_stim *s, const ws_mbar_stim_cfg *cfg, const ws_config *core, ws_rng rng) {
  memset(s, 0, sizeof *s);
  s->cfg = *cfg;
  s->rng = rng;
  s->lanes = core->lanes;
  s->warps = core->warps;
  s->ctas = ws_dut_ctas(core);
  s->slots = ws_dut_slots(core);
  s->banks = ws_dut_banks(core);
  s->window = WS_SMEM_BYTES / s->slots;
  s->all = core->lanes == 32 ? UINT32_MAX : (1u << core->lanes) - 1;
  for (unsigned c = 0; c < s->ctas; c++)
    for (unsigned k = 0; k < WS_MBAR_OBJECTS; k++) {
      uint32_t offset = places[k] % s->window;
      s->cta[c].object[k] = (ws_mbar_object){.offset = offset, .at = k % s->slots * s->window + offset};
    }
}

static unsigned slot_of(const ws_mbar_stim *s, unsigned warp) { return warp / (s->warps / s->slots); }

unsigned ws_mbar_stim_own(const ws_mbar_stim *s, unsigned warp, unsigned k) {
  return k / s->slots * s->slots + slot_of(s, warp);
}

static unsigned draw(ws_mbar_stim *s, const uint8_t level[8]) { return level[ws_rng_below(&s->rng, 8)]; }

static void new_phase(ws_mbar_stim *s, ws_lockstep *ls) {
  static const uint8_t gaps[8] = {0, 0, 0, 0, 10, 40, 70, 95}, stalls[8] = {0, 0, 0, 0, 10, 40, 70, 90};
  static const uint8_t ticks[8] = {1, 5, 10, 20, 20, 50, 100, 100}, ports[8] = {0, 0, 5, 10, 20, 20, 50, 100};
  static const uint8_t plain[8] = {0, 0, 0, 5, 10, 20, 60, 100}, latency[8] = {1, 2, 4, 6, 6, 12, 30, 150};
  unsigned sum = 0, k = 0;
  for (unsigned i = 0; i < WS_MBAR_STYLES; i++)
    sum += s->cfg.weight[i];
  unsigned pick = ws_rng_below(&s->rng, sum);
  while (pick >= s->cfg.weight[k])
    pick -= s->cfg.weight[k++];
  s->style = s->hunts && ws_rng_percent(&s->rng, 60) ? (unsigned)WS_MBAR_FOCUS : k;
  s->left = 100 + ws_rng_below(&s->rng, 500);
  s->focus = s->style == WS_MBAR_FOCUS || ws_rng_percent(&s->rng, s->style == WS_MBAR_COPIES ? 70 : 25)
                 ? ws_rng_below(&s->rng, WS_MBAR_OBJECTS)
                 : WS_MBAR_OBJECTS;
  s->home = ws_rng_below(&s->rng, s->ctas);
  s->gap = s->stall = 0;
  s->bursts = false;
  s->ticks = draw(s, ticks);
  s->port = s->style == WS_MBAR_CALM ? 0 : draw(s, ports);
  s->plain = s->cfg.plain ? draw(s, plain) : 0;
  ls->copy_latency = s->style == WS_MBAR_FOCUS ? 3 + ws_rng_below(&s->rng, 20) : draw(s, latency);
  ls->copy_stall = 0;
  if (!s->cfg.stalls)
    return;
  s->gap = s->style == WS_MBAR_FOCUS ? 0 : draw(s, gaps);
  s->stall = draw(s, stalls);
  s->bursts = ws_rng_percent(&s->rng, 25);
  ls->copy_stall = s->style == WS_MBAR_FOCUS ? 0 : draw(s, stalls);
}

// ---------------------------------------------------------------------------------------------- what has happened

static void take_tokens(ws_mbar_stim *s, unsigned c, const ws_rsp *rsp, const ws_rsp *model) {
  if (!ws_is_mbar_token(rsp->op) || rsp->status >= 0x200)
    return;
  unsigned i = 31u - (unsigned)__builtin_clz(rsp->lanes); // the last one: the youngest
  ws_mbar_object *o = &s->cta[c].object[s->cta[c].used[rsp->tag & 0xff][i]];
  memmove(o->token + 1, o->token, sizeof o->token - sizeof o->token[0]);
  memmove(o->born + 1, o->born, sizeof o->born - sizeof o->born[0]);
  o->token[0] = (uint64_t)rsp->d_hi[i] << 32 | rsp->d[i];
  o->born[0] = model ? model->phase[i] : 0;
  o->tokens += o->tokens < WS_MBAR_TOKENS;
}

static ws_mbar_object *object_at(ws_mbar_stim *s, unsigned c, uint32_t at) {
  for (unsigned k = 0; k < WS_MBAR_OBJECTS; k++)
    if (s->cta[c].object[k].at == at)
      return &s->cta[c].object[k];
  return NULL;
}

static void take_words(ws_mbar_stim *s, unsigned c, const ws_ls *x) {
  for (unsigned k = 0; k < WS_MBAR_OBJECTS; k++) {
    ws_mbar_object *o = &s->cta[c].object[k];
    unsigned b = o->at / 4 % s->banks, row = o->at / 4 / s->banks;
    if ((x->en >> b & 3) == 3 && x->row[b] == row && x->row[b + 1] == row && x->be[b] == 15 && x->be[b + 1] == 15)
      ws_mbar_stim_word(o, (uint64_t)x->wdata[b + 1] << 32 | x->wdata[b]);
  }
}

static void follow(ws_mbar_stim *s, const ws_lockstep *ls, unsigned c) {
  const ws_in *in = &ls->in[c];
  const ws_out *out = &ls->out[c];
  ws_mbar_stim_cta *cta = &s->cta[c];
  uint32_t begins = 0;
  if (in->req.valid && out->req_ready) {
    uint32_t w = in->req.warp, lanes = in->req.lanes & out->live[w] & ~out->wait[w];
    ws_mbar_stim_accepted(s, c, &in->req, lanes);
    if (ws_mbar_stim_waits(in->req.op))
      begins = lanes;
  }
  ws_under_way_follow(&cta->way, in, out, begins);
  if (in->tx.valid && out->tx_ready) {
    ws_mbar_object *o = object_at(s, c, in->tx.addr);
    if (o)
      ws_mbar_stim_bytes(o, in->tx.bytes);
  }
  if (in->ls.valid && out->ls_ready)
    take_words(s, c, &in->ls);
  if (out->rsp.valid && in->rsp_ready)
    take_tokens(s, c, &out->rsp, ls->model ? &ls->model_out[c].rsp : NULL);
}

// --------------------------------------------------------------------------------------------------------- ports

static uint32_t some_of(ws_mbar_stim *s, uint32_t from) {
  uint32_t x = ws_rng_u32(&s->rng), one = from;
  for (unsigned skip = ws_rng_below(&s->rng, (uint32_t)__builtin_popcount(from)); skip; skip--)
    one &= one - 1;
  one &= 0u - one;
  bool focus = s->style == WS_MBAR_FOCUS;
  if (s->style == WS_MBAR_CALM)
    return from;
  switch (x & 7) {
  case 0: return (from & ws_rng_u32(&s->rng)) | one;
  case 1: return one;
  case 2: return (from & ws_rng_u32(&s->rng) & ws_rng_u32(&s->rng)) | one;
  default: return focus ? (x & 8 ? one : from & (0u - from)) : from;
  }
}

static void request(ws_mbar_stim *s, ws_lockstep *ls, unsigned c) {
  ws_req *q = &ls->in[c].req;
  const ws_out *out = &ls->out[c];
  if (q->valid && !out->req_ready)
    return;
  ls->new_req |= 1u << c;
  q->valid = false;
  if (s->drain || (s->gap && ws_rng_percent(&s->rng, s->gap)))
    return;
  bool few = s->style == WS_MBAR_FOCUS && s->warps > 2; // lanes that copied are soon met again
  uint32_t w = ws_rng_below(&s->rng, few ? 2 : s->warps), free = 0;
  for (unsigned k = 0; k < s->warps && !free; k++, w = (w + !free) & (s->warps - 1))
    free = out->live[w] & ~out->wait[w] & ~ws_under_way_lanes(&s->cta[c].way, w);
  if (s->style == WS_MBAR_WILD && ws_rng_percent(&s->rng, 3))
    free = s->all; // blocked and exited lanes too
  if (!free)
    return;
  q->valid = true;
  q->warp = w;
  q->lanes = some_of(s, free);
  q->tag = s->cta[c].tag++ & 0xff;
  ws_mbar_stim_request(s, ls, c, q);
}

static void bytes(ws_mbar_stim *s, ws_lockstep *ls, unsigned c) {
  ws_tx *x = &ls->in[c].tx;
  if (x->valid && !ls->out[c].tx_ready)
    return;
  x->valid = !s->drain && ws_rng_percent(&s->rng, s->port);
  if (!x->valid)
    return;
  unsigned k = s->focus < WS_MBAR_OBJECTS ? s->focus : ws_rng_below(&s->rng, WS_MBAR_OBJECTS);
  const ws_mbar_object *o = &s->cta[c].object[k];
  x->addr = o->at;
  x->bytes = ws_mbar_stim_count(s, o, 1, true);
  if (o->tx <= 0 && s->style != WS_MBAR_LIMITS && ws_rng_percent(&s->rng, 80))
    x->bytes = ws_rng_below(&s->rng, 4); // they run ahead of who expects them, a little
  if (s->style == WS_MBAR_WILD && ws_rng_percent(&s->rng, 10))
    x->addr += ws_rng_percent(&s->rng, 50) ? ws_rng_u32(&s->rng) : ws_rng_below(&s->rng, 8);
}

// A word of garbage, mostly one whose counts have something to do with one another.
static uint64_t garbage(ws_mbar_stim *s) {
  uint64_t x = ws_rng_u64(&s->rng);
  switch (x >> 5 & 7) {
  case 0: return x;
  case 1: return 0;
  case 2: return x & ~((uint64_t)0x1fffff << 22);                              // no bytes
  case 3: return (x & ~((uint64_t)0x1fffff << 22)) | (uint64_t)0x100000 << 22; // too few of them
  case 4: return x | (uint64_t)0xffff0 << 43 | (uint64_t)0xffff0 << 1;         // small counts
  default: return (x | (uint64_t)0xffff0 << 43 | (uint64_t)0xffff0 << 1) & ~((uint64_t)0x1fffff << 22);
  }
}

static void plain(ws_mbar_stim *s, ws_lockstep *ls, unsigned c) {
  ws_ls *x = &ls->in[c].ls;
  if (x->valid && !ls->out[c].ls_ready)
    return;
  x->valid = !s->drain && ws_rng_percent(&s->rng, s->plain);
  if (!x->valid)
    return;
  uint32_t r = ws_rng_u32(&s->rng);
  memset(x->be, 0, sizeof x->be);
  if ((r & 7) < 3) { // every bank, or any, each with its own row
    x->en = r & 8 ? UINT32_MAX : ws_rng_u32(&s->rng);
    for (unsigned b = 0; b < s->banks; b++)
      x->row[b] = (uint16_t)(ws_rng_u32(&s->rng) & (WS_SMEM_BYTES / 4 / s->banks - 1));
    return;
  }
  const ws_mbar_object *o = &s->cta[c].object[s->focus < WS_MBAR_OBJECTS && (r & 16) ? s->focus : r >> 8 & 7];
  unsigned b = o->at / 4 % s->banks;
  x->en = 3u << b;
  x->row[b] = x->row[b + 1] = (uint16_t)(o->at / 4 / s->banks);
  bool store = ws_rng_percent(&s->rng, s->style == WS_MBAR_LIMITS ? 15 : s->style == WS_MBAR_WILD ? 5 : 1);
  if (!store && !(o->live ? false : (r >> 16 & 7) == 0))
    return;
  uint64_t word = garbage(s);
  x->wdata[b] = (uint32_t)word, x->wdata[b + 1] = (uint32_t)(word >> 32);
  x->be[b] = x->be[b + 1] = 15;
  if ((r >> 20 & 15) == 0) // some bytes of it
    x->be[b] = (uint8_t)(r >> 24 & 15), x->be[b + 1] = (uint8_t)(r >> 28);
}

// ------------------------------------------------------------------------------------------------ exits, launches

static void exits(ws_mbar_stim *s, ws_lockstep *ls, unsigned c) {
  ws_in *in = &ls->in[c];
  const ws_out *out = &ls->out[c];
  ws_mbar_stim_cta *cta = &s->cta[c];
  in->exit.valid = in->launch.valid = false;
  if (s->drain || !s->cfg.exits)
    return;
  uint32_t x = ws_rng_u32(&s->rng), w = x & (s->warps - 1), run = out->live[w] & ~out->wait[w], any = 0;
  if (!cta->gone && (x >> 8 & 0x3fff) < s->cfg.exits * s->slots) {
    cta->gone = s->slots > 1 ? 1 + (x >> 25) : 200 + (x >> 24);
    cta->going = slot_of(s, w);
  }
  for (unsigned k = 0; k < s->warps; k++)
    any |= slot_of(s, k) == (cta->gone ? cta->going : slot_of(s, w)) ? out->live[k] : 0;
  if (cta->gone) { // all leave; when nobody is left, the CTA stays empty for a while
    while (slot_of(s, w) != cta->going)
      w = (w + 1) & (s->warps - 1);
    run = out->live[w] & ~out->wait[w];
    if (any)
      in->exit = (ws_lanes){run != 0, w, run};
    else
      cta->gone--;
    if (any || cta->gone)
      return;
  }
  if (ws_rng_below(&s->rng, 1000) < s->cfg.exits && run)
    in->exit = (ws_lanes){true, w, x & 0x10000 ? out->live[w] : some_of(s, run)};
  else if (out->live[w] && out->live[w] != s->all && (x >> 16 & 127) == 0)
    in->exit = (ws_lanes){true, w, out->live[w]}; // a warp that lost lanes loses the rest before long
  if (out->live[w] || (x >> 20 & 3))
    return;
  in->launch = (ws_lanes){true, w, x >> 29 ? s->all : 1u << (x >> 24 & (s->lanes - 1))};
  if (!any)
    ws_mbar_stim_cleared(s, c, w);
}

void ws_mbar_stim_cleared(ws_mbar_stim *s, unsigned c, unsigned w) {
  for (unsigned k = slot_of(s, w); k < WS_MBAR_OBJECTS; k += s->slots) {
    ws_mbar_object *o = &s->cta[c].object[k];
    *o = (ws_mbar_object){.offset = o->offset, .at = o->at};
  }
}

void ws_mbar_stim_follow(ws_mbar_stim *s, ws_lockstep *ls) {
  for (unsigned c = 0; c < s->ctas; c++)
    follow(s, ls, c);
  if (!s->left--)
    new_phase(s, ls);
}

void ws_mbar_stim_ports(ws_mbar_stim *s, ws_lockstep *ls, unsigned c) {
  bytes(s, ls, c);
  plain(s, ls, c);
}

void ws_mbar_stim_next(ws_mbar_stim *s, ws_lockstep *ls) {
  ws_mbar_stim_follow(s, ls);
  if (s->bursts)
    s->burst_ready = ws_rng_percent(&s->rng, 4) ? !s->burst_ready : s->burst_ready;
  for (unsigned c = 0; c < s->ctas; c++) {
    request(s, ls, c);
    ws_mbar_stim_ports(s, ls, c);
    exits(s, ls, c);
    ls->in[c].rsp_ready = s->bursts && !s->drain ? s->burst_ready : !s->stall || !ws_rng_percent(&s->rng, s->stall);
    ls->in[c].tick = ws_rng_percent(&s->rng, s->drain ? 50 : s->ticks);
  }
}
