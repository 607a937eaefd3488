// SPDX-License-Identifier: Apache-2.0
// Driver of the block on a bus (rtl/bus). Freestanding C11: no libc but the memcpy and memset that a compiler calls by itself,
// no heap, no globals, no endless loop.
//
//   ws_dev dev;                                                     // the caller's memory
//   int r = ws_open(&dev, &port);                                   // identifies the block; port: three functions
//   r = ws_reset(&dev);
//   r = ws_launch(&dev, 0, 0xffffffff, 0);                          // warp 0 starts with 32 lanes
//   r = ws_do_redux(&dev, ws_whole(0, 0xffffffff), WS_OP_REDUX_ADD_U32, a, &sum);
//   if (r == WS_E_STATUS) print(ws_status_name(dev.status));
//
// Two ways to run an operation: ws_do_NAME submits and waits; ws_submit, ws_poll and ws_wait keep up to 256 jobs in flight.
// The functions are named so that the golden model (cmodel/ws.h: ws_shfl, ws_vote, ...) can be linked beside them.
// Operation codes and statuses: ws_ops.h. Registers: ws_regs.h. Section numbers are those of the PTX ISA.
#ifndef WS_DRIVER_H
#define WS_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "ws_ops.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WS_JOB_LANES 32 // lanes of a warp at most; an instance may have fewer (ws_caps)
#define WS_JOBS_MAX 256 // jobs in flight: one a tag
#define WS_PATIENCE                                                                                                    \
  1000 // calls of port.wait without progress before WS_E_TIMEOUT, unless dev.patience is set otherwise

enum ws_result {
  WS_OK = 0,
  WS_E_BUS,     // the bus refused an access or is gone; ws_refusal tells which
  WS_E_ID,      // what answers is not this block
  WS_E_MAP,     // it is, with another register map
  WS_E_CAP,     // its capability registers contradict themselves
  WS_E_ARG,     // an argument that this instance does not have, or that does not belong to the operation
  WS_E_BUSY,    // ws_submit: the request before has not been taken, or all tags are in use; poll, then try again
  WS_E_TIMEOUT, // the block did not answer within the patience of dev
  WS_E_STATUS,  // a lane ended with a status of severity error or deadlock broken: job.worst, dev.status
  WS_E_STRAY,   // a completion that belongs to no job, or to lanes that have been answered; it was removed
  WS_E_RESET,   // the block was reset before the job was done
};

// Name of a result ("WS_E_BUS"); "?" if there is none.
const char *ws_result_name(int result);

// What a driver needs from where it runs. read, write: addr is the byte offset in the block; they return 0, or nonzero where
// the bus refused or is gone. wait returns 0 when the interrupt line is high or some time has passed, nonzero to give up; it
// may be NULL. Each of them must return within bounded time.
typedef struct ws_port {
  void *user;
  int (*read)(void *user, uint32_t addr, uint32_t *data);
  int (*write)(void *user, uint32_t addr, uint32_t data);
  int (*wait)(void *user);
} ws_port;

typedef struct ws_caps { // what the block says of itself
  uint32_t version;      // 0x00MMmmpp
  uint32_t map, build;   // digest of the register map; free choice of who built the instance
  unsigned lanes, warps, slots, fifo;
  uint32_t units;           // CAP_UNITS: WS_CAP_UNITS_*_BM
  uint32_t smem_bytes;      // all slots together
  uint32_t gmem_bytes;      // of global memory, modulo which copies take their addresses
  unsigned waiters, copies; // groups in try_wait, cp.async under way, at most
  unsigned tick_ns;         // time base of the watchdog and of try_wait
} ws_caps;

