// SPDX-License-Identifier: Apache-2.0
// What is known of a lane's address before it is decided where it goes (ws_atom_brief.v), bit by bit.
localparam BRIEF_LAID = 0, BRIEF_PRED = 1, BRIEF_OFF = 2, BRIEF_UP = 3, BRIEF_BEYOND = 5, BRIEF_CTA = 6, BRIEF_OUT = 10, BRIEF_AWAY = 11, BRIEF_THERE = 12, BRIEF_W = 13;
