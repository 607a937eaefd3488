// SPDX-License-Identifier: Apache-2.0
// Gathers the results of an operation window by window, and answers once its last lane is done: one response a status, that of the
// lowest lane first, one a clock. C twin: gather and answer in atom_unit.c.
//
// Results of the next operation may come in the clock in which the last response is taken (ready_o). d, d_hi: the old value, 0 where
// there is none. d and p of lanes not named are not to be used.
// Where all lanes have CODE_OK the response stands in the clock after the last result, else one later. Lanes that have laid down the c of a
// cas.b128 are answered apart from those that have a value.
// Values of 128 bits have two responses: after the first ones, with bits 63:0 and p = 1 in these lanes, the upper halves come out of a
// RAM, a window a clock, and are answered in the same way with p = 0.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_result #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter S      = 8,              // slots
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    output wire                  busy_o,    // an operation is complete and not yet answered
    // slots that are done
    output wire                  ready_o,
    input  wire                  merge_i,   // only while ready_o
    input  wire                  close_i,   // the operation is complete with these
    input  wire [    WARP_W-1:0] warp_i,
    input  wire [     TAG_W-1:0] tag_i,
    input  wire [          11:0] op_i,
    input  wire [    LANE_W-1:0] base_i,    // lowest lane of the window
    input  wire [         S-1:0] go_i,      // slots
    input  wire [       S*3-1:0] code_i,
    input  wire [      S*32-1:0] old_i,     // their words as they were
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
  // Lanes of a window, of 32, 64, 128 bits.
  localparam [31:0] L1 = S > LANES ? LANES : S, L2 = S / 2 > LANES ? LANES : S / 2, L4 = S / 4 > LANES ? LANES : S / 4;
  localparam [31:0] LOW1 = L1 - 1, LOW2 = L2 - 1, LOW4 = L4 - 1;
  localparam [31:0] ROWS = LANES / L4;
  localparam ROW_W = ROWS > 1 ? $clog2(ROWS) : 1;

  reg closed_q;
  reg [WARP_W-1:0] warp_q;
  reg [TAG_W-1:0] tag_q;
  reg [11:0] op_q;
  reg [LANES-1:0] lanes_q;  // have a result and are not in a response that stands or has been taken
  reg [LANES*3-1:0] code_q;
  reg [LANES*32-1:0] d_q, d_hi_q;
  reg plain_q;              // all have CODE_OK
  reg high_q, load_q;       // upper halves: are answered; are on the way from the RAM
  reg [ROW_W-1:0] row_q;
  reg [LANES-1:0] again_q;  // have been answered with the lower half

  // 1. A response: all lanes, or, in a register, those with the status of the lowest one.
  reg picked_q;
  reg [LANES-1:0] group_q;
  reg [2:0] group_code_q;
  wire [LANES-1:0] first = lanes_q & (~lanes_q + {{LANES - 1{1'b0}}, 1'b1});
  reg [2:0] next_code;
  reg [LANES-1:0] next_group;
  integer i;

  always @(*) begin
    next_code  = 3'd0;
    next_group = {LANES{1'b0}};
    if (closed_q && !plain_q) begin
      for (i = 0; i < LANES; i = i + 1) if (first[i]) next_code = next_code | code_q[i*3+:3];
      for (i = 0; i < LANES; i = i + 1) next_group[i] = lanes_q[i] && code_q[i*3+:3] == next_code;
    end
  end

  wire [LANES-1:0] group = plain_q ? lanes_q : group_q;
  wire [2:0] code = plain_q ? CODE_OK : group_code_q;
  wire last = plain_q || lanes_q == {LANES{1'b0}};
  wire quad = atom_is_quad(op_q[7:0]);
  wire low = quad && !high_q && (code == CODE_OK || code == CODE_RAW);  // the upper halves of these lanes follow
  wire taken = res_valid_o && res_ready_i;
  wire ends = taken && last;
  wire again = ends && (low || |again_q);
  wire leaves = ends && !again;
  wire picks = closed_q && !plain_q && (!picked_q || taken);
  assign busy_o = closed_q;
  assign ready_o = !closed_q || leaves;

  // 2. Lanes of the slots, or of a row of the RAM. The two halves of 128 bits may be of an object and of none.
  reg [LANES-1:0] done, back;
  reg [LANES*3-1:0] done_code;
  reg [L1*32-1:0] done_d, done_hi;  // a lane gets that of its number in a window
  wire wide = atom_is_wide(op_i[7:0]);
  wire quad_i = atom_is_quad(op_i[7:0]);
  wire [LANE_W-1:0] window = quad_i ? LOW4[LANE_W-1:0] : wide ? LOW2[LANE_W-1:0] : LOW1[LANE_W-1:0];  // bits of a lane's number inside it
  wire [L4*64-1:0] upper;
  integer n;

  always @(*) begin
    done = {LANES{1'b0}};
    done_code = {LANES * 3{1'b0}};
    if (merge_i)
      for (n = 0; n < LANES; n = n + 1) begin
        done[n] = (n[LANE_W-1:0] & ~window) == base_i && (quad_i ? go_i[(n%L4)*4] : wide ? go_i[(n%L2)*2] : go_i[n%L1]);
        done_code[n*3+:3] = quad_i ? code_i[(n%L4)*12+:3] | code_i[(n%L4)*12+6+:3] : wide ? code_i[(n%L2)*6+:3] : code_i[(n%L1)*3+:3];
      end
  end

  always @(*) begin
    back = {LANES{1'b0}};
    if (load_q) for (n = 0; n < LANES; n = n + 1) back[n] = (lanes_q[n] || (picked_q && group_q[n])) && n / L4 == {{32 - ROW_W{1'b0}}, row_q};
  end

  always @(*)
    for (n = 0; n < L1; n = n + 1)
      if (load_q) {done_hi[n*32+:32], done_d[n*32+:32]} = upper[n%L4*64+:64];
      else begin
        done_d[n*32+:32]  = quad_i ? old_i[(n%L4)*128+:32] : wide ? old_i[(n%L2)*64+:32] : old_i[n*32+:32];
        done_hi[n*32+:32] = quad_i ? old_i[(n%L4)*128+32+:32] : wide ? old_i[(n%L2)*64+32+:32] : 32'd0;
      end

  // 3. Upper halves of 128 bits, a row for each window.
  genvar g;
  wire [LANE_W-1:0] base_row = base_i >> $clog2(L4);
  generate
    for (g = 0; g < L4; g = g + 1) begin : lane
      reg [63:0] mem[0:ROWS-1];
      always @(posedge clk_i) if (merge_i && quad_i && go_i[g*4]) mem[base_row[ROW_W-1:0]] <= old_i[g*128+64+:64];
      assign upper[g*64+:64] = mem[row_q];
    end
  endgenerate
  wire unused = &{1'b0, base_row};

  // 4. Merge, answer.
  reg [LANES-1:0] left;
  reg plain;

  always @(*) begin
    left = lanes_q;
    if (picks) left = lanes_q & ~next_group;
    else if (plain_q && taken) left = {LANES{1'b0}};
    if (again) left = again_q | (low ? group : {LANES{1'b0}});
    plain = plain_q || leaves;
    if (merge_i) for (n = 0; n < S; n = n + 1) if (go_i[n] && code_i[n*3+:3] != CODE_OK) plain = 1'b0;
  end

  always @(posedge clk_i)
    if (!rst_ni) begin
      {closed_q, picked_q, high_q, load_q} <= 4'd0;
      plain_q <= 1'b1;
      lanes_q <= {LANES{1'b0}};
      again_q <= {LANES{1'b0}};
    end else begin
      closed_q <= (merge_i && close_i) || (closed_q && !leaves);
      picked_q <= picks ? |next_group && !again : picked_q && !taken;
      lanes_q  <= left | done;
      plain_q  <= plain;
      if (leaves) high_q <= 1'b0;
      else if (again) high_q <= 1'b1;
      if (again) again_q <= {LANES{1'b0}};
      else if (taken && low) again_q <= again_q | group;
      load_q <= again || (load_q && row_q != ROWS[ROW_W-1:0] - {{ROW_W - 1{1'b0}}, 1'b1});
    end

  always @(posedge clk_i) begin
    if (again) row_q <= {ROW_W{1'b0}};
    else if (load_q) row_q <= row_q + {{ROW_W - 1{1'b0}}, 1'b1};
    if (picks) {group_q, group_code_q} <= {next_group, next_code};
    if (merge_i) begin
      {warp_q, tag_q, op_q} <= {warp_i, tag_i, op_i};
      for (n = 0; n < LANES; n = n + 1) if (done[n]) code_q[n*3+:3] <= done_code[n*3+:3];
    end
    if (merge_i || load_q)
      for (n = 0; n < LANES; n = n + 1) if (done[n] || back[n]) {d_hi_q[n*32+:32], d_q[n*32+:32]} <= {done_hi[n%L1*32+:32], done_d[n%L1*32+:32]};
  end

  assign res_valid_o = closed_q && !load_q && (plain_q || picked_q);
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