// An operation of one warp, with its answer. Operands and results are indexed by lane; those of lanes outside `lanes` are
// not looked at. It begins as {0}; the caller owns it and leaves it alone from ws_submit until ws_done.
typedef struct ws_job {
  // request
  uint32_t op, warp;
  uint32_t lanes;              // that issue: active, guard true. Not empty
  uint32_t pred;               // predicate of each lane
  bool neg;                    // complements the predicates
  uint32_t mask[WS_JOB_LANES]; // membermask
  uint32_t b[WS_JOB_LANES];    // shfl b; mbarrier count or bytes; cp.async size; barrier threads
  uint32_t c[WS_JOB_LANES];    // shfl c; try_wait limit in ns; cp.async bytes taken from the source
  uint64_t a[WS_JOB_LANES];    // value; mbarrier state or parity; cp.async source; barrier number
  uint64_t addr[WS_JOB_LANES]; // mbarrier object; cp.async destination
  // answer
  uint32_t done;              // lanes answered; may come in pieces
  uint32_t p;                 // predicate results
  uint64_t d[WS_JOB_LANES];   // results; 0 where the operation has none
  uint64_t top[WS_JOB_LANES]; // upper 64 of 128 bits
  uint16_t status[WS_JOB_LANES];
  uint16_t worst;  // status of the highest severity; of several the one answered first
  uint16_t pieces; // completions that made up the answer
  // the driver's
  struct ws_job *next;
  uint32_t whole; // lanes that have 128 bits
  uint32_t half;  // lanes that have the lower 64 of 128 bits and not the upper ones
  uint8_t tag;
  bool flying, dropped;
} ws_job;

typedef struct ws_dev {
  ws_port port;
  ws_caps caps;
  uint32_t patience;  // see WS_PATIENCE
  uint16_t status;    // worst status of the last ws_do_*, or of the last job that ws_wait waited for
  uint32_t last_addr; // the last access that the port refused
  bool last_write;
  ws_job *flight; // jobs in flight, newest first
  unsigned in_flight;
  uint8_t next_tag;
  bool irq_on;
  bool torn; // an access failed in the middle of a completion
} ws_dev;

// ----------------------------------------------------------------------------------------------------- block

// Identifies the block and reads its capabilities; writes nothing. WS_E_BUS, WS_E_ID, WS_E_MAP, WS_E_CAP. After WS_E_MAP,
// dev->caps.map tells what the block has; WS_BUS_MAP is what this driver was built for.
int ws_open(ws_dev *dev, const ws_port *port);

// Resets the block. All lanes have exited afterwards, settings are those after reset, SCRATCH and memories are kept. Jobs in
// flight end with WS_E_RESET. WS_E_BUS, WS_E_TIMEOUT.
int ws_reset(ws_dev *dev);

// Starts a fully exited warp with these lanes (bit i: lane i). `warps`: warps of its CTA, 0 all of the slot; it counts with the
// launch that starts a CTA. A warp that still has lanes is left alone, with CV_LANE_BUSY in the error capture.
int ws_launch(ws_dev *dev, unsigned warp, uint32_t lanes, unsigned warps);

// These lanes exit. Waits that they alone hold up go on.
int ws_exit(ws_dev *dev, unsigned warp, uint32_t lanes);

// Live and blocked lanes of a warp, now.
int ws_warp_state(ws_dev *dev, unsigned warp, uint32_t *live, uint32_t *waiting);

typedef struct ws_settings {
  bool legacy; // target sm_6x: deprecated vote exists (9.7.13.8)
  // Ticks that a lane may be blocked, at most 32,767; 0 for ever. Needs WS_CAP_UNITS_WATCHDOG_BM.
  uint32_t watchdog;
  uint32_t trywait;  // ticks that try_wait waits without a limit of its own, at most 65,535
  uint32_t tick_div; // clocks of a tick, at most 65,535
} ws_settings;

int ws_settings_get(ws_dev *dev, ws_settings *settings);
int ws_settings_put(ws_dev *dev, const ws_settings *settings); // WS_E_ARG out of range, or a watchdog that is not built

typedef struct ws_counters {                                                     // since reset or ws_counters_clear
  uint64_t clocks, requests, completions, errors, request_wait, completion_wait; // the last two: clocks
} ws_counters;

// All of one instant. WS_E_ARG if they are not built: they need WS_CAP_UNITS_COUNTERS_BM.
int ws_counters_get(ws_dev *dev, ws_counters *counters);
int ws_counters_clear(ws_dev *dev);

typedef struct ws_first_error { // sticky: the first error of the block since reset
  bool valid;
  uint32_t status, op, warp, cta, lanes, operand; // operand: the membermask
} ws_first_error;

int ws_first_error_get(ws_dev *dev, ws_first_error *error);

