// SPDX-License-Identifier: Apache-2.0
// What is proved of the table of waiting groups. One group, any one, is marked as it is put: its tag is 1, that of all
// others 0. What becomes of it is worked out here from the rule alone; `bad` if the table does otherwise.
// Limits have LIMIT_W bits here, so that time wraps around within the proof.
`default_nettype none

module mbar_wait_group #(
    parameter ENTRIES = 2,
    parameter LIMIT_W = 4,
    parameter TICK_NS = 3
) (
    input  wire               clk_i,
    input  wire               rst_ni,
    input  wire               tick,
    input  wire               put_want,
    input  wire               put_mark,    // this one
    input  wire [LIMIT_W-1:0] put_limit,
    input  wire               put_slot,
    input  wire               put_status,
    input  wire               put_who,     // with put_status: whose group it is, and what of
    input  wire               flip,
    input  wire               flip_slot,   // of the next clock, if flip_next
    input  wire               flip_next,
    input  wire               wake_ready,
    output wire               bad,
    output wire [        5:0] reached
);
  localparam FREE_W = $clog2(ENTRIES + 1);
  wire [FREE_W-1:0] free;
  wire hit, wake, wake_tag, wake_p, quiet;
  wire [4:0] wake_status;
  wire [7:0] wake_fn;
  wire wake_warp;
  wire [1:0] wake_lanes;

  // what the environment keeps: no put without a free entry, no limit of 0, one marked group
  wire put = put_want && free != 0;
  wire [LIMIT_W-1:0] limit = put_limit == 0 ? 1 : put_limit;
  wire mark = put && put_mark && state == NONE && !marked;

  ws_mbar_wait #(
      .LANES(2), .WARPS(2), .WARP_W(1), .TAG_W(1), .TICK_NS(TICK_NS), .ENTRIES(ENTRIES), .LIMIT_W(LIMIT_W)
  ) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .tick_i(tick),
      .put_valid_i(put), .put_warp_i(put_who), .put_tag_i(mark), .put_fn_i({4{put_who, put_status}}), .put_lanes_i({put_status, put_who}),
      .put_slot_i({10'd0, put_slot}), .put_short_i({4'd0, put_status}), .put_limit_i(limit), .free_o(free),
      .flip_valid_i(flip), .next_slot_i({10'd0, flip_slot}), .next_i(next), .flip_hit_o(hit),
      .wake_valid_o(wake), .wake_ready_i(wake_ready), .wake_warp_o(wake_warp), .wake_tag_o(wake_tag),
      .wake_fn_o(wake_fn), .wake_lanes_o(wake_lanes), .wake_short_o(wake_status), .wake_p_o(wake_p), .quiet_o(quiet)
  );

  // The job at an object moves on with one that begins to wait.
  wire next = flip_next || put;
  reg at_slot;
  always @(posedge clk_i) if (next) at_slot <= flip_slot;

  localparam NONE = 0, WAITS = 1, RELEASED = 2;
  reg started, marked;       // a reset has been; a group has been marked since
  reg [1:0] state;
  reg p, slot, status, who, both; // its p once released; flip and limit met
  reg [LIMIT_W-1:0] left;    // nanoseconds that it still waits
  reg [FREE_W:0] inside;     // groups put and not yet taken
  reg [3:0] age;             // clocks since it was released in which a group could leave
  reg was_wake, was_ready, was_tag, was_p;
  reg was_full;
  wire mine = wake && wake_tag;
  reg tick_q;  // it takes effect a clock later
  always @(posedge clk_i) tick_q <= rst_ni && tick;
  wire woken = flip && at_slot == slot, over = tick_q && left <= TICK_NS;

  always @(posedge clk_i) begin
    started <= started || !rst_ni;
    was_wake <= rst_ni && wake;
    was_ready <= wake_ready;
    was_tag <= wake_tag;
    was_p <= wake_p;
    if (!rst_ni) begin
      marked <= 0;
      state <= NONE;
      inside <= 0;
      was_full <= 0;
    end else begin
      inside <= inside + put - (wake && wake_ready);
      if (mark) begin
        marked <= 1;
        state <= WAITS;
        left <= limit;
        slot <= put_slot;
        status <= put_status;
        who <= put_who;
      end
      if (state == WAITS) begin
        if (free == 0) was_full <= 1;
        if (tick_q) left <= left - TICK_NS;
        if (woken || over) begin
          state <= RELEASED;
          p <= woken;
          both <= woken && over;
          age <= 0;
        end
      end
      if (state == RELEASED) begin
        if (wake_ready && !mine) age <= age + 1;
        if (mine && wake_ready) state <= NONE;
      end
    end
  end

  // groups in the table are those inside but for the one that stands at the wake port
  wire wrong_free = free + inside != ENTRIES + wake;
  wire wrong_early = mine && state != RELEASED;  // too early, twice, or never put
  wire wrong_what = mine && (wake_p != p || wake_status != status || wake_fn != {4{who, status}} || wake_lanes != {status, who} || wake_warp != who);
  wire wrong_late = state == RELEASED && age > 2 * ENTRIES + 1;  // kept back for ever
  wire wrong_idle = state == RELEASED && quiet;
  wire wrong_hit = state == WAITS && slot == at_slot && !hit;
  wire wrong_drop = was_wake && !was_ready && (!wake || wake_tag != was_tag || wake_p != was_p);
  assign bad = started && rst_ni && (wrong_free || wrong_early || wrong_what || wrong_late || wrong_idle || wrong_hit || wrong_drop);

  assign reached[0] = started && rst_ni && mine && p && !both;
  assign reached[1] = started && rst_ni && mine && !p;
  assign reached[2] = started && rst_ni && mine && both;
  assign reached[3] = started && rst_ni && mine && was_full && age > 1;
  assign reached[4] = started && rst_ni && state == RELEASED && !mine && free == 0 && wake && !wake_ready;
  assign reached[5] = started && rst_ni && state == WAITS && left == {LIMIT_W{1'b1}};
endmodule
`default_nettype wire
