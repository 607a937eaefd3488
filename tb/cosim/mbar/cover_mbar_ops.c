// SPDX-License-Identifier: Apache-2.0
// Coverage of mbarrier's operations (cover.h): each against its statuses, lanes, objects, counts, stalls and places, from what
// the ports showed; and, where the model runs, against what it found and left in its object (mbar_steps.c).
#include "cover_mbar_ops.h"

#include "cover_mbar.h"

// -------------------------------------------------------------------------------------------------------------- axes

enum { NO_OP = 0x7ff }; // the code stands for every one of the unit that is not in the table
const uint16_t ws_mbar_op_codes[WS_MBO_OPS] = {WS_OPS_MBAR_OBJECT, WS_OPS_MBAR_NO_OBJECT, NO_OP};
const uint16_t ws_mbar_counted_codes[WS_MBO_COUNTED] = {WS_OPS_MBAR_COUNTED};
const uint16_t ws_mbar_wait_codes[WS_MBO_WAITS] = {WS_OPS_MBAR_WAIT};
const uint16_t ws_mbar_hint_codes[WS_MBO_HINTS] = {WS_OPS_MBAR_LIMIT};
const uint16_t ws_mbar_op_statuses[WS_MBO_STATUSES] = {WS_ST_OK, WS_MBAR_STATUSES, WS_ST_CV_LANE_EXITED,
                                                       WS_ST_CV_LANE_BUSY, WS_ST_DEC_ILLEGAL};
const uint16_t ws_mbar_late_statuses[WS_LAT_STATUSES] = {WS_ST_OK,
                                                         WS_ST_MB_NOT_INIT,
                                                         WS_ST_MB_MISALIGNED,
                                                         WS_ST_MB_BAD_SPACE,
                                                         WS_ST_MB_BAD_COUNT,
                                                         WS_ST_MB_PENDING_UNDERFLOW,
                                                         WS_ST_MB_TX_OVERFLOW,
                                                         WS_ST_MB_TX_UNDERFLOW,
                                                         WS_ST_MB_EXPECT_UNDERFLOW,
                                                         WS_ST_MB_MISSING_WAIT,
                                                         WS_ST_MB_CTA_GONE,
                                                         WS_ST_MB_RAW_ACCESS};

#define AXIS(name, title, kind, size, ...)                                                                             \
  static const char *const text_##name[size] = {__VA_ARGS__};                                                          \
  static const ws_cover_axis axis_##name = {title, kind, size, text_##name, NULL}

static const ws_cover_axis axis_op = {"operation", WS_AX_OP, WS_MBO_OPS, NULL, ws_mbar_op_codes};
static const ws_cover_axis axis_known = {"operation", WS_AX_OP, WS_MBO_KNOWN, NULL, ws_mbar_op_codes};
static const ws_cover_axis axis_object = {"operation", WS_AX_OP, WS_MBO_OBJECT, NULL, ws_mbar_op_codes};
static const ws_cover_axis axis_counted = {"operation", WS_AX_OP, WS_MBO_COUNTED, NULL, ws_mbar_counted_codes};
static const ws_cover_axis axis_waits = {"operation", WS_AX_OP, WS_MBO_WAITS, NULL, ws_mbar_wait_codes};
static const ws_cover_axis axis_hints = {"operation", WS_AX_OP, WS_MBO_HINTS, NULL, ws_mbar_hint_codes};
static const uint16_t behinds[] = {WS_OPS_MBAR_CP_ARRIVE};
static const ws_cover_axis axis_cp = {"operation", WS_AX_OP, WS_OPS_COUNT(WS_OPS_MBAR_CP_ARRIVE), NULL, behinds};
static const ws_cover_axis axis_status = {"status", WS_AX_STATUS, WS_MBO_STATUSES, NULL, ws_mbar_op_statuses};
static const ws_cover_axis axis_late_status = {"status", WS_AX_STATUS, WS_LAT_STATUSES, NULL, ws_mbar_late_statuses};
AXIS(lanes, "lanes", WS_AX_SHAPE, WS_MBO_SHAPES, "all", "one", "two", "prefix", "suffix", "alternating", "sparse");
AXIS(kinds, "objects", WS_AX_PATTERN, WS_OBJ_KINDS, "one object, asked alike", "one object, asked for different things",
     "objects that lanes share", "an object each");
