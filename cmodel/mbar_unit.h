// SPDX-License-Identifier: Apache-2.0
// The mbarrier unit of a core, cycle for cycle as rtl/mbar/ws_mbar.v (PTX 9.7.13.15, 9.7.9.25.3.1). Internal to libwarpsync.
//
//   head ─► issue ─┬─ local pieces ─────────────────► [tx > deferred arrive > net > issue] ─► spare ─► job ─► get ─► put
//                  ├─ remote pieces ─► net                                                                        │
//                  └─ copies ─► mbar_copy ─► side port of smem                                     result ◄───────┼─► mbar_wait
//
// A warp's operation is cut into pieces, the lanes that ask for the same. A piece is one job; put carries it out, at
// once where the outcome is that of its lanes one after the other, else in several clocks. Results of an operation are
// gathered until its last piece is done, then answered with one response a status.
// Addresses of lanes are offsets into the window of their CTA slot; from issue on they are those of memory.
#ifndef WS_MBAR_UNIT_H
#define WS_MBAR_UNIT_H

#include "mbar_copy.h"
#include "mbar_wait.h"
#include "smem.h"
#include "sync.h"

// What a lane asks for. Lanes of an operation that ask for the same form a piece. All bytes are compared.
typedef struct mbar_operand {
  uint32_t x;     // count or tx-count, bit 20: out of range; time limit; pending count; copy: see mbar_copy_x
  uint16_t at;    // address / 4 in shared memory
  uint16_t early; // error that the operands alone show; then the rest is 0
  uint16_t und;   // undefined operand: MB_BAD_PARITY, MB_BAD_TOKEN, MB_TOKEN_NOT_NOCOMPLETE
  uint8_t owner;  // 0: this CTA; rank + 1 of another
  uint8_t want;   // waits: the phase bit that they wait to be over
} mbar_operand;

enum mbar_from { MBAR_LOCAL, MBAR_NET, MBAR_DEFERRED, MBAR_TX };

// A piece on its way through the pipe.
typedef struct mbar_job {
  enum mbar_from from;
  bool pass; // touches no memory
  bool last; // piece of its operation
  uint32_t warp, tag, fn, lanes, cta;
  mbar_operand ask;
} mbar_job;

typedef struct mbar_issue {
  uint32_t warp, tag, fn;
  uint32_t lanes; // still to be sent; 0: empty
  uint32_t piece; // those of them that go next
  mbar_operand ask[WS_LANES_MAX];
} mbar_issue;

// Lanes of one operation with their results, answered status by status once all are there.
typedef struct mbar_gather {
  bool closed;
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
  bool spare_valid, job_valid, get_valid, put_valid;
  mbar_job spare, job, get, put;
  uint32_t left; // lanes of `put` still to be carried out; bit 0 stands for the tx port
  uint32_t fine; // lanes of `put` whose cp.async.mbarrier.arrive will arrive
  mbar_gather gather;
  smem mem;
  mbar_wait wait;
  mbar_copy copy;
  uint32_t away[WS_WARPS_MAX]; // lanes blocked in try_wait
  bool still;                  // nothing is under way and nobody waits: a cycle without input changes nothing
} mbar_unit;

typedef struct mbar_in {      // of one cycle
  const ws_req *req;          // a group enters: operands of its lanes
  const core_head *head;      // ... and who it is; NULL if none
  bool res_taken, wake_taken; // the collector took what mbar_unit_result and mbar_unit_woken showed
  uint32_t alive, start;      // CTAs, a bit a slot: of which a lane lives; whose first warp is launched
  bool tick;
  const ws_in *ports; // ls, tx, gm, net
} mbar_in;

typedef struct mbar_late { // a status that no response carries: for the error capture
  bool valid;
  uint32_t status, cta, warp, op, lanes;
} mbar_late;

// State after reset. cfg: complete.
void mbar_unit_init(mbar_unit *m, const ws_config *cfg, unsigned rank);

// A new limit for a try_wait that names none, in nanoseconds: also for those that have not entered the pipe.
void mbar_unit_limit(mbar_unit *m, uint32_t limit);

// What stands at the result port and at the wake port; rsp may be NULL, else it is written if something stands there.
bool mbar_unit_result(const mbar_unit *m, ws_rsp *rsp);
bool mbar_unit_woken(const mbar_unit *m, ws_rsp *rsp);

// True if a group can enter in this cycle. Looks at nothing of `in` but its ports.
bool mbar_unit_ready(const mbar_unit *m, const mbar_in *in);

// One cycle: the ls, tx, gm and net outputs, then the clock edge. late: written only if there is something to capture.
void mbar_unit_step(mbar_unit *m, const mbar_in *in, ws_out *out, mbar_late *late);

// True if nothing more happens without an input; lanes that wait in try_wait alone are quiet.
bool mbar_unit_quiet(const mbar_unit *m);

// ------------------------------------------------------------------------------------- steps of it (mbar_lane.c, mbar_put.c)

static inline bool mbar_is_error(uint32_t status) { return status >= 0x200; }

// What lane i of a request of a warp in this CTA slot asks for.
mbar_operand mbar_decode(const mbar_unit *m, unsigned slot, uint32_t fn, const ws_req *req, unsigned i);

// A count or tx-count as it stands in ask.x: 20 bits, and bit 20 if it is out of range.
uint32_t mbar_clip(uint32_t count, bool zero_is_bad);

// ask.x of cp.async: source address in bits 15:0, bytes taken from it in 20:16, log2(bytes / 4) in 22:21.
static inline uint32_t mbar_copy_x(uint32_t src, uint32_t take, uint32_t size) { return src | take << 16 | size << 21; }

// What put does in one clock.
typedef struct mbar_done {
  uint32_t lanes;  // carried out, of m->left
  uint32_t status; // theirs
  bool p;          // of a wait
  bool suspend;    // they go to the waiter table instead of answering
  bool flip;       // the object completes its phase
  bool write;
  smem_object before, after;
} mbar_done;

mbar_done mbar_carry_out(const mbar_unit *m);

#endif
