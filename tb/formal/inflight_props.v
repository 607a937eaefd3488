// SPDX-License-Identifier: Apache-2.0
// ws_inflight against a row of places, one for each that can be under way: what enters takes the next place. Nothing leaves that
// has not entered in a clock before, and nothing enters while all places are taken, unless one leaves.
`default_nettype none
module inflight_count (
    input  wire       clk_i, rst_ni, want_in, want_out,
    output wire       bad,
    output wire [3:0] reached
);
  wire on, empty;
  reg [30:0] taken_q;  // the places that are taken, from the lowest
  reg full_q;          // all of them were, since something was under way
  wire out = on && want_out && taken_q[0];
  wire in = on && want_in && (!taken_q[30] || out);
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  ws_inflight dut (.clk_i(clk_i), .rst_ni(rst_ni), .in_i(in), .out_i(out), .empty_o(empty));

  always @(posedge clk_i)
    if (!rst_ni) begin
      taken_q <= 0;
      full_q <= 0;
    end else begin
      if (in && !out) taken_q <= taken_q << 1 | 1;
      if (out && !in) taken_q <= taken_q >> 1;
      full_q <= taken_q[30] || (full_q && taken_q != 0);
    end

  // What has left counts for a clock longer. late_q are the places as the count knows them, a clock later: the proof needs them between
  // the count and the places.
  reg left_q, in_q, out_q;
  reg [30:0] late_q, before_q;
  always @(posedge clk_i) begin
    {left_q, in_q, out_q} <= rst_ni ? {out, in, out} : 3'b000;
    before_q <= rst_ni ? taken_q : 0;
    if (!rst_ni) late_q <= 0;
    else if (in_q && !out_q) late_q <= late_q << 1 | 1;
    else if (out_q && !in_q) late_q <= late_q >> 1;
  end
  assign bad = on && (empty != (taken_q == 0 && !left_q) || late_q != before_q);
  assign reached = {4{on}} & {
    taken_q[30] && in && out,                        // one in the place of another, all places taken
    taken_q == 1 && in && out, taken_q == 1 && out && full_q,
    taken_q[30]
  };
endmodule
`default_nettype wire