typedef struct ws_refused { // sticky: the first access that was refused
  bool valid, write;
  uint32_t addr, kind; // kind: WS_BUS_ERR_INFO_KIND_*
} ws_refused;

// Tells and clears the first refused access. While one stands, ws_submit, ws_poll and ws_wait return WS_E_BUS: a port that
// cannot tell at once that a write was refused (a serial line) is found out this way.
int ws_refusal(ws_dev *dev, ws_refused *refused);

// One register or memory word. WS_E_BUS: then *data is 0, and the address is kept in dev->last_addr.
int ws_reg_read(ws_dev *dev, uint32_t addr, uint32_t *data);
int ws_reg_write(ws_dev *dev, uint32_t addr, uint32_t data);

// Words of shared memory, and of the global memory that cp.async reads. addr: bytes, a multiple of 4. WS_E_ARG beyond the end.
int ws_smem_read(ws_dev *dev, uint32_t addr, uint32_t data[], unsigned words);
int ws_smem_write(ws_dev *dev, uint32_t addr, const uint32_t data[], unsigned words);
int ws_gmem_read(ws_dev *dev, uint32_t addr, uint32_t data[], unsigned words);
int ws_gmem_write(ws_dev *dev, uint32_t addr, const uint32_t data[], unsigned words);

// An asynchronous engine completed `bytes` at the mbarrier object at addr (9.7.13.15.12). WS_E_TIMEOUT while the one before
// is not taken.
int ws_engine_tx(ws_dev *dev, uint32_t addr, uint32_t bytes);

// ------------------------------------------------------------------------------------------------ asynchronous

static inline bool ws_done(const ws_job *job) { return !job->flying && job->done == job->lanes; }

// Sets the same membermask, a, b, c or address in all lanes.
static inline void ws_all32(uint32_t operand[WS_JOB_LANES], uint32_t value) {
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++)
    operand[lane] = value;
}
static inline void ws_all64(uint64_t operand[WS_JOB_LANES], uint64_t value) {
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++)
    operand[lane] = value;
}

// True if the operation writes d (else only p, or nothing): 32 bits, or 64 for the state tokens of mbarrier.arrive*.
bool ws_op_gives_d(uint32_t op);
bool ws_op_gives_token(uint32_t op);

// Operands that an operation looks at.
enum {
  WS_USES_MASK = 1,
  WS_USES_B = 2,
  WS_USES_C = 4,
  WS_USES_A = 8,
  WS_USES_A_HI = 16,
  WS_USES_ADDR = 32,
  WS_USES_ALL = 63
};
unsigned ws_op_uses(uint32_t op);

// Where an access fails while a completion is taken, nobody can tell which jobs have had their answer: these calls then return
// WS_E_BUS until ws_reset, so that none gets that of another.

// Hands a job to the block. Returns at once: WS_OK, WS_E_BUSY (nothing happened), WS_E_ARG (no lanes, no such warp or lanes,
// or the job is in flight), WS_E_BUS.
int ws_submit(ws_dev *dev, ws_job *job);

// Takes all completions that stand in the block. *ended (may be NULL): jobs that are ws_done by them. WS_OK, WS_E_STRAY,
// WS_E_BUS. What became of a job, tell job->worst and job->status.
int ws_poll(ws_dev *dev, unsigned *ended);

// ws_submit, waiting while the block is busy; answers of other jobs are taken meanwhile. Also WS_E_TIMEOUT.
int ws_start(ws_dev *dev, ws_job *job);

// Waits, by the interrupt where the port has one, until this job is done. WS_OK, WS_E_STATUS, WS_E_TIMEOUT (the job stays in
// flight), WS_E_RESET, WS_E_ARG (it is not in flight), WS_E_STRAY, WS_E_BUS. Other jobs that end meanwhile are ws_done.
int ws_wait(ws_dev *dev, ws_job *job);

// The driver lets go of a job in flight, which may then cease to exist. If the block answers it later, that is WS_E_STRAY.
void ws_forget(ws_dev *dev, ws_job *job);

// --------------------------------------------------------------------------------------- one call an operation
//
// Each returns what ws_start and ws_wait return; statuses below error (undefined but answered, information) are WS_OK, and
// dev->status tells them. `op` chooses the variant; WS_E_ARG if it belongs to another family. Result pointers may be NULL.

