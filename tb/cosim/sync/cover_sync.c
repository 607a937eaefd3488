// SPDX-License-Identifier: Apache-2.0
// Coverage of the rendezvous (cover.h): statuses by operation, who meets whom, pairs of operations in neighbouring cycles,
// how deadlocks are found, and what becomes of a lane.
#include "cover_sync.h"

#include "when/core.h"
#include "lane_book.h"
#include "what/op_lists.h"

// -------------------------------------------------------------------------------------------------------------- axes

enum { NO_OP = 0x0ff, PAIR_OPS = WS_OPS_COUNT(WS_OPS_WARP), OPS = PAIR_OPS + WS_OPS_COUNT(WS_OPS_LEGACY) + 1 };
static const uint16_t op_codes[OPS] = {WS_OPS_WARP, WS_OPS_LEGACY,
                                       NO_OP}; // stands for every code that is not in the table
static const ws_cover_axis axis_op = {"operation", WS_AX_OP, OPS, NULL, op_codes};
static const ws_cover_axis axis_first = {"operation", WS_AX_OP, PAIR_OPS, NULL, op_codes};
static const ws_cover_axis axis_second = {"right behind it", WS_AX_SECOND, PAIR_OPS, NULL, op_codes};
static const char *const warps[2] = {"of the same warp", "of another warp"};
static const ws_cover_axis axis_warps = {"warps", WS_AX_WARPS, 2, warps, NULL};

enum { STATUSES = 11 };
static const uint16_t status_codes[STATUSES] = {
    WS_ST_OK,           WS_ST_SH_SRC_INACTIVE,  WS_ST_CV_EXITED_MEMBER, WS_ST_CV_NOT_MEMBER, WS_ST_CV_LANE_EXITED,
    WS_ST_CV_LANE_BUSY, WS_ST_CV_MASK_MISMATCH, WS_ST_CV_QUAL_MISMATCH, WS_ST_CV_MISSING,    WS_ST_CV_LEGACY_DIVERGED,
    WS_ST_DEC_ILLEGAL};
static const ws_cover_axis axis_status = {"status", WS_AX_STATUS, STATUSES, NULL, status_codes};

enum { CLASSES = 6 };
static const char *const classes[CLASSES] = {"shfl", "vote", "match", "redux", "elect", "bar.warp"};
static const uint16_t class_ops[CLASSES] = {WS_OP_SHFL_BFLY,     WS_OP_VOTE_BALLOT, WS_OP_MATCH_ANY_B32,
                                            WS_OP_REDUX_ADD_U32, WS_OP_ELECT,       WS_OP_BAR_WARP};
static const ws_cover_axis axis_class = {"operation", WS_AX_OP, CLASSES, classes, class_ops};

static const char *const rows[WS_ROWS] = {"one group in several requests",
                                          "disjoint masks wait side by side",
                                          "overlapping masks: one completes, the other waits",
                                          "overlapping masks complete one after the other",
                                          "another operation waits with the same mask",
                                          "such operations exhaust each other and are broken",
                                          "masks that exhaust each other are broken",
                                          "an awaited lane exits, the others wait on",
                                          "an awaited lane exits, that completes the group",
                                          "an exit completes two groups",
                                          "the last lane comes as another awaited one exits",
                                          "an awaited lane does something else, then comes",
                                          "an awaited lane does something else, then exits",
                                          "M = 0",
                                          "all other members have exited",
                                          "a full mask in a warp that never was whole",
                                          "one group in several requests under sm_6x"};
static const ws_cover_axis axis_row = {"situation", WS_AX_ROW, WS_ROWS, rows, NULL};
static const char *const breaks[WS_BREAKS] = {"no lane of the warp runs", "other lanes of the warp run",
                                              "the watchdog"};
static const ws_cover_axis axis_break = {"found as", WS_AX_BREAK, WS_BREAKS, breaks, NULL};

enum { L_WAITS, L_GOES_ON, L_BROKEN, L_REFUSED, L_EXITS, L_LAUNCHED, L_EXIT_REFUSED, L_LAUNCH_REFUSED, LANE_STEPS };
static const char *const lane_steps[LANE_STEPS] = {"begins to wait",
                                                   "waits and goes on, its group complete",
                                                   "waits and is released, its group broken",
                                                   "is refused",
                                                   "exits",
                                                   "is launched",
                                                   "waits, an exit of it is ignored",
                                                   "runs, a launch of its warp is ignored"};
