// SPDX-License-Identifier: Apache-2.0
// Requests and their answers (lane_book.h).
#include "lane_book.h"

#include <stdlib.h>
#include <string.h>

enum { UNDER_WAY = 32 }; // requests that were accepted and are not judged
enum { ENTRIES = 64 };   // a warp: each lane may wait with a request of its own, some more are under way

static const char *const shapes[WS_SHAPES] = {"full",
                                              "one lane",
                                              "two lanes",
                                              "prefix",
                                              "suffix",
                                              "alternating",
                                              "sparse",
                                              "with exited members",
                                              "one of several in the request",
                                              "without the own lane"};
const ws_cover_axis ws_axis_shape = {"mask", WS_AX_SHAPE, WS_SHAPES, shapes, NULL};
const ws_cover_axis ws_axis_set = {"mask", WS_AX_SHAPE, WS_SETS, shapes, NULL};

static const char *const stalls[WS_STALLS] = {"no stall",          "request held",  "behind a gap",
                                              "fourth of a burst", "response held", "response behind a response"};
const ws_cover_axis ws_axis_stall = {"stalls", WS_AX_STALL, WS_STALLS, stalls, NULL};

typedef struct ws_cta_book {
  ws_entry entry[WS_WARPS_MAX][ENTRIES];
  unsigned held, gap, burst; // cycles in which the request stood; none stood; accepted in a row
  unsigned rsp_held, rsp_row;
  ws_entry *queue[UNDER_WAY]; // not judged, the oldest one first; NULL: not in the book
  unsigned queued;
  struct { // the answer before
    uint32_t warp, op, tag, mask;
  } last;
} ws_cta_book;

struct ws_lane_book {
  ws_cta_book *cta[WS_CTAS_MAX];
};

ws_lane_book *ws_book_open(void) { return calloc(1, sizeof(ws_lane_book)); }

void ws_book_reset(ws_lane_book *b) {
  for (unsigned c = 0; c < WS_CTAS_MAX; c++)
    if (b->cta[c])
      memset(b->cta[c], 0, sizeof *b->cta[c]);
}

void ws_book_close(ws_lane_book *b) {
  for (unsigned c = 0; b && c < WS_CTAS_MAX; c++)
    free(b->cta[c]);
  free(b);
}

static uint32_t all_of(const ws_lockstep *ls) { return UINT32_MAX >> (32 - ls->cfg.core.lanes); }

unsigned ws_shapes_of(unsigned lanes, uint32_t mask) {
  uint32_t all = UINT32_MAX >> (32 - lanes), flipped = ~mask & all;
  unsigned count = (unsigned)__builtin_popcount(mask);
  bool prefix = count > 1 && mask != all && !(mask & (mask + 1)),
       suffix = count > 1 && mask != all && !(flipped & (flipped + 1));
  bool alternating = mask == (0x55555555u & all) || mask == (0xaaaaaaaau & all);
  uint32_t run = mask + (mask & (0u - mask)); // one bit, above the lowest run, if there is no hole
  bool hole = mask && (run & mask) != 0;
  return (unsigned)(mask == all) << WS_SHAPE_FULL | (unsigned)(count == 1) << WS_SHAPE_ONE |
         (unsigned)(count == 2) << WS_SHAPE_TWO | (unsigned)prefix << WS_SHAPE_PREFIX |
         (unsigned)suffix << WS_SHAPE_SUFFIX | (unsigned)alternating << WS_SHAPE_ALTERNATING |
         (unsigned)(hole && !alternating) << WS_SHAPE_SPARSE;
}

const char *ws_never_set(const ws_config *core, unsigned shape, unsigned needed) {
  unsigned most = core->lanes;
  switch (shape) {
  case WS_SHAPE_ONE: most = 1; break;
  case WS_SHAPE_TWO: most = 2; break;
  case WS_SHAPE_PREFIX:
  case WS_SHAPE_SUFFIX:
  case WS_SHAPE_SPARSE:
  case WS_SHAPE_EXITED: most--; break;
  case WS_SHAPE_ALTERNATING: most /= 2; break;
  default: break;
  }
  return needed > most ? "a group of this mask has too few lanes for it" : NULL;
}

// ---------------------------------------------------------------------------------------------------------- requests

static bool of_warps(uint32_t op) { return !ws_dut_addressed(op) && !ws_op_gathers(op); }

static ws_entry *place(ws_cta_book *b, unsigned warp) {
  ws_entry *best = &b->entry[warp][0];
  for (unsigned k = 0; k < ENTRIES; k++) {
    ws_entry *e = &b->entry[warp][k];
    if (!e->open)
      return e;
    if (e->cycle < best->cycle)
      best = e;
  }
  return best;
}

