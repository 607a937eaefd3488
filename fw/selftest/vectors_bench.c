// SPDX-License-Identifier: Apache-2.0
// See vectors_bench.h.
#include "vectors_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ws_driver.h"

enum { PATIENCE = 50000 };

_Noreturn static void fail(const bench *b, const char *what) {
  fprintf(stderr, "make_vectors: %u lanes, scenario \"%s\": %s\n", b->lanes,
          b->scenarios ? b->names[b->scenarios - 1] : "-", what);
  exit(1);
}

static void put_byte(bench *b, uint32_t byte) {
  if (b->used == BENCH_BYTES)
    fail(b, "the table is full; enlarge BENCH_BYTES");
  b->bytes[b->used++] = (uint8_t)byte;
}

static void put(bench *b, uint32_t word) {
  for (; word >= 128; word >>= 7)
    put_byte(b, word | 128);
  put_byte(b, word);
}

// ----------------------------------------------------------------------------------------------------- the clock

// Whose is an answer for a lane: a refusal that of the request named by the tag; any other that of the oldest request of the
// warp and operation that waits for the lane.
static bench_job *owner(bench *b, const ws_rsp *rsp, unsigned lane) {
  bench_job *found = NULL;
  bool refusal = rsp->status == WS_ST_DEC_ILLEGAL || rsp->status == WS_ST_CV_NOT_MEMBER ||
                 rsp->status == WS_ST_CV_LANE_EXITED || rsp->status == WS_ST_CV_LANE_BUSY;
  for (unsigned n = 0; n < VECTOR_JOBS; n++) {
    bench_job *j = &b->job[n];
    bool waits = (j->req.lanes & ~j->done) >> lane & 1;
    if (waits && j->req.warp == rsp->warp && j->req.op == rsp->op && (!refusal || j->req.tag == rsp->tag) &&
        (!found || j->serial < found->serial))
      found = j;
  }
  return found;
}

static void answered(bench *b, const ws_rsp *rsp) {
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    if (!(rsp->lanes >> lane & 1))
      continue;
    bench_job *j = owner(b, rsp, lane);
    if (!j)
      fail(b, "an answer that nobody waits for");
    const uint32_t bit = 1u << lane;
    j->status[lane] = (uint16_t)rsp->status;
    if (!(j->half & bit))
      j->d[lane] = rsp->d[lane] | (ws_op_gives_token(rsp->op) ? (uint64_t)rsp->d_hi[lane] << 32 : 0);
    j->half = (j->half & ~bit) | (bit & ~ws_rsp_ends(rsp));
    if (j->half & bit)
      continue;
    j->p |= rsp->p & 1u << lane;
    j->done |= 1u << lane;
  }
  b->status[rsp->status] = true;
  if (rsp->status < 0x200)
    b->covered[rsp->op] = true;
}

static void clock_once(bench *b) {
  b->in.tick = true;
  b->in.gm_ready = ws_gmem_ready(&b->global);
  b->in.gm_rsp = ws_gmem_rsp(&b->global);
  ws_core_step(b->core, &b->in, &b->out);
  ws_gmem_step(&b->global, b->gmem, sizeof b->gmem / sizeof b->gmem[0], &(ws_gmem_host){0}, &b->out.gm,
               b->out.gm_rsp_ready);
  if (b->out.rsp.valid)
    answered(b, &b->out.rsp);
}

static void pass(bench *b, unsigned clocks) {
  while (clocks--)
    clock_once(b);
}

static void settle(bench *b) {
  for (unsigned i = 0; i < PATIENCE; i++) {
    clock_once(b);
    if (b->out.idle && ws_gmem_ready(&b->global))
      return;
  }
  fail(b, "the model does not become idle");
}

// ------------------------------------------------------------------------------------------------------- records

static void fresh(bench *b, bool legacy, uint16_t trywait) {
  b->cfg = (ws_config){.lanes = b->lanes, .warps = BENCH_WARPS, .match_bits = 4, .legacy = legacy, .trywait = trywait};
  b->core = ws_core_init(b->mem, &b->cfg);
  if (!b->core)
    fail(b, "no core of this configuration");
  memset(&b->in, 0, sizeof b->in);
  memset(b->job, 0, sizeof b->job);
  b->global = (ws_gmem){0};
  b->in.rsp_ready = true;
}

static void end_scenario(bench *b) {
  unsigned bytes = b->used - b->begin;
  if (!b->scenarios)
    return;
  if (bytes > 0xffff)
    fail(b, "a scenario is longer than two bytes can tell; cut it in two");
  b->bytes[b->begin - 2] = (uint8_t)bytes;
  b->bytes[b->begin - 1] = (uint8_t)(bytes >> 8);
}

