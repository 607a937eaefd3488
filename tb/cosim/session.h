// SPDX-License-Identifier: Apache-2.0
// One machine driven statement by statement: issue a request, let lanes exit, let time pass, wait until it settles.
// Directed tests and the script replayer use it; random tests drive lockstep.h directly, cycle by cycle.
//
//   ws_session_cfg cfg = {.core = {.lanes = 32, .warps = 4, .match_bits = 4}, .rtl = &ws_dut_32, .test = "mine"};
//   ws_session *s = ws_session_open(&cfg);
//   ws_session_launch(s, 0, 0xffffffff);           // after opening every lane of every warp is exited
//   ws_session_issue(s, &req);                     // returns when the port took it; answers may come during the call
//   ws_session_settle(s);                          // until nothing more happens by itself; only blocked lanes are left
//   ws_session_lane(s, 0, 5)->d ...                // what lane 5 of warp 0 last got
//   ws_session_close(s);                           // false if anything differed since opening
//
// With core.ctas > 1 and a build of a cluster, calls that name a warp, an address or a port mean the CTA chosen by
// ws_session_cta. With `joined` the session is one CTA of a cluster whose network the owner is: messages leave through
// on_msg and come in by ws_session_msg, and ws_session_phase ends phases of the cluster's barrier, so that sessions of
// single CTAs make a cluster (each settles for itself).
//
// Every call that spends clock cycles returns false from the first difference, unrest or hang on (lockstep.h); the
// block that describes it has then been printed already. Such calls on a failed session do nothing.
#ifndef WS_SESSION_H
#define WS_SESSION_H

#include "lockstep.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ws_session_cfg {
  ws_config core;
  const ws_dut_ops
      *rtl;     // the compiled configuration; its lanes and warps must be those of core. May be NULL on WS_SIDE_MODEL
  ws_side side; // both, RTL alone, model alone
  bool oracle;  // of RTL alone: judged by the untimed oracles (judge.h)
  bool joined;  // one CTA, of rank `rank`, of a cluster of core.ctas; on a build of one CTA
  unsigned rank;
  unsigned launch_warps;   // warps of a CTA, which a launch that starts one says; 0: as many as its slot holds
  uint8_t *global;         // global memory, WS_GMEM_BYTES, which may be shared by sessions; NULL: an own one, all zero
  const char *test;        // a name for reports: test or script
  const char *repeat;      // command that repeats the run, printed on failure; may be NULL
  const char *waves;       // FST file; needs a build with tracing
  const char *short_waves; // the same, of a failing stream as short as it was made
  const char *faildir;     // where a failing stream is written as a warp script; NULL: nowhere
  uint64_t seed;           // of the stalls and of what has no reset
  unsigned stall;          // percent of cycles with rsp_ready low, and of idle cycles before an input; 0..99
  FILE *trace;             // a line per event (text.h); NULL: none
  FILE *stimulus;          // what stands at the ports (stimulus.h); NULL: none
  uint64_t *hash;          // of the outputs (stimulus.h); NULL: none
  FILE *err;               // failures; NULL: stderr
  ws_watch *watch;         // of each step; NULL: nobody
  void (*on_rsp)(void *user, const ws_rsp *rsp); // each response as it is taken; may be NULL
  void (*on_msg)(void *user, const ws_msg *msg); // joined: each message as it leaves; may be NULL, then it is lost
  void (*on_ask)(void *user, const ws_ask *ask); // ... and each atomic for another CTA, and each answer to one
  void (*on_ans)(void *user, const ws_ans *ans);
  void *user;
} ws_session_cfg;

typedef struct ws_lane_result { // what a lane's last completed operation gave
  unsigned count;               // completions since opening or reset
  uint32_t tag, op, status;
  uint64_t d;     // upper half zero but for operations of 64 bits
  uint64_t top;   // of 128 bits: the upper 64
  bool more;      // ... are still to come
  uint64_t phase; // of a state token: phases that the object had completed; 0 where the model does not run
  bool p;
} ws_lane_result;

typedef struct ws_session ws_session;

