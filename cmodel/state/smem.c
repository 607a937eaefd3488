// SPDX-License-Identifier: Apache-2.0
// Shared memory: see smem.h.
#include "state/smem.h"

#include "what/bits.h"

static uint32_t bit(const uint32_t set[], uint32_t slot) { return set[slot / 32] >> slot % 32 & 1; }

static void set_bit(uint32_t set[], uint32_t slot, bool value) {
  set[slot / 32] = (set[slot / 32] & ~(1u << slot % 32)) | (uint32_t)value << slot % 32;
}

mbar_object ws_smem_get(const smem *m, uint32_t slot) {
  return (mbar_object){.word = (uint64_t)m->word[2 * slot + 1] << 32 | m->word[2 * slot],
                       .vld = bit(m->vld, slot),
                       .seen = bit(m->seen, slot)};
}

static void put(smem *m, uint32_t slot, const mbar_object *o) {
  m->word[2 * slot] = (uint32_t)o->word;
  m->word[2 * slot + 1] = (uint32_t)(o->word >> 32);
  set_bit(m->vld, slot, o->vld);
  set_bit(m->seen, slot, o->seen);
}

void ws_smem_done(smem *m, uint32_t slot, uint32_t fn, const mbar_done *d) {
  if (d->write)
    put(m, slot, &d->after);
  if (d->write && mbar_is_init(fn))
    m->phases[slot] = 0;
  m->phases[slot] += d->flip;
}

uint32_t ws_smem_access(smem *m, uint32_t at, uint32_t bytes, uint32_t data, bool *raw) {
  const uint32_t was = m->word[at];
  *raw = bit(m->vld, at / 2);
  m->word[at] = bits_merge(was, data, bytes);
  return was;
}

void ws_smem_clear(smem *m, uint32_t at, unsigned words) {
  for (uint32_t slot = at / 2; slot < (at + words) / 2; slot++) {
    put(m, slot, &(mbar_object){0});
    m->phases[slot] = 0;
  }
}
