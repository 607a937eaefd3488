// SPDX-License-Identifier: Apache-2.0
// Does the answer of a warp have a number, or a predicate that holds? Pure. A refused or broken one has neither.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_bar_value #(
    parameter ACC_W = 8
) (
    input  wire [      5:0] op_i,      // see ws_bar_fn.vh
    input  wire [      3:0] status_i,  // short
    input  wire [ACC_W-1:0] acc_i,     // reduction
    output wire             counts_o,
    output wire             holds_o
);
  `include "ws_ops.vh"
  `include "bar/ws_bar_fn.vh"

  wire [1:0] kind = kind_of(op_i);
  wire fine = !is_poison(status_i);

  assign counts_o = fine && kind == 2'd1;
  assign holds_o = fine && kind[1] && |acc_i == kind[0];
endmodule
`default_nettype wire
