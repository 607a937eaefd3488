// SPDX-License-Identifier: Apache-2.0
// Directed tests of shfl.sync (PTX 9.7.9.6), with written-out answers or a second oracle that is the manual's formula.
#include "directed.h"
#include "random.h"

#include <stdio.h>

#define A(lane) (0xa0000000u + (lane)) // what lane holds in these scenes

static void own_a(ws_scene *t) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.a[i] = A(i);
}

static void scene_up_clamp(ws_scene *t) {
  unsigned n = t->lanes;
  own_a(t);
  // clamp 2: a source below lane 2 is out of range, so lanes 2 and 3 are the last to keep their own value for b = 2
  ws_all_bc(t, 2, 2);
  ws_do(t, WS_OP_SHFL_UP, t->all, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, i >= 4 ? A(i - 2) : A(i));
  ws_expect_p(t, t->all, t->all & ~0xfu);
  // clamp on the last lane: only that lane may read itself, and b = 0 is in range there
  ws_all_bc(t, 0, n - 1);
  ws_do(t, WS_OP_SHFL_UP, t->all, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, A(i));
  ws_expect_p(t, t->all, ws_bit(t, n - 1));
  // no clamp: lane 0 has nobody above it
  ws_all_bc(t, 1, 0);
  ws_do(t, WS_OP_SHFL_UP, t->all, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, i ? A(i - 1) : A(0));
  ws_expect_p(t, t->all, t->all & ~1u);
  ws_expect_status(t, t->all, WS_ST_OK);
}

static void scene_bfly_lower_segment(ws_scene *t) {
  unsigned n = t->lanes, half = n / 2;
  own_a(t);
  // two segments; b crosses between them: the upper one reads the lower, the lower one may not read the upper
  ws_all_bc(t, half, half << 8 | (n - 1));
  ws_do(t, WS_OP_SHFL_BFLY, t->all, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, i >= half ? A(i - half) : A(i));
  ws_expect_p(t, t->all, t->all & ~((1u << half) - 1));
}

static void scene_segment_holes(ws_scene *t) {
  unsigned n = t->lanes;
  own_a(t);
  // seg = 1: a segment is every second lane; the clamp bounds the other bits
  ws_all_bc(t, 2, 1u << 8 | 0x1f);
  ws_do(t, WS_OP_SHFL_IDX, t->all, t->all); // reads lane (lane & 1) | 2
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, A((i & 1) | 2));
  ws_expect_p(t, t->all, t->all);
  ws_all_bc(t, 1, 1u << 8 | 0x1f); // down by 1 leaves the segment and is still in range while lane+1 <= maxLane
  ws_do(t, WS_OP_SHFL_DOWN, t->all, t->all);
  for (unsigned i = 0; i < n; i++) {
    unsigned max = (i & 1) | ((n - 1) & ~1u);
    ws_expect_d(t, i, i + 1 <= max ? A(i + 1) : A(i));
  }
}

static void scene_b_over_31(ws_scene *t) {
  unsigned n = t->lanes;
  own_a(t);
  for (unsigned extra = 32; extra <= 64; extra += 32) { // only the low bits of b count
    ws_all_bc(t, extra + 1, 0x1f);
    ws_do(t, WS_OP_SHFL_DOWN, t->all, t->all);
    for (unsigned i = 0; i < n; i++)
      ws_expect_d(t, i, i + 1 < n ? A(i + 1) : A(i));
    ws_do(t, WS_OP_SHFL_IDX, t->all, t->all);
    ws_expect_d_lanes(t, t->all, A(1));
    ws_do(t, WS_OP_SHFL_BFLY, t->all, t->all);
    for (unsigned i = 0; i < n; i++)
      ws_expect_d(t, i, A(i ^ 1));
    ws_all_bc(t, extra + 1, 0);
    ws_do(t, WS_OP_SHFL_UP, t->all, t->all);
    for (unsigned i = 0; i < n; i++)
      ws_expect_d(t, i, i ? A(i - 1) : A(0));
  }
  ws_all_bc(t, 63, 0x1f); // as far as it goes: b = 31, or the last lane of a narrower warp
  ws_do(t, WS_OP_SHFL_DOWN, t->all, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, i ? A(i) : A(n - 1));
  ws_expect_p(t, t->all, 1);
}

