// SPDX-License-Identifier: Apache-2.0
// A second, untimed opinion on the mbarrier unit of one CTA (PTX 9.7.13.15, cp.async 9.7.9.25.3.1).
//
// Events go in one at a time, in the order in which they take effect; each is carried out at once, lane by lane, on a
// plain picture of shared memory, and leaves behind what must come out: responses, messages to other CTAs, entries that
// the error capture may show. What comes out is crossed off. Where events of several sources compete in the same cycles
// only the machine knows their order, so whoever drives this lets the machine settle between them. Operations of warps
// take effect in the order in which they are accepted. One that finds no room (a full table of waiting groups, a full
// copy engine, a copy that already has an arrival attached) stays queued with all behind it until there is some.
//
// A disagreement is printed once, with the last events, and sets `failed`.
#ifndef ORACLE_MBAR_H
#define ORACLE_MBAR_H

#include "ws.h"

enum {
  ORACLE_MBAR_SLOTS = WS_SMEM_BYTES / 8,
  ORACLE_MBAR_QUEUE = 16, // requests
  ORACLE_MBAR_BEATS = WS_LANES_MAX / 4,
  ORACLE_MBAR_EXPECTED = 512,
  ORACLE_MBAR_LOG = 40
};

typedef struct oracle_mbar_op { // an accepted request
  ws_req req;
  uint32_t todo;    // lanes not yet carried out
  uint32_t raised;  // cp.async.mbarrier.arrive: lanes whose arrival is still to be attached or carried out
  uint32_t waiting; // lanes that wait in the table and are answered later
  bool behind;      // a sweep, which comes first
  bool answered;    // all others are, or may be by now: a cp.async.mbarrier.arrive whose arrivals find no room
  uint32_t lanes, p;
  uint32_t status[WS_LANES_MAX];
  uint64_t d[WS_LANES_MAX], phase[WS_LANES_MAX];
} oracle_mbar_op;

typedef struct oracle_mbar_waiter { // lanes that wait for a phase to end
  uint32_t lanes;                   // 0: free
  uint32_t warp, tag, op, status, slot;
  uint64_t limit, waited; // nanoseconds
} oracle_mbar_waiter;

typedef struct oracle_mbar_copy {
  uint32_t warp, lane, op, dst, bytes, take, src;
  bool arrive;   // an arrival is attached to it
  uint32_t slot; // where to
} oracle_mbar_copy;

typedef struct oracle_mbar_expected {
  ws_rsp rsp;
  uint64_t batch; // responses of one operation come in this order
} oracle_mbar_expected;

typedef struct oracle_mbar_part { // one lane's operation that must leave for another CTA
  uint32_t dest, warp, lane, op, slot, count;
} oracle_mbar_part;

typedef struct oracle_mbar {
  ws_config cfg; // with all defaults filled in
  unsigned rank;
  uint8_t smem[WS_SMEM_BYTES];
  bool vld[ORACLE_MBAR_SLOTS], seen[ORACLE_MBAR_SLOTS];
  uint64_t phases[ORACLE_MBAR_SLOTS];                       // completed since init
  uint32_t live[WS_WARPS_MAX], away[WS_WARPS_MAX];          // away: lanes with a try_wait that is not answered yet
  unsigned ops, copies, asked, parts, count, errors;        // asked: copies that have asked global memory
  oracle_mbar_op op[ORACLE_MBAR_QUEUE * ORACLE_MBAR_BEATS]; // a beat each
  oracle_mbar_waiter waiter[64];
  oracle_mbar_copy copy[64]; // oldest first
  oracle_mbar_part part[ORACLE_MBAR_EXPECTED];
  oracle_mbar_expected expected[ORACLE_MBAR_EXPECTED];
  ws_err error[ORACLE_MBAR_EXPECTED]; // any of these may be the first error
  ws_err captured;
  uint64_t batches;
  bool sweeping;      // the CTA was launched anew, copies of the last one are still under way
  bool doubtful;      // a wait without a limit was carried out while the table was full: when it took place is open
  bool split;         // messages come in lane by lane; a capture may show more lanes, those of one message
  bool no_phase;      // a token's phase is not shown, only its last bit
  bool failed, keeps; // keeps: a disagreement is kept in `wrong` and not printed
  char wrong[300];
  uint64_t events, answered[256], kept[256]; // by status code: lanes answered, first errors captured
  uint64_t flips, stalls, timeouts, wakes, raw;
  unsigned log_ticks;
  char log[ORACLE_MBAR_LOG][160];
} oracle_mbar;

// A CTA after reset and its sweep; every lane has exited.
void oracle_mbar_init(oracle_mbar *o, const ws_config *cfg, unsigned rank);

// Events. `shown`: wait_o of the warp in the cycle of the event.
void oracle_mbar_exit(oracle_mbar *o, const ws_lanes *e, uint32_t shown);
void oracle_mbar_launch(oracle_mbar *o, const ws_lanes *l);
void oracle_mbar_request(oracle_mbar *o, const ws_req *r, uint32_t shown);
void oracle_mbar_tick(oracle_mbar *o);
void oracle_mbar_tx(oracle_mbar *o, const ws_tx *tx);
void oracle_mbar_message(oracle_mbar *o, const ws_msg *m);
void oracle_mbar_copied(oracle_mbar *o, const uint32_t data[4]); // the data of the oldest copy came in
ws_ls_rsp oracle_mbar_access(oracle_mbar *o, const ws_ls *ls);

// Operations that found no room stand in the queue.
static inline bool oracle_mbar_stalled(const oracle_mbar *o) { return o->ops > 0; }
uint32_t oracle_mbar_all_lanes(const oracle_mbar *o);
bool oracle_mbar_alive(const oracle_mbar *o);
uint32_t oracle_mbar_away(const oracle_mbar *o, unsigned warp); // lanes with a try_wait that is not answered yet
uint64_t oracle_mbar_word(const oracle_mbar *o, unsigned slot);

// What came out.
void oracle_mbar_response(oracle_mbar *o, const ws_rsp *r);
void oracle_mbar_sent(oracle_mbar *o, const ws_msg *m);
// In place of oracle_mbar_sent, where the network is not seen: the next lane's operation that must leave. False: none.
bool oracle_mbar_leaves(oracle_mbar *o, ws_msg *m);
void oracle_mbar_asked(oracle_mbar *o, const ws_gm *g);
void oracle_mbar_outputs(oracle_mbar *o, const ws_out *out); // wait and the capture, in every cycle
// A capture that was seen first; known: somebody else accounts for it. False if it is none of this unit's errors.
bool oracle_mbar_captured(oracle_mbar *o, const ws_err *err, bool known);
void oracle_mbar_rested(oracle_mbar *o);                     // the block is idle: nothing more may be owed
void oracle_mbar_settled(oracle_mbar *o, const ws_out *out); // nothing more may be owed

// Prints a disagreement with the last events, once, and sets `failed`.
void oracle_mbar_fail(oracle_mbar *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