void bench_end(bench *b) {
  end_scenario(b);
  put(b, V_END);
}

void bench_scenario(bench *b, enum vector_family family, unsigned warps, const char *name) {
  if (b->scenarios == BENCH_NAMES)
    fail(b, "too many scenarios; enlarge BENCH_NAMES");
  end_scenario(b);
  b->names[b->scenarios] = name;
  put(b, V_SCENARIO | (uint32_t)family << 8 | warps << 16);
  put(b, b->scenarios++);
  put_byte(b, 0);
  put_byte(b, 0);
  b->begin = b->used;
  fresh(b, false, 1024);
}

void bench_launch(bench *b, unsigned warp, uint32_t lanes, unsigned warps) {
  put(b, V_LAUNCH | warp << 8 | warps << 16);
  put(b, lanes);
  b->in.launch = (ws_lanes){true, warp, lanes};
  b->in.launch_warps = warps;
  clock_once(b);
  b->in.launch.valid = false;
  pass(b, b->gap);
}

void bench_exit(bench *b, unsigned warp, uint32_t lanes) {
  put(b, V_EXIT | warp << 8);
  put(b, lanes);
  b->in.exit = (ws_lanes){true, warp, lanes};
  clock_once(b);
  b->in.exit.valid = false;
  pass(b, b->gap);
}

// Of the model only at the beginning of a scenario, since it is part of the configuration.
void bench_set(bench *b, bool legacy, uint16_t trywait, uint16_t tick_div) {
  put(b, V_SET | (uint32_t)legacy << 8);
  put(b, trywait);
  put(b, tick_div);
  fresh(b, legacy, trywait);
}

ws_req bench_req(uint32_t op, unsigned warp, uint32_t lanes) {
  ws_req req = {.valid = true, .op = op, .warp = warp, .lanes = lanes};
  for (unsigned lane = 0; lane < WS_LANES_MAX; lane++)
    req.mask[lane] = lanes;
  return req;
}

// Values by lane in the shortest form.
static void put_values(bench *b, uint32_t lanes, const uint64_t v[]) {
  unsigned first = (unsigned)__builtin_ctz(lanes);
  uint32_t rest = lanes & (lanes - 1);
  unsigned second = rest ? (unsigned)__builtin_ctz(rest) : first + 1;
  bool same = true, wide = false, steps = second == first + 1;
  uint32_t step = rest ? (uint32_t)(v[second] - v[first]) : 0, base = (uint32_t)v[first] - step * first;
  for (unsigned lane = 0; lane < b->lanes; lane++)
    if (lanes >> lane & 1) {
      same = same && v[lane] == v[first];
      wide = wide || v[lane] >> 32;
      steps = steps && (uint32_t)v[lane] == base + step * lane;
    }
  put(b, same ? (wide ? O_ALL64 : O_ALL) : wide ? O_EACH64 : steps ? O_STEP : O_EACH);
  if (!same && !wide && steps) {
    put(b, base);
    put(b, step);
    return;
  }
  for (unsigned lane = 0; lane < b->lanes; lane++)
    if (lanes >> lane & 1 && (!same || lane == first)) {
      put(b, (uint32_t)v[lane]);
      if (wide)
        put(b, (uint32_t)(v[lane] >> 32));
    }
}

static void put_values32(bench *b, uint32_t lanes, const uint32_t v[]) {
  uint64_t wide[WS_LANES_MAX];
  for (unsigned lane = 0; lane < WS_LANES_MAX; lane++)
    wide[lane] = v[lane];
  put_values(b, lanes, wide);
}

void bench_op(bench *b, unsigned job, const ws_req *req) {
  unsigned uses = ws_op_uses(req->op);
  put(b, V_OP | job << 8 | req->warp << 16 | (uint32_t)req->neg << 24);
  put(b, req->op);
  put(b, req->lanes);
  put(b, req->pred);
  if (uses & WS_USES_MASK)
    put_values32(b, req->lanes, req->mask);
  if (uses & WS_USES_B)
    put_values32(b, req->lanes, req->b);
  if (uses & WS_USES_C)
    put_values32(b, req->lanes, req->c);
  if (uses & (WS_USES_A | WS_USES_A_HI))
    put_values(b, req->lanes, req->a);
  if (uses & WS_USES_ADDR)
    put_values(b, req->lanes, req->addr);

  if (b->job[job].done != b->job[job].req.lanes)
    fail(b, "a job is used again before it is done");
  b->job[job] = (bench_job){.req = *req, .serial = b->requests++};
  b->job[job].req.valid = true;
  b->job[job].req.tag = job;
  b->in.req = b->job[job].req;
  for (unsigned i = 0;; i++) {
    clock_once(b);
    if (b->out.req_ready)
      break;
    if (i == PATIENCE)
      fail(b, "a request is not taken");
  }
  b->in.req.valid = false;
  pass(b, b->gap);
}

