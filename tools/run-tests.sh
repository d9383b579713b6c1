#!/bin/sh
# run-tests.sh BUILD [meson test options]: runs the tests and ends with "N passed, N failed[, N skipped]".
set -u
build=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
meson test -C "$build" --print-errorlogs --num-processes "$(nproc)" "$@" >"$log" 2>&1
status=$?
grep -vE '^(ninja: (Entering|no work)|Full log|$)' "$log"
field() { sed -n "s/^$1: *//p" "$log" | tail -1; }
passed=$(( $(field Ok) + $(field 'Expected Fail') + 0 ))
failed=$(( $(field Fail) + $(field Timeout) + $(field 'Unexpected Pass') + 0 ))
skipped=$(( $(field Skipped) + 0 ))
[ "$status" -ne 0 ] && [ "$failed" -eq 0 ] && failed=1
echo "$passed passed, $failed failed$( [ "$skipped" -ne 0 ] && echo ", $skipped skipped")"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
