// SPDX-License-Identifier: Apache-2.0
// Plays what stood at the ports of the bus (tb/bus/bus_ports.h) into ws_bus under a simulator with four states: does anything undefined
// reach an output that counts? Registers and memories start at X. X stands at the address, data and strobes of a channel without
// VALID, at bytes without a strobe, at AWPROT and ARPROT always, and at all inputs during reset. Responses count with their VALID, all other
// outputs in every cycle.
//   +stimulus=FILE   the record
`default_nettype none
module fourstate_bus;
  // As the build 4_bus (scripts/builds.py) and tb/bus/ws_bus_bench.v have them.
  parameter STRUCT = 0;
  reg awvalid, wvalid, arvalid, bready, rready;
  reg [16:0] awaddr, araddr;
  reg [31:0] wdata;
  reg [3:0] wstrb;
  wire [7:0] outs;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;

  ws_bus #(
      .LANES     (4),
      .WARPS     (4),
      .WAITERS   (4),
      .COPIES    (4),
      .FIFO_DEPTH(4),
      .GMEM_BYTES(1024),
      .TICK_DIV  (3),
      .BUILD     (32'h20260704),
      .STRUCT    (STRUCT)
  ) dut (
      .clk_i         (clk),
      .rst_ni        (rst_n),
      .axil_awvalid_i(awvalid),
      .axil_awready_o(outs[2]),
      .axil_awaddr_i (awaddr),
      .axil_awprot_i (3'bx),
      .axil_wvalid_i (wvalid),
      .axil_wready_o (outs[3]),
      .axil_wdata_i  (wdata),
      .axil_wstrb_i  (wstrb),
      .axil_bvalid_o (outs[0]),
      .axil_bready_i (bready),
      .axil_bresp_o  (bresp),
      .axil_arvalid_i(arvalid),
      .axil_arready_o(outs[4]),
      .axil_araddr_i (araddr),
      .axil_arprot_i (3'bx),
      .axil_rvalid_o (outs[1]),
      .axil_rready_i (rready),
      .axil_rdata_o  (rdata),
      .axil_rresp_o  (rresp),
      .irq_o         (outs[5]),
      .busy_o        (outs[6]),
      .err_o         (outs[7])
  );

  reg [7:0] want_outs;
  reg [1:0] want_b;
  reg [33:0] want_r;
  integer k;
  `include "play.vh"

  task undefined;
    begin
      {awaddr, araddr} = 34'bx;
      {wstrb, wdata} = 36'bx;
    end
  endtask

  task all_undefined;
    begin
      undefined;
      {rready, bready, arvalid, wvalid, awvalid} = 5'bx;
    end
  endtask

  // The bus sees the end of the reset a clock later.
  task released;
    begin
      undefined;
      {rready, bready, arvalid, wvalid, awvalid} = 5'd0;
      clock;
    end
  endtask

  task inputs;
    begin
      next;
      {rready, bready, arvalid, wvalid, awvalid} = word[4:0];
      next;
      want_outs = word[7:0];
      if (awvalid) begin
        next;
        awaddr = word[16:0];
      end
      if (wvalid) begin
        next;
        {wstrb, wdata} = word[35:0];
        for (k = 0; k < 4; k = k + 1) if (!wstrb[k]) wdata[k*8+:8] = 8'bx;
      end
      if (arvalid) begin
        next;
        araddr = word[16:0];
      end
      if (want_outs[0]) begin
        next;
        want_b = word[1:0];
      end
      if (want_outs[1]) begin
        next;
        want_r = word[33:0];
      end
    end
  endtask

  task outputs;
    begin
      if (outs !== want_outs) begin
        check("BVALID", outs[0], want_outs[0]);
        check("RVALID", outs[1], want_outs[1]);
        check("AWREADY", outs[2], want_outs[2]);
        check("WREADY", outs[3], want_outs[3]);
        check("ARREADY", outs[4], want_outs[4]);
        check("irq_o", outs[5], want_outs[5]);
        check("busy_o", outs[6], want_outs[6]);
        check("err_o", outs[7], want_outs[7]);
      end
      if (want_outs[0]) check("BRESP", bresp, want_b);
      if (want_outs[1]) check("RRESP", rresp, want_r[33:32]);
      if (want_outs[1]) check("RDATA", rdata, want_r[31:0]);
    end
  endtask
endmodule
`default_nettype wire
