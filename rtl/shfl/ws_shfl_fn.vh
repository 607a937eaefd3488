// SPDX-License-Identifier: Apache-2.0
// Arithmetic of shfl.sync (PTX 9.7.9.6) as functions, for inclusion inside a module that has LANES, LOG = log2(LANES)
// and W, the data bits of a lane.
// The leaf modules wrap them. With STRUCT = 0 the unit calls them inside clocked ifs, so an idle unit costs a simulator nothing.
//
// fn: 0 up, 1 down, 2 bfly, 3 idx. b: [lane*LOG +: LOG]. c: [lane*2*LOG +: 2*LOG], {seg, cval}.
// "Sliced" vectors have bit k of every lane side by side: [k*LANES + lane].

// OWN[k*32 + lane] is bit k of the number of the lane.
localparam [159:0] OWN = {32'hffff0000, 32'hff00ff00, 32'hf0f0f0f0, 32'hcccccccc, 32'haaaaaaaa};

// Route of every lane, {p, src}, computed as the manual states it, with signed numbers of two bits more than a lane index.
function [LANES*(LOG+1)-1:0] shfl_route_plain;
  input [1:0] fn;
  input [LANES*LOG-1:0] b;
  input [LANES*2*LOG-1:0] c;
  integer lane;
  reg [LOG-1:0] own, bval, cval, seg;
  reg [LANES*LOG-1:0] src;
  reg [LANES-1:0] in_range;
  reg signed [LOG+1:0] from, max_lane;
  begin
    for (lane = 0; lane < LANES; lane = lane + 1) begin
      own      = lane[LOG-1:0];
      bval     = b[lane*LOG+:LOG];
      cval     = c[lane*2*LOG+:LOG];
      seg      = c[lane*2*LOG+LOG+:LOG];
      max_lane = $signed({2'b00, (own & seg) | (cval & ~seg)});
      case (fn)
        2'd0: from = $signed({2'b00, own}) - $signed({2'b00, bval});
        2'd1: from = $signed({2'b00, own}) + $signed({2'b00, bval});
        2'd2: from = $signed({2'b00, own ^ bval});
        default: from = $signed({2'b00, (own & seg) | (bval & ~seg)});
      endcase
      in_range[lane] = (fn == 2'd0) ? from >= max_lane : from <= max_lane;
      src[lane*LOG+:LOG] = in_range[lane] ? from[LOG-1:0] : own;
    end
    shfl_route_plain = {in_range, src};
  end
endfunction

// The same for all lanes at once on sliced operands: {p, j sliced}. Where p is 0, j is not yet replaced by the own lane.
// Carries and compares ripple from bit to bit; a carry out means below lane 0 or above the last lane. For uniform b and c, bit k of j
// depends on bits k..0 of the lane only, which is why j xor lane also controls the butterfly.
function [LANES*(LOG+1)-1:0] shfl_slice;
  input [1:0] fn;
  input [LANES*LOG-1:0] b;
  input [LANES*LOG-1:0] seg;
  input [LANES*LOG-1:0] cval;
  integer k;
  reg [LANES-1:0] up, rotate, index, own, bk, sk, jk, max_k, carry, ok;
  reg [LANES*LOG-1:0] j;
  begin
    up     = {LANES{fn == 2'd0}};
    rotate = {LANES{!fn[1]}};
    index  = {LANES{fn == 2'd3}};
    carry  = {LANES{1'b0}};
    ok     = {LANES{1'b1}};
    for (k = 0; k < LOG; k = k + 1) begin
      own   = OWN[k*32+:LANES];
      bk    = b[k*LANES+:LANES];
      sk    = seg[k*LANES+:LANES];
      max_k = (sk & own) | (~sk & cval[k*LANES+:LANES]);
      jk    = (index & ((sk & own) | (~sk & bk))) | (~index & (own ^ bk ^ carry));
      carry = rotate & ((bk & carry) | ((own ^ up) & (bk | carry)));
      ok    = (ok & ~(jk ^ max_k)) | (up & jk & ~max_k) | (~up & ~jk & max_k);
      j[k*LANES+:LANES] = jk;
    end
    shfl_slice = {ok & ~carry, j};
  end
endfunction

// With one key {b, c} for all lanes: {p, j xor lane, sliced}, the controls of the butterfly.
function [LANES*(LOG+1)-1:0] shfl_bfly_route;
  input [1:0] fn;
  input [3*LOG-1:0] key;
  integer k;
  reg [LANES*LOG-1:0] b, seg, cval;
  reg [LANES*(LOG+1)-1:0] route;
  begin
    for (k = 0; k < LOG; k = k + 1) begin
      b[k*LANES+:LANES]    = {LANES{key[2*LOG+k]}};
      seg[k*LANES+:LANES]  = {LANES{key[LOG+k]}};
      cval[k*LANES+:LANES] = {LANES{key[k]}};
    end
    route = shfl_slice(fn, b, seg, cval);
    for (k = 0; k < LOG; k = k + 1) route[k*LANES+:LANES] = route[k*LANES+:LANES] ^ OWN[k*32+:LANES];
    shfl_bfly_route = route;
  end
endfunction

// For each lane: does its source take part?
function [LANES-1:0] shfl_xbar_ok;
  input [LANES-1:0] act;
  input [LANES*LOG-1:0] src;
  integer lane;
  begin
    for (lane = 0; lane < LANES; lane = lane + 1) shfl_xbar_ok[lane] = act[src[lane*LOG+:LOG]];
  end
endfunction

// d of every lane through a crossbar: a of the source, or 0 if the source does not take part.
function [LANES*W-1:0] shfl_xbar_d;
  input [LANES-1:0] act;
  input [LANES*LOG-1:0] src;
  input [LANES*W-1:0] a;
  integer lane;
  begin
    for (lane = 0; lane < LANES; lane = lane + 1)
      shfl_xbar_d[lane*W+:W] = act[src[lane*LOG+:LOG]] ? a[src[lane*LOG+:LOG]*W+:W] : {W{1'b0}};
  end
endfunction

// Stages `from` to `to - 1` of the butterfly, on the words of all lanes and on one bit a lane. Stage k keeps the lane's value or takes
// that of the lane 2^k away, as route says: {p, ctl} of shfl_bfly_route.
function [LANES*W-1:0] shfl_bfly_words;
  input [LANES*(LOG+1)-1:0] route;
  input [LANES*W-1:0] a;
  input integer from, to;
  integer k, lane;
  reg [LANES*W-1:0] x;
  begin
    shfl_bfly_words = a;
    for (k = 0; k < LOG; k = k + 1)
      if (k >= from && k < to) begin
        x = shfl_bfly_words;
        for (lane = 0; lane < LANES; lane = lane + 1)
          shfl_bfly_words[lane*W+:W] = route[k*LANES+lane] ? x[(lane^(1<<k))*W+:W] : x[lane*W+:W];
      end
  end
endfunction

function [LANES-1:0] shfl_bfly_bits;
  input [LANES*(LOG+1)-1:0] route;
  input [LANES-1:0] a;
  input integer from, to;
  integer k;
  reg [LANES-1:0] own, swapped, take;
  begin
    shfl_bfly_bits = a;
    for (k = 0; k < LOG; k = k + 1)
      if (k >= from && k < to) begin
        own            = OWN[k*32+:LANES];
        take           = route[k*LANES+:LANES];
        swapped        = ((shfl_bfly_bits & own) >> (1 << k)) | ((shfl_bfly_bits & ~own) << (1 << k));
        shfl_bfly_bits = (take & swapped) | (~take & shfl_bfly_bits);
      end
  end
endfunction

// Behind the last stage: a lane whose p is 0 gets its own word; one whose source does not take part (ok is 0) gets 0.
function [LANES*W-1:0] shfl_bfly_d;
  input [LANES-1:0] p;
  input [LANES-1:0] ok;
  input [LANES*W-1:0] y;
  input [LANES*W-1:0] a;
  integer lane;
  begin
    for (lane = 0; lane < LANES; lane = lane + 1)
      shfl_bfly_d[lane*W+:W] = ok[lane] ? (p[lane] ? y[lane*W+:W] : a[lane*W+:W]) : {W{1'b0}};
  end
endfunction

// {b, c} of the lowest lane of a set, which is the class that is served next; arbitrary for an empty set. A tournament: each round costs
// one level, while finding the lane first and then selecting its operands would cost two.
function [3*LOG-1:0] shfl_class_key;
  input [LANES-1:0] set;
  input [LANES*LOG-1:0] b;
  input [LANES*2*LOG-1:0] c;
  integer k, lane;
  reg [LANES-1:0] any;
  reg [LANES*3*LOG-1:0] key;
  begin
    any = set;
    for (lane = 0; lane < LANES; lane = lane + 1) key[lane*3*LOG+:3*LOG] = {b[lane*LOG+:LOG], c[lane*2*LOG+:2*LOG]};
    for (k = 0; k < LOG; k = k + 1)
      for (lane = 0; lane < LANES / 2; lane = lane + 1)
        if (lane < (LANES >> (k + 1))) begin
          key[lane*3*LOG+:3*LOG] = any[2*lane] ? key[2*lane*3*LOG+:3*LOG] : key[(2*lane+1)*3*LOG+:3*LOG];
          any[lane] = any[2*lane] || any[2*lane+1];
        end
    shfl_class_key = key[0+:3*LOG];
  end
endfunction

// The lanes of a set that have this {b, c}.
function [LANES-1:0] shfl_class_lanes;
  input [LANES-1:0] set;
  input [3*LOG-1:0] key;
  input [LANES*LOG-1:0] b;
  input [LANES*2*LOG-1:0] c;
  integer lane;
  begin
    for (lane = 0; lane < LANES; lane = lane + 1)
      shfl_class_lanes[lane] = set[lane] && {b[lane*LOG+:LOG], c[lane*2*LOG+:2*LOG]} == key;
  end
endfunction

// Of the {b, c} of the lanes of a set, {the bits that are 0 in some lane, those that are 1 in some lane}. If none is both, all lanes have
// the same, and it is the second half.
function [6*LOG-1:0] shfl_bits_seen;
  input [LANES-1:0] set;
  input [LANES*LOG-1:0] b;
  input [LANES*2*LOG-1:0] c;
  integer lane;
  reg [3*LOG-1:0] key;
  begin
    shfl_bits_seen = {6 * LOG{1'b0}};
    for (lane = 0; lane < LANES; lane = lane + 1) begin
      key            = {b[lane*LOG+:LOG], c[lane*2*LOG+:2*LOG]};
      shfl_bits_seen = shfl_bits_seen | ({~key, key} & {6 * LOG{set[lane]}});
    end
  end
endfunction

// Replaces the words of the lanes in a set.
function [LANES*W-1:0] shfl_gather;
  input [LANES-1:0] set;
  input [LANES*W-1:0] fresh;
  input [LANES*W-1:0] old;
  integer lane;
  begin
    for (lane = 0; lane < LANES; lane = lane + 1)
      shfl_gather[lane*W+:W] = set[lane] ? fresh[lane*W+:W] : old[lane*W+:W];
  end
endfunction
