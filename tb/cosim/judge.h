// SPDX-License-Identifier: Apache-2.0
// The RTL of a CTA, or of a cluster of them, judged by the untimed oracles of tb/unit in place of the model (--judge=oracle): they know what may
// happen, not when, so that a pipeline may be some clocks later.
//
// The oracle of mbarrier takes events in the order in which they have their effect. Requests, bytes, messages, data of copies
// and plain accesses come from several ports, and where two of them meet at one place only the RTL knows who is first. So the
// judge stands between the owner of the ports and the RTL: an event at a place that an unsettled event of another port has
// touched waits at its port until the block is idle. A tick, and an exit or launch with which a CTA ends or begins, have no
// handshake: the owner's time stands still until all is settled; answers that come meanwhile are handed to him afterwards. He
// may take them more slowly than they come: while many stand there no request is let in.
// Traffic of the other families runs as it is.
#ifndef WS_JUDGE_H
#define WS_JUDGE_H

#include "lockstep.h"

typedef struct ws_judge ws_judge;

// Why this configuration cannot be judged, or NULL.
const char *ws_judge_refuses(const ws_config *core);

ws_judge *ws_judge_open(const ws_lockstep *ls); // NULL when memory is out
void ws_judge_close(ws_judge *j);
void ws_judge_reset(ws_judge *j, const ws_lockstep *ls);

// One cycle of the owner: ls->in goes to the RTL, ls->rtl_out comes from it. False when the oracles disagree.
bool ws_judge_step(ws_judge *j, ws_lockstep *ls);

// What was wrong, of which CTA and warp, UINT32_MAX: it does not say; and the answers that would have been right, a line each.
const char *ws_judge_wrong(const ws_judge *j, unsigned *cta, unsigned *warp);
void ws_judge_allowed(const ws_judge *j, unsigned warp, FILE *f);

#endif
