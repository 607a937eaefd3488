// SPDX-License-Identifier: Apache-2.0
// From what stands at the ports to what takes place in a cycle: a second opinion on the order of requests, exits and launches.
//
// Requests take place in the order of their acceptance. An exit takes place behind every request that was accepted before it and
// before those accepted with it or later; it names lanes that live when it is given, or that a launch given
// before it lets live, and exits of a warp that have not taken place
// join and go with the last of them. A launch takes place four cycles after it was given.
#ifndef ORACLE_PORTS_H
#define ORACLE_PORTS_H

#include "ws.h"

enum { ORACLE_UNDER_WAY = 32, ORACLE_LAUNCH = 4 };

typedef struct oracle_ports {
  ws_req queue[ORACLE_UNDER_WAY];
  uint64_t given, judged;         // requests, counted
  uint32_t leaving[WS_WARPS_MAX]; // lanes that are to exit
  uint64_t behind[WS_WARPS_MAX];  // ... behind so many requests
  ws_lanes launch[ORACLE_LAUNCH]; // on their way, the oldest one first
  uint32_t launch_warps[ORACLE_LAUNCH];
} oracle_ports;

typedef struct oracle_events { // of one cycle, in this order
  ws_lanes exit, launch;
  uint32_t launch_warps;
  const ws_req *req; // NULL: none
  // At the ports in this cycle: an exit while requests given before it are not judged; one and a request of its warp together.
  bool behind, with_request;
  const char *wrong; // what cannot be; NULL: nothing
} oracle_events;

// What takes place in this cycle, and what stands at the ports is remembered.
oracle_events oracle_ports_cycle(oracle_ports *p, const ws_config *cfg, const ws_in *in, const ws_out *out);

// Lanes of a beat (ws_config.beat), which is those of a warp where it is 0.
static inline unsigned oracle_beat_width(const ws_config *cfg) { return cfg->beat ? cfg->beat : cfg->lanes; }

// All lanes of the beat of the lowest one: what uses memory takes them, and answers them, together.
uint32_t oracle_beat(const ws_config *cfg, uint32_t lanes);

// A message to or from another CTA, whose warp and lanes are those of a beat, as one of the warp itself.
ws_msg oracle_message(const ws_config *cfg, const ws_msg *m);

// True if a request, exit or launch has not taken place.
bool oracle_ports_busy(const oracle_ports *p);

#endif
