// SPDX-License-Identifier: Apache-2.0
// Gathers the results of an operation window by window, and answers once its last lane is done: one response a status, that of the
// lowest lane first, one a clock. C twin: gather and answer in atom_unit.c.
//
// Results of the next operation may come in the clock in which the last response is taken (ready_o). d, d_hi: the old value, 0 where
// there is none. d and p of lanes not named are not to be used.
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
    // slots that are done
    output wire                  ready_o,
    input  wire                  merge_i,   // only while ready_o
    input  wire                  close_i,   // the operation is complete with these
    input  wire [    WARP_W-1:0] warp_i,
    input  wire [     TAG_W-1:0] tag_i,
    input  wire [          11:0] op_i,
    input  wire [    LANE_W-1:0] base_i,    // lowest lane of the window
    input  wire                  wide_i,
    input  wire [         S-1:0] go_i,      // slots
    input  wire [       S*3-1:0] code_i,
    input  wire [      S*32-1:0] old_i,     // their words as they were
    // response
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire                  res_more_o,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o
);
  `include "ws_ops.vh"
  `include "atom/ws_atom_code.vh"

  reg closed_q;
  reg [WARP_W-1:0] warp_q;
  reg [TAG_W-1:0] tag_q;
  reg [11:0] op_q;
  reg [LANES-1:0] lanes_q;  // have a result and no answer yet
  reg [LANES*3-1:0] code_q;
  reg [LANES*32-1:0] d_q, d_hi_q;

  // 1. The status of the lowest lane, and who shares it.
  wire [LANES-1:0] first = lanes_q & (~lanes_q + {{LANES - 1{1'b0}}, 1'b1});
  reg [2:0] code;
  reg [LANES-1:0] group;
  integer i;

  always @(*) begin
    code  = 3'd0;
    group = {LANES{1'b0}};
    if (closed_q) begin
      for (i = 0; i < LANES; i = i + 1) if (first[i]) code = code | code_q[i*3+:3];
      for (i = 0; i < LANES; i = i + 1) group[i] = lanes_q[i] && code_q[i*3+:3] == code;
    end
  end

  wire taken = closed_q && res_ready_i;
  wire last = group == lanes_q;
  assign ready_o = !closed_q || (res_ready_i && last);

  // 2. Lanes of the slots.
  localparam [31:0] L1 = S > LANES ? LANES : S, L2 = S / 2 > LANES ? LANES : S / 2, LOW = L1 - 1, LOW_WIDE = L2 - 1;
  reg [LANES-1:0] done;
  reg [LANES*3-1:0] done_code;
  reg [LANES*32-1:0] done_d, done_hi;
  wire [LANE_W-1:0] low = wide_i ? LOW_WIDE[LANE_W-1:0] : LOW[LANE_W-1:0];
  integer n;

  always @(*) begin
    done = {LANES{1'b0}};
    done_code = {LANES * 3{1'b0}};
    done_d = {LANES * 32{1'b0}};
    done_hi = {LANES * 32{1'b0}};
    if (merge_i)
      for (n = 0; n < LANES; n = n + 1) begin
        done[n] = (n[LANE_W-1:0] & ~low) == base_i && (wide_i ? go_i[(n%L2)*2] : go_i[n%L1]);
        done_code[n*3+:3] = wide_i ? code_i[(n%L2)*6+:3] : code_i[(n%L1)*3+:3];
        done_d[n*32+:32] = wide_i ? old_i[(n%L2)*64+:32] : old_i[(n%L1)*32+:32];
        done_hi[n*32+:32] = wide_i ? old_i[(n%L2)*64+32+:32] : 32'd0;
      end
  end

  // 3. Merge.
  wire [LANES-1:0] rest = lanes_q & ~(taken ? group : {LANES{1'b0}});

  always @(posedge clk_i)
    if (!rst_ni) begin
      closed_q <= 1'b0;
      lanes_q  <= {LANES{1'b0}};
    end else begin
      lanes_q <= rest | done;
      if (merge_i && close_i) closed_q <= 1'b1;
      else if (taken) closed_q <= !last;
    end

  always @(posedge clk_i)
    if (merge_i) begin
      {warp_q, tag_q, op_q} <= {warp_i, tag_i, op_i};
      for (n = 0; n < LANES; n = n + 1)
        if (done[n]) begin
          code_q[n*3+:3]   <= done_code[n*3+:3];
          d_q[n*32+:32]    <= done_d[n*32+:32];
          d_hi_q[n*32+:32] <= done_hi[n*32+:32];
        end
    end

  assign res_valid_o = closed_q;
  assign res_more_o = 1'b0;
  assign res_head_o[`WS_HEAD_STATUS] = long_status(code);
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = group;
  assign res_head_o[`WS_HEAD_OP] = op_q;
  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP]} = {tag_q, warp_q};
  assign res_d_o = d_q;
  assign res_d_hi_o = d_hi_q;
  assign res_p_o = {LANES{1'b0}};
endmodule
`default_nettype wire
