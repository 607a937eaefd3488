# SPDX-License-Identifier: Apache-2.0
"""The parts of scripts/regress.py, one file each; README.md of scripts/ says which."""