// The lanes of a request that take part, if they live and wait as its entry says.
static uint32_t part_of(const ws_entry *e) {
  uint32_t part = 0;
  for (uint32_t left = e->lanes & e->live & ~e->wait; left; left &= left - 1) {
    const unsigned i = (unsigned)__builtin_ctz(left);
    if (ws_cover_immediate(e->op) || (e->mask[i] >> i & 1))
      part |= 1u << i;
  }
  return part;
}

// The oldest request is judged, by the lanes that the ports show now.
static void judged(ws_cta_book *b, const ws_out *out, unsigned warps) {
  if (!b->queued)
    return;
  ws_entry *e = b->queue[0];
  for (unsigned k = 1; k < b->queued; k++)
    b->queue[k - 1] = b->queue[k];
  b->queued--;
  if (!e)
    return;
  e->live = out->live[e->warp & (warps - 1)];
  e->wait = out->wait[e->warp & (warps - 1)];
  e->part = part_of(e);
}

static ws_entry *enter(ws_cta_book *b, const ws_lockstep *ls, unsigned cta) {
  const ws_in *in = &ls->in[cta];
  const ws_req *q = &in->req;
  unsigned warp = q->warp & (ls->cfg.core.warps - 1), lanes = ls->cfg.core.lanes;
  ws_entry *e = place(b, warp);
  uint32_t all = all_of(ls), any = 0;
  memset(e, 0, offsetof(ws_entry, mask));
  e->tag = q->tag & 0xff;
  e->op = q->op;
  e->lanes = e->open = q->lanes & all;
  e->live = ls->out[cta].live[warp];
  e->wait = ls->out[cta].wait[warp];
  if (in->exit.valid && (in->exit.warp & (ls->cfg.core.warps - 1)) == warp)
    e->exited = in->exit.lanes & e->live & ~e->wait;
  e->live &= ~e->exited; // an exit and a launch come before a request of the same cycle
  if (in->launch.valid && (in->launch.warp & (ls->cfg.core.warps - 1)) == warp && !e->live)
    e->live = in->launch.lanes & all;
  e->neg = q->neg;
  e->pred = q->pred;
  e->cycle = ls->cycle;
  e->stalls = (b->held ? 0 : 1u << WS_STALL_NONE) | (unsigned)(b->held != 0) << WS_STALL_HELD |
              (unsigned)(b->gap != 0) << WS_STALL_GAP | (unsigned)(b->burst >= 3) << WS_STALL_BURST;
  for (unsigned i = 0; i < lanes; i++) {
    e->mask[i] = q->mask[i] & all;
    e->a[i] = q->a[i];
    e->b[i] = q->b[i];
    e->c[i] = q->c[i];
    if (!(e->lanes >> i & 1))
      continue;
    any |= e->mask[i];
    e->mixed |= e->mask[i] != e->mask[__builtin_ctz(e->lanes)];
  }
  e->warp = warp;
  e->part = part_of(e);
  e->empty = !any;
  return e;
}

void ws_book_inputs(ws_lane_book *book, const ws_lockstep *ls, unsigned cta) {
  const ws_req *q = &ls->in[cta].req;
  bool took = q->valid && ls->out[cta].req_ready;
  if (!book->cta[cta] && !(book->cta[cta] = calloc(1, sizeof *book->cta[cta])))
    return;
  ws_cta_book *b = book->cta[cta];
  if (ls->out[cta].req_judged)
    judged(b, &ls->out[cta], ls->cfg.core.warps);
  if (took) {
    ws_entry *e = of_warps(q->op) ? enter(b, ls, cta) : NULL;
    if (b->queued < UNDER_WAY)
      b->queue[b->queued++] = e;
  }
  b->burst = took ? b->burst + 1 : 0;
  b->held = q->valid && !took ? b->held + 1 : 0;
  b->gap = q->valid ? b->held ? b->gap : 0 : 1;
}

const ws_entry *ws_book_waiting(const ws_lane_book *book, unsigned cta, unsigned warp, unsigned lane) {
  const ws_entry *best = NULL;
  for (unsigned k = 0; k < ENTRIES && book->cta[cta]; k++) {
    const ws_entry *e = &book->cta[cta]->entry[warp][k];
    bool can = (e->open & e->part) >> lane & 1 && !ws_cover_immediate(e->op);
    if (can && (!best || e->cycle > best->cycle))
      best = e;
  }
  return best;
}

// ----------------------------------------------------------------------------------------------------------- answers

