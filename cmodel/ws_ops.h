// SPDX-License-Identifier: Apache-2.0
// Operation codes and status codes.
#ifndef WS_OPS_H
#define WS_OPS_H
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif
enum {
  WS_UNIT_SHFL = 1,
  WS_UNIT_VOTE = 2,
  WS_UNIT_MATCH = 3,
  WS_UNIT_REDUX = 4,
};
enum {
  WS_OP_SHFL_UP = 0x100, // shfl.sync.up.b32
  WS_OP_SHFL_DOWN = 0x101, // shfl.sync.down.b32
  WS_OP_SHFL_BFLY = 0x102, // shfl.sync.bfly.b32
  WS_OP_SHFL_IDX = 0x103, // shfl.sync.idx.b32
  WS_OP_VOTE_ALL = 0x200, // vote.sync.all.pred
  WS_OP_VOTE_ANY = 0x201, // vote.sync.any.pred
  WS_OP_VOTE_UNI = 0x202, // vote.sync.uni.pred
  WS_OP_VOTE_BALLOT = 0x203, // vote.sync.ballot.b32
  WS_OP_VOTE_LEGACY_ALL = 0x204, // vote.all.pred
  WS_OP_VOTE_LEGACY_ANY = 0x205, // vote.any.pred
  WS_OP_VOTE_LEGACY_UNI = 0x206, // vote.uni.pred
  WS_OP_VOTE_LEGACY_BALLOT = 0x207, // vote.ballot.b32
  WS_OP_ACTIVEMASK = 0x208, // activemask.b32
  WS_OP_ELECT = 0x209, // elect.sync
  WS_OP_BAR_WARP = 0x20a, // bar.warp.sync
  WS_OP_MATCH_ANY_B32 = 0x300, // match.any.sync.b32
  WS_OP_MATCH_ALL_B32 = 0x301, // match.all.sync.b32
  WS_OP_MATCH_ANY_B64 = 0x302, // match.any.sync.b64
  WS_OP_MATCH_ALL_B64 = 0x303, // match.all.sync.b64
  WS_OP_REDUX_ADD_U32 = 0x400, // redux.sync.add.u32
  WS_OP_REDUX_MIN_U32 = 0x401, // redux.sync.min.u32
  WS_OP_REDUX_MAX_U32 = 0x402, // redux.sync.max.u32
  WS_OP_REDUX_ADD_S32 = 0x408, // redux.sync.add.s32
  WS_OP_REDUX_MIN_S32 = 0x409, // redux.sync.min.s32
  WS_OP_REDUX_MAX_S32 = 0x40a, // redux.sync.max.s32
  WS_OP_REDUX_AND_B32 = 0x403, // redux.sync.and.b32
  WS_OP_REDUX_OR_B32 = 0x404, // redux.sync.or.b32
  WS_OP_REDUX_XOR_B32 = 0x405, // redux.sync.xor.b32
  WS_OP_REDUX_MIN_F32 = 0x411, // redux.sync.min.f32
  WS_OP_REDUX_MAX_F32 = 0x412, // redux.sync.max.f32
  WS_OP_REDUX_MIN_ABS_F32 = 0x431, // redux.sync.min.abs.f32
  WS_OP_REDUX_MAX_ABS_F32 = 0x432, // redux.sync.max.abs.f32
  WS_OP_REDUX_MIN_NAN_F32 = 0x451, // redux.sync.min.NaN.f32
  WS_OP_REDUX_MAX_NAN_F32 = 0x452, // redux.sync.max.NaN.f32
  WS_OP_REDUX_MIN_ABS_NAN_F32 = 0x471, // redux.sync.min.abs.NaN.f32
  WS_OP_REDUX_MAX_ABS_NAN_F32 = 0x472, // redux.sync.max.abs.NaN.f32
};
enum {
  WS_ST_OK = 0x000,
  WS_ST_CV_NOT_MEMBER = 0x201,
  WS_ST_CV_LEGACY_DIVERGED = 0x202,
  WS_ST_CV_MASK_MISMATCH = 0x303,
  WS_ST_CV_QUAL_MISMATCH = 0x304,
  WS_ST_CV_MISSING = 0x305,
  WS_ST_CV_EXITED_MEMBER = 0x006,
  WS_ST_CV_LANE_EXITED = 0x207,
  WS_ST_CV_LANE_BUSY = 0x208,
  WS_ST_SH_SRC_INACTIVE = 0x110,
  WS_ST_DEC_ILLEGAL = 0x270,
};
const char *ws_op_name(unsigned op);
const char *ws_status_name(unsigned status);
bool ws_op_built(unsigned op);
#ifdef __cplusplus
}
#endif
#endif
