// SPDX-License-Identifier: Apache-2.0
// What one lane of an mbarrier operation asks for, from its operands alone, in two steps: `brief` (ws_mbar_brief.v) is what must be known of
// every lane, in a few LUTs each; `decode` is done once, for the lane whose turn it is (ws_mbar_decode.v). Include after ws_class.vh. WINDOW_W:
// the CTA's window of shared memory is 2 ** WINDOW_W bytes, 11 to 14.
// C twin: ws_mbar_decode in mbar_lane.c. Functions and not modules, so that simulation pays only when an operation comes.

// What must be known of the operation: {zero, home, copy, pending, one, counts, hint, waits, low}
//   home    not for objects of other CTAs       one    takes one arrival        zero   counts may be 0
//   counts  takes a count or a tx-count         low    bit 0 of fn: parity of waits, cg of copies
//   hint    has a time limit of its own
localparam KIND_W = 9;

function [KIND_W-1:0] decode_fn(input [7:0] fn);
  decode_fn = {
    mbar_is_tx(fn) || mbar_is_expect(fn),
    !mbar_is_remote(fn),
    mbar_is_copy(fn),
    mbar_is_pending_count(fn),
    mbar_is_cp_arrive(fn),
    mbar_is_init(fn) || mbar_is_tx(fn) || mbar_is_arrive(fn),
    mbar_is_limit(fn),
    mbar_is_wait(fn),
    fn[0]
  };
endfunction

// brief = {odd, want, far, owner[3:0], addr[13:0]}
//   odd    waits, pending_count: the parity is not 0 or 1, or bit 0 of the token is 0; counts: out of range; cp.async: the size has
//          bits beside 4:2; else 0
//   want   waits: the phase whose end they await; pending_count: the token is of noComplete; else 0
//   far    the address has a bit set that is none of window and rank; cp.async: or the source lies beyond global memory
//   owner  bits 27:24 of the address; 0 in place of the own rank + 1, so that an object has one name
// An address is the offset in bits 23:0, in 31:24 rank + 1 or 0 for the own CTA, 0 above.
// Beside it stand x: the time limit, the count, or the one in the token; and of cp.async, whose lanes go one by one and are
// not compared, {c in place of x, b[4:2], a[15:0]}.
localparam BRIEF_W = 21, COPY_W = 19;

// ask = {code[2:0], owner[3:0], want, at[11:0], x[31:0]}
//   code   0 fine; errors, found in this order: 1 misaligned, 2 outside the window, 3 remote where that is not allowed;
//          undefined: 4 bad parity or bad token, 5 token not of noComplete
//   owner  0: an object of this CTA; rank + 1 of another
//   at     address / 4 in the CTA's window of shared memory
//   x      count or tx-count in 19:0, bit 20: out of range; limit of try_wait; bits 62:43 of the token of pending_count;
//          cp.async: source address in 15:0, bytes taken from it in 20:16, log2(size / 4) in 22:21
// ctas: CTAs of the cluster.
localparam ASK_W = 52;

function [ASK_W-1:0] decode(input [KIND_W-2:0] kind, input [3:0] ctas, input [BRIEF_W-1:0] lane,
                            input [31:0] x, input [COPY_W-1:0] copied);
  reg home, copy, pending, one, counts, hint, waits, low;
  reg odd, want, far, outside, s4, s8, s16;
  reg [3:0] owner;
  reg [13:0] addr;
  reg [2:0] size, code;
  reg [15:0] src;
  reg [4:0] take;
  reg [31:0] y;
  begin
    {home, copy, pending, one, counts, hint, waits, low} = kind;
    {odd, want, far, owner, addr} = lane;
    {size, src} = copied;
    outside = far || owner > ctas;

    // cp.async: size, bytes taken from the source; one of the three if the size is fine
    {s16, s8, s4} = size;
    take = x[31:4] != 28'd0 || (s4 && x[3:2] != 2'd0) || (s8 && x[3]) ? {s16, s8, s4, 2'b00} : {1'b0, x[3:0]};

    if (copy) begin
      if (odd || (low ? size != 3'd4 : size != 3'd1 && size != 3'd2 && size != 3'd4) || (addr[1:0] | src[1:0]) != 2'd0 ||
          (!s4 && (addr[2] || src[2])) || (s16 && (addr[3] || src[3])))
        code = 3'd1;
      else if (outside || owner != 4'd0) code = 3'd2;
      else code = 3'd0;
    end else if (pending) code = odd ? 3'd4 : want ? 3'd0 : 3'd5;
    else if (addr[2:0] != 3'd0) code = 3'd1;
    else if (outside) code = 3'd2;
    else if (owner != 4'd0 && home) code = 3'd3;
    else if (waits && odd) code = 3'd4;
    else code = 3'd0;

    y = 32'd0;
    if (hint) y = x;
    if (counts || pending) y = {11'd0, counts && odd, x[19:0]};
    if (one) y = 32'd1;
    if (copy) y = {9'd0, s16, s8, take, src};
    decode = {code, pending ? 4'd0 : owner, waits && want, addr[13:2], y};
  end
endfunction
