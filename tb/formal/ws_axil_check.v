// SPDX-License-Identifier: Apache-2.0
// Watches the five channels of an AXI4-Lite port and reports what breaks the protocol, on either side of it. For any bench, also
// without the rest of this tree; plain Verilog-2005, simulates in Verilator (--timing not needed) and in Icarus.
//
// Rules, looked at on each rising edge of clk_i while rst_ni is 1; CH is AW, W, B, AR or R:
//   CH DROPPED   valid may not fall before the transfer (the edge with valid and ready)
//   CH CHANGED   the payload holds from valid until the transfer
//   CH UNKNOWN   valid, and ready while valid, are 0 or 1, never X (seen by 4-state simulators only)
//   CH UNASKED   a response stands though no request was transferred before that has none yet; of a write: address and data
//   CH RESP      a response is OKAY, SLVERR or DECERR; EXOKAY belongs to exclusive accesses, which AXI4-Lite has not
//   CH LATE      a request waits at most MAX_WAIT clocks for ready, and an accepted one for its response, while its direction
//                waits for nothing that the manager has to do; 0: any time. Reported once for each
// Each breach prints "NAME: CH RULE ... at time T" and adds one to errors_o.
//
// ADDR_W    bits of an address           DATA_W  bits of data: 32, 64
// MAX_WAIT  longest wait in clocks       NAME    text for the messages
// FATAL     1: $stop at the first breach; the process then ends non-zero in Verilator, and in Icarus under `vvp -N`
`default_nettype none
module ws_axil_check #(
    parameter ADDR_W   = 32,
    parameter DATA_W   = 32,
    parameter MAX_WAIT = 0,
    parameter NAME     = "axil",
    parameter FATAL    = 0
) (
    input wire                clk_i,
    input wire                rst_ni,
    // the port
    input wire                awvalid_i,
    input wire                awready_i,
    input wire [  ADDR_W-1:0] awaddr_i,
    input wire [         2:0] awprot_i,
    input wire                wvalid_i,
    input wire                wready_i,
    input wire [  DATA_W-1:0] wdata_i,
    input wire [DATA_W/8-1:0] wstrb_i,
    input wire                bvalid_i,
    input wire                bready_i,
    input wire [         1:0] bresp_i,
    input wire                arvalid_i,
    input wire                arready_i,
    input wire [  ADDR_W-1:0] araddr_i,
    input wire [         2:0] arprot_i,
    input wire                rvalid_i,
    input wire                rready_i,
    input wire [  DATA_W-1:0] rdata_i,
    input wire [         1:0] rresp_i,
    // breaches since reset
    output reg [31:0]         errors_o
);
  localparam PAY_W = ADDR_W + DATA_W + DATA_W / 8 + 3;  // enough for any channel
  localparam AW = 0, W = 1, B = 2, AR = 3, R = 4;

  wire [4:0] valid = {rvalid_i, arvalid_i, bvalid_i, wvalid_i, awvalid_i};
  wire [4:0] ready = {rready_i, arready_i, bready_i, wready_i, awready_i};
  wire [5*PAY_W-1:0] payload = {
    {{PAY_W - DATA_W - 2{1'b0}}, rresp_i, rdata_i},
    {{PAY_W - ADDR_W - 3{1'b0}}, arprot_i, araddr_i},
    {{PAY_W - 2{1'b0}}, bresp_i},
    {{PAY_W - DATA_W - DATA_W / 8{1'b0}}, wstrb_i, wdata_i},
    {{PAY_W - ADDR_W - 3{1'b0}}, awprot_i, awaddr_i}
  };
  wire [4:0] go = valid & ready;

  reg [4:0] held_q;  // valid stood without ready at the last edge
  reg [5*PAY_W-1:0] payload_q;
  reg [31:0] aw_q, w_q, ar_q;  // transferred, and not answered
  reg [31:0] wait_q[0:4];  // clocks that a request has waited; of B and R: that an accepted one has waited for it
  reg [31:0] found;  // breaches at this edge
  reg waits;
  integer c;

  function [2*8-1:0] name(input integer ch);
    name = ch == AW ? "AW" : ch == W ? "W" : ch == B ? "B" : ch == AR ? "AR" : "R";
  endfunction

  always @(posedge clk_i) begin
    found = 0;
    if (rst_ni !== 1'b1) begin
      held_q <= 5'd0;
      {aw_q, w_q, ar_q} <= 96'd0;
      for (c = 0; c < 5; c = c + 1) wait_q[c] <= 0;
      errors_o <= 0;
    end else begin
      for (c = 0; c < 5; c = c + 1) begin
        if ((valid[c] ^ valid[c]) !== 1'b0 || (valid[c] === 1'b1 && (ready[c] ^ ready[c]) !== 1'b0)) begin
          $display("%0s: %0s UNKNOWN valid=%b ready=%b at time %0t", NAME, name(c), valid[c], ready[c], $time);
          found = found + 1;
        end
        if (held_q[c] && valid[c] === 1'b0) begin
          $display("%0s: %0s DROPPED valid fell before ready at time %0t", NAME, name(c), $time);
          found = found + 1;
        end
        if (held_q[c] && valid[c] === 1'b1 && payload[c*PAY_W+:PAY_W] !== payload_q[c*PAY_W+:PAY_W]) begin
          $display("%0s: %0s CHANGED payload from %h to %h before ready at time %0t", NAME, name(c), payload_q[c*PAY_W+:PAY_W],
                   payload[c*PAY_W+:PAY_W], $time);
          found = found + 1;
        end
        // Requests wait for ready, what was accepted for its response; not while the manager lets a response wait, nor an
        // address whose fellow before it still lacks its data, or data its address.
        case (c)
          AW: waits = valid[c] === 1'b1 && ready[c] !== 1'b1 && bvalid_i !== 1'b1 && aw_q <= w_q;
          W: waits = valid[c] === 1'b1 && ready[c] !== 1'b1 && bvalid_i !== 1'b1 && w_q <= aw_q;
          AR: waits = valid[c] === 1'b1 && ready[c] !== 1'b1 && rvalid_i !== 1'b1;
          B: waits = aw_q != 0 && w_q != 0 && bvalid_i !== 1'b1;
          default: waits = ar_q != 0 && rvalid_i !== 1'b1;
        endcase
        if (MAX_WAIT != 0 && waits && wait_q[c] == MAX_WAIT) begin
          $display("%0s: %0s LATE more than %0d clocks at time %0t", NAME, name(c), MAX_WAIT, $time);
          found = found + 1;
        end
        wait_q[c] <= waits ? wait_q[c] + 1 : 0;
      end
      if (bvalid_i === 1'b1 && !held_q[B] && (aw_q == 0 || w_q == 0)) begin
        $display("%0s: B UNASKED %0d addresses and %0d data wait for it at time %0t", NAME, aw_q, w_q, $time);
        found = found + 1;
      end
      if (rvalid_i === 1'b1 && !held_q[R] && ar_q == 0) begin
        $display("%0s: R UNASKED no address waits for it at time %0t", NAME, $time);
        found = found + 1;
      end
      if (bvalid_i === 1'b1 && !held_q[B] && bresp_i === 2'b01) begin
        $display("%0s: B RESP is EXOKAY at time %0t", NAME, $time);
        found = found + 1;
      end
      if (rvalid_i === 1'b1 && !held_q[R] && rresp_i === 2'b01) begin
        $display("%0s: R RESP is EXOKAY at time %0t", NAME, $time);
        found = found + 1;
      end
      // A response that nobody asked for takes nobody's place.
      aw_q <= aw_q + (go[AW] === 1'b1 ? 1 : 0) - (go[B] === 1'b1 && aw_q != 0 ? 1 : 0);
      w_q <= w_q + (go[W] === 1'b1 ? 1 : 0) - (go[B] === 1'b1 && w_q != 0 ? 1 : 0);
      ar_q <= ar_q + (go[AR] === 1'b1 ? 1 : 0) - (go[R] === 1'b1 && ar_q != 0 ? 1 : 0);
      for (c = 0; c < 5; c = c + 1) held_q[c] <= valid[c] === 1'b1 && ready[c] !== 1'b1;
      payload_q <= payload;
      errors_o  <= errors_o + found;
      if (FATAL != 0 && found != 0) $stop;
    end
  end
endmodule
`default_nettype wire
