// SPDX-License-Identifier: Apache-2.0
// The machine that the firmware runs on: RV32IM with Zicsr, machine mode only, no cache, little endian. The virtual platform
// (tb/sysc) is one; so is any board that puts the same things at the same places.
//
// RAM        entry at its first word; a flat binary or an ELF is loaded there
// BLOCK      the block on a bus, rtl/bus; its interrupt is the machine external interrupt (mcause 0x8000000b)
// UART, SYS  below
// An access that a bus refuses, unaligned ones included, is a load or store access fault (mcause 5, 7; mtval: the address).
// wfi goes on at an interrupt that mie allows, whatever mstatus.MIE says, and at the latest after PLATFORM_WFI_NS.
#ifndef PLATFORM_H
#define PLATFORM_H

#define PLATFORM_RAM 0x80000000u
#define PLATFORM_RAM_BYTES 0x100000u
#define PLATFORM_BLOCK 0x10000000u // WS_BUS_BYTES of it

#define PLATFORM_UART 0x10100000u
#define PLATFORM_UART_SEND 0x0u    // write: sends the low byte
#define PLATFORM_UART_RECEIVE 0x4u // read: takes a byte; bit 31: there is none
#define PLATFORM_UART_STATUS 0x8u  // read
#define PLATFORM_UART_READY 1u     //   can send
#define PLATFORM_UART_FULL 2u      //   a byte was received

#define PLATFORM_SYS 0x10200000u
#define PLATFORM_SYS_EXIT 0x0u    // write: ends the run with this status
#define PLATFORM_SYS_TIME_LO 0x4u // read: nanoseconds since reset; read high, low, high
#define PLATFORM_SYS_TIME_HI 0x8u
#define PLATFORM_SYS_INSTRET 0xcu // read: instructions so far, modulo 2^32; 0 where that is not known

#define PLATFORM_WFI_NS 100000u

#endif
