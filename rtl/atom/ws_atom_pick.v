// SPDX-License-Identifier: Apache-2.0
// Which lanes of a chunk go next. Pure; C twin: ws_atom_pick.
//
// A lane goes unless a lower one that is still to go is in its way: so lanes at one word go in ascending order, one a clock. Lanes that use
// no memory (an error) always go. fold_i: all are at one word and go at once, the lowest for all. one_i: the lowest lane alone goes.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_atom_pick #(
    parameter CL = 8  // lanes
) (
    input  wire [   CL-1:0] todo_i,
    input  wire [   CL-1:0] use_i,   // uses memory
    input  wire             fold_i,
    input  wire             one_i,
    input  wire [CL*CL-1:0] meet_i,
    output reg  [   CL-1:0] go_o,
    output reg  [   CL-1:0] take_o,  // of these: takes an ALU
    output reg  [   CL-1:0] low_o,   // the lowest of todo_i
    output reg              last_o   // all that are to go do
);
  reg held, low;
  integer j, k;

  always @(*) begin
    {go_o, take_o, low_o} = {3 * CL{1'b0}};
    {held, low} = 2'd0;
    last_o = 1'b1;
    if (|todo_i)
      for (j = 0; j < CL; j = j + 1) begin
        held = 1'b0;
        low  = 1'b1;
        for (k = 0; k < j; k = k + 1) begin
          if (todo_i[k] && use_i[k] && meet_i[j*CL+k]) held = 1'b1;
          if (todo_i[k]) low = 1'b0;
        end
        low_o[j]  = todo_i[j] && low;
        go_o[j]   = todo_i[j] && (one_i ? low : !use_i[j] || !held || fold_i);
        take_o[j] = todo_i[j] && use_i[j] && (one_i ? low : !held);
        if (todo_i[j] && (one_i ? !low : use_i[j] && held && !fold_i)) last_o = 1'b0;
      end
  end
endmodule
`default_nettype wire
