// SPDX-License-Identifier: Apache-2.0
// Memory as the helpers see it, little endian: 16 KiB shared a CTA, in its block, and 64 KiB global for the cluster, in
// the machine. An address is an offset into the space that the instruction names; in the cluster's space and in the
// generic one, windows tell the spaces apart (script.h).
#include "machine.h"

uint64_t operand_address(machine *m, const ws_operand *o, unsigned lane) {
  if (!o->reg)
    return o->imm;
  const reg_state *s = reg_of(m, warp_of(m), o->reg);
  uint64_t sum = s->v[lane].lo + o->imm;
  return s->bits == 64 ? sum : (uint32_t)sum; // addresses of 32 bits wrap there
}

// Shared memory of the cluster: an offset alone is the own CTA.
static bool find_cluster(machine *m, uint64_t address, unsigned bytes, mem_place *at) {
  uint64_t offset = address & 0xffffff, window = address >> 24;
  if (window > m->s->machine.ctas || offset + bytes > WS_SHARED_BYTES)
    return false;
  *at = (mem_place){window ? &m->cta[window - 1] : cta_of(m), (uint32_t)offset};
  return true;
}

static bool find_global(uint64_t offset, unsigned bytes, mem_place *at) {
  *at = (mem_place){NULL, (uint32_t)offset};
  return offset <= WS_GLOBAL_BYTES - bytes;
}

static bool find(machine *m, ws_space space, uint64_t address, unsigned bytes, mem_place *at) {
  switch (space) {
  case WS_SP_SHARED_CTA: *at = (mem_place){cta_of(m), (uint32_t)address}; return address <= WS_SHARED_BYTES - bytes;
  case WS_SP_SHARED_CLUSTER: return find_cluster(m, address, bytes, at);
  case WS_SP_GLOBAL: return find_global(address, bytes, at);
  case WS_SP_GENERIC: break;
  }
  return address < WS_GLOBAL_WINDOW ? find_cluster(m, address, bytes, at)
                                    : find_global(address - WS_GLOBAL_WINDOW, bytes, at);
}

uint32_t mem_find(machine *m, ws_space space, uint64_t address, unsigned bytes, mem_place *at) {
  if (address % bytes)
    return WS_ST_AT_MISALIGNED;
  return find(m, space, address, bytes, at) ? WS_ST_OK : WS_ST_AT_BAD_SPACE;
}

cta_state *mem_owner(machine *m, ws_space space, uint64_t address) {
  uint64_t offset = address & 0xffffff, window = address >> 24;
  bool remote = (space == WS_SP_SHARED_CLUSTER || space == WS_SP_GENERIC) && window && window <= m->s->machine.ctas;
  return remote && offset < WS_SHARED_BYTES ? &m->cta[window - 1] : cta_of(m);
}

mem_place mem_door(machine *m, ws_space space, uint32_t offset) {
  return (mem_place){space == WS_SP_GLOBAL ? NULL : cta_of(m), offset};
}

// The bytes from `at` on that the block takes in one access: aligned, at most 8.
static unsigned piece(uint32_t at, unsigned left) {
  unsigned n = 8;
  while (n > left || at % n)
    n /= 2;
  return n;
}

value mem_load(machine *m, const mem_place *at, unsigned bytes, bool *raw) {
  value v = {0, 0};
  *raw = false;
  for (unsigned i = 0, n; i < bytes && !m->stop; i += n) {
    uint64_t x = 0;
    bool live = false;
    n = at->cta ? piece(at->offset + i, bytes - i) : 1;
    if (!at->cta)
      x = m->global[at->offset + i];
    else if (!block_load(at->cta->block, at->offset + i, n, &x, &live))
      block_failed(m);
    for (unsigned k = i; k < i + n; k++, x >>= 8)
      *(k < 8 ? &v.lo : &v.hi) |= (x & 0xff) << k % 8 * 8;
    *raw |= live;
  }
  return v;
}

void mem_store(machine *m, const mem_place *at, unsigned bytes, value v, bool *raw) {
  *raw = false;
  for (unsigned i = 0, n; i < bytes && !m->stop; i += n) {
    uint64_t x = 0;
    bool live = false;
    n = at->cta ? piece(at->offset + i, bytes - i) : 1;
    for (unsigned k = i; k < i + n; k++)
      x |= ((k < 8 ? v.lo : v.hi) >> k % 8 * 8 & 0xff) << (k - i) * 8;
    if (!at->cta)
      m->global[at->offset + i] = (uint8_t)x;
    else if (!block_store(at->cta->block, at->offset + i, n, x, &live))
      block_failed(m);
    *raw |= live;
  }
}
