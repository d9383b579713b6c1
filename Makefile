# The commands of this tree; Meson does the work.
#
#   make              build build/sm5                 make test         the tests, four minutes
#   make demo         run examples/orbits             make test-all     also long random and exhaustive tests
#   make deps         install missing packages        make check-style  clang-format, clang-tidy, layers
#   make install [DESTDIR=...] [PREFIX=...]           make sanitize     make test under ASan and UBSan
#   make docs         diagnostics, manual, grammar    make tsan         the race-free tests under TSan
#   make site         the documentation as HTML, with the API and its man pages, in build/site
#   make fuzz         the targets of fuzz/            make bench        the benchmarks of bench/
#   make dist         release tarball and its SBOM    make reproducible  two builds of a commit are the same
#   make test-arm     the tests on AArch64, emulated
#   make test-matrix  other compilers, flags, C library and processors
#   make deps-all     the packages of every target, with those of other compilers, processors, C libraries, Vulkan and MPI
#
#   make wheel       the Python package as a wheel, in build/dist
#   make deb         the Debian packages, in build/dist/deb
#   make vsix        the extension of VS Code, in build/dist
#
#   JIT=0             build without LLVM: the interpreter runs everything

BUILD  ?= build
# Where a build is configured to be installed is kept until another one is given; /usr/local at first.
PREFIX ?=
ARM_TESTS ?= all
JOBS   := $(shell nproc 2>/dev/null || echo 2)

# Debian packages by name: what building, testing and the demo need.
PACKAGES = gcc libc6-dev make meson ninja-build pkg-config python3 libyaml-dev libjansson-dev libsodium-dev libpng-dev libedit-dev
TEST_PACKAGES = libcmocka-dev libmpfr-dev
SANITIZE_PACKAGES = clang libclang-rt-dev
STYLE_PACKAGES = clang-format clang-tidy
# Other compilers, C libraries and processors, for tests that build or run sm5 with them.
MATRIX_PACKAGES = gcc-12 clang-14 clang-19 musl-tools qemu-user valgrind
DIST_PACKAGES = git xz-utils
# The Vulkan engine, and a device on the CPU for its tests.
VULKAN_PACKAGES = libvulkan-dev libvkd3d-dev mesa-vulkan-drivers vulkan-validationlayers
# The Python package and its tests.
PYTHON_PACKAGES = python3-dev python3-numpy python3-pytest python3-pil
# The parser of headers of sm5 layout --check.
CLANG_PACKAGES = libclang-19-dev
# The documentation as HTML.
SITE_PACKAGES = python3-markdown doxygen
# Ranks: MPI and its mpirun.
MPI_PACKAGES = libopenmpi-dev openmpi-bin
# Debian packages of sm5: all that its plugins need, and the tools.
DEB_PACKAGES = dpkg-dev debhelper dh-python bash-completion lintian fakeroot python3-dev libclang-19-dev llvm-19-dev libvulkan-dev libvkd3d-dev libopenmpi-dev
ARM_PACKAGES = gcc-aarch64-linux-gnu qemu-user libc6-dev:arm64 libyaml-dev:arm64 libjansson-dev:arm64 libsodium-dev:arm64 \
	libpng-dev:arm64 libcmocka-dev:arm64 libmpfr-dev:arm64
TOOL_PACKAGES = $(SANITIZE_PACKAGES) $(STYLE_PACKAGES) $(MATRIX_PACKAGES) $(DIST_PACKAGES) $(ARM_PACKAGES) $(VULKAN_PACKAGES) $(PYTHON_PACKAGES) $(CLANG_PACKAGES) $(MPI_PACKAGES) $(DEB_PACKAGES) $(SITE_PACKAGES)
# The JIT's compiler: the oldest LLVM that will do. JIT=0 builds without it; all but speed works.
ifneq ($(JIT),0)
PACKAGES += llvm-19-dev
JIT_OPTION = -Djit=auto
else
JIT_OPTION = -Djit=disabled
endif
# What is not given on the command line stays as it was configured.
JIT_GIVEN = $(if $(JIT),$(patsubst -Djit=%,%,$(JIT_OPTION)))

DIST = $(BUILD)/dist
SBOM = tools/sbom.py . $(BUILD)
SBOM_PACKAGES = --build $(PACKAGES) --test $(TEST_PACKAGES) --tool $(TOOL_PACKAGES)

