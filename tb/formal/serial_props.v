// SPDX-License-Identifier: Apache-2.0
// What is proved of the bridge from a serial line (ws_serial): it keeps the rules of an AXI4-Lite manager, and it never hangs. The
// subordinate answers what was asked, once, when it likes; bytes come, and the line takes bytes, when they like; RAM and
// check say anything (free_serial.v).
//
// Never hangs: a measure of what is left to be done (rank) falls in every clock in which the bridge does not wait for a byte from the
// line, for the line to take one, or for the bus. The measure is bounded, so that one of these comes in the end.
`default_nettype none
module serial_protocol (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        script_want,
    input  wire        rx_free_valid, tx_free_ready,
    input  wire [ 7:0] rx_free_byte,
    input  wire        aw_ready, w_ready, ar_ready, b_want, r_want,
    input  wire [ 1:0] b_resp, r_resp,
    input  wire [31:0] r_data,
    output wire        bad,
    output wire [ 4:0] reached
);
  wire rx_ready, tx_valid, checked, damaged;
  wire [7:0] tx_byte;
  wire awvalid, wvalid, bready, arvalid, rready;
  wire [16:0] awaddr, araddr;
  wire [31:0] wdata;
  wire [3:0] wstrb;
  wire [2:0] awprot, arprot;
  reg aw_got, w_got, ar_got, b_held, r_held;  // taken and not answered; a response stands
  wire bvalid = b_held || (b_want && aw_got && w_got);
  wire rvalid = r_held || (r_want && ar_got);

  // Bytes come as they like, or, so that its end is found soon, as one frame without accesses.
  reg script;
  reg [3:0] nth;
  wire [7:0] told = nth == 4'd0 || nth == 4'd8 ? 8'h7e : nth == 4'd2 ? 8'h10 : 8'h00;
  wire rx_valid = script ? nth <= 4'd8 : rx_free_valid;
  wire [7:0] rx_byte = script ? told : rx_free_byte;
  wire tx_ready = script || tx_free_ready;

  always @(posedge clk_i) begin
    if (!rst_ni) script <= script_want;
    nth <= !rst_ni ? 4'd0 : nth + {3'd0, script && rx_valid && rx_ready};
  end

  ws_serial #(
      .GAP_CLKS(4)
  ) serial (
      .clk_i(clk_i), .rst_ni(rst_ni),
      .rx_valid_i(rx_valid), .rx_ready_o(rx_ready), .rx_byte_i(rx_byte),
      .tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_byte_o(tx_byte), .checked_o(checked), .bad_o(damaged),
      .axil_awvalid_o(awvalid), .axil_awready_i(aw_ready), .axil_awaddr_o(awaddr), .axil_awprot_o(awprot),
      .axil_wvalid_o(wvalid), .axil_wready_i(w_ready), .axil_wdata_o(wdata), .axil_wstrb_o(wstrb),
      .axil_bvalid_i(bvalid), .axil_bready_o(bready), .axil_bresp_i(b_resp),
      .axil_arvalid_o(arvalid), .axil_arready_i(ar_ready), .axil_araddr_o(araddr), .axil_arprot_o(arprot),
      .axil_rvalid_i(rvalid), .axil_rready_o(rready), .axil_rdata_i(r_data), .axil_rresp_i(r_resp)
  );

  // ----------------------------------------------------------------------------------------------- the protocol

  reg started;
  reg aw_wait, w_wait, ar_wait, tx_wait;  // valid stood, and was not taken
  reg [16:0] awaddr_q, araddr_q;
  reg [31:0] wdata_q;
  reg [7:0] tx_byte_q;

  always @(posedge clk_i) begin
    started <= started || !rst_ni;
    aw_got <= rst_ni && ((awvalid && aw_ready) || (aw_got && !(bvalid && bready)));
    w_got <= rst_ni && ((wvalid && w_ready) || (w_got && !(bvalid && bready)));
    ar_got <= rst_ni && ((arvalid && ar_ready) || (ar_got && !(rvalid && rready)));
    b_held <= rst_ni && bvalid && !bready;
    r_held <= rst_ni && rvalid && !rready;
    aw_wait <= rst_ni && awvalid && !aw_ready;
    w_wait <= rst_ni && wvalid && !w_ready;
    ar_wait <= rst_ni && arvalid && !ar_ready;
    tx_wait <= rst_ni && tx_valid && !tx_ready;
    {awaddr_q, wdata_q, araddr_q, tx_byte_q} <= {awaddr, wdata, araddr, tx_byte};
  end

  wire dropped = (aw_wait && !awvalid) || (w_wait && !wvalid) || (ar_wait && !arvalid) || (tx_wait && !tx_valid);
  // Nothing else shows in tx_byte, for the RAM and the check say anything: that it holds is the bench's to see.
  wire changed = (aw_wait && awaddr != awaddr_q) || (w_wait && wdata != wdata_q) || (ar_wait && araddr != araddr_q);
  wire twice = (awvalid && aw_got) || (wvalid && w_got) || (arvalid && ar_got);  // one access at a time
  wire both = (awvalid || wvalid || aw_got || w_got) && (arvalid || ar_got);
  wire deaf = (bvalid && !bready) || (rvalid && !rready);  // it is always ready for the answer
  wire partly = wstrb != 4'hf || awaddr[1:0] != 2'd0 || araddr[1:0] != 2'd0;

  // ------------------------------------------------------------------------------------------------- never hangs

  // Registers of ws_serial, which the script connects.
  wire [3:0] state;
  wire [7:0] left;
  wire [2:0] bit_no;
  wire [1:0] byte_no;
  wire framed, write, loaded, sent, escape;

  localparam [3:0] IDLE = 4'd6, FRAME = 4'd5, LENGTH = 4'd4, ADDR = 4'd7, DATA = 4'd0, NEXT = 4'd2, ACC = 4'd1, WAIT = 4'd3, OUT = 4'd11,
                   BEGIN = 4'd10, SEQ = 4'd15, STATUS = 4'd14, CHECK = 4'd12, END = 4'd13;
  reg [2:0] phase, stage;

  always @* begin
    case (state)
      BEGIN: phase = 3'd7;
      SEQ: phase = 3'd6;
      NEXT, ADDR, DATA, ACC, WAIT, OUT: phase = framed && write ? 3'd5 : state == ADDR ? 3'd4 : 3'd3;
      STATUS: phase = 3'd2;
      CHECK: phase = 3'd1;
      default: phase = 3'd0;
    endcase
    case (state)
      NEXT: stage = 3'd6;
      ADDR: stage = 3'd5;
      DATA: stage = 3'd4;
      ACC: stage = 3'd3;
      WAIT: stage = 3'd2;
      OUT: stage = 3'd1;
      default: stage = 3'd0;
    endcase
  end

  // Accesses that are left count until the last one; where the number of reads is about to come, those of before do not.
  wire [7:0] more = phase == 3'd5 || phase == 3'd3 ? left : 8'd0;
  wire [21:0] rank = {phase, more, stage, state == NEXT ? 2'd0 : ~byte_no, state[3] && !sent, state[3] && !sent && !escape,
                      state[3] && !sent && !loaded, ~bit_no};
  wire line_in = state == IDLE || state == FRAME || state == LENGTH || ((state == ADDR || state == DATA) && !framed);
  wire waits = line_in || (tx_valid && !tx_ready) || (state == WAIT && !(bvalid && bready) && !(rvalid && rready));

  reg [21:0] rank_q;
  reg ran_q;  // did not wait in the clock before
  always @(posedge clk_i) begin
    rank_q <= rank;
    ran_q <= started && rst_ni && !waits;
  end
  wire stands = ran_q && !line_in && rank >= rank_q;

  // Where it waits for a byte and one stands, it takes it within 8 clocks.
  reg [3:0] offered;
  always @(posedge clk_i) offered <= rst_ni && line_in && rx_valid && !rx_ready ? offered + 4'd1 : 4'd0;
  wire ignored = offered > 4'd8;

  assign bad = started && rst_ni && (dropped || changed || twice || both || deaf || partly || stands || ignored);
  wire now = started && rst_ni;
  assign reached = {
    now && script && state == END && checked,
    now && state == OUT && !framed && byte_no == 2'd3,
    now && awvalid && w_got,  // data goes before its address
    now && wvalid && aw_got,
    now && rvalid
  };
endmodule
`default_nettype wire
