// SPDX-License-Identifier: Apache-2.0
// ws_atom with 4 lanes and 4 ALUs, of atom.add, red.add and atom.exch, lanes anywhere among three words, of which two are of one ALU, and
// misaligned. A word A of memory is real, of it the low two bits; the others have any value at any time. Its owner gives memory when it likes.
//   KIND 0: operations, as they enter, lanes ascending, say what A becomes and what each lane at A gets. One operation, any one, is marked:
//           each of its lanes is answered once, with its status, those at A with the value that this order gives them. When nothing is
//           under way A is what they have made of it: no update is lost
//   KIND 1: the marked operation has been answered after LATE clocks in which responses are taken and memory is given
`default_nettype none
`include "ws_layout.vh"
module atom_once #(
    parameter KIND = 0,
    parameter LATE = 48
) (
    input  wire        clk_i, rst_ni, want, mark, ready, go,
    input  wire [ 1:0] op,
    input  wire [ 3:0] lanes,
    input  wire [ 7:0] at, b,     // two bits a lane
    input  wire [ 1:0] any,       // of words that are not A
    output wire        bad,
    output wire [ 5:0] reached
);
  `include "ws_ops.vh"
  localparam LANES = 4, WARP_W = 1, TAG_W = 1;
  wire on;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // 1. What enters.
  reg marked_q;
  wire grp_ready, res_valid, uses, quiet;
  wire enters = on && want && grp_ready && lanes != 0;
  wire marks = enters && mark && !marked_q;
  wire red = op == 1;
  wire exch = op == 2;
  reg [255:0] addr, a;
  reg [`WS_HEAD_W-1:0] head;
  integer i;
  always @(*) begin
    addr = 256'd0;
    a = 256'd0;
    head = 0;
    head[`WS_HEAD_OP] = exch ? WS_OP_ATOM_EXCH_B32 : red ? WS_OP_RED_ADD_U32 : WS_OP_ATOM_ADD_U32;
    head[`WS_HEAD_LANES] = lanes;
    head[`WS_HEAD_TAG] = marks;
    for (i = 0; i < 4; i = i + 1) begin
      a[i*64+:2] = b[i*2+:2];
      {addr[i*64+7], addr[i*64+2], addr[i*64]} = {at[i*2+:2] == 1, at[i*2+:2] == 2, at[i*2+:2] == 3};  // rows of bank 0; bank 1; misaligned
    end
  end

  // 2. What A is to become, in the order in which operations enter.
  reg [1:0] now_q, now;
  reg [7:0] gets;
  always @(*) begin
    now = now_q;
    gets = 8'd0;
    for (i = 0; i < 4; i = i + 1)
      if (lanes[i] && at[i*2+:2] == 0) begin
        gets[i*2+:2] = red ? 2'd0 : now;
        now = exch ? b[i*2+:2] : now + b[i*2+:2];
      end
  end

  // 3. Memory: A is bank 0, row 0.
  wire [31:0] read;
  wire [223:0] read_row, write_row;
  wire [127:0] be;
  wire [1023:0] wdata;
  reg [1:0] a_q, word_q;
  reg [7:0] others_q;
  wire writes = be[3:0] != 0 && write_row[6:0] == 0;
  always @(posedge clk_i) begin
    if (!rst_ni) a_q <= 0;
    else if (writes) a_q <= wdata[1:0];
    if (read[0]) word_q <= read_row[6:0] == 0 && !writes ? a_q : any;
    if (|read) others_q <= {4{any}};
  end

  wire [`WS_HEAD_W-1:0] res_head;
  wire [127:0] d;
  wire [3:0] res_lanes = res_head[`WS_HEAD_LANES];
  ws_atom #(.LANES(4), .WARPS(1), .SLOTS(1), .WARP_W(1), .TAG_W(1), .ALUS(4)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_rank_i(3'd0), .grp_valid_i(enters), .grp_ready_o(grp_ready), .grp_head_i(head), .grp_key_i(12'd0),
      .grp_addr_i(addr), .grp_a_i(a), .grp_b_i(128'd0), .grp_c_i(128'd0), .grp_pred_i(4'd0), .res_valid_o(res_valid), .res_ready_i(ready),
      .res_more_o(), .res_head_o(res_head), .res_d_o(d), .res_d_hi_o(), .res_p_o(), .mem_want_o(), .mem_uses_o(uses), .mem_go_i(go),
      .mem_sweep_i(1'b0), .mem_busy_o(), .mem_read_o(read), .mem_read_row_o(read_row), .mem_rdata_i({{30{30'd0, others_q[1:0]}}, 30'd0,
      others_q[1:0], 30'd0, word_q}), .mem_raw_i(32'd0), .mem_be_o(be), .mem_write_row_o(write_row), .mem_wdata_o(wdata), .quiet_o(quiet));

  // 4. The marked operation.
  reg [3:0] owed_q, at_a_q, wrong_q;
  reg [7:0] gets_q;
  reg [5:0] late_q;
  wire mine = res_valid && res_head[`WS_HEAD_TAG];
  wire taken = mine && ready;
  reg differs;
  always @(*) begin
    differs = 0;
    for (i = 0; i < 4; i = i + 1)
      if (res_lanes[i]) begin
        differs = differs || !owed_q[i] || (at_a_q[i] && d[i*32+:2] != gets_q[i*2+:2]);
        differs = differs || res_head[`WS_HEAD_STATUS] != (wrong_q[i] ? WS_ST_AT_MISALIGNED : WS_ST_OK);
      end
  end
  always @(posedge clk_i)
    if (!rst_ni) begin
      {marked_q, owed_q, now_q} <= 0;
      late_q <= 0;
    end else begin
      if (enters) now_q <= now;
      if (marks) begin
        {marked_q, owed_q, gets_q} <= {1'b1, lanes, gets};
        for (i = 0; i < 4; i = i + 1) begin
          at_a_q[i] <= at[i*2+:2] == 0;
          wrong_q[i] <= at[i*2+:2] == 3;
        end
      end else if (taken) owed_q <= owed_q & ~res_lanes;
      late_q <= owed_q == 0 ? 6'd0 : late_q + (ready && go && late_q != LATE);
    end

  wire lost = quiet && a_q != now_q;
  assign bad = on && (KIND == 0 ? (mine && differs) || lost : late_q == LATE);
  assign reached = {6{on}} & {taken && res_lanes == 4'hf && at_a_q == 4'hf && gets_q == 8'h39, taken && res_lanes != owed_q, quiet && now_q == 3,
                              mine && !ready && uses, writes && read[0] && read_row[6:0] == 0, late_q > 6};
endmodule
`default_nettype wire
