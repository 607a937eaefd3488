// SPDX-License-Identifier: Apache-2.0
// Coverage of atom and red in shared memory (cover.h), from what the ports showed: each operation against its statuses and against how its
// lanes meet at words and ALUs, and operations at a word of one that is not answered yet, by what the two are. In a cluster also: where
// else the lanes of an operation go that go to another CTA, what these are answered, and operations of two CTAs at one word.
#include <string.h>

#include "cover.h"
#include "what/op_lists.h"

// -------------------------------------------------------------------------------------------------------------- axes

static const uint16_t ops[] = {WS_OPS_ATOM_SCALAR};
static const uint16_t statuses[] = {WS_ST_OK, WS_ST_MB_RAW_ACCESS, WS_ST_AT_MISALIGNED, WS_ST_AT_BAD_SPACE,
                                    WS_ST_DEC_ILLEGAL};
enum { ONE, OWN, ALU, HALVES, SOME, ALL, MEETINGS };
static const char *const meetings[MEETINGS] = {"one lane",
                                               "an element each",
                                               "an element each, all of one ALU",
                                               "an element each, of some both halves of a word",
                                               "one element for some",
                                               "one element for all"};
enum { K_HALF, K_WORD, K_FOLD, K_TWO, K_FOUR, K_SUM, KINDS };
static const char *const kinds[KINDS] = {"16 bits", "32 bits",  "red of 32 bits that combines",
                                         "64 bits", "128 bits", "a sum of floats"};
#define COUNT(x) (sizeof(x) / sizeof((x)[0]))
static const ws_cover_axis axis_op = {"operation", WS_AX_OP, COUNT(ops), NULL, ops};
static const ws_cover_axis axis_status = {"status", WS_AX_STATUS, COUNT(statuses), NULL, statuses};
static const ws_cover_axis axis_meet = {"lanes at", WS_AX_PATTERN, MEETINGS, meetings, NULL};
static const ws_cover_axis axis_first = {"operation", WS_AX_OTHER, KINDS, kinds, NULL};
static const ws_cover_axis axis_behind = {"behind it at a word of it", WS_AX_SECOND, KINDS, kinds, NULL};

// Lanes in the shared memory of another CTA.
static const uint16_t far_statuses[] = {WS_ST_OK, WS_ST_MB_RAW_ACCESS, WS_ST_AT_MISALIGNED, WS_ST_RA_CTA_GONE};
enum { FAR, FAR_OWN, FAR_GLOBAL, FAR_ALL, TOGETHER };
static const char *const together[TOGETHER] = {"nowhere", "to the own CTA", "to global memory",
                                               "to the own CTA and to global memory"};
enum { AT_HOME, ABROAD, SIDES };
static const char *const sides[SIDES] = {"in the own CTA", "in another CTA"};
static const ws_cover_axis axis_far_status = {"status of lanes there", WS_AX_STATUS, COUNT(far_statuses), NULL,
                                              far_statuses};
static const ws_cover_axis axis_together = {"other lanes go", WS_AX_OTHER, TOGETHER, together, NULL};
static const ws_cover_axis axis_side = {"the first one is", WS_AX_PATTERN, SIDES, sides, NULL};

static const char *never_far(const ws_config *core, const unsigned at[]) {
  (void)at;
  return ws_dut_ctas(core) == 1 ? "there is one CTA" : NULL;
}

static const char *never_status(const ws_config *core, const unsigned at[]) {
  (void)core;
  return statuses[at[1]] == WS_ST_DEC_ILLEGAL && !ws_is_atom_pairs(ops[at[0]]) ? "every code of it is legal" : NULL;
}

static const char *never_meeting(const ws_config *core, const unsigned at[]) {
  if (at[1] == OWN && ws_atom_bits(ops[at[0]]) / 32 == core->alus)
    return "an element is at all ALUs";
  return at[1] == HALVES && ws_atom_bits(ops[at[0]]) != 16 ? "its elements are whole words" : NULL;
}

enum { G_STATUS, G_MEETING, G_BEHIND, G_TOGETHER, G_FAR, G_TWO };
static const ws_cover_group groups[] = {
    {"operation and status", {&axis_op, &axis_status, NULL}, never_status, NULL, false},
    {"operation and how its lanes meet", {&axis_op, &axis_meet, NULL}, never_meeting, NULL, false},
    {"operations at one word", {&axis_first, &axis_behind, NULL}, NULL, NULL, false},
    {"operation in another CTA and where else its lanes go", {&axis_op, &axis_together, NULL}, never_far, NULL, false},
    {"operation in another CTA and status", {&axis_first, &axis_far_status, NULL}, never_far, NULL, false},
    {"operations of two CTAs at one word", {&axis_first, &axis_behind, &axis_side}, never_far, NULL, false},
};

