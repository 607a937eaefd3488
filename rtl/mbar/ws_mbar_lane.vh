// SPDX-License-Identifier: Apache-2.0
// What one lane of an mbarrier operation asks for, from its operands alone. Include after ws_mbar_fn.vh in a module.
// C twin: mbar_decode in mbar_lane.c. A function and not a module, so that simulation pays only when an operation comes.
//
// ask = {code[2:0], owner[3:0], want, at[11:0], x[31:0]}
//   code   0 fine; errors, found in this order: 1 misaligned, 2 outside the window, 3 remote where that is not allowed;
//          undefined: 4 bad parity or bad token, 5 token not of noComplete
//   owner  0: an object of this CTA; rank + 1 of another
//   want   waits: the phase bit that they wait to be over
//   at     address / 4 in shared memory
//   x      count or tx-count in 19:0, bit 20: out of range; limit of try_wait; bits 62:43 of the token of pending_count;
//          cp.async: source address in 15:0, bytes taken from it in 20:16, log2(size / 4) in 22:21
localparam ASK_W = 52;

// {remote, outside}: bits 23:0 of an address are the offset, 31:24 rank + 1 or 0 for the own CTA, 63:32 zero.
function [1:0] locate(input [3:0] self, input [3:0] ctas, input [63:14] addr);
  locate = {
    addr[27:24] != 4'd0 && addr[27:24] != self,
    addr[63:28] != 36'd0 || addr[27:24] > ctas || addr[23:14] != 10'd0
  };
endfunction

// self: own rank + 1; ctas: CTAs of the cluster.
function [ASK_W-1:0] decode_copy(input cg, input [3:0] self, input [3:0] ctas, input [63:0] addr, input [63:0] a,
                                 input [31:0] b, input [31:0] c);
  reg s4, s8, s16;
  reg [4:0] ge;  // bytes taken, cut to the size
  reg [1:0] where;
  reg [2:0] code;
  begin
    s4 = b == 32'd4 && !cg;
    s8 = b == 32'd8 && !cg;
    s16 = b == 32'd16;
    where = locate(self, ctas, addr[63:14]);
    if (!(s4 || s8 || s16) || (addr[1:0] | a[1:0]) != 2'd0 || (!s4 && (addr[2] || a[2])) || (s16 && (addr[3] || a[3])))
      code = 3'd1;
    else if (where != 2'd0 || a[63:16] != 48'd0) code = 3'd2;
    else code = 3'd0;
    if (s4) ge = c < 32'd4 ? c[4:0] : 5'd4;
    else if (s8) ge = c < 32'd8 ? c[4:0] : 5'd8;
    else ge = c < 32'd16 ? c[4:0] : 5'd16;
    decode_copy = {code, 4'd0, 1'b0, addr[13:2], 9'd0, s16, s8, ge, a[15:0]};
  end
endfunction

function [ASK_W-1:0] decode_lane(input [7:0] fn, input [3:0] self, input [3:0] ctas, input [63:0] addr, input [63:0] a,
                                 input [31:0] b, input [31:0] c);
  reg [1:0] where;
  reg [2:0] code;
  reg want, bad_count;
  reg [31:0] x;
  begin
    where = locate(self, ctas, addr[63:14]);
    want = is_wait(fn) && (fn[0] ? a[0] : a[63]);
    if (addr[2:0] != 3'd0) code = 3'd1;
    else if (where[0]) code = 3'd2;
    else if (where[1] && !is_tx(fn) && (!is_arrive(fn) || is_nocomplete(fn) || !fn[5])) code = 3'd3;
    else if (is_wait(fn) && (fn[0] ? a[31:1] != 31'd0 : !a[0])) code = 3'd4;
    else code = 3'd0;
    // 0 bytes are fine, 0 arrivals are not
    bad_count = b[31:20] != 12'd0 || (b[19:0] == 20'd0 && !is_tx(fn) && !is_expect(fn));
    x = 32'd0;
    if (is_try_wait(fn) && fn[5]) x = c;
    if (is_init(fn) || is_tx(fn) || is_arrive(fn)) x = {11'd0, bad_count, b[19:0]};
    if (is_cp_arrive(fn)) x = 32'd1;
    decode_lane = {code, where[1] ? addr[27:24] : 4'd0, want, addr[13:2], x};
    if (is_copy(fn)) decode_lane = decode_copy(fn[0], self, ctas, addr, a, b, c);
    if (is_pending_count(fn)) decode_lane = {a[0] ? (a[1] ? 3'd0 : 3'd5) : 3'd4, 17'd0, 12'd0, a[62:43]};
  end
endfunction
