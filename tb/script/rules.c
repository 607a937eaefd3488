// SPDX-License-Identifier: Apache-2.0
// Front end: checks that need more than one operand, and addresses. What the assembler refuses is an error; what it
// accepts but must go wrong is a warning that names the status which comes back.
#include <string.h>

#include "front.h"

#define COUNT_MAX 0xfffffu // of an mbarrier: 2^20 - 1

static const char *bad_space(const ws_insn *in) {
  const char *op = in->row->opcode;
  if (ws_insn_has(in, "mbarrier") || !strcmp(op, "mbarrier"))
    return "MB_BAD_SPACE";
  if (!strcmp(op, "red") && ws_insn_has(in, "async"))
    return "RA_BAD_SPACE";
  if (!strcmp(op, "fence") || !strcmp(op, "tensormap"))
    return "FN_BAD_ADDR";
  return !strcmp(op, "clusterlaunchcontrol") ? "CLC_BAD_ADDR" : "AT_BAD_SPACE";
}

static const char *misaligned(const ws_insn *in) {
  const char *op = in->row->opcode;
  if (ws_insn_has(in, "mbarrier") || !strcmp(op, "mbarrier"))
    return "MB_MISALIGNED";
  if (!strcmp(op, "fence") || !strcmp(op, "tensormap"))
    return "FN_BAD_ADDR";
  return !strcmp(op, "clusterlaunchcontrol") ? "CLC_BAD_ADDR" : "AT_MISALIGNED";
}

static bool inside(uint64_t addr, uint64_t base, uint64_t size, unsigned bytes) {
  return addr >= base && addr - base <= size && size - (addr - base) >= bytes;
}

static bool in_space(const parser *p, ws_space space, uint64_t addr, unsigned bytes) {
  if (space == WS_SP_GLOBAL)
    return inside(addr, 0, WS_GLOBAL_BYTES, bytes);
  bool ok = inside(addr, 0, WS_SHARED_BYTES, bytes);
  if (space == WS_SP_SHARED_CLUSTER || space == WS_SP_GENERIC)
    for (unsigned r = 0; r < p->s->machine.ctas; r++)
      ok |= inside(addr, WS_CTA_WINDOW(r), WS_SHARED_BYTES, bytes);
  if (space == WS_SP_GENERIC)
    ok |= inside(addr, WS_GLOBAL_WINDOW, WS_GLOBAL_BYTES, bytes);
  return ok;
}

// Where no state space, or .global, is named, older instructions take declared registers of 64 bits only.
static bool needs_64(const ws_insn *in, ws_space space) {
  static const char *const older[] = {"atom", "red", "mbarrier", "ld", "st"};
  for (unsigned i = 0; i < sizeof older / sizeof older[0]; i++)
    if (!strcmp(in->row->opcode, older[i]))
      return (space == WS_SP_GENERIC || space == WS_SP_GLOBAL) && !ws_insn_has(in, "async");
  return false;
}

bool check_address(parser *p, const ws_insn *in, ws_operand *o, const raw *r, ws_space space, unsigned bytes) {
  static const char *const names[] = {"generic", "global", "shared::cta", "shared::cluster"};
  o->kind = WS_O_ADDR;
  o->imm = r->v.lo;
  sym *y = r->name ? sym_reg(p, r->name, r->line) : NULL;
  if (y) {
    // The register holds an address of 32 or 64 bits; an undeclared one has the size of what was written to it.
    ws_type t = WS_T_B64;
    if (y->reg->declared ? ws_type_bits(y->reg->type) == 32 : y->bits[where(p)] == 32)
      t = WS_T_B32;
    if (y->reg->declared && (ws_type_float(y->reg->type) || ws_type_bits(y->reg->type) != ws_type_bits(t))) {
      error_at(p, r, "'%s' is declared .%s, which cannot hold an address", r->name, ws_type_name(y->reg->type));
      return false;
    }
    unsigned have = y->bits[where(p)];
    if (!y->reg->declared && (have == 1 || have == 16 || have == 128)) {
      error_at(p, r, "'%s' holds %u bit%s, an address needs 32 or 64", r->name, have, have == 1 ? "" : "s");
      return false;
    }
    if (t == WS_T_B32 && y->reg->declared && needs_64(in, space)) {
      error_at(p, r, "'%s' has 32 bits, an address %s needs 64", r->name,
               space == WS_SP_GLOBAL ? "in .global" : "without state space");
      return false;
    }
    raw named = *r;
    bool ok = reg_read(p, &named, y, t, o);
    o->kind = WS_O_ADDR;
    return ok;
  }
  if (r->name) {
    o->var = sym_find(p, r->name)->var;
    bool global = o->var->space == WS_SP_GLOBAL;
    if (space == WS_SP_GENERIC && global && !strcmp(in->row->opcode, "mbarrier")) {
      error_at(p, r, "'%s' is in the global space, an mbarrier stands in the shared one", r->name);
      return false;
    }
    if (space != WS_SP_GENERIC && global != (space == WS_SP_GLOBAL)) {
      error_at(p, r, "'%s' is in the %s space, the instruction names %s", r->name, global ? "global" : "shared",
               names[space]);
      return false;
    }
    o->imm += o->var->addr + (space == WS_SP_GENERIC && global ? WS_GLOBAL_WINDOW : 0);
  }
  if (!in_space(p, space, o->imm, bytes ? bytes : 1)) {
    if (!r->name) {
      error_at(p, r, "address 0x%llx is outside the %s space", (unsigned long long)o->imm, names[space]);
      return false;
    }
    warn_at(p, r, "'%s' and its offset are outside the %s space: %s", r->name, names[space], bad_space(in));
  } else if (bytes && o->imm % bytes) {
    warn_at(p, r, "address 0x%llx is not aligned to %u bytes: %s", (unsigned long long)o->imm, bytes, misaligned(in));
  } else if (in->vec > 1 && in->helper == WS_H_ATOM && space == WS_SP_GENERIC && o->imm < WS_GLOBAL_WINDOW) {
    warn_at(p, r, "vectors are for global memory only: AT_BAD_SPACE");
  }
  return true;
}

