#!/bin/sh
# test-arm.sh BUILD BUILD_ARM PACKAGE...: builds sm5 for AArch64 with Debian's cross compiler, runs its tests under
# qemu-user, and compares random programs with the native BUILD. Without the packages it skips. ARM_TESTS=quick builds
# and runs the tests of arithmetic, the semantic cases and 500 programs only. Ends with "N passed, N failed".
set -u
build=$1 arm=$2
shift 2
if ! tools/deps.sh "$@"; then
    echo "0 passed, 0 failed, 1 skipped: the tests on AArch64 need the packages above"
    exit 0
fi
PATH=/usr/lib/ccache:$PATH # compilers by way of ccache, if it is there
export PATH
numeric='lanes portable float special'
case ${ARM_TESTS:-all} in
quick)
    targets="sm5 tests/generated-cases.stamp"
    set -- 'semantics/cases on interp'
    for name in $numeric; do
        targets="$targets tests/test-numeric-$name"
        set -- "$@" "numeric/$name"
    done
    programs=500
    ;;
all)
    targets=all
    set -- --no-suite long
    programs=10000
    ;;
*)
    echo "invalid ARM_TESTS '$ARM_TESTS'; expected quick or all" >&2
    exit 1
    ;;
esac
log=$(mktemp)
trap 'rm -f "$log"' EXIT
test -f "$arm/build.ninja" || meson setup --cross-file tools/cross/aarch64.ini "$arm" >"$log" || { cat "$log"; exit 1; }
ninja --quiet -C "$arm" -j"$(nproc)" $targets || exit 1
tools/run-tests.sh "$arm" --no-rebuild --timeout-multiplier 5 "$@" >"$log"
cat "$log"
set -- $(tail -1 "$log")
same=0
python3 tests/random/same.py --count "$programs" "$build/sm5 random" \
    "qemu-aarch64 $arm/sm5 random" || same=1
echo "$(($1 + 1 - same)) passed, $(($3 + same)) failed"
[ "$3" -eq 0 ] && [ "$same" -eq 0 ]
