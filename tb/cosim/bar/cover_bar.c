// SPDX-License-Identifier: Apache-2.0
// Coverage of the barriers (cover_bar.h).
#include "cover_bar.h"

#include <inttypes.h>

#include "when/bar_unit.h"
#include "when/core.h"
#include "stim_bar.h"

// ------------------------------------------------------------------------------------------------------- statuses

enum { C_SYNC, C_ARRIVE, C_POPC, C_AND, C_OR, C_CLB_ARRIVE, C_CLB_WAIT };
enum { CLASSES = 7, KINDS = 6 };
static const char *const classes[CLASSES] = {"barrier.sync",        "barrier.arrive", "barrier.red.popc",
                                             "barrier.red.and",     "barrier.red.or", "barrier.cluster.arrive",
                                             "barrier.cluster.wait"};
enum { EXAM = 5 }; // kind behind the five of named barriers
enum { G_STATUS, G_PAIR, G_SITUATION, G_EVENT };
enum { NAMED = 31, WAITS = 1 << C_SYNC | 7 << C_POPC, CLUSTER = 3 << C_CLB_ARRIVE, EVERY = 127 };

static const uint16_t status_codes[] = {WS_ST_OK,
                                        WS_ST_BAR_ALIGNED_DIVERGED,
                                        WS_ST_CV_QUAL_MISMATCH,
                                        WS_ST_CV_LANE_BUSY,
                                        WS_ST_CV_LANE_EXITED,
                                        WS_ST_BAR_BAD_ID,
                                        WS_ST_BAR_BAD_COUNT,
                                        WS_ST_BAR_COUNT_MISMATCH,
                                        WS_ST_BAR_KIND_MIX,
                                        WS_ST_BAR_DUP_ARRIVE,
                                        WS_ST_BAR_UNSATISFIABLE,
                                        WS_ST_CLB_DUP_ARRIVE,
                                        WS_ST_CLB_SKIPPED_WAIT,
                                        WS_ST_CLB_WAIT_NO_ARRIVE};
enum { STATUSES = sizeof status_codes / sizeof status_codes[0] };

static const struct {
  uint8_t classes; // that can have it
  const char *why; // the others cannot
} statuses[STATUSES] = {
    {EVERY, NULL},
    {EVERY, NULL},
    {EVERY, NULL},
    {EVERY, NULL},
    {EVERY, NULL},
    {NAMED, "the barrier of the cluster has no number"},
    {NAMED, "the barrier of the cluster has no count"},
    {NAMED, "the barrier of the cluster has no count"},
    {NAMED, "the barrier of the cluster has one kind"},
    {1 << C_SYNC | 1 << C_ARRIVE, "who has come to a reduction waits; the cluster's barrier has its own status"},
    {WAITS, "nobody waits in it"},
    {1 << C_CLB_ARRIVE, "it does not arrive at the barrier of the cluster"},
    {1 << C_CLB_ARRIVE, "it does not arrive at the barrier of the cluster"},
    {1 << C_CLB_WAIT, "it does not wait at the barrier of the cluster"},
};

static unsigned class_of(uint32_t op) {
  if (op >> 8 == WS_UNIT_CLUSTER)
    return ws_is_cluster_wait(op) ? C_CLB_WAIT : C_CLB_ARRIVE;
  return ws_is_bar_arrive(op)    ? C_ARRIVE
         : ws_is_bar_popc(op)    ? C_POPC
         : ws_is_bar_red_and(op) ? C_AND
         : ws_is_bar_red_or(op)  ? C_OR
                                 : C_SYNC;
}

static bool is_barrier(uint32_t op) { return ws_op_gathers(op) && ws_op_name(op); }

static void see_response(ws_cover *c, const ws_rsp *rsp) {
  for (unsigned k = 0; k < STATUSES && is_barrier(rsp->op); k++)
    if (status_codes[k] == rsp->status)
      ws_cover_hit(c, WS_COVER_BAR, G_STATUS, class_of(rsp->op), k, 0);
}

// ------------------------------------------------------------------------------------------------------- situations

