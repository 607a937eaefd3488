// SPDX-License-Identifier: Apache-2.0
// What of the coverage of mbarrier's operations cannot be, and why (cover_mbar_ops.h). The rules are those of the operations
// (PTX 9.7.13.15), of any word that a plain store may leave in an object, and of one step for the lanes that ask for the same.
#include "cover_mbar_ops.h"
#include "what/op_fn.h"

enum { MAX = WS_MBAR_MAX };

// ---------------------------------------------------------------------------------------------------- kinds of operations

static uint32_t fn_of(unsigned op) { return ws_mbar_op_codes[op] & 0xff; }
static bool adds_pending(uint32_t fn) { return mbar_is_cp_arrive(fn) && !mbar_is_noinc(fn); }

static bool changes_nothing(uint32_t fn) { // of counts of a live object
  return !mbar_is_tx(fn) && !mbar_is_arrive(fn) && !adds_pending(fn);
}

// ------------------------------------------------------------------------------------------------------------ statuses

static const char *unless(bool possible, const char *why) { return possible ? NULL : why; }

static const char *never_of_known(unsigned op, uint32_t status) {
  uint32_t fn = fn_of(op);
  bool object = op < WS_MBO_OBJECT;
  switch (status) {
  case WS_ST_MB_RAW_ACCESS: return "a copy onto an object is told of by the error capture, when it is written";
  case WS_ST_MB_CTA_GONE: return "it is found where the object would be, after the answer";
  case WS_ST_MB_MISALIGNED:
  case WS_ST_MB_BAD_SPACE: return unless(object, "it names no object");
  case WS_ST_MB_NOT_INIT: return unless(object && !mbar_is_init(fn), "it asks for no live object");
  case WS_ST_MB_REINIT: return unless(mbar_is_init(fn), "only init makes an object");
  case WS_ST_MB_BAD_COUNT:
    return unless(mbar_is_init(fn) || (mbar_is_arrive(fn) && !mbar_is_expect(fn)), "it has no count of arrivals");
  case WS_ST_MB_REMOTE_UNSUPPORTED:
    return unless(object && !mbar_is_tx(fn) && (!mbar_is_arrive(fn) || mbar_is_nocomplete(fn)),
                  "other CTAs may ask for it, or it names no object");
  case WS_ST_MB_REMOTE_RESULT:
    return unless(mbar_is_token(fn) && !mbar_is_nocomplete(fn), "it asks for no state, or only for its own CTA's");
  case WS_ST_MB_NOCOMPLETE_VIOLATION: return unless(mbar_is_nocomplete(fn), "it may complete a phase, or cannot");
  case WS_ST_MB_PENDING_UNDERFLOW: return unless(mbar_is_arrive(fn), "it lowers no pending count");
  case WS_ST_MB_PENDING_OVERFLOW: return unless(adds_pending(fn), "it raises no pending count");
  case WS_ST_MB_TX_OVERFLOW:
    return unless(mbar_is_expect(fn) || (mbar_is_tx(fn) && !mbar_is_complete(fn)), "it raises no tx-count");
  case WS_ST_MB_TX_UNDERFLOW: return unless(!changes_nothing(fn), "it looks at no tx-count");
  case WS_ST_MB_EXPECT_UNDERFLOW: return unless(mbar_is_drop(fn), "it lowers no expected count");
  case WS_ST_MB_MISSING_WAIT: return unless(mbar_is_arrive(fn), "it does not arrive, or later");
  case WS_ST_MB_BAD_PARITY: return unless(mbar_is_parity(fn), "it has no parity");
  case WS_ST_MB_BAD_TOKEN:
    return unless((mbar_is_wait(fn) && !mbar_is_parity(fn)) || mbar_is_pending_count(fn), "it takes no state");
  case WS_ST_MB_TOKEN_NOT_NOCOMPLETE:
    return unless(mbar_is_pending_count(fn), "it takes no pending count from a state");
  case WS_ST_AT_MISALIGNED:
  case WS_ST_AT_BAD_SPACE: return unless(mbar_is_copy(fn), "it is no copy");
  default: return NULL;
  }
}

