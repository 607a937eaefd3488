// SPDX-License-Identifier: Apache-2.0
// For Yosys' techmap: a register that may start with either value.
(* techmap_celltype = "$_DFF_P_" *)
module any_start (
    input  D,
    input  C,
    output Q
);
  wire value, begun, any;
  \$_DFF_P_ value_q (.D(D), .C(C), .Q(value));
  \$_DFF_P_ begun_q (.D(1'b1), .C(C), .Q(begun));
  \$anyseq #(.WIDTH(1)) start (.Y(any));
  assign Q = begun ? value : any;
endmodule
