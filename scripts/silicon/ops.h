// SPDX-License-Identifier: Apache-2.0
// Every statement that is captured, once: the code of the model and the text that both the GPU and the script get.
#ifndef SILICON_OPS_H
#define SILICON_OPS_H

#include "../../cmodel/ws.h"

#define SILICON_SHFL(X)                                                                                                \
  X(WS_OP_SHFL_UP, "shfl.sync.up.b32")                                                                                 \
  X(WS_OP_SHFL_DOWN, "shfl.sync.down.b32")                                                                             \
  X(WS_OP_SHFL_BFLY, "shfl.sync.bfly.b32")                                                                             \
  X(WS_OP_SHFL_IDX, "shfl.sync.idx.b32")

#define SILICON_VOTE_PRED(X)                                                                                           \
  X(WS_OP_VOTE_ALL, "vote.sync.all.pred")                                                                              \
  X(WS_OP_VOTE_ANY, "vote.sync.any.pred")                                                                              \
  X(WS_OP_VOTE_UNI, "vote.sync.uni.pred")
#define SILICON_VOTE_BALLOT(X) X(WS_OP_VOTE_BALLOT, "vote.sync.ballot.b32")

#define SILICON_MATCH_ANY_B32(X) X(WS_OP_MATCH_ANY_B32, "match.any.sync.b32")
#define SILICON_MATCH_ANY_B64(X) X(WS_OP_MATCH_ANY_B64, "match.any.sync.b64")
#define SILICON_MATCH_ALL_B32(X) X(WS_OP_MATCH_ALL_B32, "match.all.sync.b32")
#define SILICON_MATCH_ALL_B64(X) X(WS_OP_MATCH_ALL_B64, "match.all.sync.b64")

#define SILICON_REDUX_INT(X)                                                                                           \
  X(WS_OP_REDUX_ADD_U32, "redux.sync.add.u32")                                                                         \
  X(WS_OP_REDUX_ADD_S32, "redux.sync.add.s32")                                                                         \
  X(WS_OP_REDUX_MIN_U32, "redux.sync.min.u32")                                                                         \
  X(WS_OP_REDUX_MIN_S32, "redux.sync.min.s32")                                                                         \
  X(WS_OP_REDUX_MAX_U32, "redux.sync.max.u32")                                                                         \
  X(WS_OP_REDUX_MAX_S32, "redux.sync.max.s32")                                                                         \
  X(WS_OP_REDUX_AND_B32, "redux.sync.and.b32")                                                                         \
  X(WS_OP_REDUX_OR_B32, "redux.sync.or.b32")                                                                           \
  X(WS_OP_REDUX_XOR_B32, "redux.sync.xor.b32")

#define SILICON_REDUX_F32(X) /* sm_100a and up */                                                                      \
  X(WS_OP_REDUX_MIN_F32, "redux.sync.min.f32")                                                                         \
  X(WS_OP_REDUX_MIN_NAN_F32, "redux.sync.min.NaN.f32")                                                                 \
  X(WS_OP_REDUX_MIN_ABS_F32, "redux.sync.min.abs.f32")                                                                 \
  X(WS_OP_REDUX_MIN_ABS_NAN_F32, "redux.sync.min.abs.NaN.f32")                                                         \
  X(WS_OP_REDUX_MAX_F32, "redux.sync.max.f32")                                                                         \
  X(WS_OP_REDUX_MAX_NAN_F32, "redux.sync.max.NaN.f32")                                                                 \
  X(WS_OP_REDUX_MAX_ABS_F32, "redux.sync.max.abs.f32")                                                                 \
  X(WS_OP_REDUX_MAX_ABS_NAN_F32, "redux.sync.max.abs.NaN.f32")

#define SILICON_ELECT(X) X(WS_OP_ELECT, "elect.sync")
#define SILICON_ACTIVEMASK(X) X(WS_OP_ACTIVEMASK, "activemask.b32")
#define SILICON_BAR_WARP(X) X(WS_OP_BAR_WARP, "bar.warp.sync")

// Named barriers. Plain: number; count: number and threads; each with bar or barrier, which are the same in the aligned forms.
#define SILICON_BAR_SYNC(X)                                                                                            \
  X(WS_OP_BAR_SYNC, "barrier.sync")                                                                                    \
  X(WS_OP_BAR_SYNC_ALIGNED, "bar.sync")
