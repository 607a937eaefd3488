// SPDX-License-Identifier: Apache-2.0
// What is proved of what several lanes do to an mbarrier object at once: each module has one output `bad` that must stay 0, and each
// bit of `reached` becomes 1 for some inputs.
`default_nettype none

// ws_mbar_put for n = 1 .. 4 lanes of one kind of operation, each with the same counts, on an object given as {seen, vld, word}.
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
    output wire        finish_o, error_o, p_o, suspend_o, flip_o, write_o,
    output wire [65:0] object_o
);
  wire [3:0] left = n == 3'd1 ? 4'd1 : n == 3'd2 ? 4'd3 : n == 3'd3 ? 4'd7 : 4'd15;
  wire signed [25:0] one_dtx = {{5{dtx[20]}}, dtx};
  wire [24:0] one_arr = {5'd0, arr};
  wire [24:0] arrs = (n[0] ? one_arr : 25'd0) + (n[1] ? one_arr << 1 : 25'd0) + (n[2] ? one_arr << 2 : 25'd0);
  wire [25:0] dtxs = (n[0] ? one_dtx : 26'd0) + (n[1] ? one_dtx << 1 : 26'd0) + (n[2] ? one_dtx << 2 : 26'd0);
  wire [63:0] word;
  wire vld, seen;
  ws_mbar_put #(.LANES(4)) dut (
      .pass_i(pass), .init_i(kind == 3'd0), .inval_i(kind == 3'd1), .wait_i(kind == 3'd2), .check_i(kind == 3'd3), .try_i(try_),
      .tx_i(kind == 3'd4), .inc_i(kind == 3'd5), .drop_i(kind == 3'd7), .nc_i(nc && kind[2] && kind[1]), .arrive_i(kind[2] && kind[1]),
      .short_i(short), .error_i(error), .want_i(want), .off_i(off && kind != 3'd2), .off_short_i(off_short), .x_i(x), .left_i(left),
      .single_i(n == 3'd1), .arr_i(arrs), .dtx_i(dtxs), .one_arr_i(arr), .one_dtx_i(dtx), .word_i(object[63:0]), .vld_i(object[64]),
      .seen_i(object[65]), .hit_i(hit), .lanes_o(lanes_o), .finish_o(finish_o), .short_o(short_o), .error_o(error_o), .p_o(p_o),
      .suspend_o(suspend_o), .flip_o(flip_o), .write_o(write_o), .word_o(word), .vld_o(vld), .seen_o(seen));
  assign object_o = write_o ? {seen, vld, word} : object;
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
  wire flip_n, flip_1, flip_m, write_n, write_1, write_m;
  wire [65:0] object_n, object_1, object_m;

  mbar_put_lanes several (
      .n(n), .kind(kind), .pass(pass), .try_(try_), .nc(nc), .off(off), .error(error), .want(want), .hit(hit), .short(short),
      .off_short(off_short), .x(x), .arr(arr), .dtx(dtx), .object(object), .lanes_o(lanes_n), .short_o(short_n), .finish_o(finish_n),
      .error_o(error_n), .p_o(p_n), .suspend_o(suspend_n), .flip_o(flip_n), .write_o(write_n), .object_o(object_n));
  mbar_put_lanes one (
      .n(3'd1), .kind(kind), .pass(pass), .try_(try_), .nc(nc), .off(off), .error(error), .want(want), .hit(hit), .short(short),
      .off_short(off_short), .x(x), .arr(arr), .dtx(dtx), .object(object), .lanes_o(lanes_1), .short_o(short_1), .finish_o(finish_1),
      .error_o(error_1), .p_o(p_1), .suspend_o(suspend_1), .flip_o(flip_1), .write_o(write_1), .object_o(object_1));
  mbar_put_lanes others (
      .n(n - 3'd1), .kind(kind), .pass(pass), .try_(try_), .nc(nc), .off(off), .error(error), .want(want), .hit(hit), .short(short),
      .off_short(off_short), .x(x), .arr(arr), .dtx(dtx), .object(object_1), .lanes_o(lanes_m), .short_o(short_m), .finish_o(finish_m),
      .error_o(error_m), .p_o(p_m), .suspend_o(suspend_m), .flip_o(flip_m), .write_o(write_m), .object_o(object_m));

  wire all = lanes_n == (n == 3'd2 ? 4'd3 : n == 3'd3 ? 4'd7 : 4'd15);
  wire as_one = short_n == short_1 && error_n == error_1 && p_n == p_1 && suspend_n == suspend_1;
  wire as_others = finish_m && lanes_m == lanes_n >> 1 && short_n == short_m && error_n == error_m && p_n == p_m && suspend_n == suspend_m;
  wire wrong = all ? !(as_one && as_others && finish_n && object_n == object_m && flip_n == (flip_1 || flip_m) && !(flip_1 && flip_m)) :
               !(as_one && !finish_n && lanes_n == 4'd1 && object_n == object_1 && flip_n == flip_1);
  assign bad = n >= 3'd2 && n <= 3'd4 && wrong;
  assign reached = {n == 3'd4 && all && flip_n, n == 3'd4 && all && error_n && !pass, n == 3'd3 && !all && kind == 3'd4, n == 3'd2 && !all && flip_n};
endmodule

// ws_mbar_quads and ws_mbar_rank: each lane adds x, and 1. own: what a quad's lanes come to; sums, nums: up to and with each quad; from inside. A quad's
// own is that of lane after lane, and is added to what the quads below it have come to, which is 0 below the first.
module mbar_rank_same #(
    parameter LANES = 32,
    parameter QUADS = LANES / 4
) (
    input  wire             ones,
    input  wire [LANES-1:0] lanes,
    input  wire [     19:0] x,
    output reg              bad,
    output reg  [      2:0] reached
);
  wire [QUADS*25-1:0] own, sums;
  wire [QUADS*6-1:0] nums;
  wire [5:0] count;
  wire [24:0] total;
  wire [QUADS*20-1:0] before;
  reg [5:0] n;
  reg [24:0] sum, below;
  integer q, i;
  wire [QUADS*3-1:0] num_in;
  wire [QUADS*22-1:0] own_in;
  ws_mbar_quads #(.LANES(LANES)) quads (.valid_i(1'b1), .lanes_i(lanes), .x_i(x), .num_o(num_in), .own_o(own_in));
  ws_mbar_rank #(.LANES(LANES)) dut (
      .valid_i(1'b1), .num_i(num_in), .own_i(own_in), .ones_i(ones), .count_o(count), .total_o(total), .before_o(before));
  always @(*) begin
    {bad, n, below} = 32'd0;
    for (q = 0; q < QUADS; q = q + 1) begin
      if (before[q*20+:20] != (ones ? {14'd0, n} : below[19:0])) bad = 1'b1;
      sum = 25'd0;
      for (i = q * 4; i < q * 4 + 4; i = i + 1) if (lanes[i]) {n, sum} = {n + 6'd1, sum + {5'd0, x}};
      if (own[q*25+:25] != sum || nums[q*6+:6] != n || sums[q*25+:25] != below + own[q*25+:25]) bad = 1'b1;
      below = sums[q*25+:25];
    end
    if (count != n || total != below) bad = 1'b1;
    reached = {&lanes && &x, ones && count == LANES - 1, total == 25'd1234568};
  end
endmodule
`default_nettype wire