#define SITUATIONS                                                                                                     \
  X(BY_COUNT, "a barrier complete by its count", 0)                                                                    \
  X(BY_ALL, "a barrier complete because every member has come", 0)                                                     \
  X(BY_EXIT, "a barrier complete by an exit", 0)                                                                       \
  X(BY_ARRIVE, "a barrier completed by an arrive", 0)                                                                  \
  X(NOBODY, "a barrier complete with nobody waiting", 0)                                                               \
  X(SEVERAL, "two or more warps released at once", 0)                                                                  \
  X(WHOLE, "every warp of the CTA released at once", 0)                                                                \
  X(BROKEN_BY_EXIT, "a barrier broken by an exit", 0)                                                                  \
  X(BROKEN_AT_ONCE, "a barrier broken as it is opened", 0)                                                             \
  X(LOOKED_AT, "a barrier that an exit leaves as it is", 0)                                                            \
  X(REUSE, "a barrier opened in the clock behind its end", 0)                                                          \
  X(TWICE, "a barrier complete in two clocks in a row", 0)                                                             \
  X(TWO, "two barriers complete in two clocks in a row", 0)                                                            \
  X(EXIT_TWO, "two barriers complete or broken by one exit", 0)                                                        \
  X(OUTSTANDING, "a barrier complete while answers of its last generation are due", 0)                                 \
  X(N_AND_DUE, "an arrive and a warp that is due to be answered at once", 0)                                           \
  X(N_FIRST, "of these the arrive goes", 0)                                                                            \
  X(DUE_FIRST, "of these the warp goes", 0)                                                                            \
  X(N_FULL, "an arrive stands back, the answer before it is not taken", 0)                                             \
  X(EXAM_HOLDS, "an examination holds an arrival back", 0)                                                             \
  X(EXAMS, "an exit with several barriers to be examined", 0)                                                          \
  X(EXAM_SLOTS, "barriers of two CTAs to be examined", 1)                                                              \
  X(GONE_BEHIND, "a warp that has exited while its arrival is on its way", 0)                                          \
  X(STALE_FIRST, "a CTA begins while an arrival of the last one stands in the first stage", 0)                         \
  X(STALE_SECOND, "the same in the second stage", 0)                                                                   \
  X(STALE_LEAVES, "an arrival of a CTA that has ended is answered", 0)                                                 \
  X(START_ACTIVE, "a CTA begins and a barrier is still active", 0)                                                     \
  X(START_DIRTY, "a CTA begins and a barrier is still to be examined", 0)                                              \
  X(FOR_PENDING, "a warp waits for one that is still to be launched", 0)                                               \
  X(EMPTY_LAUNCH, "a member is launched with no lanes", 0)                                                             \
  X(AGAIN, "a warp is launched again that has arrived somewhere", 0)                                                   \
  X(CTA_ONE, "a CTA of one warp", 0)                                                                                   \
  X(CTA_SOME, "a CTA of some warps", 2)                                                                                \
  X(CTA_DEFAULT, "a launch that does not say how many warps", 0)                                                       \
  X(CTA_TOO_MANY, "a launch that says too many", 3)                                                                    \
  X(BOTH_FORMS, "a count and none in one generation", 0)                                                               \
  X(ALL_ACTIVE, "every barrier of a CTA in use", 0)                                                                    \
  X(POPC_NONE, "red.popc of no thread", 0)                                                                             \
  X(POPC_ALL, "red.popc of every thread of the CTA", 0)                                                                \
  X(AND_0, "red.and false", 0)                                                                                         \
  X(AND_1, "red.and true", 0)                                                                                          \
  X(OR_0, "red.or false", 0)                                                                                           \
  X(OR_1, "red.or true", 0)                                                                                            \
  X(CLB_END, "a phase of the cluster's barrier ends", 0)                                                               \
  X(CLB_BY_EXIT, "it ends as a warp exits", 4)                                                                         \
  X(CLB_NOBODY, "it ends with nobody waiting", 0)                                                                      \
  X(CLB_SEVERAL, "it ends with two or more warps waiting", 5)                                                          \
  X(CLB_ARRIVAL, "an arrive of the next phase in that clock", 0)                                                       \
  X(CLB_WAIT, "a wait in that clock", 0)                                                                               \
  X(CLB_NAMED, "a named barrier complete in that clock", 0)                                                            \
  X(CLB_LATE, "a wait for a phase that is over", 0)

enum {
#define X(name, text, need) S_##name,
  SITUATIONS
#undef X
      S_COUNT
};

static const char *const situations[S_COUNT] = {
#define X(name, text, need) text,
    SITUATIONS
#undef X
};

enum { NEED_SLOTS = 1, NEED_SOME, NEED_SPARE, NEED_ONE_CTA, NEED_THREE };
static const uint8_t needs[S_COUNT] = {
#define X(name, text, need) need,
    SITUATIONS
#undef X
};

