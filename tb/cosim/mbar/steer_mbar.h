// SPDX-License-Identifier: Apache-2.0
// Scenes that lead to bins of the coverage of mbarrier's operations (cover_mbar_ops.h): asks for one that is empty, brings an object
// into the state that it needs, by plain stores where nothing else leads there, and plays the operation, with stalls. One
// scene after the other; nothing but the run's own history decides.
#ifndef WS_STEER_MBAR_H
#define WS_STEER_MBAR_H

#include "cover_mbar_ops.h"

typedef struct ws_mbar_steer {
  ws_lockstep *ls;
  const ws_cover *cover;
  ws_rng rng;
  bool blind, stalls;
  unsigned lanes, warps, ctas;
  uint32_t all, tag;
  unsigned stall, ticks; // percent of the cycles in which no answer is taken, in which a tick comes
  unsigned cta, warp;    // of the scene
  uint32_t at;           // its object, in shared memory
  unsigned phase;        // that the object is in
  bool good;             // nothing has gone wrong
} ws_mbar_steer;

// ls: open, launched, at rest.
void ws_mbar_steer_init(ws_mbar_steer *s, ws_lockstep *ls, const ws_cover *cover, ws_rng rng);

// One scene. False when something went wrong, which has been reported.
bool ws_mbar_steer_play(ws_mbar_steer *s);

// ----------------------------------------------------------------------------- what scenes are made of (steer_mbar.c)

enum { WS_TX_BELOW = -0x100000, WS_NO_LIMIT = 20000 };

typedef struct ws_mbar_scene { // one step on one object
  unsigned change;             // WS_CHG_*
  uint32_t pending, expected;
  int32_t tx;
  unsigned n;       // lanes at once
  uint32_t x;       // count or tx-count of each
  bool unseen;      // no wait has seen the last phase end
  bool dead;        // there is no object by then
  unsigned waiters; // groups in try_wait on it
  bool beside;      // one on another object
} ws_mbar_scene;

uint32_t ws_ms_draw(ws_mbar_steer *s, uint32_t from, uint32_t to); // from .. to
void ws_ms_cycle(ws_mbar_steer *s);
void ws_ms_cycles(ws_mbar_steer *s, unsigned n);
void ws_ms_tick(ws_mbar_steer *s, unsigned n); // in n cycles
void ws_ms_quiet(ws_mbar_steer *s);            // until idle: those that wait go on waiting
void ws_ms_settle(ws_mbar_steer *s);           // until nobody waits
void ws_ms_restore(ws_mbar_steer *s);          // all warps whole again
void ws_ms_send(ws_mbar_steer *s, unsigned cta, ws_req *q);
void ws_ms_exit(ws_mbar_steer *s, unsigned cta, unsigned warp, uint32_t lanes);
void ws_ms_bytes(ws_mbar_steer *s, unsigned cta, uint32_t addr, uint32_t bytes);
void ws_ms_store(ws_mbar_steer *s, unsigned cta, uint32_t at, uint64_t word);
uint32_t ws_ms_some(ws_mbar_steer *s, unsigned n); // so many lanes
uint32_t ws_ms_shape(ws_mbar_steer *s, unsigned shape);

// A request of the scene's warp that is carried out: on the scene's object, or a copy beside it.
ws_req ws_ms_request(ws_mbar_steer *s, uint32_t op, uint32_t lanes);
void ws_ms_ask(ws_mbar_steer *s, uint32_t op, uint32_t lanes, uint32_t b); // sends one with this count

// The scene's object with this state; all lanes' objects, one behind the other, with the same count, in phase 0.
void ws_ms_make(ws_mbar_steer *s, unsigned cta, uint32_t pending, int32_t tx, uint32_t expected, bool unseen);
void ws_ms_make_many(ws_mbar_steer *s, uint32_t count);
uint64_t ws_ms_word(const ws_mbar_steer *s, uint32_t pending, int32_t tx, uint32_t expected);
void ws_ms_scene(ws_mbar_steer *s, const ws_mbar_scene *x);

// Draws: a pending count of this class, a copy of each of these lanes. A scene for a group that the model tells (steer_mbar_steps.c).
uint32_t ws_ms_pending(ws_mbar_steer *s, unsigned class);
ws_req ws_ms_copy(ws_mbar_steer *s, unsigned kind, uint32_t set);
void ws_ms_step(ws_mbar_steer *s, unsigned group, const unsigned at[]);

#endif
