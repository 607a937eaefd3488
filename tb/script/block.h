// SPDX-License-Identifier: Apache-2.0
// The block of one CTA as the script machine sees it: RTL, C model, or both in lockstep, behind statements instead of
// clock cycles. Every call returns when the machine has settled: nothing more happens without a new call.
//
// A call that spends clock cycles returns false from the first difference between RTL and model on; the report that
// describes it (cycle, port, both values) is on stderr by then.
#ifndef WS_BLOCK_H
#define WS_BLOCK_H

#include "ws.h"

typedef struct block block;

enum {
  BLOCK_TICK_NS = 10, // nanoseconds of a tick
  BLOCK_WAITERS = 64, // groups of lanes that can wait in mbarrier.try_wait at a time
};

typedef struct block_cfg {
  unsigned lanes;                                // 4, 8, 16, 32
  unsigned warps;                                // launched; the build has 32, the others stay exited
  unsigned rank, ctas;                           // its place in the cluster
  bool legacy;                                   // target sm_60
  uint16_t trywait;                              // ticks that try_wait waits without a limit of its own
  uint16_t watchdog;                             // ticks, 0 off
  bool rtl, model;                               // sides that run; both: compared in every cycle
  const char *waves;                             // FST file of the RTL, or NULL
  uint8_t *global;                               // global memory of the cluster, WS_GMEM_BYTES; copies read it
  const char *name;                              // for reports
  const char *repeat;                            // command that repeats the run
  void (*on_rsp)(void *user, const ws_rsp *rsp); // each response, once
  void (*on_msg)(void *user, const ws_msg *msg); // each message to another CTA, as it leaves; the caller delivers it
  void (*on_ask)(void *user,
                 const ws_ask *ask); // ... and each atomic for one, which is to be answered at once by block_answer
  void (*on_ans)(void *user, const ws_ans *ans); // ... and each answer to one
  void *user;
} block_cfg;

// NULL with a message on stderr when the sides asked for are not there.
block *block_open(const block_cfg *cfg);
void block_close(block *b);

// As after opening: all lanes of the launched warps live, nobody waits, no error captured, shared memory zero and no
// object in it valid.
bool block_reset(block *b);

bool block_issue(block *b, const ws_req *req);
bool block_exit(block *b, unsigned warp, uint32_t lanes);
bool block_deliver(block *b, const ws_msg *msg); // a message of another CTA comes in

bool block_ask(block *b, const ws_ask *ask);    // an atomic of another CTA
void block_answer(block *b, const ws_ans *ans); // the answer to an atomic of this one; may be called by on_ask

// What the CTA says of the barrier of its cluster, and that barrier in another phase.
ws_clb block_clb(const block *b);
bool block_phase(block *b, bool phase);

// n ticks: block_tick settles after each of them, block_pass only after the last, one tick a clock.
bool block_tick(block *b, uint64_t n);
bool block_pass(block *b, uint64_t n);

// The ticks of a .wait are over.
bool block_waited(block *b);

// Plain access to shared memory: 1, 2, 4 or 8 bytes at a multiple of that. *raw: they belong to a live mbarrier object.
bool block_load(block *b, uint32_t offset, unsigned bytes, uint64_t *value, bool *raw);
bool block_store(block *b, uint32_t offset, unsigned bytes, uint64_t value, bool *raw);

// Phases that the mbarrier object at an offset has completed since its init, false where the model does not run; and
// those that it had completed when it gave the token that a lane got last.
bool block_phases(const block *b, uint32_t offset, uint64_t *phases);
uint64_t block_token_phase(const block *b, unsigned warp, unsigned lane);

uint32_t block_live(const block *b, unsigned warp); // lanes that have not exited
uint32_t block_wait(const block *b, unsigned warp); // lanes blocked
uint32_t block_error(const block *b);               // status of the first error since reset, 0 if none

#endif
