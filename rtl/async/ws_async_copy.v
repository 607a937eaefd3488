// SPDX-License-Identifier: Apache-2.0
// The engine of cp.async and the arrives that wait for copies (cp.async.mbarrier.arrive, PTX 9.7.13.15.15).
//
// Copies form a queue. Each asks global memory for its bytes (gm), gets them (gm_rsp) and writes them to shared memory (wr), in the
// order of the pushes, one a clock. A copy is complete when its write has been taken.
// arr gives an arrive to each lane of arr_lanes_i. From the second clock on one lane a clock is handled, lowest first:
//   no copy of the lane under way           the arrive becomes a job at once
//   its newest copy has no arrive yet       the arrive is attached to that copy, and becomes a job when the copy is complete
//   its newest copy has an arrive already   the lane waits until that copy is complete
// A copy that completes in the clock in which its lane is handled counts as under way. Jobs of complete copies go before those of
// lanes that need not wait.
//
// Five numbers modulo 2 * ENTRIES name the next copy to leave the queue, to be written, to be answered, to be taken by gm, to be pushed:
//   out <= done <= got <= ask <= push. Each copy has a place for its answer, so that answers never wait. The copy `ask` stands at gm while gm_valid_o, the copy `done` at wr while wr_valid_o.
//
// push to gm_valid 2 clocks, gm_rsp to wr_valid 2, wr to job_valid 2. Only control is reset.
`default_nettype none
module ws_async_copy #(
    parameter LANES   = 32,
    parameter WARPS   = 4,
    parameter WARP_W  = 2,
    parameter ENTRIES = 8,             // copies under way, a power of two, 2 to 64
    parameter SLOTS   = 1,             // CTAs: 1, 2, 4, 8, at most WARPS
    parameter LANE_W  = $clog2(LANES)  // derived, not to be set
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // a copy of one lane
    input  wire              push_valid_i,  // only if push_ready_o was 1 in the clock before
    input  wire              push_next_i,   // one comes in the next clock
    output wire              push_ready_o,  // one may come in the next clock; then arr_valid_i is 0 in this
    input  wire [WARP_W-1:0] push_warp_i,
    input  wire [LANE_W-1:0] push_lane_i,
    input  wire [      13:0] push_dst_i,
    input  wire [       4:0] push_bytes_i,  // 4, 8, 16
    input  wire [       4:0] push_take_i,   // bytes from here on are zero
    input  wire [      31:0] push_src_i,
    input  wire              push_cg_i,
    // arrives behind the newest copy of each lane
    input  wire              arr_valid_i,
    output wire              arr_ready_o,
    input  wire [WARP_W-1:0] arr_warp_i,
    input  wire [ LANES-1:0] arr_lanes_i,
    input  wire [      10:0] arr_slot_i,
    // an arrive that has nothing left to wait for
    output wire              job_valid_o,
    input  wire              job_ready_i,
    output wire [      10:0] job_slot_o,
    output wire [WARP_W-1:0] job_warp_o,
    output wire [LANE_W-1:0] job_lane_o,
    // global memory; it answers in order, a clock after it took the request at the earliest
    output wire              gm_valid_o,
    input  wire              gm_ready_i,
    output wire [      31:0] gm_addr_o,
    output wire [       4:0] gm_bytes_o,
    output wire              gm_owed_o,     // an answer is still to come
    input  wire              gm_rsp_valid_i,
    output wire              gm_rsp_ready_o,
    input  wire [     127:0] gm_rsp_data_i,
    // shared memory
    output wire              wr_valid_o,
    input  wire              wr_ready_i,
    output wire [      13:0] wr_addr_o,
    output wire [       4:0] wr_bytes_o,
    output wire [     127:0] wr_data_o,
    output wire [WARP_W-1:0] wr_warp_o,
    output wire [LANE_W-1:0] wr_lane_o,
    output wire              wr_cg_o,
    // CTAs of which something is under way
    output wire [ SLOTS-1:0] busy_o
);
  localparam IDX_W = $clog2(ENTRIES);
  localparam OWNER_W = WARP_W + LANE_W;
  localparam WR_W = 14 + 3 + OWNER_W + 1;

  generate
    if (ENTRIES != 2 && ENTRIES != 4 && ENTRIES != 8 && ENTRIES != 16 && ENTRIES != 32 && ENTRIES != 64) begin : bad_entries
      ws_async_copy_COPIES_must_be_a_power_of_two_from_2_to_64 illegal ();
    end
    if (WARPS > 1 << WARP_W) begin : bad_warps
      ws_async_copy_WARP_W_must_hold_WARPS illegal ();
    end
  endgenerate

  reg [IDX_W:0] push_q, ask_q, got_q, done_q, out_q;
  reg gm_valid_q, wr_valid_q, job_valid_q, job_direct_q, lane_valid_q;

  wire [IDX_W-1:0] push_idx = push_q[IDX_W-1:0];
  wire [IDX_W-1:0] done_idx = done_q[IDX_W-1:0];
  wire [IDX_W-1:0] out_idx = out_q[IDX_W-1:0];

  // -------------------------------------------------------------------------------------------- the way of a copy

  wire [IDX_W:0] used = push_q - out_q;
  wire push = push_valid_i;
  wire [IDX_W:0] more = used + {{IDX_W{1'b0}}, push};
  reg full_q;  // found a clock ahead: a copy that leaves gives its place a clock later
  wire full;
  ws_late full_next (
      .late_i(push_next_i),
      .yes_i (more[IDX_W] || &more[IDX_W-1:0]),
      .no_i  (more[IDX_W]),
      .word_o(full)
  );

  // the next one for the gm port
  wire gm_taken = gm_valid_q && gm_ready_i;
  wire [IDX_W:0] gm_next = ask_q + {{IDX_W{1'b0}}, gm_valid_q};
  wire gm_load = gm_next != push_q && (!gm_valid_q || gm_ready_i);
  reg [34:0] gm_mem[0:ENTRIES-1];
  reg [34:0] gm_q;

  // answers
  wire owed = got_q != ask_q;
  wire got = gm_rsp_valid_i && owed;
  reg [127:0] data_mem[0:ENTRIES-1];

  // the next one for the wr port
  wire wr_taken = wr_valid_q && wr_ready_i;
  reg [IDX_W:0] next_q;  // done_q, and one more while it stands there
  wire wr_load = got_q != next_q && (!wr_valid_q || wr_ready_i);
  wire [127:0] data = data_mem[next_q[IDX_W-1:0]];
  reg [WR_W-1:0] wr_mem[0:ENTRIES-1];
  reg [WR_W-1:0] wr_q;
  reg [15:0] take_mem[0:ENTRIES-1];  // bytes that are taken from the answer
  reg [127:0] wr_data_q;
  wire [15:0] take = take_mem[next_q[IDX_W-1:0]];
  reg [15:0] push_take;
  wire [2:0] wr_words;
  wire unused = &{1'b0, push_bytes_i[1:0]};
  integer k, t;

  always @(*) begin
    push_take = 16'd0;
    if (push_valid_i) for (t = 0; t < 16; t = t + 1) push_take[t] = push_take_i > t[4:0];
  end

  always @(posedge clk_i)
    if (!rst_ni) begin
      push_q <= {IDX_W + 1{1'b0}};
      ask_q <= {IDX_W + 1{1'b0}};
      got_q <= {IDX_W + 1{1'b0}};
      done_q <= {IDX_W + 1{1'b0}};
      next_q <= {IDX_W + 1{1'b0}};
      full_q <= 1'b0;
      gm_valid_q <= 1'b0;
      wr_valid_q <= 1'b0;
    end else begin
      push_q <= push_q + {{IDX_W{1'b0}}, push};
      full_q <= full;
      ask_q <= ask_q + {{IDX_W{1'b0}}, gm_taken};
      got_q <= got_q + {{IDX_W{1'b0}}, got};
      done_q <= done_q + {{IDX_W{1'b0}}, wr_taken};
      next_q <= next_q + {{IDX_W{1'b0}}, wr_load};
      gm_valid_q <= gm_load || gm_valid_q && !gm_ready_i;
      wr_valid_q <= wr_load || wr_valid_q && !wr_ready_i;
    end

  always @(posedge clk_i) begin
    if (push) gm_mem[push_idx] <= {push_src_i, push_bytes_i[4:2]};
    if (gm_load) gm_q <= gm_mem[gm_next[IDX_W-1:0]];
    if (push) wr_mem[push_idx] <= {push_dst_i, push_bytes_i[4:2], push_warp_i, push_lane_i, push_cg_i};
    if (wr_load) wr_q <= wr_mem[next_q[IDX_W-1:0]];
    if (push) take_mem[push_idx] <= push_take;
    if (got) data_mem[got_q[IDX_W-1:0]] <= gm_rsp_data_i;
    if (wr_load) for (k = 0; k < 16; k = k + 1) wr_data_q[k*8+:8] <= take[k] ? data[k*8+:8] : 8'h00;
  end

  // ------------------------------------------------------------------------------------ arrives, a lane at a time

  reg [LANES-1:0] lanes_q;  // lanes whose turn is still to come
  reg some_q;  // there are some
  reg [WARP_W-1:0] arr_warp_q;
  reg [10:0] arr_slot_q;
  reg [LANE_W-1:0] lane_q;  // the lane whose turn it is
  wire [LANES-1:0] lane_sel = lanes_q & (~lanes_q + {{LANES - 1{1'b0}}, 1'b1});
  reg [LANE_W-1:0] lane_idx;

  reg [ENTRIES-1:0] newest_q;  // copies that are under way, and their lane has none that is newer
  reg [ENTRIES-1:0] attached_q;  // copies that an arrive waits for
  reg [ENTRIES*OWNER_W-1:0] owner_q;
  reg [ENTRIES-1:0] same, same_q, push_same;  // copies of the lane that is chosen, whose turn it is, and of one that pushes one
  reg [IDX_W-1:0] hit_idx;
  integer n, m;

  wire walk = some_q || lane_valid_q;
  wire [ENTRIES-1:0] one = {{ENTRIES - 1{1'b0}}, 1'b1};
  wire [ENTRIES-1:0] push_sel = push ? one << push_idx : {ENTRIES{1'b0}};
  wire [ENTRIES-1:0] open = newest_q & ~(wr_taken ? one << done_idx : {ENTRIES{1'b0}});
  wire [ENTRIES-1:0] hit = newest_q & same_q;

  always @(*) begin
    lane_idx = {LANE_W{1'b0}};
    if (some_q) for (n = 0; n < LANES; n = n + 1) if (lane_sel[n]) lane_idx = lane_idx | n[LANE_W-1:0];
    hit_idx = {IDX_W{1'b0}};
    for (n = 0; n < ENTRIES; n = n + 1) if (hit[n]) hit_idx = hit_idx | n[IDX_W-1:0];
  end
  always @(*) begin
    same = {ENTRIES{1'b0}};
    if (some_q) for (m = 0; m < ENTRIES; m = m + 1) same[m] = owner_q[m*OWNER_W+:OWNER_W] == {arr_warp_q, lane_idx};
  end
  always @(*) begin
    push_same = {ENTRIES{1'b0}};
    if (push_valid_i) for (m = 0; m < ENTRIES; m = m + 1) push_same[m] = owner_q[m*OWNER_W+:OWNER_W] == {push_warp_i, push_lane_i};
  end

  wire leave, leave_job, attach, direct, lane_load;

  ws_async_turn #(
      .ENTRIES(ENTRIES)
  ) turn (
      .out_i       (out_q),
      .done_i      (done_q),
      .attached_i  (attached_q),
      .hit_i       (hit),
      .some_i      (some_q),
      .lane_valid_i(lane_valid_q),
      .job_valid_i (job_valid_q),
      .job_ready_i (job_ready_i),
      .leave_o     (leave),
      .leave_job_o (leave_job),
      .attach_o    (attach),
      .direct_o    (direct),
      .lane_load_o (lane_load)
  );

  wire [LANES-1:0] lanes_left = lanes_q & (lanes_q - {{LANES - 1{1'b0}}, 1'b1});
  reg [10+OWNER_W:0] job_mem[0:ENTRIES-1];
  reg [10+OWNER_W:0] job_q;
  reg [LANE_W-1:0] job_lane_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      out_q <= {IDX_W + 1{1'b0}};
      newest_q <= {ENTRIES{1'b0}};
      some_q <= 1'b0;
      lane_valid_q <= 1'b0;
      job_valid_q <= 1'b0;
    end else begin
      out_q <= out_q + {{IDX_W{1'b0}}, leave};
      newest_q <= open & ~(push ? push_same : {ENTRIES{1'b0}}) | push_sel;
      if (arr_valid_i && arr_ready_o) some_q <= |arr_lanes_i;
      else if (lane_load) some_q <= lanes_left != {LANES{1'b0}};
      lane_valid_q <= lane_load || lane_valid_q && !attach && !direct;
      job_valid_q <= leave_job || direct || job_valid_q && !job_ready_i;
    end

  always @(posedge clk_i) begin
    if ((arr_valid_i && arr_ready_o) || lane_load) lanes_q <= arr_ready_o ? arr_lanes_i : lanes_left;
    attached_q <= attached_q & ~push_sel | (attach ? hit : {ENTRIES{1'b0}});
    if (arr_valid_i && arr_ready_o) begin
      arr_warp_q <= arr_warp_i;
      arr_slot_q <= arr_slot_i;
    end
    if (lane_load) {same_q, lane_q} <= {same, lane_idx};
    if (attach) job_mem[hit_idx] <= {arr_slot_q, arr_warp_q, lane_q};
    if (leave_job) job_q <= job_mem[out_idx];
    if (direct) job_lane_q <= lane_q;
    if (leave_job || direct) job_direct_q <= direct;
  end

  genvar g;
  generate
    for (g = 0; g < ENTRIES; g = g + 1) begin : entry
      always @(posedge clk_i) if (push_sel[g]) owner_q[g*OWNER_W+:OWNER_W] <= {push_warp_i, push_lane_i};
    end
  endgenerate

  // ------------------------------------------------------------------------------------------- whose is under way

  generate
    if (SLOTS == 1) begin : alone
      assign busy_o = push_q != out_q || walk || job_valid_q;
    end else begin : slots
      localparam AT = $clog2(WARPS / SLOTS);  // bit of a warp's number where its CTA begins
      reg [ENTRIES-1:0] used_q;  // copies that have not left the queue
      reg [SLOTS-1:0] busy;
      integer e, s;

      always @(posedge clk_i)
        if (!rst_ni) used_q <= {ENTRIES{1'b0}};
        else used_q <= used_q & ~(leave ? one << out_idx : {ENTRIES{1'b0}}) | push_sel;

      always @(*) begin
        busy = {SLOTS{1'b0}};
        for (s = 0; s < SLOTS; s = s + 1) begin
          if (|used_q)
            for (e = 0; e < ENTRIES; e = e + 1)
              if (used_q[e] && owner_q[e*OWNER_W+LANE_W+:WARP_W] >> AT == s[WARP_W-1:0]) busy[s] = 1'b1;
          if (walk && arr_warp_q >> AT == s[WARP_W-1:0]) busy[s] = 1'b1;
          if (job_valid_q && job_warp_o >> AT == s[WARP_W-1:0]) busy[s] = 1'b1;
        end
      end

      assign busy_o = busy;
    end
  endgenerate

  // ------------------------------------------------------------------------------------------------------ outputs

  // An arrive is in work until the last job that it made directly is taken, because the slot of that job stands in arr_slot_q.
  assign arr_ready_o = !walk && !(job_valid_q && job_direct_q);
  assign push_ready_o = arr_ready_o && !full_q;

  assign job_valid_o = job_valid_q;
  assign {job_slot_o, job_warp_o, job_lane_o} = job_direct_q ? {arr_slot_q, arr_warp_q, job_lane_q} : job_q;

  assign gm_valid_o = gm_valid_q;
  assign gm_addr_o = gm_q[34:3];
  assign gm_bytes_o = {gm_q[2:0], 2'b00};
  assign gm_owed_o = owed;
  assign gm_rsp_ready_o = owed;

  assign wr_valid_o = wr_valid_q;
  assign {wr_addr_o, wr_words, wr_warp_o, wr_lane_o, wr_cg_o} = wr_q;
  assign wr_bytes_o = {wr_words, 2'b00};
  assign wr_data_o = wr_data_q;
endmodule
`default_nettype wire
