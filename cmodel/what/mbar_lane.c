// SPDX-License-Identifier: Apache-2.0
// What one lane of an mbarrier operation asks for, from its operands alone: see mbar_op.h.
#include "what/mbar_op.h"

uint32_t ws_mbar_clip(uint32_t count, bool zero_is_bad) {
  bool bad = count > WS_MBAR_MAX || (zero_is_bad && count == 0);
  return (count & WS_MBAR_MAX) | (uint32_t)bad << 20;
}

// Only for objects of the own CTA.
static bool is_local_only(uint32_t fn) { return !mbar_is_remote(fn) && (!mbar_is_token(fn) || mbar_is_nocomplete(fn)); }

// Bytes of a CTA's window.
static uint32_t window(const mbar_window *m) { return WS_SMEM_BYTES / m->slots; }

// Bits 23:0 of an address are the offset in the window, bits 31:24 rank + 1 or 0 for the own CTA.
static bool outside(const mbar_window *m, uint64_t addr) {
  return addr >> 32 || (addr >> 24) > m->ctas || (addr & 0xffffff) >= window(m);
}

// Where it stands in memory, in words.
static uint16_t place(const mbar_window *m, uint64_t addr) {
  return (uint16_t)((m->slot * window(m) + addr % window(m)) / 4);
}

static uint8_t owner(const mbar_window *m, uint64_t addr) {
  uint8_t rank_1 = (uint8_t)(addr >> 24);
  return rank_1 == m->rank + 1 ? 0 : rank_1;
}

static uint16_t early_error(const mbar_window *m, uint32_t fn, uint64_t addr) {
  if (addr % 8)
    return WS_ST_MB_MISALIGNED;
  if (outside(m, addr))
    return WS_ST_MB_BAD_SPACE;
  if (owner(m, addr))
    return is_local_only(fn) ? WS_ST_MB_REMOTE_UNSUPPORTED : mbar_is_token(fn) ? WS_ST_MB_REMOTE_RESULT : WS_ST_OK;
  return WS_ST_OK;
}

static mbar_operand decode_copy(const mbar_window *m, uint32_t fn, const ws_req *req, unsigned i) {
  uint64_t dst = req->addr[i], src = req->a[i];
  uint32_t bytes = req->b[i], take = req->c[i];
  bool size_ok = bytes == 16 || ((bytes == 4 || bytes == 8) && !mbar_is_cg(fn));
  if (!size_ok || dst % bytes || src % bytes)
    return (mbar_operand){.early = WS_ST_AT_MISALIGNED};
  if (outside(m, dst) || owner(m, dst) || src >= WS_GMEM_BYTES)
    return (mbar_operand){.early = WS_ST_AT_BAD_SPACE};
  return (mbar_operand){.at = place(m, dst), .x = mbar_copy_x((uint32_t)src, take < bytes ? take : bytes, bytes / 8)};
}

static mbar_operand decode_pending_count(uint64_t token) {
  uint32_t status, count = ws_mbar_pending_count(token, &status);
  // Bit 1 tells lanes apart even where bit 0 says that this is no token: they are other pieces, of the same answer.
  return (mbar_operand){.x = count, .und = (uint16_t)status, .want = (uint8_t)(token >> 1 & 1)};
}

mbar_operand ws_mbar_decode(const mbar_window *m, uint32_t fn, const ws_req *req, unsigned i) {
  if (mbar_is_copy(fn))
    return decode_copy(m, fn, req, i);
  if (mbar_is_pending_count(fn))
    return decode_pending_count(req->a[i]);
  uint64_t addr = req->addr[i], a = req->a[i];
  uint16_t early = early_error(m, fn, addr);
  if (early)
    return (mbar_operand){.early = early};

  mbar_operand ask = {.at = place(m, addr), .owner = owner(m, addr)};
  if (mbar_is_wait(fn)) {
    bool parity = mbar_is_parity(fn);
    ask.want = (uint8_t)((parity ? a : a >> 63) & 1);
    ask.und = parity ? ((uint32_t)a > 1 ? WS_ST_MB_BAD_PARITY : WS_ST_OK) : (a & 1 ? WS_ST_OK : WS_ST_MB_BAD_TOKEN);
    if (mbar_is_try_wait(fn))
      ask.x = mbar_is_limit(fn) ? req->c[i] : m->limit;
  } else if (mbar_is_init(fn) || mbar_is_arrive(fn) || mbar_is_tx(fn)) {
    bool bytes = mbar_is_tx(fn) || mbar_is_expect(fn);
    ask.x = ws_mbar_clip(req->b[i], !bytes);
  } else if (mbar_is_cp_arrive(fn)) {
    ask.x = 1;
  }
  return ask;
}

// The operand of a wait: whether it is a parity or a token at all, and the phase that it names.
static uint64_t digest_of_phase(uint32_t fn, uint64_t a, uint64_t *odd) {
  const bool parity = mbar_is_parity(fn);
  *odd = parity ? (uint32_t)a > 1 : !(a & 1);
  return (parity ? a : a >> 63) & 1;
}

uint64_t ws_mbar_digest(const mbar_window *m, uint32_t fn, const ws_req *req, unsigned i) {
  const uint64_t addr = req->addr[i], far = addr >> 28 || (addr & 0xffffff) >= window(m);
  const uint64_t rank_1 = addr >> 24 & 15, whose = rank_1 == m->rank + 1 ? 0 : rank_1;
  uint64_t x = 0, odd = 0, want = 0;
  if (mbar_is_pending_count(fn)) {
    const uint64_t token = req->a[i];
    return (~token & 1) << 52 | (token >> 1 & 1) << 51 | (token >> 43 & WS_MBAR_MAX);
  }
  if (mbar_is_wait(fn)) {
    want = digest_of_phase(fn, req->a[i], &odd);
    x = mbar_is_limit(fn) ? req->c[i] : 0;
  } else if (mbar_is_init(fn) || mbar_is_arrive(fn) || mbar_is_tx(fn)) {
    const uint32_t count = ws_mbar_clip(req->b[i], !mbar_is_tx(fn) && !mbar_is_expect(fn));
    x = count & WS_MBAR_MAX;
    odd = count >> 20;
  }
  return odd << 52 | want << 51 | far << 50 | whose << 46 | (addr & 0x3fff) << 32 | x;
}
