// SPDX-License-Identifier: Apache-2.0
// The barrier of a cluster of two CTAs, ws_bar_cluster between two ws_bar_clb, 2 warps each. Warps arrive and leave as they
// like, and join until the first one arrives (see Limitations in the README: all CTAs are launched before that).
// The phase ends only when every warp that has not left has arrived in it, in both CTAs, and then within HOP + 1 clocks;
// each CTA follows at once; it is not called quiet while that is due.
`default_nettype none

module cluster_phase #(
    parameter HOP = 2
) (
    input  wire       clk_i, rst_ni,
    input  wire [3:0] join, leave,      // {CTA 1, CTA 0}
    input  wire [1:0] arrive, which,    // a CTA: one warp arrives, and which
    output wire       bad,
    output wire [4:0] reached
);
  wire on, phase, quiet;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  reg [3:0] memb, arrived;  // the rule: who is there, who has arrived in this phase
  reg open, was_phase, was_on;
  reg [7:0] late;
  reg [1:0] behind;
  wire [5:0] said;
  wire [3:0] sel = {arrive[1] && which[1], arrive[1] && !which[1], arrive[0] && which[0], arrive[0] && !which[0]} & memb;
  wire [7:0] unused;
  wire [1:0] cta_quiet;

  genvar c;
  generate
    for (c = 0; c < 2; c = c + 1) begin : cta
      ws_bar_clb #(.WARPS(2), .SLOTS(1)) clb (
          .clk_i(clk_i), .rst_ni(rst_ni), .many_i(1'b1), .memb_i(memb[c*2+:2]), .awaited_i(memb[c*2+:2]), .start_i(1'b0), .sel_i(sel[c*2+:2]),
          .arrive_i(|sel[c*2+:2]), .wait_i(1'b0), .arrived_o(unused[c*4]), .owed_o(unused[c*4+1]), .waiting_i(2'd0),
          .comp_o(unused[c*4+2+:2]), .quiet_o(cta_quiet[c]), .clb_o(said[c*3+:3]), .clb_phase_i(phase));
    end
  endgenerate
  ws_bar_cluster #(.CTAS(2), .HOP(HOP)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .clb_i(said), .phase_o(phase), .quiet_o(quiet));

  wire flips = phase != was_phase;  // the phase before has ended
  wire [3:0] arrived_now = flips ? 4'd0 : arrived;
  wire due = memb != 0 && (memb & ~arrived_now) == 0;
  always @(posedge clk_i) begin
    was_on <= rst_ni;
    was_phase <= rst_ni && phase;
    if (!rst_ni) begin
      memb <= 0;
      arrived <= 0;
      open <= 1;
      late <= 0;
      behind <= 0;
    end else begin
      memb <= (memb | (open ? join : 4'd0)) & ~leave;
      arrived <= arrived_now | sel;
      if (|sel) open <= 0;
      late <= due && leave == 0 ? late + 1 : 0;
      behind <= {behind[0] && (said[2] != phase || said[5] != phase), said[2] != phase || said[5] != phase};
    end
  end
  wire early = flips && (memb & ~arrived) != 0;
  wire wrong_late = late > HOP + 1;
  wire wrong_quiet = quiet && due && !flips && late > 0;
  assign bad = on && was_on && (early || wrong_late || wrong_quiet || behind[1]);
  assign reached = {5{on && was_on}} & {
    late == HOP + 1, flips && phase == 0 && memb == 4'hf, flips && memb == 4'h4, flips && |sel, quiet && memb != 0 && arrived != 0
  };
endmodule
`default_nettype wire
