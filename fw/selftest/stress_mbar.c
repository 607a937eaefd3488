// SPDX-License-Identifier: Apache-2.0
// Stress of mbarrier objects and of copies: what shared memory and the tokens hold is computed here. See step.h.
#include "golden.h"

#include "random.h"
#include "bus/ws_regs.h"

enum { OBJECTS = 4, OBJECT_AT = 0x40, BUFFER_AT = 0x100, COPY_BYTES = 16, GMEM_WORDS = 64 };

static bool launch_one(selftest *st) {
  ws_settings s = {.trywait = 0xffff, .tick_div = 0xffff}; // no wait ends by its limit
  return check_call(st, ws_reset(&st->dev), "ws_reset") &&
         check_call(st, ws_settings_put(&st->dev, &s), "ws_settings_put") &&
         check_call(st, ws_launch(&st->dev, 0, st->all, 1), "ws_launch");
}

static uint32_t random_lanes(selftest *st) {
  uint32_t lanes = random32(&st->random) & st->all;
  return lanes ? lanes : st->all;
}

// Runs a job of this step, checks its answer.
static bool run(selftest *st, ws_job *job, const expectation *e) {
  return job_start(st, job) && job_wait(st, job) && check_job(st, job, e);
}

// ------------------------------------------------------------------------------------------------------- objects

static bool check_object(selftest *st, const golden_object *o, unsigned k) {
  uint32_t addr = WS_REG_SMEM + OBJECT_AT + 8 * k;
  return check_register(st, "SMEM, pending and phase of an mbarrier object", addr + 4, (uint32_t)(o->word >> 32)) &&
         check_register(st, "SMEM, tx and expected of an mbarrier object", addr, (uint32_t)o->word);
}

static bool object_round(selftest *st, golden_object object[OBJECTS]) {
  static const uint32_t ops[] = {
      WS_OP_MBAR_ARRIVE,    WS_OP_MBAR_ARRIVE,           WS_OP_MBAR_ARRIVE_SINK,       WS_OP_MBAR_ARRIVE_DROP,
      WS_OP_MBAR_EXPECT_TX, WS_OP_MBAR_ARRIVE_EXPECT_TX, WS_OP_MBAR_COMPLETE_TX,       WS_OP_MBAR_COMPLETE_TX,
      WS_OP_MBAR_TEST_WAIT, WS_OP_MBAR_TEST_WAIT_PARITY, WS_OP_MBAR_ARRIVE_NOCOMPLETE, WS_OP_MBAR_TEST_WAIT_PARITY};
  uint8_t which[WS_JOB_LANES];
  expectation e;
  ws_job *job = job_new(st, 0, ops[random_below(&st->random, sizeof ops / sizeof ops[0])], 0, random_lanes(st));
  uint32_t n = 1 + random_below(&st->random, 3);
  if (job->op == WS_OP_MBAR_ARRIVE_DROP)
    job->lanes &= 0u - job->lanes; // expected counts would soon be 0
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++) {
    which[lane] = (uint8_t)random_below(&st->random, OBJECTS);
    job->addr[lane] = OBJECT_AT + 8u * which[lane];
    job->b[lane] = n;
    job->a[lane] =
        ws_is_mbar_parity(job->op) ? random_below(&st->random, 2) : (uint64_t)random_below(&st->random, 2) << 63 | 1;
  }
  golden_mbarrier(job, object, which, &e);
  bool good = run(st, job, &e) && settle(st);
  for (unsigned k = 0; k < OBJECTS && good; k++)
    good = check_object(st, &object[k], k);
  return good;
}

static bool init_objects(selftest *st, golden_object object[OBJECTS]) {
  uint8_t which[WS_JOB_LANES] = {0};
  expectation e;
  ws_job *job = job_new(st, 0, WS_OP_MBAR_INIT, 0, 15);
  for (unsigned k = 0; k < OBJECTS; k++) {
    which[k] = (uint8_t)k;
    job->addr[k] = OBJECT_AT + 8 * k;
    job->b[k] = 20 + random_below(&st->random, 60);
  }
  golden_mbarrier(job, object, which, &e);
  return run(st, job, &e);
}

void step_stress_mbarrier(selftest *st) {
  golden_object object[OBJECTS];
  if (!launch_one(st) || !init_objects(st, object))
    return;
  for (unsigned n = 0; n < 2 * rounds_of(st); n++) {
    st->where = "round";
    st->where_number = n;
    if (!object_round(st, object))
      break;
  }
  st->where = NULL;
}

// -------------------------------------------------------------------------------------------------------- copies

// Each lane copies 4, 8 or 16 bytes to a place of its own; an object completes its phase when all are there.
static bool copy_round(selftest *st, const uint32_t gmem[GMEM_WORDS], uint32_t buffer[], unsigned phase) {
  uint32_t bytes = 4u << random_below(&st->random, 3), take = random_below(&st->random, 4) ? bytes : 4;
  expectation e = {0};
  ws_job *job = job_new(st, 0, bytes == 16 && phase ? WS_OP_CP_ASYNC_CG : WS_OP_CP_ASYNC_CA, 0, st->all);
  ws_all32(job->b, bytes);
  ws_all32(job->c, take);
  for (unsigned lane = 0; lane < st->dev.caps.lanes; lane++) {
    uint32_t to = lane * COPY_BYTES + random_below(&st->random, COPY_BYTES / bytes) * bytes;
    uint32_t from = random_below(&st->random, GMEM_WORDS * 4 / bytes) * bytes;
    job->addr[lane] = BUFFER_AT + to;
    job->a[lane] = from;
    for (uint32_t i = 0; i < bytes; i += 4)
      buffer[(to + i) / 4] = i < take ? gmem[(from + i) / 4] : 0;
  }
  bool good = run(st, job, &e);
  job = job_new(st, 1, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 0, st->all);
  ws_all64(job->addr, OBJECT_AT);
  good = good && run(st, job, &e);
  job = job_new(st, 2, WS_OP_MBAR_TRY_WAIT_PARITY, 0, 1);
  ws_all64(job->addr, OBJECT_AT);
  ws_all64(job->a, phase);
  e.p = 1;
  good = good && run(st, job, &e);
  for (unsigned i = 0; i < st->dev.caps.lanes * COPY_BYTES / 4 && good; i++)
    good = check_register(st, "SMEM after cp.async", WS_REG_SMEM + BUFFER_AT + 4 * i, buffer[i]);
  return good;
}

void step_stress_copy(selftest *st) {
  uint32_t gmem[GMEM_WORDS], buffer[WS_JOB_LANES * COPY_BYTES / 4] = {0};
  expectation e = {0};
  for (unsigned i = 0; i < GMEM_WORDS; i++)
    gmem[i] = random32(&st->random);
  if (!launch_one(st) || !check_call(st, ws_gmem_write(&st->dev, 0, gmem, GMEM_WORDS), "ws_gmem_write") ||
      !settle(st) ||
      !check_call(st, ws_smem_write(&st->dev, BUFFER_AT, buffer, st->dev.caps.lanes * COPY_BYTES / 4), "ws_smem_write"))
    return;
  ws_job *job = job_new(st, 0, WS_OP_MBAR_INIT, 0, 1);
  job->addr[0] = OBJECT_AT;
  job->b[0] = st->dev.caps.lanes;
  bool good = run(st, job, &e);
  for (unsigned n = 0; n < (rounds_of(st) + 3) / 4 && good; n++) {
    st->where = "round";
    st->where_number = n;
    good = copy_round(st, gmem, buffer, n & 1);
  }
  st->where = NULL;
}
