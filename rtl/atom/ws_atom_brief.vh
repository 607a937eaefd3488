// SPDX-License-Identifier: Apache-2.0
// What is known of a lane's address before it is decided where it goes (ws_atom_brief.v), bit by bit. WINDOW: addr[32:31]; CTA: addr[27:24].
localparam BRIEF_LAID = 0, BRIEF_PRED = 1, BRIEF_OFF = 2, BRIEF_OVER = 3, BRIEF_UP = 4, BRIEF_BEYOND = 6, BRIEF_CTA = 7, BRIEF_WINDOW = 11, BRIEF_W = 13;
