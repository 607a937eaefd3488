// SPDX-License-Identifier: Apache-2.0
// The keys of requests whose lanes carry several, in order, from R2 until the walker has taken the request apart.
//
// A chain of registers without a select: load_i writes the first place, several_i says a clock later that what stands there is to be kept,
// and what is kept moves on by a place a clock until it stands at the end, or behind another. pop_i: the oldest is needed no more, wherever
// it stands. It stands at keys_o from the fifth clock after its load on, or from the second one after the pop of the one before it.
// full_o: two or more are here. Who then lets at most three more come, each of which may be one, loses none.
`default_nettype none
module ws_sync_keys #(
    parameter W = 1024
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire         load_i,
    input  wire [W-1:0] keys_i,
    input  wire         several_i,
    input  wire         pop_i,
    output wire         full_o,
    output wire [W-1:0] keys_o
);
  localparam N = 5;
  reg [N-1:0] stays_q;
  wire [N-1:0] valid = {stays_q[N-1:1], stays_q[0] || several_i};
  wire [N-1:0] moves, oldest;
  genvar g;

  function two(input a, input b, input c);
    two = (a && b) || (c && (a || b));
  endfunction

  assign full_o = two(valid[0], valid[1], valid[2]) || &valid[4:3] || (|valid[4:3] && |valid[2:0]);
  assign keys_o = place[N-1].keys_q;

  wire [N-1:0] left = valid & ~(pop_i ? oldest : {N{1'b0}});

  always @(posedge clk_i)
    if (!rst_ni) stays_q <= {N{1'b0}};
    else stays_q <= (left & ~moves) | {left[N-2:0] & moves[N-2:0], 1'b0};

  generate
    for (g = 0; g < N; g = g + 1) begin : place
      reg [W-1:0] keys_q;
      if (g == N - 1) begin : last
        assign {moves[g], oldest[g]} = {1'b0, valid[g]};
      end else begin : other
        assign moves[g]  = valid[g] && !(&valid[N-1:g+1]);  // a place ahead is free
        assign oldest[g] = valid[g] && !(|valid[N-1:g+1]);
      end
      if (g == 0) begin : first
        always @(posedge clk_i) if (load_i) keys_q <= keys_i;
      end else begin : next
        always @(posedge clk_i) if (moves[g-1]) keys_q <= place[g-1].keys_q;
      end
    end
  endgenerate
endmodule
`default_nettype wire
