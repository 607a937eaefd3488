// SPDX-License-Identifier: Apache-2.0
// What is proved of cp.async and of the arrives that wait for copies. One copy, any one, is marked as it is pushed, and one arrive of
// one thread, any one, as it is handed in. What becomes of them is worked out here from the rule alone; `bad` if the engine does
// otherwise. The other copies and arrives of that thread are known by its number, which may be any and stays.
//   KIND 0: a copy asks once, is written once, with what it brought, in order, and as soon as ports let it
//   KIND 1: an arrive of a lane follows once, not before the copies of its thread that were pushed before it are written, and soon
//           after; who is under way is called busy
// v_NAME stands for what must not depend on the input r_NAME in the same clock.
`default_nettype none
module async_copy_once #(
    parameter LANES   = 2,
    parameter ENTRIES = 2,
    parameter SLOTS   = 2,
    parameter KIND    = 0
) (
    input  wire             clk_i, rst_ni,
    input  wire             any_warp,       // of the thread, looked at in reset
    input  wire [      1:0] any_lane,
    input  wire             push_want, push_warp, any_cg, push_mark,
    input  wire [      1:0] push_lane,
    input  wire [      1:0] few_dst,
    input  wire [      1:0] any_size,       // 4, 8 or 16 bytes
    input  wire [      4:0] any_take,
    input  wire [      3:0] few_src,
    input  wire             arr_want, arr_warp, arr_mark,
    input  wire [LANES-1:0] arr_lanes,
    input  wire [      1:0] few_slot,
    input  wire             rsp_want,
    input  wire [     15:0] few_data,
    input  wire             r_gm, r_wr, r_job,
    output wire             bad,
    output wire [      6:0] reached,
    output wire [     37:0] v_gm,
    output wire [    150:0] v_wr,
    output wire [     14:0] v_job
);
  localparam LANE_W = $clog2(LANES);
  wire on, push_ready, arr_ready, job_valid, job_warp, gm_valid, rsp_ready, wr_valid, wr_warp, wr_cg;
  wire [10:0] job_slot;
  wire [LANE_W-1:0] job_lane, wr_lane;
  wire [31:0] gm_addr;
  wire [4:0] gm_bytes, wr_bytes;
  wire [13:0] wr_addr;
  wire [127:0] wr_data;
  wire [SLOTS-1:0] busy;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // What a copy brings is a few bits, repeated, and nothing at all for KIND 1.
  wire [13:0] push_dst = KIND == 0 ? {7{few_dst}} : 14'd0;
  wire [31:0] push_src = KIND == 0 ? {8{few_src}} : 32'd0;
  wire [9:0] arr_slot = KIND == 1 ? {5{few_slot}} : 10'd0;
  wire [4:0] push_take = KIND == 0 ? any_take : 5'd0;
  wire [1:0] push_size = KIND == 0 ? any_size : 2'd0;
  wire push_cg = KIND == 0 && any_cg;
  reg [127:0] rsp_data;
  integer d;
  always @(*) for (d = 0; d < 16; d = d + 1) rsp_data[d*8+:8] = KIND == 0 ? {8{few_data[d]}} : 8'd0;

  // Global memory answers what it has taken in a clock before, and nothing else.
  localparam N_W = $clog2(ENTRIES + 1) + 1;
  wire [N_W-1:0] n_ask, n_rsp, n_wr;  // copies to be asked for, to be answered, to be written
  wire [4:0] bytes = p_size == 2'd0 ? 5'd4 : p_size == 2'd1 ? 5'd8 : 5'd16;
  wire rsp_valid = rsp_want && n_rsp != 0;
  wire push_go = on && push_want && push_ready, arr = on && arr_want && arr_ready && !push_go;
  reg push, p_warp, p_cg, p_mark;  // it comes in the clock after
  reg [1:0] p_lane, p_size;
  reg [13:0] p_dst;
  reg [4:0] p_take;
  reg [31:0] p_src;
  always @(posedge clk_i) begin
    push <= rst_ni && push_go;
    {p_warp, p_cg, p_mark, p_lane, p_size, p_dst, p_take, p_src} <= {push_warp, push_cg, push_mark, push_lane, push_size, push_dst, push_take, push_src};
  end
  wire asked = on && gm_valid && r_gm, answered = on && rsp_valid && rsp_ready, written = on && wr_valid && r_wr;
  wire gone = on && job_valid && r_job;

  reg warp;  // of the thread of the marked arrive
  reg [LANE_W-1:0] lane;
  reg waits;  // it has been handed in and has not followed; after that another may be marked, or none
  wire arr_marked = arr && arr_mark && !waits && arr_warp == warp;

  ws_async_copy #(
      .LANES(LANES), .WARPS(2), .WARP_W(1), .ENTRIES(ENTRIES), .SLOTS(SLOTS)
  ) dut (
      .clk_i(clk_i), .rst_ni(rst_ni),
      .push_valid_i(push), .push_next_i(push_go), .push_ready_o(push_ready), .push_warp_i(p_warp), .push_lane_i(p_lane[LANE_W-1:0]),
      .push_dst_i(p_dst), .push_bytes_i(bytes), .push_take_i(p_take), .push_src_i(p_src), .push_cg_i(p_cg),
      .arr_valid_i(arr), .arr_ready_o(arr_ready), .arr_warp_i(arr_warp), .arr_lanes_i(arr_lanes), .arr_slot_i({arr_slot, arr_marked}),
      .job_valid_o(job_valid), .job_ready_i(r_job), .job_slot_o(job_slot), .job_warp_o(job_warp), .job_lane_o(job_lane),
      .gm_valid_o(gm_valid), .gm_ready_i(r_gm), .gm_addr_o(gm_addr), .gm_bytes_o(gm_bytes),
      .gm_rsp_valid_i(rsp_valid), .gm_rsp_ready_o(rsp_ready), .gm_rsp_data_i(rsp_data),
      .wr_valid_o(wr_valid), .wr_ready_i(r_wr), .wr_addr_o(wr_addr), .wr_bytes_o(wr_bytes), .wr_data_o(wr_data), .wr_warp_o(wr_warp),
      .wr_lane_o(wr_lane), .wr_cg_o(wr_cg), .busy_o(busy));
  assign v_gm = {gm_valid, gm_addr, gm_bytes};
  assign v_wr = {wr_valid, wr_addr, wr_bytes, wr_data, wr_warp, {2 - LANE_W{1'b0}}, wr_lane, wr_cg};
  assign v_job = {job_valid, job_slot, job_warp, {2 - LANE_W{1'b0}}, job_lane};

  wire drop_gm, drop_wr, drop_job, waited_gm, waited_wr, waited_job;
  port_out #(.W(37)) port_gm (
      .clk_i(clk_i), .on_i(on), .valid_i(gm_valid), .ready_i(r_gm), .payload_i(v_gm[36:0]), .bad_o(drop_gm), .waited_o(waited_gm));
  port_out #(.W(150)) port_wr (
      .clk_i(clk_i), .on_i(on), .valid_i(wr_valid), .ready_i(r_wr), .payload_i(v_wr[149:0]), .bad_o(drop_wr), .waited_o(waited_wr));
  port_out #(.W(14)) port_job (
      .clk_i(clk_i), .on_i(on), .valid_i(job_valid), .ready_i(r_job), .payload_i(v_job[13:0]), .bad_o(drop_job), .waited_o(waited_job));

  // ---------------------------------------------------------------------------------------------------- the marked copy

  localparam ASK = 1, ANSWER = 2, WRITE = 3, AFTER = 4;  // marked_copy.v
  wire [2:0] state;
  wire [N_W-1:0] ahead;  // copies before it that wait for the same
  wire taken, brought;
  marked_copy #(.COPIES(ENTRIES)) marked (
      .clk_i(clk_i), .rst_ni(rst_ni), .push_i(push), .mark_i(p_mark), .asked_i(asked), .answered_i(answered), .written_i(written),
      .ask_o(n_ask), .rsp_o(n_rsp), .wr_o(n_wr), .state_o(state), .ahead_o(ahead), .taken_o(taken), .brought_o(brought), .done_o());
  reg asked_late, write_late, c_warp, c_cg;
  reg [1:0] c_lane;
  reg [13:0] c_dst;
  reg [4:0] c_bytes, c_take;
  reg [31:0] c_src;
  reg [127:0] c_data;
  integer k;

  always @(posedge clk_i) begin
    asked_late <= rst_ni && n_ask != 0 && !gm_valid;
    write_late <= rst_ni && n_wr != 0 && !wr_valid;
    if (taken) {c_warp, c_lane, c_dst, c_bytes, c_take, c_src, c_cg} <= {p_warp, p_lane, p_dst, bytes, p_take, p_src, p_cg};
    if (brought) for (k = 0; k < 16; k = k + 1) c_data[k*8+:8] <= k < c_take ? rsp_data[k*8+:8] : 8'd0;
  end

  wire at_gm = state == ASK && ahead == 0 && gm_valid;
  wire at_wr = state == WRITE && ahead == 0 && wr_valid;
  wire bad_gm = gm_valid && n_ask == 0 || at_gm && (gm_addr != c_src || gm_bytes != c_bytes);
  wire bad_wr = wr_valid && n_wr == 0 || at_wr && (wr_addr != c_dst || wr_bytes != c_bytes || wr_data != c_data || wr_warp != c_warp ||
      wr_lane != c_lane[LANE_W-1:0] || wr_cg != c_cg);
  // asked for in the second clock, answers always taken, written in the second clock
  wire bad_late = asked_late && n_ask != 0 && !gm_valid || n_rsp != 0 && !rsp_ready || write_late && n_wr != 0 && !wr_valid;

  // -------------------------------------------------------------------------------------------------- the marked arrive

  localparam LATE = ENTRIES + 2, CALM = LANES + ENTRIES + 3;
  reg [ENTRIES-1:0] mine;  // which of the copies that are not written, oldest first, are the thread's
  reg [N_W-1:0] left;      // of the thread's, those that the arrive waits for
  reg [9:0] a_slot;
  reg free;                // its turn is over, for others could be handed in since
  reg behind;              // there was an arrive before it
  reg [$clog2(LATE+1)-1:0] late;
  reg [$clog2(CALM+1)-1:0] calm;
  reg [$clog2(LANES+ENTRIES+2)-1:0] jobs;  // arrives handed in that have not followed
  reg had;                 // it had to wait for a copy
  wire [N_W-1:0] open = n_ask + n_rsp + n_wr, open_left = open - written;
  reg [ENTRIES-1:0] mine_next;
  reg [N_W-1:0] mine_count;
  reg [2:0] lane_count;
  integer e;

  always @(*) begin
    mine_next = written ? mine >> 1 : mine;
    if (push) mine_next = mine_next | ((p_warp == warp && p_lane[LANE_W-1:0] == lane) << open_left);
    mine_count = 0;
    for (e = 0; e < ENTRIES; e = e + 1) mine_count = mine_count + mine_next[e];
    lane_count = 0;
    for (e = 0; e < LANES; e = e + 1) lane_count = lane_count + arr_lanes[e];
  end

  wire at_job = job_valid && job_slot[0] && job_lane == lane;
  always @(posedge clk_i)
    if (!rst_ni) begin
      warp <= any_warp;
      lane <= any_lane[LANE_W-1:0];
      {waits, had} <= 2'd0;
      mine <= 0;
      jobs <= 0;
      calm <= 0;
    end else begin
      mine <= mine_next;
      jobs <= jobs + (arr ? lane_count : 0) - gone;
      if (push || arr || open != 0) calm <= 0;
      else if (r_job && calm != CALM) calm <= calm + 1;
      if (arr_marked) begin
        waits <= arr_lanes[lane];
        a_slot <= arr_slot;
        left <= mine_count;
        had <= mine_count != 0;
        behind <= jobs != 0;
        free <= 0;
        late <= 0;
      end else if (waits) begin
        if (written && mine[0] && left != 0) left <= left - 1;
        if (arr_ready) free <= 1;
        if (left == 0 && free && r_job && late != LATE) late <= late + 1;
        if (at_job && r_job) waits <= 0;
      end
    end

  wire under_way = mine != 0 || waits;
  wire bad_job = job_valid && (jobs == 0 || job_slot[0] && job_warp != warp) ||
      at_job && (!waits || left != 0 || job_slot[10:1] != a_slot);
  wire bad_over = open > ENTRIES;
  wire bad_wait = waits && left == 0 && free && late == LATE;
  wire bad_busy = under_way && !busy[SLOTS == 1 ? 0 : warp];
  wire bad_calm = calm == CALM && (busy != 0 || !push_ready || !arr_ready || jobs != 0);
  wire bad_copy = drop_gm || drop_wr || bad_gm || bad_wr || bad_late || bad_over;
  wire bad_arrive = drop_job || bad_job || bad_wait || bad_busy || bad_calm;
  assign bad = on && (KIND == 0 ? bad_copy : bad_arrive);

  wire follows = at_job && r_job && waits;
  assign reached = {7{on}} & (KIND == 0 ?
      {waited_gm && n_wr != 0, waited_wr && n_ask != 0, open == ENTRIES && n_rsp == ENTRIES, at_wr && r_wr && n_rsp != 0 && c_src == 32'h11111111,
          at_wr && r_wr && c_bytes == 5'd16 && c_take == 5'd5 && &wr_data[39:0], state == AFTER && open == 0 && !arr_ready,
          answered && state == ANSWER && ahead == ENTRIES - 1} :
      {calm == CALM && had, follows && !had, follows && had && free, follows && had && behind, follows && late == 2,
          jobs == LANES + 1, waited_job && at_job && busy == 1});
endmodule
`default_nettype wire
