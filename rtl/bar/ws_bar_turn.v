// SPDX-License-Identifier: Apache-2.0
// Selects the answer that is sent. The answer of an arrive goes first, unless the one before was that of an arrive too and warps were due
// already: that is a register. Due warps go round robin: the lowest above the last one that went, else the lowest. C twins: answer_goes,
// send_answer.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_bar_turn #(
    parameter WARPS = 4
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             arrive_i,  // an arrive has an answer
    input  wire [WARPS-1:0] due_i,     // warps that have one
    input  wire             taken_i,   // what goes is taken
    output wire             arrive_o,  // the arrive's goes
    output wire [WARPS-1:0] warp_o     // else that of this warp, one-hot; none if there is none
);
  reg warps_q;  // it is the turn of warps that are due
  reg [WARPS-1:0] above_q;  // warps above the one that went last

  wire [WARPS-1:0] next = due_i & above_q;
  wire [WARPS-1:0] upto = warp_o | (warp_o - 1'b1);

  genvar w;
  generate
    assign warp_o[0] = next[0] || (due_i[0] && !(|next));
    for (w = 1; w < WARPS; w = w + 1) begin : each
      assign warp_o[w] = (next[w] && !(|next[w-1:0])) || (due_i[w] && !(|due_i[w-1:0]) && !(|next));
    end
  endgenerate

  assign arrive_o = arrive_i && !warps_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      warps_q <= 1'b0;
      above_q  <= {WARPS{1'b0}};
    end else if (taken_i) begin
      warps_q <= arrive_o && |due_i;
      if (!arrive_o) above_q <= ~upto;
    end
endmodule
`default_nettype wire