AXIS(fares, "outcome", WS_AX_OTHER, WS_FARES, "carried out", "refused", "carried out for some of them");
AXIS(parts, "lanes", WS_AX_SHAPE, WS_PARTS, "two lanes", "three or more, not all", "all lanes");
AXIS(counts, "count", WS_AX_PATTERN, WS_CNT_CLASSES, "0", "1", "2 to 32", "33 to the largest but one", "the largest",
     "one too large", "far too large");
AXIS(granted, "outcome", WS_AX_OTHER, 2, "carried out", "refused");
AXIS(spots, "place", WS_AX_OTHER, WS_SPOTS, "first of shared memory", "last of shared memory", "elsewhere");
AXIS(tokens, "state", WS_AX_OTHER, WS_TOKS, "of .noComplete", "of another arrival", "none");
AXIS(pendings, "pending", WS_AX_PATTERN, WS_PNDS, "0", "1", "as many as lanes or fewer", "more than lanes",
     "the largest");
AXIS(expecteds, "expected", WS_AX_PATTERN, WS_PNDS, "0", "1", "as many as lanes or fewer", "more than lanes",
     "the largest");
AXIS(copies, "copy", WS_AX_OP, WS_CPYS, "4 bytes", "8 bytes", "16 bytes", "16 bytes, .cg");
AXIS(takes, "taken", WS_AX_PATTERN, WS_TAKES, "all of them", "fewer", "none", "more than there are");
AXIS(rows, "to", WS_AX_OTHER, WS_ROWS, "the first banks", "other banks", "the last banks");
AXIS(sources, "from", WS_AX_OTHER, WS_SRCS, "16 n", "16 n + 4", "16 n + 8", "16 n + 12", "the first byte",
     "the last bytes");
AXIS(changes, "step", WS_AX_OTHER, WS_CHGS, "expect_tx", "complete_tx", "arrive", "arrive.expect_tx",
     "arrive.noComplete", "arrive_drop", "arrive_drop.expect_tx", "arrive_drop.noComplete", "cp.async.mbarrier.arrive",
     "bytes at the tx port", "arrive behind a copy", "expect_tx of another CTA", "complete_tx of another CTA",
     "arrive of another CTA", "arrive.expect_tx of another CTA", "arrive_drop of another CTA",
     "arrive_drop.expect_tx of another CTA");
AXIS(effects, "effect", WS_AX_OTHER, WS_EFFS, "refused", "some left pending", "none left, the phase goes on",
     "the phase ends");
AXIS(drops, "step", WS_AX_OTHER, WS_DROPS, "arrive_drop", "arrive_drop.expect_tx", "arrive_drop.noComplete",
     "arrive_drop of another CTA", "arrive_drop.expect_tx of another CTA");
AXIS(exps, "effect", WS_AX_OTHER, WS_EXPS, "too many", "none left", "some left");
AXIS(txs, "step", WS_AX_OTHER, WS_TXS, "expect_tx", "complete_tx", "arrive.expect_tx", "arrive_drop.expect_tx",
     "bytes at the tx port", "expect_tx of another CTA", "complete_tx of another CTA",
     "arrive.expect_tx of another CTA", "arrive_drop.expect_tx of another CTA");
AXIS(before, "tx-count", WS_AX_PATTERN, WS_TXC_CLASSES, "one below the lowest", "the lowest", "negative", "0",
     "positive", "the largest");
AXIS(after, "tx-count afterwards", WS_AX_OTHER, WS_TXC_CLASSES, "refused", "the lowest", "negative", "0", "positive",
     "the largest");
AXIS(outs, "outcome", WS_AX_OTHER, WS_OUTS, "true at once", "true after waiting", "true in the clock of its limit",
     "false at once", "false at its limit", "refused");
AXIS(flaws, "operand", WS_AX_PATTERN, WS_FLWS, "phase 0", "phase 1", "phase 0, undefined", "phase 1, undefined");
AXIS(limits, "limit", WS_AX_PATTERN, WS_LIMS, "0", "below a tick", "a tick", "some ticks", "256 ticks or more");
AXIS(ends, "outcome", WS_AX_OTHER, 4, "true at once", "true after waiting", "false at once", "false at its limit");
AXIS(flippers, "step that ends the phase", WS_AX_OTHER, WS_FLIPPERS, "expect_tx", "complete_tx", "arrive",
     "arrive.expect_tx", "arrive_drop", "arrive_drop.expect_tx", "bytes at the tx port", "arrive behind a copy",
     "expect_tx of another CTA", "complete_tx of another CTA", "arrive of another CTA",
     "arrive.expect_tx of another CTA", "arrive_drop of another CTA", "arrive_drop.expect_tx of another CTA");