static void mask_rule(parser *p, const ws_insn *in) {
  const ws_operand *m = &in->op_[WS_R_MASK];
  unsigned lanes = p->s->machine.lanes;
  uint32_t all = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
  if (m->kind == WS_O_REG && m->reg->declared && !sym_find(p, m->reg->name)->written[where(p)])
    warn_at(p, m, "nothing has written '%s', so the membermask is 0: CV_NOT_MEMBER", m->reg->name);
  if (m->kind != WS_O_IMM)
    return;
  uint32_t lack = all & ~(uint32_t)m->imm;
  if (lack == all)
    warn_at(p, m, "no lane is in the membermask: CV_NOT_MEMBER");
  else if (lack && !in->guard && !p->ragged[where(p)])
    warn_at(p, m, "lanes 0x%x execute this but are not in the membermask: CV_NOT_MEMBER", lack);
}

static bool barrier_rule(parser *p, const ws_insn *in) {
  const ws_operand *id = &in->op_[WS_R_BAR], *cnt = &in->op_[WS_R_CNT];
  bool ok = true;
  if (id->kind == WS_O_IMM && !id->var && id->imm > 15) {
    error_at(p, id, "the barrier number must be 0 to 15");
    ok = false;
  }
  if (cnt->kind != WS_O_IMM || cnt->var)
    return ok;
  if (cnt->imm % 32) {
    error_at(p, cnt, "the thread count must be a multiple of 32");
    ok = false;
  } else if (!cnt->imm && (in->row->rules & WS_RULE_COUNT_NONZERO)) {
    error_at(p, cnt, "the thread count of an arrive cannot be 0");
    ok = false;
  } else if (!cnt->imm || cnt->imm / 32 > p->s->machine.warps) {
    warn_at(p, cnt, "a thread count of %u with %u warps: BAR_BAD_COUNT", (unsigned)cnt->imm, p->s->machine.warps);
  }
  return ok;
}

static bool size_rule(parser *p, const ws_insn *in) {
  const ws_operand *size = &in->op_[WS_R_SIZE];
  unsigned rules = in->row->rules;
  if ((rules & WS_RULE_SIZE128) && size->imm != 128) {
    error_at(p, size, "the size must be 128");
    return false;
  }
  if ((rules & WS_RULE_CP_SIZE16) && size->imm != 16) {
    error_at(p, size, "%s copies 16 bytes", in->name);
    return false;
  }
  if ((rules & WS_RULE_CP_SIZE) && size->imm != 4 && size->imm != 8 && size->imm != 16) {
    error_at(p, size, "%s copies 4, 8 or 16 bytes", in->name);
    return false;
  }
  const ws_operand *src = &in->op_[WS_R_SRC];
  if (src->kind == WS_O_IMM && src->given > size->imm) {
    error_at(p, src, "the size of the source must be 0 to %u", (unsigned)size->imm);
    return false;
  }
  return true;
}