// Reasons why a situation, or a pair, is not asked for on this build.
static const char *beyond_situation(const ws_config *core, const unsigned at[]) {
  bool three = ws_dut_cta_warps(core) > 2;
  switch (needs[at[0]]) {
  case NEED_SLOTS: return ws_dut_slots(core) > 1 && three ? NULL : "the block has no two CTAs of three warps";
  case NEED_SOME: return three ? NULL : "a CTA has at most two warps";
  case NEED_SPARE: return ws_dut_cta_warps(core) < 63 ? NULL : "no larger number can be said";
  case NEED_ONE_CTA: return ws_dut_ctas(core) == 1 ? NULL : "of several CTAs an exit rarely is the last";
  case NEED_THREE: return ws_dut_ctas(core) > 1 || three ? NULL : "there are at most two warps";
  default: return NULL;
  }
}

static const char *beyond_pair(const ws_config *core, const unsigned at[]) {
  bool exam = at[0] == EXAM || at[1] == EXAM;
  return exam && ws_dut_cta_warps(core) <= 2 ? "in a CTA of two warps an exit rarely finds a barrier in use" : NULL;
}

static const char *never_status(const ws_config *core, const unsigned at[]) {
  (void)core;
  return statuses[at[1]].classes >> at[0] & 1 ? NULL : statuses[at[1]].why;
}

static const char *const kinds[KINDS] = {"sync", "arrive", "red.popc", "red.and", "red.or", "an examination"};
static const char *const events[] = {"a generation or a phase completes"};
static const ws_cover_axis axis_class = {"operation", WS_AX_OTHER, CLASSES, classes, NULL};
static const ws_cover_axis axis_status = {"status", WS_AX_STATUS, STATUSES, NULL, status_codes};
static const ws_cover_axis axis_first = {"operation", WS_AX_OTHER, KINDS, kinds, NULL};
static const ws_cover_axis axis_second = {"right behind it", WS_AX_OTHER, KINDS, kinds, NULL};
static const ws_cover_axis axis_situation = {"situation", WS_AX_OTHER, S_COUNT, situations, NULL};
static const ws_cover_axis axis_event = {"event", WS_AX_OTHER, 1, events, NULL};

static const ws_cover_group groups[] = {
    {"status", {&axis_class, &axis_status, NULL}, never_status, NULL, false},
    {"pairs at one barrier in neighbouring clocks", {&axis_first, &axis_second, NULL}, NULL, beyond_pair, true},
    {"situations", {&axis_situation, NULL, NULL}, NULL, beyond_situation, true},
    {"events", {&axis_event, NULL, NULL}, NULL, NULL, true},
};

typedef struct bar_state {
  struct {
    bar_unit before; // the unit in the cycle that is being stepped
    bool watched;    // it holds that
    core_late late;  // launches that the unit is told of
    unsigned kind;   // of the transition in the cycle before, plus 1; 0: none
    unsigned slot, id;
    bool done; // it completed its barrier
  } cta[WS_CTAS_MAX];
} bar_state;

static bool ones2(uint32_t x) { return (x & (x - 1)) != 0; }

// ----------------------------------------------------------------------------------------------------- transitions

static void see(ws_cover *c, unsigned situation, bool it_is) {
  if (it_is)
    ws_cover_hit(c, WS_COVER_BAR, G_SITUATION, situation, 0, 0);
}

static unsigned room_of(const bar_unit *u) { return u->warps / u->slots; }

static uint32_t slot_set(const bar_unit *u, unsigned s) {
  return (room_of(u) == 32 ? UINT32_MAX : (1u << room_of(u)) - 1) << s * room_of(u);
}

// What a transition of a barrier shows that has ended it, or left it.
static void see_end(ws_cover *c, const bar_unit *b, const bar_unit *a, unsigned s, unsigned id,
                    const ws_bar_result *r) {
  uint32_t released = a->soon & slot_set(b, s), due = 0;
  for (unsigned w = 0; w < b->warps; w++)
    due |= (uint32_t)(b->warp[w].place == id && b->warp[w].op >> 8 == WS_UNIT_BAR) << w;
  see(c, S_NOBODY, r->done && !released);
  see(c, S_SEVERAL, r->done && ones2(released));
  see(c, S_WHOLE, r->done && released == (slot_set(b, s) & a->members) && ones2(released));
  see(c, S_OUTSTANDING, r->done && (b->due & due & slot_set(b, s)));
  if (!r->done)
    return;
  ws_cover_hit(c, WS_COVER_BAR, G_EVENT, 0, 0, 0);
  see(c, S_POPC_NONE, r->bar.kind == 1 && !r->bar.acc);
  see(c, S_POPC_ALL, r->bar.kind == 1 && r->bar.acc == b->slot[s].warps * b->lanes);
  see(c, S_AND_0, r->bar.kind == 2 && !r->bar.acc);
  see(c, S_AND_1, r->bar.kind == 2 && r->bar.acc);
  see(c, S_OR_0, r->bar.kind == 3 && !r->bar.acc);
  see(c, S_OR_1, r->bar.kind == 3 && r->bar.acc);
}