#define SILICON_BAR_SYNC_COUNT(X)                                                                                      \
  X(WS_OP_BAR_SYNC_COUNT, "barrier.cta.sync")                                                                          \
  X(WS_OP_BAR_SYNC_ALIGNED_COUNT, "barrier.sync.aligned")                                                              \
  X(WS_OP_BAR_ARRIVE, "barrier.arrive")                                                                                \
  X(WS_OP_BAR_ARRIVE_ALIGNED, "bar.arrive")
#define SILICON_BAR_POPC(X)                                                                                            \
  X(WS_OP_BAR_RED_POPC, "barrier.red.popc.u32")                                                                        \
  X(WS_OP_BAR_RED_POPC_ALIGNED, "bar.red.popc.u32")
#define SILICON_BAR_POPC_COUNT(X)                                                                                      \
  X(WS_OP_BAR_RED_POPC_COUNT, "barrier.cta.red.popc.u32")                                                              \
  X(WS_OP_BAR_RED_POPC_ALIGNED_COUNT, "barrier.red.popc.aligned.u32")
#define SILICON_BAR_PRED(X)                                                                                            \
  X(WS_OP_BAR_RED_AND, "barrier.red.and.pred")                                                                         \
  X(WS_OP_BAR_RED_AND_ALIGNED, "bar.red.and.pred")                                                                     \
  X(WS_OP_BAR_RED_OR, "barrier.red.or.pred")                                                                           \
  X(WS_OP_BAR_RED_OR_ALIGNED, "bar.red.or.pred")
#define SILICON_BAR_PRED_COUNT(X)                                                                                      \
  X(WS_OP_BAR_RED_AND_COUNT, "barrier.cta.red.and.pred")                                                               \
  X(WS_OP_BAR_RED_AND_ALIGNED_COUNT, "barrier.red.and.aligned.pred")                                                   \
  X(WS_OP_BAR_RED_OR_COUNT, "barrier.cta.red.or.pred")                                                                 \
  X(WS_OP_BAR_RED_OR_ALIGNED_COUNT, "barrier.red.or.aligned.pred")

// The barrier of a cluster. Without a word .release and .acquire are meant.
#define SILICON_CLUSTER(X)                                                                                             \
  X(WS_OP_CLUSTER_ARRIVE_RELEASE, "barrier.cluster.arrive")                                                            \
  X(WS_OP_CLUSTER_ARRIVE_RELEASE_ALIGNED, "barrier.cluster.arrive.release.aligned")                                    \
  X(WS_OP_CLUSTER_ARRIVE_RELAXED, "barrier.cluster.arrive.relaxed")                                                    \
  X(WS_OP_CLUSTER_ARRIVE_RELAXED_ALIGNED, "barrier.cluster.arrive.relaxed.aligned")                                    \
  X(WS_OP_CLUSTER_WAIT, "barrier.cluster.wait.acquire")                                                                \
  X(WS_OP_CLUSTER_WAIT_ALIGNED, "barrier.cluster.wait.aligned")

// mbarrier. t: state token, n: count or tx-count of the lane. The remote ones are at an object of the other CTA.
#define SILICON_MBAR_INIT(X) X(WS_OP_MBAR_INIT, "mbarrier.init.shared::cta.b64")
#define SILICON_MBAR_INVAL(X) X(WS_OP_MBAR_INVAL, "mbarrier.inval.shared::cta.b64")
#define SILICON_MBAR_TOKEN(X)                                                                                          \
  X(WS_OP_MBAR_ARRIVE, "mbarrier.arrive.release.cluster.shared::cta.b64")                                              \
  X(WS_OP_MBAR_ARRIVE_DROP, "mbarrier.arrive_drop.release.cluster.shared::cta.b64")                                    \
  X(WS_OP_MBAR_ARRIVE_EXPECT_TX, "mbarrier.arrive.expect_tx.release.cluster.shared::cta.b64")                          \
  X(WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX, "mbarrier.arrive_drop.expect_tx.release.cluster.shared::cta.b64")                \
  X(WS_OP_MBAR_ARRIVE_NOCOMPLETE, "mbarrier.arrive.noComplete.release.cta.shared::cta.b64")                            \
  X(WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE, "mbarrier.arrive_drop.noComplete.release.cta.shared::cta.b64")
