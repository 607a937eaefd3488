// SPDX-License-Identifier: Apache-2.0
// atom and red in shared memory: the part of the oracle that knows them. They take effect in the order of the requests.
#ifndef ORACLE_ATOM_H
#define ORACLE_ATOM_H

#include "oracle_mbar.h"
#include "oracle_rules.h"

bool oracle_atom_is(uint32_t op);
bool oracle_atom_legal(uint32_t op);

// The lanes `act` of a request that was accepted: changes memory, and expects their answers. lane: as they came.
void oracle_atom_request(oracle *o, const ws_req *r, uint32_t act, const oracle_lane lane[]);

// One element in the memory of a CTA, at an offset that suits it: changes it, says what it was. WS_ST_OK or WS_ST_MB_RAW_ACCESS.
uint32_t oracle_atom_element(oracle_mbar *m, unsigned fn, uint32_t at, ws_atom_value b, ws_atom_value c,
                             ws_atom_value *old);

#endif
