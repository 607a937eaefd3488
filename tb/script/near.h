// SPDX-License-Identifier: Apache-2.0
// What a person may have meant by a word that is none. Internal.
#ifndef WS_SCRIPT_NEAR_H
#define WS_SCRIPT_NEAR_H

enum { WS_NEAR_TEXT = 96 };
typedef char near_text[WS_NEAR_TEXT];

// "; near it: mbarrier" in text, or "" if nothing is near. Returns text.
const char *near_opcode(const char *typed, near_text text);
const char *near_directive(const char *typed, near_text text); // without its dot
const char *near_status(const char *typed, near_text text);

// The same of the qualifiers of all instructions of an opcode; "" too if `typed` is one of them.
const char *near_qualifier(const char *opcode, const char *typed, near_text text);

#endif
