// SPDX-License-Identifier: Apache-2.0
// The .expect directives. A difference is one line, FILE:LINE: what = found expected wanted; with lanes, one a lane.
#include <stdarg.h>
#include <stdio.h>

#include "machine.h"

void difference(machine *m, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "%s:%u: ", m->s->path, m->now ? m->now->line : 0);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  if (m->check_failed)
    return;
  m->check_failed = true;
  m->failed++;
  if (!m->now || m->now->kind < WS_S_EXPECT || m->now->kind > WS_S_EXPECT_WAITING)
    m->checks++;
}

typedef struct hex_text {
  char s[40];
} hex_text;

static hex_text hex(value v, unsigned bits) {
  hex_text t;
  if (bits > 64)
    snprintf(t.s, sizeof t.s, "0x%016llx%016llx", (unsigned long long)v.hi, (unsigned long long)v.lo);
  else
    snprintf(t.s, sizeof t.s, "0x%0*llx", (int)(bits + 3) / 4, (unsigned long long)v.lo);
  return t;
}

static bool same(value x, value y) { return x.lo == y.lo && x.hi == y.hi; }

static void expect_register(machine *m, const ws_stmt *st) {
  const reg_state *r = reg_of(m, warp_of(m), st->reg);
  bool pred = st->type == WS_T_PRED;
  uint32_t lanes = st->has_lanes ? st->lanes : m->all;
  for (unsigned i = 0; i < m->lanes; i++) {
    const ws_value *want = &st->val[pred || st->nval == 1 ? 0 : i];
    value w = pred ? (value){want->lo >> i & 1, 0} : value_cut((value){want->lo, want->hi}, ws_type_bits(st->type));
    if (want->keep || !(lanes >> i & 1) || same(r->v[i], w))
      continue;
    difference(m, "lane %u: %s = %s expected %s", i, st->reg->name, hex(r->v[i], r->bits).s, hex(w, r->bits).s);
  }
}

static void expect_memory(machine *m, const ws_stmt *st) {
  unsigned bits = ws_type_bits(st->type);
  mem_place at = mem_door(m, st->space, st->addr);
  bool raw;
  value got = mem_load(m, &at, bits / 8, &raw);
  value want = value_cut((value){st->val[0].lo, st->val[0].hi}, bits);
  if (!m->stop && !st->val[0].keep && !same(got, want))
    difference(m, "%s[0x%x] = %s expected %s", st->space == WS_SP_GLOBAL ? "global" : "shared", st->addr,
               hex(got, bits).s, hex(want, bits).s);
}

typedef struct name_text {
  char s[24];
} name_text;

static name_text status_text(unsigned status, const char *ok) {
  name_text t;
  const char *name = status == WS_ST_OK ? ok : ws_status_name(status);
  if (name)
    snprintf(t.s, sizeof t.s, "%s", name);
  else
    snprintf(t.s, sizeof t.s, "0x%03x", status);
  return t;
}

// Scripts name a status by its code; OK is the whole of it.
static bool same_status(unsigned got, unsigned want) {
  return want == WS_ST_OK || got == WS_ST_OK ? got == want : (got & 0xff) == (want & 0xff);
}

static void expect_status(machine *m, const ws_stmt *st) {
  const warp_state *w = warp_of(m);
  uint32_t lanes = st->has_lanes ? st->lanes : w->issued;
  name_text want = status_text(st->status, "OK");
  for (unsigned i = 0; i < m->lanes; i++) {
    if (!(lanes >> i & 1))
      continue;
    if (!st->has_lanes && w->pending >> i & 1)
      difference(m, "lane %u: status = (waits since line %u) expected %s", i, w->at[i]->line, want.s);
    else if (!(w->finished >> i & 1))
      difference(m, "lane %u: status = (no instruction completed) expected %s", i, want.s);
    else if (!same_status(w->status[i], st->status))
      difference(m, "lane %u: status = %s expected %s", i, status_text(w->status[i], "OK").s, want.s);
  }
}

static void expect_error(machine *m, const ws_stmt *st) {
  const cta_state *cta = cta_of(m);
  uint32_t got = cta->error ? cta->error : block_error(cta->block);
  if (!same_status(got, st->none ? WS_ST_OK : st->status))
    difference(m, "error = %s expected %s", status_text(got, "none").s,
               status_text(st->none ? WS_ST_OK : st->status, "none").s);
}

static void expect_waiting(machine *m, const ws_stmt *st) {
  uint32_t got = block_wait(cta_of(m)->block, m->cur_warp) & m->all;
  if (got != st->lanes)
    difference(m, "waiting = %s expected %s", hex((value){got, 0}, m->lanes).s, hex((value){st->lanes, 0}, m->lanes).s);
}

void expect_run(machine *m, const ws_stmt *st) {
  m->checks++;
  switch (st->kind) {
  case WS_S_EXPECT: expect_register(m, st); break;
  case WS_S_EXPECT_MEM: expect_memory(m, st); break;
  case WS_S_EXPECT_STATUS: expect_status(m, st); break;
  case WS_S_EXPECT_ERROR: expect_error(m, st); break;
  case WS_S_EXPECT_WAITING: expect_waiting(m, st); break;
  default: break;
  }
}