// Behind the transition of the clock before, and in its place.
static void see_order(ws_cover *c, unsigned cta, unsigned kind, unsigned s, unsigned id, bool ends, bool opens) {
  bar_state *st = c->state[WS_COVER_BAR];
  unsigned before = st->cta[cta].kind;
  bool same = st->cta[cta].slot == s && st->cta[cta].id == id, done = st->cta[cta].done;
  if (before) {
    if (same)
      ws_cover_hit(c, WS_COVER_BAR, G_PAIR, before - 1, kind, 0);
    see(c, S_REUSE, same && done && opens);
    see(c, S_TWICE, same && done && ends);
    see(c, S_TWO, !same && done && ends);
    see(c, S_EXIT_TWO, !same && done && ends && kind == EXAM && before - 1 == EXAM);
  }
  st->cta[cta].kind = kind + 1;
  st->cta[cta].slot = s;
  st->cta[cta].id = id;
  st->cta[cta].done = ends;
}

static void no_order(ws_cover *c, unsigned cta) {
  bar_state *st = c->state[WS_COVER_BAR];
  st->cta[cta].kind = 0;
}

static void see_exam(ws_cover *c, unsigned cta, const bar_unit *b, const bar_unit *a, unsigned s) {
  unsigned id = (unsigned)__builtin_ctz(b->slot[s].dirty);
  uint32_t members = (a->members & slot_set(b, s)) >> s * room_of(b), others = 0;
  ws_bar_result r = ws_bar_next(&b->slot[s].bar[id], NULL, members, b->slot[s].warps);
  for (unsigned k = s + 1; k < b->slots; k++)
    others |= b->slot[k].dirty;
  see(c, S_BY_EXIT, r.done);
  see(c, S_BROKEN_BY_EXIT, r.broken);
  see(c, S_LOOKED_AT, r.bar.act);
  see(c, S_EXAM_HOLDS, b->next.valid);
  see(c, S_EXAMS, ones2(b->slot[s].dirty));
  see(c, S_EXAM_SLOTS, others != 0);
  see_end(c, b, a, s, id, &r);
  see_order(c, cta, EXAM, s, id, r.done || r.broken, false);
}

static void see_cluster(ws_cover *c, const bar_unit *b, const bar_group *g, bool over) {
  uint32_t me = 1u << g->head.warp;
  bool wait = ws_is_cluster_wait(g->head.op);
  see(c, S_CLB_ARRIVAL, over && !wait);
  see(c, S_CLB_WAIT, over && wait && (b->owed & me));
  see(c, S_CLB_LATE, wait && (b->owed & me) && !(b->arrived & me));
}

static void see_arrival(ws_cover *c, unsigned cta, const bar_unit *b, const bar_unit *a, bool over) {
  const bar_group *g = &b->next;
  unsigned s = g->head.warp / room_of(b), id = g->head.opnd & 15;
  see(c, S_STALE_LEAVES, g->stale);
  if (g->stale || g->head.op >> 8 == WS_UNIT_CLUSTER || (g->head.opnd & 16)) { // at no barrier
    if (!g->stale && g->head.op >> 8 == WS_UNIT_CLUSTER)
      see_cluster(c, b, g, over);
    no_order(c, cta);
    return;
  }
  const ws_bar *bar = &b->slot[s].bar[id];
  ws_bar_ask ask = {g->head.warp - s * room_of(b), g->head.op, g->head.opnd, g->val};
  uint32_t members = (a->members & slot_set(b, s)) >> s * room_of(b);
  ws_bar_result r = ws_bar_next(bar, &ask, members, b->slot[s].warps);
  bool full = (uint32_t)__builtin_popcount(r.bar.arr) == r.bar.exp;
  see(c, S_BY_COUNT, r.done && full);
  see(c, S_BY_ALL, r.done && !full);
  see(c, S_BY_ARRIVE, r.done && ws_is_bar_arrive(g->head.op));
  see(c, S_BROKEN_AT_ONCE, r.broken);
  see(c, S_BOTH_FORMS, !r.status && bar->act && (r.bar.all != bar->all || (bar->all && ws_is_bar_counted(g->head.op))));
  see(c, S_FOR_PENDING, r.bar.act && !r.status && r.bar.all && (b->pending & slot_set(b, s)));
  see(c, S_CLB_NAMED, over && r.done);
  if (!r.status)
    see_end(c, b, a, s, id, &r);
  see_order(c, cta, class_of(g->head.op), s, id, r.done || r.broken, !r.status && !bar->act);
}

