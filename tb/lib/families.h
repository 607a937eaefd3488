// SPDX-License-Identifier: Apache-2.0
// Names of families of operations, for messages.
#ifndef WS_FAMILIES_H
#define WS_FAMILIES_H

// Of WS_FAMILY_*, a bit each: "match, redux", in text.
const char *ws_family_names(unsigned families, char text[64]);

#endif
