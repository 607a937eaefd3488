// SPDX-License-Identifier: Apache-2.0
// Exits that wait for their turn. C twin: cmodel/when/front.c.
//
// An exit is always accepted. It takes effect behind all requests that were accepted before it, of any warp, and before those accepted
// with it or after it. Until then its lanes live. Exits of a warp that wait join, and go with the last of them: a lane that is already
// to exit delays nothing, so at most LANES join and each takes effect. One warp a clock exits, lowest first; not while a group of it
// is on its way to a unit, so that no unit meets a group of lanes that are gone.
`default_nettype none
module ws_sync_exit #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // port
    input  wire                   exit_valid_i,
    input  wire [     WARP_W-1:0] exit_warp_i,
    input  wire [      LANES-1:0] exit_lanes_i,
    // lanes that live, with those that a launch of this clock lets live
    input  wire [WARPS*LANES-1:0] live_i,
    // requests not yet judged, one of them judged in this clock
    input  wire [            3:0] count_i,
    input  wire                   pop_i,
    input  wire [      WARPS-1:0] busy_i,   // warps with a group on its way to a unit
    // exits that take effect
    output wire [      WARPS-1:0] due_o,    // warps whose next request comes behind an exit that has not taken effect
    output wire [      WARPS-1:0] sel_o,    // the warp of this clock, one-hot
    output wire [      LANES-1:0] lanes_o,
    output wire                   empty_o   // no exit waits
);
  reg [WARPS*LANES-1:0] leaving_q;
  wire [WARPS-1:0] some;
  wire [WARPS-1:0] can = due_o & ~busy_i;

  assign sel_o = can & (-can);
  assign empty_o = !(|some);
  ws_pick #(.N(WARPS), .W(LANES)) pick (.sel_i(sel_o), .words_i(leaving_q), .word_o(lanes_o));

  genvar g;
  generate
    for (g = 0; g < WARPS; g = g + 1) begin : warp
      reg  some_q;
      reg  [3:0] ahead_q;  // requests that go first
      wire here = exit_valid_i && exit_warp_i == g[WARP_W-1:0];
      wire [LANES-1:0] left = sel_o[g] ? {LANES{1'b0}} : leaving_q[g*LANES+:LANES];
      wire [LANES-1:0] comes = here ? exit_lanes_i & live_i[g*LANES+:LANES] & ~left : {LANES{1'b0}};

      assign some[g] = some_q;
      assign due_o[g] = some_q && ahead_q == 4'd0;

      always @(posedge clk_i)
        if (!rst_ni) begin
          some_q <= 1'b0;
          leaving_q[g*LANES+:LANES] <= {LANES{1'b0}};
        end else begin
          some_q <= (some_q && !sel_o[g]) || |comes;
          leaving_q[g*LANES+:LANES] <= left | comes;
        end

      always @(posedge clk_i)
        if (|comes) ahead_q <= count_i - {3'd0, pop_i};
        else if (pop_i && ahead_q != 4'd0) ahead_q <= ahead_q - 4'd1;
    end
  endgenerate
endmodule
`default_nettype wire
