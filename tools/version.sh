#!/bin/sh
# version.sh STATUS.h: prints the version, which is written in that public header only.
set -eu
sed -n 's/^#define SM5_VERSION_\(MAJOR\|MINOR\|PATCH\) *//p' "$1" | paste -sd .