const char *ws_mbar_never_status(const ws_config *core, const unsigned at[]) {
  uint32_t status = ws_mbar_op_statuses[at[1]];
  bool built = ws_dut_families(core) & WS_FAMILY_MBAR;
  if (at[0] < WS_MBO_KNOWN && status == WS_ST_DEC_ILLEGAL)
    return unless(!built, "the code is one of the table");
  if (ws_mbar_refused(status))
    return NULL;
  if (at[0] == WS_MBO_KNOWN)
    return "a code that no operation has does not reach the unit";
  return never_of_known(at[0], status);
}

const char *ws_mbar_beyond_status(const ws_config *core, const unsigned at[]) {
  uint32_t status = ws_mbar_op_statuses[at[1]];
  bool remote = status == WS_ST_MB_REMOTE_RESULT || status == WS_ST_MB_REMOTE_UNSUPPORTED;
  return remote && ws_dut_ctas(core) == 1 ? "there is one CTA" : NULL;
}

// -------------------------------------------------------------------------------------------------------- requests

const char *ws_mbar_never_lanes(const ws_config *core, const unsigned at[]) {
  (void)core;
  if (at[2] == WS_FARE_BOTH && at[1] == WS_SHAPE_ONE)
    return "one lane has one answer";
  return at[2] != WS_FARE_GRANTED && mbar_is_pending_count(fn_of(at[0])) ? "it takes any state" : NULL;
}

const char *ws_mbar_never_objects(const ws_config *core, const unsigned at[]) {
  uint32_t fn = fn_of(at[0]);
  (void)core;
  if (at[1] == WS_OBJ_DIFFERENT && (mbar_is_inval(fn) || mbar_is_cp_arrive(fn)))
    return "it has no operand but the object";
  return at[1] == WS_OBJ_SHARED && at[2] == WS_PART_TWO ? "two lanes have one object or one each" : NULL;
}

const char *ws_mbar_never_count(const ws_config *core, const unsigned at[]) {
  uint32_t fn = ws_mbar_counted_codes[at[0]] & 0xff;
  bool bytes = mbar_is_tx(fn) || mbar_is_expect(fn), granted = at[2] == 0;
  (void)core;
  bool in_range = at[1] < WS_CNT_OVER && (bytes || at[1] != WS_CNT_0);
  if (granted)
    return unless(in_range, "the count is out of range");
  return in_range && mbar_is_init(fn) ? "init takes every count in range" : NULL;
}

const char *ws_mbar_never_source(const ws_config *core, const unsigned at[]) {
  static const uint8_t size[WS_CPYS] = {4, 8, 16, 16};
  (void)core;
  return at[1] <= WS_SRC_12 && 4 * at[1] % size[at[0]] ? "a copy of this size may not begin there" : NULL;
}

// ------------------------------------------------------------------------------------------------ counts of objects

const uint8_t ws_mbar_drops[WS_DROPS] = {WS_CHG_DROP, WS_CHG_DROP_TX, WS_CHG_DROP_NC, WS_CHG_FAR_DROP,
                                         WS_CHG_FAR_DROP_TX};
const uint8_t ws_mbar_txs[WS_TXS] = {WS_CHG_EXPECT,       WS_CHG_COMPLETE,      WS_CHG_ARRIVE_TX,
                                     WS_CHG_DROP_TX,      WS_CHG_PORT,          WS_CHG_FAR_EXPECT,
                                     WS_CHG_FAR_COMPLETE, WS_CHG_FAR_ARRIVE_TX, WS_CHG_FAR_DROP_TX};
const uint8_t ws_mbar_flippers[WS_FLIPPERS] = {
    WS_CHG_EXPECT,     WS_CHG_COMPLETE,      WS_CHG_ARRIVE,   WS_CHG_ARRIVE_TX,  WS_CHG_DROP,
    WS_CHG_DROP_TX,    WS_CHG_PORT,          WS_CHG_DEFERRED, WS_CHG_FAR_EXPECT, WS_CHG_FAR_COMPLETE,
    WS_CHG_FAR_ARRIVE, WS_CHG_FAR_ARRIVE_TX, WS_CHG_FAR_DROP, WS_CHG_FAR_DROP_TX};

typedef enum arrivals { NO_ARRIVAL, ONE_EACH, ONE, ANY_COUNT, MORE } arrivals; // of one step

