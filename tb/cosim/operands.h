// SPDX-License-Identifier: Apache-2.0
// Operand values for random requests, biased to where each family has its corners.
#ifndef WS_OPERANDS_H
#define WS_OPERANDS_H

#include "rng.h"
#include "ws.h"

// Fills a, b, c and the predicates that req->op reads; the rest stays. Needs req->op and req->lanes.
void ws_stim_operands(ws_rng *rng, ws_req *req, unsigned lanes);

#endif
