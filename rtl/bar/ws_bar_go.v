// SPDX-License-Identifier: Apache-2.0
// Which of the first stages of the barriers go on in this clock. Pure.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_bar_go (
    input  wire a_valid_i,
    input  wire b_valid_i,
    input  wire b_blocks_i,  // its answer is that of its warp; else it goes to N
    input  wire exam_i,      // barriers are examined
    input  wire n_full_i,
    output wire b_leaves_o,
    output wire b_free_o,    // B takes what stands in A
    output wire a_moves_o
);
  wire can = !exam_i && (b_blocks_i || !n_full_i);
  assign b_leaves_o = b_valid_i && can;
  assign b_free_o = !b_valid_i || can;
  assign a_moves_o = a_valid_i && b_free_o;
endmodule
`default_nettype wire