// What the address of an mbarrier operation leads to, where it is written down and aligned.
static void mbarrier_place(parser *p, const ws_insn *in) {
  const ws_operand *o = &in->op_[WS_R_ADDR];
  if (o->kind != WS_O_ADDR || o->reg || o->imm % 8 || !in_space(p, in->space, o->imm, 8))
    return;
  if (o->imm >= WS_GLOBAL_WINDOW) {
    warn_at(p, o, "an mbarrier stands in shared memory, the address is global: MB_BAD_SPACE");
    return;
  }
  unsigned window = (unsigned)(o->imm >> 24);
  if (!window || window - 1 == p->cta)
    return;
  bool arrive = ws_is_mbar_arrive(in->op) && !ws_is_mbar_nocomplete(in->op);
  if (!arrive && !ws_is_mbar_tx(in->op))
    warn_at(p, o, "%s reaches the own CTA only: MB_REMOTE_UNSUPPORTED", in->name);
  else if (arrive && in->op_[WS_R_D].kind != WS_O_SINK)
    warn_at(p, o, "%s at another CTA gives no result, the destination must be '_': MB_REMOTE_RESULT", in->name);
}

static bool mbarrier_rule(parser *p, const ws_insn *in) {
  const ws_operand *cnt = &in->op_[WS_R_CNT], *state = &in->op_[WS_R_STATE];
  unsigned rules = in->row->rules;
  bool ok = true;
  if (cnt->kind == WS_O_IMM && (rules & WS_RULE_MB_COUNT)) {
    if (!ws_is_mbar_init(in->op) && !cnt->var && (int64_t)cnt->given < 1) {
      error_at(p, cnt, "the count of an arrival must be above 0");
      ok = false;
    } else if (!cnt->imm || cnt->imm > COUNT_MAX) {
      warn_at(p, cnt, "the count is not in 1 to 2^20 - 1: MB_BAD_COUNT");
    }
  }
  if (cnt->kind == WS_O_IMM && (rules & WS_RULE_MB_TX) && cnt->imm > COUNT_MAX)
    warn_at(p, cnt, "the tx-count is above 2^20 - 1: %s",
            in->op == WS_OP_MBAR_COMPLETE_TX ? "MB_TX_UNDERFLOW" : "MB_TX_OVERFLOW");
  if (state->kind == WS_O_IMM && (rules & WS_RULE_MB_PARITY) && !state->var && state->given > 1) {
    error_at(p, state, "the parity must be 0 or 1");
    ok = false;
  }
  if (!strcmp(in->row->opcode, "mbarrier") || ws_insn_has(in, "mbarrier"))
    mbarrier_place(p, in);
  return ok;
}

bool check_rules(parser *p, ws_insn *in, const tok *at) {
  unsigned rules = in->row->rules;
  bool ok = true;
  if ((rules & WS_RULE_SEM_SCOPE) && (in->sem != WS_SEM_NONE) != (in->scope != WS_SC_NONE)) {
    error_at(p, at, "%s: memory semantics and scope stand together or not at all", in->name);
    ok = false;
  }
  if ((rules & WS_RULE_REMOTE_SINK) && in->space == WS_SP_SHARED_CLUSTER && in->op_[WS_R_D].kind != WS_O_SINK) {
    error_at(p, &in->op_[WS_R_D], "with .shared::cluster the destination must be '_'");
    ok = false;
  }
  if ((rules & WS_RULE_HINT) && ws_insn_has(in, "L2::cache_hint") && in->space != WS_SP_GENERIC &&
      in->space != WS_SP_GLOBAL) {
    error_at(p, at, "a cache hint is for global memory only");
    ok = false;
  }
  if (rules & WS_RULE_MASK)
    mask_rule(p, in);
  if (rules & WS_RULE_BARRIER)
    ok &= barrier_rule(p, in);
  if (in->op_[WS_R_SIZE].kind == WS_O_IMM)
    ok &= size_rule(p, in);
  if (rules & WS_RULE_IN_GLOBAL && in->op_[WS_R_ADDR].kind == WS_O_ADDR && !in->op_[WS_R_ADDR].reg &&
      in->op_[WS_R_ADDR].imm < WS_GLOBAL_WINDOW)
    warn_at(p, &in->op_[WS_R_ADDR], "the address is not in global memory: FN_BAD_ADDR");
  if ((rules & WS_RULE_RA_MBAR) && in->op_[WS_R_ADDR2].kind == WS_O_NONE)
    warn_at(p, at, "red.async.relaxed without an mbarrier operand: DEC_ILLEGAL");
  for (unsigned i = 0; i < 2 && (rules & WS_RULE_RA_MBAR); i++) {
    const ws_operand *o = &in->op_[i ? WS_R_ADDR2 : WS_R_ADDR];
    if (o->kind == WS_O_ADDR && !o->reg && o->imm >= WS_GLOBAL_WINDOW)
      warn_at(p, o, "the address is not in shared memory: RA_BAD_SPACE");
  }
  if (rules & WS_RULE_RA_ILLEGAL)
    warn_at(p, at, "PTX does not define this red.async: DEC_ILLEGAL");
  ok &= mbarrier_rule(p, in);
  return check_helper(p, in, at) && ok;
}
