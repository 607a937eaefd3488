// SPDX-License-Identifier: Apache-2.0
// The mbarrier unit of a core, cycle for cycle as rtl/mbar/ws_mbar.v (PTX 9.7.13.15, 9.7.9.25.3.1). Internal to libwarpsync.
//
//   head ─► issue ─┬─ local pieces ─────────────────► [tx > deferred arrive > net > issue] ─► job ─► raw ─► got, spare ─► sum ─► put ─► back
//                  ├─ remote pieces ─► net                                                                               │
//                  └─ copies ─► async_copy ─► side port of memory                                   result ◄───────┴─► mbar_wait
//
// issue: in, cut, low, out with a spare place. A warp's operation is cut into pieces, the lanes that ask for the same: at once if these
// are all lanes or one, else in three cycles a piece. A piece is one job; put carries it out, at
// once where the outcome is that of its lanes one after the other, else lane by lane, one in two clocks; a job that follows in `sum`
// then waits for the clock after the last one. In `back` the object is written. Results of an operation are
// gathered until its last piece is done, then answered with one response a status.
// Memory belongs to the core (state/smem.h, when/smem_port.h): the unit says in which clock it uses which banks.
#ifndef WS_WHEN_MBAR_UNIT_H
#define WS_WHEN_MBAR_UNIT_H

#include "state/async_copy.h"
#include "state/mbar_wait.h"
#include "state/smem.h"
#include "state/sync.h"
#include "when/smem_port.h"

// A group on its way, and a piece of one.
typedef struct mbar_group {
  bool valid;
  bool whole; // its lanes are one piece
  bool apart; // each lane is one
  uint32_t warp, tag, fn;
  uint32_t lanes; // still to be sent
  mbar_operand ask[WS_LANES_MAX];
  uint64_t digest[WS_LANES_MAX]; // if neither
} mbar_group;

typedef struct mbar_piece {
  bool valid;
  mbar_job job;
} mbar_piece;

typedef struct mbar_issue {
  mbar_group in, cut;
  enum { MBAR_PICK, MBAR_COMPARE, MBAR_TAKE } step; // of cut
  mbar_piece low, out, spare;                       // out: the next to leave; spare: behind it, if it cannot
} mbar_issue;

// Lanes of one operation with their results, answered status by status once all are there.
typedef struct mbar_gather {
  bool closed;
  bool mixed;     // the lanes of this operation had different statuses
  unsigned after; // then: cycles until the next response stands
  uint16_t one;   // status of those that came first
  uint32_t warp, tag, fn;
  uint32_t lanes; // that have a result and have not been answered
  uint32_t p;
  uint16_t status[WS_LANES_MAX];
  uint64_t d[WS_LANES_MAX];
  uint64_t phase[WS_LANES_MAX];
} mbar_gather;

typedef struct mbar_unit {
  unsigned lanes, warps, slots, rank, ctas;
  uint32_t limit; // of a try_wait that names none, in nanoseconds
  mbar_issue issue;
  ws_msg net; // message register
  ws_tx tx;   // bytes of the tx port that were taken and have not entered the pipe
  bool job_valid, raw_valid, got_valid, spare_valid, sum_valid, put_valid;
  bool back; // put wrote an object in the cycle before
  mbar_job job, raw, got, spare, sum, put;
  bool one;      // put tries the lowest lane alone
  bool again;    // put has tried before
  bool calc;     // the sums for that are being made
  uint32_t left; // lanes of `put` still to be carried out; bit 0 stands for the tx port
  uint32_t fine; // lanes of `put` whose cp.async.mbarrier.arrive will arrive
  mbar_gather gather;
  mbar_wait wait;
  bool tick;      // of the clock before: it takes effect in this one
  unsigned given; // entries of its table that were given back in the cycle before: they cannot be had yet
  async_copy copy;
  ws_err late;                 // a status that no response carries, of the cycle before
  uint32_t away[WS_WARPS_MAX]; // lanes blocked in try_wait
} mbar_unit;

