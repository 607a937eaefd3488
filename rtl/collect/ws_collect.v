// SPDX-License-Identifier: Apache-2.0
// Turns results of the units into responses. It knows no unit: PORTS ports with the same record each.
// C twin: ws_core_collect in cmodel/when/collect.c.
//
// Ports take turns, the next one with a result after the one that answered last. A port whose result says that another one of its
// group follows (res_more_i) keeps its turn, and has that result in the clock in which the first is taken.
// ALIKE marks ports that give the same d in all lanes: only lane 0 of their d is read. GATED marks ports whose d is 0 while their
// res_ready_o is 0: their d is ORed without a gate. A reader must ignore d, d_hi and p of lanes that a response does not name, and d_hi
// of an operation that does not give 64 bits.
// Latency 1 clock, one response a clock. capture_o tells ws_capture of a response of severity E or T as it is loaded.
`default_nettype none
`include "ws_layout.vh"
module ws_collect #(
    parameter             LANES  = 32,
    parameter             WARP_W = 2,
    parameter             TAG_W  = 8,
    parameter             PORTS  = 8,
    parameter [PORTS-1:0] ALIKE  = {PORTS{1'b0}},
    parameter [PORTS-1:0] GATED  = {PORTS{1'b0}}
) (
    input  wire                        clk_i,
    input  wire                        rst_ni,
    // results, port 0 in the low bits
    input  wire [           PORTS-1:0] res_valid_i,
    output wire [           PORTS-1:0] res_ready_o,
    input  wire [           PORTS-1:0] res_more_i,
    input  wire [PORTS*`WS_HEAD_W-1:0] res_head_i,
    input  wire [  PORTS*LANES*32-1:0] res_d_i,
    input  wire [  PORTS*LANES*32-1:0] res_d_hi_i,
    input  wire [     PORTS*LANES-1:0] res_p_i,
    // response
    output reg                         rsp_valid_o,
    input  wire                        rsp_ready_i,
    output reg  [           TAG_W-1:0] rsp_tag_o,
    output reg  [          WARP_W-1:0] rsp_warp_o,
    output reg  [                11:0] rsp_op_o,
    output reg  [           LANES-1:0] rsp_lanes_o,
    output reg  [                 9:0] rsp_status_o,
    output reg  [        LANES*32-1:0] rsp_d_o,
    output reg  [        LANES*32-1:0] rsp_d_hi_o,
    output reg  [           LANES-1:0] rsp_p_o,
    // to ws_capture, with the response as it will stand in the next cycle
    output wire                        capture_o,
    output wire [      `WS_HEAD_W-1:0] capture_head_o
);
  localparam HEAD_W = `WS_HEAD_W;

  // The lowest port of a set, without a carry.
  function [PORTS-1:0] first(input [PORTS-1:0] set);
    integer n;
    begin
      for (n = 0; n < PORTS; n = n + 1) first[n] = set[n] && !(|(set << (PORTS - n)));
    end
  endfunction

  // 1. Whose turn, one bit a port.
  reg [PORTS-1:0] above_q;  // ports after the one that answered last
  reg keep_q;  // that one has another result of the same group
  wire [PORTS-1:0] above = res_valid_i & above_q;
  wire [PORTS-1:0] last = ~above_q & {1'b1, above_q[PORTS-1:1]};
  wire [PORTS-1:0] turn = keep_q ? last : |above ? first(above) : first(res_valid_i);
  wire free = !rsp_valid_o || rsp_ready_i;
  wire load = free && |res_valid_i;

  assign res_ready_o = free ? turn & res_valid_i : {PORTS{1'b0}};

  always @(posedge clk_i)
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      above_q     <= {{PORTS - 1{1'b1}}, 1'b0};
      keep_q      <= 1'b0;
    end else if (free) begin
      rsp_valid_o <= |res_valid_i;
      if (|res_valid_i) begin
        above_q <= ~(turn | (turn - {{PORTS - 1{1'b0}}, 1'b1}));
        keep_q  <= |(turn & res_more_i);
      end
    end

  // 2. Its result.
  reg [HEAD_W-1:0] head;
  reg [LANES-1:0] p;
  reg [31:0] common;
  integer n;

  always @(*) begin
    head = {HEAD_W{1'b0}};
    p = {LANES{1'b0}};
    common = 32'd0;
    for (n = 0; n < PORTS; n = n + 1)
      if (turn[n]) begin
        head = head | res_head_i[n*HEAD_W+:HEAD_W];
        p = p | res_p_i[n*LANES+:LANES];
        if (ALIKE[n]) common = common | res_d_i[n*LANES*32+:32];
      end
  end

  wire [9:0] status = head[`WS_HEAD_STATUS];
  wire unused = &{1'b0, head, res_d_i};

  assign capture_o = load && status[9];
  assign capture_head_o = head;

  // Functions, called only as a response is loaded: an idle collector costs a simulator nothing.
  function [LANES*32-1:0] d_of(input [PORTS-1:0] set, input [31:0] all_lanes);
    integer k;
    begin
      d_of = {LANES{all_lanes}};
      for (k = 0; k < PORTS; k = k + 1) if ((set[k] || GATED[k]) && !ALIKE[k]) d_of = d_of | res_d_i[k*LANES*32+:LANES*32];
    end
  endfunction
  function [LANES*32-1:0] d_hi_of(input [PORTS-1:0] set);
    integer k;
    begin
      d_hi_of = {LANES * 32{1'b0}};
      for (k = 0; k < PORTS; k = k + 1) if (set[k]) d_hi_of = d_hi_of | res_d_hi_i[k*LANES*32+:LANES*32];
    end
  endfunction

  always @(posedge clk_i)
    if (load) begin
      rsp_tag_o    <= head[`WS_HEAD_TAG];
      rsp_warp_o   <= head[`WS_HEAD_WARP];
      rsp_op_o     <= head[`WS_HEAD_OP];
      rsp_lanes_o  <= head[`WS_HEAD_LANES];
      rsp_status_o <= status;
      rsp_p_o      <= p;
      rsp_d_o      <= d_of(turn, common);
      rsp_d_hi_o   <= d_hi_of(turn);
    end
endmodule
`default_nettype wire