// The oldest open request of a lane that this can be the answer to. tag: of the request; UINT32_MAX: any. mask: alike.
static ws_entry *find(ws_cta_book *b, unsigned warp, unsigned lane, uint32_t op, uint32_t tag, const uint32_t *mask,
                      bool refused) {
  ws_entry *best = NULL;
  for (unsigned k = 0; k < ENTRIES; k++) {
    ws_entry *e = &b->entry[warp][k];
    bool part = e->part >> lane & 1;
    if ((e->open >> lane & 1) && (refused || part) && e->op == op && (tag == UINT32_MAX || e->tag == tag) &&
        (!mask || e->mask[lane] == *mask) && (!best || e->cycle < best->cycle))
      best = e;
  }
  return best;
}

static bool refused(uint32_t status) {
  return status == WS_ST_CV_LANE_EXITED || status == WS_ST_CV_LANE_BUSY || status == WS_ST_CV_NOT_MEMBER ||
         status == WS_ST_DEC_ILLEGAL;
}

static unsigned shapes_of(const ws_lockstep *ls, const ws_answer *a) {
  const ws_entry *e = a->first;
  unsigned set = ws_shapes_of(ls->cfg.core.lanes, a->mask);
  if (a->immediate)
    return a->granted ? set : 0;
  if (a->rsp->status == WS_ST_CV_NOT_MEMBER)
    return 1u << WS_SHAPE_STRANGER;
  if (!a->granted)
    return 0;
  // A lane that took part lived, though the port may have shown it as exited: its warp was launched before the request was judged.
  set |= (unsigned)((a->mask & ~e->live & ~a->rsp->lanes) != 0) << WS_SHAPE_EXITED;
  return set | (unsigned)e->mixed << WS_SHAPE_MIXED;
}

static bool attribute(ws_cta_book *b, const ws_lockstep *ls, unsigned cta, ws_answer *a) {
  const ws_rsp *rsp = &ls->out[cta].rsp;
  unsigned warp = rsp->warp & (ls->cfg.core.warps - 1);
  bool no = refused(rsp->status), one = no || ws_cover_immediate(rsp->op);
  *a = (ws_answer){.cta = cta, .rsp = rsp, .granted = rsp->status < 0x200, .immediate = ws_cover_immediate(rsp->op)};
  for (uint32_t left = rsp->lanes & all_of(ls); left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    bool lowest = !a->first;
    ws_entry *e = find(b, warp, i, rsp->op, lowest || one ? rsp->tag : UINT32_MAX, lowest || one ? NULL : &a->mask, no);
    // Of a group in two answers the second may lack the lane whose tag it has; it follows at once.
    bool second = b->last.warp == warp && b->last.op == rsp->op && b->last.tag == rsp->tag;
    if (!e && lowest && !one && second)
      e = find(b, warp, i, rsp->op, UINT32_MAX, &b->last.mask, no);
    if (!e)
      return false;
    if (lowest) {
      a->first = e;
      a->mask = one ? rsp->lanes : e->mask[i];
    }
    a->of[i] = e;
  }
  for (uint32_t left = rsp->lanes & all_of(ls); left; left &= left - 1) {
    ws_entry *e = (ws_entry *)(uintptr_t)a->of[__builtin_ctz(left)];
    e->open &= ~(left & (0u - left));
  }
  b->last.warp = warp;
  b->last.op = rsp->op;
  b->last.tag = rsp->tag;
  b->last.mask = a->mask;
  a->shapes = shapes_of(ls, a);
  a->stalls = a->first ? a->first->stalls : 0;
  return a->first != NULL;
}

bool ws_book_answer(ws_lane_book *book, const ws_lockstep *ls, unsigned cta, ws_answer *a) {
  ws_cta_book *b = book->cta[cta];
  const ws_rsp *rsp = &ls->out[cta].rsp;
  if (!b)
    return false;
  bool taken = rsp->valid && ls->in[cta].rsp_ready;
  bool known = taken && of_warps(rsp->op) && attribute(b, ls, cta, a);
  if (known) {
    a->stalls |= (unsigned)(b->rsp_held != 0) << WS_STALL_RSP_HELD | (unsigned)(b->rsp_row != 0) << WS_STALL_RSP_BURST;
    if (b->rsp_held)
      a->stalls &= ~(1u << WS_STALL_NONE);
  }
  b->rsp_held = rsp->valid && !taken ? b->rsp_held + 1 : 0;
  b->rsp_row = taken;
  return known;
}

void ws_cover_seen(ws_cover *c, ws_cover_id family, unsigned by_set, unsigned by_stall, unsigned i, unsigned seen,
                   const ws_answer *a) {
  for (; seen; seen &= seen - 1) {
    unsigned pattern = seen & (0u - seen);
    ws_cover_cross(c, family, by_set, i, pattern, a->shapes & WS_SET_BITS);
    ws_cover_cross(c, family, by_stall, i, pattern, a->stalls);
  }
}
