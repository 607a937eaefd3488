// SPDX-License-Identifier: Apache-2.0
// Exits that wait for their turn. C twin: cmodel/when/front.c.
//
// An exit is always accepted. It takes effect behind all requests that were accepted before it, of any warp, and before those accepted
// with it or after it: in the fourth clock after its own at the earliest. Until then its lanes live. It names lanes that live when it is
// given, or that a launch given before it lets live. Exits of a warp that wait join, and go
// with the last of them: a lane that is already to exit delays nothing, so at most LANES join and each takes effect. One warp a clock
// exits, the lowest one that could two clocks before; not while a group of it is on its way to a unit, so that no unit meets a group
// of lanes that are gone, nor while the walker works on it, so that no lane of it is let go meanwhile.
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
    // lanes that live, and, of the warp of the exit that was at the port in the clock before, those of launches under way
    input  wire [WARPS*LANES-1:0] live_i,
    input  wire [      LANES-1:0] come_i,
    // requests not yet judged, one of them accepted in the clock before, one of them judged in this clock
    input  wire [            3:0] count_i,
    input  wire                   put_i,
    input  wire                   pop_i,
    input  wire [      WARPS-1:0] busy_i,   // warps with a group on its way to a unit, or that are held
    input  wire [WARPS*LANES-1:0] wait_i,   // lanes that will be blocked in the next clock
    // exits that take effect
    output wire [      WARPS-1:0] due_o,    // warps whose next request comes behind an exit that has not taken effect
    output wire [      WARPS-1:0] soon_o,   // ... in the next clock, and the warp of the exit that was at the port in the clock before
    output wire [      WARPS-1:0] sel_o,    // the warp of this clock, one-hot
    output wire [      WARPS-1:0] next_o,   // ... of the next one, unless an exit of it was at the port in this clock
    output reg  [      WARPS-1:0] here_o,   // the warp of the exit that was at the port in the clock before
    output reg  [      LANES-1:0] lanes_o,
    output reg  [      LANES-1:0] wait_o,   // lanes of that warp that are blocked
    output wire                   empty_o   // no exit waits
);
  reg [WARPS*LANES-1:0] leaving_q;
  wire [WARPS-1:0] some;
  reg [WARPS-1:0] next_q, sel_q;
  integer n;
  wire [LANES-1:0] next_lanes, next_wait;
  wire [WARPS-1:0] can = due_o & ~(busy_i | next_q | sel_q | here_o);
  reg [LANES-1:0] lanes_q;

  assign next_o = next_q & ~here_o;
  assign sel_o = sel_q & ~here_o;
  assign empty_o = !(|some) && !(|here_o);

  always @(posedge clk_i)
    if (!rst_ni) begin
      here_o   <= {WARPS{1'b0}};
      next_q <= {WARPS{1'b0}};
      sel_q  <= {WARPS{1'b0}};
    end else begin
      for (n = 0; n < WARPS; n = n + 1) here_o[n] <= exit_valid_i && exit_warp_i == n[WARP_W-1:0];
      next_q <= can & (-can);
      sel_q  <= next_o;
    end

  always @(posedge clk_i) if (exit_valid_i) lanes_q <= exit_lanes_i;

  ws_pick #(.N(WARPS), .W(LANES)) pick_lanes (.sel_i(next_q), .words_i(leaving_q), .word_o(next_lanes));
  ws_pick #(.N(WARPS), .W(LANES)) pick_wait  (.sel_i(next_q), .words_i(wait_i),    .word_o(next_wait));

  always @(posedge clk_i) begin
    lanes_o <= next_lanes;
    wait_o  <= next_wait;
  end

  // Requests that were accepted before the exit at the port in the clock before; at most eight are inside.
  reg [7:0] older;
  integer k;

  always @(*) for (k = 0; k < 8; k = k + 1) older[k] = put_i ? count_i > k[3:0] + 4'd1 : count_i > k[3:0];

  genvar g;
  generate
    for (g = 0; g < WARPS; g = g + 1) begin : warp
      reg  some_q;
      reg  [7:0] ahead_q;  // of requests that go first: the lowest bits are as many ones
      wire [LANES-1:0] left = sel_o[g] ? {LANES{1'b0}} : leaving_q[g*LANES+:LANES];
      wire [LANES-1:0] comes = here_o[g] ? lanes_q & (live_i[g*LANES+:LANES] | come_i) & ~leaving_q[g*LANES+:LANES] : {LANES{1'b0}};

      assign some[g] = some_q;
      assign due_o[g] = some_q && !ahead_q[0];
      assign soon_o[g] = (some_q && !(pop_i ? ahead_q[1] : ahead_q[0])) || here_o[g];

      always @(posedge clk_i)
        if (!rst_ni) begin
          some_q <= 1'b0;
          leaving_q[g*LANES+:LANES] <= {LANES{1'b0}};
        end else begin
          some_q <= (some_q && !sel_o[g]) || |comes;
          leaving_q[g*LANES+:LANES] <= left | comes;
        end

      always @(posedge clk_i)
        if (|comes) ahead_q <= pop_i ? {1'b0, older[7:1]} : older;
        else if (pop_i) ahead_q <= {1'b0, ahead_q[7:1]};
    end
  endgenerate
endmodule
`default_nettype wire
