// SPDX-License-Identifier: Apache-2.0
// Whether the lane whose turn it is asks (ws_atom_far): no request stands there. So memory gets one every second clock, and that it takes one, which
// is known late and far away, ends that request and moves nothing else. And which lane is next: the lowest one that is left, where none has its
// turn or the one that has goes. Of two messages to a CTA the request is over with the last one.
// Pure; that a request is taken is known late, so the hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_ask #(
    parameter LANES = 32
) (
    input  wire [LANES-1:0] todo_i,        // lanes that have had no turn
    input  wire             lane_valid_i,  // one has its turn
    input  wire             out_gm_i,      // a request stands there, to memory
    input  wire             gm_ready_i,
    input  wire             out_ask_i,     // ... to a CTA
    input  wire             out_last_i,
    input  wire             ask_ready_i,
    output wire             taken_o,       // the request is over
    output wire             go_o,          // the lane whose turn it is asks, or lays down
    output wire             choose_o,      // one gets its turn:
    output wire [LANES-1:0] chosen_o,
    output wire [LANES-1:0] left_o         // the others
);
  localparam [LANES-1:0] ONE = 1;
  wire none = !out_gm_i && !out_ask_i;
  assign taken_o = (out_gm_i && gm_ready_i) || (out_ask_i && ask_ready_i && out_last_i);
  assign go_o = lane_valid_i && none;
  assign choose_o = |todo_i && (!lane_valid_i || none);
  assign chosen_o = todo_i & (~todo_i + ONE);
  assign left_o = todo_i & ~(chosen_o & {LANES{choose_o}});
endmodule
`default_nettype wire
