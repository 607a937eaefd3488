// SPDX-License-Identifier: Apache-2.0
// A host that keeps the rules of the line (rtl/serial/README.md) on a line that does not: bytes are lost, changed and inserted in both
// directions, and answers come late, after the host has asked again. It writes and reads at random, and holds every outcome
// against the memory behind the bridge. The bridge is the model, or model and RTL in lockstep.
#ifndef SERIAL_HOST_H
#define SERIAL_HOST_H

#include "line_noise.h"
#include "memory.h"
#include "rng.h"

typedef struct host {
  // Gives bytes to the bridge, and host_hears every byte that it answers; a pause behind them if gap.
  void (*send)(void *user, const uint8_t bytes[], unsigned count, bool gap);
  void *user;
  const memory *memory; // behind the bridge
  ws_rng rng;
  line_noise to_board, to_host;
  ws_serial_answer answer;
  uint8_t seq;
  unsigned late;          // percent of the exchanges in which a part of the answer comes with the next one
  uint8_t heard[1 << 14]; // bytes that have come and are not looked at
  unsigned heard_count;
  uint32_t done[MEMORY_WORDS];                     // writes that took effect, by what the answers said
  uint64_t requests, resends, bad, stale, gave_up; // what happened
  uint64_t damaged;                                // frames that the line changed on their way to the board
  char wrong[160];                                 // what must not happen; empty: nothing did
} host;

// A byte came from the bridge: what the noise leaves of it is kept until the host looks.
void host_hears(host *h, uint8_t byte);

// Plays this many requests. False when something was wrong, which h->wrong then tells.
bool host_play(host *h, uint64_t requests);

#endif