// ----------------------------------------------------------------------------------------------------------- requests

enum { ENTRIES = 64 };
typedef struct entry { // a request that has not been answered whole
  uint32_t open, warp, tag, op, lanes;
  uint32_t far, own; // lanes in the shared memory of another CTA, of this one; the others: in global memory, or in none
  uint64_t addr[WS_LANES_MAX];
  uint32_t cta[WS_LANES_MAX], at[WS_LANES_MAX]; // of lanes in shared memory: where
} entry;

typedef struct atom_state {
  entry of[WS_CTAS_MAX][ENTRIES];
  unsigned next[WS_CTAS_MAX];
} atom_state;

static unsigned place_of(uint32_t op) {
  unsigned i = 0;
  while (i < COUNT(ops) && ops[i] != op)
    i++;
  return i;
}

static unsigned kind_of(uint32_t op) {
  const unsigned bits = ws_atom_bits(op), type = op >> 4 & 15;
  if ((op & 15) == (WS_OP_ATOM_ADD_U32 & 15) && type >= (WS_OP_ATOM_ADD_F32 >> 4 & 15))
    return K_SUM;
  if (op >> 8 == WS_UNIT_RED && ws_is_atom_fold(WS_UNIT_ATOM << 8 | (op & 0xff)))
    return K_FOLD;
  return bits == 16 ? K_HALF : bits == 32 ? K_WORD : bits == 64 ? K_TWO : K_FOUR;
}

// How lanes meet that use memory: those whose address is aligned. MEETINGS: there is none.
static unsigned meeting(const entry *e, unsigned alus) {
  const unsigned size = ws_atom_bits(e->op) / 8;
  unsigned n = 0, same = 0, halves = 0, near = 0;
  uint64_t at[WS_LANES_MAX];
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    if ((e->lanes >> i & 1) && !(e->addr[i] % size))
      at[n++] = e->addr[i] & 0xffffff;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++) {
      same += at[i] == at[j];
      halves += at[i] != at[j] && at[i] / 4 == at[j] / 4;
      near += at[i] / 4 % alus == at[j] / 4 % alus;
    }
  const unsigned pairs = n * (n - 1) / 2;
  if (n < 2)
    return n ? ONE : MEETINGS;
  if (same)
    return same == pairs ? ALL : SOME;
  return halves ? HALVES : near == pairs ? ALU : OWN;
}

static bool share_a_word(const entry *x, const entry *y) {
  const unsigned wx = (ws_atom_bits(x->op) + 31) / 32, wy = (ws_atom_bits(y->op) + 31) / 32;
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    for (unsigned j = 0; j < WS_LANES_MAX; j++)
      if ((x->lanes >> i & 1) && (y->lanes >> j & 1) && x->addr[i] / 4 < y->addr[j] / 4 + wy &&
          y->addr[j] / 4 < x->addr[i] / 4 + wx)
        return true;
  return false;
}

static void locate(entry *e, unsigned cta, unsigned ctas) {
  for (unsigned i = 0; i < WS_LANES_MAX; i++) {
    const uint64_t window = e->addr[i] >> 24;
    e->cta[i] = window ? (uint32_t)window - 1 : cta;
    e->at[i] = e->addr[i] & 0xffffff;
    if (window > ctas || e->at[i] >= WS_SMEM_BYTES)
      continue;
    e->own |= (uint32_t)(e->cta[i] == cta) << i;
    e->far |= (uint32_t)(e->cta[i] != cta) << i;
  }
}

static bool share_a_place(const entry *x, uint32_t of_x, const entry *y, uint32_t of_y) {
  const unsigned wx = (ws_atom_bits(x->op) + 31) / 32, wy = (ws_atom_bits(y->op) + 31) / 32;
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    for (unsigned j = 0; j < WS_LANES_MAX && (x->lanes & of_x) >> i & 1; j++)
      if (((y->lanes & of_y) >> j & 1) && x->cta[i] == y->cta[j] && x->at[i] / 4 < y->at[j] / 4 + wy &&
          y->at[j] / 4 < x->at[i] / 4 + wx)
        return true;
  return false;
}

