// SPDX-License-Identifier: Apache-2.0
// Plays the scenarios of one family from the table of vectors (vectors.h).
#include "step.h"
#include "vectors.h"

#include "bus/ws_regs.h"

typedef struct player {
  selftest *st;
  const uint8_t *at;
} player;

static uint32_t next(player *p) {
  uint32_t word = 0;
  unsigned shift = 0;
  for (; *p->at & 128; shift += 7)
    word |= (*p->at++ & 127u) << shift;
  return word | (uint32_t)*p->at++ << shift;
}

// Values by lane, of these lanes.
static void values(player *p, uint32_t lanes, uint64_t v[WS_JOB_LANES]) {
  uint32_t kind = next(p), low = 0, high = 0, step = 0;
  bool each = kind == O_EACH || kind == O_EACH64, wide = kind == O_ALL64 || kind == O_EACH64;
  if (!each) {
    low = next(p);
    high = wide ? next(p) : 0;
    step = kind == O_STEP ? next(p) : 0;
  }
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++) {
    if (!(lanes >> lane & 1))
      continue;
    if (each) {
      low = next(p);
      high = wide ? next(p) : 0;
    }
    v[lane] = (uint64_t)high << 32 | (low + step * lane);
  }
}

static void values32(player *p, uint32_t lanes, uint32_t v[WS_JOB_LANES]) {
  uint64_t wide[WS_JOB_LANES] = {0};
  values(p, lanes, wide);
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++)
    v[lane] = (uint32_t)wide[lane];
}

// ------------------------------------------------------------------------------------------------------- records

static bool play_op(player *p, uint32_t head) {
  ws_job *job = &p->st->job[head >> 8 & 255];
  *job = (ws_job){.warp = head >> 16 & 255, .neg = head >> 24 & 1};
  job->op = next(p);
  job->lanes = next(p);
  job->pred = next(p);
  unsigned uses = ws_op_uses(job->op);
  if (uses & WS_USES_MASK)
    values32(p, job->lanes, job->mask);
  if (uses & WS_USES_B)
    values32(p, job->lanes, job->b);
  if (uses & WS_USES_C)
    values32(p, job->lanes, job->c);
  if (uses & (WS_USES_A | WS_USES_A_HI))
    values(p, job->lanes, job->a);
  if (uses & WS_USES_ADDR)
    values(p, job->lanes, job->addr);
  p->st->where_number++; // operations of the scenario so far
  return job_start(p->st, job);
}

static bool play_answer(player *p, uint32_t head) {
  const ws_job *job = &p->st->job[head >> 8 & 255];
  uint64_t status[WS_JOB_LANES] = {0};
  expectation e = {.p = next(p)};
  values(p, job->lanes, status);
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++)
    e.status[lane] = (uint16_t)status[lane];
  if (ws_op_gives_d(job->op))
    values(p, job->lanes, e.d);
  return job_wait(p->st, &p->st->job[head >> 8 & 255]) && check_job(p->st, job, &e);
}

static bool play_waits(player *p, uint32_t head) {
  const ws_job *job = &p->st->job[head >> 8 & 255];
  uint32_t expected = next(p);
  if (!settle(p->st))
    return false;
  return check_word(p->st, "lanes answered too early, CPL_LANES", WS_REG_CPL_LANES, expected, job->done);
}

static bool play_memory_put(player *p, uint32_t head, bool global) {
  ws_dev *dev = &p->st->dev;
  uint32_t addr = next(p);
  bool good = true;
  for (uint32_t words = head >> 8; words; words--, addr += 4) {
    uint32_t word = next(p);
    good = good && check_call(p->st, global ? ws_gmem_write(dev, addr, &word, 1) : ws_smem_write(dev, addr, &word, 1),
                              global ? "ws_gmem_write" : "ws_smem_write");
  }
  return good;
}

static bool play_memory_get(player *p, uint32_t head) {
  uint32_t addr = next(p), words = head >> 8;
  bool good = settle(p->st);
  for (uint32_t i = 0; i < words; i++) {
    uint32_t expected = next(p);
    good = good && check_register(p->st, "SMEM", WS_REG_SMEM + addr + 4 * i, expected);
  }
  return good;
}

