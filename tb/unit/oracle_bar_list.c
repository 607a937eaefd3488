// SPDX-License-Identifier: Apache-2.0
// A named barrier as a list of those that came, see oracle_bar_list.h.
#include "oracle_bar_list.h"

const bar_code bar_codes[BAR_CODES] = {
    {WS_OP_BAR_SYNC, SYNC, false},          {WS_OP_BAR_SYNC_ALIGNED, SYNC, false},
    {WS_OP_BAR_SYNC_COUNT, SYNC, true},     {WS_OP_BAR_SYNC_ALIGNED_COUNT, SYNC, true},
    {WS_OP_BAR_ARRIVE, ARRIVE, true},       {WS_OP_BAR_ARRIVE_ALIGNED, ARRIVE, true},
    {WS_OP_BAR_RED_POPC, POPC, false},      {WS_OP_BAR_RED_POPC_ALIGNED, POPC, false},
    {WS_OP_BAR_RED_POPC_COUNT, POPC, true}, {WS_OP_BAR_RED_POPC_ALIGNED_COUNT, POPC, true},
    {WS_OP_BAR_RED_AND, AND, false},        {WS_OP_BAR_RED_AND_ALIGNED, AND, false},
    {WS_OP_BAR_RED_AND_COUNT, AND, true},   {WS_OP_BAR_RED_AND_ALIGNED_COUNT, AND, true},
    {WS_OP_BAR_RED_OR, OR, false},          {WS_OP_BAR_RED_OR_ALIGNED, OR, false},
    {WS_OP_BAR_RED_OR_COUNT, OR, true},     {WS_OP_BAR_RED_OR_ALIGNED_COUNT, OR, true},
};

const bar_code *bar_code_of(uint32_t op) {
  for (unsigned n = 0; n < BAR_CODES; n++)
    if (bar_codes[n].op == op)
      return &bar_codes[n];
  return NULL;
}

static bool came(const bar_list *l, unsigned warp) {
  for (unsigned n = 0; n < l->n; n++)
    if (l->of[n].warp == warp)
      return true;
  return false;
}

// Threads that a participant awaits, itself among them.
static unsigned threads_wanted(const bar_guest *g, unsigned cta) {
  return bar_code_of(g->op)->counted ? g->b : 32 * cta;
}

static uint32_t refused(const bar_list *l, const bar_guest *g, unsigned cta) {
  const bar_code *code = bar_code_of(g->op);
  if (g->a > 15)
    return WS_ST_BAR_BAD_ID;
  if (code->counted && (g->b == 0 || g->b % 32 != 0 || g->b > 32 * cta))
    return WS_ST_BAR_BAD_COUNT;
  for (unsigned n = 0; n < l->n; n++)
    if (threads_wanted(&l->of[n], cta) != threads_wanted(g, cta))
      return WS_ST_BAR_COUNT_MISMATCH;
  for (unsigned n = 0; n < l->n; n++) {
    const int first = bar_code_of(l->of[n].op)->form;
    if ((first > ARRIVE || code->form > ARRIVE) && first != code->form)
      return WS_ST_BAR_KIND_MIX;
  }
  return came(l, g->warp) ? WS_ST_BAR_DUP_ARRIVE : WS_ST_OK;
}

// Is the barrier over, now that somebody came or left? live: warps of the CTA with a thread that has not exited.
static void examine(bar_list *l, uint32_t live, unsigned cta, bar_outcome *o) {
  bool uncounted = false, all_here = true;
  unsigned here = 0, possible = 0;
  o->popc = 0;
  o->all_true = true;
  o->any_true = false;
  for (unsigned n = 0; n < l->n; n++) {
    uncounted = uncounted || !bar_code_of(l->of[n].op)->counted;
    for (unsigned lane = 0; lane < 32; lane++)
      if (l->of[n].lanes >> lane & 1) {
        const bool c = l->of[n].pred >> lane & 1;
        o->popc += c;
        o->all_true = o->all_true && c;
        o->any_true = o->any_true || c;
      }
  }
  if (l->n == 0)
    return;
  for (unsigned w = 0; w < 32; w++) {
    const bool alive = live >> w & 1;
    here += came(l, w) ? 32 : 0;
    possible += alive || came(l, w) ? 32 : 0;
    all_here = all_here && (!alive || came(l, w));
  }
  o->done = here == threads_wanted(&l->of[0], cta) || (uncounted && all_here);
  o->broken = !o->done && !uncounted && possible < threads_wanted(&l->of[0], cta);
  if (o->done || o->broken)
    l->n = 0;
}

// g NULL: somebody exited.
bar_outcome bar_list_tell(bar_list *l, const bar_guest *g, uint32_t live, unsigned cta) {
  bar_outcome o = {.status = WS_ST_OK};
  if (g) {
    o.status = refused(l, g, cta);
    if (o.status)
      return o;
    l->of[l->n++] = *g;
  }
  examine(l, live, cta, &o);
  return o;
}
