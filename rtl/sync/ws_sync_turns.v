// SPDX-License-Identifier: Apache-2.0
// What the walker does next: which warps have something to be done, and whose turn it is. C twin: choose in cmodel/when/walk.c.
//
// Pieces come first, in order, but at most seven in a row while something else is to be done; exits come before DEAD, and that before
// AGE, warps in turn. take_next_o, take_piece_o: a task begins; what it is was chosen in an idle clock before. DEAD and AGE leave a warp
// apart_o alone. A pass of DEAD that has found something (more_i) is followed by another one of its warp, unless that is left alone.
`default_nettype none
module ws_sync_turns #(
    parameter WARPS    = 4,
    parameter WARP_W   = 2,
    parameter WATCHDOG = 0
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // events of this clock
    input  wire              tick_i,         // for a watchdog that is on
    input  wire [ WARPS-1:0] touched_i,      // as in ws_sync_walk
    input  wire [ WARPS-1:0] gone_i,
    input  wire [ WARPS-1:0] piece_i,
    input  wire [ WARPS-1:0] going_i,        // a group of the warp stands at the walker's outputs
    input  wire [ WARPS-1:0] has_i,          // groups wait there
    // tasks
    input  wire              idle_i,         // one may begin
    input  wire              piece_valid_i,
    output wire              take_piece_o,
    output wire              take_next_o,
    output reg  [       2:0] next_kind_o,    // {AGE, DEAD, EXIT}
    output reg  [ WARPS-1:0] next_sel_o,
    output reg  [WARP_W-1:0] next_warp_o,
    output reg               search_o,       // DEAD goes on with passes
    // the task under way, and its end
    input  wire [ WARPS-1:0] sel_i,
    input  wire              piece_done_i,
    input  wire              decided_i,      // a pass of DEAD is over
    input  wire              more_i,
    input  wire              settled_i,      // no deadlock is to be looked for
    input  wire              again_i,        // AGE is to be done again
    //
    output wire [ WARPS-1:0] apart_o,
    output wire [ WARPS-1:0] hold_o,         // a piece or an exit is not done
    output wire              quiet_o
);
  localparam [WARPS-1:0] FIRST = 1, NONE = 0;  // warp 0; no warp
  localparam [2:0] EXIT = 3'b001, DEAD = 3'b010, AGE = 3'b100;
  reg [WARPS-1:0] pend_q, exits_q, check_q, above_q, search_sel_q;
  reg [2:0] streak_q;
  reg next_q, streak_full_q;
  wire [WARPS-1:0] overdue;
  wire [WARPS-1:0] searched = (search_o ? search_sel_q : check_q & has_i) & ~apart_o;
  wire [WARPS-1:0] aged = search_o ? NONE : overdue & has_i & ~apart_o;
  wire some_exit = |exits_q, some_searched = |searched;

  // Of each of the three the first one, side by side.
  function [WARPS-1:0] first(input [WARPS-1:0] pool, input [WARPS-1:0] above);
    reg [WARPS-1:0] up;
    begin
      up = pool & above;
      first = |up ? up & (-up) : pool & (-pool);
    end
  endfunction
  integer w;

  assign apart_o      = touched_i | pend_q | exits_q | going_i;
  assign hold_o       = pend_q | exits_q;
  assign take_next_o  = idle_i && next_q && (!piece_valid_i || streak_full_q);
  assign take_piece_o = idle_i && piece_valid_i && !(next_q && streak_full_q);
  assign quiet_o      = !next_q && !search_o && !(|exits_q) && !(|((check_q | overdue) & has_i));

  always @(*) begin
    next_warp_o = {WARP_W{1'b0}};
    for (w = 0; w < WARPS; w = w + 1) if (next_sel_o[w]) next_warp_o = next_warp_o | w[WARP_W-1:0];
  end

  always @(posedge clk_i)
    if (!rst_ni) begin
      next_q   <= 1'b0;
      pend_q   <= NONE;
      exits_q  <= NONE;
      check_q  <= NONE;
      above_q  <= ~FIRST;
      streak_q <= 3'd0;
      streak_full_q <= 1'b0;
      search_o <= 1'b0;
    end else begin
      if (idle_i) next_q <= !take_next_o && (some_exit || some_searched || |aged);
      pend_q  <= (pend_q & ~(piece_done_i ? sel_i : NONE)) | piece_i;
      exits_q <= (exits_q & ~(take_next_o && next_kind_o[0] ? next_sel_o : NONE)) | (gone_i & (has_i | pend_q));
      check_q <= (check_q & ~(settled_i ? sel_i : NONE)) | gone_i | piece_i;
      if (take_next_o) begin
        above_q  <= ~(next_sel_o | (next_sel_o - FIRST));
        streak_q <= 3'd0;
        streak_full_q <= 1'b0;
      end else if (take_piece_o && !streak_full_q) begin
        streak_q <= streak_q + 3'd1;
        streak_full_q <= streak_q == 3'd6;
      end
      if (decided_i) search_o <= more_i;
      else if (|(search_sel_q & apart_o)) search_o <= 1'b0;
    end

  always @(posedge clk_i) begin
    if (decided_i) search_sel_q <= sel_i;
    if (idle_i && !take_next_o) begin
      next_sel_o  <= some_exit ? first(exits_q, above_q) : some_searched ? first(searched, above_q) : first(aged, above_q);
      next_kind_o <= some_exit ? EXIT : some_searched ? DEAD : AGE;
    end
  end

  generate
    if (WATCHDOG == 1) begin : age
      reg [WARPS-1:0] overdue_q;
      assign overdue = overdue_q;
      always @(posedge clk_i)
        if (!rst_ni) overdue_q <= NONE;
        else if (tick_i) overdue_q <= ~NONE;
        else if (again_i) overdue_q <= overdue_q | sel_i;
        else if (take_next_o && next_kind_o[2]) overdue_q <= overdue_q & ~next_sel_o;
    end else begin : no_age
      wire unused = &{1'b0, tick_i, again_i};
      assign overdue = NONE;
    end
  endgenerate
endmodule
`default_nettype wire