static void scene_source_exited(ws_scene *t) {
  own_a(t);
  ws_exit(t, ws_bit(t, 1));
  ws_all_bc(t, 1, 0x1f);
  ws_do(t, WS_OP_SHFL_BFLY, t->all, t->all); // without a guard, the exited lane is refused and the others go on
  uint32_t rest = t->all & ~ws_bit(t, 1);
  ws_expect_status(t, ws_bit(t, 1), WS_ST_CV_LANE_EXITED);
  ws_expect_status(t, ws_bit(t, 0), WS_ST_SH_SRC_INACTIVE);
  ws_expect_status(t, rest & ~1u, WS_ST_OK);
  ws_expect_p(t, rest, t->all); // p is a matter of the index alone
  ws_expect_d(t, 0, 0);
  ws_expect_d(t, 2, A(3));
  // lanes outside the mask are no sources either
  uint32_t even = 0x55555555u & t->all;
  ws_do(t, WS_OP_SHFL_BFLY, even, even);
  ws_expect_status(t, even, WS_ST_SH_SRC_INACTIVE);
  ws_expect_d_lanes(t, even, 0);
  ws_expect_p(t, even, t->all);
}

static void scene_operands_per_lane(ws_scene *t) {
  unsigned n = t->lanes;
  own_a(t);
  for (unsigned i = 0; i < n; i++) { // every lane its own source, backwards; odd lanes with a clamp that forbids it
    t->q.b[i] = n - 1 - i;
    t->q.c[i] = i & 1 ? 0 : 0x1f;
  }
  ws_do(t, WS_OP_SHFL_IDX, t->all, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, i & 1 && i != n - 1 ? A(i) : A(n - 1 - i));
}

// ------------------------------------------------------------------------------------------------- exhaustive

typedef struct sweep { // requests in flight, by tag
  ws_run *run;
  uint32_t op[256], b[256], c[256], salt[256];
  uint64_t lanes_checked;
  bool bad;
} sweep;

static uint32_t value(uint32_t salt, unsigned lane) { return (salt + lane) * 0x9e3779b1u; }

// The manual's program for one lane, on signed integers.
static void oracle(unsigned n, uint32_t op, int lane, uint32_t b, uint32_t c, int *source, bool *p) {
  int bval = (int)(b & (n - 1)), cval = (int)(c & (n - 1)), mask = (int)(c >> 8 & (n - 1)), low = (int)n - 1;
  int max_lane = (lane & mask) | (cval & ~mask & low), min_lane = lane & mask, j;
  switch (op) {
  case WS_OP_SHFL_UP: j = lane - bval, *p = j >= max_lane; break;
  case WS_OP_SHFL_DOWN: j = lane + bval, *p = j <= max_lane; break;
  case WS_OP_SHFL_BFLY: j = lane ^ bval, *p = j <= max_lane; break;
  default: j = min_lane | (bval & ~mask & low), *p = j <= max_lane; break;
  }
  *source = *p ? j : lane;
}

static void check(void *user, const ws_rsp *rsp) {
  sweep *s = user;
  unsigned n = s->run->core.lanes, k = rsp->tag;
  for (unsigned i = 0; i < n && !s->bad; i++) {
    int source;
    bool p;
    oracle(n, s->op[k], (int)i, s->b[k], s->c[k], &source, &p);
    uint32_t d = value(s->salt[k], (unsigned)source);
    s->lanes_checked++;
    if (rsp->d[i] == d && (rsp->p >> i & 1u) == p && rsp->status == WS_ST_OK && rsp->op == s->op[k])
      continue;
    fprintf(stderr,
            "\n%s: %s with b = 0x%x, c = 0x%x: lane %u: d = 0x%08x p = %u status 0x%03x, expected d = 0x%08x p = %d\n",
            s->run->name, ws_op_name(s->op[k]), s->b[k], s->c[k], i, rsp->d[i], rsp->p >> i & 1u, rsp->status, d, p);
    s->bad = true;
  }
}