AXIS(rels, "groups in try_wait", WS_AX_OTHER, WS_RELS, "none", "one is released", "several are released",
     "those of another object stay");
AXIS(lates, "source", WS_AX_OTHER, WS_LATS, "bytes at the tx port", "arrive behind a copy", "a copy's bytes",
     "expect_tx of another CTA", "complete_tx of another CTA", "arrive of another CTA",
     "arrive.expect_tx of another CTA", "arrive_drop of another CTA", "arrive_drop.expect_tx of another CTA");
AXIS(mems, "global memory", WS_AX_STALL, WS_MEMS, "asked at once", "asked after a stall", "answers",
     "written after a stall of the write", "asked with the table full behind it");
AXIS(ports, "tx port", WS_AX_STALL, WS_PRTS, "taken at once", "taken after a stall", "right behind others");
AXIS(behind, "copies of the lane", WS_AX_OTHER, WS_BHDS, "none under way", "one under way", "several under way",
     "an arrive waits for it already");

static const ws_cover_group groups[WS_MBG_GROUPS] = {
    {"operation and status", {&axis_op, &axis_status, NULL}, ws_mbar_never_status, ws_mbar_beyond_status, false},
    {"operation and lanes", {&axis_known, &axis_lanes, &axis_fares}, ws_mbar_never_lanes, NULL, false},
    {"operation, objects and lanes", {&axis_object, &axis_kinds, &axis_parts}, ws_mbar_never_objects, NULL, false},
    {"operation and count", {&axis_counted, &axis_counts, &axis_granted}, ws_mbar_never_count, NULL, false},
    {"operation and stalls", {&axis_known, &ws_axis_stall, NULL}, NULL, NULL, false},
    {"operation and place of the object", {&axis_object, &axis_spots, NULL}, NULL, NULL, false},
    {"state and pending count", {&axis_tokens, &axis_pendings, NULL}, NULL, NULL, false},
    {"copy, bytes taken and banks", {&axis_copies, &axis_takes, &axis_rows}, NULL, NULL, false},
    {"copy and source", {&axis_copies, &axis_sources, NULL}, ws_mbar_never_source, NULL, false},
    {"bytes at the tx port", {&axis_counts, &axis_ports, NULL}, NULL, NULL, false},
    {"step, pending count and effect",
     {&axis_changes, &axis_pendings, &axis_effects},
     ws_mbar_never_pending,
     ws_mbar_beyond_change,
     true},
    {"drop and expected count",
     {&axis_drops, &axis_expecteds, &axis_exps},
     ws_mbar_never_expected,
     ws_mbar_beyond_drop,
     true},
    {"step and tx-count", {&axis_txs, &axis_before, &axis_after}, ws_mbar_never_tx, ws_mbar_beyond_tx, true},
    {"wait and outcome", {&axis_waits, &axis_outs, &axis_flaws}, ws_mbar_never_wait, ws_mbar_beyond_wait, true},
    {"wait and limit", {&axis_hints, &axis_limits, &axis_ends}, ws_mbar_never_limit, NULL, true},
    {"end of a phase and who waits", {&axis_flippers, &axis_rels, NULL}, NULL, ws_mbar_beyond_flipper, true},
    {"status that no response tells",
     {&axis_lates, &axis_late_status, NULL},
     ws_mbar_never_late,
     ws_mbar_beyond_late,
     true},
    {"copy, global memory and banks", {&axis_copies, &axis_mems, &axis_rows}, NULL, NULL, true},
    {"arrive behind copies", {&axis_cp, &axis_behind, NULL}, NULL, NULL, true},
};

// ------------------------------------------------------------------------------------------------------------ classes

unsigned ws_mbar_count_class(uint32_t count) {
  if (count < 2)
    return count;
  if (count <= WS_MBAR_MAX)
    return count <= 32 ? WS_CNT_FEW : count < WS_MBAR_MAX ? WS_CNT_MANY : WS_CNT_MAX;
  return count == WS_MBAR_MAX + 1 ? WS_CNT_OVER : WS_CNT_FAR;
}

unsigned ws_mbar_pending_class(unsigned lanes, uint32_t count) {
  return count < 2 ? count : count <= lanes ? WS_PND_FEW : count < WS_MBAR_MAX ? WS_PND_MANY : WS_PND_MAX;
}

unsigned ws_mbar_tx_class(int32_t tx) {
  const int32_t max = WS_MBAR_MAX;
  if (tx <= -max)
    return tx < -max ? WS_TXC_BELOW : WS_TXC_MIN;
  return tx == 0 ? WS_TXC_0 : tx < 0 ? WS_TXC_MINUS : tx < max ? WS_TXC_PLUS : WS_TXC_MAX;
}

