// SPDX-License-Identifier: Apache-2.0
// What is proved of shared memory with the copies into it, as ws_mbar_memory wires them; memory itself says anything (sweep_smem.v).
// One copy, any one, is marked as it is pushed, and one arrive, any one, as it is handed in.
//   KIND 0: a copy asks global memory once, for what its piece says, and is written once, where its piece says, with what it brought and
//           zeros behind what it takes; the note of a copy onto an object names its own thread; what is not copies passes unchanged
//   KIND 1: a row is cleared only while nothing of the CTA that begins is under way, and held back by nothing but that, a job in the
//           pipe and a write that stands; quiet is right. That the copies' busy falls in time is proved in mbar_copy_props.v
// s_NAME stands for a port of the memory inside, s_busy for the copies' busy.
`default_nettype none
module mbar_memory_once #(
    parameter LANES  = 2,
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
    input  wire              read, write, write_vld, write_seen, ls_valid,
    input  wire [      10:0] read_slot, write_slot,
    input  wire [       3:0] pair,
    input  wire [      63:0] write_word,
    input  wire [      15:0] used,
    input  wire [      31:0] ls_en,
    input  wire [     223:0] ls_row,
    input  wire [     127:0] ls_be,
    input  wire [    1023:0] ls_wdata,
    output wire              bad,
    output wire [       5:0] reached,
    output wire [      37:0] v_gm,
    output wire [      13:0] v_job
);
  wire on, push_ready, arr_ready, job_valid, job_warp, job_lane, gm_valid, rsp_ready, raw, raw_warp, raw_lane, raw_cg, quiet, sweep;
  wire [10:0] job_slot;
  wire [31:0] gm_addr;
  wire [4:0] gm_bytes;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // What is inside, of the memory; nothing here drives these.
  wire s_valid, s_ready, s_still, s_vld, s_seen, s_held, s_raw, s_ls_ready, s_rsp_valid, s_quiet, s_read, s_write, s_write_vld, s_write_seen, s_ls_valid;
  wire [SLOTS-1:0] s_sweep, s_start, s_busy;
  wire [13:0] s_addr;
  wire [4:0] s_bytes;
  wire [127:0] s_data, s_be;
  wire [63:0] s_word, s_write_word;
  wire [10:0] s_read_slot, s_write_slot;
  wire [3:0] s_pair;
  wire [15:0] s_used;
  wire [31:0] s_en, s_rsp_en, s_rsp_raw;
  wire [223:0] s_row;
  wire [1023:0] s_wdata, s_rdata;

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
  wire ls_ready, rsp_valid_o, vld, seen, held;
  wire [31:0] rsp_en, rsp_raw;
  wire [63:0] word;
  wire [1023:0] rdata;
  ws_mbar_memory #(
      .LANES(LANES), .WARPS(2), .WARP_W(1), .SLOTS(SLOTS), .COPIES(COPIES)
  ) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start), .piece_valid_i(piece_q), .pipe_empty_i(pipe_empty), .sweep_o(sweep),
      .push_valid_i(push_valid), .push_ready_o(push_ready), .push_warp_i(warp_q), .push_lanes_i(lanes), .push_at_i(at), .push_x_i(x),
      .push_cg_i(cg_q), .arr_valid_i(arr_valid), .arr_ready_o(arr_ready), .arr_warp_i(arr_warp_q), .arr_lanes_i(arr_lanes_q),
      .arr_slot_i({10'd0, a_mark}), .job_valid_o(job_valid), .job_ready_i(r_job), .job_slot_o(job_slot), .job_warp_o(job_warp),
      .job_lane_o(job_lane), .gm_valid_o(gm_valid), .gm_ready_i(r_gm), .gm_addr_o(gm_addr), .gm_bytes_o(gm_bytes),
      .gm_rsp_valid_i(rsp_valid), .gm_rsp_ready_o(rsp_ready), .gm_rsp_data_i(rsp_data), .read_i(read), .read_slot_i(read_slot),
      .pair_i(pair), .word_o(word), .vld_o(vld), .seen_o(seen), .write_i(write), .write_slot_i(write_slot), .write_word_i(write_word),
      .write_vld_i(write_vld), .write_seen_i(write_seen), .used_i(used), .held_o(held), .ls_valid_i(ls_valid), .ls_ready_o(ls_ready),
      .ls_en_i(ls_en), .ls_row_i(ls_row), .ls_be_i(ls_be), .ls_wdata_i(ls_wdata), .ls_rsp_valid_o(rsp_valid_o), .ls_rsp_en_o(rsp_en),
      .ls_rsp_raw_o(rsp_raw), .ls_rsp_rdata_o(rdata), .raw_o(raw), .raw_warp_o(raw_warp), .raw_lane_o(raw_lane), .raw_cg_o(raw_cg),
      .quiet_o(quiet));
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
  wire bad_raw = raw != s_raw || note_q[1] && raw && (raw_warp != c_warp || raw_lane != c_lane || raw_cg != c_cg);
  wire bad_late = n_rsp != 0 && !rsp_ready && !(s_valid && !s_ready) || n_wr != 0 && !s_valid;
  wire bad_pass = {s_read, s_read_slot, s_pair, s_write, s_write_slot, s_write_word, s_write_vld, s_write_seen, s_used} !=
      {read, read_slot, pair, write, write_slot, write_word, write_vld, write_seen, used} || s_start != start || sweep != |s_sweep ||
      {s_word, s_vld, s_seen, s_held} != {word, vld, seen, held} ||
      {s_ls_valid, s_en, s_row, s_be, s_wdata} != {ls_valid, ls_en, ls_row, ls_be, ls_wdata} ||
      {s_ls_ready, s_rsp_valid, s_rsp_en, s_rsp_raw, s_rdata} != {ls_ready, rsp_valid_o, rsp_en, rsp_raw, rdata};

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
  wire piece_sweeps = piece_q && s_sweep[warp_q];
  wire mine = copy_way && s_sweep[c_warp] || a_waits && s_sweep[a_warp];
  wire bad_early = s_still && s_sweep != 0 && (mine || piece_sweeps || !pipe_empty || s_valid);
  wire bad_never = !s_still && s_sweep != 0 && (s_sweep & s_busy) == 0 && !piece_sweeps && pipe_empty && !s_valid;
  wire bad_quiet = quiet ? copy_way || a_waits || !s_quiet : s_quiet && s_busy == 0;
  wire bad_over = n_ask + n_rsp + n_wr > COPIES;
  assign bad = on && (bad_over || (KIND == 0 ? bad_gm || bad_wr || bad_raw || bad_late || bad_pass : bad_early || bad_never || bad_quiet));

  assign reached = {6{on}} & (KIND == 0 ?
      {note_q[1] && raw && c_lane, at_wr && s_ready && bytes == 5'd16 && c_take == 5'd5 && c_data == 16'd31, n_rsp == COPIES,
          at_wr && s_ready && n_rsp != 0 && c_src == 4'd1, state == AFTER && sweep && n_ask != 0, state == AFTER && bytes == 5'd8} :
      {s_still && s_sweep != 0 && copy_way, piece_sweeps && pipe_empty && s_busy == 0, s_sweep != 0 && a_waits && !copy_way && state != BEFORE,
          s_still && s_sweep != 0 && a_waits && job_valid, quiet && state != BEFORE && a_was && !sweep, mine && s_sweep[0] && s_sweep[1]});
endmodule
`default_nettype wire
