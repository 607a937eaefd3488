// SPDX-License-Identifier: Apache-2.0
// Pieces that wait for the walker: what was judged and is no complete group, in order.
//
// put_i writes, piece_i says that it was a piece and stays. room_o: one has room in this clock, and another one in the next. The oldest stands
// at the outputs while valid_o is 1, from the clock after it was written on, until pop_i.
`default_nettype none
module ws_sync_pieces #(
    parameter W     = 100,
    parameter DEPTH = 8     // power of two
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    // judged
    input  wire         put_i,
    input  wire         piece_i,
    input  wire [W-1:0] data_i,
    output wire         room_o,
    // the oldest
    output reg          valid_o,
    output wire [W-1:0] data_o,
    input  wire         pop_i
);
  wire more;  // there are more than one

  always @(posedge clk_i)
    if (!rst_ni) valid_o <= 1'b0;
    else valid_o <= piece_i || more || (valid_o && !pop_i);

  generate
    if (DEPTH == 1) begin : one
      reg [W-1:0] data_q;
      assign data_o = data_q;
      assign room_o = 1'b0;  // not for two
      assign more   = 1'b0;
      always @(posedge clk_i) if (put_i) data_q <= data_i;
    end else begin : several
      localparam A = $clog2(DEPTH);
      (* no_rw_check *) reg [W-1:0] mem[0:DEPTH-1];
      reg [A-1:0] in_q, out_q;
      reg [A:0] count_q;

      assign room_o = !count_q[A] && !(&count_q[A-1:0]);
      assign more   = |count_q[A:1];
      assign data_o = mem[out_q];

      always @(posedge clk_i)
        if (!rst_ni) begin
          in_q    <= {A{1'b0}};
          out_q   <= {A{1'b0}};
          count_q <= {A + 1{1'b0}};
        end else begin
          if (piece_i) in_q <= in_q + 1'b1;
          if (pop_i) out_q <= out_q + 1'b1;
          count_q <= piece_i ? (pop_i ? count_q : count_q + 1'b1) : (pop_i ? count_q - 1'b1 : count_q);  // piece_i, known last, selects
        end

      always @(posedge clk_i) if (put_i) mem[in_q] <= data_i;
    end
  endgenerate
endmodule
`default_nettype wire