// ---------------------------------------------------------------------------------------------- CTAs begin, answers

static void see_start(ws_cover *c, unsigned said, const bar_unit *b, const bar_unit *a, unsigned s) {
  bool first = a->came.valid && a->came.stale && !(b->came.valid && b->came.stale);
  unsigned active = 0;
  for (unsigned i = 0; i < WS_BARRIERS; i++)
    active += b->slot[s].bar[i].act;
  see(c, S_STALE_FIRST, first);
  see(c, S_STALE_SECOND, a->next.valid && a->next.stale && !(b->next.valid && b->next.stale));
  see(c, S_START_ACTIVE, active != 0);
  see(c, S_START_DIRTY, b->slot[s].dirty != 0);
  see(c, S_CTA_ONE, a->slot[s].warps == 1);
  see(c, S_CTA_SOME, a->slot[s].warps > 1 && a->slot[s].warps < room_of(b));
  see(c, S_CTA_DEFAULT, said == 0);
  see(c, S_CTA_TOO_MANY, said > room_of(b));
}

static void see_launch(ws_cover *c, const ws_lockstep *ls, unsigned cta, const bar_unit *b) {
  const ws_in *in = &ls->in[cta];
  const ws_out *out = &ls->out[cta];
  uint32_t all = UINT32_MAX >> (32 - b->lanes), w = in->launch.warp & (b->warps - 1), others = 0;
  unsigned s = w / room_of(b);
  for (unsigned k = s * room_of(b); k < (s + 1) * room_of(b); k++) {
    bool here = in->exit.valid && (in->exit.warp & (b->warps - 1)) == k;
    uint32_t live = out->live[k] & ~(here ? in->exit.lanes & ~out->wait[k] : 0);
    if (live && k == w)
      return; // refused
    others |= live;
  }
  if (!(in->launch.lanes & all)) {
    see(c, S_EMPTY_LAUNCH, b->pending >> w & 1);
    return;
  }
  if (!others)
    return; // a CTA begins
  bool arrived = false;
  for (unsigned i = 0; i < WS_BARRIERS; i++)
    arrived |= b->slot[s].bar[i].act && (b->slot[s].bar[i].arr >> w % room_of(b) & 1);
  see(c, S_AGAIN, arrived);
}

static void see_answers(ws_cover *c, const bar_unit *b, const bar_unit *a) {
  bool both = b->answers && b->due;
  bool warp_went = (b->due & ~a->due) != 0;
  see(c, S_N_AND_DUE, both);
  see(c, S_N_FIRST, both && a->turn && !b->turn);
  see(c, S_DUE_FIRST, both && b->turn && warp_went);
}

static const bar_unit *unit_of(const ws_lockstep *ls, unsigned cta) {
  return ls->model ? &ws_dut_model_core(ls->model, cta)->bar : NULL;
}

static void before(ws_cover *c, void *state, const ws_lockstep *ls) {
  bar_state *s = state;
  (void)c;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    s->cta[cta].watched = unit_of(ls, cta) != NULL;
    if (s->cta[cta].watched) {
      s->cta[cta].before = *unit_of(ls, cta);
      s->cta[cta].late = ws_dut_model_core(ls->model, cta)->late;
    }
  }
}

static bool moved_on(const bar_group *b, const bar_group *a) {
  return b->valid && (!a->valid || a->head.tag != b->head.tag || a->head.warp != b->head.warp ||
                      a->head.op != b->head.op || a->head.lanes != b->head.lanes);
}

