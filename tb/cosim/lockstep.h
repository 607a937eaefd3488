// SPDX-License-Identifier: Apache-2.0
// RTL and model side by side: the same inputs in the same cycle, every output compared in every cycle.
//
// The owner fills `in`, sets `new_req` when it touched the request's payload, and calls ws_lockstep_step(); `out` then
// shows what stood at the ports in that cycle. The first thing that goes wrong is reported once, as one block on `err`,
// with the stream so far written as a warp script, and every later step returns false. Three things can go wrong:
//   difference   an output of the RTL is not what the model says (payload counts where valid, d in the lanes named)
//   unrest       a block that said idle did something without an input
//   hang         neither a response nor an accepted request for too long, although responses were taken
#ifndef WS_LOCKSTEP_H
#define WS_LOCKSTEP_H

#include <stdio.h>

#include "dut.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ws_side { WS_SIDE_BOTH, WS_SIDE_RTL, WS_SIDE_MODEL } ws_side;

typedef struct ws_lockstep_cfg {
  ws_config core;
  const ws_dut_ops *rtl; // may be NULL on WS_SIDE_MODEL
  ws_side side;
  uint64_t seed;
  const char *test;    // name for reports and for the file of the failing stream
  const char *repeat;  // command that repeats the run, printed on failure; may be NULL
  const char *waves;   // file; NULL: none
  const char *faildir; // where fail_<test>_<seed>.wsv goes; NULL: no file
  FILE *trace;         // NULL: none
  FILE *err;           // NULL: stderr
} ws_lockstep_cfg;

enum { WS_LOG_SIZE = 512 }; // events kept for the report; power of two

typedef enum ws_event_kind { WS_EV_REQ, WS_EV_EXIT, WS_EV_LAUNCH, WS_EV_TICK } ws_event_kind;

typedef struct ws_event { // one accepted input
  ws_event_kind kind;
  uint64_t cycle;
  uint32_t live, wait; // of the warp, in that cycle
  ws_lanes lanes;      // exit, launch
  ws_req req;
} ws_event;

typedef struct ws_lockstep {
  ws_lockstep_cfg cfg;
  const ws_dut_ops *rtl_ops;
  ws_dut *rtl, *model; // NULL where the side is not asked for
  ws_in in;
  bool new_req;
  const ws_out *out; // of the RTL where it runs, else of the model
  ws_out rtl_out, model_out;

  uint64_t cycle;    // steps done
  uint64_t accepted; // requests accepted
  uint64_t answered; // responses taken
  unsigned still;    // cycles with rsp_ready and without progress
  unsigned still_max;
  bool failed;
  bool was_quiet; // the cycle before was idle and had no input
  ws_err err_seen;

  ws_event *log; // ring of WS_LOG_SIZE
  uint64_t log_count;
  uint64_t clean[WS_WARPS_MAX]; // log position since when the warp always had blocked lanes or open answers
  uint32_t owed[WS_WARPS_MAX];  // lanes accepted and not answered
} ws_lockstep;

// Opens both sides and resets them. False with a message on `err` when the configuration was not built.
bool ws_lockstep_open(ws_lockstep *ls, const ws_lockstep_cfg *cfg);
void ws_lockstep_close(ws_lockstep *ls);

// Resets both sides in the middle of whatever is going on. The log and the counters go on.
void ws_lockstep_reset(ws_lockstep *ls);

// One cycle. False from the first failure on.
bool ws_lockstep_step(ws_lockstep *ls);

// The ring's event number `n`, NULL when it has been overwritten.
const ws_event *ws_lockstep_event(const ws_lockstep *ls, uint64_t n);

#ifdef __cplusplus
}
#endif
#endif
