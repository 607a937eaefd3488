// SPDX-License-Identifier: Apache-2.0
// What one lane of an mbarrier operation asks for, from its operands alone. Include after ws_mbar_fn.vh in a module.
// C twin: mbar_decode in mbar_lane.c. The module has WINDOW_W: the window is 2 ** WINDOW_W bytes, 11 to 14. A function and not a module, so that simulation pays only when an operation comes.
//
// ask = {code[2:0], owner[3:0], want, at[11:0], x[31:0]}
//   code   0 fine; errors, found in this order: 1 misaligned, 2 outside the window, 3 remote where that is not allowed;
//          undefined: 4 bad parity or bad token, 5 token not of noComplete
//   owner  0: an object of this CTA; rank + 1 of another
//   want   waits: the phase bit that they wait to be over
//   at     address / 4 in the CTA's window of shared memory
//   x      count or tx-count in 19:0, bit 20: out of range; limit of try_wait; bits 62:43 of the token of pending_count;
//          cp.async: source address in 15:0, bytes taken from it in 20:16, log2(size / 4) in 22:21
localparam ASK_W = 52;

// What must be known of the operation: {home, copy, pending, one, zero, counts, hint, waits, low}
//   home    not for objects of other CTAs       one    takes one arrival        zero   counts may be 0
//   counts  takes a count or a tx-count         low    bit 0 of fn: parity of waits, cg of copies
localparam KIND_W = 9;

function [KIND_W-1:0] decode_fn(input [7:0] fn);
  decode_fn = {
    !is_tx(fn) && (!is_arrive(fn) || is_nocomplete(fn) || !fn[5]),
    is_copy(fn),
    is_pending_count(fn),
    is_cp_arrive(fn),
    is_tx(fn) || is_expect(fn),
    is_init(fn) || is_tx(fn) || is_arrive(fn),
    is_try_wait(fn) && fn[5],
    is_wait(fn),
    fn[0]
  };
endfunction

// {remote, outside}: bits 23:0 of an address are the offset in the window, 31:24 rank + 1 or 0 for the own CTA, 63:32 zero.
// self: own rank + 1; ctas: CTAs of the cluster. The compare is spelt out: as a carry chain it would be twice as large.
function [1:0] locate(input [3:0] self, input [3:0] ctas, input [63:WINDOW_W] addr);
  reg [3:0] gt;
  reg [3:1] eq;
  begin
    gt = addr[27:24] & ~ctas;
    eq = ~(addr[27:25] ^ ctas[3:1]);
    locate = {
      addr[27:24] != 4'd0 && addr[27:24] != self,
      addr[63:28] != 36'd0 || |addr[23:WINDOW_W] || gt[3] || (eq[3] && (gt[2] || (eq[2] && (gt[1] || (eq[1] && gt[0])))))
    };
  end
endfunction

function [ASK_W-1:0] decode_lane(input [KIND_W-1:0] kind, input [3:0] self, input [3:0] ctas, input [63:0] addr, input [63:0] a,
                                 input [31:0] b, input [31:0] c);
  reg home, copy, pending, one, zero, counts, hint, waits, low;
  reg [1:0] where;
  reg a_high, b_high, b_low, odd, s4, s8, s16, ge4, ge8, ge16, over;
  reg [2:0] code;
  reg [4:0] take;
  reg [31:0] x;
  begin
    {home, copy, pending, one, zero, counts, hint, waits, low} = kind;
    where = locate(self, ctas, addr[63:WINDOW_W]);
    a_high = a[31:16] != 16'd0;
    b_high = b[31:20] != 12'd0;
    b_low = {b[19:5], b[1:0]} != 17'd0;

    // cp.async: size, bytes taken from the source
    odd = b_high || b_low;
    s4 = !odd && b[4:2] == 3'd1 && !low;
    s8 = !odd && b[4:2] == 3'd2 && !low;
    s16 = !odd && b[4:2] == 3'd4;
    ge16 = c[31:4] != 28'd0;
    ge8 = ge16 || c[3];
    ge4 = ge8 || c[2];
    over = (s4 && ge4) || (s8 && ge8) || (s16 && ge16);
    take = over ? {s16, s8, s4, 2'b00} : {1'b0, c[3:0]};

    if (copy) begin
      if (!(s4 || s8 || s16) || (addr[1:0] | a[1:0]) != 2'd0 || (!s4 && (addr[2] || a[2])) || (s16 && (addr[3] || a[3])))
        code = 3'd1;
      else if (where != 2'd0 || a[63:32] != 32'd0 || a_high) code = 3'd2;
      else code = 3'd0;
    end else if (pending) code = a[0] ? (a[1] ? 3'd0 : 3'd5) : 3'd4;
    else if (addr[2:0] != 3'd0) code = 3'd1;
    else if (where[0]) code = 3'd2;
    else if (where[1] && home) code = 3'd3;
    else if (waits && (low ? a_high || a[15:1] != 15'd0 : !a[0])) code = 3'd4;
    else code = 3'd0;

    // 0 bytes are fine, 0 arrivals are not
    x = 32'd0;
    if (hint) x = x | c;
    if (counts) x = x | {11'd0, b_high || (!b_low && b[4:2] == 3'd0 && !zero), b[19:0]};
    if (one) x = x | 32'd1;
    if (pending) x = x | {12'd0, a[62:43]};
    if (copy) x = x | {9'd0, s16, s8, take, a[15:0]};

    decode_lane = {
      code,
      where[1] && !copy ? addr[27:24] : 4'd0,
      waits && (low ? a[0] : a[63]),
      addr[13:2],
      x
    };
    if (pending) decode_lane[ASK_W-4:32] = 17'd0;
  end
endfunction