typedef struct mbar_in {      // of one cycle
  const ws_req *req;          // a group enters: operands of its lanes
  const group_head *head;     // ... and who it is; NULL if none
  bool res_taken, wake_taken; // the collector took what ws_mbar_unit_result and ws_mbar_unit_woken showed
  bool alive;                 // a lane lives
  bool tick;
  bool swept;         // memory is being cleared
  bool held;          // an access of memory waits for the pipe
  bool copy_ready;    // memory takes a copy
  bool gm_taken;      // global memory takes the request of a copy, if one stands there
  bool gm_rsp;        // it answers one, at ports
  const ws_in *ports; // tx, gm_rsp, net
} mbar_in;

// State after reset. cfg: complete.
void ws_mbar_unit_init(mbar_unit *m, const ws_config *cfg, unsigned rank);

// A new limit for a try_wait that names none, in nanoseconds: also for those that have not entered the pipe.
void ws_mbar_unit_limit(mbar_unit *m, uint32_t limit);

// What stands at the result port and at the wake port; rsp may be NULL, else it is written if something stands there.
bool ws_mbar_unit_result(const mbar_unit *m, ws_rsp *rsp);
bool ws_mbar_unit_woken(const mbar_unit *m, ws_rsp *rsp);

// True if a group can enter in this cycle. Looks at `swept` of `in`.
bool ws_mbar_unit_ready(const mbar_unit *m, const mbar_in *in);

// The use of memory in this cycle: jobs, slots, copy, wr. swept: a sweep is under way.
void ws_mbar_unit_use(const mbar_unit *m, bool swept, smem_use *use);

// What put does next to memory as it stands; no lanes if it takes a clock for itself. put_valid holds.
mbar_done ws_mbar_unit_put(const mbar_unit *m, const smem *mem);

// One cycle: the tx, gm and net outputs, then the clock edge. late: a status that no response carries, of a job that ended in the cycle before.
void ws_mbar_unit_step(mbar_unit *m, smem *mem, const mbar_in *in, ws_out *out, ws_err *late);

// True if nothing more happens without an input; lanes that wait in try_wait alone are quiet.
bool ws_mbar_unit_quiet(const mbar_unit *m);

// ------------------------------------------------------------------------ steps of it: mbar_issue.c, mbar_result.c

// True if a group can enter in this cycle; it stands in the first stage from the next one on.
bool ws_mbar_issue_ready(const mbar_issue *q);

// One cycle: the piece that stood at the outputs leaves if `taken`, the stages move up, a group enters if head is not NULL.
void ws_mbar_issue_step(mbar_unit *m, bool taken, const group_head *head, const ws_req *req);

// The piece that stands at the outputs, as a job and as a copy; could it leave, as far as what it needs beside the pipe goes?
// net_ready: of the port.
mbar_job ws_mbar_piece_job(const mbar_unit *m);
async_copy_push ws_mbar_piece_copy(const mbar_unit *m);
bool ws_mbar_piece_can_go(const mbar_unit *m, bool net_ready);

// Entries of the waiter table that are free, and that no job in the pipe may need.
unsigned ws_mbar_room(const mbar_unit *m);

// It leaves as a message to the network.
void ws_mbar_piece_send(mbar_unit *m);

// CTA slots of which something is inside, as bits.
uint32_t ws_mbar_issue_slots(const mbar_unit *m);

// True if issue is empty, or a try_wait for which the table has no room stands at its outputs: it waits as those in the table do.
bool ws_mbar_issue_quiet(const mbar_unit *m);

// The results of the lanes that put has carried out. phases: that the object had completed.
void ws_mbar_gather(mbar_unit *m, const mbar_done *d, uint64_t phases);

// The response that stood at the result port was taken.
void ws_mbar_answered(mbar_unit *m);

// A cycle towards the next response, if none was taken: before lanes are gathered in it.
void ws_mbar_pick(mbar_unit *m);

#endif
