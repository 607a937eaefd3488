// SPDX-License-Identifier: Apache-2.0
// shfl.sync behind IN, crossbar form: stage SEL holds each lane's source, stage OUT the result. Any b and c per lane.
//
// Latency 2 clocks, one operation per clock. Contract of the results: ws_shfl.v.
`default_nettype none
module ws_shfl_sel #(
    parameter LANES  = 32,  // 4, 8, 16, 32
    parameter META_W = 8,   // >= 1
    parameter STRUCT = 0    // 0, 1
) (
    input  wire                             clk_i,
    input  wire                             rst_ni,
    // from IN
    input  wire                             in_valid_i,
    output wire                             in_ready_o,
    output wire                             in_free_o,    // IN moves on whether OUT does or not
    input  wire [               META_W-1:0] in_meta_i,
    input  wire [                      1:0] in_fn_i,
    input  wire [                LANES-1:0] in_lanes_i,
    input  wire [             LANES*32-1:0] in_a_i,
    input  wire [  LANES*$clog2(LANES)-1:0] in_b_i,
    input  wire [LANES*2*$clog2(LANES)-1:0] in_c_i,
    // from OUT
    output wire                             out_valid_o,
    input  wire                             out_ready_i,
    output reg  [               META_W-1:0] out_meta_o,
    output wire [                LANES-1:0] out_fine_o,   // lanes whose source takes part
    output reg  [             LANES*32-1:0] out_d_o,
    output reg  [                LANES-1:0] out_p_o,
    output reg  [                LANES-1:0] out_und_o
);
  localparam LOG = $clog2(LANES);
  localparam W = 32;
  `include "shfl/ws_shfl_fn.vh"

  wire sel_valid, sel_load, out_ready, out_load;
  reg [     META_W-1:0] sel_meta_q;
  reg [      LANES-1:0] sel_lanes_q;
  reg [    LANES*W-1:0] sel_a_q;
  reg [LANES*(LOG+1)-1:0] sel_route_q;  // {p, src}
  wire [LANES*LOG-1:0] sel_src = sel_route_q[0+:LANES*LOG];
  wire [LANES-1:0] sel_p = sel_route_q[LANES*LOG+:LANES];

  assign in_free_o = !sel_valid || !out_valid_o;

  ws_stage u_sel (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(in_valid_i),
      .ready_o(in_ready_o),
      .valid_o(sel_valid),
      .ready_i(out_ready),
      .load_o (sel_load)
  );

  ws_stage u_out (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(sel_valid),
      .ready_o(out_ready),
      .valid_o(out_valid_o),
      .ready_i(out_ready_i),
      .load_o (out_load)
  );

  always @(posedge clk_i) begin
    if (sel_load) begin
      sel_meta_q  <= in_meta_i;
      sel_lanes_q <= in_lanes_i;
      sel_a_q     <= in_a_i;
    end
    if (out_load) begin
      out_meta_o  <= sel_meta_q;
      out_p_o     <= sel_p & sel_lanes_q;
    end
  end

  generate
    if (STRUCT == 0) begin : gen_plain
      reg [LANES-1:0] out_lanes_q;
      assign out_fine_o = out_lanes_q & ~out_und_o;
      always @(posedge clk_i) begin
        if (sel_load) sel_route_q <= shfl_route_plain(in_fn_i, in_b_i, in_c_i);
        if (out_load) begin
          out_lanes_q <= sel_lanes_q;
          out_d_o   <= shfl_xbar_d(sel_lanes_q, sel_src, sel_a_q);
          out_und_o <= sel_lanes_q & ~shfl_xbar_ok(sel_lanes_q, sel_src);
        end
      end
    end else begin : gen_struct
      wire [LANES*LOG-1:0] route_src;
      wire [LANES-1:0] route_p, xbar_und;
      reg [LANES-1:0] out_fine_q;
      assign out_fine_o = out_fine_q;
      wire [LANES*W-1:0] xbar_d;

      ws_shfl_route #(
          .LANES (LANES),
          .STRUCT(1)
      ) u_route (
          .fn_i (in_fn_i),
          .b_i  (in_b_i),
          .c_i  (in_c_i),
          .src_o(route_src),
          .p_o  (route_p)
      );
      ws_shfl_xbar #(
          .LANES (LANES),
          .W     (W),
          .STRUCT(1)
      ) u_xbar (
          .a_i  (sel_a_q),
          .act_i(sel_lanes_q),
          .src_i(sel_src),
          .d_o  (xbar_d),
          .und_o(xbar_und)
      );

      always @(posedge clk_i) begin
        if (sel_load) sel_route_q <= {route_p, route_src};
        if (out_load) begin
          out_fine_q <= sel_lanes_q & ~xbar_und;
          out_d_o    <= xbar_d;
          out_und_o  <= xbar_und;
        end
      end
    end
  endgenerate
endmodule
`default_nettype wire
