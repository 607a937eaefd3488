// SPDX-License-Identifier: Apache-2.0
// Directed tests of redux.sync (PTX 9.7.13.12).
#include "directed.h"
#include "random.h"

static void one(ws_scene *t, uint32_t op, uint32_t lanes, uint32_t mask, uint32_t d) {
  ws_do(t, op, lanes, mask);
  ws_expect_d_lanes(t, lanes, d);
  ws_expect_status(t, lanes, WS_ST_OK);
}

static void scene_exited(ws_scene *t) {
  unsigned n = t->lanes;
  uint32_t gone = 0x33333333u & t->all, here = t->all & ~gone;
  for (unsigned i = 0; i < n; i++)
    t->q.a[i] = gone >> i & 1u ? (i & 1 ? 0 : 0xffffffffu) : 5; // would decide every one
  ws_exit(t, gone);
  one(t, WS_OP_REDUX_ADD_U32, here, t->all, 5 * n / 2);
  one(t, WS_OP_REDUX_MIN_U32, here, t->all, 5);
  one(t, WS_OP_REDUX_MAX_U32, here, t->all, 5);
  one(t, WS_OP_REDUX_MIN_S32, here, t->all, 5);
  one(t, WS_OP_REDUX_MAX_S32, here, t->all, 5);
  one(t, WS_OP_REDUX_AND_B32, here, t->all, 5);
  one(t, WS_OP_REDUX_OR_B32, here, t->all, 5);
  one(t, WS_OP_REDUX_XOR_B32, here, t->all, n / 2 & 1 ? 5 : 0);
  one(t, WS_OP_REDUX_MIN_F32, here, t->all, 5);
  one(t, WS_OP_REDUX_MAX_NAN_F32, here, t->all, 5); // 0xffffffff is a NaN; it has exited
}

// One and two lanes far apart, operands that are each operation's weak point; all other lanes hold the opposite.
static void scene_sparse(ws_scene *t) {
  unsigned n = t->lanes;
  static const uint32_t values[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
  static const uint16_t same[] = {WS_OPS_REDUX_INT};
  for (unsigned v = 0; v < 5; v++) {
    for (unsigned k = 0; k < WS_OPS_COUNT(WS_OPS_REDUX_INT);
         k++) { // of one lane, every operation gives that lane's value
      uint32_t me = ws_bit(t, v * 7 + k);
      ws_all_a(t, ~values[v]);
      t->q.a[__builtin_ctz(me)] = values[v];
      one(t, same[k], me, me, values[v]);
    }
  }
  uint32_t two = ws_bit(t, 1) | ws_bit(t, n - 2);
  ws_all_a(t, 0xffffffff);
  t->q.a[1] = 0x80000001;
  t->q.a[n - 2] = 0x00000003;
  one(t, WS_OP_REDUX_ADD_S32, two, two, 0x80000004);
  one(t, WS_OP_REDUX_MIN_U32, two, two, 0x00000003);
  one(t, WS_OP_REDUX_MAX_U32, two, two, 0x80000001);
  one(t, WS_OP_REDUX_MIN_S32, two, two, 0x80000001);
  one(t, WS_OP_REDUX_MAX_S32, two, two, 0x00000003);
  one(t, WS_OP_REDUX_AND_B32, two, two, 0x00000001);
  one(t, WS_OP_REDUX_OR_B32, two, two, 0x80000003);
  one(t, WS_OP_REDUX_XOR_B32, two, two, 0x80000002);
}

static void scene_zeros_nan(ws_scene *t) {
  // Two lanes with x and y, the rest with y; what each of the eight operations must give.
  static const struct {
    uint32_t x, y, min, max, min_abs, max_abs, min_nan, max_nan, min_abs_nan, max_abs_nan;
  } rows[] = {
      {0x80000000, 0x00000000, 0x80000000, 0, 0, 0, 0x80000000, 0, 0, 0},
      {0x3f800000, 0xbf800000, 0xbf800000, 0x3f800000, 0x3f800000, 0x3f800000, 0xbf800000, 0x3f800000, 0x3f800000,
       0x3f800000},
      {0x7fc00000, 0x40000000, 0x40000000, 0x40000000, 0x40000000, 0x40000000, 0x7fffffff, 0x7fffffff, 0x7fffffff,
       0x7fffffff},
      {0xffc00001, 0xffc00001, 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff,
       0x7fffffff},
      {0x7f800001, 0xff800000, 0xff800000, 0xff800000, 0x7f800000, 0x7f800000, 0x7fffffff, 0x7fffffff, 0x7fffffff,
       0x7fffffff},
      {0x00000001, 0x80000001, 0x80000001, 0x00000001, 0x00000001, 0x00000001, 0x80000001, 0x00000001, 0x00000001,
       0x00000001},
      {0xff800000, 0x7f800000, 0xff800000, 0x7f800000, 0x7f800000, 0x7f800000, 0xff800000, 0x7f800000, 0x7f800000,
       0x7f800000},
      {0x80000000, 0x80000000, 0x80000000, 0x80000000, 0, 0, 0x80000000, 0x80000000, 0, 0},
  };
  for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
    ws_all_a(t, rows[k].y);
    t->q.a[(k * 5 + 1) % t->lanes] = rows[k].x;
    one(t, WS_OP_REDUX_MIN_F32, t->all, t->all, rows[k].min);
    one(t, WS_OP_REDUX_MAX_F32, t->all, t->all, rows[k].max);
    one(t, WS_OP_REDUX_MIN_ABS_F32, t->all, t->all, rows[k].min_abs);
    one(t, WS_OP_REDUX_MAX_ABS_F32, t->all, t->all, rows[k].max_abs);
    one(t, WS_OP_REDUX_MIN_NAN_F32, t->all, t->all, rows[k].min_nan);
    one(t, WS_OP_REDUX_MAX_NAN_F32, t->all, t->all, rows[k].max_nan);
    one(t, WS_OP_REDUX_MIN_ABS_NAN_F32, t->all, t->all, rows[k].min_abs_nan);
    one(t, WS_OP_REDUX_MAX_ABS_NAN_F32, t->all, t->all, rows[k].max_abs_nan);
  }
}

