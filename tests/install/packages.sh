#!/bin/sh
# packages.sh ROOT SCRATCH: what people do with the installed Debian packages. Runs where they are installed; the build and the
# libraries of the source tree are not used.
set -eu
root=$1
cd "$2"
unset LD_LIBRARY_PATH PKG_CONFIG_PATH PYTHONPATH SM5_JIT_PLUGIN SM5_CLANG_PLUGIN SM5_MPI_PLUGIN SM5_VULKAN_PLUGIN
version=$("$root/tools/version.sh" "$root/include/sm5/status.h")
fail() { echo "packages.sh: $1" >&2; exit 1; }

# The command, with the plugins of its packages.
[ "$(command -v sm5)" = /usr/bin/sm5 ] || fail "sm5 is $(command -v sm5)"
[ "$(sm5 --version)" = "sm5 $version" ] || fail "$(sm5 --version)"
cp -r "$root/examples" examples
(cd examples/orbits && sh run.sh /usr/bin/sm5) >demo.txt || fail "the demo failed: $(cat demo.txt)"
case $(uname -m) in x86_64) sm5 run examples/embed/blur.asm --engine jit --groups 1 -b u0=zero,size=64 -b t0=zero,size=64 >jit.txt || fail "no JIT" ;; esac
printf 'cs_5_0\n// sm5: struct u0 float a; float b\ndcl_uav_structured u0, 8\ndcl_thread_group 1, 1, 1\nret\n' >s.asm
echo 'struct u0 { float a, b; };' >s.h
sm5 layout s.asm --check s.h >layout.txt || fail "$(cat layout.txt)"
sm5 devices >devices.txt 2>&1 || grep -q "no Vulkan\|driver\|loader" devices.txt || fail "$(cat devices.txt)"
man -w sm5 >man.txt || fail "no man page"
man sm5_dispatch | grep -q "sm5/run.h" || fail "no man page of the library"
man -w sm5_dispatch_options >man.txt || fail "no man page of a type"
bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader sm5; complete -p sm5' >complete.txt || fail "no completion"

# The library: pkg-config, shared and static; CMake.
cp -r /usr/share/doc/libsm5-dev/examples/embed own
[ "$(pkg-config --modversion sm5)" = "$version" ] || fail "pkg-config has $(pkg-config --modversion sm5)"
expected='0 -> 0.333333
1 -> 1
2 -> 2
3 -> 3
4 -> 2.33333'
for kind in "" STATIC=1; do
    make -s -C own clean embed $kind
    [ "$(own/embed own/blur.asm 5)" = "$expected" ] || fail "embed $kind"
done
if command -v cmake >cmake.txt; then
    cmake -S own -B built >cmake.txt && cmake --build built >>cmake.txt || fail "$(cat cmake.txt)"
    [ "$(built/embed own/blur.asm 5)" = "$expected" ] || fail "embed of cmake"
fi

# The Python package.
/usr/bin/python3 - "$version" own/blur.asm <<'PYTHON' || fail "python3-sm5"
import sys
import sm5
assert sm5.__version__ == sys.argv[1], sm5.__version__
assert sm5.__file__.startswith("/usr/lib/python3/"), sm5.__file__
assert "t0" in sm5.load(sys.argv[2]).resources
PYTHON
echo "the packages of $version work"
