# SPDX-License-Identifier: Apache-2.0
# The one list of outside tools, read by setup.sh and doctor.sh:
#   Debian package | program, header with its path, or python:MODULE | verbs that need it | how to ask for the version
# Verbs: "all" is every verb that builds the RTL; replay-model is replay DUT=cmodel; test needs every row.
ws_tools='
cmake           | cmake             | all check replay-model | cmake --version
make            | make              | all check replay-model | make --version
gcc             | gcc               | all check replay-model | gcc --version
pkgconf         | pkg-config        |                      | pkg-config --version
g++             | g++               | all replay-model     | g++ --version
python3         | python3           | all check replay-model lint format synth formal bench | python3 --version
verilator       | verilator         | all lint fusesoc     | verilator --version
libcmocka-dev   | /usr/include/cmocka.h | all replay-model | dpkg-query -W -f ${Version} libcmocka-dev
libmpfr-dev     | /usr/include/mpfr.h   | nightly          | dpkg-query -W -f ${Version} libmpfr-dev
zlib1g-dev      | /usr/include/zlib.h   | all replay-model | dpkg-query -W -f ${Version} zlib1g-dev
iverilog        | iverilog          | all lint fusesoc     | iverilog -V
yosys           | yosys             | lint synth formal mutants nightly fpga board-sim | yosys -V
nextpnr-ice40   | nextpnr-ice40     | fpga nightly         | nextpnr-ice40 -V
fpga-icestorm   | icepack           | fpga nightly         | dpkg-query -W -f ${Version} fpga-icestorm
fpga-icestorm-chipdb | /usr/share/fpga-icestorm/chipdb/chipdb-8k.txt | fpga nightly | dpkg-query -W -f ${Version} fpga-icestorm-chipdb
berkeley-abc    | berkeley-abc      | formal mutants nightly | dpkg-query -W -f ${Version} berkeley-abc
clang-format-14 | clang-format-14   | lint format          | clang-format-14 --version
gcc-riscv64-unknown-elf | riscv64-unknown-elf-gcc | fw vp | riscv64-unknown-elf-gcc --version
picolibc-riscv64-unknown-elf | /usr/lib/picolibc/riscv64-unknown-elf/include/stdint.h | fw vp | dpkg-query -W -f ${Version} picolibc-riscv64-unknown-elf
python3-venv    | python:ensurepip  | regress coverage regs nightly bench fpga fusesoc pytest | python3 --version
libsystemc-dev  | /usr/include/tlm_utils/simple_target_socket.h | vp | dpkg-query -W -f ${Version} libsystemc-dev
libunicorn-dev  | /usr/include/unicorn/unicorn.h | vp     | dpkg-query -W -f ${Version} libunicorn-dev
lcov            | genhtml           | coverage             | genhtml --version
valgrind        | valgrind          | bench                | valgrind --version
'
# Used where present: builds work without it. `setup.sh slurm` installs the cluster on which LAUNCHER=slurm is
# tested, `setup.sh browser` what opens the regression's report in its test.
ws_optional='
ccache          | ccache            | all                  | ccache --version
nextpnr-ecp5    | nextpnr-ecp5      | fpga                 | nextpnr-ecp5 -V
gtkwave         | gtkwave           | waves                | dpkg-query -W -f ${Version} gtkwave
openfpgaloader  | openFPGALoader    | program              | dpkg-query -W -f ${Version} openfpgaloader
slurm-wlm       | slurmctld         | slurm                | slurmctld -V
munge           | munged            | slurm                | munged --version
chromium        | chromium          | browser              | chromium --version
'

# Splits one row of the lists into package, probe, verbs, version.
ws_row() {
  IFS='|' read -r package probe verbs version <<<"$1"
  package=${package// /} probe=${probe// /} version=${version# }
}

# Is the tool of the current row here?
ws_have() {
  case $probe in
    /*) [ -e "$probe" ] ;;
    python:*) python3 -c "import ${probe#python:}" 2>/dev/null ;;
    *) [ -n "$(type -P "$probe")" ] ;;
  esac
}
