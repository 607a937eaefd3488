// SPDX-License-Identifier: Apache-2.0
// What an mbarrier operation makes of an object: see mbar_op.h.
#include "what/mbar_op.h"

// What `n` lanes of a job do to the object as it stands, taken as one.
static mbar_done outcome(const mbar_job *j, const mbar_object *o, uint32_t n) {
  const uint32_t fn = j->fn, x = j->ask.x & WS_MBAR_MAX;
  const bool out_of_range = j->ask.x >> 20 & 1;
  mbar_done d = {.before = *o, .after = *o};

  if (mbar_is_init(fn)) {
    d.status = out_of_range ? WS_ST_MB_BAD_COUNT : o->vld ? WS_ST_MB_REINIT : WS_ST_OK;
    d.write = !out_of_range;
    d.after = (mbar_object){.word = ws_mbar_word(x), .vld = true, .seen = true};
    return d;
  }
  if (!o->vld) {
    d.status = WS_ST_MB_NOT_INIT;
    return d;
  }
  if (mbar_is_inval(fn)) {
    d.write = true;
    d.after = (mbar_object){0};
    return d;
  }
  if (mbar_is_wait(fn)) {
    d.status = j->ask.und;
    d.p = j->ask.want != o->word >> 63;
    d.suspend = !d.p && mbar_is_try_wait(fn) && j->ask.x > 0;
    d.write = d.p;
    d.after.seen = o->seen || d.p;
    return d;
  }
  const bool arrive = mbar_is_arrive(fn) || j->from == MBAR_DEFERRED, expect = mbar_is_expect(fn);
  if (mbar_is_noinc(fn) && !arrive)
    return d; // noinc: no more than the check
  if (!mbar_is_cp_arrive(fn) && out_of_range) {
    d.status = mbar_is_complete(fn) ? WS_ST_MB_TX_UNDERFLOW
               : !arrive || expect  ? WS_ST_MB_TX_OVERFLOW
                                    : WS_ST_MB_BAD_COUNT;
    return d;
  }

  ws_mbar_step step = {.no_complete = mbar_is_nocomplete(fn)};
  if (mbar_is_tx(fn)) {
    step.dtx = (int32_t)(n * x) * (mbar_is_complete(fn) ? -1 : 1);
  } else {
    step.arr = expect ? n : n * x;
    step.dtx = expect ? (int32_t)(n * x) : 0;
    step.drop = mbar_is_drop(fn) ? step.arr : 0;
    step.inc = !arrive;
  }
  const ws_mbar_result r = ws_mbar_next(o->word, &step);
  d.status = r.status;
  d.flaw = r.status != WS_ST_OK;
  if (d.flaw)
    return d;
  if (arrive && !o->seen)
    d.status = WS_ST_MB_MISSING_WAIT;
  d.write = true;
  d.flip = r.flip;
  d.after.word = r.word;
  d.after.seen = o->seen && !r.flip;
  return d;
}

static int sign_of_tx(uint64_t word) { return word >> 42 & 1 ? -1 : word >> 22 & 0x1fffff ? 1 : 0; }

// Is the outcome of several lanes at once that of one after the other?
static bool is_one_outcome(uint32_t fn, const mbar_done *all) {
  if (ws_is_error(all->status))
    return !all->flaw; // all meet what is wrong with the operands or the object
  if (mbar_is_init(fn))
    return all->before.vld; // else the first is OK and the others re-initialise
  if (mbar_is_inval(fn))
    return false; // the second finds no object
  // transactions with nothing pending complete the phase when their count comes to 0, maybe on the way
  const uint64_t before = all->before.word, after = all->after.word;
  if (mbar_is_tx(fn) && !(before >> 43 & WS_MBAR_MAX) && !all->flip)
    return sign_of_tx(before) * sign_of_tx(after) >= 0;
  return true;
}

mbar_done ws_mbar_carry_out(const mbar_job *j, uint32_t left, bool one, const mbar_object *o) {
  mbar_done d;
  if (j->pass) {
    d = (mbar_done){.status = j->ask.early ? j->ask.early : j->ask.und, .lanes = left};
    return d;
  }
  const uint32_t n = bits_count(left);
  if (!one && n != 1) {
    d = outcome(j, o, n);
    if (!is_one_outcome(j->fn, &d))
      return (mbar_done){0};
    d.lanes = left;
    return d;
  }
  d = outcome(j, o, 1);
  d.lanes = ws_is_error(d.status) ? left : bits_lowest(left);
  return d;
}
