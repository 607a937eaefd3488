// SPDX-License-Identifier: Apache-2.0
// Operands of requests that are under way and of lanes that wait, held once, read when their group goes to its unit.
//
// A request has a place in the ring from its acceptance until its group goes: put_i writes it. No more than DEPTH + 2 places are in use, so that of
// the next request is free and may be written in any clock: the memories of more than 8 lanes stand too far apart for an enable that hangs on
// whether there is a request. keep_i: of what was read last, lanes keep_lanes_i of warp read_warp_i wait; what they brought stays until the same
// lanes are kept again, while the ring goes on. Read: read_i, and in the next clock the request in a place, or, with read_addr_i[SLOT_W], what the
// waiting lanes of a warp brought, until the next read. What is read is not written or kept in that clock. Contents are not reset.
// Of a generic address two windows count, that of shared memory from 0 and that of global memory from 2^32 on, each of 2^31 bytes: addr_o[32]
// says that the address is in neither, addr_o[31] that it is in that of global memory or, with bit 32, anything. No memory has more than
// 64 KiB, and bits 27:24 name a CTA. So addr_o[30:28] and addr_o[23:17] are 0, and addr_o[16] says that the address lies beyond all memory
// of its window: one of bits 23:16 is set, in the window of global memory one of 30:28 too. In that of shared memory these count as bit 32.
// Of a lane that waited, only a, b[LOG-1:0], c[LOG-1:0], c[8+LOG-1:8] and pred are kept.
// STRUCT 1: a memory a lane, 36 bits a block RAM, what is left over in the distributed RAM of the ring alone; without units that use
// shared memory the fields that only their operations have are left out, and without match the upper half of a too. A lane that is kept stays
// where it was written: each lane of a warp has two sides, requests write the one on which it does not wait, and keep_i notes its place and
// turns its side. So no data is selected on the way in. STRUCT 0: a memory a field, for all lanes, where what is kept is copied; a simulator pays for few memories and packs nothing.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_operands #(
    parameter        LANES    = 32,
    parameter        WARP_W   = 2,
    parameter        SLOT_W   = 4,
    parameter [15:0] FAMILIES = 16'hffff,
    parameter        STRUCT   = 0,
    parameter        PARTS    = LANES > 8 ? LANES / 8 : 1  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // write: a request
    input  wire [      PARTS-1:0] put_i,            // all the same, one for every 8 lanes; so are read_i and where is read
    input  wire [     SLOT_W-1:0] put_slot_i,
    input  wire [     WARP_W-1:0] put_warp_i,
    input  wire                   put_immediate_i,
    input  wire [   LANES*64-1:0] put_addr_i,       // of an operation that never waits
    input  wire [   LANES*64-1:0] put_a_i,
    input  wire [   LANES*32-1:0] put_b_i,
    input  wire [   LANES*32-1:0] put_c_i,
    input  wire [      LANES-1:0] put_pred_i,
    // lanes that wait
    input  wire                   keep_i,
    input  wire [     WARP_W-1:0] keep_warp_i,
    input  wire [      LANES-1:0] keep_lanes_i,
    // read; look_i: the place of the request that is read next, unless another look comes first
    input  wire                   look_i,
    input  wire [     SLOT_W-1:0] look_slot_i,
    input  wire [      PARTS-1:0] read_i,
    input  wire [PARTS*(SLOT_W+1)-1:0] read_addr_i,  // {what waiting lanes of a warp brought, place}
    input  wire [PARTS*WARP_W-1:0] read_warp_i,
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
  localparam A_W = WIDE != 0 || FAMILIES[WS_FAMILY_MATCH] ? 64 : 32;  // match has keys of 64 bits
  localparam KEPT_W = A_W + 1 + 3 * LOG;
  localparam MORE_W = WIDE ? 23 + 64 - 3 * LOG : 0;
  localparam W = KEPT_W + MORE_W;
  wire read_kept = read_addr_i[SLOT_W];
  wire [SLOT_W-1:0] read_slot = read_addr_i[SLOT_W-1:0];
  wire [WARP_W-1:0] read_warp = read_warp_i[WARP_W-1:0];
  genvar g;

  generate
    if (STRUCT == 0) begin : whole
      localparam ADDR_W = 1 + (WARP_W > SLOT_W ? WARP_W : SLOT_W);  // {kept, warp or place}
      localparam DEPTH = 1 << ADDR_W;
      wire [ADDR_W-1:0] put_at = {{ADDR_W - SLOT_W{1'b0}}, put_slot_i};
      wire [ADDR_W-1:0] keep_at = {1'b1, {ADDR_W - 1 - WARP_W{1'b0}}, keep_warp_i};
      wire [ADDR_W-1:0] read_at = read_kept ? {1'b1, {ADDR_W - 1 - WARP_W{1'b0}}, read_warp} : {{ADDR_W - SLOT_W{1'b0}}, read_slot};
      reg [LANES*64-1:0] addr_mem[0:DEPTH-1];
      reg [LANES*64-1:0] a_mem[0:DEPTH-1];
      reg [LANES*32-1:0] b_mem[0:DEPTH-1];
      reg [LANES*32-1:0] c_mem[0:DEPTH-1];
      reg [LANES-1:0] pred_mem[0:DEPTH-1];
      reg [LANES*64-1:0] addr_q, a_q;
      reg [LANES*32-1:0] b_q, c_q;
      reg [LANES-1:0] pred_q;
      wire unused = &{1'b0, rst_ni, put_warp_i, look_i, look_slot_i, put_i, read_i, read_addr_i, read_warp_i};

      function [LANES*64-1:0] windows(input [LANES*64-1:0] addr);
        integer i;
        reg [63:0] x;
        for (i = 0; i < LANES; i = i + 1) begin
          x = addr[i*64+:64];
          windows[i*64+:64] = (x & 64'h0f00ffff) | (x >> 1 & 64'h80000000) |
              {31'd0, (x & 64'hfffffffe80000000) != 64'd0 || (!x[32] && |x[30:28]), 15'd0, |x[23:16] || (x[32] && |x[30:28]), 16'd0};
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

      // What is kept is read before it is replaced: in this order a simulator needs no copy of it in each clock.
      always @(posedge clk_i) begin
        if (keep_i) begin
          a_mem[keep_at]    <= merge64(a_mem[keep_at], a_q, keep_lanes_i);
          b_mem[keep_at]    <= merge32(b_mem[keep_at], b_q, keep_lanes_i);
          c_mem[keep_at]    <= merge32(c_mem[keep_at], c_q, keep_lanes_i);
          pred_mem[keep_at] <= (pred_mem[keep_at] & ~keep_lanes_i) | (pred_q & keep_lanes_i);
        end
        if (put_i[0]) begin
          if (put_immediate_i && WIDE) addr_mem[put_at] <= windows(put_addr_i);
          a_mem[put_at]    <= put_a_i;
          b_mem[put_at]    <= put_b_i;
          c_mem[put_at]    <= put_c_i;
          pred_mem[put_at] <= put_pred_i;
        end
        if (read_i[0]) begin
          addr_q <= addr_mem[read_at];
          a_q    <= a_mem[read_at];
          b_q    <= b_mem[read_at];
          c_q    <= c_mem[read_at];
          pred_q <= pred_mem[read_at];
        end
      end
      assign addr_o = addr_q;
      assign a_o    = a_q;
      assign b_o    = b_q;
      assign c_o    = c_q;
      assign pred_o = pred_q;
    end else begin : split
      wire [LANES*W-1:0] in, out;
      wire unused_copies = &{1'b0, read_kept, read_warp};  // of the first part

      for (g = 0; g < LANES; g = g + 1) begin : field
        wire [31:0] b = put_b_i[g*32+:32];
        wire [31:0] c = put_c_i[g*32+:32];
        wire [63:0] addr = put_addr_i[g*64+:64];
        wire [W-1:0] q = out[g*W+:W];

        assign in[g*W+:KEPT_W] = {c[8+:LOG], c[LOG-1:0], b[LOG-1:0], put_pred_i[g], put_a_i[g*64+:A_W]};
        assign {c_o[g*32+8+:LOG], c_o[g*32+:LOG], b_o[g*32+:LOG], pred_o[g], a_o[g*64+:A_W]} = q[KEPT_W-1:0];
        if (A_W == 32) assign a_o[g*64+32+:32] = 32'd0;
        if (WIDE) begin : wide
          wire outside = |addr[63:33] || addr[31] || (!addr[32] && |addr[30:28]);
          wire beyond = |addr[23:16] || (addr[32] && |addr[30:28]);
          // What units ask first comes last: it goes to the distributed RAM, whose output is a register and much faster.
          assign in[g*W+KEPT_W+:MORE_W] = {outside, addr[32], addr[27:24], beyond, addr[0], b[31:LOG], c[31:8+LOG], c[7:LOG], addr[15:1]};
          assign {addr_o[g*64+31+:2], addr_o[g*64+24+:4], addr_o[g*64+16], addr_o[g*64], b_o[g*32+LOG+:32-LOG], c_o[g*32+8+LOG+:24-LOG],
                  c_o[g*32+LOG+:8-LOG], addr_o[g*64+1+:15]} = q[KEPT_W+:MORE_W];
          assign {addr_o[g*64+33+:31], addr_o[g*64+28+:3], addr_o[g*64+17+:7]} = 41'd0;
        end else begin : narrow
          wire unused = &{1'b0, addr, b[31:LOG], c[31:8+LOG], c[7:LOG]};
          assign {b_o[g*32+LOG+:32-LOG], c_o[g*32+8+LOG+:24-LOG], c_o[g*32+LOG+:8-LOG]} = {64 - 3 * LOG{1'b0}};
          assign addr_o[g*64+:64] = 64'd0;
        end
      end
      wire unused = &{1'b0, put_immediate_i, put_a_i};

      // On which side a lane of a warp writes, 0 until lanes of the warp are kept for the first time; and on which side each place was written.
      (* ram_style = "block", no_rw_check *) reg [LANES-1:0] side_ring[0:(1<<SLOT_W)-1];
      reg [(1<<WARP_W)-1:0] known_q;
      reg [SLOT_W-1:0] slot_q;  // of what was read last
      reg [LANES-1:0] look_side_q, side_q;
      wire [LANES-1:0] put_side, read_side;

      for (g = 0; g < PARTS; g = g + 1) begin : part
        localparam SPAN = LANES / PARTS;
        (* no_rw_check *) reg [SPAN-1:0] side[0:(1<<WARP_W)-1];
        wire [SPAN-1:0] lanes = keep_lanes_i[g*SPAN+:SPAN];
        wire [SPAN-1:0] kept_side = side[read_warp_i[g*WARP_W+:WARP_W]];
        assign put_side[g*SPAN+:SPAN] = side[put_warp_i] & {SPAN{known_q[put_warp_i]}};
        assign read_side[g*SPAN+:SPAN] = read_addr_i[g*(SLOT_W+1)+SLOT_W] ? ~kept_side : look_side_q[g*SPAN+:SPAN];
        always @(posedge clk_i)
          if (keep_i) side[keep_warp_i] <= (lanes & ~side_q[g*SPAN+:SPAN]) | (~lanes & side[keep_warp_i] & {SPAN{known_q[keep_warp_i]}});
      end

      always @(posedge clk_i)
        if (!rst_ni) known_q <= {1 << WARP_W{1'b0}};
        else if (keep_i) known_q <= known_q | ({{(1 << WARP_W) - 1{1'b0}}, 1'b1} << keep_warp_i);
      always @(posedge clk_i) begin
        if (put_i[0]) side_ring[put_slot_i] <= put_side;
        if (look_i) look_side_q <= side_ring[look_slot_i];
        if (read_i[0]) {slot_q, side_q} <= {read_slot, read_side};
      end

      // The rest beyond whole block RAMs is small enough for distributed RAM, and no waiting lane needs it.
      localparam REST_W = W > 108 && W % 36 <= 20 ? W % 36 : 0;
      localparam BLOCK_W = W - REST_W;
      localparam ADDR_W = WARP_W + 1 + SLOT_W;  // {warp, side, place}
      for (g = 0; g < LANES; g = g + 1) begin : lane
        (* ram_style = "block", no_rw_check *) reg [BLOCK_W-1:0] mem[0:(1<<ADDR_W)-1];
        (* no_rw_check *) reg [SLOT_W-1:0] kept[0:(1<<WARP_W)-1];  // place of what the lane waits with
        reg [BLOCK_W-1:0] q;
        localparam P = LANES > 8 ? g / 8 : 0;
        wire [SLOT_W:0] at = read_addr_i[P*(SLOT_W+1)+:SLOT_W+1];
        wire [WARP_W-1:0] warp = read_warp_i[P*WARP_W+:WARP_W];
        wire [SLOT_W-1:0] slot = at[SLOT_W] ? kept[warp] : at[SLOT_W-1:0];
        always @(posedge clk_i) if (keep_i && keep_lanes_i[g]) kept[keep_warp_i] <= slot_q;
        always @(posedge clk_i) begin
          if (read_i[P]) q <= mem[{warp, read_side[g], slot}];
          if (put_i[P]) mem[{put_warp_i, put_side[g], put_slot_i}] <= in[g*W+:BLOCK_W];
        end
        assign out[g*W+:BLOCK_W] = q;
        if (REST_W > 0) begin : rest
          (* no_rw_check *) reg [REST_W-1:0] ring[0:(1<<SLOT_W)-1];
          reg [REST_W-1:0] ring_q;
          always @(posedge clk_i) begin
            if (read_i[P]) ring_q <= ring[at[SLOT_W-1:0]];
            if (put_i[P]) ring[put_slot_i] <= in[g*W+BLOCK_W+:REST_W];
          end
          assign out[g*W+BLOCK_W+:REST_W] = ring_q;
        end
      end
    end
  endgenerate
endmodule
`default_nettype wire
