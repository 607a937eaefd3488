// SPDX-License-Identifier: Apache-2.0
// The handshake rule of rtl/README.md for one port, to be proved: what ws_handshake_check.v looks at in a bench.
`default_nettype none

// A port that the design drives. bad_o: valid fell, or the payload changed, before the transfer. waited_o: a transfer that
// was waited for.
module port_out #(
    parameter W = 1
) (
    input  wire         clk_i,
    input  wire         on_i,      // not in reset, and a reset has been
    input  wire         valid_i,
    input  wire         ready_i,
    input  wire [W-1:0] payload_i,
    output wire         bad_o,
    output wire         waited_o
);
  reg held_q;
  reg [W-1:0] payload_q;

  always @(posedge clk_i) begin
    held_q    <= on_i && valid_i && !ready_i;
    payload_q <= payload_i;
  end
  assign bad_o = on_i && held_q && (!valid_i || payload_i != payload_q);
  assign waited_o = on_i && held_q && valid_i && ready_i;
endmodule

// A port that drives the design: any payload in any clock, held until taken. Nothing is assumed that could contradict
// itself, for the rule is built in. waited_o as above.
module port_in #(
    parameter W = 1
) (
    input  wire         clk_i,
    input  wire         on_i,
    input  wire         want_i,    // free
    input  wire [W-1:0] any_i,     // free
    output wire         valid_o,
    input  wire         ready_i,
    output wire [W-1:0] payload_o,
    output wire         waited_o
);
  reg held_q;
  reg [W-1:0] payload_q;

  assign valid_o = held_q || want_i;
  assign payload_o = held_q ? payload_q : any_i;
  always @(posedge clk_i) begin
    held_q    <= on_i && valid_o && !ready_i;
    payload_q <= payload_o;
  end
  assign waited_o = on_i && held_q && ready_i;
endmodule

// A reset, at least once, whenever the input says so; on_o: it is over.
module reset_any (
    input  wire clk_i,
    input  wire rst_ni,
    output wire on_o
);
  reg started_q;
  always @(posedge clk_i) started_q <= started_q || !rst_ni;
  assign on_o = started_q && rst_ni;
endmodule

// One group, any one, is marked as it enters a pipeline; groups are alike, so what holds for it holds for each. It comes
// out once, behind all that entered before it and before all that enter later, with its own meta and lanes, and within LATE
// clocks in which the sink is ready. No more groups come out than went in. DEPTH: as many are inside at most.
module group_once #(
    parameter META_W = 3,
    parameter LANES  = 4,
    parameter DEPTH  = 4,
    parameter LATE   = 4
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              on_i,
    input  wire              take_i,
    input  wire              mark_i,
    input  wire [META_W-1:0] meta_i,
    input  wire [ LANES-1:0] lanes_i,
    input  wire              valid_i,
    input  wire              ready_i,
    input  wire [META_W-1:0] meta_o_i,
    input  wire [ LANES-1:0] lanes_o_i,
    output wire              bad_o,
    output wire [       2:0] reached_o
);
  reg [3:0] inside_q, ahead_q;  // groups inside; those before the marked one
  reg marked_q, within_q;       // one has been marked; it is inside
  reg [META_W-1:0] meta_q;
  reg [LANES-1:0] lanes_q;
  reg [5:0] late_q;
  wire out = valid_i && ready_i;
  wire mark = take_i && mark_i && !marked_q;
  wire mine = within_q && ahead_q == 0;

  always @(posedge clk_i)
    if (!rst_ni) begin
      inside_q <= 0;
      marked_q <= 0;
      within_q <= 0;
    end else begin
      inside_q <= inside_q + take_i - out;
      if (mark) begin
        marked_q <= 1;
        within_q <= 1;
        ahead_q <= inside_q - out;
        meta_q <= meta_i;
        lanes_q <= lanes_i;
        late_q <= 0;
      end else if (within_q) begin
        if (out && mine) within_q <= 0;
        else if (out) ahead_q <= ahead_q - 1;
        if (ready_i && late_q != LATE) late_q <= late_q + 1;
      end
    end

  wire ghost = valid_i && inside_q == 0;
  wire wrong = valid_i && mine && (meta_o_i != meta_q || lanes_o_i != lanes_q);
  wire late = within_q && late_q == LATE;
  wire many = inside_q > DEPTH;
  assign bad_o = on_i && (ghost || wrong || late || many);
  assign reached_o = {3{on_i}} & {out && mine && late_q == LATE - 1, out && mine && meta_q == {META_W{1'b1}}, inside_q == DEPTH};
endmodule
`default_nettype wire
