# The commands of this tree; Meson does the work.
#
#   make              build build/sm5                 make test         the tests, less than a minute
#   make demo         run examples/orbits             make test-all     also long random and exhaustive tests
#   make deps         install missing packages        make check-style  clang-format, clang-tidy, layers
#   make install [DESTDIR=...] [PREFIX=...]           make sanitize     make test under ASan and UBSan
#   make docs         docs/diagnostics.md, manual     make tsan         the race-free tests under TSan
#   make fuzz         the targets of fuzz/            make bench        the benchmarks of bench/
#
#   JIT=0             build without LLVM: the interpreter runs everything

BUILD  ?= build
# Where a build is configured to be installed is kept until another one is given; /usr/local at first.
PREFIX ?=
JOBS   := $(shell nproc 2>/dev/null || echo 2)

# Debian packages by name: what building, testing and the demo need.
PACKAGES = gcc libc6-dev make meson ninja-build pkg-config python3 libyaml-dev libjansson-dev libpng-dev libcmocka-dev libmpfr-dev
SANITIZE_PACKAGES = clang libclang-rt-dev
STYLE_PACKAGES = clang-format clang-tidy
# The JIT's compiler: the oldest LLVM that will do. JIT=0 builds without it; all but speed works.
ifneq ($(JIT),0)
PACKAGES += llvm-19-dev
JIT_OPTION = -Djit=auto
else
JIT_OPTION = -Djit=disabled
endif
# What is not given on the command line stays as it was configured.
JIT_GIVEN = $(if $(JIT),$(patsubst -Djit=%,%,$(JIT_OPTION)))

.PHONY: all configure deps demo docs test test-all check-style sanitize tsan fuzz bench install clean
# Packages have to be there before the build starts.
.NOTPARALLEL:

all: configure
	@ninja --quiet -C $(BUILD) -j$(JOBS)

configure:
	@python3 tools/configure.py $(BUILD) prefix=$(abspath $(PREFIX)) jit=$(JIT_GIVEN)

deps:
	@tools/deps.sh $(PACKAGES)

demo: deps all
	@examples/orbits/run.sh $(BUILD)/sm5

docs: all
	@python3 tools/diagnostics.py .
	@python3 tools/manual.py --update $(BUILD)/sm5 docs/cli.md
	@python3 tools/manual.py --check $(BUILD)/sm5 docs/cli.md

test: deps all
	@tools/run-tests.sh $(BUILD) --no-suite long

test-all: deps all
	@tools/run-tests.sh $(BUILD)

check-style: deps all
	@tools/deps.sh $(STYLE_PACKAGES)
	@tools/check-style.sh $(BUILD)

sanitize: deps
	@tools/deps.sh $(SANITIZE_PACKAGES)
	@test -f build-asan/build.ninja || CC=clang CFLAGS=-fno-sanitize-recover=all meson setup $(JIT_OPTION) build-asan --buildtype=debugoptimized \
		-Db_sanitize=address,undefined -Db_lundef=false
	@ninja --quiet -C build-asan -j$(JOBS)
# The leak checker scans thread-local memory of libraries that are loaded and unloaded, such as LLVM, and occasionally
# crashes ("Tracer caught signal 11"); without this interception it does not scan them.
	@ASAN_OPTIONS=intercept_tls_get_addr=0 tools/run-tests.sh build-asan --no-suite long

tsan: deps
	@tools/deps.sh $(SANITIZE_PACKAGES)
	@test -f build-tsan/build.ninja || CC=clang meson setup -Djit=disabled build-tsan --buildtype=debugoptimized \
		-Db_sanitize=thread -Db_lundef=false
	@ninja --quiet -C build-tsan -j$(JOBS)
	@tools/run-tests.sh build-tsan --suite race-free

fuzz: deps
	@tools/deps.sh $(SANITIZE_PACKAGES)
	@test -f build-fuzz/build.ninja || CC=clang meson setup -Djit=disabled build-fuzz --buildtype=debugoptimized -Dfuzz=true \
		-Db_sanitize=address,undefined -Db_lundef=false
	@ninja --quiet -C build-fuzz -j$(JOBS)

bench: all
	@test -f build-bench/build.ninja || meson setup $(JIT_OPTION) build-bench -Dbench=true
	@ninja --quiet -C build-bench -j$(JOBS)
	@bench/run.sh build-bench

install: all
	meson install --no-rebuild -C $(BUILD)

clean:
	rm -rf build build-asan build-tsan build-fuzz build-bench
