// SPDX-License-Identifier: Apache-2.0
// Memory as the helpers see it, little endian: 16 KiB shared a CTA, 64 KiB global for the cluster. An address is an
// offset into the space that the instruction names; in the cluster's space and in the generic one, windows tell the
// spaces apart (script.h).
#include "machine.h"

uint64_t operand_address(machine *m, const ws_operand *o, unsigned lane) {
  if (!o->reg)
    return o->imm;
  const reg_state *s = reg_of(m, warp_of(m), o->reg);
  uint64_t sum = s->v[lane].lo + o->imm;
  return s->bits == 64 ? sum : (uint32_t)sum; // addresses of 32 bits wrap there
}

// Shared memory of the cluster: an offset alone is the own CTA.
static uint8_t *find_cluster(machine *m, uint64_t address, unsigned bytes) {
  uint64_t offset = address & 0xffffff, window = address >> 24;
  if (window > m->s->machine.ctas || offset + bytes > WS_SHARED_BYTES)
    return NULL;
  return (window ? &m->cta[window - 1] : cta_of(m))->shared + offset;
}

static uint8_t *find_global(machine *m, uint64_t offset, unsigned bytes) {
  return offset <= WS_GLOBAL_BYTES - bytes ? m->global + offset : NULL;
}

uint32_t mem_find(machine *m, ws_space space, uint64_t address, unsigned bytes, uint8_t **at) {
  *at = NULL;
  if (address % bytes)
    return WS_ST_AT_MISALIGNED;
  switch (space) {
  case WS_SP_SHARED_CTA:
    if (address <= WS_SHARED_BYTES - bytes)
      *at = cta_of(m)->shared + address;
    break;
  case WS_SP_SHARED_CLUSTER: *at = find_cluster(m, address, bytes); break;
  case WS_SP_GLOBAL: *at = find_global(m, address, bytes); break;
  case WS_SP_GENERIC:
    *at = address < WS_GLOBAL_WINDOW ? find_cluster(m, address, bytes)
                                     : find_global(m, address - WS_GLOBAL_WINDOW, bytes);
    break;
  }
  return *at ? WS_ST_OK : WS_ST_AT_BAD_SPACE;
}

cta_state *mem_owner(machine *m, ws_space space, uint64_t address) {
  uint64_t offset = address & 0xffffff, window = address >> 24;
  bool remote = (space == WS_SP_SHARED_CLUSTER || space == WS_SP_GENERIC) && window && window <= m->s->machine.ctas;
  return remote && offset < WS_SHARED_BYTES ? &m->cta[window - 1] : cta_of(m);
}

value mem_load(const uint8_t *at, unsigned bytes) {
  value v = {0, 0};
  for (unsigned i = 0; i < bytes && i < 16; i++)
    *(i < 8 ? &v.lo : &v.hi) |= (uint64_t)at[i] << i % 8 * 8;
  return v;
}

void mem_store(uint8_t *at, unsigned bytes, value v) {
  for (unsigned i = 0; i < bytes && i < 16; i++)
    at[i] = (uint8_t)((i < 8 ? v.lo : v.hi) >> i % 8 * 8);
}

uint8_t *mem_door(machine *m, ws_space space, uint32_t offset) {
  return (space == WS_SP_GLOBAL ? m->global : cta_of(m)->shared) + offset;
}
