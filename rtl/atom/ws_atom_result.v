// SPDX-License-Identifier: Apache-2.0
// Gathers the results of an operation chunk by chunk, and answers once its last lane is done: one response a status, that of the
// lowest lane first, one a clock. C twin: gather and answer in atom_unit.c.
//
// Results of the next operation may come (ready_o) in the clock in which the last response is taken, if all lanes have CODE_OK; else in the
// next one. d, d_hi: the old value, 0 where there is none. d and p of lanes not named are not to be used.
// Where all lanes have CODE_OK the response stands in the clock after the last result, else one later. Lanes that have laid down the c of a
// cas.b128 are answered apart from those that have a value.
// Values of 128 bits have two responses: after the first ones, with bits 63:0 and p = 1 in these lanes, the upper halves come out of a
// RAM, a lane a clock, by the way of old values (again_o), and are answered in the same way with p = 0.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_result #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter CL     = 8,              // lanes of a chunk
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    output wire                  busy_o,    // an operation is complete and not yet answered
    // lanes of a chunk that are done
    output wire                  ready_o,
    input  wire                  valid_i,
    input  wire                  close_i,   // the operation is complete with these
    input  wire [    WARP_W-1:0] warp_i,
    input  wire [     TAG_W-1:0] tag_i,
    input  wire [          11:0] op_i,
    input  wire                  wide_i,    // 64 or 128 bits
    input  wire                  quad_i,    // 128 bits: one lane
    input  wire                  half_i,    // 16 bits
    input  wire                  red_i,     // no value is given
    input  wire [    LANE_W-1:0] base_i,    // lowest lane of the chunk
    input  wire [        CL-1:0] go_i,
    input  wire [      CL*3-1:0] code_i,
    input  wire [     CL*32-1:0] lo_i,      // their words as they were
    input  wire [     CL*32-1:0] hi_i,
    // words 3, 2 of 128 bits; again_o: they stand at hi_i, lo_i of all lanes
    input  wire [          63:0] upper_i,
    output wire                  again_o,
    output reg  [          63:0] upper_o,
    // response
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"
  reg closed_q;
  reg [WARP_W-1:0] warp_q;
  reg [TAG_W-1:0] tag_q;
  reg [11:0] op_q;
  reg [LANES-1:0] lanes_q;  // have a result and are not in a response that stands or has been taken
  reg [LANES*3-1:0] code_q;
  reg [LANES*32-1:0] d_q, d_hi_q;
  reg plain_q;              // all have CODE_OK
  reg only_q;               // all have CODE_OK, and no response follows the one that stands
  reg high_q, load_q;       // upper halves: are answered; come from the RAM, that of lane row_q
  reg quad_q, read_q, get_q;  // 128 bits; the RAM is read; what was read in the clock before comes out of it
  reg [LANE_W-1:0] row_q, get_row_q, next_q;
  reg [LANES-1:0] again_q;  // have been answered with the lower half
  reg some_q;               // ... some have

  // 1. A response: all lanes, or, in a register, those with the status of the lowest one.
  reg picked_q;
  reg [LANES-1:0] group_q;
  reg [2:0] group_code_q;
  reg [LANES*3-1:0] best;  // of ever more lanes the code of the lowest one
  reg [LANES-1:0] any;
  reg [2:0] next_code;
  reg [LANES-1:0] next_group;
  integer i, w;

  always @(*) begin
    best = code_q;
    any = lanes_q;
    next_code  = 3'd0;
    next_group = {LANES{1'b0}};
    if (closed_q && !plain_q) begin
      for (w = 1; w < LANES; w = 2 * w)
        for (i = 0; i < LANES; i = i + 2 * w) begin
          if (!any[i]) best[i*3+:3] = best[(i+w)*3+:3];
          any[i] = any[i] || any[i+w];
        end
      next_code = best[2:0];
      for (i = 0; i < LANES; i = i + 1) next_group[i] = lanes_q[i] && code_q[i*3+:3] == next_code;
    end
  end

  wire [LANES-1:0] group = plain_q ? lanes_q : group_q;
  wire [2:0] code = plain_q ? CODE_OK : group_code_q;
  wire last = plain_q || lanes_q == {LANES{1'b0}};
  wire low = quad_q && !high_q && (code == CODE_OK || code == CODE_RAW);  // the upper halves of these lanes follow
  wire taken = stands_q && res_ready_i;
  wire ends = taken && last;
  wire again = ends && (low || some_q);
  wire leaves = ends && !again;
  wire picks = closed_q && !plain_q && (!picked_q || taken);
  assign busy_o = closed_q;
  reg stands_q;             // a response stands
  reg free_q;               // a copy of !closed_q, set from itself, so that synthesis does not merge them
  wire merge = valid_i && ready_o;
  assign ready_o = !closed_q || (only_q && res_ready_i);
  wire ready_too = free_q || (only_q && res_ready_i);  // for what is wide

  // 2. Lanes of the chunk, or the one of which the upper half comes.
  reg [LANES-1:0] done, back;
  reg [CL-1:0] value;
  integer n;

  always @(*) begin
    {done, back} = {2 * LANES{1'b0}};
    if (valid_i && ready_too) for (n = 0; n < LANES; n = n + 1) done[n] = n / CL == {{32 - LANE_W{1'b0}}, base_i} / CL && go_i[n%CL];
    if (load_q) for (n = 0; n < LANES; n = n + 1) back[n] = row_q == n[LANE_W-1:0];
  end
  always @(*) for (n = 0; n < CL; n = n + 1) value[n] = !red_i && (code_i[n*3+:3] == CODE_OK || code_i[n*3+:3] == CODE_RAW);

  // 3. Upper halves of 128 bits, a row a lane.
  (* ram_style = "block" *) reg [63:0] mem[0:LANES-1];
  reg [63:0] word_q;
  reg [LANE_W-1:0] lane;

  always @(*) begin
    lane = base_i;
    for (n = 0; n < CL; n = n + 1) if (go_i[n]) lane = lane | n[LANE_W-1:0];
  end

  always @(posedge clk_i) begin
    if (merge && quad_i) mem[lane] <= upper_i;
    if (read_q) word_q <= mem[next_q];
    if (get_q) {upper_o, row_q} <= {word_q, get_row_q};
  end
  assign again_o = load_q;

  // 4. Merge, answer.
  reg [LANES-1:0] left;
  reg plain;

  always @(*) begin
    left = lanes_q;
    if (picks) left = lanes_q & ~next_group;
    else if (plain_q && taken) left = {LANES{1'b0}};
    if (again) left = again_q | (low ? group : {LANES{1'b0}});
    plain = plain_q;
    for (n = 0; n < CL; n = n + 1) if (go_i[n] && code_i[n*3+:3] != CODE_OK) plain = 1'b0;
  end

  always @(posedge clk_i)
    if (!rst_ni) begin
      {closed_q, picked_q, high_q, load_q, read_q, some_q, only_q, get_q, stands_q} <= 9'd0;
      {plain_q, free_q} <= 2'b11;
      lanes_q <= {LANES{1'b0}};
      again_q <= {LANES{1'b0}};
    end else begin
      closed_q <= (merge && close_i) || (closed_q && !leaves);
      free_q   <= !(merge && close_i) && (free_q || leaves);
      picked_q <= picks ? |lanes_q && !again : picked_q && !taken;
      lanes_q  <= left | done;
      plain_q  <= merge ? plain : plain_q || leaves;  // with a response that leaves more come only if it was 1
      only_q   <= merge ? close_i && plain && !quad_i : (load_q && !get_q && plain_q) || (only_q && !res_ready_i);
      if (leaves) high_q <= 1'b0;
      else if (again) high_q <= 1'b1;
      if (again) again_q <= {LANES{1'b0}};
      else if (taken && low) again_q <= again_q | group;
      some_q <= !again && (some_q || (taken && low));
      read_q <= again || (read_q && next_q != {LANE_W{1'b1}});
      get_q <= read_q;
      // As all of these come to be: a response of all lanes, or one that is picked, and no upper half on its way.
      if (merge && close_i) stands_q <= plain;
      else stands_q <= closed_q && !read_q && !get_q && (plain_q ? !taken : |lanes_q || (picked_q && !taken));
      load_q <= get_q;
    end

  always @(posedge clk_i) begin
    if (again) next_q <= {LANE_W{1'b0}};
    else if (read_q) next_q <= next_q + {{LANE_W - 1{1'b0}}, 1'b1};
    if (read_q) get_row_q <= next_q;
    if (picks) {group_q, group_code_q} <= {next_group, next_code};
    if (merge) {warp_q, tag_q, op_q, quad_q} <= {warp_i, tag_i, op_i, quad_i};
  end

  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : lanes
      localparam AT = g % CL;
      always @(posedge clk_i) begin
        if (done[g]) code_q[g*3+:3] <= code_i[AT*3+:3];
        if (done[g] && !value[AT]) d_q[g*32+:16] <= 16'd0;
        else if (done[g] || back[g]) d_q[g*32+:16] <= lo_i[AT*32+:16];
        if (done[g] && !(value[AT] && !half_i)) d_q[g*32+16+:16] <= 16'd0;
        else if (done[g] || back[g]) d_q[g*32+16+:16] <= lo_i[AT*32+16+:16];
        if (done[g] && !(value[AT] && wide_i)) d_hi_q[g*32+:32] <= 32'd0;
        else if (done[g] || back[g]) d_hi_q[g*32+:32] <= hi_i[AT*32+:32];
      end
    end
  endgenerate

  assign res_valid_o = stands_q;
  assign res_head_o[`WS_HEAD_STATUS] = long_status(code);
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = group;
  assign res_head_o[`WS_HEAD_OP] = op_q;
  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP]} = {tag_q, warp_q};
  assign res_d_o = d_q;
  assign res_d_hi_o = d_hi_q;
  assign res_p_o = group & {LANES{low}};
endmodule
`default_nettype wire
