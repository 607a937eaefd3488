// SPDX-License-Identifier: Apache-2.0
// The engine of cp.async with the arrives that cp.async.mbarrier.arrive attaches to copies
// (PTX 9.7.13.15.15), cycle for cycle as rtl/async/ws_async_copy.v. Internal to libwarpsync.
#ifndef WS_STATE_ASYNC_COPY_H
#define WS_STATE_ASYNC_COPY_H

#include "ws.h"

#define ASYNC_COPIES_MAX 64

typedef struct async_copy_push { // a copy of one lane
  uint32_t warp, lane;
  uint32_t dst;         // byte address in shared memory, 14 bits
  uint32_t src;         // byte address in global memory
  uint32_t bytes, take; // 4, 8 or 16 bytes are written; those from `take` on are zero
  bool cg;
} async_copy_push;

typedef struct async_copy_arr { // lanes whose arrive at `slot` waits for their newest copy
  uint32_t warp, lanes, slot;
} async_copy_arr;

typedef struct async_copy_job { // an arrive whose copy is complete
  uint32_t slot, warp, lane;
} async_copy_job;

typedef struct async_copy_wr { // bytes to be written to shared memory
  uint32_t addr, bytes, warp, lane;
  bool cg;
  uint32_t data[4];
} async_copy_wr;

typedef struct async_copy_entry {
  async_copy_push copy;
  bool newest;   // under way, and its lane has none that is newer
  bool attached; // an arrive at `slot` waits for it
  uint32_t slot;
  uint32_t data[4]; // what global memory answered
} async_copy_entry;

// Copies are numbered as they come, modulo 2^32; copy i stands in entry[i % entries].
typedef struct async_copy {
  unsigned entries;
  unsigned slot_warps;  // warps of a CTA slot
  bool taken;           // a copy was taken
  bool full;            // there may be no place for another one: found a cycle ahead
  async_copy_push take; // ... and is pushed in this cycle
  uint32_t pushed, asked, got, done,
      out; // next to be pushed, taken by global memory, answered, written, and to leave the queue
  async_copy_entry entry[ASYNC_COPIES_MAX];
  bool gm_valid;      // copy `asked` stands at the gm port
  bool wr_valid;      // copy `done` stands at the wr port
  async_copy_arr arr; // lanes still to be chosen
  bool lane_valid;    // a lane of arr has been chosen
  uint32_t lane;      // which
  bool job_valid;     // an arrive stands at the job port
  async_copy_job job; // which; for one that did not wait: slot and warp are those of arr
  bool job_direct;    // it did not wait for a copy
} async_copy;

// What takes place at a clock edge. A pointer is NULL and a flag false where the handshake of its port did not take place.
typedef struct async_copy_in {
  const async_copy_push *push;
  const async_copy_arr *arr;
  const ws_gm_rsp *gm_rsp;
  bool job_taken, gm_taken, wr_taken;
} async_copy_in;

// State after reset. cfg: complete.
void ws_async_copy_init(async_copy *m, const ws_config *cfg);

// The ready ports.
bool ws_async_copy_push_ready(const async_copy *m);
bool ws_async_copy_arr_ready(const async_copy *m);

// True if an answer of global memory is still to come; it is taken when it does.
bool ws_async_copy_owed(const async_copy *m);

// The valid ports and what stands there; false if nothing does, then the record is untouched but for its valid flag.
bool ws_async_copy_gm_out(const async_copy *m, ws_gm *gm);
bool ws_async_copy_wr_out(const async_copy *m, async_copy_wr *wr);

// True if no copy, no arrive and no work on one is under way.
bool ws_async_copy_empty(const async_copy *m);

// CTA slots of which one is.
uint32_t ws_async_copy_slots(const async_copy *m);

// The clock edge.
void ws_async_copy_step(async_copy *m, const async_copy_in *in);

#endif
