#!/bin/sh
# localise.sh OUT.a IN.a OBJCOPY AR CC...: makes an archive of one object that exports only the visible symbols of IN.a.
set -eu
out=$1 in=$2 objcopy=$3 ar=$4
shift 4
object=$(dirname "$out")/sm5.o
"$@" -r -nostdlib -o "$object" -Wl,--whole-archive "$in" -Wl,--no-whole-archive
"$objcopy" --localize-hidden "$object"
rm -f "$out"
"$ar" rcs "$out" "$object"
rm -f "$object"
