// SPDX-License-Identifier: Apache-2.0
// Coverage of shfl.sync (cover.h): operation against mask, segment and clamp of c, b, source and stalls, as answered.
#include "lane_book.h"
#include "cover_shfl.h"
#include "what/op_lists.h"

enum { OPS = WS_OPS_COUNT(WS_OPS_SHFL), WIDTHS = 6 };
static const uint16_t op_codes[OPS] = {WS_OPS_SHFL};
static const ws_cover_axis axis_op = {"operation", WS_AX_OP, OPS, NULL, op_codes};

static const char *const segments[WS_SEGMENTS] = {"segments of 32",           "of 16", "of 8", "of 4", "of 2", "of 1",
                                                  "holes in the segment mask"};
static const ws_cover_axis axis_segment = {"segment", WS_AX_SEGMENT, WS_SEGMENTS, segments, NULL};

static const char *const clamps[WS_CLAMPS] = {"clamp 0", "clamp of all ones", "clamp between", "other bits of c set"};
static const ws_cover_axis axis_clamp = {"clamp", WS_AX_CLAMP, WS_CLAMPS, clamps, NULL};

static const char *const bs[WS_BS] = {
    "b = 0", "b = 1", "b between", "b = lanes - 1", "b beyond the lanes", "b differs by lane", "c differs by lane"};
static const ws_cover_axis axis_b = {"b", WS_AX_B, WS_BS, bs, NULL};

static const char *const sources[WS_SOURCES] = {"the own lane, in range", "a lower lane",
                                                "a higher lane",          "out of range",
                                                "an inactive lane",       "a lane of another segment"};
static const ws_cover_axis axis_source = {"source", WS_AX_SOURCE, WS_SOURCES, sources, NULL};

static const char *narrow(const ws_config *core, unsigned segment) {
  return segment < WIDTHS && 32u >> segment > core->lanes ? "the warp has fewer lanes than that segment" : NULL;
}

static const char *beyond_segment(const ws_config *core, const unsigned at[]) { return narrow(core, at[1]); }
static const char *beyond_last(const ws_config *core, const unsigned at[]) { return narrow(core, at[2]); }

static const char *never_source(const ws_config *core, const unsigned at[]) {
  unsigned op = at[0], seg = at[1], source = at[2];
  bool one = seg == WIDTHS - 1, holes = seg == WIDTHS;
  if (op == 0 && source == WS_SOURCE_ABOVE)
    return "up reads no higher lane";
  if (op == 1 && source == WS_SOURCE_BELOW)
    return "down reads no lower lane";
  if (source == WS_SOURCE_ABROAD && op == 3)
    return "idx stays in its segment";
  if (source == WS_SOURCE_ABROAD && op < 2 && !holes)
    return "up and down leave no segment without holes";
  if (source == WS_SOURCE_ABROAD && !holes && 32u >> seg >= core->lanes)
    return "there is one segment";
  if (op == 3 && source == WS_SOURCE_OUT && one)
    return "in a segment of one lane the index is the own lane";
  if (one && op != 2 && (source == WS_SOURCE_BELOW || source == WS_SOURCE_ABOVE || source == WS_SOURCE_INACTIVE))
    return "a segment of one lane has no other";
  if (one && op == 2 && source == WS_SOURCE_ABOVE)
    return "a segment of one lane has no other above";
  return NULL;
}

static const char *beyond_source(const ws_config *core, const unsigned at[]) { return narrow(core, at[1]); }

enum { G_MASK, G_SEGMENT, G_SEGMENT_MASK, G_B, G_SOURCE, G_STALL };
static const ws_cover_group groups[] = {
    {"mask", {&axis_op, &ws_axis_shape, NULL}, NULL, NULL, false},
    {"segment and clamp", {&axis_op, &axis_segment, &axis_clamp}, NULL, beyond_segment, false},
    {"segment and mask", {&axis_op, &axis_segment, &ws_axis_set}, NULL, beyond_segment, false},
    {"b and c", {&axis_op, &axis_b, NULL}, NULL, NULL, false},
    {"source", {&axis_op, &axis_segment, &axis_source}, never_source, beyond_source, false},
    {"stalls", {&axis_op, &ws_axis_stall, &axis_segment}, NULL, beyond_last, false},
};

