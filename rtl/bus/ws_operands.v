// SPDX-License-Identifier: Apache-2.0
// Operands of all lanes: registers, which the block sees all at once, and a RAM with the same words. The bus reads from the RAM, and
// a write of single bytes takes the others from there. A clock writes one word of one lane, which registers show two clocks later; LANE_ALL
// takes a clock a lane. After a reset one word a clock is cleared (clearing_o, 8 clocks a lane), so no register needs a reset.
// look_i reads a word, which stands at rdata_o in the next clock; a write comes in that clock. No word is read that is written in the
// same clock: LANE_ALL reads the next lane, and accesses to operands wait while they are cleared.
`default_nettype none
module ws_operands #(
    parameter LANES  = 32,
    parameter LANE_W = $clog2(LANES)  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    output wire                   clearing_o,
    // access
    input  wire                   look_i,
    input  wire [            9:0] addr_i,      // in LANE: lane, word, byte
    input  wire                   write_i,
    input  wire                   all_i,       // LANE_ALL: writes lane all_lane_i
    input  wire [     LANE_W-1:0] all_lane_i,
    input  wire [           31:0] wdata_i,
    input  wire [            3:0] wstrb_i,
    output wire [           31:0] rdata_o,
    // operands
    output wire [LANES*LANES-1:0] mask_o,
    output wire [   LANES*32-1:0] b_o,
    output wire [   LANES*32-1:0] c_o,
    output wire [   LANES*64-1:0] a_o,
    output wire [   LANES*64-1:0] addr_o
);
  localparam [31:0] ALL = 32'hffffffff >> (32 - LANES);

  (* no_rw_check *) reg [31:0] word_mem[0:LANES*8-1];
  reg [31:0] word_q;
  reg clearing_q;
  reg [LANE_W+2:0] clear_q;

  reg [LANES*LANES-1:0] mask_q;
  reg [LANES*32-1:0] b_q, c_q, a_lo_q, a_hi_q, addr_lo_q, addr_hi_q;

  wire [LANE_W-1:0] lane = addr_i[5+:LANE_W];
  wire [LANE_W-1:0] next = all_lane_i + {{LANE_W - 1{1'b0}}, 1'b1};
  wire [LANE_W-1:0] read_lane = all_i ? next : lane;
  wire write = clearing_q || write_i || all_i;
  wire [LANE_W+2:0] at = clearing_q ? clear_q : {all_i ? all_lane_i : lane, addr_i[4:2]};
  wire [31:0] bytes = {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};
  wire [31:0] merged = (word_q & ~bytes) | (wdata_i & bytes);
  wire [31:0] data = clearing_q ? 32'd0 : addr_i[4:2] == 3'd0 ? merged & ALL : merged;
  integer i;

  always @(posedge clk_i)
    if (!rst_ni) begin
      clearing_q <= 1'b1;
      clear_q <= {LANE_W + 3{1'b0}};
    end else if (clearing_q) begin
      clearing_q <= clear_q != {LANE_W + 3{1'b1}};
      clear_q <= clear_q + {{LANE_W + 2{1'b0}}, 1'b1};
    end

  always @(posedge clk_i) begin
    if (write) word_mem[at] <= data;
    if (look_i || all_i) word_q <= word_mem[{read_lane, addr_i[4:2]}];
  end

  // The registers are written a clock later: who writes which has all the clock to get there.
  reg [LANES-1:0] put_lane_q;
  reg [7:0] put_word_q;
  reg [31:0] put_q;

  always @(posedge clk_i) begin
    put_lane_q <= write ? {{LANES - 1{1'b0}}, 1'b1} << at[LANE_W+2:3] : {LANES{1'b0}};
    put_word_q <= 8'd1 << at[2:0];
    if (write) put_q <= data;
  end

  always @(posedge clk_i)
    for (i = 0; i < LANES; i = i + 1)
      if (put_lane_q[i]) begin
        if (put_word_q[0]) mask_q[i*LANES+:LANES] <= put_q[LANES-1:0];
        if (put_word_q[1]) b_q[i*32+:32] <= put_q;
        if (put_word_q[2]) c_q[i*32+:32] <= put_q;
        if (put_word_q[4]) a_lo_q[i*32+:32] <= put_q;
        if (put_word_q[5]) a_hi_q[i*32+:32] <= put_q;
        if (put_word_q[6]) addr_lo_q[i*32+:32] <= put_q;
        if (put_word_q[7]) addr_hi_q[i*32+:32] <= put_q;
      end
  wire unused = &{1'b0, addr_i, put_word_q[3]};

  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : wide
      assign a_o[g*64+:64] = {a_hi_q[g*32+:32], a_lo_q[g*32+:32]};
      assign addr_o[g*64+:64] = {addr_hi_q[g*32+:32], addr_lo_q[g*32+:32]};
    end
  endgenerate

  assign clearing_o = clearing_q;
  assign rdata_o = word_q;
  assign mask_o = mask_q;
  assign b_o = b_q;
  assign c_o = c_q;
endmodule
`default_nettype wire
