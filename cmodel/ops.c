// SPDX-License-Identifier: Apache-2.0
// Names of operations and statuses.
#include <stddef.h>
#include "ws_ops.h"
const char *ws_op_name(unsigned op) {
  switch (op) {
  case WS_OP_SHFL_UP: return "shfl.sync.up.b32";
  case WS_OP_SHFL_DOWN: return "shfl.sync.down.b32";
  case WS_OP_SHFL_BFLY: return "shfl.sync.bfly.b32";
  case WS_OP_SHFL_IDX: return "shfl.sync.idx.b32";
  case WS_OP_VOTE_ALL: return "vote.sync.all.pred";
  case WS_OP_VOTE_ANY: return "vote.sync.any.pred";
  case WS_OP_VOTE_UNI: return "vote.sync.uni.pred";
  case WS_OP_VOTE_BALLOT: return "vote.sync.ballot.b32";
  case WS_OP_VOTE_LEGACY_ALL: return "vote.all.pred";
  case WS_OP_VOTE_LEGACY_ANY: return "vote.any.pred";
  case WS_OP_VOTE_LEGACY_UNI: return "vote.uni.pred";
  case WS_OP_VOTE_LEGACY_BALLOT: return "vote.ballot.b32";
  case WS_OP_ACTIVEMASK: return "activemask.b32";
  case WS_OP_ELECT: return "elect.sync";
  case WS_OP_BAR_WARP: return "bar.warp.sync";
  case WS_OP_MATCH_ANY_B32: return "match.any.sync.b32";
  case WS_OP_MATCH_ALL_B32: return "match.all.sync.b32";
  case WS_OP_MATCH_ANY_B64: return "match.any.sync.b64";
  case WS_OP_MATCH_ALL_B64: return "match.all.sync.b64";
  case WS_OP_REDUX_ADD_U32: return "redux.sync.add.u32";
  case WS_OP_REDUX_MIN_U32: return "redux.sync.min.u32";
  case WS_OP_REDUX_MAX_U32: return "redux.sync.max.u32";
  case WS_OP_REDUX_ADD_S32: return "redux.sync.add.s32";
  case WS_OP_REDUX_MIN_S32: return "redux.sync.min.s32";
  case WS_OP_REDUX_MAX_S32: return "redux.sync.max.s32";
  case WS_OP_REDUX_AND_B32: return "redux.sync.and.b32";
  case WS_OP_REDUX_OR_B32: return "redux.sync.or.b32";
  case WS_OP_REDUX_XOR_B32: return "redux.sync.xor.b32";
  case WS_OP_REDUX_MIN_F32: return "redux.sync.min.f32";
  case WS_OP_REDUX_MAX_F32: return "redux.sync.max.f32";
  case WS_OP_REDUX_MIN_ABS_F32: return "redux.sync.min.abs.f32";
  case WS_OP_REDUX_MAX_ABS_F32: return "redux.sync.max.abs.f32";
  case WS_OP_REDUX_MIN_NAN_F32: return "redux.sync.min.NaN.f32";
  case WS_OP_REDUX_MAX_NAN_F32: return "redux.sync.max.NaN.f32";
  case WS_OP_REDUX_MIN_ABS_NAN_F32: return "redux.sync.min.abs.NaN.f32";
  case WS_OP_REDUX_MAX_ABS_NAN_F32: return "redux.sync.max.abs.NaN.f32";
  default: return NULL;
  }
}
const char *ws_status_name(unsigned st) {
  switch (st) {
  case WS_ST_OK: return "OK";
  case WS_ST_CV_NOT_MEMBER: return "CV_NOT_MEMBER";
  case WS_ST_CV_LEGACY_DIVERGED: return "CV_LEGACY_DIVERGED";
  case WS_ST_CV_MASK_MISMATCH: return "CV_MASK_MISMATCH";
  case WS_ST_CV_QUAL_MISMATCH: return "CV_QUAL_MISMATCH";
  case WS_ST_CV_MISSING: return "CV_MISSING";
  case WS_ST_CV_EXITED_MEMBER: return "CV_EXITED_MEMBER";
  case WS_ST_CV_LANE_EXITED: return "CV_LANE_EXITED";
  case WS_ST_CV_LANE_BUSY: return "CV_LANE_BUSY";
  case WS_ST_SH_SRC_INACTIVE: return "SH_SRC_INACTIVE";
  case WS_ST_DEC_ILLEGAL: return "DEC_ILLEGAL";
  default: return NULL;
  }
}
bool ws_op_built(unsigned op) { return ws_op_name(op) != NULL; }