#define SILICON_MBAR_SINK(X)                                                                                           \
  X(WS_OP_MBAR_ARRIVE_SINK, "mbarrier.arrive.release.cluster.shared::cta.b64")                                         \
  X(WS_OP_MBAR_ARRIVE_DROP_SINK, "mbarrier.arrive_drop.release.cluster.shared::cta.b64")                               \
  X(WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, "mbarrier.arrive.expect_tx.release.cluster.shared::cta.b64")                     \
  X(WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK, "mbarrier.arrive_drop.expect_tx.release.cluster.shared::cta.b64")           \
  X(WS_OP_MBAR_ARRIVE_NOCOMPLETE_SINK, "mbarrier.arrive.noComplete.release.cta.shared::cta.b64")                       \
  X(WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE_SINK, "mbarrier.arrive_drop.noComplete.release.cta.shared::cta.b64")
#define SILICON_MBAR_SINK_REMOTE(X)                                                                                    \
  X(WS_OP_MBAR_ARRIVE_SINK, "mbarrier.arrive.release.cluster.shared::cluster.b64")                                     \
  X(WS_OP_MBAR_ARRIVE_DROP_SINK, "mbarrier.arrive_drop.release.cluster.shared::cluster.b64")                           \
  X(WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64")                 \
  X(WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK, "mbarrier.arrive_drop.expect_tx.release.cluster.shared::cluster.b64")
#define SILICON_MBAR_TX(X)                                                                                             \
  X(WS_OP_MBAR_EXPECT_TX, "mbarrier.expect_tx.relaxed.cluster.shared::cta.b64")                                        \
  X(WS_OP_MBAR_COMPLETE_TX, "mbarrier.complete_tx.relaxed.cluster.shared::cta.b64")
#define SILICON_MBAR_TX_REMOTE(X)                                                                                      \
  X(WS_OP_MBAR_EXPECT_TX, "mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64")                                    \
  X(WS_OP_MBAR_COMPLETE_TX, "mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64")
#define SILICON_MBAR_WAIT(X)                                                                                           \
  X(WS_OP_MBAR_TEST_WAIT, "mbarrier.test_wait.acquire.cluster.shared::cta.b64")                                        \
  X(WS_OP_MBAR_TRY_WAIT, "mbarrier.try_wait.acquire.cluster.shared::cta.b64")
#define SILICON_MBAR_WAIT_HINT(X) X(WS_OP_MBAR_TRY_WAIT_HINT, "mbarrier.try_wait.acquire.cluster.shared::cta.b64")
#define SILICON_MBAR_PARITY(X)                                                                                         \
  X(WS_OP_MBAR_TEST_WAIT_PARITY, "mbarrier.test_wait.parity.acquire.cluster.shared::cta.b64")                          \
  X(WS_OP_MBAR_TRY_WAIT_PARITY, "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64")
#define SILICON_MBAR_PARITY_HINT(X)                                                                                    \
  X(WS_OP_MBAR_TRY_WAIT_PARITY_HINT, "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64")
#define SILICON_MBAR_PENDING_COUNT(X) X(WS_OP_MBAR_PENDING_COUNT, "mbarrier.pending_count.b64")

// atom and red. ATOM: with a result; SINK: atom that names the sink in its place; RED. A row: operation, elements of an
// access, bits of each, semantics and scope, which are spelled differently only for the sake of the text, and what follows
// the state space. Those of SCALAR and VECTOR both have.
#define SILICON_CODE_ATOM(op) WS_OP_ATOM_##op
#define SILICON_CODE_SINK(op) WS_OP_ATOM_##op
#define SILICON_CODE_RED(op) WS_OP_RED_##op

#define SILICON_ATOM_SCALAR(X, WHICH)                                                                                  \
  X(WHICH, AND_B32, 1, 32, "", ".and.b32")                                                                             \
  X(WHICH, AND_B64, 1, 64, ".relaxed.gpu", ".and.b64")                                                                 \
  X(WHICH, OR_B32, 1, 32, ".release.cta", ".or.b32")                                                                   \
  X(WHICH, OR_B64, 1, 64, ".relaxed.sys", ".or.b64")                                                                   \
  X(WHICH, XOR_B32, 1, 32, ".cluster", ".xor.b32")                                                                     \
  X(WHICH, XOR_B64, 1, 64, ".relaxed", ".xor.b64")                                                                     \
  X(WHICH, ADD_U32, 1, 32, ".cta", ".add.u32")                                                                         \
  X(WHICH, ADD_S32, 1, 32, ".release.gpu", ".add.s32")                                                                 \
  X(WHICH, ADD_U64, 1, 64, ".gpu", ".add.u64")                                                                         \
  X(WHICH, ADD_F32, 1, 32, ".release.cluster", ".add.f32")                                                             \
  X(WHICH, ADD_F64, 1, 64, ".sys", ".add.f64")                                                                         \
  X(WHICH, INC_U32, 1, 32, ".relaxed.cta", ".inc.u32")                                                                 \
  X(WHICH, DEC_U32, 1, 32, ".release", ".dec.u32")                                                                     \
  X(WHICH, MIN_U32, 1, 32, ".relaxed.cluster", ".min.u32")                                                             \
  X(WHICH, MIN_S32, 1, 32, ".release.sys", ".min.s32")                                                                 \
  X(WHICH, MIN_U64, 1, 64, "", ".min.u64")                                                                             \
  X(WHICH, MIN_S64, 1, 64, ".relaxed.gpu", ".min.s64")                                                                 \
  X(WHICH, MAX_U32, 1, 32, ".release.cta", ".max.u32")                                                                 \
  X(WHICH, MAX_S32, 1, 32, ".relaxed.sys", ".max.s32")                                                                 \
  X(WHICH, MAX_U64, 1, 64, ".cluster", ".max.u64")                                                                     \
  X(WHICH, MAX_S64, 1, 64, ".relaxed", ".max.s64")                                                                     \
  X(WHICH, ADD_F16, 1, 16, ".cta", ".add.noftz.f16")                                                                   \
  X(WHICH, ADD_BF16, 1, 16, ".release.gpu", ".add.noftz.bf16")                                                         \
  X(WHICH, ADD_F16X2, 1, 32, ".gpu", ".add.noftz.f16x2")                                                               \
  X(WHICH, ADD_BF16X2, 1, 32, ".release.cluster", ".add.noftz.bf16x2")
#define SILICON_ATOM_EXCH(X, WHICH)                                                                                    \
  X(WHICH, EXCH_B32, 1, 32, ".acquire.gpu", ".exch.b32")                                                               \
  X(WHICH, EXCH_B64, 1, 64, ".acq_rel.cta", ".exch.b64")                                                               \
  X(WHICH, EXCH_B128, 1, 128, ".relaxed.sys", ".exch.b128")
// With an operand c.
#define SILICON_ATOM_CAS(X, WHICH)                                                                                     \
  X(WHICH, CAS_B16, 1, 16, "", ".cas.b16")                                                                             \
  X(WHICH, CAS_B32, 1, 32, ".acq_rel.cluster", ".cas.b32")                                                             \
  X(WHICH, CAS_B64, 1, 64, ".acquire.cta", ".cas.b64")                                                                 \
  X(WHICH, CAS_B128, 1, 128, ".release.gpu", ".cas.b128")
// In global memory alone.
#define SILICON_ATOM_VECTOR(X, WHICH)                                                                                  \
  X(WHICH, ADD_F32, 2, 32, ".sys", ".add.v2.f32")                                                                      \
  X(WHICH, ADD_F32, 4, 32, ".relaxed.cta", ".add.v4.f32")                                                              \
  X(WHICH, ADD_F16, 2, 16, ".release", ".add.noftz.v2.f16")                                                            \
  X(WHICH, ADD_F16, 4, 16, ".relaxed.cluster", ".add.noftz.v4.f16")                                                    \
  X(WHICH, ADD_F16, 8, 16, ".release.sys", ".add.noftz.v8.f16")                                                        \
  X(WHICH, MIN_F16, 2, 16, "", ".min.noftz.v2.f16")                                                                    \
  X(WHICH, MIN_F16, 4, 16, ".relaxed.gpu", ".min.noftz.v4.f16")                                                        \
  X(WHICH, MIN_F16, 8, 16, ".release.cta", ".min.noftz.v8.f16")                                                        \
  X(WHICH, MAX_F16, 2, 16, ".relaxed.sys", ".max.noftz.v2.f16")                                                        \
  X(WHICH, MAX_F16, 4, 16, ".cluster", ".max.noftz.v4.f16")                                                            \
  X(WHICH, MAX_F16, 8, 16, ".relaxed", ".max.noftz.v8.f16")                                                            \
  X(WHICH, ADD_BF16, 2, 16, ".cta", ".add.noftz.v2.bf16")                                                              \
  X(WHICH, ADD_BF16, 4, 16, ".release.gpu", ".add.noftz.v4.bf16")                                                      \
  X(WHICH, ADD_BF16, 8, 16, ".gpu", ".add.noftz.v8.bf16")                                                              \
  X(WHICH, MIN_BF16, 2, 16, ".release.cluster", ".min.noftz.v2.bf16")                                                  \
  X(WHICH, MIN_BF16, 4, 16, ".sys", ".min.noftz.v4.bf16")                                                              \
  X(WHICH, MIN_BF16, 8, 16, ".relaxed.cta", ".min.noftz.v8.bf16")                                                      \
  X(WHICH, MAX_BF16, 2, 16, ".release", ".max.noftz.v2.bf16")                                                          \
  X(WHICH, MAX_BF16, 4, 16, ".relaxed.cluster", ".max.noftz.v4.bf16")                                                  \
  X(WHICH, MAX_BF16, 8, 16, ".release.sys", ".max.noftz.v8.bf16")                                                      \
  X(WHICH, ADD_F16X2, 2, 32, "", ".add.noftz.v2.f16x2")                                                                \
  X(WHICH, ADD_F16X2, 4, 32, ".relaxed.gpu", ".add.noftz.v4.f16x2")                                                    \
  X(WHICH, MIN_F16X2, 2, 32, ".release.cta", ".min.noftz.v2.f16x2")                                                    \
  X(WHICH, MIN_F16X2, 4, 32, ".relaxed.sys", ".min.noftz.v4.f16x2")                                                    \
  X(WHICH, MAX_F16X2, 2, 32, ".cluster", ".max.noftz.v2.f16x2")                                                        \
  X(WHICH, MAX_F16X2, 4, 32, ".relaxed", ".max.noftz.v4.f16x2")                                                        \
  X(WHICH, ADD_BF16X2, 2, 32, ".cta", ".add.noftz.v2.bf16x2")                                                          \
  X(WHICH, ADD_BF16X2, 4, 32, ".release.gpu", ".add.noftz.v4.bf16x2")                                                  \
  X(WHICH, MIN_BF16X2, 2, 32, ".gpu", ".min.noftz.v2.bf16x2")                                                          \
  X(WHICH, MIN_BF16X2, 4, 32, ".release.cluster", ".min.noftz.v4.bf16x2")                                              \
  X(WHICH, MAX_BF16X2, 2, 32, ".sys", ".max.noftz.v2.bf16x2")                                                          \
  X(WHICH, MAX_BF16X2, 4, 32, ".relaxed.cta", ".max.noftz.v4.bf16x2")

// All of them.
#define SILICON_ATOMS(SCALAR, CAS, VECTOR)                                                                             \
  SILICON_ATOM_SCALAR(SCALAR, ATOM)                                                                                    \
  SILICON_ATOM_EXCH(SCALAR, ATOM)                                                                                      \
  SILICON_ATOM_CAS(CAS, ATOM)                                                                                          \
  SILICON_ATOM_VECTOR(VECTOR, ATOM)                                                                                    \
  SILICON_ATOM_SCALAR(SCALAR, SINK)                                                                                    \
  SILICON_ATOM_EXCH(SCALAR, SINK)                                                                                      \
  SILICON_ATOM_CAS(CAS, SINK)                                                                                          \
  SILICON_ATOM_SCALAR(SCALAR, RED)                                                                                     \
  SILICON_ATOM_VECTOR(VECTOR, RED)

#endif
