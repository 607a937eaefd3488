// SPDX-License-Identifier: Apache-2.0
// What is proved of what several lanes do to an mbarrier object at once: each module has one output `bad` that must stay 0, and each
// bit of `reached` becomes 1 for some inputs.
`default_nettype none

// ws_mbar_sum and ws_mbar_put for n = 1 .. 4 lanes of one kind of operation, each with the same counts, on an object given as {seen, vld, word}.
module mbar_put_lanes (
    input  wire [ 2:0] n,
    input  wire [ 2:0] kind,  // 0 init, 1 inval, 2 wait, 3 check, 4 transactions, 5 raises what is pending, 6 arrive, 7 arrive_drop
    input  wire        pass, try_, nc, off, error, want, hit,
    input  wire [ 4:0] short, off_short,
    input  wire [19:0] x, arr,
    input  wire [20:0] dtx,
    input  wire [65:0] object,
    output wire [ 3:0] lanes_o,
    output wire [ 4:0] short_o,
    output wire        finish_o, error_o, p_o, suspend_o, flip_o, write_o, wrong_o,
    output wire [65:0] object_o
);
  wire [3:0] left = n == 3'd1 ? 4'd1 : n == 3'd2 ? 4'd3 : n == 3'd3 ? 4'd7 : 4'd15;
  wire signed [25:0] one_dtx = {{5{dtx[20]}}, dtx};
  wire [24:0] one_arr = {5'd0, arr};
  wire [24:0] arrs = (n[0] ? one_arr : 25'd0) + (n[1] ? one_arr << 1 : 25'd0) + (n[2] ? one_arr << 2 : 25'd0);
  wire [25:0] dtxs = (n[0] ? one_dtx : 26'd0) + (n[1] ? one_dtx << 1 : 26'd0) + (n[2] ? one_dtx << 2 : 26'd0);
  wire single = n == 3'd1;
  wire counts = !pass && kind[2] && !off && object[64];
  wire [12:0] does = {kind == 3'd0 && !pass && !off, pass, kind == 3'd0 && !pass, kind == 3'd1 && !pass, kind == 3'd2, kind == 3'd3, off && kind != 3'd2, try_,
                      kind == 3'd4, kind == 3'd5, kind == 3'd7, nc && kind[2] && kind[1], kind[2] && kind[1]};

  // What becomes of the word where its phase ends.
  function [63:0] ended(input flip, input [63:0] still);
    ended = flip ? {!still[63], still[20:1], 22'd0, still[20:1], 1'b0} : still;
  endfunction

  // The sums of all lanes, and where that comes to none, of the lowest.
  wire [82:0] all_out, one_out;
  wire [82:0] all_sum = {all_out[82:64], ended(all_out[65], all_out[63:0])}, one_sum = {one_out[82:64], ended(one_out[65], one_out[63:0])};
  wire [3:0] all_lanes, one_lanes;
  wire [4:0] all_short, one_short;
  wire all_same, one_same, all_some, one_some, all_finish, one_finish, all_bad, one_bad, all_error, one_error, all_flip, one_flip;
  wire all_write, one_write, all_seen, one_seen;
  ws_mbar_sum all_s (
      .does_i(does), .counts_i(counts), .short_i(short), .error_i(error), .want_i(want), .off_short_i(off_short), .x_i(x), .single_i(single), .arr_i(arrs),
      .dtx_i(dtxs), .word_i(object[63:0]), .vld_i(object[64]), .outcome_o(all_out), .all_i(1'b1), .bad_o(all_bad),
      .same_o(all_same), .finish_o(all_finish), .some_o(all_some));
  ws_mbar_sum one_s (
      .does_i(does), .counts_i(counts), .short_i(short), .error_i(error), .want_i(want), .off_short_i(off_short), .x_i(x), .single_i(single),
      .arr_i(one_arr), .dtx_i(one_dtx), .word_i(object[63:0]), .vld_i(object[64]), .outcome_o(one_out), .all_i(1'b0), .bad_o(one_bad),
      .same_o(one_same), .finish_o(one_finish), .some_o(one_some));
  ws_mbar_put #(.LANES(4)) all_p (
      .whole_i(1'b1), .left_i(left), .wakes_i(kind == 3'd0 || kind == 3'd2), .inval_i(kind == 3'd1), .seen_i(object[65]),
      .hit_i(hit), .flip_i(all_sum[65]), .flaws_i(all_sum[71:66]), .short_i(all_sum[77:73]), .error_i(all_sum[78]),
      .arrive_i(all_sum[79]), .write_i(all_sum[80]), .bad_i(all_bad), .some_i(all_some), .lanes_o(all_lanes), .shown_i(5'd0), .differs_o(), .short_o(all_short), .error_o(all_error), .flip_o(all_flip), .write_o(all_write), .seen_o(all_seen));
  ws_mbar_put #(.LANES(4)) one_p (
      .whole_i(one_bad), .left_i(left), .wakes_i(kind == 3'd0 || kind == 3'd2), .inval_i(kind == 3'd1), .seen_i(object[65]),
      .hit_i(hit), .flip_i(one_sum[65]), .flaws_i(one_sum[71:66]), .short_i(one_sum[77:73]), .error_i(one_sum[78]),
      .arrive_i(one_sum[79]), .write_i(one_sum[80]), .bad_i(one_bad), .some_i(one_some), .lanes_o(one_lanes), .shown_i(5'd0), .differs_o(), .short_o(one_short), .error_o(one_error), .flip_o(one_flip), .write_o(one_write), .seen_o(one_seen));
  wire [82:0] sum = all_some ? all_sum : one_sum;
  assign {lanes_o, short_o, finish_o, error_o, flip_o, write_o} = all_some ?
      {all_lanes, all_short, all_finish, all_error, all_flip, all_write} : {one_lanes, one_short, one_finish, one_error, one_flip, one_write};
  assign {suspend_o, p_o} = sum[82:81];
  assign object_o = write_o ? {all_some ? all_seen : one_seen, sum[64:0]} : object;

  // What the lanes are said to leave before it is known whether they may go at once: the object as it is where they do, and where they do
  // not for other reasons than their counts, as it is at the end. Nothing is written where nobody is carried out; and the lowest lane always is.
  assign wrong_o = (all_same && {all_write ? all_seen : object[65], all_sum[64:0]} != object_o) || (!all_write && !all_bad && all_some && all_sum[64:0] != object[64:0]) ||
                   (!all_some && (all_write || all_flip)) || !one_some || (all_same && !all_finish) || one_same;
endmodule

// n lanes at once are as one of them and then the others, which shows, for 4, 3 and 2, that they are as one after the other.
module mbar_put_serial (
    input  wire [ 2:0] n,
    input  wire [ 2:0] kind,
    input  wire        pass, try_, nc_any, off, error, want, hit, expect_,
    input  wire [ 4:0] short, off_short,
    input  wire [19:0] x, arr_any,
    input  wire [20:0] dtx_any,
    input  wire [65:0] object,
    output wire        bad,
    output wire [ 3:0] reached
);
  // Transactions alone bring no arrivals; bytes are expected by one arrival, which may complete; nothing else brings bytes.
  wire arrives = kind[2] && kind[1] && expect_;
  wire [19:0] arr = kind == 3'd4 ? 20'd0 : arrives ? 20'd1 : arr_any;
  wire [20:0] dtx = kind == 3'd4 ? dtx_any : arrives ? {1'b0, dtx_any[19:0]} : 21'd0;
  wire nc = nc_any && !arrives;
  wire [3:0] lanes_n, lanes_1, lanes_m;
  wire [4:0] short_n, short_1, short_m;
  wire finish_n, finish_1, finish_m, error_n, error_1, error_m, p_n, p_1, p_m, suspend_n, suspend_1, suspend_m;
  wire flip_n, flip_1, flip_m, write_n, write_1, write_m, wrong_n, wrong_1, wrong_m;
  wire [65:0] object_n, object_1, object_m;

  mbar_put_lanes several (
      .n(n), .kind(kind), .pass(pass), .try_(try_), .nc(nc), .off(off), .error(error), .want(want), .hit(hit), .short(short),
      .off_short(off_short), .x(x), .arr(arr), .dtx(dtx), .object(object), .lanes_o(lanes_n), .short_o(short_n), .finish_o(finish_n),
      .error_o(error_n), .p_o(p_n), .suspend_o(suspend_n), .flip_o(flip_n), .write_o(write_n), .wrong_o(wrong_n), .object_o(object_n));
  mbar_put_lanes one (
      .n(3'd1), .kind(kind), .pass(pass), .try_(try_), .nc(nc), .off(off), .error(error), .want(want), .hit(hit), .short(short),
      .off_short(off_short), .x(x), .arr(arr), .dtx(dtx), .object(object), .lanes_o(lanes_1), .short_o(short_1), .finish_o(finish_1),
      .error_o(error_1), .p_o(p_1), .suspend_o(suspend_1), .flip_o(flip_1), .write_o(write_1), .wrong_o(wrong_1), .object_o(object_1));
  mbar_put_lanes others (
      .n(n - 3'd1), .kind(kind), .pass(pass), .try_(try_), .nc(nc), .off(off), .error(error), .want(want), .hit(hit), .short(short),
      .off_short(off_short), .x(x), .arr(arr), .dtx(dtx), .object(object_1), .lanes_o(lanes_m), .short_o(short_m), .finish_o(finish_m),
      .error_o(error_m), .p_o(p_m), .suspend_o(suspend_m), .flip_o(flip_m), .write_o(write_m), .wrong_o(wrong_m), .object_o(object_m));

  wire all = lanes_n == (n == 3'd2 ? 4'd3 : n == 3'd3 ? 4'd7 : 4'd15);
  wire as_one = short_n == short_1 && error_n == error_1 && p_n == p_1 && suspend_n == suspend_1;
  wire as_others = finish_m && lanes_m == lanes_n >> 1 && short_n == short_m && error_n == error_m && p_n == p_m && suspend_n == suspend_m;
  wire wrong = all ? !(as_one && as_others && finish_n && object_n == object_m && flip_n == (flip_1 || flip_m) && !(flip_1 && flip_m)) :
               !(as_one && !finish_n && lanes_n == 4'd1 && object_n == object_1 && flip_n == flip_1);
  assign bad = n >= 3'd2 && n <= 3'd4 && (wrong || wrong_n || wrong_1 || wrong_m);
  assign reached = {n == 3'd4 && all && flip_n, n == 3'd4 && all && error_n && !pass, n == 3'd3 && !all && kind == 3'd4, n == 3'd2 && !all && flip_n};
endmodule

// ws_mbar_quads and ws_mbar_rank: each lane adds x, and 1. own: what a quad's lanes come to; sums, nums: up to and with each quad; from inside. A quad's
// own is that of lane after lane; what the quads up to it have come to is the sum of theirs, block by block.
module mbar_rank_same #(
    parameter LANES = 32,
    parameter QUADS = LANES / 4
) (
    input  wire             ones, less,
    input  wire [LANES-1:0] lanes,
    input  wire [     19:0] x,
    output reg              bad,
    output reg  [      3:0] reached
);
  wire [QUADS*26-1:0] own, sums;
  wire [QUADS*6-1:0] nums;
  wire [5:0] count;
  wire [25:0] total;
  wire [QUADS*20-1:0] before;
  reg [5:0] n;
  reg [25:0] sum, below;
  integer q, i;
  wire [QUADS*3-1:0] num_in;
  wire [QUADS*23-1:0] own_in;
  ws_mbar_quads #(.LANES(LANES)) quads (.valid_i(1'b1), .lanes_i(lanes), .x_i(x), .less_i(less), .num_o(num_in), .own_o(own_in));
  ws_mbar_rank #(.LANES(LANES), .STRUCT(1)) dut (
      .valid_i(1'b1), .num_i(num_in), .own_i(own_in), .ones_i(ones), .count_o(count), .total_o(total), .before_o(before));
  // Of the quads up to and with q: those of the largest block of 1, 2, 4 quads that starts at a multiple of its size, and so on down.
  function [25:0] block(input integer at, input integer size);
    block = size == 1 ? own[at*26+:26] : size == 2 ? own[(at+1)*26+:26] + own[at*26+:26] :
            own[(at+3)*26+:26] + own[(at+2)*26+:26] + (own[(at+1)*26+:26] + own[at*26+:26]);
  endfunction
  reg [25:0] want;
  always @(*) begin
    {bad, n, below} = 33'd0;
    for (q = 0; q < QUADS; q = q + 1) begin
      if (before[q*20+:20] != (ones ? {14'd0, n} : below[19:0])) bad = 1'b1;
      sum = 26'd0;
      for (i = q * 4; i < q * 4 + 4; i = i + 1) if (lanes[i]) {n, sum} = {n + 6'd1, less ? sum - {6'd0, x} : sum + {6'd0, x}};
      case (q)
        0: want = block(0, 1);
        1: want = block(0, 2);
        2: want = block(2, 1) + block(0, 2);
        3: want = block(0, 4);
        4: want = block(4, 1) + block(0, 4);
        5: want = block(4, 2) + block(0, 4);
        6: want = block(6, 1) + block(4, 2) + block(0, 4);
        default: want = block(4, 4) + block(0, 4);
      endcase
      if (own[q*26+:26] != sum || nums[q*6+:6] != n || sums[q*26+:26] != want) bad = 1'b1;
      below = sums[q*26+:26];
    end
    if (count != n || total != below) bad = 1'b1;
    reached = {&lanes && &x, ones && count == LANES - 1, total == 26'd1234568, less && total == -26'd1234568};
  end
endmodule
`default_nettype wire