// `e` of CTA `cta` comes while operations of other CTAs are under way at its words.
static void meet_others(ws_cover *c, atom_state *s, unsigned cta, unsigned ctas, const entry *e) {
  for (unsigned other = 0; other < ctas; other++)
    for (unsigned k = 0; k < ENTRIES && other != cta; k++) {
      const entry *x = &s->of[other][k];
      if (!x->open)
        continue;
      if (share_a_place(x, x->own, e, e->far))
        ws_cover_hit(c, WS_COVER_ATOM, G_TWO, kind_of(x->op), kind_of(e->op), AT_HOME);
      if (share_a_place(x, x->far, e, e->own | e->far))
        ws_cover_hit(c, WS_COVER_ATOM, G_TWO, kind_of(x->op), kind_of(e->op), ABROAD);
    }
}

static void enter(ws_cover *c, atom_state *s, const ws_lockstep *ls, unsigned cta) {
  const ws_req *q = &ls->in[cta].req;
  const unsigned lanes = ls->cfg.core.lanes;
  entry *e = &s->of[cta][s->next[cta]++ % ENTRIES];
  *e = (entry){.warp = q->warp & (ls->cfg.core.warps - 1), .tag = q->tag & 0xff, .op = q->op};
  e->lanes = q->lanes & UINT32_MAX >> (32 - lanes);
  memcpy(e->addr, q->addr, lanes * sizeof e->addr[0]);
  if (ws_is_atom_pairs(e->op))
    e->lanes &= ~(q->neg ? ~q->pred : q->pred); // the others lay down
  locate(e, cta, ls->ctas);
  const uint32_t global = e->lanes & ~(e->far | e->own);
  if (e->lanes & e->far)
    ws_cover_hit(c, WS_COVER_ATOM, G_TOGETHER, place_of(e->op),
                 (e->lanes & e->own ? FAR_OWN : FAR) + (global ? FAR_GLOBAL : 0u), 0);
  if (ls->ctas > 1)
    meet_others(c, s, cta, ls->ctas, e);
  for (unsigned k = 0; k < ENTRIES; k++)
    if (s->of[cta][k].open && &s->of[cta][k] != e && share_a_word(&s->of[cta][k], e))
      ws_cover_hit(c, WS_COVER_ATOM, G_BEHIND, kind_of(s->of[cta][k].op), kind_of(e->op), 0);
  e->open = q->lanes & UINT32_MAX >> (32 - lanes);
}

static void answer(ws_cover *c, atom_state *s, const ws_lockstep *ls, unsigned cta) {
  const ws_rsp *r = &ls->out[cta].rsp;
  const unsigned op = place_of(r->op);
  for (unsigned k = 0; k < ENTRIES; k++) {
    entry *e = &s->of[cta][k];
    if (!(e->open & r->lanes) || e->warp != r->warp || e->tag != (r->tag & 0xff) || e->op != r->op)
      continue;
    for (unsigned n = 0; n < COUNT(statuses); n++)
      if (statuses[n] == r->status)
        ws_cover_hit(c, WS_COVER_ATOM, G_STATUS, op, n, 0);
    for (unsigned n = 0; n < COUNT(far_statuses) && (e->lanes & e->far & r->lanes); n++)
      if (far_statuses[n] == r->status)
        ws_cover_hit(c, WS_COVER_ATOM, G_FAR, kind_of(e->op), n, 0);
    const unsigned alus = ls->cfg.core.alus ? ls->cfg.core.alus : 8, met = meeting(e, alus);
    if (r->status == WS_ST_OK && (e->lanes & r->lanes) && met != MEETINGS)
      ws_cover_hit(c, WS_COVER_ATOM, G_MEETING, op, met, 0);
    e->open &= ~ws_rsp_ends(r);
    return;
  }
}

static void after(ws_cover *c, void *state, const ws_lockstep *ls) {
  atom_state *s = state;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    const ws_in *in = &ls->in[cta];
    const ws_out *out = &ls->out[cta];
    if (out->rsp.valid && in->rsp_ready && place_of(out->rsp.op) < COUNT(ops))
      answer(c, s, ls, cta);
    if (in->req.valid && out->req_ready && place_of(in->req.op) < COUNT(ops))
      enter(c, s, ls, cta);
  }
}

const ws_cover_family ws_cover_atom = {"atom", groups, COUNT(groups), sizeof(atom_state), NULL, after, NULL};