// NULL, with a message, when the configuration was not built or memory is out.
ws_session *ws_session_open(const ws_session_cfg *cfg);

// True if nothing ever differed. Frees the session in any case.
bool ws_session_close(ws_session *s);

// Back to the state after opening: reset on both sides, results cleared, CTA 0 chosen. Global memory stays.
bool ws_session_reset(ws_session *s);

// Calls that follow mean this CTA; 0 at first. Of a joined session there is only 0.
void ws_session_cta(ws_session *s, unsigned cta);

// Drives one request (valid is set here) until it is accepted. The caller chooses the tag; 8 bits come back.
bool ws_session_issue(ws_session *s, const ws_req *req);

// One cycle with the exit or launch port valid.
bool ws_session_exit(ws_session *s, uint32_t warp, uint32_t lanes);
bool ws_session_launch(ws_session *s, uint32_t warp, uint32_t lanes);

// Launches from here on say that their CTA has so many warps, as launch_warps of the configuration.
void ws_session_warps(ws_session *s, unsigned warps);

// n ticks, of all CTAs at once; after each one the machine settles.
bool ws_session_tick(ws_session *s, uint64_t n);

// n ticks in about as many cycles: the machine settles after each thousand.
bool ws_session_ticks(ws_session *s, uint64_t n);

// Steps without input until idle. At least one cycle.
bool ws_session_settle(ws_session *s);

// One access to shared memory through the ls port, finished when it returns: *rsp is what stood there before.
bool ws_session_ls(ws_session *s, const ws_ls *access, ws_ls_rsp *rsp);

// The same for 1, 2, 4 or 8 bytes at a naturally aligned offset below WS_SMEM_BYTES, little endian. *raw (may be NULL):
// the place belongs to a live mbarrier object.
bool ws_session_load(ws_session *s, uint32_t addr, unsigned bytes, uint64_t *value, bool *raw);
bool ws_session_store(ws_session *s, uint32_t addr, unsigned bytes, uint64_t value, bool *raw);

// Phases that the mbarrier object at an offset has completed since its init. False where the model does not run.
bool ws_session_phases(const ws_session *s, uint32_t addr, uint64_t *phases);

// Drives the tx port until it is taken: an asynchronous engine reports bytes to the object at addr.
bool ws_session_tx(ws_session *s, uint32_t addr, uint32_t bytes);

// Joined: drives a message into the net or ask port until it is taken.
bool ws_session_msg(ws_session *s, const ws_msg *msg);
bool ws_session_ask(ws_session *s, const ws_ask *ask);

// Joined: an answer to what left through on_ask. It stands at the ans port from the next cycle on, behind others; the CTA settles when it has
// them all. May be called by on_ask.
void ws_session_ans(ws_session *s, const ws_ans *ans);

// Joined: from the next cycle on the cluster's barrier is in this phase; 0 after opening and reset. What the CTA says of
// it is clb of its outputs: a phase is over when every CTA says `done` of it and one `any`.
void ws_session_phase(ws_session *s, bool phase);

// Global memory, WS_GMEM_BYTES; copies read it when they ask.
uint8_t *ws_session_global(ws_session *s);

// One cycle with these inputs, exactly; `in` has its own rsp_ready. For cases that need several ports at once. The other
// CTAs see no input; the gm ports are served as ever. Joined: `in` has its own net_ready, ask_ready,
// ans_ready and clb_phase, and on_msg, on_ask, on_ans are called.
bool ws_session_cycle(ws_session *s, const ws_in *in);

// The outputs of the last cycle: live, wait, err, idle. After settle these are the machine's state.
const ws_out *ws_session_out(const ws_session *s);

const ws_lane_result *ws_session_lane(const ws_session *s, uint32_t warp, uint32_t lane);

uint64_t ws_session_cycles(const ws_session *s);
uint64_t ws_session_issued(const ws_session *s);
bool ws_session_failed(const ws_session *s);
ws_lockstep *ws_session_lockstep(ws_session *s);

#ifdef __cplusplus
}
#endif
#endif
