// SPDX-License-Identifier: Apache-2.0
// shfl.sync behind IN, butterfly form: stage NET serves one class of lanes a clock, stage OUT gathers the result.
//
// A class: the lanes of the group with the same b and c. The lowest lane not yet served says which class is next; its
// {b, c} is found one clock ahead. Latency 2 clocks and throughput one operation per clock with one class, one clock more
// for each further class. Contract of the results: ws_shfl.v.
`default_nettype none
module ws_shfl_net #(
    parameter LANES  = 32,  // 4, 8, 16, 32
    parameter META_W = 8,   // >= 1
    parameter STRUCT = 0    // 0, 1
) (
    input  wire                             clk_i,
    input  wire                             rst_ni,
    // from IN
    input  wire                             in_valid_i,
    output wire                             in_ready_o,
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
    output reg  [                LANES-1:0] out_lanes_o,
    output reg  [             LANES*32-1:0] out_d_o,
    output reg  [                LANES-1:0] out_p_o,
    output reg  [                LANES-1:0] out_und_o
);
  localparam LOG = $clog2(LANES);
  localparam W = 32;
  `include "shfl/ws_shfl_fn.vh"

  wire net_valid, net_load, out_ready, out_load;
  reg [     META_W-1:0] net_meta_q;
  reg [            1:0] net_fn_q;
  reg [      LANES-1:0] net_lanes_q;
  reg [    LANES*W-1:0] net_a_q;
  reg [  LANES*LOG-1:0] net_b_q;
  reg [LANES*2*LOG-1:0] net_c_q;
  reg [      LANES-1:0] net_rest_q;  // lanes not yet served
  reg [      3*LOG-1:0] net_key_q;   // {b, c} of the lowest of them
  reg [      LANES-1:0] member;      // lanes served in this clock
  wire [     LANES-1:0] rest = net_rest_q & ~member;
  wire                  last = rest == {LANES{1'b0}};
  wire                  step = net_valid && out_ready;

  ws_stage u_net (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(in_valid_i),
      .ready_o(in_ready_o),
      .valid_o(net_valid),
      .ready_i(last && out_ready),
      .load_o (net_load)
  );

  ws_stage u_out (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(net_valid && last),
      .ready_o(out_ready),
      .valid_o(out_valid_o),
      .ready_i(out_ready_i),
      .load_o (out_load)
  );

  always @(*) begin
    member = {LANES{1'b0}};
    if (net_valid || STRUCT != 0) member = shfl_class_lanes(net_rest_q, net_key_q, net_b_q, net_c_q);
  end

  always @(posedge clk_i) begin
    if (net_load) begin
      net_meta_q  <= in_meta_i;
      net_fn_q    <= in_fn_i;
      net_lanes_q <= in_lanes_i;
      net_a_q     <= in_a_i;
      net_b_q     <= in_b_i;
      net_c_q     <= in_c_i;
      net_rest_q  <= in_lanes_i;
      net_key_q   <= shfl_class_key(in_lanes_i, in_b_i, in_c_i);
    end else if (step) begin
      net_rest_q <= rest;
      net_key_q  <= shfl_class_key(rest, net_b_q, net_c_q);
    end
    if (out_load) begin
      out_meta_o  <= net_meta_q;
      out_lanes_o <= net_lanes_q;
    end
  end

  // The class goes through the butterfly; OUT takes the results of its lanes and drops p and und of an earlier operation.
  wire [LANES-1:0] keep = net_lanes_q & ~net_rest_q;
  generate
    if (STRUCT == 0) begin : gen_plain
      reg [LANES*(LOG+1)-1:0] route;
      reg [LANES-1:0] ok;
      always @(*) begin
        route = {LANES * (LOG + 1) {1'b0}};
        ok    = {LANES{1'b0}};
        if (net_valid) begin
          route = shfl_bfly_route(net_fn_q, net_key_q);
          ok    = shfl_bfly_ok(net_lanes_q, route);
        end
      end
      always @(posedge clk_i)
        if (step) begin
          out_d_o   <= shfl_gather(member, shfl_bfly_d(route, ok, net_a_q), out_d_o);
          out_p_o   <= (route[LOG*LANES+:LANES] & member) | (out_p_o & keep);
          out_und_o <= (~ok & member) | (out_und_o & keep);
        end
    end else begin : gen_struct
      wire [LANES-1:0] p, und;
      wire [LANES*W-1:0] d;

      ws_shfl_bfly #(
          .LANES(LANES),
          .W    (W)
      ) u_bfly (
          .fn_i (net_fn_q),
          .key_i(net_key_q),
          .a_i  (net_a_q),
          .act_i(net_lanes_q),
          .d_o  (d),
          .p_o  (p),
          .und_o(und)
      );

      always @(posedge clk_i)
        if (step) begin
          out_d_o   <= shfl_gather(member, d, out_d_o);
          out_p_o   <= (p & member) | (out_p_o & keep);
          out_und_o <= (und & member) | (out_und_o & keep);
        end
    end
  endgenerate
endmodule
`default_nettype wire