static arrivals arrivals_of(unsigned change) {
  switch (change) {
  case WS_CHG_ARRIVE:
  case WS_CHG_ARRIVE_NC:
  case WS_CHG_DROP:
  case WS_CHG_DROP_NC:
  case WS_CHG_FAR_ARRIVE:
  case WS_CHG_FAR_DROP: return ANY_COUNT;
  case WS_CHG_ARRIVE_TX:
  case WS_CHG_DROP_TX:
  case WS_CHG_FAR_ARRIVE_TX:
  case WS_CHG_FAR_DROP_TX: return ONE_EACH;
  case WS_CHG_DEFERRED: return ONE;
  case WS_CHG_INC: return MORE;
  default: return NO_ARRIVAL;
  }
}

const char *ws_mbar_never_pending(const ws_config *core, const unsigned at[]) {
  arrivals arr = arrivals_of(at[0]);
  unsigned pending = at[1], effect = at[2];
  bool ends = effect == WS_EFF_REST || effect == WS_EFF_FLIP, nc = at[0] == WS_CHG_ARRIVE_NC || at[0] == WS_CHG_DROP_NC;
  (void)core;
  if (effect == WS_EFF_REFUSED)
    return NULL;
  if (nc && effect == WS_EFF_FLIP)
    return ".noComplete completes no phase";
  if (arr == MORE)
    return ends ? "one more is pending then" : pending == WS_PND_MAX ? "no more can be pending" : NULL;
  if (arr == NO_ARRIVAL)
    return ends == (pending == WS_PND_0) ? NULL : "it leaves the pending count as it is";
  if (pending == WS_PND_0)
    return "nothing is pending that could arrive";
  if (!ends)
    return pending == WS_PND_1 ? "at least one arrives" : NULL;
  if (arr == ONE && pending > WS_PND_1)
    return "one arrives";
  return arr == ONE_EACH && pending > WS_PND_FEW ? "no more than the lanes of a warp arrive in one step" : NULL;
}

const char *ws_mbar_never_expected(const ws_config *core, const unsigned at[]) {
  unsigned expected = at[1], effect = at[2];
  bool each = arrivals_of(ws_mbar_drops[at[0]]) == ONE_EACH;
  (void)core;
  switch (effect) {
  case WS_EXP_REFUSED:
    if (each && expected != WS_PND_0)
      return "one lane drops one, and lanes that are too many drop one after the other";
    return expected == WS_PND_MAX ? "no more than that can be pending" : NULL;
  case WS_EXP_NONE:
    if (expected == WS_PND_0)
      return "nothing is expected that could be dropped";
    return each && expected > WS_PND_FEW ? "no more than the lanes of a warp are dropped in one step" : NULL;
  default: return expected < WS_PND_FEW ? "at least one is dropped" : NULL;
  }
}

// Does a number of lanes raise -2^20 to 2^20 - 1 in one step, each by as much?
static bool can_span(unsigned lanes) {
  const uint32_t span = 2 * (MAX + 1u) - 1;
  for (unsigned n = 2; n <= lanes; n++)
    if (span % n == 0 && span / n <= MAX)
      return true;
  return false;
}

const char *ws_mbar_never_tx(const ws_config *core, const unsigned at[]) {
  unsigned change = ws_mbar_txs[at[0]], before = at[1], after = at[2];
  bool lowers = change == WS_CHG_COMPLETE || change == WS_CHG_PORT || change == WS_CHG_FAR_COMPLETE;
  if (after == WS_TXA_REFUSED)
    return NULL;
  if (lowers && before == WS_TXC_BELOW)
    return "it leads on below the lowest";
  if (lowers ? after > before : after < before)
    return lowers ? "it does not raise the tx-count" : "it does not lower the tx-count";
  if (change == WS_CHG_PORT &&
      ((before == WS_TXC_MAX && after < WS_TXC_0) || (before == WS_TXC_PLUS && after == WS_TXC_MIN)))
    return "the port lowers it by the largest count at most";
  if (before == WS_TXC_BELOW && after == WS_TXC_MAX && !can_span(core->lanes))
    return "no number of these lanes, with the same count each, leads there";
  return NULL;
}

static const char *alone(const ws_config *core, unsigned change) {
  return change >= WS_CHG_FAR_EXPECT && ws_dut_ctas(core) == 1 ? "there is one CTA" : NULL;
}

