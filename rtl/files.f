+incdir+rtl
rtl/common/ws_stage.v
