// SPDX-License-Identifier: Apache-2.0
// atom and red in global memory (PTX 9.7.13.5, 9.7.13.6): takes its lanes from a group, and leaves the others (near_o) to shared memory.
// C twin: atom_global.c.
//
//   grp ─► space ─► the operation ─► lane: whose turn it is ─► gm ─► gm_rsp ─► old values ─► res, a response a status
//
// One operation at a time. Its lanes ask in ascending order, one a clock where memory takes them; each is one atomic access of 2 to 16 bytes,
// which memory carries out by itself (ws_gmem.v), in the order in which they arrive. Answers come in that order, at any time. red takes no
// value, but its lanes are complete only when memory has answered too.
// A group enters in clock t, asks from t + 3 on, and its response stands at res 2 clocks after the last answer was taken; at t + 2 if no lane
// asks. Statuses follow one another, that of the lowest lane first. Old values of 16 bytes come in two responses for the same lanes: the
// low 64 bits with p = 1, then the high ones. Nothing but control is reset.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_global #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    // group, from the rendezvous; a strobe, only while grp_ready_o
    input  wire                  grp_valid_i,
    output wire                  grp_ready_o,
    input  wire [`WS_HEAD_W-1:0] grp_head_i,
    input  wire [  LANES*64-1:0] grp_addr_i,
    input  wire [  LANES*64-1:0] grp_a_i,
    input  wire [  LANES*32-1:0] grp_b_i,
    input  wire [  LANES*32-1:0] grp_c_i,
    input  wire [     LANES-1:0] grp_pred_i,
    output wire [     LANES-1:0] near_o,       // lanes of the group that are none of this unit's
    // result, to the collector
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire                  res_more_o,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o,
    // global memory
    output wire                  gm_valid_o,
    input  wire                  gm_ready_i,
    output wire [          31:0] gm_addr_o,
    output wire [           4:0] gm_bytes_o,
    output wire [  `WS_GM_W-1:0] gm_more_o,
    input  wire                  gm_rsp_valid_i,
    output wire                  gm_rsp_ready_o,
    input  wire [         127:0] gm_rsp_data_i,
    output wire                  quiet_o
);
  `include "ws_ops.vh"
  `include "atom/ws_atom_code.vh"

  // 1. The operation.
  wire [LANES-1:0] mine;
  wire [LANES-1:0] lanes = grp_head_i[`WS_HEAD_LANES] & mine;
  wire [LANES*3-1:0] lane_code;
  wire [7:0] fn;
  wire [4:0] bytes;
  wire load = grp_valid_i && |lanes;

  ws_atom_space #(
      .LANES(LANES)
  ) space (
      .valid_i(grp_valid_i),
      .op_i   (grp_head_i[`WS_HEAD_OP]),
      .addr_i (grp_addr_i),
      .pred_i (grp_pred_i),
      .lanes_o(mine),
      .code_o (lane_code),
      .fn_o   (fn),
      .bytes_o(bytes)
  );
  assign near_o = grp_head_i[`WS_HEAD_LANES] & ~mine;

  reg open_q;
  reg [WARP_W-1:0] warp_q;
  reg [TAG_W-1:0] tag_q;
  reg [11:0] op_q;
  reg [7:0] fn_q;
  reg [4:0] bytes_q;
  reg [LANES*16-1:0] at_q;
  reg [LANES*64-1:0] a_q;
  reg [LANES*32-1:0] b_q, c_q;
  reg [LANES*3-1:0] code_q;
  reg [LANES-1:0] todo_q;   // lanes that have not asked
  reg [LANES-1:0] owed_q;   // lanes that memory has not answered
  reg [LANES-1:0] lanes_q;  // lanes without a response
  reg [LANES-1:0] fine;
  wire closes;
  integer i;

  always @(*) begin
    fine = {LANES{1'b0}};
    if (grp_valid_i) for (i = 0; i < LANES; i = i + 1) fine[i] = lanes[i] && lane_code[i*3+:3] == CODE_OK;
  end

  always @(posedge clk_i)
    if (load) begin
      warp_q <= grp_head_i[`WS_HEAD_WARP];
      tag_q <= grp_head_i[`WS_HEAD_TAG];
      op_q <= grp_head_i[`WS_HEAD_OP];
      fn_q <= fn;
      bytes_q <= bytes;
      for (i = 0; i < LANES; i = i + 1) at_q[i*16+:16] <= grp_addr_i[i*64+:16];
      {a_q, b_q, c_q, code_q} <= {grp_a_i, grp_b_i, grp_c_i, lane_code};
    end

  assign grp_ready_o = !open_q;
  assign quiet_o = !open_q;

  // 2. Whose turn it is, and its request.
  reg lane_valid_q, gm_valid_q;
  reg [LANE_W-1:0] lane_q, lane;
  reg [15:0] gm_at_q;
  reg [127:0] gm_s_q;
  wire gm_taken = gm_valid_q && gm_ready_i;
  wire ask = lane_valid_q && (!gm_valid_q || gm_ready_i);
  wire choose = |todo_q && (!lane_valid_q || ask);
  wire [LANES-1:0] chosen = todo_q & (~todo_q + {{LANES - 1{1'b0}}, 1'b1});
  integer n;

  always @(*) begin
    lane = {LANE_W{1'b0}};
    if (choose) for (n = 0; n < LANES; n = n + 1) if (chosen[n]) lane = lane | n[LANE_W-1:0];
  end

  always @(posedge clk_i) begin
    if (choose) lane_q <= lane;
    if (ask) begin
      gm_at_q <= at_q[lane_q*16+:16];
      gm_s_q <= {c_q[lane_q*32+:32], b_q[lane_q*32+:32], a_q[lane_q*64+:64]};
    end
  end

  // 3. Answers: each to the lowest lane that is owed one.
  reg [5:0] out_q;  // requests without an answer
  wire answer = gm_rsp_valid_i && gm_rsp_ready_o;
  wire [LANES-1:0] first = owed_q & (~owed_q + {{LANES - 1{1'b0}}, 1'b1});
  reg [127:0] old;
  reg [LANES*64-1:0] low_q, high_q;

  always @(*) begin
    old = 128'd0;
    if (answer && op_q[11:8] == WS_UNIT_ATOM) begin
      old[15:0] = gm_rsp_data_i[15:0];
      old[31:16] = bytes_q[1] ? 16'd0 : gm_rsp_data_i[31:16];
      old[63:32] = |bytes_q[4:3] ? gm_rsp_data_i[63:32] : 32'd0;
      old[127:64] = gm_rsp_data_i[127:64];
    end
  end

  always @(posedge clk_i)
    if (load) low_q <= {LANES * 64{1'b0}};
    else if (answer)
      for (i = 0; i < LANES; i = i + 1)
        if (first[i]) begin
          low_q[i*64+:64]  <= old[63:0];
          high_q[i*64+:64] <= old[127:64];
        end

  assign gm_rsp_ready_o = |out_q;

  // 4. Responses: lanes with the status of the lowest one; of 16 bytes the same lanes again.
  reg res_q, half_q;
  wire [LANES-1:0] lowest = lanes_q & (~lanes_q + {{LANES - 1{1'b0}}, 1'b1});
  reg [2:0] code;
  reg [LANES-1:0] group;
  wire taken = res_q && res_ready_i;
  wire again = bytes_q[4] && op_q[11:8] == WS_UNIT_ATOM && code == CODE_OK && !half_q;
  assign closes = taken && !again && group == lanes_q;

  always @(*) begin
    code  = 3'd0;
    group = {LANES{1'b0}};
    if (res_q) begin
      for (n = 0; n < LANES; n = n + 1) if (lowest[n]) code = code | code_q[n*3+:3];
      for (n = 0; n < LANES; n = n + 1) group[n] = lanes_q[n] && code_q[n*3+:3] == code;
    end
  end

  always @(posedge clk_i)
    if (!rst_ni) begin
      {open_q, lane_valid_q, gm_valid_q, res_q, half_q} <= 5'd0;
      {todo_q, owed_q, lanes_q} <= {3 * LANES{1'b0}};
      out_q <= 6'd0;
    end else begin
      open_q <= load || (open_q && !closes);
      todo_q <= load ? fine : choose ? todo_q & ~chosen : todo_q;
      owed_q <= load ? fine : answer ? owed_q & ~first : owed_q;
      lanes_q <= load ? lanes : taken && !again ? lanes_q & ~group : lanes_q;
      lane_valid_q <= choose || (lane_valid_q && !ask);
      gm_valid_q <= ask || (gm_valid_q && !gm_ready_i);
      out_q <= out_q + {5'd0, gm_taken} - {5'd0, answer};
      res_q <= open_q && !(|owed_q) && !closes;
      half_q <= taken ? again : half_q;
    end

  assign res_valid_o = res_q;
  assign res_more_o = 1'b0;
  assign res_head_o[`WS_HEAD_STATUS] = long_status(code);
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = group;
  assign res_head_o[`WS_HEAD_OP] = op_q;
  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP]} = {tag_q, warp_q};
  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : value
      assign res_d_o[g*32+:32] = half_q ? high_q[g*64+:32] : low_q[g*64+:32];
      assign res_d_hi_o[g*32+:32] = half_q ? high_q[g*64+32+:32] : low_q[g*64+32+:32];
    end
  endgenerate
  assign res_p_o = {LANES{again}};

  assign gm_valid_o = gm_valid_q;
  assign gm_addr_o = {16'd0, gm_at_q};
  assign gm_bytes_o = bytes_q;
  assign gm_more_o[`WS_GM_OP] = 2'd2;
  assign gm_more_o[`WS_GM_FN] = fn_q;
  assign gm_more_o[`WS_GM_BE] = 16'd0;
  assign gm_more_o[`WS_GM_S] = gm_s_q;
  assign gm_more_o[`WS_GM_T] = {64'd0, gm_s_q[127:64]};  // c of cas
  wire unused = &{1'b0, grp_head_i, grp_addr_i};
endmodule
`default_nettype wire