static const ws_cover_axis axis_lane = {"a lane", WS_AX_OTHER, LANE_STEPS, lane_steps, NULL};

static const char *never_status(const ws_config *core, const unsigned at[]) {
  uint32_t op = op_codes[at[0]], status = status_codes[at[1]];
  bool legacy = ws_op_is_legacy(op), none = op == NO_OP;
  (void)core;
  if (status == WS_ST_CV_LANE_EXITED || status == WS_ST_CV_LANE_BUSY)
    return NULL;
  if (status == WS_ST_DEC_ILLEGAL)
    return none || legacy ? NULL : "the operation is in the table under every profile";
  if (none)
    return "a code that is not in the table does nothing";
  if (status == WS_ST_SH_SRC_INACTIVE && op >> 8 != WS_UNIT_SHFL)
    return "the operation has no source lane";
  if (status == WS_ST_CV_EXITED_MEMBER && !ws_op_is_reports(op))
    return "elect and bar.warp.sync alone report exited members";
  return status != WS_ST_OK && ws_cover_immediate(op) ? "the operation has no membermask and does not wait" : NULL;
}

static const char *beyond_pair(const ws_config *core, const unsigned at[]) {
  return at[2] && core->warps < 2 ? "there is one warp" : NULL;
}

enum { G_STATUS, G_ROW, G_PAIR, G_BREAK, G_LANE };
static const ws_cover_group groups[] = {
    {"status", {&axis_op, &axis_status, NULL}, never_status, NULL, false},
    {"who meets whom", {&axis_class, &axis_row, NULL}, NULL, NULL, false},
    {"pairs in neighbouring cycles", {&axis_first, &axis_second, &axis_warps}, NULL, beyond_pair, false},
    {"deadlocks", {&axis_class, &axis_break, NULL}, NULL, NULL, true},
    {"what becomes of a lane", {&axis_lane, NULL, NULL}, NULL, NULL, false},
};

#define HIT(group, i, j, k) ws_cover_hit(c, WS_COVER_SYNC, group, i, j, k)

// ------------------------------------------------------------------------------------------------------------- state

typedef struct warp_state {
  uint32_t wait, waited;  // of the last cycle; lanes that have waited and not been answered since
  uint32_t launched;      // lanes it was launched with
  uint32_t overlap, keys; // lanes waiting: a group with an overlapping mask completed; another key has the same mask
  uint32_t ended, two,
      late; // an exit has completed their group; and another one; of a lane that had done something else
  uint64_t came[WS_LANES_MAX], before[WS_LANES_MAX]; // cycles of its last two requests
  unsigned found;                                    // how its last deadlock was
} warp_state;

typedef struct sync_state {
  struct {
    warp_state warp[WS_WARPS_MAX];
    bool taken; // a request of `unit`s here was accepted in the last cycle
    unsigned op, from;
    bool gives; // the walker gives groups up
  } cta[WS_CTAS_MAX];
} sync_state;

static int class_of(uint32_t op) {
  if (!(ws_op_fields(op) & WS_FIELD_MASK))
    return -1;
  for (int k = CLASSES - 1; k >= 0; k--) // elect and bar.warp have a class of their own; they are of the unit of vote
    if (op == class_ops[k] || (op >> 8 == class_ops[k] >> 8 && !ws_op_is_reports(class_ops[k])))
      return k;
  return -1;
}

static unsigned place_of(uint32_t op) {
  for (unsigned k = 0; k < OPS - 1; k++)
    if (op_codes[k] == op)
      return k;
  return OPS - 1;
}

// ----------------------------------------------------------------------------------------------------------- answers