static void see_cycle(ws_cover *c, const bar_unit *b, const ws_lockstep *ls, unsigned cta) {
  const bar_unit *a = unit_of(ls, cta);
  unsigned dirty = b->slots;
  bool over = false;
  uint32_t waited = 0, gone = b->members & ~a->members;
  for (unsigned s = b->slots; s-- > 0;) {
    unsigned active = 0;
    dirty = b->slot[s].dirty ? s : dirty;
    over |= a->slot[s].phase != b->slot[s].phase;
    for (unsigned i = 0; i < WS_BARRIERS; i++)
      active += b->slot[s].bar[i].act;
    see(c, S_ALL_ACTIVE, active == WS_BARRIERS);
  }
  for (unsigned w = 0; w < b->warps; w++)
    waited |= (uint32_t)(b->warp[w].waiting && b->warp[w].place == BAR_CLUSTER && !a->warp[w].waiting) << w;
  see(c, S_CLB_END, over);
  see(c, S_CLB_NOBODY, over && !waited);
  see(c, S_CLB_SEVERAL, ones2(waited));
  see(c, S_CLB_BY_EXIT, over && gone);
  if (over)
    ws_cover_hit(c, WS_COVER_BAR, G_EVENT, 0, 0, 0);
  const bar_group *on_way[] = {&b->came, &b->next};
  for (unsigned k = 0; k < 2; k++)
    see(c, S_GONE_BEHIND, on_way[k]->valid && !on_way[k]->stale && !ls->out[cta].live[on_way[k]->head.warp]);
  const core_late *late = &((const bar_state *)c->state[WS_COVER_BAR])->cta[cta].late;
  for (unsigned s = 0; s < b->slots; s++)
    if (late->start >> s & 1)
      see_start(c, late->launch_warps, b, a, s);
  if (ls->in[cta].launch.valid)
    see_launch(c, ls, cta, b);
  see_answers(c, b, a);
  if (dirty < b->slots)
    see_exam(c, cta, b, a, dirty);
  else if (moved_on(&b->next, &a->next))
    see_arrival(c, cta, b, a, over);
  else {
    see(c, S_N_FULL, b->next.valid && b->answers == BAR_ANSWERS);
    no_order(c, cta);
  }
}

static void after(ws_cover *c, void *state, const ws_lockstep *ls) {
  bar_state *s = state;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    if (ls->out[cta].rsp.valid)
      see_response(c, &ls->out[cta].rsp);
    if (s->cta[cta].watched)
      see_cycle(c, &s->cta[cta].before, ls, cta);
  }
}

const ws_cover_family ws_cover_bar = {"barrier", groups, sizeof groups / sizeof groups[0], sizeof(bar_state), before,
                                      after,     NULL};

// ---------------------------------------------------------------------------------------------------------- report

// Whether a place of a group, from row `from` on, is asked for and empty.
static bool missing(const ws_cover *c, unsigned group, unsigned first, unsigned second, unsigned from) {
  for (unsigned i = from; i < first; i++)
    for (unsigned j = 0; j < second; j++) {
      const unsigned at[2] = {i, j};
      const ws_cover_group *g = &groups[group];
      if (!(g->never && g->never(&c->core, at)) && !(g->beyond && g->beyond(&c->core, at)) &&
          !ws_cover_hits(c, WS_COVER_BAR, group, i, j, 0))
        return true;
    }
  return false;
}

unsigned ws_bar_cover_hunt(const ws_cover *c, const ws_lockstep *ls) {
  if (ls->model && missing(c, G_PAIR, KINDS, KINDS, 0))
    return WS_BAR_CLASH;
  if (ls->model && missing(c, G_SITUATION, S_COUNT, 1, S_CLB_END))
    return WS_BAR_CLUSTER;
  for (unsigned k = S_STALE_FIRST; ls->model && k <= S_START_DIRTY; k++)
    if (!ws_cover_hits(c, WS_COVER_BAR, G_SITUATION, k, 0, 0))
      return WS_BAR_ENDS;
  return missing(c, G_STATUS, CLASSES, STATUSES, 0) ? WS_BAR_WILD : WS_BAR_STYLES;
}

void ws_bar_cover_text(const ws_cover *c, const ws_lockstep *ls, char *text, size_t size) {
  unsigned want, seen, pairs, pairs_seen, all, all_seen;
  ws_cover_count(c, WS_COVER_BAR, G_STATUS, &want, &seen);
  ws_cover_count(c, WS_COVER_BAR, G_PAIR, &pairs, &pairs_seen);
  ws_cover_count(c, WS_COVER_BAR, G_SITUATION, &all, &all_seen);
  int n = snprintf(text, size, "statuses %u/%u", seen, want);
  if (ls->model)
    snprintf(text + n, size - (size_t)n, ", pairs %u/%u, situations %u/%u, %" PRIu64 " generations", pairs_seen, pairs,
             all_seen, all, ws_cover_hits(c, WS_COVER_BAR, G_EVENT, 0, 0, 0));
}