static bool run_exhaustive(ws_run *r) {
  unsigned n = r->core.lanes;
  sweep w = {.run = r};
  ws_session_cfg cfg = ws_run_session(r, 0);
  cfg.on_rsp = check;
  cfg.user = &w;
  ws_session *s = ws_session_open(&cfg);
  if (!s)
    return false;
  uint32_t all = n == 32 ? UINT32_MAX : (1u << n) - 1;
  bool good = ws_session_launch(s, 0, all);
  ws_rng rng = ws_rng_make(r->seed, r->name);
  ws_req q = {.lanes = all};
  uint64_t cases = 0;
  for (unsigned i = 0; i < n; i++)
    q.mask[i] = all;
  const uint32_t bs = 2 * n; // one bit more than counts
  for (uint32_t x = 0; x < 4 * bs * n * n && good && !w.bad; x++) {
    uint32_t bval = x % bs, cval = x / bs % n, seg = x / bs / n % n, junk = ws_rng_u32(&rng);
    q.op = WS_OP_SHFL_UP + x / bs / n / n;
    q.tag = x & 0xff;
    uint32_t b = bval | (junk & ~(bs - 1)), c = cval | seg << 8 | (junk & ~((n - 1) << 8 | (n - 1)));
    w.op[q.tag] = q.op, w.b[q.tag] = b, w.c[q.tag] = c, w.salt[q.tag] = junk;
    for (unsigned i = 0; i < n; i++)
      q.a[i] = value(junk, i), q.b[i] = b, q.c[i] = c;
    good = ws_session_issue(s, &q);
    cases++;
  }
  good = good && ws_session_settle(s);
  r->ops = ws_session_issued(s);
  r->cycles = ws_session_cycles(s);
  snprintf(r->note, sizeof r->note, "%llu cases: modes x b 0..%u x clamps x segment masks x own lane",
           (unsigned long long)w.lanes_checked, bs - 1);
  return ws_session_close(s) && good && !w.bad && w.lanes_checked == cases * n;
}

static const ws_test tests[] = {
    {"shfl_up", "shfl.sync.up, random operands, masks, exits and stalls", WS_STREAM(WS_OP_SHFL_UP)},
    {"shfl_down", "shfl.sync.down, random operands, masks, exits and stalls", WS_STREAM(WS_OP_SHFL_DOWN)},
    {"shfl_bfly", "shfl.sync.bfly, random operands, masks, exits and stalls", WS_STREAM(WS_OP_SHFL_BFLY)},
    {"shfl_idx", "shfl.sync.idx, random operands, masks, exits and stalls", WS_STREAM(WS_OP_SHFL_IDX)},
    {"shfl_exhaustive", "every mode, b below 2 x lanes, clamp, segment mask and own lane, against the manual's formula",
     .run = run_exhaustive},
    {"shfl_up_clamp", "shfl.up with c != 0: a source below the clamp is out of range", .scene = scene_up_clamp},
    {"shfl_bfly_lower_segment", "shfl.bfly may read a lower segment (p true), never a higher one",
     .scene = scene_bfly_lower_segment},
    {"shfl_segment_holes", "segment masks that are not contiguous", .scene = scene_segment_holes},
    {"shfl_b_over_31", "b from 32 up: only its low bits count", .scene = scene_b_over_31},
    {"shfl_source_exited", "p is true and d = 0 while the source lane has exited or is outside the mask",
     .scene = scene_source_exited},
    {"shfl_segments", "b and c of each lane its own", .scene = scene_operands_per_lane},
    {"shfl_cover", "shfl.sync until every mask, segment, clamp, b, source and stall was met",
     WS_COVERS(SHFL, WS_OPS_SHFL)},
};
WS_TESTS(shfl, WS_FAMILY_SHFL)
