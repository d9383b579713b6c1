#!/bin/sh
# build-matrix.sh BUILD [--short | NAME...]: builds sm5 in each configuration of the table and runs tests in it; without
# NAMEs in all. --short: those of a release check, with few tests. BUILD: a build for the rows that only run differently.
# Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 1
build=$1
shift
out=$PWD/build-matrix

# Builds. name: CC: CFLAGS: LDFLAGS: options of Meson: tests of tools/run-tests.sh.
short='--no-suite long --no-suite shared --no-suite guard'
core='--suite semantics --suite interp --suite numeric --suite texture --suite runtime --suite text --suite bytecode --no-suite long'
builds="
gcc-12    : gcc-12   :         :              :                                : $short
clang-14  : clang-14 :         :              :                                : $short
clang-19  : clang-19 :         :              :                                : $short
no-jit    : cc       :         :              : -Djit=disabled -Dvulkan=disabled : $short
O0        : cc       :         :              : -Doptimization=0               : $core
O3        : cc       :         :              : -Doptimization=3               : $short
O3-clang  : clang-19 :         :              : -Doptimization=3               : $core
native    : cc       : -march=native :        :                                : $core
hardened  : cc       :         :              : -Dhardening=true -Db_pie=true    : $short
hardened-clang : clang-19 :    :              : -Dhardening=true -Db_pie=true    : $core
fuzz      : clang    :         :              : -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false : --suite fuzz --no-suite long
musl      : musl-gcc :         :              : -Djit=disabled -Dvulkan=disabled -Dmpi=disabled -Dclang=disabled : $short
"

# Emulations of BUILD. name: wrapper: options of tools/emulate.py: suites, in the complete matrix and in --short.
# QEMU before 10 flushes results that round up to the least normal number, which the processors do not: numeric/float,
# tiny_products. It flushes denormal halves in VCVTPH2PS and VCVTPS2PH too, which ignore the mode (typed_formats, lane_f16tof32,
# lane_f32tof16).
# Its own memory counts as the program's (cli/budgets), and a program that cannot be started seems to start (cli/hlsl).
# Features that QEMU cannot emulate are removed: it warns of each at each start, on the standard error of the tests' commands.
# Valgrind does not emulate that denormals are flushed, so that results differ: its findings alone count. jit/bounds is there for the
# numbers that proofs of bounds start from.
wide='base isa program dxbc bytecode text layout validate numeric texture tessellate runtime interp check ir api io case cli semantics'
emulations="
nehalem  : qemu-x86_64 -cpu Nehalem : --skip numeric/float --skip cli/budgets --skip cli/hlsl --skip tiny_products.yaml : $wide : interp
haswell  : qemu-x86_64 -cpu Haswell-noTSX,-pcid,-x2apic,-tsc-deadline,-invpcid : --skip numeric/float --skip cli/budgets --skip cli/hlsl --skip tiny_products.yaml --skip typed_formats.yaml --skip lane_f16tof32.yaml --skip lane_f32tof16.yaml : $wide : semantics
memcheck : valgrind -q --suppressions=$PWD/tools/valgrind.supp --log-file=$out/memcheck.errors/%p : --errors $out/memcheck.errors --test jit/bounds : $wide : dxbc bytecode
"

is_short=0 named=
for argument in "$@"; do
    if [ "$argument" = --short ]; then is_short=1; else named="$named $argument"; fi
done
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
mkdir -p "$out"

# Whether the row is to be run.
selected() {
    if [ -n "$named" ]; then
        case "$named " in *" $1 "*) return 0 ;; *) return 1 ;; esac
    fi
    [ "$is_short" = 0 ] || case " nehalem haswell memcheck " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

# result NAME: adds the last line of the log and shows the log if tests failed.
result() {
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -1)
    if [ "$2" -ne 0 ]; then
        grep -vE '^ok | OK ' "$log" | tail -100
        [ -n "$line" ] || line='0 passed, 1 failed'
    fi
    echo "$1: $line"
    set -- $line
    passed=$((passed + $1))
    failed=$((failed + $3))
}

# The number of table columns is small: fields are separated by colons and have no colons in them.
field() { echo "$row" | cut -d: -f"$1" | sed 's/^ *//; s/ *$//'; }

# A build from clean, without ccache's objects of other flags' builds being a concern: it hashes the flags.
run_build() {
    folder=$out/$name
    rm -rf "$folder"
    meson setup -Dbuildtype=release $(field 5) "$folder" && ninja --quiet -C "$folder" && tools/run-tests.sh "$folder" $(field 6)
}

build_row() {
    export CC="$(field 2)" CFLAGS="$(field 3)" LDFLAGS="$(field 4)"
    unset PKG_CONFIG_LIBDIR
    # As for `make sanitize`; only the row `fuzz` reads it.
    export ASAN_OPTIONS=intercept_tls_get_addr=0
    if [ "$name" = musl ]; then
        tools/musl-deps.sh "$out/musl-libraries" || return 1
        export PKG_CONFIG_LIBDIR="$out/musl-libraries/lib/pkgconfig"
    fi
    run_build
}

while read -r row; do
    name=$(field 1)
    [ -n "$name" ] && selected "$name" || continue
    (build_row) </dev/null >"$log" 2>&1 # the rows are this loop's standard input
    result "$name" $?
    rm -rf "${out:?}/$name"
done <<EOF
$builds
EOF

while read -r row; do
    name=$(field 1)
    [ -n "$name" ] && selected "$name" || continue
    suites=$(field $((4 + is_short)) | sed 's/[^ ]* */--suite &/g')
    tools/emulate.py "$build" $suites $(field 3) -- $(field 2) </dev/null >"$log" 2>&1
    result "$name" $?
done <<EOF
$emulations
EOF

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
