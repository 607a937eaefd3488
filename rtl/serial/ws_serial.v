// SPDX-License-Identifier: Apache-2.0
// From a serial line to a bus: bytes in and out, one AXI4-Lite access at a time. README.md describes the two protocols and the layout
// of their bytes; the C twin is cmodel/line/serial.c.
//
// A frame is collected in one half of a RAM and executed once its check is right; the other half keeps the frame executed last, to
// recognise its repetition. Every byte, received or sent, is compared with flag and escape and fed to the check bit by bit. That takes
// 8 clocks, or as long as the line needs. During an answer no byte is taken, so bytes of a line that ignores rx_ready_o must come
// 8 clocks apart, and are lost during an answer.
// A byte is sent from a register; tx_* are some LUTs behind it. The bridge waits for the bus without limit: ws_bus answers every access.
`default_nettype none
module ws_serial #(
    parameter GAP_CLKS = 1200000,  // a command or frame that stands still so long is dropped; rounded up to a power of 2
    parameter GAP_W    = $clog2(GAP_CLKS)  // derived, not to be set
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    // from the line, to the line
    input  wire        rx_valid_i,
    output wire        rx_ready_o,
    input  wire [ 7:0] rx_byte_i,
    output wire        tx_valid_o,
    input  wire        tx_ready_i,
    output wire [ 7:0] tx_byte_o,
    // state
    output wire        checked_o,  // checked mode
    output wire        bad_o,      // the last frame in checked mode was damaged
    // AXI4-Lite manager
    output wire        axil_awvalid_o,
    input  wire        axil_awready_i,
    output wire [16:0] axil_awaddr_o,
    output wire [ 2:0] axil_awprot_o,
    output wire        axil_wvalid_o,
    input  wire        axil_wready_i,
    output wire [31:0] axil_wdata_o,
    output wire [ 3:0] axil_wstrb_o,
    input  wire        axil_bvalid_i,
    output wire        axil_bready_o,
    input  wire [ 1:0] axil_bresp_i,
    output wire        axil_arvalid_o,
    input  wire        axil_arready_i,
    output wire [16:0] axil_araddr_o,
    output wire [ 2:0] axil_arprot_o,
    input  wire        axil_rvalid_i,
    output wire        axil_rready_o,
    input  wire [31:0] axil_rdata_i,
    input  wire [ 1:0] axil_rresp_i
);
  localparam [7:0] FLAG = 8'h7e, ESCAPE = 8'h7d, ACCESS = 8'h10, LEAVE = 8'h1f;
  localparam [1:0] BAD = 2'd1, NOTHING = 2'd3;
  localparam [31:0] RESIDUE = 32'hdebb20e3;
  // Places of a frame in its half of the RAM: head, writes, read part, check. The writes begin at 252, so the place behind a whole
  // frame gives the number of writes, and whether there is a read part.
  localparam [7:0] AT_SEQ = 8'd249, AT_CMD = 8'd250, AT_NW = 8'd251, AT_WRITES = 8'd252;

  // Bit 3 is 1 where a byte goes to the line. Which number belongs to which state was chosen for the fewest LUTs.
  localparam [3:0] IDLE = 4'd6,  // the first byte of a command or frame
  FRAME = 4'd5,  // bytes of a frame
  LENGTH = 4'd4,  // of a command
  ADDR = 4'd7, DATA = 4'd0,  // a word from the line or the RAM
  NEXT = 4'd2,  // looks what is to be done next
  ACC = 4'd1, WAIT = 4'd3,  // the access begins; is waited for
  OUT = 4'd11,  // a word to the line
  BEGIN = 4'd10, SEQ = 4'd15, STATUS = 4'd14, CHECK = 4'd12, END = 4'd13;  // the rest of an answer

  generate
    if (GAP_CLKS < 2) begin : bad_gap
      ws_serial_GAP_CLKS_must_be_at_least_2 illegal ();
    end
  endgenerate

  (* fsm_encoding = "none" *) reg [3:0] state_q;
  reg checked_q;
  reg framed_q;  // the command is a frame
  reg bad_q;  // the frame is damaged
  reg leave_q, odd_q;  // its command: LEAVE, none
  reg same_q;  // it equals the one executed last, so far
  reg reads_q;  // it has a read part
  reg executed_q;  // a frame was executed since reset
  reg accept_q;  // a frame is executed from this clock on
  reg bank_q;  // half of the RAM with the frame executed last
  reg write_q, fixed_q;  // accesses are writes; all at one address
  reg [7:0] at_q;  // place in the RAM
  reg [7:0] left_q;  // accesses still to be made
  reg [1:0] code_q;  // of the frame executed last: of the first access refused
  reg [4:0] wleft_q;  // of the same: writes not done
  reg [2:0] bit_q;  // of the byte
  reg last_bit;  // it is the last one
  reg [1:0] byte_q;  // of the word
  reg escape_q;  // the byte before was the escape
  reg [7:0] send_q;  // the byte to the line
  reg loaded_q;  // send_q is that of this state
  reg sent_q;  // the byte to the line is gone, its bits are fed to the check
  reg [31:0] data_q;
  reg [14:0] addr_q;  // of the next access, in words
  reg high_q;  // of its first two bytes one is not 0
  reg beyond_q;  // it lies beyond the last word
  reg [GAP_W:0] gap_q;

  // ---------------------------------------------------------------------------------------------------- bytes

  wire [31:0] crc;
  wire [7:0] read;
  reg [7:0] frame;  // the byte of the frame executed last
  wire out = state_q[3];
  wire word_in = state_q == ADDR || state_q == DATA;
  wire line_in = state_q == IDLE || state_q == FRAME || state_q == LENGTH || (word_in && !framed_q);

  // A byte to the line is chosen a clock before it is looked at. What it is chosen from stays as it is until the byte is gone.
  always @(posedge clk_i) begin
    case (state_q)
      OUT: send_q <= data_q[31:24];
      STATUS: send_q <= {wleft_q, 1'b0, bad_q ? BAD : code_q};
      CHECK: send_q <= ~crc[7:0];
      SEQ: send_q <= frame;
      default: send_q <= FLAG;
    endcase
    loaded_q <= rst_ni && out && !sent_q;
  end

  wire stuff = (send_q == FLAG || send_q == ESCAPE) && framed_q && state_q != BEGIN && state_q != END && !escape_q;
  // A byte of a word or a length.
  wire [7:0] raw = framed_q && word_in ? frame : rx_byte_i;
  wire [7:0] plain = raw ^ {2'b00, escape_q, 5'b00000};
  // A byte from the line: all that a frame's bytes are asked before they are stored.
  wire [7:0] line_plain = rx_byte_i ^ {2'b00, escape_q, 5'b00000};
  wire line_flag = rx_byte_i == FLAG;
  wire line_escape = rx_byte_i == ESCAPE;
  // A byte from the line stands for eight clocks, and what it is was asked before its last bit.
  reg is_flag, is_escape, is_command;
  always @(posedge clk_i) begin
    is_flag    <= line_flag;
    is_escape  <= line_escape;
    is_command <= rx_byte_i != 8'd0 && rx_byte_i <= 8'd4;
  end
  wire frame_done = state_q == FRAME && rx_valid_i && last_bit;

  assign tx_valid_o = loaded_q && !sent_q;
  assign tx_byte_o = stuff ? ESCAPE : send_q ^ {2'b00, escape_q, 5'b00000};
  wire tx_go = tx_valid_o && tx_ready_i;

  wire moving = line_in ? rx_valid_i : word_in || sent_q;
  wire done = moving && last_bit;  // with this byte
  // The same in states of which more is known, so that less hangs together: where a word comes; where a byte goes out, and 0 elsewhere.
  wire in_done = (framed_q || rx_valid_i) && last_bit;
  wire out_done = sent_q && last_bit;
  assign rx_ready_o = line_in && last_bit;

  // Flag and escape are not in the check. The words of a frame that is executed went into it when they were received.
  wire feed = state_q == FRAME ? rx_valid_i && !line_flag && !(line_escape && !escape_q) : sent_q;
  wire [7:0] feed_byte = out ? send_q : line_plain;
  ws_serial_crc check (
      .clk_i (clk_i),
      .init_i(state_q == IDLE || state_q == BEGIN || (frame_done && is_flag)),
      .step_i(feed),
      .out_i (state_q == CHECK),
      .bit_i (feed_byte[bit_q]),
      .crc_o (crc)
  );

  // ---------------------------------------------------------------------------------------------------- frame

  wire store = frame_done && !is_flag && (escape_q || !is_escape);
  wire full = &at_q[7:4] && !at_q[3] && at_q[2];
  wire short = &at_q[7:3];  // than any frame
  wire flag = frame_done && is_flag && !short;
  reg good;  // nothing of it changes while the flag behind the frame comes
  always @(posedge clk_i) good <= crc == RESIDUE && !odd_q && at_q[1:0] == 2'd0 && left_q == {3'd0, at_q[7:3]};
  wire accept = flag && good;

  ws_serial_ram ram (
      .clk_i  (clk_i),
      .write_i(store),
      .waddr_i({!bank_q, at_q}),
      .wdata_i(line_plain),
      .raddr_i({bank_q, at_q}),
      .rdata_o(read)
  );
  // A byte is asked for eight clocks before it is used.
  always @(posedge clk_i) frame <= read;

  always @(posedge clk_i) begin
    if (state_q == IDLE || (frame_done && is_flag)) at_q <= AT_SEQ;
    else if (state_q == SEQ && out_done) at_q <= AT_WRITES;
    else if (store || (word_in && framed_q && last_bit)) at_q <= at_q + 8'd1;
    if (state_q == IDLE || (frame_done && is_flag && short)) same_q <= executed_q;
    else if (store && frame != line_plain) same_q <= 1'b0;
    if (store && at_q == AT_CMD) {leave_q, odd_q} <= {line_plain[0], line_plain != ACCESS && line_plain != LEAVE};
    if (flag) reads_q <= at_q[2];
  end

  // ------------------------------------------------------------------------------------------------- accesses

  wire axil_done;
  wire [1:0] axil_resp;
  reg skip;  // all of it was known when the word came
  wire start = state_q == ACC && !skip && !beyond_q;
  wire nothing = state_q == ACC && !skip && beyond_q;
  wire answered = nothing || (state_q == WAIT && axil_done);
  wire [1:0] resp = nothing ? NOTHING : axil_resp;
  wire refused = answered && resp != 2'd0;
  always @(posedge clk_i) skip <= framed_q && write_q && (same_q || code_q != 2'd0);

  // The access is over: a write when it is answered or skipped, a read when its word has been sent.
  wire step = (write_q && (answered || (state_q == ACC && skip))) || (state_q == OUT && out_done && byte_q == 2'd3);

  ws_axil_manager manager (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .start_i       (start),
      .write_i       (write_q),
      .done_o        (axil_done),
      .resp_o        (axil_resp),
      .axil_awvalid_o(axil_awvalid_o),
      .axil_awready_i(axil_awready_i),
      .axil_wvalid_o (axil_wvalid_o),
      .axil_wready_i (axil_wready_i),
      .axil_bvalid_i (axil_bvalid_i),
      .axil_bready_o (axil_bready_o),
      .axil_bresp_i  (axil_bresp_i),
      .axil_arvalid_o(axil_arvalid_o),
      .axil_arready_i(axil_arready_i),
      .axil_rvalid_i (axil_rvalid_i),
      .axil_rready_o (axil_rready_o),
      .axil_rresp_i  (axil_rresp_i)
  );

  wire part = framed_q && !write_q;  // the address is a read part: NR, 24 bits of address
  reg addr_load;  // the word before was an address
  // Each clock of such a byte loads; the last one holds all of it.
  wire left_load = state_q == LENGTH || (state_q == FRAME && at_q == AT_NW) || (state_q == ADDR && part && byte_q == 2'd0);
  // Count up, count down. The sum is not used while something else is loaded, so one LUT makes a bit of sum and selection.
  wire [15:0] addr_next = {1'b0, addr_q} - {16{!addr_load}};
  wire [7:0] left_next = left_q + {8{!left_load}};

  always @(posedge clk_i) begin
    if (refused && !write_q) data_q <= 32'hffffffff;
    else if (answered && !write_q) data_q <= axil_rdata_i;
    else if (word_in ? in_done : state_q == OUT && out_done) data_q <= {data_q[23:0], plain};
    if (in_done && !byte_q[1]) high_q <= (raw != 8'd0 && (byte_q[0] || !part)) || (high_q && byte_q[0]);
    addr_load <= state_q == ADDR && in_done && byte_q == 2'd3;
    if (addr_load || (step && !fixed_q && !beyond_q)) {beyond_q, addr_q} <= addr_load ? {high_q || data_q[15], data_q[14:0]} : addr_next;
    if (left_load || step) left_q <= left_load ? plain : left_next;
  end

  always @(posedge clk_i)
    if (accept_q && (!same_q || wleft_q == 5'd0)) {code_q, wleft_q} <= 7'd0;
    else if (refused && framed_q) begin
      code_q <= resp;
      if (write_q) wleft_q <= left_q[4:0];
    end

  // --------------------------------------------------------------------------------------------------- course

  reg [3:0] state_d;
  wire command = !checked_q && is_command;
  wire in_word_done = in_done && byte_q == 2'd3;
  wire out_word_done = out_done && byte_q == 2'd3;

  always @* begin
    state_d = state_q;
    case (state_q)
      IDLE: if (done) state_d = is_flag ? FRAME : command ? LENGTH : IDLE;
      FRAME: if (flag) state_d = good || checked_q ? BEGIN : IDLE;
      else if (store && full) state_d = IDLE;
      LENGTH: if (done) state_d = ADDR;
      ADDR: if (in_word_done) state_d = framed_q && write_q ? DATA : NEXT;
      DATA: if (in_word_done) state_d = ACC;
      NEXT:
      if (left_q != 8'd0) state_d = !write_q ? ACC : framed_q ? ADDR : DATA;
      else if (!framed_q) state_d = IDLE;
      else state_d = write_q && reads_q && code_q == 2'd0 ? ADDR : STATUS;
      ACC: state_d = start ? WAIT : nothing && !write_q ? (framed_q ? STATUS : OUT) : NEXT;
      WAIT: if (axil_done) state_d = write_q ? NEXT : framed_q && refused ? STATUS : OUT;
      OUT: if (out_word_done) state_d = NEXT;
      BEGIN: if (out_done) state_d = SEQ;
      SEQ: if (out_done) state_d = bad_q ? STATUS : NEXT;
      STATUS: if (out_done) state_d = CHECK;
      CHECK: if (out_word_done) state_d = END;
      END: if (out_done) state_d = IDLE;
      default: state_d = IDLE;
    endcase
    if (gap_q[GAP_W]) state_d = IDLE;
  end

  always @(posedge clk_i)
    if (!rst_ni) begin
      state_q <= IDLE;
      {checked_q, executed_q, accept_q, bad_q, bank_q, escape_q, sent_q} <= 7'd0;
      {last_bit, bit_q, byte_q} <= 6'd0;
    end else begin
      state_q <= state_d;
      checked_q <= accept || (checked_q && !(state_q == END && out_done && leave_q && !bad_q));
      executed_q <= executed_q || accept;
      accept_q <= accept;
      if (flag) bad_q <= !good && checked_q;
      bank_q <= bank_q ^ accept;
      sent_q <= out ? (tx_go && !stuff) || (sent_q && !last_bit) : 1'b0;
      if (out ? tx_go : done) escape_q <= out ? stuff : state_q == FRAME && is_escape && !escape_q;
      if (moving) {last_bit, bit_q} <= {bit_q == 3'd6, bit_q + 3'd1};
      if (state_q == IDLE) byte_q <= 2'd0;
      else if (word_in ? in_done : (state_q == OUT || state_q == CHECK) && out_done) byte_q <= byte_q + 2'd1;
    end

  always @(posedge clk_i) begin
    if (!rst_ni || !line_in || state_q == IDLE || rx_valid_i) gap_q <= {GAP_W + 1{1'b0}};
    else gap_q <= gap_q + {{GAP_W{1'b0}}, 1'b1};
    if (state_q == IDLE) begin
      framed_q <= 1'b0;
      write_q <= rx_byte_i[0];
      fixed_q <= rx_byte_i[2] || (rx_byte_i[1] && rx_byte_i[0]);
    end else if (flag) {framed_q, write_q, fixed_q} <= 3'b110;
    else if (state_q == NEXT && left_q == 8'd0) write_q <= 1'b0;
  end

  assign checked_o = checked_q;
  assign bad_o = bad_q;
  assign axil_awaddr_o = {addr_q, 2'b00};
  assign axil_araddr_o = {addr_q, 2'b00};
  assign axil_awprot_o = 3'd0;
  assign axil_arprot_o = 3'd0;
  assign axil_wdata_o = data_q;
  assign axil_wstrb_o = 4'hf;
endmodule
`default_nettype wire
