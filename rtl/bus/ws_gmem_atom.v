// SPDX-License-Identifier: Apache-2.0
// The course of a write or an atomic operation in global memory: one at a time, on one row of four words.
//
//   start ─► read ─► load ─► turn ─► feed (an element) ─► wait (for its result) ─► write ─► done
//              ▲                       └─────── ◄ ────────┘                         │
//              └────────────── the bus has written to the row meanwhile ◄───────────┘
//
// A write goes to `write` at once, and is answered 2 clocks after it was taken. An atomic of n elements is answered after 5 clocks and for each
// element 2 more and the latency of its function: ATOM_INT_CLKS, ATOM_SERIAL_CLKS for a sum of floats, twice that for one of a pair; one more
// for each clock in which the bus uses the RAM when it is to be read or written.
//
// Inside, a value stands in the low words, as in the instruction's registers; `load` keeps the row, `turn` moves the value there, and it is
// moved back as it is written. An element stands in a register for a clock before it is calculated with.
// The operations of vectors, codes 10 to 15, are add, min, max of 8 and of 16 bytes, element by element of 32 bits (f32, f16x2, bf16x2).
// f32 is added with subnormals as 0.
`default_nettype none
module ws_gmem_atom (
    input  wire         clk_i,
    input  wire         rst_ni,
    // request
    input  wire         stands_i,     // none is under way, and a request may stand there; the last such clock is that of start_i
    input  wire         start_i,
    input  wire         write_i,
    input  wire [  7:0] fn_i,
    input  wire [  3:0] addr_i,
    input  wire [  4:0] bytes_i,
    input  wire [ 15:0] be_i,
    input  wire [127:0] s_i,
    input  wire [127:0] t_i,
    // RAM
    input  wire         quiet_i,      // the bus leaves it alone
    input  wire         changed_i,    // the bus writes to the row
    output wire         row_read_o,   // the row stands at row_i in the next clock
    input  wire [127:0] row_i,
    output wire         row_write_o,
    output wire [ 15:0] row_be_o,
    output wire [127:0] row_wdata_o,
    // answer
    output wire         old_load_o,   // to be kept by the owner: the row, then what stood there
    output wire [127:0] old_o,
    input  wire [127:0] old_i,        // ... who shows it here
    output wire         done_o
);
  `include "atom/ws_atom_fn.vh"
  localparam [2:0] IDLE = 3'd0, READ = 3'd1, LOAD = 3'd2, FEED = 3'd3, WAIT = 3'd4, WRITE = 3'd5, TURN = 3'd6;

  reg [2:0] state_q;
  reg write_q;                 // a write
  reg changed_q;               // by the bus, since the row was read
  reg [1:0] came_q;            // elements
  reg [7:0] fn_q;              // of an element
  reg [3:1] addr_q;
  reg [15:0] be_q;
  reg half_q, two_q, four_q;   // 2, 8, 16 bytes
  reg vector_q;
  reg [127:0] s_q, t_q, new_q;
  integer k;

  // 1. The course.
  wire [1:0] last = !vector_q ? 2'd0 : four_q ? 2'd3 : 2'd1;
  wire came;

  always @(posedge clk_i)
    if (!rst_ni) state_q <= IDLE;
    else
      case (state_q)
        IDLE: if (start_i) state_q <= write_i ? WRITE : READ;
        READ: if (quiet_i) state_q <= LOAD;
        LOAD: state_q <= TURN;
        TURN: state_q <= FEED;
        FEED: state_q <= WAIT;
        WAIT: if (came) state_q <= came_q == last ? WRITE : FEED;
        default:
        if (changed_q) state_q <= READ;
        else if (quiet_i) state_q <= IDLE;
      endcase

  always @(posedge clk_i) begin
    if (state_q == IDLE || state_q == READ) changed_q <= 1'b0;
    else if (changed_i && !write_q) changed_q <= 1'b1;
    if (state_q == LOAD) came_q <= 2'd0;
    else if (came) came_q <= came_q + 2'd1;
  end

  // 2. The request, with the function of one element.
  wire vector = fn_i[3:0] > ATOM_MAX;

  always @(posedge clk_i)
    if (stands_i) begin
      write_q <= write_i;
      vector_q <= vector;
      fn_q[7:4] <= fn_i[7:4];
      fn_q[3:0] <= !vector ? fn_i[3:0] : fn_i[3:1] == 3'd5 ? ATOM_ADD : fn_i[3:1] == 3'd6 ? ATOM_MIN : ATOM_MAX;
      addr_q <= addr_i[3:1];
      half_q <= bytes_i[1];
      two_q <= bytes_i[3];
      four_q <= bytes_i[4];
      s_q <= s_i;
      t_q <= t_i;
      if (write_i) be_q <= be_i;
      else be_q <= {{8{bytes_i[4]}}, {4{|bytes_i[4:3]}}, {2{|bytes_i[4:2]}}, 2'b11};
    end

  // 3. The value out of the row, to the low words.
  wire [31:0] one = old_i[addr_q[3:2]*32+:32];
  wire [31:0] turned_0 = half_q ? {16'd0, addr_q[1] ? one[31:16] : one[15:0]} : four_q ? old_i[31:0] : two_q ? old_i[addr_q[3]*64+:32] : one;
  wire [31:0] turned_1 = four_q ? old_i[63:32] : old_i[addr_q[3]*64+32+:32];
  assign old_o = state_q == LOAD ? row_i : {old_i[127:64], turned_1, turned_0};
  assign old_load_o = state_q == LOAD || state_q == TURN;

  // 4. Elements.
  wire [127:0] d;
  wire ready, tag;
  reg feed_q;
  reg [31:0] r_q, element_q;  // low words of the element

  always @(posedge clk_i) begin
    feed_q <= rst_ni && state_q == FEED;
    if (state_q == FEED) {r_q, element_q} <= {old_i[came_q*32+:32], s_q[came_q*32+:32]};
  end

  ws_atom_alu #(
      .TAG_W(1),
      .EARLY(1)
  ) u_alu (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(feed_q),
      .ready_o(ready),  // always: one operation at a time
      .fn_i   (fn_q),
      .r_i    ({old_i[127:32], r_q}),
      .s_i    ({s_q[127:32], element_q}),
      .t_i    (t_q),
      .tag_i  (1'b0),
      .valid_o(came),
      .d_o    (d),
      .tag_o  (tag)
  );

  always @(posedge clk_i)
    if (stands_i) new_q <= s_i;
    else if (came) begin
      if (!vector_q) new_q <= d;
      else for (k = 0; k < 4; k = k + 1) if (came_q == k[1:0]) new_q[k*32+:32] <= d[31:0];
    end

  // 5. Back to its place in the row.
  wire [31:0] word_0 = half_q ? {2{new_q[15:0]}} : new_q[31:0];
  wire [31:0] word_1 = two_q || four_q ? new_q[63:32] : word_0;
  wire [3:0] be_0 = half_q && addr_q[1] ? {be_q[1:0], 2'b00} : half_q ? {2'b00, be_q[1:0]} : be_q[3:0];
  wire [3:0] be_1 = two_q || four_q ? be_q[7:4] : be_0;
  wire [3:0] there = four_q ? 4'b1111 : two_q ? {{2{addr_q[3]}}, {2{!addr_q[3]}}} : 4'b0001 << addr_q[3:2];
  assign row_wdata_o = {four_q ? new_q[127:64] : {word_1, word_0}, word_1, word_0};
  assign row_be_o = {four_q ? be_q[15:8] : {be_1, be_0}, be_1, be_0} & {{4{there[3]}}, {4{there[2]}}, {4{there[1]}}, {4{there[0]}}};
  assign row_read_o = state_q == READ && quiet_i;
  assign row_write_o = state_q == WRITE && quiet_i && !changed_q;
  assign done_o = row_write_o;
  wire unused = &{1'b0, addr_i[0], bytes_i[0], ready, tag};
endmodule
`default_nettype wire
