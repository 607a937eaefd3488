// SPDX-License-Identifier: Apache-2.0
// Steers random traffic of the warp families (stim.h) by what functional coverage has not seen: asks for an empty bin and
// plays, in a warp where nothing is pending, requests and exits that lead to it, while the other warps go on. A phase has
// the stalls that some empty bin wants. Nothing but the run's own history decides, so that a run repeats exactly from
// (seed, test name) here too; whether a bin was hit is measured where RTL and model are compared, not here.
#ifndef WS_STIM_STEER_H
#define WS_STIM_STEER_H

#include "cover.h"
#include "options.h"
#include "stim.h"

typedef enum ws_profile { WS_PROFILE_SM100, WS_PROFILE_SM6X, WS_PROFILE_WATCHDOG } ws_profile;

typedef struct ws_steer_step {
  enum { WS_STEP_REQUEST, WS_STEP_EXIT, WS_STEP_LAUNCH, WS_STEP_HOLD } kind; // hold: until no lane of the warp waits
  uint32_t op, lanes, mask;
  uint32_t more, more_mask; // lanes of the same request with another mask
  uint32_t exit;            // lanes that exit in the cycle of the request
} ws_steer_step;

enum { WS_STEER_STEPS = 10 };

typedef struct ws_steer_plan { // of a warp
  unsigned count, at, age;     // age: cycles
  ws_wish wish;
  ws_steer_step step[WS_STEER_STEPS];
} ws_steer_plan;

typedef struct ws_steer {
  const ws_cover *cover;
  bool blind;
  ws_profile profile;
  ws_steer_plan plan[WS_WARPS_MAX];
  bool pair; // the request behind this one is given:
  uint32_t pair_op;
  bool pair_same; // from this warp or from another one
  unsigned pair_warp;
  unsigned stall; // of the phase (lane_book.h), WS_COVER_FREE: any
  unsigned row;   // requests in a row
  unsigned since; // cycles since the last match.any, which holds its unit for long
  uint32_t exit;  // lanes of exit_warp to exit in this cycle
  unsigned exit_warp;
} ws_steer;

// The profile that the bin of a wish needs.
ws_profile ws_steer_profile(const ws_wish *w);

// For stim.c. A phase begins: its stalls. A request: false if there is none. The exit and launch ports: may this warp use them
// otherwise? Writes what the plans want.
void ws_steer_phase(ws_stim *s);
bool ws_steer_request(ws_stim *s, ws_req *q, const ws_out *out);
void ws_steer_ports(ws_stim *s, ws_in *in, const ws_out *out);

// Makes a plan (steer_plan.c) for a warp with these lanes, none of which waits; and operands of a request for it.
void ws_steer_make(ws_stim *s, ws_steer_plan *p, const ws_wish *w, uint32_t live);
void ws_steer_operands(ws_stim *s, ws_req *q, const ws_wish *w);

#endif
