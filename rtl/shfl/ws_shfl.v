// SPDX-License-Identifier: Apache-2.0
// shfl.sync unit (PTX 9.7.9.6): one warp operation per clock.
//
// Stages, each elastic:  FORM 0  IN -> SEL (index calculation done) -> OUT (crossbar done), any b and c per lane.
//                        FORM 1  IN -> NET (first class known)      -> OUT (butterfly done).
// In FORM 1 lanes with the same b and c are a class; NET serves one class a clock, as long as OUT is free, and OUT
// becomes valid with the last class. One class: the timing of FORM 0. An empty group takes one clock and names no lane.
//
// Results of lanes outside res_lanes_o: p and und are 0, d is arbitrary. No input is illegal. res_und_o: the source lane
// is not in the group, d is 0.
// STRUCT 1 builds the LUT-level crossbar and index calculation; same function, slow to simulate.
`default_nettype none
module ws_shfl #(
    parameter LANES  = 32,  // 4, 8, 16, 32
    parameter META_W = 8,   // >= 1, carried along
    parameter FORM   = 0,   // 0 crossbar, 1 butterfly: less than half the area
    parameter STRUCT = 0    // 0, 1
) (
    input  wire                             clk_i,
    input  wire                             rst_ni,
    // From ws_sync
    input  wire                             grp_valid_i,
    output wire                             grp_ready_o,
    input  wire [               META_W-1:0] grp_meta_i,
    input  wire [                      7:0] grp_fn_i,     // [1:0]: 0 up, 1 down, 2 bfly, 3 idx
    input  wire [                LANES-1:0] grp_lanes_i,
    input  wire [             LANES*32-1:0] grp_a_i,
    input  wire [             LANES*32-1:0] grp_b_i,
    input  wire [             LANES*32-1:0] grp_c_i,      // a lane: cval in the low bits, seg from bit 8 on
    // To ws_collect
    output wire                             res_valid_o,
    input  wire                             res_ready_i,
    output wire [               META_W-1:0] res_meta_o,
    output wire [                LANES-1:0] res_lanes_o,
    output wire [             LANES*32-1:0] res_d_o,
    output wire [                LANES-1:0] res_p_o,
    output wire [                LANES-1:0] res_und_o
);
  localparam LOG = $clog2(LANES);

  generate
    if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : gen_illegal_lanes
      ws_shfl_illegal_LANES u_illegal ();
    end
    if (META_W < 1) begin : gen_illegal_meta_w
      ws_shfl_illegal_META_W u_illegal ();
    end
    if (FORM != 0 && FORM != 1) begin : gen_illegal_form
      ws_shfl_illegal_FORM u_illegal ();
    end
    if (STRUCT != 0 && STRUCT != 1) begin : gen_illegal_struct
      ws_shfl_illegal_STRUCT u_illegal ();
    end
  endgenerate

  wire unused = &{1'b0, grp_fn_i[7:2], grp_b_i, grp_c_i};

  // ------------------------------------------------------------------------------------------------ IN
  wire in_valid, in_ready, in_load;
  reg [       META_W-1:0] in_meta_q;
  reg [              1:0] in_fn_q;
  reg [        LANES-1:0] in_lanes_q;
  reg [      LANES*32-1:0] in_a_q;
  reg [    LANES*LOG-1:0] in_b_q;
  reg [  LANES*2*LOG-1:0] in_c_q;

  ws_stage u_in (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(grp_valid_i),
      .ready_o(grp_ready_o),
      .valid_o(in_valid),
      .ready_i(in_ready),
      .load_o (in_load)
  );

  always @(posedge clk_i)
    if (in_load) begin
      in_meta_q  <= grp_meta_i;
      in_fn_q    <= grp_fn_i[1:0];
      in_lanes_q <= grp_lanes_i;
      in_a_q     <= grp_a_i;
      in_b_q     <= low_b(grp_b_i);
      in_c_q     <= low_c(grp_c_i);
    end

  // The bits of b and c that a shuffle looks at, side by side. Functions, called only as IN loads: packing is not free
  // in a simulator.
  function [LANES*LOG-1:0] low_b;
    input [LANES*32-1:0] b;
    integer i;
    for (i = 0; i < LANES; i = i + 1) low_b[i*LOG+:LOG] = b[i*32+:LOG];
  endfunction

  function [LANES*2*LOG-1:0] low_c;  // a lane: {seg, cval}
    input [LANES*32-1:0] c;
    integer i;
    for (i = 0; i < LANES; i = i + 1) low_c[i*2*LOG+:2*LOG] = {c[i*32+8+:LOG], c[i*32+:LOG]};
  endfunction

  // ------------------------------------------------------------------------------------------------ SEL or NET, OUT
  generate
    if (FORM == 0) begin : gen_xbar
      ws_shfl_sel #(
          .LANES (LANES),
          .META_W(META_W),
          .STRUCT(STRUCT)
      ) u_sel (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .in_valid_i (in_valid),
          .in_ready_o (in_ready),
          .in_meta_i  (in_meta_q),
          .in_fn_i    (in_fn_q),
          .in_lanes_i (in_lanes_q),
          .in_a_i     (in_a_q),
          .in_b_i     (in_b_q),
          .in_c_i     (in_c_q),
          .res_valid_o(res_valid_o),
          .res_ready_i(res_ready_i),
          .res_meta_o (res_meta_o),
          .res_lanes_o(res_lanes_o),
          .res_d_o    (res_d_o),
          .res_p_o    (res_p_o),
          .res_und_o  (res_und_o)
      );
    end else begin : gen_bfly
      ws_shfl_net #(
          .LANES (LANES),
          .META_W(META_W),
          .STRUCT(STRUCT)
      ) u_net (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .in_valid_i (in_valid),
          .in_ready_o (in_ready),
          .in_meta_i  (in_meta_q),
          .in_fn_i    (in_fn_q),
          .in_lanes_i (in_lanes_q),
          .in_a_i     (in_a_q),
          .in_b_i     (in_b_q),
          .in_c_i     (in_c_q),
          .res_valid_o(res_valid_o),
          .res_ready_i(res_ready_i),
          .res_meta_o (res_meta_o),
          .res_lanes_o(res_lanes_o),
          .res_d_o    (res_d_o),
          .res_p_o    (res_p_o),
          .res_und_o  (res_und_o)
      );
    end
  endgenerate
endmodule
`default_nettype wire