static void see_profile(ws_cover *c, const ws_lockstep *ls, const ws_answer *a) {
  const ws_config *k = &ls->cfg.core;
  bool legacy = a->immediate && a->rsp->op != WS_OP_ACTIVEMASK;
  const char *wrong = NULL;
  if (a->rsp->status == WS_ST_CV_LEGACY_DIVERGED && !k->legacy)
    wrong = "CV_LEGACY_DIVERGED without the profile sm_6x";
  else if (legacy && a->granted && !k->legacy)
    wrong = "deprecated vote was granted without the profile sm_6x";
  else if (legacy && a->rsp->status == WS_ST_DEC_ILLEGAL && k->legacy)
    wrong = "deprecated vote was refused under the profile sm_6x";
  else if (a->rsp->status == WS_ST_CV_MISSING && !k->watchdog)
    wrong = "CV_MISSING without the watchdog";
  if (wrong && !*c->wrong)
    snprintf(c->wrong, sizeof c->wrong, "rendezvous, status: %s", wrong);
}

// Groups that wait beside this one, with the same operation, since before its last lane came.
static void see_neighbours(ws_cover *c, warp_state *w, const ws_lockstep *ls, const ws_answer *a, unsigned row_class) {
  uint64_t last = 0;
  for (uint32_t left = a->rsp->lanes; left; left &= left - 1)
    last = a->of[__builtin_ctz(left)]->cycle > last ? a->of[__builtin_ctz(left)]->cycle : last;
  unsigned warp = a->rsp->warp & (ls->cfg.core.warps - 1);
  for (uint32_t left = ls->out[a->cta].wait[warp] & ~a->rsp->lanes; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    const ws_entry *e = ws_book_waiting(c->book, a->cta, warp, i);
    if (!e || e->op != a->rsp->op || e->cycle >= last || e->mask[i] == a->mask)
      continue;
    if (!(e->mask[i] & a->mask))
      HIT(G_ROW, row_class, WS_ROW_DISJOINT, 0);
    else {
      HIT(G_ROW, row_class, WS_ROW_OVERLAP, 0);
      w->overlap |= 1u << i;
    }
  }
}

static void see_granted(ws_cover *c, warp_state *w, const ws_lockstep *ls, const ws_answer *a, unsigned k) {
  uint32_t lanes = a->rsp->lanes, all = UINT32_MAX >> (32 - ls->cfg.core.lanes);
  const ws_entry *first = a->first, *last = a->first;
  bool pieces = false, later = false;
  for (uint32_t left = lanes; left; left &= left - 1) {
    const ws_entry *e = a->of[__builtin_ctz(left)];
    pieces |= e != a->first;
    first = e->cycle < first->cycle ? e : first;
    last = e->cycle > last->cycle ? e : last;
  }
  for (uint32_t left = lanes; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    later |= a->of[i]->cycle > first->cycle && w->came[i] == a->of[i]->cycle && w->before[i] > first->cycle;
  }
  const bool row[WS_ROWS] = {
      [WS_ROW_PIECES] = pieces,
      [WS_ROW_SEQUENCE] = (w->overlap & lanes) != 0,
      [WS_ROW_EXIT_ENDS] = (w->ended & lanes) != 0,
      [WS_ROW_EXIT_TWO] = (w->two & lanes) != 0,
      [WS_ROW_EXIT_ARRIVE] = pieces && (last->exited & a->mask),
      [WS_ROW_GUARD_LATER] = later,
      [WS_ROW_GUARD_EXIT] = (w->late & lanes) != 0,
      [WS_ROW_ALONE] = !(lanes & (lanes - 1)) && a->mask != lanes && (a->mask & last->live) == lanes,
      [WS_ROW_PARTIAL] = a->mask == all && last->live == lanes && w->launched == lanes && lanes != all,
  };
  for (unsigned r = 0; r < WS_ROWS; r++)
    if (row[r])
      HIT(G_ROW, k, r, 0);
  see_neighbours(c, w, ls, a, k);
}

