// SPDX-License-Identifier: Apache-2.0
// Operands of requests that are under way and of lanes that wait, held once, read when their group goes to its unit.
//
// One memory: entry 0, I is the ring, where each request has a place from its acceptance until its group goes; entry 1, W holds what
// the waiting lanes of warp W brought. Write: put_i, the whole request; or keep_i, what stands at the outputs, in lanes keep_lanes_i of
// warp keep_warp_i; never both in one clock. Read: read_i, the entry appears in the next clock and stays until the next read. No entry
// is read in the clock in which it is written. Contents are not reset.
// An address and a key share a place: addr_o is that of an operation that never waits, whose key nobody needs, key_o that of any other.
// Of a generic address two windows count, that of shared memory from 0 and that of global memory from 2^32 on, each of 2^31 bytes: addr_o[32]
// says that the address is in neither, addr_o[31] that it is in that of global memory or, with bit 32, anything.
// Of a lane that waited, only a, b[LOG-1:0], c[LOG-1:0], c[8+LOG-1:8] and pred are kept.
// STRUCT 1: a memory a lane, 36 bits a block RAM, what is left over in the distributed RAM of the ring alone; without units that use
// shared memory the fields that only their operations have are left out. STRUCT 0: a memory a field, for all lanes, with keys and addresses
// apart; a simulator pays for few memories and packs nothing.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_operands #(
    parameter        LANES    = 32,
    parameter        WARP_W   = 2,
    parameter        KEY_W    = 32,
    parameter        SLOT_W   = 4,
    parameter        ADDR_W   = 5,  // 1 + the larger of SLOT_W and WARP_W
    parameter [15:0] FAMILIES = 16'hffff,
    parameter        STRUCT   = 0
) (
    input  wire                   clk_i,
    // write: a request
    input  wire                   put_i,
    input  wire [     SLOT_W-1:0] put_slot_i,
    input  wire                   put_immediate_i,
    input  wire [LANES*KEY_W-1:0] put_key_i,
    input  wire [   LANES*64-1:0] put_addr_i,
    input  wire [   LANES*64-1:0] put_a_i,
    input  wire [   LANES*32-1:0] put_b_i,
    input  wire [   LANES*32-1:0] put_c_i,
    input  wire [      LANES-1:0] put_pred_i,
    // write: lanes that wait
    input  wire                   keep_i,
    input  wire [     WARP_W-1:0] keep_warp_i,
    input  wire [      LANES-1:0] keep_lanes_i,
    // read
    input  wire                   read_i,
    input  wire [     ADDR_W-1:0] read_addr_i,
    output wire [LANES*KEY_W-1:0] key_o,
    output wire [   LANES*64-1:0] addr_o,
    output wire [   LANES*64-1:0] a_o,
    output wire [   LANES*32-1:0] b_o,
    output wire [   LANES*32-1:0] c_o,
    output wire [      LANES-1:0] pred_o
);
  `include "ws_ops.vh"
  localparam LOG = $clog2(LANES);
  // Operations in memory alone use addresses and all bits of b and c.
  localparam WIDE = (FAMILIES & WS_FAMILIES_MEMORY) != 16'd0 ? 1 : 0;
  localparam NAME_W = WIDE ? 33 : KEY_W;
  localparam KEPT_W = 64 + 1 + 3 * LOG;
  localparam MORE_W = WIDE ? 64 - 3 * LOG : 0;
  localparam W = KEPT_W + NAME_W + MORE_W;

  wire [LANES-1:0] lanes = keep_i ? keep_lanes_i : {LANES{put_i}};
  wire [ADDR_W-1:0] place = keep_i ? {1'b1, {ADDR_W - 1 - WARP_W{1'b0}}, keep_warp_i} : {1'b0, {ADDR_W - 1 - SLOT_W{1'b0}}, put_slot_i};
  genvar g;

  generate
    if (STRUCT == 0) begin : whole
      localparam DEPTH = 1 << ADDR_W;
      reg [LANES*KEY_W-1:0] key_mem[0:DEPTH-1];
      reg [LANES*64-1:0] addr_mem[0:DEPTH-1];
      reg [LANES*64-1:0] a_mem[0:DEPTH-1];
      reg [LANES*32-1:0] b_mem[0:DEPTH-1];
      reg [LANES*32-1:0] c_mem[0:DEPTH-1];
      reg [LANES-1:0] pred_mem[0:DEPTH-1];
      reg [LANES*KEY_W-1:0] key_q;
      reg [LANES*64-1:0] addr_q, a_q;
      reg [LANES*32-1:0] b_q, c_q;
      reg [LANES-1:0] pred_q;

      function [LANES*64-1:0] windows(input [LANES*64-1:0] addr);
        integer i;
        begin
          windows = {LANES * 64{1'b0}};
          for (i = 0; i < LANES; i = i + 1) windows[i*64+:33] = {|addr[i*64+33+:31] || addr[i*64+31], addr[i*64+32], addr[i*64+:31]};
        end
      endfunction
      function [LANES*64-1:0] merge64(input [LANES*64-1:0] old, input [LANES*64-1:0] kept, input [LANES-1:0] we);
        integer i;
        begin
          merge64 = old;
          for (i = 0; i < LANES; i = i + 1) if (we[i]) merge64[i*64+:64] = kept[i*64+:64];
        end
      endfunction
      function [LANES*32-1:0] merge32(input [LANES*32-1:0] old, input [LANES*32-1:0] kept, input [LANES-1:0] we);
        integer i;
        begin
          merge32 = old;
          for (i = 0; i < LANES; i = i + 1) if (we[i]) merge32[i*32+:32] = kept[i*32+:32];
        end
      endfunction

      always @(posedge clk_i) begin
        if (read_i) begin
          key_q  <= key_mem[read_addr_i];
          addr_q <= addr_mem[read_addr_i];
          a_q    <= a_mem[read_addr_i];
          b_q    <= b_mem[read_addr_i];
          c_q    <= c_mem[read_addr_i];
          pred_q <= pred_mem[read_addr_i];
        end
        if (keep_i) begin
          a_mem[place]    <= merge64(a_mem[place], a_q, lanes);
          b_mem[place]    <= merge32(b_mem[place], b_q, lanes);
          c_mem[place]    <= merge32(c_mem[place], c_q, lanes);
          pred_mem[place] <= (pred_mem[place] & ~lanes) | (pred_q & lanes);
        end else if (put_i) begin
          if (put_immediate_i && WIDE) addr_mem[place] <= windows(put_addr_i);
          if (!put_immediate_i) key_mem[place] <= put_key_i;
          a_mem[place]    <= put_a_i;
          b_mem[place]    <= put_b_i;
          c_mem[place]    <= put_c_i;
          pred_mem[place] <= put_pred_i;
        end
      end
      assign key_o  = key_q;
      assign addr_o = addr_q;
      assign a_o    = a_q;
      assign b_o    = b_q;
      assign c_o    = c_q;
      assign pred_o = pred_q;
    end else begin : split
      wire [LANES*W-1:0] in, out;

      for (g = 0; g < LANES; g = g + 1) begin : field
        wire [31:0] b = put_b_i[g*32+:32];
        wire [31:0] c = put_c_i[g*32+:32];
        wire [63:0] addr = put_addr_i[g*64+:64];
        wire [KEY_W-1:0] key = put_key_i[g*KEY_W+:KEY_W];
        wire [W-1:0] q = out[g*W+:W];

        assign in[g*W+:KEPT_W] = {c[8+:LOG], c[LOG-1:0], b[LOG-1:0], put_pred_i[g], put_a_i[g*64+:64]};
        assign {c_o[g*32+8+:LOG], c_o[g*32+:LOG], b_o[g*32+:LOG], pred_o[g], a_o[g*64+:64]} = q[KEPT_W-1:0];
        assign key_o[g*KEY_W+:KEY_W] = q[KEPT_W+:KEY_W];
        if (WIDE) begin : wide
          assign in[g*W+KEPT_W+:NAME_W] = put_immediate_i ? {|addr[63:33] || addr[31], addr[32], addr[30:0]} : {{33 - KEY_W{1'b0}}, key};
          assign in[g*W+KEPT_W+NAME_W+:MORE_W] = {b[31:LOG], c[31:8+LOG], c[7:LOG]};
          assign {b_o[g*32+LOG+:32-LOG], c_o[g*32+8+LOG+:24-LOG], c_o[g*32+LOG+:8-LOG]} = q[KEPT_W+NAME_W+:MORE_W];
          assign addr_o[g*64+:64] = {31'd0, q[KEPT_W+:33]};
        end else begin : narrow
          wire unused = &{1'b0, put_immediate_i, addr, b[31:LOG], c[31:8+LOG], c[7:LOG]};
          assign in[g*W+KEPT_W+:NAME_W] = key;
          assign {b_o[g*32+LOG+:32-LOG], c_o[g*32+8+LOG+:24-LOG], c_o[g*32+LOG+:8-LOG]} = {64 - 3 * LOG{1'b0}};
          assign addr_o[g*64+:64] = 64'd0;
        end
      end

      // The rest beyond whole block RAMs is small enough for distributed RAM, and no waiting lane needs it.
      localparam REST_W = W > 108 && W % 36 <= 20 ? W % 36 : 0;
      localparam BLOCK_W = W - REST_W;
      for (g = 0; g < LANES; g = g + 1) begin : lane
        (* ram_style = "block", no_rw_check *) reg [BLOCK_W-1:0] mem[0:(1<<ADDR_W)-1];
        reg [BLOCK_W-1:0] q;
        always @(posedge clk_i) begin
          if (read_i) q <= mem[read_addr_i];
          if (lanes[g]) mem[place] <= {in[g*W+KEPT_W+:BLOCK_W-KEPT_W], keep_i ? out[g*W+:KEPT_W] : in[g*W+:KEPT_W]};
        end
        assign out[g*W+:BLOCK_W] = q;
        if (REST_W > 0) begin : rest
          (* no_rw_check *) reg [REST_W-1:0] ring[0:(1<<SLOT_W)-1];
          reg [REST_W-1:0] ring_q;
          always @(posedge clk_i) begin
            if (read_i) ring_q <= ring[read_addr_i[SLOT_W-1:0]];
            if (put_i) ring[put_slot_i] <= in[g*W+BLOCK_W+:REST_W];
          end
          assign out[g*W+BLOCK_W+:REST_W] = ring_q;
        end
      end
    end
  endgenerate
endmodule
`default_nettype wire
