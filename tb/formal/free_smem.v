// SPDX-License-Identifier: Apache-2.0
// In place of ws_smem, for proofs in which it does not matter what shared memory holds and when it has time: it says anything
// in any clock. So what is proved holds with the real memory too.
`default_nettype none
`include "smem_ports.vh"
  assign sweep_o = $anyseq;
  assign word_o = $anyseq;
  assign vld_o = $anyseq;
  assign seen_o = $anyseq;
  assign held_o = $anyseq;
  assign at_go_o = $anyseq;
  assign at_rdata_o = $anyseq;
  assign at_raw_o = $anyseq;
  assign copy_ready_o = $anyseq;
  assign copy_raw_o = $anyseq;
  assign copy_raw_meta_o = $anyseq;
  assign ls_ready_o = $anyseq;
  assign ls_rsp_valid_o = $anyseq;
  assign ls_rsp_en_o = $anyseq;
  assign ls_rsp_raw_o = $anyseq;
  assign ls_rsp_rdata_o = $anyseq;
  assign quiet_o = $anyseq;
endmodule
`default_nettype wire