static void answer(ws_cover *c, const ws_lockstep *ls, const ws_answer *a) {
  sync_state *s = c->state[WS_COVER_SYNC];
  warp_state *w = &s->cta[a->cta].warp[a->rsp->warp & (ls->cfg.core.warps - 1)];
  uint32_t lanes = a->rsp->lanes, status = a->rsp->status;
  int k = class_of(a->rsp->op);
  see_profile(c, ls, a);
  for (unsigned i = 0; i < STATUSES; i++)
    if (status_codes[i] == status)
      HIT(G_STATUS, place_of(a->rsp->op), i, 0);
  bool broken = status >= 0x300, refused = !a->granted && !broken && status != WS_ST_CV_LEGACY_DIVERGED;
  if (refused)
    HIT(G_LANE, L_REFUSED, 0, 0);
  if (status == WS_ST_CV_NOT_MEMBER && a->first->empty && k >= 0)
    HIT(G_ROW, (unsigned)k, WS_ROW_ZERO, 0);
  if (refused)
    return;
  if (k >= 0 && a->granted)
    see_granted(c, w, ls, a, (unsigned)k);
  if (k >= 0 && status == WS_ST_CV_LEGACY_DIVERGED)
    HIT(G_ROW, (unsigned)k, WS_ROW_LEGACY, 0);
  if (k >= 0 && broken) {
    if (status == WS_ST_CV_MASK_MISMATCH)
      HIT(G_ROW, (unsigned)k, WS_ROW_MASKS_BROKEN, 0);
    if (status == WS_ST_CV_QUAL_MISMATCH && (w->keys & lanes))
      HIT(G_ROW, (unsigned)k, WS_ROW_OTHER_KEY_BROKEN, 0);
    if (ls->model)
      HIT(G_BREAK, (unsigned)k, w->found, 0);
  }
  if (w->waited & lanes)
    HIT(G_LANE, broken ? L_BROKEN : L_GOES_ON, 0, 0);
  w->overlap &= ~lanes;
  w->keys &= ~lanes;
  w->ended &= ~lanes;
  w->two &= ~lanes;
  w->late &= ~lanes;
  w->waited &= ~lanes | w->wait;
}

// ------------------------------------------------------------------------------------------------------ exits, waits

// An exit takes lanes that groups of the warp wait for.
static void see_exit(ws_cover *c, warp_state *w, const ws_lockstep *ls, unsigned cta, unsigned warp, uint32_t gone) {
  uint32_t wait = ls->out[cta].wait[warp], live = ls->out[cta].live[warp], left = wait, ended = 0;
  unsigned groups_ended = 0;
  while (left) {
    unsigned i = (unsigned)__builtin_ctz(left);
    const ws_entry *e = ws_book_waiting(c->book, cta, warp, i);
    uint32_t peers = 1u << i;
    uint64_t first = e ? e->cycle : 0;
    for (uint32_t rest = left & (left - 1); rest && e; rest &= rest - 1) {
      unsigned j = (unsigned)__builtin_ctz(rest);
      const ws_entry *o = ws_book_waiting(c->book, cta, warp, j);
      if (!o || o->op != e->op || o->mask[j] != e->mask[i])
        continue;
      peers |= 1u << j;
      first = o->cycle < first ? o->cycle : first;
    }
    left &= ~peers;
    uint32_t missing = e ? e->mask[i] & live & ~peers : 0, awaited = missing & gone;
    int k = e ? class_of(e->op) : -1;
    if (!awaited || k < 0)
      continue;
    if (missing & ~gone) {
      HIT(G_ROW, (unsigned)k, WS_ROW_EXIT, 0);
      continue;
    }
    for (; awaited; awaited &= awaited - 1)
      if (w->came[__builtin_ctz(awaited)] > first)
        w->late |= peers;
    ended |= peers;
    groups_ended++;
  }
  w->ended |= ended;
  if (groups_ended > 1)
    w->two |= ended;
}

// Lanes that have begun to wait: is there one with another operation and the same mask?
static void see_wait(ws_cover *c, warp_state *w, const ws_lockstep *ls, unsigned cta, unsigned warp, uint32_t fresh) {
  HIT(G_LANE, L_WAITS, 0, 0);
  w->waited |= fresh;
  for (; fresh; fresh &= fresh - 1) {
    unsigned i = (unsigned)__builtin_ctz(fresh);
    const ws_entry *e = ws_book_waiting(c->book, cta, warp, i);
    for (uint32_t left = e ? ls->out[cta].wait[warp] : 0; left; left &= left - 1) {
      unsigned j = (unsigned)__builtin_ctz(left);
      const ws_entry *o = ws_book_waiting(c->book, cta, warp, j);
      if (!o || o->op == e->op || o->mask[j] != e->mask[i] || class_of(e->op) < 0 || class_of(o->op) < 0)
        continue;
      HIT(G_ROW, (unsigned)class_of(e->op), WS_ROW_OTHER_KEY, 0);
      HIT(G_ROW, (unsigned)class_of(o->op), WS_ROW_OTHER_KEY, 0);
      w->keys |= 1u << i | 1u << j;
    }
  }
}