void bench_answer(bench *b, unsigned job) {
  bench_job *j = &b->job[job];
  for (unsigned i = 0; j->done != j->req.lanes; i++) {
    clock_once(b);
    if (i == PATIENCE)
      fail(b, "a job is not answered");
  }
  uint32_t status[WS_LANES_MAX];
  for (unsigned lane = 0; lane < WS_LANES_MAX; lane++)
    status[lane] = j->status[lane];
  put(b, V_ANSWER | job << 8);
  put(b, j->p);
  put_values32(b, j->req.lanes, status);
  if (ws_op_gives_d(j->req.op))
    put_values(b, j->req.lanes, j->d);
}

void bench_waits(bench *b, unsigned job) {
  settle(b);
  if (b->job[job].done == b->job[job].req.lanes)
    fail(b, "a job is answered that should wait");
  put(b, V_WAITS | job << 8);
  put(b, b->job[job].done);
}

void bench_do(bench *b, const ws_req *req) {
  bench_op(b, 0, req);
  bench_answer(b, 0);
}

// -------------------------------------------------------------------------------------------------------- memory

static uint32_t access_word(bench *b, uint32_t addr, bool write, uint32_t data, bool *raw) {
  unsigned bank = addr / 4 % WS_BANKS_MAX;
  b->in.ls = (ws_ls){.valid = true, .en = 1u << bank};
  b->in.ls.row[bank] = (uint16_t)(addr / 4 / WS_BANKS_MAX);
  b->in.ls.be[bank] = write ? 15 : 0;
  b->in.ls.wdata[bank] = data;
  for (unsigned i = 0; i < PATIENCE; i++) {
    clock_once(b);
    if (b->in.ls.valid && b->out.ls_ready)
      b->in.ls.valid = false;
    if (b->out.ls_rsp.valid) {
      *raw = b->out.ls_rsp.raw != 0;
      return b->out.ls_rsp.rdata[bank];
    }
  }
  fail(b, "shared memory does not answer");
}

void bench_smem_put(bench *b, uint32_t addr, const uint32_t words[], unsigned n) {
  bool raw;
  put(b, V_SMEM_PUT | n << 8);
  put(b, addr);
  for (unsigned i = 0; i < n; i++) {
    put(b, words[i]);
    access_word(b, addr + 4 * i, true, words[i], &raw);
  }
}

void bench_smem_get(bench *b, uint32_t addr, unsigned n) {
  bool raw;
  settle(b);
  put(b, V_SMEM_GET | n << 8);
  put(b, addr);
  for (unsigned i = 0; i < n; i++)
    put(b, access_word(b, addr + 4 * i, false, 0, &raw));
}

void bench_gmem_put(bench *b, uint32_t addr, const uint32_t words[], unsigned n) {
  put(b, V_GMEM_PUT | n << 8);
  put(b, addr);
  for (unsigned i = 0; i < n; i++) {
    put(b, words[i]);
    b->gmem[(addr / 4 + i) % 1024] = words[i];
  }
}

void bench_tx(bench *b, uint32_t addr, uint32_t bytes) {
  put(b, V_TX);
  put(b, addr);
  put(b, bytes);
  b->in.tx = (ws_tx){true, addr, bytes};
  do
    clock_once(b);
  while (!b->out.tx_ready);
  b->in.tx.valid = false;
  pass(b, b->gap);
}

void bench_raw(bench *b, uint32_t addr) {
  bool raw = false;
  settle(b);
  access_word(b, addr, false, 0, &raw);
  put(b, V_RAW | (uint32_t)raw << 8);
  put(b, addr);
}

void bench_error(bench *b) {
  settle(b);
  const ws_err *e = &b->out.err;
  put(b, V_ERROR | (uint32_t)e->valid << 8);
  put(b, e->status);
  put(b, e->op);
  put(b, e->warp);
  put(b, e->lanes);
}

void bench_warp(bench *b, unsigned warp) {
  settle(b);
  put(b, V_WARP | warp << 8);
  put(b, b->out.live[warp]);
  put(b, b->out.wait[warp]);
}
