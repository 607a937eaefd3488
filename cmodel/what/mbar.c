// SPDX-License-Identifier: Apache-2.0
// mbarrier objects and state tokens (PTX 9.7.13.15): what one operation makes of an object, without memory or time.
//
// An object counts arrivals that are pending (P), those expected in the next phase (X) and the bytes of asynchronous
// transactions (T). The phase is completed when P and T are both 0; then P starts again from X. See ws.h for the word.
#include "ws.h"

enum { PHASE_AT = 63, PENDING_AT = 43, TX_AT = 22, EXPECTED_AT = 1 };

// A count stands in the word as 2^20 - count, modulo 2^20.
static uint32_t mbar_count(uint64_t word, unsigned at) { return (0u - (uint32_t)(word >> at)) & WS_MBAR_MAX; }

static uint64_t mbar_field(uint32_t count, unsigned at) { return (uint64_t)((0u - count) & WS_MBAR_MAX) << at; }

// 21 bits of two's complement.
static int64_t mbar_tx(uint64_t word) {
  const int64_t bits = (int64_t)(word >> TX_AT & 0x1fffff);
  return bits < 0x100000 ? bits : bits - 0x200000;
}

ws_mbar_result ws_mbar_next(uint64_t word, const ws_mbar_step *step) {
  const bool phase = word >> PHASE_AT & 1;
  const int64_t pending = mbar_count(word, PENDING_AT), expected = mbar_count(word, EXPECTED_AT);
  const int64_t max = WS_MBAR_MAX, arr = step->arr;

  const int64_t pending_after = step->inc ? pending + arr : pending - arr;
  const int64_t expected_after = expected - (int64_t)step->drop;
  const int64_t tx_after = mbar_tx(word) + step->dtx;
  // Who only reads or raises the counts completes nothing, even where both are 0 already.
  const bool evaluates = !step->inc && (step->arr > 0 || step->dtx != 0);
  const bool flip = evaluates && pending_after == 0 && tx_after == 0;

  uint32_t status = WS_ST_OK;
  if (pending_after < 0)
    status = WS_ST_MB_PENDING_UNDERFLOW;
  else if (pending_after > max)
    status = WS_ST_MB_PENDING_OVERFLOW;
  else if (expected_after < 0)
    status = WS_ST_MB_EXPECT_UNDERFLOW;
  else if (tx_after > max)
    status = WS_ST_MB_TX_OVERFLOW;
  else if (tx_after < -max)
    status = WS_ST_MB_TX_UNDERFLOW;
  else if (flip && step->no_complete)
    status = WS_ST_MB_NOCOMPLETE_VIOLATION;
  if (status != WS_ST_OK)
    return (ws_mbar_result){.status = status, .word = word, .flip = false};

  const uint64_t after = (uint64_t)(phase != flip) << PHASE_AT |
                         mbar_field((uint32_t)(flip ? expected_after : pending_after), PENDING_AT) |
                         ((uint64_t)tx_after & 0x1fffff) << TX_AT | mbar_field((uint32_t)expected_after, EXPECTED_AT);
  return (ws_mbar_result){.status = WS_ST_OK, .word = after, .flip = flip};
}

uint64_t ws_mbar_word(uint32_t count) { return mbar_field(count, PENDING_AT) | mbar_field(count, EXPECTED_AT); }

// Phase and pending count stand where they stand in the object; bit 1 marks noComplete, bit 0 a token of this machine.
uint64_t ws_mbar_token(uint64_t old, bool no_complete) {
  return (old >> PENDING_AT << PENDING_AT) | (uint64_t)no_complete << 1 | 1u;
}

uint32_t ws_mbar_pending_count(uint64_t token, uint32_t *status) {
  *status = !(token & 1) ? WS_ST_MB_BAD_TOKEN : !(token & 2) ? WS_ST_MB_TOKEN_NOT_NOCOMPLETE : WS_ST_OK;
  return mbar_count(token, PENDING_AT);
}
