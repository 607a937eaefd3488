// SPDX-License-Identifier: Apache-2.0
// Ticks. Lanes go on when a limit passes: that of mbarrier.try_wait, whose end the machine knows for each lane, or the
// watchdog of lanes in a rendezvous. The block settles after each tick in which that can happen, so that what passes
// earlier shows earlier. The ticks between are given one a clock, and those after the last limit are cut short: nothing
// can tell any more how many they were.
#include "machine.h"

enum { WATCHDOG_PERIOD = 1 << 16 }; // its ages are kept modulo this, and no limit is longer

bool is_try_wait(const ws_insn *in) { return in->helper == WS_H_NONE && ws_is_mbar_try_wait(in->op); }

uint64_t wait_ticks(machine *m, const ws_insn *in, unsigned lane) {
  const ws_operand *hint = &in->op_[WS_R_HINT];
  if (hint->kind == WS_O_NONE)
    return m->s->machine.trywait;
  return (operand_read(m, hint, lane).lo + BLOCK_TICK_NS - 1) / BLOCK_TICK_NS;
}

typedef struct timers { // of a CTA
  uint64_t next;        // ticks to the next end of a try_wait; 0: none is waited for
  bool rendezvous;      // somebody waits in a rendezvous, or at a barrier, which looks the same from here
} timers;

static timers look(const machine *m, const cta_state *cta, uint64_t now) {
  timers t = {0, false};
  for (unsigned w = 0; w < m->s->machine.warps; w++)
    for (unsigned i = 0; i < m->lanes; i++) {
      const warp_state *warp = &cta->warp[w];
      if (!(warp->pending >> i & 1))
        continue;
      if (!is_try_wait(warp->at[i]->insn))
        t.rendezvous = true;
      else if (warp->limit[i].end > now && (!t.next || warp->limit[i].end - now < t.next))
        t.next = warp->limit[i].end - now;
    }
  return t;
}

// Without the watchdog a tick does nothing when no limit runs.
static uint64_t shortened(const machine *m, uint64_t n) {
  uint64_t period = m->s->machine.watchdog ? WATCHDOG_PERIOD : 16;
  return n > 2 * period ? n % period + period : n;
}

static bool pass(const machine *m, const cta_state *cta, uint64_t n) {
  for (uint64_t gone = 0, step; gone < n; gone += step) {
    timers t = look(m, cta, m->ticks + gone);
    uint64_t left = n - gone;
    bool watch = m->s->machine.watchdog && t.rendezvous && gone < WATCHDOG_PERIOD, ok;
    step = watch || t.next == 1 ? 1 : !t.next || t.next > left ? left : t.next - 1;
    if (step == 1)
      ok = block_tick(cta->block, 1);
    else
      ok = block_pass(cta->block, t.next ? step : shortened(m, step));
    if (!ok)
      return false;
  }
  return true;
}

void run_wait(machine *m, uint32_t n) {
  unsigned here = m->cur_cta;
  for (m->cur_cta = 0; m->cur_cta < m->s->machine.ctas && !m->stop; m->cur_cta++)
    if (!pass(m, cta_of(m), n) || !block_waited(cta_of(m)->block))
      block_failed(m);
  m->cur_cta = here;
  m->ticks += n;
}
