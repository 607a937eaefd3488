// SPDX-License-Identifier: Apache-2.0
// Copies of shared memory (snapshot.h).
#include "snapshot.h"

#include <stdlib.h>

#include "when/core.h"

struct ws_snapshot {
  uint64_t at; // log position
  smem cta[];
};

void ws_snapshot_take(ws_lockstep *ls) {
  ls->snapshot_next = ls->log_count + WS_LOG_SIZE / 2;
  if (!ls->model)
    return;
  struct ws_snapshot *s = ls->snapshot[1]; // the older one is overwritten
  if (!s)
    s = malloc(sizeof *s + ls->ctas * sizeof s->cta[0]);
  if (!s)
    return;
  s->at = ls->log_count;
  for (unsigned c = 0; c < ls->ctas; c++)
    s->cta[c] = ws_dut_model_core(ls->model, c)->mem;
  ls->snapshot[1] = ls->snapshot[0];
  ls->snapshot[0] = s;
}

void ws_snapshot_free(ws_lockstep *ls) {
  free(ls->snapshot[0]);
  free(ls->snapshot[1]);
  ls->snapshot[0] = ls->snapshot[1] = NULL;
}

static uint64_t oldest(const ws_lockstep *ls) { return ls->log_count > WS_LOG_SIZE ? ls->log_count - WS_LOG_SIZE : 0; }

// The older copy, if the log still holds all events since; else the newer one. NULL if the log holds everything.
static const struct ws_snapshot *chosen(const ws_lockstep *ls) {
  if (!oldest(ls))
    return NULL;
  for (int k = 1; k >= 0; k--)
    if (ls->snapshot[k] && ls->snapshot[k]->at >= oldest(ls))
      return ls->snapshot[k];
  return NULL;
}

uint64_t ws_snapshot_begin(const ws_lockstep *ls, unsigned cta) {
  const struct ws_snapshot *s = chosen(ls);
  return s && s->at > ls->swept[cta] ? s->at : ls->swept[cta];
}

size_t ws_snapshot_slots(const ws_lockstep *ls, ws_slot *slot, size_t room) {
  const struct ws_snapshot *s = chosen(ls);
  size_t n = 0;
  for (unsigned c = 0; s && c < ls->ctas; c++)
    for (uint32_t k = 0; k < SMEM_SLOTS && n < room; k++) {
      mbar_object o = ws_smem_get(&s->cta[c], k);
      if (s->at > ls->swept[ws_lockstep_owner(ls, c, 8 * k)] && (o.word || o.vld))
        slot[n++] = (ws_slot){.cta = c, .addr = 8 * k, .word = o.word, .object = o.vld, .seen = o.seen};
    }
  return n;
}
