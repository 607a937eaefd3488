// SPDX-License-Identifier: Apache-2.0
// What is always so inside ws_serial, and what two of it agree on that count at other times. Inside a module with ws_serial's nets;
// scripts/mutant_rows.py has the rows.
localparam [3:0] IDLE = 4'd6, FRAME = 4'd5, LENGTH = 4'd4, DATA = 4'd0, NEXT = 4'd2, ACC = 4'd1, WAIT = 4'd3, OUT = 4'd11, BEGIN = 4'd10, SEQ = 4'd15, CHECK = 4'd12;

wire sends = state_q == OUT;
reg over;  // the access whose word is being sent counts no more: the upper half of the word at the latest
always @(posedge clk_i) over <= rst_ni && state_d == OUT && (over || step);
wire half = sends && byte_q[1];
wire [0:0] early = over && !half;

// accesses to be made behind this word, and the address of the next one
wire [7:0] due_left = left_q - {7'd0, sends && !over};
wire [15:0] due_addr = {beyond_q, addr_q} + {15'd0, sends && !over && !fixed_q && !beyond_q};
// where somebody looks at them, or what is loaded depends on them
wire counts = state_q != IDLE && state_q != LENGTH && !(state_q == FRAME && &at_q[7:3] && !at_q[2]);
wire there = state_q == DATA || state_q == ACC || state_q == WAIT || sends || (state_q == NEXT && !(framed_q && write_q));

// The bus is waited for in WAIT, for a write or a read; no response is kept that AXI4-Lite has not. Pauses are counted while a byte is
// waited for. A word begins with its first byte, and counts as sent with its last. Each follows from all of them, one clock earlier.
wire [9:0] states = {
  !(sends && over),
  sends || word_in || state_q == CHECK || state_q == IDLE || byte_q == 2'd0,
  code_q != 2'd1,
  (state_q == WAIT) == (axil_bready_o || axil_rready_o),
  !axil_awvalid_o || axil_bready_o,
  !axil_arvalid_o || axil_rready_o,
  !axil_bready_o || (write_q && !axil_rready_o),
  !(axil_rready_o && write_q),
  (state_q != BEGIN && state_q != SEQ) || (framed_q && write_q),
  !(|gap_q) || line_in
};
