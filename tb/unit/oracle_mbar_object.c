// SPDX-License-Identifier: Apache-2.0
// What one lane does to one object in the mbarrier oracle, see oracle_mbar.h. Counts are plain integers.
#include "oracle_mbar_rules.h"

uint64_t oracle_mbar_word(const oracle_mbar *o, unsigned slot) {
  uint64_t word = 0;
  for (unsigned k = 8; k > 0; k--)
    word = word << 8 | o->smem[slot * 8 + k - 1];
  return word;
}

static void write_word(oracle_mbar *o, unsigned slot, uint64_t word) {
  for (unsigned k = 0; k < 8; k++)
    o->smem[slot * 8 + k] = (uint8_t)(word >> (8 * k));
}

typedef struct object {
  int phase, pending, tx, expected;
} object;

static object read_object(const oracle_mbar *o, unsigned slot) {
  const uint64_t word = oracle_mbar_word(o, slot);
  object b = {.phase = (int)(word >> 63)};
  b.pending = (1048576 - (int)(word >> 43 & 1048575)) % 1048576;
  b.expected = (1048576 - (int)(word >> 1 & 1048575)) % 1048576;
  b.tx = (int)(word >> 22 & 2097151);
  if (b.tx > ORACLE_MBAR_COUNT_MAX)
    b.tx -= 2097152;
  return b;
}

static void write_object(oracle_mbar *o, unsigned slot, const object *b) {
  const uint64_t pending = (uint64_t)((1048576 - b->pending) % 1048576);
  const uint64_t expected = (uint64_t)((1048576 - b->expected) % 1048576);
  write_word(o, slot, (uint64_t)b->phase << 63 | pending << 43 | (uint64_t)(b->tx & 2097151) << 22 | expected << 1);
}

void oracle_mbar_wake(oracle_mbar *o, oracle_mbar_waiter *w, bool in_time) {
  ws_rsp r = {.valid = true, .tag = w->tag, .warp = w->warp, .op = w->op, .lanes = w->lanes, .status = w->status};
  r.p = in_time ? w->lanes : 0;
  oracle_mbar_expect(o, &r, true);
  w->lanes = 0;
  o->wakes += in_time;
  o->timeouts += !in_time;
}

static void end_phase(oracle_mbar *o, unsigned slot) {
  o->flips++;
  o->phases[slot]++;
  o->seen[slot] = false;
  for (unsigned n = 0; n < o->cfg.waiters; n++)
    if (o->waiter[n].lanes && o->waiter[n].slot == slot) {
      oracle_mbar_wake(o, &o->waiter[n], true);
      o->seen[slot] = true;
    }
}

// One lane's step on an object. Returns its status.
static uint32_t apply(oracle_mbar *o, unsigned slot, int arrivals, int bytes, bool drop, bool no_complete) {
  object b = read_object(o, slot);
  const bool missing = arrivals > 0 && !o->seen[slot];
  bool complete = false;

  if (arrivals > b.pending)
    return WS_ST_MB_PENDING_UNDERFLOW;
  if (drop && arrivals > b.expected)
    return WS_ST_MB_EXPECT_UNDERFLOW;
  b.pending -= arrivals;
  b.expected -= drop ? arrivals : 0;
  b.tx += bytes;
  if (b.tx > ORACLE_MBAR_COUNT_MAX)
    return WS_ST_MB_TX_OVERFLOW;
  if (b.tx < -ORACLE_MBAR_COUNT_MAX)
    return WS_ST_MB_TX_UNDERFLOW;
  if (arrivals > 0 || bytes != 0)
    complete = b.pending == 0 && b.tx == 0;
  if (complete && no_complete)
    return WS_ST_MB_NOCOMPLETE_VIOLATION;
  if (complete) {
    b.phase = !b.phase;
    b.pending = b.expected;
  }
  write_object(o, slot, &b);
  if (complete)
    end_phase(o, slot);
  return missing ? WS_ST_MB_MISSING_WAIT : WS_ST_OK;
}

uint32_t oracle_mbar_raise(oracle_mbar *o, unsigned slot) {
  object b = read_object(o, slot);
  if (b.pending == ORACLE_MBAR_COUNT_MAX)
    return WS_ST_MB_PENDING_OVERFLOW;
  if (b.tx < -ORACLE_MBAR_COUNT_MAX)
    return WS_ST_MB_TX_UNDERFLOW;
  b.pending++;
  write_object(o, slot, &b);
  return WS_ST_OK;
}

uint32_t oracle_mbar_carry_out(oracle_mbar *o, uint32_t op, unsigned slot, uint32_t count) {
  const unsigned fn = op & 31;
  const bool far = (count & ORACLE_MBAR_FAR) != 0;
  const int n = (int)(count & ORACLE_MBAR_COUNT_MAX);

  if (op == WS_OP_MBAR_INIT) {
    if (far || n == 0)
      return WS_ST_MB_BAD_COUNT;
    const bool again = o->vld[slot];
    write_object(o, slot, &(object){.pending = n, .expected = n});
    o->vld[slot] = o->seen[slot] = true;
    o->phases[slot] = 0;
    return again ? WS_ST_MB_REINIT : WS_ST_OK;
  }
  if (!o->vld[slot])
    return WS_ST_MB_NOT_INIT;
  if (op == WS_OP_MBAR_INVAL) {
    write_word(o, slot, 0);
    o->vld[slot] = false;
    return WS_ST_OK;
  }
  if (op == WS_OP_MBAR_EXPECT_TX)
    return far ? WS_ST_MB_TX_OVERFLOW : apply(o, slot, 0, n, false, false);
  if (op == WS_OP_MBAR_COMPLETE_TX)
    return far ? WS_ST_MB_TX_UNDERFLOW : apply(o, slot, 0, -n, false, false);
  if ((fn & 7) == ORACLE_MBAR_WITH_TX)
    return far ? WS_ST_MB_TX_OVERFLOW : apply(o, slot, 1, n, (fn & ORACLE_MBAR_DROP) != 0, false);
  return far || n == 0 ? WS_ST_MB_BAD_COUNT
                       : apply(o, slot, n, 0, (fn & ORACLE_MBAR_DROP) != 0, (fn & 7) == ORACLE_MBAR_NO_COMPLETE);
}

void oracle_mbar_late_arrival(oracle_mbar *o, unsigned warp, unsigned lane, unsigned slot) {
  const uint32_t status = o->vld[slot] ? apply(o, slot, 1, 0, false, false) : WS_ST_MB_NOT_INIT;
  if (status)
    oracle_mbar_error(o, status, o->rank, warp, WS_OP_MBAR_CP_ASYNC_ARRIVE, oracle_mbar_bit(lane), 0);
}
