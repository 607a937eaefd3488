// SPDX-License-Identifier: Apache-2.0
// Requests of mbarrier's unit and their answers (cover_mbar_ops.h), as lane_book.c for the warp families: an answer is
// traced back by warp, tag, operation and lane to the oldest request that it can belong to.
#include <stdlib.h>
#include <string.h>

#include "cover_mbar_ops.h"

enum { ENTRIES = 48 }; // of a warp: each lane may wait with a request of its own, some more are under way

typedef struct ws_mbar_book { // of a CTA
  unsigned held, gap, burst;  // cycles in which the request stood; none stood; accepted in a row
  unsigned rsp_held, rsp_row;
  ws_mbar_entry entry[WS_WARPS_MAX][ENTRIES];
} ws_mbar_book;

struct ws_mbar_books {
  ws_mbar_book *cta[WS_CTAS_MAX]; // NULL: it has had no cycle yet
};

ws_mbar_books *ws_mbar_books_open(void) { return calloc(1, sizeof(ws_mbar_books)); }

void ws_mbar_books_close(ws_mbar_books *b) {
  for (unsigned c = 0; b && c < WS_CTAS_MAX; c++)
    free(b->cta[c]);
  free(b);
}

void ws_mbar_books_reset(ws_mbar_books *b) {
  for (unsigned c = 0; c < WS_CTAS_MAX && b->cta[c]; c++) {
    b->cta[c]->held = b->cta[c]->gap = b->cta[c]->burst = b->cta[c]->rsp_held = b->cta[c]->rsp_row = 0;
    for (unsigned w = 0; w < WS_WARPS_MAX; w++)
      for (unsigned k = 0; k < ENTRIES; k++)
        b->cta[c]->entry[w][k].open = 0;
  }
}

static bool of_unit(uint32_t op) { return op >> 8 == WS_UNIT_MBAR; }
static uint32_t all_of(const ws_lockstep *ls) { return UINT32_MAX >> (32 - ls->cfg.core.lanes); }

static ws_mbar_entry *place(ws_mbar_book *b, unsigned warp) {
  ws_mbar_entry *best = &b->entry[warp][0];
  for (unsigned k = 0; k < ENTRIES; k++) {
    ws_mbar_entry *e = &b->entry[warp][k];
    if (!e->open)
      return e;
    if (e->cycle < best->cycle)
      best = e;
  }
  return best;
}

static void enter(ws_mbar_book *b, const ws_lockstep *ls, unsigned cta) {
  const ws_in *in = &ls->in[cta];
  const ws_req *q = &in->req;
  unsigned mask = ls->cfg.core.warps - 1, warp = q->warp & mask;
  uint32_t live = ls->out[cta].live[warp], wait = ls->out[cta].wait[warp];
  if (in->exit.valid && (in->exit.warp & mask) == warp) // an exit and a launch come before a request of the same cycle
    live &= ~(in->exit.lanes & ~wait);
  if (in->launch.valid && (in->launch.warp & mask) == warp && !live)
    live = in->launch.lanes & all_of(ls);
  ws_mbar_entry *e = place(b, warp);
  *e = (ws_mbar_entry){.tag = q->tag & 0xff, .op = q->op, .lanes = q->lanes & all_of(ls), .cycle = ls->cycle};
  e->open = e->lanes;
  e->part = e->lanes & live & ~wait;
  e->stalls = (b->held ? 0 : 1u << WS_STALL_NONE) | (unsigned)(b->held != 0) << WS_STALL_HELD |
              (unsigned)(b->gap != 0) << WS_STALL_GAP | (unsigned)(b->burst >= 3) << WS_STALL_BURST;
  memcpy(e->addr, q->addr, sizeof e->addr);
  memcpy(e->a, q->a, sizeof e->a);
  memcpy(e->b, q->b, sizeof e->b);
  memcpy(e->c, q->c, sizeof e->c);
}

void ws_mbar_book_enter(ws_mbar_books *books, const ws_lockstep *ls, unsigned cta) {
  const ws_req *q = &ls->in[cta].req;
  bool took = q->valid && ls->out[cta].req_ready;
  if (!books->cta[cta] && !(books->cta[cta] = calloc(1, sizeof *books->cta[cta])))
    return;
  ws_mbar_book *b = books->cta[cta];
  if (took && of_unit(q->op))
    enter(b, ls, cta);
  b->burst = took ? b->burst + 1 : 0;
  b->held = q->valid && !took ? b->held + 1 : 0;
  b->gap = q->valid ? b->held ? b->gap : 0 : 1;
}

// The oldest that has the lowest of these lanes open. ran: that lane ran; else it had exited or was blocked.
static ws_mbar_entry *find(ws_mbar_book *b, uint32_t warp, uint32_t tag, uint32_t op, uint32_t lanes, bool ran) {
  ws_mbar_entry *best = NULL;
  uint32_t lowest = lanes & (0u - lanes);
  for (unsigned k = 0; k < ENTRIES; k++) {
    ws_mbar_entry *e = &b->entry[warp][k];
    bool can = (e->open & lowest) && e->tag == tag && e->op == op && !(e->part & lowest) == !ran;
    if (can && (!best || e->cycle < best->cycle))
      best = e;
  }
  return best;
}

ws_mbar_entry *ws_mbar_book_find(ws_mbar_books *books, unsigned cta, uint32_t warp, uint32_t tag, uint32_t op,
                                 uint32_t lanes) {
  return books->cta[cta] ? find(books->cta[cta], warp, tag, op, lanes, true) : NULL;
}

ws_mbar_entry *ws_mbar_book_answer(ws_mbar_books *books, const ws_lockstep *ls, unsigned cta, unsigned *stalls) {
  ws_mbar_book *b = books->cta[cta];
  if (!b)
    return NULL;
  const ws_rsp *rsp = &ls->out[cta].rsp;
  bool taken = rsp->valid && ls->in[cta].rsp_ready,
       ran = rsp->status != WS_ST_CV_LANE_EXITED && rsp->status != WS_ST_CV_LANE_BUSY;
  uint32_t warp = rsp->warp & (ls->cfg.core.warps - 1), lanes = rsp->lanes & all_of(ls);
  ws_mbar_entry *e = taken && of_unit(rsp->op) ? find(b, warp, rsp->tag, rsp->op, lanes, ran) : NULL;
  if (!e && taken && of_unit(rsp->op) && !ran) // it was about to be blocked, which no port showed yet
    e = find(b, warp, rsp->tag, rsp->op, lanes, true);
  if (e) {
    e->open &= ~rsp->lanes;
    *stalls = e->stalls | (unsigned)(b->rsp_held != 0) << WS_STALL_RSP_HELD |
              (unsigned)(b->rsp_row != 0) << WS_STALL_RSP_BURST;
    if (b->rsp_held)
      *stalls &= ~(1u << WS_STALL_NONE);
  }
  b->rsp_held = rsp->valid && !taken ? b->rsp_held + 1 : 0;
  b->rsp_row = taken;
  return e;
}
