// SPDX-License-Identifier: Apache-2.0
// Who stands at the port of global memory, copies or atomics, as rtl/atom/ws_atom_gm.v. Internal to libwarpsync.
#ifndef WS_WHEN_GM_PORT_H
#define WS_WHEN_GM_PORT_H

#include "ws.h"

typedef struct gm_port {
  bool held; // what stood there was not taken
  bool atom; // it was, or what was taken last was, an atomic
} gm_port;

// Whether an atomic stands there. copy, atom: which of them want to.
static inline bool ws_gm_port_atom(const gm_port *p, bool copy, bool atom) {
  return p->held ? p->atom : atom && !(copy && p->atom);
}

// The clock edge.
static inline void ws_gm_port_step(gm_port *p, bool copy, bool atom, bool ready) {
  const bool valid = copy || atom;
  if (valid)
    p->atom = ws_gm_port_atom(p, copy, atom);
  p->held = valid && !ready;
}

#endif