.PHONY: all configure deps deps-all demo docs site test test-all test-long test-arm check-style sanitize tsan fuzz bench test-matrix test-matrix-short dist wheel deb vsix sbom reproducible install clean
# Packages have to be there before the build starts.
.NOTPARALLEL:

all: configure
	@ninja --quiet -C $(BUILD) -j$(JOBS)

configure:
	@python3 tools/configure.py $(BUILD) prefix=$(abspath $(PREFIX)) jit=$(JIT_GIVEN)

deps:
	@tools/deps.sh $(PACKAGES) $(TEST_PACKAGES)

deps-all: deps
	@tools/deps.sh $(TOOL_PACKAGES)

demo: deps all
	@examples/orbits/run.sh $(BUILD)/sm5

docs: all
	@python3 tools/diagnostics.py .
	@python3 tools/editors.py .
	@python3 tools/manual.py --update $(BUILD)/sm5 docs/cli.md
	@python3 tools/manual.py --check $(BUILD)/sm5 docs/cli.md

site:
	@tools/deps.sh $(SITE_PACKAGES)
	@/usr/bin/python3 tools/site.py $(BUILD)/site

test: deps all
	@tools/run-tests.sh $(BUILD) --no-suite long

test-all: deps all
	@tools/run-tests.sh $(BUILD)

# What `make test` leaves out of `make test-all`.
test-long: deps all
	@tools/run-tests.sh $(BUILD) --suite long

# ARM_TESTS=quick: arithmetic, semantics and 500 programs.
test-arm: deps all
	@ARM_TESTS=$(ARM_TESTS) tools/test-arm.sh $(BUILD) build-arm $(ARM_PACKAGES)

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
	@ASAN_OPTIONS=intercept_tls_get_addr=0 tools/run-tests.sh build-asan --timeout-multiplier 3 --no-suite long

tsan: deps
	@tools/deps.sh $(SANITIZE_PACKAGES)
	@test -f build-tsan/build.ninja || CC=clang meson setup $(JIT_OPTION) build-tsan --buildtype=debugoptimized \
		-Db_sanitize=thread -Db_lundef=false
	@ninja --quiet -C build-tsan -j$(JOBS)
	@TSAN_OPTIONS=suppressions=$(CURDIR)/tools/tsan.supp tools/run-tests.sh build-tsan --timeout-multiplier 3 --suite race-free --no-suite long

fuzz: deps
	@tools/deps.sh $(SANITIZE_PACKAGES)
	@test -f build-fuzz/build.ninja || CC=clang meson setup $(JIT_OPTION) build-fuzz --buildtype=debugoptimized -Dfuzz=true \
		-Db_sanitize=address,undefined -Db_lundef=false
	@ninja --quiet -C build-fuzz -j$(JOBS)

bench: all
	@test -f build-bench/build.ninja || meson setup $(JIT_OPTION) build-bench -Dbench=true
	@ninja --quiet -C build-bench -j$(JOBS)
	@bench/run.sh build-bench

# Other compilers, flags, C library, processors and valgrind.
test-matrix: deps-all all
	@tools/build-matrix.sh $(BUILD)

test-matrix-short: deps-all all
	@tools/build-matrix.sh $(BUILD) --short

dist: deps all
	@tools/deps.sh $(DIST_PACKAGES)
	@tarball=$$(tools/dist.sh $(DIST)) && $(SBOM) $${tarball%.tar.xz}.spdx.json --tarball $$tarball $(SBOM_PACKAGES) && \
		ls $${tarball%.tar.xz}.*

wheel: deps all
	@tools/deps.sh $(PYTHON_PACKAGES)
	@python3 tools/configure.py $(BUILD) python=enabled && ninja --quiet -C $(BUILD) -j$(JOBS) && tools/wheel.py $(BUILD) $(DIST)

deb: deps
	@tools/deps.sh $(DIST_PACKAGES) $(DEB_PACKAGES)
	@tools/deb.sh $(DIST)

vsix:
	@python3 tools/vsix.py $(DIST)

sbom: deps all
	@$(SBOM) $(BUILD)/sm5.spdx.json $(SBOM_PACKAGES)
	@echo $(BUILD)/sm5.spdx.json

reproducible: deps
	@tools/deps.sh $(DIST_PACKAGES)
	@tools/reproducible.py . --test $(if $(JIT_GIVEN),--jit=$(JIT_GIVEN))

install: all
	meson install --no-rebuild -C $(BUILD)

clean:
	rm -rf build build-arm build-asan build-tsan build-fuzz build-bench