unsigned ws_shfl_segment(unsigned lanes, uint32_t c) {
  uint32_t seg = c >> 8 & (lanes - 1);
  for (unsigned k = 0; k < WIDTHS; k++)
    if (32u >> k <= lanes && seg == lanes - (32u >> k))
      return k;
  return WIDTHS;
}

#define HIT(group, j, k) ws_cover_hit(c, WS_COVER_SHFL, group, op, j, k)

static void see_source(ws_cover *c, unsigned lanes, const ws_answer *a, unsigned i, unsigned op) {
  const ws_entry *e = a->of[i];
  unsigned route = ws_shfl_route(lanes, a->rsp->op & 0xff, i, e->b[i], e->c[i]), from = route & 31;
  uint32_t seg = e->c[i] >> 8 & (lanes - 1);
  unsigned segment = ws_shfl_segment(lanes, e->c[i]);
  if (!(a->rsp->p >> i & 1)) {
    HIT(G_SOURCE, segment, WS_SOURCE_OUT);
    return;
  }
  HIT(G_SOURCE, segment, from == i ? WS_SOURCE_OWN : from < i ? WS_SOURCE_BELOW : WS_SOURCE_ABOVE);
  if (a->rsp->status == WS_ST_SH_SRC_INACTIVE)
    HIT(G_SOURCE, segment, WS_SOURCE_INACTIVE);
  if ((from & seg) != (i & seg))
    HIT(G_SOURCE, segment, WS_SOURCE_ABROAD);
}

static void see_bc(ws_cover *c, unsigned lanes, const ws_answer *a, unsigned op) {
  const ws_entry *e = a->first;
  unsigned i = (unsigned)__builtin_ctz(a->rsp->lanes), low = lanes - 1;
  uint32_t b = e->b[i] & low, clamp = e->c[i] & low, used = low << 8 | low;
  unsigned segment = ws_shfl_segment(lanes, e->c[i]);
  HIT(G_SEGMENT, segment, clamp == 0 ? 0 : clamp == low ? 1 : 2);
  if (e->c[i] & ~used)
    HIT(G_SEGMENT, segment, WS_CLAMP_OTHER);
  HIT(G_B, b == 0 ? 0 : b == 1 ? 1 : b == low ? 3 : 2, 0);
  if (e->b[i] & ~low)
    HIT(G_B, WS_B_BEYOND, 0);
  bool b_differs = false, c_differs = false;
  for (uint32_t left = a->rsp->lanes; left; left &= left - 1) {
    unsigned k = (unsigned)__builtin_ctz(left);
    b_differs |= ((a->of[k]->b[k] ^ e->b[i]) & low) != 0;
    c_differs |= ((a->of[k]->c[k] ^ e->c[i]) & used) != 0;
  }
  if (b_differs)
    HIT(G_B, WS_B_DIFFERS, 0);
  if (c_differs)
    HIT(G_B, WS_C_DIFFERS, 0);
  ws_cover_cross(c, WS_COVER_SHFL, G_SEGMENT_MASK, op, 1u << segment, a->shapes & WS_SET_BITS);
  ws_cover_cross(c, WS_COVER_SHFL, G_STALL, op, a->stalls, 1u << segment);
}

static void answer(ws_cover *c, const ws_lockstep *ls, const ws_answer *a) {
  unsigned op = a->rsp->op & 0xff, lanes = ls->cfg.core.lanes;
  if (a->rsp->op >> 8 != WS_UNIT_SHFL || op >= OPS)
    return;
  ws_cover_cross(c, WS_COVER_SHFL, G_MASK, op, a->shapes, 1);
  if (!a->granted)
    return;
  see_bc(c, lanes, a, op);
  for (uint32_t left = a->rsp->lanes; left; left &= left - 1)
    see_source(c, lanes, a, (unsigned)__builtin_ctz(left), op);
}

const ws_cover_family ws_cover_shfl = {"shfl", groups, sizeof groups / sizeof groups[0], 0, NULL, NULL, answer};