const char *ws_mbar_beyond_change(const ws_config *core, const unsigned at[]) { return alone(core, at[0]); }
const char *ws_mbar_beyond_drop(const ws_config *core, const unsigned at[]) {
  return alone(core, ws_mbar_drops[at[0]]);
}
const char *ws_mbar_beyond_tx(const ws_config *core, const unsigned at[]) { return alone(core, ws_mbar_txs[at[0]]); }
const char *ws_mbar_beyond_flipper(const ws_config *core, const unsigned at[]) {
  return alone(core, ws_mbar_flippers[at[0]]);
}

// ------------------------------------------------------------------------------------------------------------- waits

const char *ws_mbar_never_wait(const ws_config *core, const unsigned at[]) {
  (void)core;
  if (!ws_is_mbar_try_wait(ws_mbar_wait_codes[at[0]]) &&
      (at[1] == WS_OUT_AFTER || at[1] == WS_OUT_TIE || at[1] == WS_OUT_LIMIT))
    return "test_wait does not wait";
  return at[1] == WS_OUT_REFUSED && at[2] >= WS_FLW_0_UNDEFINED ? "the error is told, not the flaw of the operand"
                                                                : NULL;
}

const char *ws_mbar_beyond_wait(const ws_config *core, const unsigned at[]) {
  uint32_t op = ws_mbar_wait_codes[at[0]];
  (void)core;
  return ws_is_mbar_try_wait(op) && !ws_is_mbar_limit(op) && at[1] == WS_OUT_NOT
             ? "a wait without a limit of its own has the one of cfg_trywait_i, which is not 0 here"
             : NULL;
}

const char *ws_mbar_never_limit(const ws_config *core, const unsigned at[]) {
  bool waits = at[2] == 1 || at[2] == 3; // true after waiting, false at the limit
  if (at[1] == WS_LIM_BELOW && core->tick_ns == 1)
    return "a tick is the least limit";
  if (at[1] == WS_LIM_0)
    return waits ? "a limit of 0 does not wait" : NULL;
  return at[2] == 2 ? "it waits for what is not over" : NULL;
}

// --------------------------------------------------------------------------------------- what no response tells

const char *ws_mbar_never_late(const ws_config *core, const unsigned at[]) {
  static const uint8_t far[6] = {WS_CHG_FAR_EXPECT,    WS_CHG_FAR_COMPLETE, WS_CHG_FAR_ARRIVE,
                                 WS_CHG_FAR_ARRIVE_TX, WS_CHG_FAR_DROP,     WS_CHG_FAR_DROP_TX};
  unsigned source = at[0], change = source >= WS_LAT_FAR    ? far[source - WS_LAT_FAR]
                                    : source == WS_LAT_PORT ? WS_CHG_PORT
                                                            : WS_CHG_DEFERRED;
  bool away = source >= WS_LAT_FAR, port = source == WS_LAT_PORT, copy = source == WS_LAT_COPY;
  arrivals arr = arrivals_of(change);
  uint32_t status = ws_mbar_late_statuses[at[1]];
  (void)core;
  if (copy)
    return unless(status == WS_ST_OK || status == WS_ST_MB_RAW_ACCESS, "a copy was judged when it was issued");
  switch (status) {
  case WS_ST_MB_RAW_ACCESS: return "it is no access of memory";
  case WS_ST_MB_MISALIGNED:
  case WS_ST_MB_BAD_SPACE: return unless(port, "its address was judged when it was issued");
  case WS_ST_MB_CTA_GONE: return unless(away, "it is of the CTA itself");
  case WS_ST_MB_BAD_COUNT: return unless(away && arr == ANY_COUNT, "it has no count of arrivals");
  case WS_ST_MB_PENDING_UNDERFLOW:
  case WS_ST_MB_MISSING_WAIT: return unless(arr != NO_ARRIVAL, "it does not arrive");
  case WS_ST_MB_TX_OVERFLOW:
    return unless(change == WS_CHG_FAR_EXPECT || change == WS_CHG_FAR_ARRIVE_TX || change == WS_CHG_FAR_DROP_TX,
                  "it raises no tx-count");
  case WS_ST_MB_EXPECT_UNDERFLOW:
    return unless(change == WS_CHG_FAR_DROP || change == WS_CHG_FAR_DROP_TX, "it lowers no expected count");
  default: return NULL;
  }
}

const char *ws_mbar_beyond_late(const ws_config *core, const unsigned at[]) {
  return at[0] >= WS_LAT_FAR && ws_dut_ctas(core) == 1 ? "there is one CTA" : NULL;
}
