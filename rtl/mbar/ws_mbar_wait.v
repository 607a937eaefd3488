// SPDX-License-Identifier: Apache-2.0
// The table of groups of lanes that wait in mbarrier.try_wait (PTX 9.7.13.15.16).
//
// A tick takes effect in the clock after it has come, from a register here. put stores a group in the lowest free entry. It waits from the next
// clock on, so the flip and the tick that take effect in the clock of put do not count for it. The first flip of its slot releases an entry with
// p = 1; the tick with which ticks * TICK_NS reaches its limit releases it with p = 0; both in one clock give p = 1.
// From the next clock on released entries move to the wake register, one a clock, which frees them; wake is valid 3 clocks after the release at
// the earliest, because an entry is chosen in one clock and read in the next. They go in rounds, lowest first: an entry that is released during a
// round goes after it, so none waits for ever. quiet_o is 0 while an entry is on its way out, and in the clock in which a tick releases one.
// Deadlines are absolute, so an entry needs a compare and no adder: time is counted in nanoseconds modulo 2^33, and a deadline lies
// less than 2^32 ahead (LIMIT_W = 32). They are stored inverted, which makes the compare a bare carry chain.
// put is not allowed while free_o is 0. Only control and time are reset.
`default_nettype none
module ws_mbar_wait #(
    parameter LANES   = 32,
    parameter WARPS   = 4,
    parameter WARP_W  = 2,
    parameter TAG_W   = 8,
    parameter TICK_NS = 10,                   // nanoseconds of a tick, 1 to 1000
    parameter ENTRIES = 8,                    // 2 to 64
    parameter LIMIT_W = 32,                   // bits of a limit, more than those of TICK_NS; at most 32
    parameter FREE_W  = $clog2(ENTRIES + 1)   // derived, not to be set
) (
    input  wire               clk_i,
    input  wire               rst_ni,
    input  wire               tick_i,
    // a group begins to wait
    input  wire               put_valid_i,
    input  wire [ WARP_W-1:0] put_warp_i,
    input  wire [  TAG_W-1:0] put_tag_i,
    input  wire [        7:0] put_fn_i,
    input  wire [  LANES-1:0] put_lanes_i,
    input  wire [       10:0] put_slot_i,
    input  wire [        4:0] put_short_i,      // status, as in ws_mbar_fn.vh
    input  wire [LIMIT_W-1:0] put_limit_i,      // nanoseconds, above 0
    output wire [ FREE_W-1:0] free_o,           // entries free
    output wire               freed_o,          // one becomes free
    // an object completes its phase
    input  wire               flip_valid_i,
    input  wire [       10:0] next_slot_i,      // which, in the clock before
    input  wire               next_i,           // ... stands there; else it stays
    output wire               flip_hit_o,       // somebody waits there; whether flip_valid_i or not
    // a group goes on
    output wire               wake_valid_o,
    input  wire               wake_ready_i,
    output wire [ WARP_W-1:0] wake_warp_o,
    output wire [  TAG_W-1:0] wake_tag_o,
    output wire [        7:0] wake_fn_o,
    output wire [  LANES-1:0] wake_lanes_o,
    output wire [        4:0] wake_short_o,
    output wire               wake_p_o,
    output wire               quiet_o           // nobody is on the way out
);
  localparam IDX_W = $clog2(ENTRIES);
  localparam GROUP_W = WARP_W + TAG_W + 8 + LANES + 5;
  localparam TIME_W = LIMIT_W + 1;
  localparam [TIME_W-1:0] STEP = {2'b00, TICK_NS[LIMIT_W-2:0]};

  generate
    if (ENTRIES < 2 || ENTRIES > 64) begin : bad_entries
      ws_mbar_wait_WAITERS_must_be_2_to_64 illegal ();
    end
    if (TICK_NS < 1 || TICK_NS > 1000) begin : bad_tick
      ws_mbar_wait_TICK_NS_must_be_1_to_1000 illegal ();
    end
    if (WARPS > 1 << WARP_W) begin : bad_warps
      ws_mbar_wait_WARP_W_must_hold_WARPS illegal ();
    end
  endgenerate

  reg [ENTRIES-1:0] wait_q, done_q, true_q;  // waiting; released; ... by a flip
  reg [ENTRIES-1:0] round_q;  // released ones that go before all others
  reg [ENTRIES*11-1:0] slot_q;
  reg [ENTRIES*TIME_W-1:0] late_q;  // ~deadline
  reg tick_q;
  reg [TIME_W-1:0] now_q;  // time, with the tick of this clock
  reg [GROUP_W-1:0] group_q[0:ENTRIES-1];
  reg [FREE_W-1:0] free_q;
  reg pick_q, pick_p_q;  // an entry has been chosen, and is not free before it has been read
  reg [ENTRIES-1:0] pick_sel_q;
  reg [IDX_W-1:0] pick_idx_q;
  reg wake_q, wake_p_q;
  reg [GROUP_W-1:0] wake_group_q;

  // The entry that put takes and the one that leaves, one-hot and as numbers.
  wire [ENTRIES-1:0] free = ~(wait_q | done_q | pick_sel_q);
  wire [ENTRIES-1:0] put_sel = free & (~free + {{ENTRIES - 1{1'b0}}, 1'b1});
  wire [ENTRIES-1:0] begun = done_q & round_q;
  wire in_round = |begun;
  wire [ENTRIES-1:0] round = in_round ? begun : done_q;
  wire [ENTRIES-1:0] first_begun = begun & (~begun + {{ENTRIES - 1{1'b0}}, 1'b1});
  wire [ENTRIES-1:0] first_done = done_q & (~done_q + {{ENTRIES - 1{1'b0}}, 1'b1});
  wire [ENTRIES-1:0] out_sel = in_round ? first_begun : first_done;
  wire wake_free = !wake_q || wake_ready_i;
  wire out = |done_q && (!pick_q || wake_free);
  wire read = pick_q && wake_free;
  reg [IDX_W-1:0] put_idx, begun_idx, done_idx;
  integer n, m;

  always @(*) begin
    put_idx = {IDX_W{1'b0}};
    begun_idx = {IDX_W{1'b0}};
    done_idx = {IDX_W{1'b0}};
    for (n = 0; n < ENTRIES; n = n + 1) begin
      if (put_sel[n]) put_idx = put_idx | n[IDX_W-1:0];
      if (first_begun[n]) begun_idx = begun_idx | n[IDX_W-1:0];
      if (first_done[n]) done_idx = done_idx | n[IDX_W-1:0];
    end
  end

  wire [TIME_W-1:0] deadline = now_q + {1'b0, put_limit_i};
  reg [ENTRIES-1:0] here_q;  // entries of the slot that may complete its phase in this clock
  wire [ENTRIES-1:0] put = put_valid_i ? put_sel : {ENTRIES{1'b0}};
  wire [ENTRIES-1:0] woken = wait_q & here_q & {ENTRIES{flip_valid_i}};
  reg [ENTRIES-1:0] expired;
  reg [TIME_W:0] gap;

  // now - deadline as now + ~deadline + 1, with a bit below for the 1: not negative once the limit is reached
  always @(*) begin
    expired = {ENTRIES{1'b0}};
    gap = {TIME_W + 1{1'b0}};
    if (tick_q)
      for (m = 0; m < ENTRIES; m = m + 1)
        if (wait_q[m]) begin
          gap = {now_q, 1'b1} + {late_q[m*TIME_W+:TIME_W], 1'b1};
          expired[m] = !gap[TIME_W];
        end
  end

  genvar g;
  generate
    for (g = 0; g < ENTRIES; g = g + 1) begin : entry
      always @(posedge clk_i) if (next_i) here_q[g] <= put[g] ? put_slot_i == next_slot_i : slot_q[g*11+:11] == next_slot_i;

      always @(posedge clk_i)
        if (put[g]) begin
          slot_q[g*11+:11] <= put_slot_i;
          late_q[g*TIME_W+:TIME_W] <= ~deadline;
        end
    end
  endgenerate

  always @(posedge clk_i)
    if (!rst_ni) begin
      wait_q  <= {ENTRIES{1'b0}};
      done_q  <= {ENTRIES{1'b0}};
      round_q <= {ENTRIES{1'b0}};
      free_q  <= ENTRIES[FREE_W-1:0];
      now_q   <= {TIME_W{1'b0}};
      tick_q  <= 1'b0;
      pick_q  <= 1'b0;
      pick_sel_q <= {ENTRIES{1'b0}};
      wake_q  <= 1'b0;
    end else begin
      wait_q <= wait_q & ~(woken | expired) | put;
      done_q <= done_q & ~(out ? out_sel : {ENTRIES{1'b0}}) | woken | expired;
      if (out) round_q <= round & ~out_sel;
      if (put_valid_i && !read) free_q <= free_q - {{FREE_W - 1{1'b0}}, 1'b1};
      if (read && !put_valid_i) free_q <= free_q + {{FREE_W - 1{1'b0}}, 1'b1};
      tick_q <= tick_i;
      if (tick_i) now_q <= now_q + STEP;
      if (!pick_q || wake_free) {pick_q, pick_sel_q} <= {|done_q, out_sel};
      if (wake_free) wake_q <= pick_q;
    end

  always @(posedge clk_i) begin
    true_q <= true_q & ~wait_q | woken;
    if (put_valid_i) group_q[put_idx] <= {put_warp_i, put_tag_i, put_fn_i, put_lanes_i, put_short_i};
    if (out) begin
      pick_idx_q <= in_round ? begun_idx : done_idx;
      pick_p_q   <= in_round ? |(true_q & first_begun) : |(true_q & first_done);
    end
    if (read) {wake_group_q, wake_p_q} <= {group_q[pick_idx_q], pick_p_q};
  end

  assign free_o = free_q;
  assign freed_o = read;
  assign flip_hit_o = |(wait_q & here_q);
  assign wake_valid_o = wake_q;
  assign {wake_warp_o, wake_tag_o, wake_fn_o, wake_lanes_o, wake_short_o} = wake_group_q;
  assign wake_p_o = wake_p_q;
  assign quiet_o = done_q == {ENTRIES{1'b0}} && !pick_q && !wake_q && expired == {ENTRIES{1'b0}};
endmodule
`default_nettype wire