static void see_ports(ws_cover *c, sync_state *s, const ws_lockstep *ls, unsigned cta) {
  const ws_in *in = &ls->in[cta];
  const ws_out *out = &ls->out[cta];
  unsigned mask = ls->cfg.core.warps - 1, exit_warp = in->exit.warp & mask, launch_warp = in->launch.warp & mask;
  uint32_t all = UINT32_MAX >> (32 - ls->cfg.core.lanes), gone = 0;
  if (in->exit.valid) {
    gone = in->exit.lanes & out->live[exit_warp] & ~out->wait[exit_warp];
    if (gone) {
      HIT(G_LANE, L_EXITS, 0, 0);
      see_exit(c, &s->cta[cta].warp[exit_warp], ls, cta, exit_warp, gone);
    }
    if (in->exit.lanes & out->wait[exit_warp])
      HIT(G_LANE, L_EXIT_REFUSED, 0, 0);
  }
  if (in->launch.valid) {
    bool runs = (out->live[launch_warp] & ~(in->exit.valid && exit_warp == launch_warp ? gone : 0)) != 0;
    HIT(G_LANE, runs ? L_LAUNCH_REFUSED : L_LAUNCHED, 0, 0);
    if (!runs)
      s->cta[cta].warp[launch_warp].launched = in->launch.lanes & all;
  }
}

static void see_request(ws_cover *c, sync_state *s, const ws_lockstep *ls, unsigned cta) {
  const ws_req *q = &ls->in[cta].req;
  bool took = q->valid && ls->out[cta].req_ready;
  unsigned op = took ? place_of(q->op) : OPS, warp = q->warp & (ls->cfg.core.warps - 1);
  took = took && op < PAIR_OPS && (q->lanes & UINT32_MAX >> (32 - ls->cfg.core.lanes));
  if (took && s->cta[cta].taken)
    HIT(G_PAIR, s->cta[cta].op, op, s->cta[cta].from != warp);
  s->cta[cta].taken = took;
  s->cta[cta].op = op;
  s->cta[cta].from = warp;
  if (!q->valid || !ls->out[cta].req_ready)
    return;
  warp_state *w = &s->cta[cta].warp[warp];
  for (uint32_t left = q->lanes & ~ls->out[cta].wait[warp]; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    w->before[i] = w->came[i];
    w->came[i] = ls->cycle;
  }
}

static void before(ws_cover *c, void *state, const ws_lockstep *ls) {
  sync_state *s = state;
  (void)c;
  for (unsigned cta = 0; cta < ls->ctas && ls->model; cta++)
    s->cta[cta].gives = ws_walk_gives(&ws_dut_model_core(ls->model, cta)->walk);
}

static void after(ws_cover *c, void *state, const ws_lockstep *ls) {
  sync_state *s = state;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    const core_walk *walk = ls->model ? &ws_dut_model_core(ls->model, cta)->walk : NULL;
    if (walk && ws_walk_gives(walk) && !s->cta[cta].gives)
      s->cta[cta].warp[walk->warp].found = walk->why == GIVEN_OLD   ? WS_BREAK_AGE
                                           : walk->why == GIVEN_ALL ? WS_BREAK_ALL
                                                                    : WS_BREAK_SOME;
    for (unsigned w = 0; w < ls->cfg.core.warps; w++) {
      uint32_t fresh = ls->out[cta].wait[w] & ~s->cta[cta].warp[w].wait;
      s->cta[cta].warp[w].wait = ls->out[cta].wait[w];
      if (fresh)
        see_wait(c, &s->cta[cta].warp[w], ls, cta, w, fresh);
    }
    see_request(c, s, ls, cta);
    see_ports(c, s, ls, cta);
  }
}

const ws_cover_family ws_cover_sync = {
    "rendezvous", groups, sizeof groups / sizeof groups[0], sizeof(sync_state), before, after, answer};