typedef struct ws_who {       // who executes
  uint32_t warp, lanes, mask; // mask: membermask of all lanes. Lanes of it that never come: WS_E_TIMEOUT
} ws_who;

static inline ws_who ws_whole(uint32_t warp, uint32_t lanes) {
  ws_who who = {warp, lanes, lanes};
  return who;
}

// shfl.sync (9.7.9.6). op: WS_OP_SHFL_*. a, b, c, d by lane; p: lanes whose source is in range.
int ws_do_shfl(ws_dev *dev, ws_who who, uint32_t op, const uint32_t a[], const uint32_t b[], const uint32_t c[],
               uint32_t d[], uint32_t *p);
// vote.sync (9.7.13.9), vote (9.7.13.8). pred: by lane; d: 0 or 1, or the ballot.
int ws_do_vote(ws_dev *dev, ws_who who, uint32_t op, uint32_t pred, bool neg, uint32_t *d);
// activemask (9.7.13.11), elect.sync (9.7.13.14), bar.warp.sync (9.7.13.2).
int ws_do_activemask(ws_dev *dev, ws_who who, uint32_t *d);
int ws_do_elect(ws_dev *dev, ws_who who, uint32_t *leader);
int ws_do_bar_warp(ws_dev *dev, ws_who who);
// match.sync (9.7.13.10). op: WS_OP_MATCH_*. p: of match.all.
int ws_do_match(ws_dev *dev, ws_who who, uint32_t op, const uint64_t a[], uint32_t d[], uint32_t *p);
// redux.sync (9.7.13.12). op: WS_OP_REDUX_*.
int ws_do_redux(ws_dev *dev, ws_who who, uint32_t op, const uint32_t a[], uint32_t *d);
// barrier, bar (9.7.13.1). op: WS_OP_BAR_* but BAR_WARP; threads: of the forms with a count; d: of the reductions, 0 or 1 for
// .and and .or. A barrier that waits for other warps needs their arrivals: those with ws_start.
int ws_do_barrier(ws_dev *dev, ws_who who, uint32_t op, uint32_t number, uint32_t threads, uint32_t pred, uint32_t *d);
// barrier.cluster (9.7.13.3). op: WS_OP_CLUSTER_*.
int ws_do_cluster(ws_dev *dev, ws_who who, uint32_t op);
// mbarrier (9.7.13.15). addr: of one object for all lanes, in the window of the CTA.
int ws_do_mbar_init(ws_dev *dev, ws_who who, uint32_t addr, uint32_t count);
int ws_do_mbar_inval(ws_dev *dev, ws_who who, uint32_t addr);
int ws_do_mbar_expect_tx(ws_dev *dev, ws_who who, uint32_t addr, uint32_t bytes);
int ws_do_mbar_complete_tx(ws_dev *dev, ws_who who, uint32_t addr, uint32_t bytes);
// op: WS_OP_MBAR_ARRIVE*. n: count, or bytes of the .expect_tx forms; token: by lane, of the forms that give one.
int ws_do_mbar_arrive(ws_dev *dev, ws_who who, uint32_t op, uint32_t addr, uint32_t n, uint64_t token[]);
// op: WS_OP_MBAR_TEST_WAIT*, WS_OP_MBAR_TRY_WAIT*. state: token or parity by lane; limit_ns: of the _HINT forms; p: by lane.
int ws_do_mbar_wait(ws_dev *dev, ws_who who, uint32_t op, uint32_t addr, const uint64_t state[], uint32_t limit_ns,
                    uint32_t *p);
int ws_do_mbar_pending_count(ws_dev *dev, ws_who who, const uint64_t state[], uint32_t d[]);
// cp.async (9.7.9.25.3.1). op: WS_OP_CP_ASYNC_CA, _CG. bytes: 4, 8 or 16; take: bytes from the source, the rest is 0.
int ws_do_cp_async(ws_dev *dev, ws_who who, uint32_t op, const uint32_t dst[], const uint32_t src[], uint32_t bytes,
                   uint32_t take);
// cp.async.mbarrier.arrive (9.7.13.15.15).
int ws_do_cp_async_arrive(ws_dev *dev, ws_who who, uint32_t addr, bool noinc);

#ifdef __cplusplus
}
#endif
#endif