// Each bit of the fraction makes a NaN of an infinity, in each lane, or in eight of them.
static void scene_nan_bits(ws_scene *t) {
  unsigned n = t->lanes, step = n < 8 ? 1 : n / 8;
  for (unsigned bit = 0; bit < 23; bit++)
    for (unsigned odd = bit % step; odd < n; odd += step) {
      ws_all_a(t, 0x3f800000);
      t->q.a[odd] = 0x7f800000u | 1u << bit;
      one(t, WS_OP_REDUX_MIN_NAN_F32, t->all, t->all, 0x7fffffff);
      one(t, WS_OP_REDUX_MAX_F32, t->all, t->all, 0x3f800000);
    }
}

static const ws_test tests[] = {
    {"redux_add", "redux.sync.add.u32 and .s32", WS_STREAM(WS_OP_REDUX_ADD_U32, WS_OP_REDUX_ADD_S32)},
    {"redux_min", "redux.sync.min.u32 and .s32", WS_STREAM(WS_OP_REDUX_MIN_U32, WS_OP_REDUX_MIN_S32)},
    {"redux_max", "redux.sync.max.u32 and .s32", WS_STREAM(WS_OP_REDUX_MAX_U32, WS_OP_REDUX_MAX_S32)},
    {"redux_and", "redux.sync.and.b32", WS_STREAM(WS_OP_REDUX_AND_B32)},
    {"redux_or", "redux.sync.or.b32", WS_STREAM(WS_OP_REDUX_OR_B32)},
    {"redux_xor", "redux.sync.xor.b32", WS_STREAM(WS_OP_REDUX_XOR_B32)},
    {"redux_f32", "redux.sync.min and .max.f32 with .abs and .NaN: zeros, subnormals, infinities, NaN",
     WS_STREAM(WS_OPS_REDUX_FLOAT)},
    {"redux_exited_lanes", "operands of exited lanes, which would decide each operation, do not count",
     .scene = scene_exited},
    {"redux_sparse", "one and two participants: no identity value leaks in", .scene = scene_sparse},
    {"redux_f32_zeros_nan", "f32 zeros of both signs, subnormals, infinities, all NaN, .abs and .NaN",
     .scene = scene_zeros_nan},
    {"redux_f32_nan_bits", "each bit of the fraction makes a NaN, in each lane", .scene = scene_nan_bits},
    {"redux_cover", "redux.sync until every mask, pattern of operands and stall was met",
     WS_COVERS(REDUX, WS_OPS_REDUX)},
};
WS_TESTS(redux, WS_FAMILY_REDUX)