unsigned ws_mbar_copy_kind(bool cg, uint32_t size, uint32_t dst) {
  unsigned kind = cg          ? WS_CPY_CG
                  : size == 4 ? WS_CPY_4
                  : size == 8 ? WS_CPY_8
                              : WS_CPY_16,
           bank = dst / 4 % WS_BANKS_MAX;
  return WS_ROWS * kind + (!bank ? WS_ROW_FIRST : bank + size / 4 == WS_BANKS_MAX ? WS_ROW_LAST : WS_ROW_OTHER);
}

// ------------------------------------------------------------------------------------------------------------- answers

static void hit(ws_cover *c, unsigned group, unsigned i, unsigned j, unsigned k) {
  ws_cover_hit(c, WS_COVER_MBAR_OPS, group, i, j, k);
}

static unsigned first_of(uint32_t lanes) { return (unsigned)__builtin_ctz(lanes); }

// Whether what two lanes ask for differs in more than the object.
static bool differ(const ws_mbar_entry *e, unsigned i, unsigned j) {
  if (!ws_is_mbar_wait(e->op))
    return ws_cover_place(&axis_counted, e->op) < WS_MBO_COUNTED && e->b[i] != e->b[j];
  return e->a[i] != e->a[j] || (ws_is_mbar_limit(e->op) && e->c[i] != e->c[j]);
}

static void see_objects(ws_cover *c, const ws_lockstep *ls, const ws_mbar_entry *e, unsigned op) {
  uint32_t all = UINT32_MAX >> (32 - ls->cfg.core.lanes), lanes = e->part;
  unsigned n = (unsigned)__builtin_popcount(lanes), alike = 0, objects = 0;
  bool different = false;
  for (uint32_t left = lanes; left; left &= left - 1) {
    unsigned i = first_of(left), earlier = 0;
    for (uint32_t below = lanes & ((1u << i) - 1); below; below &= below - 1) {
      unsigned j = first_of(below);
      earlier += e->addr[j] == e->addr[i];
      different |= e->addr[j] == e->addr[i] && differ(e, i, j);
    }
    objects += !earlier;
    alike += earlier != 0;
  }
  if (n < 2)
    return;
  unsigned kind = objects == 1 ? different ? WS_OBJ_DIFFERENT : WS_OBJ_ALIKE : alike ? WS_OBJ_SHARED : WS_OBJ_EACH;
  hit(c, WS_MBG_OBJECTS, op, kind, n == 2 ? WS_PART_TWO : lanes == all ? WS_PART_ALL : WS_PART_SOME);
}

static bool of_address(uint32_t status) {
  return status == WS_ST_MB_MISALIGNED || status == WS_ST_MB_BAD_SPACE || status == WS_ST_MB_REMOTE_UNSUPPORTED ||
         status == WS_ST_MB_REMOTE_RESULT || status == WS_ST_MB_NOT_INIT;
}

static void see_place(ws_cover *c, const ws_lockstep *ls, unsigned op, uint64_t addr) {
  uint32_t offset = addr & 0xffffff, last = WS_SMEM_BYTES / ws_dut_slots(&ls->cfg.core) - 8;
  hit(c, WS_MBG_PLACE, op, !offset ? WS_SPOT_FIRST : offset == last ? WS_SPOT_LAST : WS_SPOT_ELSE, 0);
}

static void see_copy(ws_cover *c, const ws_mbar_entry *e, unsigned i) {
  uint32_t size = e->b[i], take = e->c[i], from = (uint32_t)e->a[i];
  unsigned which = ws_mbar_copy_kind(ws_is_mbar_cg(e->op), size, (uint32_t)e->addr[i]), kind = which / WS_ROWS;
  unsigned taken = take > size ? WS_TAKE_MORE : take == size ? WS_TAKE_ALL : take ? WS_TAKE_SOME : WS_TAKE_NONE;
  hit(c, WS_MBG_COPY, kind, taken, which % WS_ROWS);
  hit(c, WS_MBG_SOURCE, kind, from % 16 / 4, 0);
  if (!from)
    hit(c, WS_MBG_SOURCE, kind, WS_SRC_FIRST, 0);
  if (from + size == WS_GMEM_BYTES)
    hit(c, WS_MBG_SOURCE, kind, WS_SRC_LAST, 0);
}

