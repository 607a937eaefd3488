// SPDX-License-Identifier: Apache-2.0
// Copies and atomics share the port of global memory. C twin: gm_port.c.
//
// They take turns: of two, the one that went last waits. What stands at the port stays until it is taken. Who asks has to know that what it
// asks for stands there before it looks at its ready. tag: 0 of a copy, 1 of an atomic;
// memory answers with the tag of the request. Atomics take an answer at any time, copies when they have room; while a copy is owed an answer,
// the port is as ready as copies are: so gm_rsp_ready_o does not depend on the tag.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_gm (
    input  wire                clk_i,
    input  wire                rst_ni,
    // copies
    input  wire                copy_valid_i,
    output wire                copy_ready_o,
    input  wire [        31:0] copy_addr_i,
    input  wire [         4:0] copy_bytes_i,
    input  wire                copy_owed_i,       // an answer
    output wire                copy_rsp_valid_o,
    input  wire                copy_rsp_ready_i,
    // atomics
    input  wire                atom_valid_i,
    output wire                atom_ready_o,      // means something with atom_valid_i
    input  wire [        31:0] atom_addr_i,
    input  wire [         4:0] atom_bytes_i,
    input  wire [`WS_GM_W-1:0] atom_more_i,
    output wire                atom_rsp_valid_o,
    input  wire                atom_rsp_ready_i,
    // global memory
    output wire                gm_valid_o,
    input  wire                gm_ready_i,
    output wire [        31:0] gm_addr_o,
    output wire [         4:0] gm_bytes_o,
    output wire [`WS_GM_W-1:0] gm_more_o,
    output wire                gm_tag_o,
    input  wire                gm_rsp_valid_i,
    output wire                gm_rsp_ready_o,
    input  wire                gm_rsp_tag_i
);
  // Of two a copy goes first: it stood there and was not taken, or what was taken last was an atomic.
  reg atom_q;  // what stood there last was an atomic
  reg copy_first_q;
  wire copy_goes = copy_valid_i && copy_first_q;
  wire atom = atom_valid_i && !copy_goes;
  wire next = gm_valid_o ? atom : atom_q;

  always @(posedge clk_i)
    if (!rst_ni) {atom_q, copy_first_q} <= 2'd0;
    else {atom_q, copy_first_q} <= {next, next != (gm_valid_o && !gm_ready_i)};

  assign gm_valid_o = copy_valid_i || atom_valid_i;
  assign copy_ready_o = gm_ready_i && !atom;
  ws_atom_turn turn (
      .ready_i     (gm_ready_i),
      .copy_i      (copy_valid_i),
      .copy_first_i(copy_first_q),
      .atom_ready_o(atom_ready_o)
  );
  assign gm_addr_o = atom ? atom_addr_i : copy_addr_i;
  assign gm_bytes_o = atom ? atom_bytes_i : copy_bytes_i;
  assign gm_more_o = atom_more_i & {`WS_GM_W{atom}};
  assign gm_tag_o = atom;
  assign gm_rsp_ready_o = copy_owed_i ? copy_rsp_ready_i : atom_rsp_ready_i;
  assign copy_rsp_valid_o = gm_rsp_valid_i && !gm_rsp_tag_i;
  assign atom_rsp_valid_o = gm_rsp_valid_i && gm_rsp_ready_o && gm_rsp_tag_i;
endmodule
`default_nettype wire
