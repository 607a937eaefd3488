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

typedef struct block_cfg {
  unsigned lanes;                                // 4, 8, 16, 32
  unsigned warps;                                // launched; the build has 32, the others stay exited
  bool legacy;                                   // target sm_60
  uint16_t watchdog;                             // ticks, 0 off
  bool rtl, model;                               // sides that run; both: compared in every cycle
  const char *name;                              // for reports
  const char *repeat;                            // command that repeats the run
  void (*on_rsp)(void *user, const ws_rsp *rsp); // each response, once
  void *user;
} block_cfg;

// NULL with a message on stderr when the sides asked for are not there.
block *block_open(const block_cfg *cfg);
void block_close(block *b);

// As after opening: all lanes of the launched warps live, nobody waits, no error captured.
bool block_reset(block *b);

bool block_issue(block *b, const ws_req *req);
bool block_exit(block *b, unsigned warp, uint32_t lanes);
bool block_tick(block *b, uint64_t n);

uint32_t block_live(const block *b, unsigned warp); // lanes that have not exited
uint32_t block_wait(const block *b, unsigned warp); // lanes blocked
uint32_t block_error(const block *b);               // status of the first error since reset, 0 if none

#endif