static void see_token(ws_cover *c, const ws_lockstep *ls, uint64_t token) {
  unsigned kind = !(token & 1) ? WS_TOK_NONE : token & 2 ? WS_TOK_NC : WS_TOK_OTHER;
  hit(c, WS_MBG_TOKEN, kind, ws_mbar_pending_class(ls->cfg.core.lanes, ws_mbar_pending_of(token)), 0);
}

// A request whose lanes all have their answers, but those that the core refused.
static void see_lanes(ws_cover *c, const ws_lockstep *ls, ws_mbar_entry *e, unsigned op) {
  unsigned fare = e->granted ? e->refused ? WS_FARE_BOTH : WS_FARE_GRANTED : WS_FARE_REFUSED;
  ws_cover_cross(c, WS_COVER_MBAR_OPS, WS_MBG_LANES, op,
                 ws_shapes_of(ls->cfg.core.lanes, e->part) & ((1u << WS_MBO_SHAPES) - 1), 1u << fare);
  if (op < WS_MBO_OBJECT)
    see_objects(c, ls, e, op);
}

static void answer(ws_cover *c, const ws_lockstep *ls, unsigned cta, ws_mbar_entry *e, unsigned stalls) {
  const ws_rsp *rsp = &ls->out[cta].rsp;
  unsigned op = ws_cover_place(&axis_op, e->op), status = ws_cover_place(&axis_status, rsp->status);
  op = op < WS_MBO_KNOWN ? op : WS_MBO_KNOWN;
  if (status < WS_MBO_STATUSES)
    hit(c, WS_MBG_STATUS, op, status, 0);
  if (op == WS_MBO_KNOWN || ws_mbar_refused(rsp->status))
    return;
  ws_cover_cross(c, WS_COVER_MBAR_OPS, WS_MBG_STALL, op, stalls, 1);
  bool granted = rsp->status < 0x200;
  e->granted |= granted;
  e->refused |= !granted;
  if (!(e->open & e->part))
    see_lanes(c, ls, e, op);
  unsigned counted = ws_cover_place(&axis_counted, e->op);
  for (uint32_t left = rsp->lanes & e->part; left; left &= left - 1) {
    unsigned i = first_of(left);
    if (counted < WS_MBO_COUNTED && !of_address(rsp->status) && e->addr[i] >> 24 == 0)
      hit(c, WS_MBG_COUNT, counted, ws_mbar_count_class(e->b[i]), !granted);
    if (op < WS_MBO_OBJECT && granted)
      see_place(c, ls, op, e->addr[i]);
    else if (ws_is_mbar_pending_count(e->op))
      see_token(c, ls, e->a[i]);
    else if (ws_is_mbar_copy(e->op) && granted)
      see_copy(c, e, i);
  }
}

// Bytes that are taken at the tx port, and how they stood there.
static void see_port(ws_cover *c, ws_mbar_cta *s, const ws_lockstep *ls, unsigned cta) {
  const ws_tx *x = &ls->in[cta].tx;
  bool took = x->valid && ls->out[cta].tx_ready;
  if (took) {
    hit(c, WS_MBG_PORT, ws_mbar_count_class(x->bytes), s->tx_held ? WS_PRT_HELD : WS_PRT_ONCE, 0);
    if (s->tx_row)
      hit(c, WS_MBG_PORT, ws_mbar_count_class(x->bytes), WS_PRT_ROW, 0);
  }
  s->tx_held = x->valid && !took;
  s->tx_row = took;
}

static void before(ws_cover *c, void *state, const ws_lockstep *ls) {
  ws_mbar_ops_state *s = state;
  (void)c;
  for (unsigned cta = 0; ls->model && cta < ls->ctas; cta++)
    ws_mbar_steps_before(&s->cta[cta], ls, cta);
}

static void after(ws_cover *c, void *state, const ws_lockstep *ls) {
  ws_mbar_ops_state *s = state;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    unsigned stalls = 0;
    if (ls->model)
      ws_mbar_steps_after(c, &s->cta[cta], ls, cta);
    see_port(c, &s->cta[cta], ls, cta);
    ws_mbar_book_enter(c->mbar, ls, cta);
    ws_mbar_entry *e = ws_mbar_book_answer(c->mbar, ls, cta, &stalls);
    if (!e)
      continue;
    answer(c, ls, cta, e, stalls);
    if (ls->model)
      ws_mbar_steps_answer(c, &ls->out[cta].rsp, e);
  }
}

const ws_cover_family ws_cover_mbar_ops = {"mbarrier", groups, WS_MBG_GROUPS, sizeof(ws_mbar_ops_state),
                                           before,     after,  NULL};
