// SPDX-License-Identifier: Apache-2.0
// What is proved of ws_async, the copies as pieces of operations know them, beside a memory that says anything but whose windows it
// sweeps (sweep_smem.v). One copy, any one, is marked as it is pushed, and one arrive, any one, as it is handed in.
//   KIND 0: a copy asks global memory once, for what its piece says, and is written once, where its piece says, with what it brought and
//           zeros behind what it takes; the status of a copy onto an object names its own thread
//   KIND 1: a row is cleared only while nothing of the CTA that begins is under way, and held back by nothing but that, a job in the
//           pipe and memory that copies have; busy is right. That it falls in time is proved in async_copy_props.v
// s_clear and s_wanted stand for wires of the sweep inside.
`default_nettype none
`include "ws_layout.vh"
module async_once #(
    parameter LANES  = 2,
    parameter TAG_W  = 1,
    parameter WARP_W = 1,
    parameter SLOTS  = 2,
    parameter COPIES = 2,
    parameter KIND   = 0
) (
    input  wire              clk_i, rst_ni,
    input  wire [ SLOTS-1:0] start,
    input  wire              piece_want, piece_copies, piece_warp, piece_go, pipe_any, mark, any_lane, any_cg, arr_mark, arr_lane,
    input  wire [ LANES-1:0] arr_any,
    input  wire [       1:0] any_size, few_at,
    input  wire [       4:0] any_take,
    input  wire [       3:0] few_src,
    input  wire              rsp_want,
    input  wire [      15:0] few_data,
    input  wire              r_gm, r_job,
    output wire              bad,
    output wire [       5:0] reached,
    output wire [      37:0] v_gm,
    output wire [      13:0] v_job
);
  wire on, push_ready, arr_ready, job_valid, job_warp, job_lane, gm_valid, rsp_ready, raw, sweep;
  wire [10:0] job_slot;
  wire [31:0] gm_addr;
  wire [4:0] gm_bytes;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // Between the copies and memory.
  wire s_valid, s_ready, s_raw;
  wire [SLOTS-1:0] s_sweep, s_busy;
  wire [13:0] s_addr;
  wire [4:0] s_bytes;
  wire [127:0] s_data;
  wire [2:0] s_meta, s_raw_meta;
  assign sweep = |s_sweep;
  wire s_clear, s_wanted;  // of the sweep; nothing here drives these

  // A piece stays until it goes, as a copy or into the pipe as arrives, which are then handed in; none comes during a sweep.
  reg piece_q, copies_q, pipe_q;
  reg warp_q, lane_q, cg_q;
  reg [1:0] size_q, at_q;
  reg [4:0] take_q;
  reg [3:0] src_q;
  reg [LANES-1:0] arr_lanes_q;
  reg arr_warp_q;
  wire push_valid = piece_q && copies_q && piece_go && !pipe_q;
  wire push = on && push_valid && push_ready;
  wire arr_valid = pipe_q && arr_ready;
  wire arr = on && arr_valid, a_mark;
  wire into_pipe = piece_q && !copies_q && piece_go && !pipe_q && arr_ready;
  wire pipe_empty = !pipe_q && !pipe_any;
  wire [1:0] lanes = lane_q ? 2'b10 : 2'b01;
  wire [11:0] at = {6{at_q}};
  wire [31:0] x = {9'd0, size_q, take_q, {4{src_q}}};
  reg [127:0] rsp_data;
  integer d;
  always @(*) for (d = 0; d < 16; d = d + 1) rsp_data[d*8+:8] = KIND == 0 ? {8{few_data[d]}} : 8'd0;

  always @(posedge clk_i)
    if (!rst_ni) {piece_q, pipe_q} <= 2'd0;
    else begin
      if (push || into_pipe) piece_q <= 1'b0;
      if (!piece_q && !sweep && piece_want) begin
        piece_q <= 1'b1;
        {copies_q, warp_q, lane_q} <= {piece_copies, piece_warp, any_lane};
        arr_lanes_q <= arr_any;
        {cg_q, size_q, at_q, take_q, src_q} <= KIND == 0 ? {any_cg, any_size == 2'd3 ? 2'd0 : any_size, few_at, any_take, few_src} : 14'd0;
      end
      if (into_pipe) pipe_q <= 1'b1;
      else if (arr) pipe_q <= 1'b0;
      if (into_pipe) arr_warp_q <= warp_q;
    end

  localparam N_W = $clog2(COPIES + 1) + 1;
  wire [N_W-1:0] n_ask, n_rsp, n_wr;  // copies to be asked for, to be answered, to be written
  wire rsp_valid = rsp_want && n_rsp != 0;
  wire asked = on && gm_valid && r_gm, answered = on && rsp_valid && rsp_ready, written = on && s_valid && s_ready;
  wire gone = on && job_valid && r_job;
  wire piece_sweeps = piece_q && s_sweep[warp_q];
  wire [`WS_HEAD_W-1:0] head;
  wire [1:0] head_lanes = head[`WS_HEAD_LANES];
  wire [11:0] head_op = head[`WS_HEAD_OP];
  ws_async #(
      .LANES(LANES), .WARPS(2), .WARP_W(1), .TAG_W(1), .SLOTS(SLOTS), .COPIES(COPIES)
  ) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_rank_i(3'd0), .push_valid_i(push), .push_stands_i(piece_q && copies_q), .push_ready_o(push_ready), .push_warp_i(warp_q),
      .push_lanes_i(lanes), .push_at_i(at), .push_x_i(x), .push_cg_i(cg_q), .arr_valid_i(arr_valid), .arr_ready_o(arr_ready),
      .arr_warp_i(arr_warp_q), .arr_lanes_i(arr_lanes_q), .arr_slot_i({10'd0, a_mark}), .job_valid_o(job_valid), .job_ready_i(r_job),
      .job_slot_o(job_slot), .job_warp_o(job_warp), .job_lane_o(job_lane), .gm_valid_o(gm_valid), .gm_ready_i(r_gm), .gm_addr_o(gm_addr),
      .gm_bytes_o(gm_bytes), .gm_rsp_valid_i(rsp_valid), .gm_rsp_ready_o(rsp_ready), .gm_rsp_data_i(rsp_data), .copy_valid_o(s_valid),
      .copy_ready_i(s_ready), .copy_addr_o(s_addr), .copy_bytes_o(s_bytes), .copy_data_o(s_data), .copy_meta_o(s_meta),
      .copy_raw_i(s_raw), .copy_raw_meta_i(s_raw_meta), .busy_o(s_busy), .late_valid_o(raw), .late_head_o(head), .late_cta_o());
  ws_smem #(.META_W(3), .SLOTS(SLOTS)) memory (
      .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start), .idle_i(pipe_empty),
      .busy_i(s_busy | (piece_q ? {{SLOTS - 1{1'b0}}, 1'b1} << warp_q : {SLOTS{1'b0}})), .sweep_o(s_sweep), .read_i(1'b0),
      .read_slot_i(11'd0), .keep_i(1'b0), .pair_i(16'd0), .word_o(), .vld_o(), .seen_o(), .write_i(1'b0), .write_slot_i(11'd0), .write_word_i(64'd0),
      .write_vld_i(1'b0), .write_seen_i(1'b0), .held_o(), .wait_i(1'b0), .at_want_i(1'b0), .at_uses_i(1'b0), .at_go_o(), .at_read_i(32'd0),
      .at_read_row_i(224'd0), .at_rdata_o(), .at_raw_o(), .at_be_i(128'd0), .at_write_row_i(224'd0), .at_wdata_i(1024'd0), .copy_valid_i(s_valid), .copy_ready_o(s_ready),
      .copy_addr_i(s_addr), .copy_bytes_i(s_bytes), .copy_data_i(s_data), .copy_meta_i(s_meta), .copy_raw_o(s_raw),
      .copy_raw_meta_o(s_raw_meta), .ls_valid_i(1'b0), .ls_ready_o(), .ls_en_i(32'd0), .ls_row_i(224'd0), .ls_be_i(128'd0),
      .ls_wdata_i(1024'd0), .ls_rsp_valid_o(), .ls_rsp_en_o(), .ls_rsp_raw_o(), .ls_rsp_rdata_o(), .quiet_o());
  assign v_gm = {gm_valid, gm_addr, gm_bytes};
  assign v_job = {job_valid, job_slot, job_warp, job_lane};

  // --------------------------------------------------------------------------------------------------- the marked copy

  localparam BEFORE = 0, ASK = 1, ANSWER = 2, WRITE = 3, AFTER = 4;  // marked_copy.v
  wire [2:0] state;
  wire [N_W-1:0] ahead;  // copies before it that wait for the same
  wire taken, brought, done;
  marked_copy #(.COPIES(COPIES)) marked (
      .clk_i(clk_i), .rst_ni(rst_ni), .push_i(push), .mark_i(mark), .asked_i(asked), .answered_i(answered), .written_i(written),
      .ask_o(n_ask), .rsp_o(n_rsp), .wr_o(n_wr), .state_o(state), .ahead_o(ahead), .taken_o(taken), .brought_o(brought), .done_o(done));
  reg [1:0] note_q;  // it was written a clock ago, two
  reg c_warp, c_lane, c_cg;
  reg [1:0] c_at, c_size;
  reg [4:0] c_take;
  reg [3:0] c_src;
  reg [15:0] c_data;
  integer k;

  always @(posedge clk_i) begin
    note_q <= rst_ni ? {note_q[0], done} : 2'd0;
    if (taken) {c_warp, c_lane, c_cg, c_at, c_size, c_take, c_src} <= {warp_q, lane_q, cg_q, at_q, size_q, take_q, src_q};
    if (brought) for (k = 0; k < 16; k = k + 1) c_data[k] <= k < c_take && few_data[k];
  end

  wire [4:0] bytes = c_size == 2'd0 ? 5'd4 : c_size == 2'd1 ? 5'd8 : 5'd16;
  reg same_data;
  always @(*) begin
    same_data = 1'b1;
    for (k = 0; k < 16; k = k + 1) if (s_data[k*8+:8] != {8{c_data[k]}}) same_data = 1'b0;
  end
  wire at_gm = state == ASK && ahead == 0 && gm_valid;
  wire at_wr = state == WRITE && ahead == 0 && s_valid;
  wire bad_gm = gm_valid && n_ask == 0 || at_gm && (gm_addr != {16'd0, {4{c_src}}} || gm_bytes != bytes);
  wire bad_wr = s_valid && n_wr == 0 || at_wr && (s_addr != {{6{c_at}}, 2'd0} || s_bytes != bytes || !same_data);
  wire bad_raw = raw != s_raw || note_q[1] && raw && (head[`WS_HEAD_WARP] != c_warp || head_lanes != (c_lane ? 2'b10 : 2'b01) ||
      head_op[0] != c_cg);
  reg write_late;
  always @(posedge clk_i) write_late <= rst_ni && n_wr != 0 && !s_valid;
  wire bad_late = n_rsp != 0 && !rsp_ready || write_late && n_wr != 0 && !s_valid;

  // ------------------------------------------------------------------------------------- the marked arrive, and the sweep

  reg a_waits, a_was, a_warp, a_lane;
  wire a_gone = gone && job_slot[0] && job_lane == a_lane;
  assign a_mark = arr && arr_mark && !a_was;
  always @(posedge clk_i)
    if (!rst_ni) {a_waits, a_was} <= 2'd0;
    else if (a_mark) begin
      {a_waits, a_was} <= {arr_lanes_q[arr_lane], 1'b1};
      {a_warp, a_lane} <= {arr_warp_q, arr_lane};
    end else if (a_gone) a_waits <= 1'b0;

  wire copy_way = state == ASK || state == ANSWER || state == WRITE;
  wire mine = copy_way && s_sweep[c_warp] || a_waits && s_sweep[a_warp];
  // A job that entered in this clock does not write yet; s_ready: memory is the copies' in this clock.
  reg idle_q, calm_q;
  always @(posedge clk_i) begin
    idle_q <= pipe_empty;
    calm_q <= on && pipe_empty && start == 0 && (s_sweep & s_busy) == 0 && !piece_sweeps;
  end
  wire bad_early = s_clear && (mine || piece_sweeps || !idle_q || (s_valid && s_ready));
  wire bad_never = s_wanted && !s_clear && calm_q && !s_ready;
  wire bad_busy = s_busy == 0 && (copy_way || a_waits);
  wire bad_over = n_ask + n_rsp + n_wr > COPIES;
  assign bad = on && (bad_over || (KIND == 0 ? bad_gm || bad_wr || bad_raw || bad_late : bad_early || bad_never || bad_busy));

  assign reached = {6{on}} & (KIND == 0 ?
      {note_q[1] && raw && c_lane, at_wr && s_ready && bytes == 5'd16 && c_take == 5'd5 && c_data == 16'd31, n_rsp == COPIES,
          at_wr && s_ready && n_rsp != 0 && c_src == 4'd1, state == AFTER && sweep && n_ask != 0, state == AFTER && bytes == 5'd8} :
      {s_clear && copy_way, piece_sweeps && pipe_empty && s_busy == 0, s_sweep != 0 && a_waits && !copy_way && state != BEFORE,
          s_clear && a_waits && job_valid, s_busy == 0 && state != BEFORE && a_was && !sweep, mine && s_sweep[0] && s_sweep[1]});
endmodule
`default_nettype wire
