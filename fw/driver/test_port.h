// SPDX-License-Identifier: Apache-2.0
// What the driver's tests share: a driver on the golden model of the block, through a port that can be told to fail.
#ifndef TEST_PORT_H
#define TEST_PORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model_port.h"
#include "bus/ws_regs.h"

typedef struct rig {
  model_port model;
  ws_port inner, port;
  ws_dev dev;
  uint64_t accesses, fail_at;                  // the access of this number fails; 0: none
  uint64_t fail_from;                          // all from this number on; 0: none
  uint32_t force_addr, force_set, force_clear; // what reads of this address give; all ones: of none
  uint32_t lose_addr;                          // writes to this address get lost; all ones: none
  bool posted;                                 // refused writes are not told
  bool gives_up;                               // wait gives up
  uint64_t writes, reads, waits;
} rig;

// The model with 4 warps; the driver is open, the block reset. Warps are launched by rig_launch.
static inline void rig_quiet(rig *g) {
  g->fail_at = g->fail_from = 0;
  g->force_addr = g->lose_addr = ~0u;
  g->posted = g->gives_up = false;
}

static inline bool rig_fails(rig *g) {
  uint64_t n = ++g->accesses;
  return n == g->fail_at || (g->fail_from && n >= g->fail_from);
}

static inline int rig_read(void *user, uint32_t addr, uint32_t *data) {
  rig *g = user;
  g->reads++;
  *data = 0xbad; // a port may leave anything there if it fails
  if (rig_fails(g))
    return 1;
  int r = g->inner.read(g->inner.user, addr, data);
  *data = r ? 0xbad : *data;
  if (addr == g->force_addr)
    *data = (*data & ~g->force_clear) | g->force_set;
  return r;
}

static inline int rig_write(void *user, uint32_t addr, uint32_t data) {
  rig *g = user;
  g->writes++;
  if (rig_fails(g))
    return 1;
  int r = addr == g->lose_addr ? 0 : g->inner.write(g->inner.user, addr, data);
  return g->posted ? 0 : r;
}

static inline int rig_wait(void *user) {
  rig *g = user;
  g->waits++;
  return g->gives_up ? 1 : g->inner.wait(g->inner.user);
}

static inline void rig_open(rig *g, unsigned lanes, unsigned fifo) {
  const ws_bus_config cfg = {.core = {.lanes = lanes, .warps = 4, .slots = 1, .match_bits = 4}, .fifo = fifo};
  *g = (rig){0};
  rig_quiet(g);
  assert_true(model_port_open(&g->model, &cfg));
  g->inner = model_port_of(&g->model);
  g->port = (ws_port){.user = g, .read = rig_read, .write = rig_write, .wait = rig_wait};
  assert_int_equal(ws_open(&g->dev, &g->port), WS_OK);
  assert_int_equal(ws_reset(&g->dev), WS_OK);
}

static inline uint32_t rig_all(const rig *g) { return 0xffffffffu >> (32 - g->dev.caps.lanes); }

static inline void rig_launch(rig *g) {
  for (unsigned w = 0; w < 4; w++)
    assert_int_equal(ws_launch(&g->dev, w, rig_all(g), 0), WS_OK);
}

static inline void rig_close(rig *g) { model_port_close(&g->model); }

// A ballot of these lanes of a warp, among all its lanes.
static inline ws_job rig_ballot(const rig *g, unsigned warp, uint32_t lanes, uint32_t pred) {
  ws_job job = {.op = WS_OP_VOTE_BALLOT, .warp = warp, .lanes = lanes, .pred = pred};
  ws_all32(job.mask, rig_all(g));
  return job;
}

#endif
