// SPDX-License-Identifier: Apache-2.0
// What is proved of the bus: the protocol of AXI4-Lite, and that each access is answered soon, whatever the block does. The course of an
// access (ws_bus_access) is in it, so that the bound holds for every region; the block is free: shared memory is ready
// when it likes, but answers two clocks after it has taken an access, which the access sees a clock later; requests and bytes wait as long as they like.
// The manager is free too, but keeps the protocol: valid and payload hold until the transfer.
`default_nettype none
module axil_protocol #(
    parameter CLOCKS = 22  // most clocks from the last word of a request to its response, no response of its direction waiting
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        aw_want, w_want, ar_want, b_ready, r_ready,
    input  wire [16:0] aw_addr, ar_addr,
    input  wire [31:0] w_data,
    input  wire [ 3:0] w_strb,
    input  wire [31:0] acc_rdata,
    input  wire        busy, tx_busy, cpl_empty, ls_ready,
    output wire        bad,
    output wire [10:0] reached
);
  // ------------------------------------------------------------------------------------------------- the manager

  reg aw_held, w_held, ar_held;
  reg [16:0] aw_addr_q, ar_addr_q;
  reg [31:0] w_data_q;
  reg [3:0] w_strb_q;
  wire awvalid = aw_held || aw_want, wvalid = w_held || w_want, arvalid = ar_held || ar_want;
  wire [16:0] awaddr = aw_held ? aw_addr_q : aw_addr, araddr = ar_held ? ar_addr_q : ar_addr;
  wire [31:0] wdata = w_held ? w_data_q : w_data;
  wire [3:0] wstrb = w_held ? w_strb_q : w_strb;
  wire awready, wready, arready, bvalid, rvalid;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;

  always @(posedge clk_i) begin
    aw_held <= rst_ni && awvalid && !awready;
    w_held <= rst_ni && wvalid && !wready;
    ar_held <= rst_ni && arvalid && !arready;
    aw_addr_q <= awaddr;
    ar_addr_q <= araddr;
    w_data_q <= wdata;
    w_strb_q <= wstrb;
  end

  // --------------------------------------------------------------------------------------------------- the block

  reg [2:0] clear_q;  // operands are being cleared
  reg sent_q, answer_q, came_q;
  wire ls_valid;

  always @(posedge clk_i) begin
    clear_q <= !rst_ni ? 3'd7 : clear_q == 0 ? 3'd0 : clear_q - 3'd1;
    sent_q <= rst_ni && ls_valid && ls_ready;
    {answer_q, came_q} <= {2{rst_ni}} & {sent_q, answer_q};
  end

  wire acc_valid, acc_write, acc_done;
  wire [16:0] acc_addr;
  wire [31:0] acc_wdata;
  wire [3:0] acc_wstrb;
  wire [1:0] acc_resp;

  ws_axil axil (
      .clk_i(clk_i), .rst_ni(rst_ni),
      .axil_awvalid_i(awvalid), .axil_awready_o(awready), .axil_awaddr_i(awaddr), .axil_awprot_i(3'd0),
      .axil_wvalid_i(wvalid), .axil_wready_o(wready), .axil_wdata_i(wdata), .axil_wstrb_i(wstrb),
      .axil_bvalid_o(bvalid), .axil_bready_i(b_ready), .axil_bresp_o(bresp),
      .axil_arvalid_i(arvalid), .axil_arready_o(arready), .axil_araddr_i(araddr), .axil_arprot_i(3'd0),
      .axil_rvalid_o(rvalid), .axil_rready_i(r_ready), .axil_rdata_o(rdata), .axil_rresp_o(rresp),
      .acc_valid_o(acc_valid), .acc_write_o(acc_write), .acc_addr_o(acc_addr), .acc_wdata_o(acc_wdata), .acc_wstrb_o(acc_wstrb),
      .acc_done_i(acc_done), .acc_rdata_i(acc_rdata), .acc_resp_i(acc_resp)
  );

  wire decode, look, look_gmem, act, write, regs, lane, all, result, smem, gmem, cpl_seen, refused;
  wire [1:0] all_lane;
  wire [2:0] kind;

  ws_bus_access #(
      .LANES(4), .WARPS(2), .GMEM_BYTES(256), .SMEM_CLOCKS(3)
  ) access (
      .clk_i(clk_i), .rst_ni(rst_ni),
      .acc_valid_i(acc_valid), .acc_write_i(acc_write), .acc_addr_i(acc_addr), .acc_wdata_i(acc_wdata), .acc_wstrb_i(acc_wstrb),
      .acc_done_o(acc_done), .acc_resp_o(acc_resp),
      .clearing_i(clear_q != 0), .busy_i(busy), .tx_busy_i(tx_busy), .cpl_empty_i(cpl_empty),
      .decode_o(decode), .look_o(look), .look_gmem_o(look_gmem), .act_o(act), .write_o(write), .regs_o(regs), .lane_o(lane), .all_o(all), .all_lane_o(all_lane),
      .result_o(result), .smem_o(smem), .gmem_o(gmem), .cpl_seen_o(cpl_seen), .refused_o(refused), .kind_o(kind),
      .ls_valid_o(ls_valid), .ls_ready_i(ls_ready), .ls_came_i(came_q)
  );

  // ------------------------------------------------------------------------------------------------- what must hold

  reg started;  // a reset has been
  reg was_all, was_result, was_smem;  // where an access took effect in the clock before
  reg was_b, was_r;  // a response stood and was not taken
  reg [1:0] bresp_q, rresp_q;
  reg [31:0] rdata_q;
  reg aw_got, w_got, ar_got;  // taken and not answered: never more than one of each
  reg [5:0] b_age, r_age, aw_age, w_age, ar_age;

  always @(posedge clk_i) begin
    started <= started || !rst_ni;
    {was_all, was_result, was_smem} <= {all, result, smem};
    was_b <= rst_ni && bvalid && !b_ready;
    was_r <= rst_ni && rvalid && !r_ready;
    bresp_q <= bresp;
    rresp_q <= rresp;
    rdata_q <= rdata;
    aw_got <= rst_ni && ((awvalid && awready) || (aw_got && !(bvalid && !was_b)));
    w_got <= rst_ni && ((wvalid && wready) || (w_got && !(bvalid && !was_b)));
    ar_got <= rst_ni && ((arvalid && arready) || (ar_got && !(rvalid && !was_r)));
    // how long has what was taken waited for its response; has a request waited for ready, while its direction was not held by the manager
    b_age <= rst_ni && aw_got && w_got && !bvalid ? b_age + 6'd1 : 6'd0;
    r_age <= rst_ni && ar_got && !rvalid ? r_age + 6'd1 : 6'd0;
    aw_age <= rst_ni && awvalid && !awready && !bvalid && w_got ? aw_age + 6'd1 : 6'd0;
    w_age <= rst_ni && wvalid && !wready && !bvalid && aw_got ? w_age + 6'd1 : 6'd0;
    ar_age <= rst_ni && arvalid && !arready && !rvalid ? ar_age + 6'd1 : 6'd0;
  end

  wire dropped = (was_b && !bvalid) || (was_r && !rvalid);
  wire changed = (was_b && bresp != bresp_q) || (was_r && (rresp != rresp_q || rdata != rdata_q));
  wire unasked = (bvalid && !was_b && !(aw_got && w_got)) || (rvalid && !was_r && !ar_got);
  // One response a request: the next is not taken before the response to this one stands.
  wire twice = (awvalid && awready && aw_got && !bvalid) || (wvalid && wready && w_got && !bvalid) ||
               (arvalid && arready && ar_got && !rvalid);
  wire exokay = (bvalid && bresp == 2'b01) || (rvalid && rresp == 2'b01);
  wire late = b_age > CLOCKS || r_age > CLOCKS || aw_age > CLOCKS || w_age > CLOCKS || ar_age > CLOCKS;
  wire both = regs + lane + all + result + smem + gmem > 3'd1;  // an access takes effect at one place

  assign bad = started && rst_ni && (dropped || changed || unasked || twice || exokay || late || both);

  wire b_now = started && rst_ni && bvalid && !was_b, r_now = started && rst_ni && rvalid && !was_r;
  assign reached = {
    b_age == CLOCKS || r_age == CLOCKS || aw_age == CLOCKS || w_age == CLOCKS || ar_age == CLOCKS, // the bound is met
    r_now && rresp == 2'b11,               // nothing is there
    b_now && bresp == 2'b11,
    b_now && bresp == 2'b10,               // refused
    started && refused && was_smem,            // given up
    answer_q && smem && !write,            // shared memory read
    answer_q && smem && write,
    acc_done && was_all,
    acc_done && was_result,
    r_now && rresp == 2'b00,
    b_now && bresp == 2'b00
  };
endmodule
`default_nettype wire
