// SPDX-License-Identifier: Apache-2.0
// The records of waiting groups, and what is asked of one. C twin: what ws_walk_step asks of a record, cmodel/when/walk.c.
//
// A record is a group that waits: its lanes, what they agreed on, and what was told when its first lanes came. Those of a warp stand
// one behind the other from place 0 on, at most LANES. An address given in t stands at the outputs in t+3, with the answers to what
// the inputs of t+2 ask:
//   match_o  it is what a piece with op_i, key_i joins       op_o    it has that operation
//   miss_o   live lanes of its mask are missing, missing_o: those that neither wait there nor are in with_i
//   hit_o    a lane of it is in probe_i                      gone_o  its mask names a lane that does not live
// Write: at the clock edge; a place is never read in the clock in which it is written. Contents are not reset.
`default_nettype none
module ws_sync_record #(
    parameter LANES  = 32,
    parameter KEY_W  = 32,
    parameter ADDR_W = 7,
    parameter INFO_W = 32,  // what a record carries along
    parameter [LANES+KEY_W+13+INFO_W-1:0] USED = {LANES + KEY_W + 13 + INFO_W{1'b1}}  // bits that are not always 0
) (
    input  wire              clk_i,
    // write
    input  wire              we_i,
    input  wire [ADDR_W-1:0] waddr_i,
    input  wire [ LANES-1:0] lanes_i,
    input  wire [ KEY_W-1:0] mask_i,    // as below
    input  wire              gathers_i,
    input  wire [      11:0] code_i,
    input  wire [INFO_W-1:0] info_i,
    // read
    input  wire [ADDR_W-1:0] raddr_i,
    // asked
    input  wire [      11:0] op_i,
    input  wire [ KEY_W-1:0] key_i,
    input  wire [ LANES-1:0] live_i,
    input  wire [ LANES-1:0] with_i,
    input  wire [ LANES-1:0] probe_i,
    // a record, and the answers
    output reg  [ LANES-1:0] lanes_o,
    output reg  [ KEY_W-1:0] mask_o,    // its membermask; of a gather the 12 bits of ws_sync_key
    output reg               gathers_o,
    output reg  [      11:0] code_o,
    output reg  [INFO_W-1:0] info_o,
    output reg               match_o,
    output reg               op_o,
    output reg               miss_o,
    output reg  [ LANES-1:0] missing_o,
    output reg               hit_o,
    output reg               gone_o
);
  localparam W = LANES + KEY_W + 1 + 12 + INFO_W;
  (* ram_style = "block", no_rw_check *) reg [W-1:0] mem[0:(1<<ADDR_W)-1];
  reg [W-1:0] read_q, record_q;

  always @(posedge clk_i) begin
    if (we_i) mem[waddr_i] <= {lanes_i, mask_i, gathers_i, code_i, info_i};
    read_q   <= mem[raddr_i];
    record_q <= read_q & USED;
  end

  wire [ LANES-1:0] lanes;
  wire [ KEY_W-1:0] mask;
  wire              gathers;
  wire [      11:0] code;
  wire [INFO_W-1:0] info;
  assign {lanes, mask, gathers, code, info} = record_q;

  wire             same_op = code == op_i;
  wire [LANES-1:0] missing = (mask[LANES-1:0] | {LANES{gathers}}) & live_i & ~(lanes | with_i);

  always @(posedge clk_i) begin
    lanes_o   <= lanes;
    mask_o    <= mask;
    gathers_o <= gathers;
    code_o    <= code;
    info_o    <= info;
    op_o      <= same_op;
    match_o   <= same_op && mask == key_i;
    missing_o <= missing;
    miss_o    <= |missing;
    hit_o     <= |(lanes & probe_i);
    gone_o    <= |(mask[LANES-1:0] & ~live_i);
  end
endmodule
`default_nettype wire
