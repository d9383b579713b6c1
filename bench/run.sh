#!/bin/sh
# Runs every benchmark of a build folder. Those that need shaders read $SM5_SHARED/corpus (default ../shared/corpus).
set -u
cd "$(dirname "$0")/.."
build=${1:?usage: bench/run.sh BUILD}
for bench in "$build"/bench/bench-*; do
    [ -f "$bench" ] && [ -x "$bench" ] || continue
    echo "== ${bench##*/}"
    "$bench" || echo "(skipped or failed with $?)"
done
kernels=$build/bench/kernels/bench-kernels
if [ -x "$kernels" ]; then
    echo "== ${kernels##*/}"
    "$kernels" --json "$build/kernels.json" --plot "$build/kernels.svg" && echo "figures in $build/kernels.json, plot in $build/kernels.svg"
fi
