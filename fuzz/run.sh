#!/bin/sh
# Runs every fuzz target: fuzz/run.sh BUILD [RUNS]. Stops at the first input that breaks a property.
set -eu
root=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?usage: fuzz/run.sh BUILD [RUNS]}" && pwd)
runs=${2:-1000000}
cd "$build"
# The leak checker may crash in the thread-local memory of libraries that are loaded, such as LLVM.
export ASAN_OPTIONS=intercept_tls_get_addr=0
for target in container tokens text case run engines texture expression lines json csv npy struct set frames dap lsp; do
    seeds=$root/seeds/$target
    dictionary=
    case $target in
    text | lsp) dictionary=-dict=$build/fuzz/text.dict ;;
    run | engines) seeds=$root/seeds/tokens ;;
    esac
    echo "== fuzz-$target"
    mkdir -p "corpus/$target"
    # shellcheck disable=SC2086
    fuzz/fuzz-$target -runs="$runs" -timeout=10 -max_len=4096 -print_final_stats=1 $dictionary \
        "corpus/$target" $seeds >"fuzz-$target.log" 2>&1 || { tail -40 "fuzz-$target.log"; exit 1; }
    grep -E '^stat::(number_of_executed_units|average_exec_per_sec)' "fuzz-$target.log"
done