static bool play_raw(player *p, uint32_t head) {
  uint32_t word, addr = next(p), status = 0;
  if (!settle(p->st) || !check_call(p->st, ws_smem_read(&p->st->dev, addr, &word, 1), "ws_smem_read") ||
      !check_call(p->st, ws_reg_read(&p->st->dev, WS_REG_STATUS, &status), "STATUS"))
    return false;
  return check_word(p->st, "STATUS.raw after a read of SMEM", WS_REG_STATUS, head >> 8 & 1,
                    status >> WS_STATUS_RAW_BP & 1);
}

static bool play_error(player *p, uint32_t head) {
  uint32_t status = next(p), op = next(p), warp = next(p), lanes = next(p);
  ws_first_error e;
  if (!settle(p->st) || !check_call(p->st, ws_first_error_get(&p->st->dev, &e), "ws_first_error_get"))
    return false;
  return check_word(p->st, "ERR_INFO.valid", WS_REG_ERR_INFO, head >> 8 & 1, e.valid) &
         check_word(p->st, "ERR_STATUS", WS_REG_ERR_STATUS, status, e.status) &
         check_word(p->st, "ERR_INFO.op", WS_REG_ERR_INFO, op, e.op) &
         check_word(p->st, "ERR_INFO.warp", WS_REG_ERR_INFO, warp, e.warp) &
         check_word(p->st, "ERR_LANES", WS_REG_ERR_LANES, lanes, e.lanes);
}

static bool play_warp(player *p, uint32_t head) {
  uint32_t live = next(p), waiting = next(p);
  unsigned warp = head >> 8;
  return settle(p->st) && check_register(p->st, "LIVE", WS_REG_LIVE(warp), live) &&
         check_register(p->st, "WAIT", WS_REG_WAIT(warp), waiting);
}

static bool play_set(player *p, uint32_t head) {
  ws_settings s = {.legacy = head >> 8 & 1};
  s.trywait = next(p);
  s.tick_div = next(p);
  return check_call(p->st, ws_settings_put(&p->st->dev, &s), "ws_settings_put");
}

static bool play(player *p, uint32_t head) {
  ws_dev *dev = &p->st->dev;
  uint32_t word;
  switch (head & 255) {
  case V_LAUNCH: return check_call(p->st, ws_launch(dev, head >> 8 & 255, next(p), head >> 16), "ws_launch");
  case V_EXIT: return check_call(p->st, ws_exit(dev, head >> 8 & 255, next(p)), "ws_exit");
  case V_SET: return play_set(p, head);
  case V_OP: return play_op(p, head);
  case V_ANSWER: return play_answer(p, head);
  case V_WAITS: return play_waits(p, head);
  case V_SMEM_PUT: return play_memory_put(p, head, false);
  case V_SMEM_GET: return play_memory_get(p, head);
  case V_GMEM_PUT: return play_memory_put(p, head, true);
  case V_TX: word = next(p); return check_call(p->st, ws_engine_tx(dev, word, next(p)), "ws_engine_tx");
  case V_RAW: return play_raw(p, head);
  case V_ERROR: return play_error(p, head);
  case V_WARP: return play_warp(p, head);
  default: return check_true(p->st, false, "the table of vectors is damaged");
  }
}

static const uint8_t *table(unsigned lanes) {
  for (unsigned i = 0; i < 4; i++)
    if (vector_tables[i].lanes == lanes)
      return vector_tables[i].bytes;
  return NULL;
}

// A scenario: false at its first fault; the rest of it would only follow from that.
static bool play_scenario(selftest *st, const uint8_t *at, const uint8_t *end) {
  player p = {st, at};
  bool good = check_call(st, ws_reset(&st->dev), "ws_reset");
  while (good && p.at < end) {
    uint32_t head = next(&p);
    good = play(&p, head);
  }
  return good;
}

void step_vectors(selftest *st, unsigned family) {
  player p = {st, table(st->dev.caps.lanes)};
  if (!check_true(st, p.at != NULL, "no vectors for this number of lanes"))
    return;
  for (;;) {
    uint32_t head = next(&p);
    if ((head & 255) != V_SCENARIO)
      break;
    st->where = vector_names[next(&p)];
    st->where_number = 0;
    const uint8_t *records = p.at + 2;
    p.at = records + (records[-2] | records[-1] << 8);
    if ((head >> 8 & 255) == family && head >> 16 <= st->warps)
      play_scenario(st, records, p.at);
  }
  st->where = NULL;
}
