// SPDX-License-Identifier: Apache-2.0
// Simulation models of the ECP5 cells that synthesis of the block and of a board's top uses, and of these only what it uses. Short, so
// that a netlist of them compiles. LUT4 and CCU2C are proved equal to Yosys' own in tb/formal/prove_gate_cells.sh; of the memory
// and the multiplier Yosys has no models. What has no reset starts undefined.
`default_nettype none
module LUT4 #(
    parameter [15:0] INIT = 16'd0
) (
    input  wire A, B, C, D,
    output wire Z
);
  assign Z = INIT[{D, C, B, A}];
endmodule

// Two LUTs on a carry chain.
module CCU2C #(
    parameter [15:0] INIT0 = 16'd0,
    parameter [15:0] INIT1 = 16'd0,
    parameter INJECT1_0 = "NO",
    parameter INJECT1_1 = "NO"
) (
    input  wire CIN,
    input  wire A0, B0, C0, D0, A1, B1, C1, D1,
    output wire S0, S1, COUT
);
  generate
    if (INJECT1_0 != "NO" || INJECT1_1 != "NO") begin : other
      CCU2C_INJECT1_must_be_NO illegal ();
    end
  endgenerate
  wire x0 = INIT0[{D0, C0, B0, A0}];
  wire x1 = INIT1[{D1, C1, B1, A1}];
  wire carry = x0 ? CIN : INIT0[{2'b00, B0, A0}];
  assign S0 = x0 ^ CIN;
  assign S1 = x1 ^ carry;
  assign COUT = x1 ? carry : INIT1[{2'b00, B1, A1}];
endmodule

module TRELLIS_FF #(
    parameter CEMUX = "CE",
    parameter CLKMUX = "CLK",
    parameter LSRMUX = "LSR",
    parameter SRMODE = "LSR_OVER_CE",
    parameter REGSET = "RESET",
    parameter GSR = "DISABLED"
) (
    input  wire CLK, LSR, CE, DI,
    output reg  Q
);
  generate
    if (CLKMUX != "CLK" || LSRMUX != "LSR" || (SRMODE != "LSR_OVER_CE" && SRMODE != "ASYNC") || GSR != "DISABLED") begin : other
      TRELLIS_FF_of_another_kind illegal ();
    end
  endgenerate
  wire enable = CEMUX == "1" || (CEMUX == "INV" ? !CE : CE);
  generate
    if (SRMODE == "ASYNC") begin : asynchronous
      always @(posedge CLK or posedge LSR)
        if (LSR) Q <= REGSET == "SET";
        else if (enable) Q <= DI;
    end else begin : synchronous
      always @(posedge CLK)
        if (LSR) Q <= REGSET == "SET";
        else if (enable) Q <= DI;
    end
  endgenerate
endmodule

module TRELLIS_DPR16X4 #(
    parameter WCKMUX = "WCK",
    parameter WREMUX = "WRE"
) (
    input  wire [3:0] DI, WAD, RAD,
    input  wire       WRE, WCK,
    output wire [3:0] DO
);
  generate
    if (WCKMUX != "WCK" || WREMUX != "WRE") begin : other
      TRELLIS_DPR16X4_of_another_kind illegal ();
    end
  endgenerate
  reg [3:0] mem[0:15];
  always @(posedge WCK) if (WRE) mem[WAD] <= DI;
  assign DO = mem[RAD];
endmodule

// Written at port A, read at port B, both of one width; at 18 bits read at port A, while it does not write. At 36 and 18 bits the low
// address bits are the byte enables; at 36 the read data goes out at both ports. A word read while it is written is undefined, as the data
// sheet has it.
module DP16KD #(
    parameter DATA_WIDTH_A = 36,
    parameter DATA_WIDTH_B = 36,
    parameter REGMODE_A = "NOREG",
    parameter REGMODE_B = "NOREG",
    parameter RESETMODE = "ASYNC",
    parameter ASYNC_RESET_RELEASE = "ASYNC",
    parameter CSDECODE_A = "0b000",
    parameter CSDECODE_B = "0b000",
    parameter WRITEMODE_A = "NORMAL",
    parameter WRITEMODE_B = "NORMAL",
    parameter CLKAMUX = "CLKA",
    parameter CLKBMUX = "CLKB",
    parameter GSR = "DISABLED"
) (
    input  wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
    input  wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
    input  wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input  wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input  wire CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
    input  wire CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
    output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
    output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
  wire [35:0] di = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
                    DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire [13:0] waddr = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
  wire [13:0] raddr = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
  wire write = CEA && WEA;
  generate
    if (DATA_WIDTH_A != DATA_WIDTH_B || REGMODE_B != "NOREG" || CLKAMUX != "CLKA" || CLKBMUX != "CLKB") begin : other
      DP16KD_of_another_kind illegal ();
    end else if (DATA_WIDTH_A == 36) begin : wide
      reg [35:0] mem[0:511];
      reg [35:0] q;
      integer k;
      always @(posedge CLKA) for (k = 0; k < 4; k = k + 1) if (write && waddr[k]) mem[waddr[13:5]][k*9+:9] <= di[k*9+:9];
      always @(posedge CLKB)
        if (CEB) q <= write && waddr[3:0] != 4'd0 && waddr[13:5] == raddr[13:5] ? ~mem[raddr[13:5]] : mem[raddr[13:5]];
      assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0,
              DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = q;
    end else if (DATA_WIDTH_A == 2) begin : two
      reg [1:0] mem[0:8191];
      reg [1:0] q;
      always @(posedge CLKA) if (write) mem[waddr[13:1]] <= di[1:0];
      always @(posedge CLKB) if (CEB) q <= write && waddr[13:1] == raddr[13:1] ? ~mem[raddr[13:1]] : mem[raddr[13:1]];
      assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2} = 16'd0;
      assign {DOB1, DOB0} = q;
      assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = 18'd0;
    end else if (DATA_WIDTH_A == 9) begin : nine
      reg [8:0] mem[0:2047];
      reg [8:0] q;
      always @(posedge CLKA) if (write) mem[waddr[13:3]] <= di[8:0];
      always @(posedge CLKB) if (CEB) q <= write && waddr[13:3] == raddr[13:3] ? ~mem[raddr[13:3]] : mem[raddr[13:3]];
      assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9} = 9'd0;
      assign {DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = q;
      assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = 18'd0;
    end else if (DATA_WIDTH_A == 18) begin : eighteen
      reg [17:0] mem[0:1023];
      reg [17:0] q;
      always @(posedge CLKA) begin
        if (write && waddr[0]) mem[waddr[13:4]][8:0] <= di[8:0];
        if (write && waddr[1]) mem[waddr[13:4]][17:9] <= di[17:9];
        if (CEA && !WEA) q <= mem[waddr[13:4]];
      end
      assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = q;
      reg [17:0] read;
      always @(posedge CLKB)
        if (CEB) read <= write && waddr[1:0] != 2'd0 && waddr[13:4] == raddr[13:4] ? ~mem[raddr[13:4]] : mem[raddr[13:4]];
      assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = read;
    end else begin : width
      DP16KD_of_another_width illegal ();
    end
  endgenerate
endmodule

// Unsigned, without registers.
module MULT18X18D (
    input  wire A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
    input  wire B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
    input  wire C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0,
    input  wire SIGNEDA, SIGNEDB, SOURCEA, SOURCEB, CLK0, CLK1, CLK2, CLK3, CE0, CE1, CE2, CE3, RST0, RST1, RST2, RST3,
    output wire P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18,
    output wire P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);
  wire [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
  wire [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};
  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15, P14, P13, P12, P11,
          P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = {18'd0, a} * {18'd0, b};
endmodule
`default_nettype wire
