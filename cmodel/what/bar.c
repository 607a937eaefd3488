// SPDX-License-Identifier: Apache-2.0
// Named barriers of a CTA (PTX 9.7.13.1). See ws.h.
#include "ws.h"

#include "what/bits.h"

uint32_t ws_bar_key(uint32_t op, uint32_t a, uint32_t b) {
  if (op >> 8 != WS_UNIT_BAR)
    return 0;
  uint32_t key = a < WS_BARRIERS ? a : 1u << 4;
  if (!bar_is_counted(op & 0xff))
    return key;
  bool good = b && b % 32 == 0 && b / 32 <= WS_WARPS_MAX;
  return key | (good ? b / 32 << 5 : 1u << 11);
}

uint32_t ws_bar_val(uint32_t op, uint32_t act, uint32_t pred) {
  if (ws_is_bar_popc(op))
    return bits_count(act & pred);
  return ws_is_bar_red_and(op) ? !(act & ~pred) : ws_is_bar_red_or(op) && (act & pred);
}

// What keeps an arrival out, first finding first.
static uint32_t refusal(const ws_bar *bar, const ws_bar_ask *ask, uint32_t kind, uint32_t want, uint32_t cta) {
  if (ask->key >> 4 & 1)
    return WS_ST_BAR_BAD_ID;
  if (bar_is_counted(ask->op & 0xff) && (ask->key >> 11 || want > cta))
    return WS_ST_BAR_BAD_COUNT;
  if (bar->act && bar->exp != want)
    return WS_ST_BAR_COUNT_MISMATCH;
  if (bar->act && bar->kind != kind)
    return WS_ST_BAR_KIND_MIX;
  if (bar->act && (bar->arr >> ask->warp & 1))
    return WS_ST_BAR_DUP_ARRIVE;
  return WS_ST_OK;
}

static void arrive(ws_bar *bar, const ws_bar_ask *ask, uint32_t kind, uint32_t want) {
  if (!bar->act)
    *bar = (ws_bar){.act = true, .kind = kind, .exp = want, .acc = kind == 2};
  bar->all |= !bar_is_counted(ask->op & 0xff);
  bar->arr |= 1u << ask->warp;
  switch (kind) {
  case 1: bar->acc += ask->val; break;
  case 2: bar->acc &= ask->val; break;
  case 3: bar->acc |= ask->val; break;
  default: break;
  }
}

ws_bar_result ws_bar_next(const ws_bar *bar, const ws_bar_ask *ask, uint32_t live, uint32_t cta) {
  ws_bar_result r = {.status = WS_ST_OK, .bar = *bar};
  if (ask && (ask->op >> 8 != WS_UNIT_BAR || !ws_op_name(ask->op))) {
    r.status = WS_ST_DEC_ILLEGAL;
    return r;
  }
  if (ask) {
    uint32_t kind = ws_is_bar_popc(ask->op) ? 1 : ws_is_bar_red_and(ask->op) ? 2 : ws_is_bar_red_or(ask->op) ? 3 : 0;
    uint32_t want = bar_is_counted(ask->op & 0xff) ? ask->key >> 5 & 63 : cta;
    r.status = refusal(bar, ask, kind, want, cta);
    if (r.status)
      return r;
    arrive(&r.bar, ask, kind, want);
  }
  uint32_t arrived = bits_count(r.bar.arr);
  uint32_t possible = bits_count(r.bar.arr | live);
  r.done = r.bar.act && (arrived == r.bar.exp || (r.bar.all && !(live & ~r.bar.arr)));
  r.broken = r.bar.act && !r.done && !r.bar.all && possible < r.bar.exp; // without a count, exits complete it
  r.bar.act = r.bar.act && !r.done && !r.broken;
  return r;
}
