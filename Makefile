# The two commands to know are `make demo` and `make test`. Each sets up what it needs in .venv and build/ and uses it
# again while it is up to date. Needed: Python >= 3.10 with its venv module and headers, a C compiler, make.

PYTHON ?= python3
VENV_PYTHON := .venv/bin/python
WORKERS ?= 2
PIP := $(VENV_PYTHON) -m pip --disable-pip-version-check --no-input -qq
export PIP_ROOT_USER_ACTION = ignore

C_FLAGS := -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Wvla -Werror -ffp-contract=off -Icsrc/include
FLAGS_plain := -O2
FLAGS_sanitized := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
FLAGS_covered := -O0 -g --coverage
FLAGS_small := $(FLAGS_sanitized) -DIFC2F_EXACT=0
FLAGS_least := $(FLAGS_sanitized) -DIFC2F_EXACT=0 -DIFC2F_GROUPS=0 -DIFC2F_GRAPHS=0 -DIFC2F_CHECKS=0
C_PARTS := $(shell cat csrc/parts)
C_SOURCES := $(wildcard $(C_PARTS:%=csrc/%/*.c))
C_HEADERS := $(wildcard csrc/include/*.h csrc/base/*.h $(C_PARTS:%=csrc/%/*.h))
C_TESTS := $(wildcard csrc/tests/*.c)
FUZZ_HARNESSES := $(patsubst csrc/fuzz/fuzz_%.c,%,$(wildcard csrc/fuzz/fuzz_*.c))
# What the builds that leave something out are tested by as well.
TESTS_OF_BUILDS := opening with_factor inference uncertain sessions batch planning corrupt
C_RUNS := $(foreach kind,plain sanitized,$(C_TESTS:csrc/tests/%.c=build/c/$(kind)/%.ok)) \
	$(foreach test,$(TESTS_OF_BUILDS) graph,build/c/small/test_$(test).ok) \
	$(foreach test,$(TESTS_OF_BUILDS),build/c/least/test_$(test).ok) \
	$(FUZZ_HARNESSES:%=build/c/sanitized/fuzz_%.ok) build/c/small/fuzz_session.ok build/c/least/fuzz_session.ok

C_RUNS_covered := $(C_TESTS:csrc/tests/%.c=build/c/covered/%.ok) $(FUZZ_HARNESSES:%=build/c/covered/fuzz_%.ok)

# An environment knows where it stands, so one that was moved or made by another Python is not up to date.
SETUP := .venv/set-up-$(shell echo "$(CURDIR) $(PYTHON)" | cksum | cut -d ' ' -f 1)

# One target after another, but for those that call make for parts that need not wait for each other.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: help demo test lint test-c wheel pytest same-bytes paper bench-decisions bench-smoke screenshots translations demo-model clean

help:
	@echo "make demo             train on breast-cancer data, evaluate, and walk through three cases"
	@echo "make test             all checks: lint, C tests, wheel in a clean environment, Python tests"
	@echo "make lint | test-c | wheel | pytest   one of them"
	@echo "make pytest-bare      the tests that call programs, where only those are found that README names"
	@echo "make pytest-long      the Python tests marked long, which make test leaves out"
	@echo "make monkey           10,000 random keys and clicks on the window (MONKEY_SEED, MONKEY_EVENTS)"
	@echo "make screenshots      pictures of the window's states, in screenshots/, and those of README and docs"
	@echo "make demo-model       train the window's demo model anew; make translations  collect its texts, compile them"
	@echo "make same-bytes       train under two versions of NumPy and compare the models"
	@echo "make docs             the documentation as a site, in build/docs"
	@echo "make check-pgmpy      compare a learnt network with pgmpy on 1000 random evidence sets"
	@echo "make paper            the paper's evaluation; make bench-decisions  ours against the rivals (data: IFC2F_DATA)"
	@echo "make scale            training at scale: a million columns, fifty million rows, policies on workers (SCALE=\"auto, 5\")"
	@echo "make guards           what bounds policies, against all policies of 10,000 small networks"
	@echo "make networks         policies planned on published networks (pgmpy's), against pyAgrum and drawn instances"
	@echo "make bench-smoke      a part of both, in a few minutes; results go to build/bench-smoke"
	@echo "make firmware         the runtime on boards and big-endian machines, emulated; make footprint  what it takes there"
	@echo "make device           the example of a flash image: trained, exported, built, run in QEMU, measured"
	@echo "make fuzz             fuzz the C library (FUZZ_SECONDS, FUZZ_COUNT: for each harness) and plain C (FUZZ_GRAPHS)"
	@echo "make proof            prove the reader, a session's update and plain C free of undefined behaviour (Frama-C)"
	@echo "make misra | coverage deviations from MISRA C; lines and branches of csrc that the C tests reach"
	@echo "make amalgamation     the C library as three pairs of files (PREFIX=word: what public names begin with)"
	@echo "make arduino          the C library as an Arduino and PlatformIO library, in build/arduino"
	@echo "make places           the C library for Zephyr, ESP-IDF, MicroPython, Meson, Conan, vcpkg, CMSIS, Rust: in build/places"
	@echo "make wheels           wheels for every Python here, audited and tried where there is no compiler"
	@echo "make bare             both commands on a bare Debian with only what README names (root; an hour)"
	@echo "make frozen           the window as a folder that needs no Python, in build/frozen, started once"
	@echo "make page             ifc2f.mjs, models and sessions for JavaScript, with its types, in build/page"
	@echo "make page-check       pages in Chromium and Firefox, 1000 cases and 10,000 damaged models, types and format"
	@echo "make wasm             the C code of pages anew, after a change of what it is made from (csrc/page/build.py)"
	@echo "make sbom             the bill of materials (CycloneDX) of the core, in build/sbom"
	@echo "make lint-workflows   check .github against schemas, for security (zizmor), and that actions are pinned"
	@echo "make clean            remove what was built, and the environment"

demo: $(SETUP)
	@.venv/bin/ifc2f demo

# What needs one processor runs beside the C tests. The Python tests come last, so that their closing line ends the run.
.PHONY: checks
test: $(SETUP)
	@$(MAKE) --no-print-directory -j$(WORKERS) -O SIDE_BY_SIDE=1 checks
	@$(MAKE) --no-print-directory pytest

checks: lint firmware-quick wheel c-runs

lint: $(SETUP)
	$(VENV_PYTHON) -m ruff check .
	$(VENV_PYTHON) -m ruff format --check .
	@if $(VENV_PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then echo mypy; $(VENV_PYTHON) -m mypy; else \
	  echo "skipped: mypy on Python 3.10, for which NumPy stays at 2.2: its types know less than those this is written for"; fi

# Those that measure run before the others, which share the processors: all of a file in one process. A process
# that crashes ends the run: in another it would crash at the same test again, without end.
# Without Qt's libraries the tests of the window are left out, and pytest says why.
ALONE := $(shell grep -rl 'mark\.alone' tests)

pytest: $(SETUP) qt driver
	$(VENV_PYTHON) -m pytest -m alone $$($(QT_STARTS) && echo $(ALONE) || echo -p no:pytest-qt $(filter-out tests/gui/%,$(ALONE)))
	$(VENV_PYTHON) -m pytest -m "not alone" -n $(WORKERS) --dist loadfile --max-worker-restart=0 $$($(QT_STARTS) || echo "-p no:pytest-qt")

# The tests that call programs, where there are only those that README names and what they need: others must skip with
# a reason. What compiles much is left to the whole run, which has the same compiler.
CALLING := tests/project tests/cli/test_completion.py tests/cli/test_report.py tests/cli/test_cli.py tests/test_batches.py \
	tests/exchange/test_export.py tests/page/test_assemble.py tests/page/test_types.py tests/csrc/test_c_packages.py \
	tests/csrc/test_c_layout.py tests/csrc/test_footprint.py

.PHONY: pytest-bare
pytest-bare: $(SETUP)
	@PYTHON=$(VENV_PYTHON) bash release/cut_path.sh build/cut
	PATH="$(CURDIR)/build/cut" $(VENV_PYTHON) -m pytest -q -n $(WORKERS) -p no:pytest-qt $(CALLING)

# Other instances of what shorter tests show; those of scikit-learn's checks are chosen within their test.
.PHONY: pytest-long
pytest-long: $(SETUP) qt
	EVERY_CHECK=1 $(VENV_PYTHON) -m pytest -m long -n $(WORKERS) tests
	EVERY_CHECK=1 $(VENV_PYTHON) -m pytest -k test_scikit_learn_checks -n $(WORKERS) tests/estimator

# ---- The window: Qt's libraries come from the system; where they cannot be installed they are named ------------------

QT_STARTS := QT_QPA_PLATFORM=offscreen $(VENV_PYTHON) -c \
  'from PySide6.QtWidgets import QApplication; QApplication([])' >/dev/null 2>&1
QT_LIBRARIES := libegl1 libgl1 libx11-6 libfontconfig1 libfreetype6 libglib2.0-0 libxkbcommon0 libdbus-1-3 libzstd1 \
  fonts-dejavu-core libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 \
  libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1 libx11-xcb1 libxkbcommon-x11-0 xvfb xauth

.PHONY: qt qt-libraries
qt-libraries:
	@echo $(QT_LIBRARIES)

qt: $(SETUP)
	@$(QT_STARTS) && command -v Xvfb >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "installing Qt's libraries ..." && \
	  apt-get update -qq >/dev/null && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(QT_LIBRARIES) >/dev/null; } || \
	  echo "The tests of the window need Qt's system libraries; on Debian or Ubuntu: apt-get install $(QT_LIBRARIES)" >&2

screenshots: $(SETUP) qt
	$(VENV_PYTHON) tests/gui/screenshots.py
	$(VENV_PYTHON) docs/pictures.py

# Random keys and clicks on the window and its dialogs; another run with MONKEY_SEED=2.
.PHONY: monkey
monkey: $(SETUP) qt
	MONKEY_EVENTS=$${MONKEY_EVENTS:-10000} $(VENV_PYTHON) -m pytest -q tests/gui/test_monkey.py

translations: $(SETUP)
	$(VENV_PYTHON) gui/translations.py

demo-model: $(SETUP)
	$(VENV_PYTHON) -m ifc2f_gui.demo

# ---- Benchmarks: what is done already is not run again; see benchmarks/README.md -----------------------------------

BENCHMARKS := $(VENV_PYTHON) -m benchmarks
BENCH := .venv/bench-$(notdir $(SETUP))
JOBS ?= 2

$(BENCH): $(SETUP)
	@$(PIP) install -e '.[dev,bench]'
	@touch $@

paper: $(BENCH)
	$(BENCHMARKS) run all-paper --jobs $(JOBS)
	$(BENCHMARKS) report
	$(BENCHMARKS) keep

bench-decisions: $(BENCH)
	$(BENCHMARKS) run decisions prices grounds budgets --jobs $(JOBS) $(if $(FOLDS),--folds $(FOLDS))
	$(BENCHMARKS) report
	$(BENCHMARKS) keep

# Some of its measures by the beginnings of their names, as SCALE="auto, 5 million rows; growth".
.PHONY: scale
scale: $(BENCH)
	$(BENCHMARKS).scale $(if $(SCALE),--only "$(SCALE)")

# What bounds policies, on 10,000 small networks against all policies there are; simulated bounds on 2000 peaked ones.
.PHONY: guards
guards: $(SETUP)
	$(BENCHMARKS).guards
	$(BENCHMARKS).guards --bounds 2000

# The laws of planning on many more networks, then the table; some networks as NETWORKS="asia alarm". pgmpy brings files only.
.PHONY: networks
networks: $(SETUP)
	@$(PIP) install --no-deps pgmpy
	NETWORK_EXAMPLES=300 $(VENV_PYTHON) -m pytest -q tests/networks
	$(BENCHMARKS).networks $(if $(NETWORKS),--only $(NETWORKS))

bench-smoke: $(BENCH)
	$(BENCHMARKS) run all-paper decisions grounds budgets --quick --jobs $(JOBS) --results build/bench-smoke
	$(BENCHMARKS) report --results build/bench-smoke

clean:
	rm -rf .venv build dist ifc2f.egg-info ifc2f/_core.*

# ---- Environment ---------------------------------------------------------------------------------------------------

$(SETUP): pyproject.toml setup.py build_ext.py $(C_SOURCES) $(C_HEADERS) | can-build
	@echo "setting up .venv (takes a minute or two) ..."
	@rm -f ifc2f/_core.*
	@test -e $@ || $(PYTHON) -m venv --clear .venv
	@$(PIP) install -e '.[dev]'
	@touch $@

.PHONY: can-build
can-build:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || { \
	  echo "ifc2f needs Python 3.10 or newer as $(PYTHON); name another with: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "ifc2f needs Python's venv module; on Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' || { \
	  echo "ifc2f needs Python's C headers; on Debian or Ubuntu: apt-get install python3-dev" >&2; exit 1; }
	@command -v $(firstword $(CC)) >/dev/null || { \
	  echo "ifc2f needs a C compiler as $(CC); on Debian or Ubuntu: apt-get install gcc libc6-dev" >&2; exit 1; }

# ---- C tests: each file of csrc/tests with the whole core, as it is, under sanitizers, and small ------------------------

.PHONY: c-runs
test-c: can-build
	@$(MAKE) --no-print-directory -j$(WORKERS) -O SIDE_BY_SIDE=1 c-runs

c-runs: $(C_RUNS)

# One build changes every byte of a model to every other value, the rest to some.
build/c/plain/test_corrupt.ok: ARGUMENTS := refused
# The fuzz harnesses get their inputs, and some more made from them.
build/c/%.ok: build/c/%
	$< $(ARGUMENTS)
	@touch $@

define fuzz_arguments
build/c/%/fuzz_$(1).ok: ARGUMENTS := -n 3000 $(wildcard csrc/fuzz/corpus/$(1)/*)
endef
$(foreach harness,$(FUZZ_HARNESSES),$(eval $(call fuzz_arguments,$(harness))))

define kind_rules
build/c/$(1)/core/%.o: csrc/%.c | can-build
	@mkdir -p $$(@D)
	@echo "$$(CC) $(1): $$<"
	@$$(CC) $$(C_FLAGS) $$(FLAGS_$(1)) -MMD -MP -c $$< -o $$@

build/c/$(1)/%: csrc/tests/%.c $$(C_SOURCES:csrc/%.c=build/c/$(1)/core/%.o)
	@echo "$$(CC) $(1): $$<"
	@$$(CC) $$(C_FLAGS) $$(FLAGS_$(1)) -MMD -MP -MT $$@ -MF $$@.d $$(filter %.c %.o,$$^) -o $$@ -lm

build/c/$(1)/fuzz_%: csrc/fuzz/fuzz_%.c csrc/fuzz/replay.c $$(C_SOURCES:csrc/%.c=build/c/$(1)/core/%.o)
	@echo "$$(CC) $(1): $$<"
	@$$(CC) $$(C_FLAGS) $$(FLAGS_$(1)) -MMD -MP -MT $$@ -MF $$@.d $$(filter %.c %.o,$$^) -o $$@ -lm
endef
$(foreach kind,plain sanitized small least covered,$(eval $(call kind_rules,$(kind))))
-include $(wildcard build/c/*/*.d build/c/*/core/*/*.d)

# ---- The same model everywhere: two versions of NumPy, with and without wide instructions --------------------------

OLD_NUMPY := numpy==1.26.4 scipy==1.11.4 scikit-learn==1.6.1
NO_WIDE := NPY_DISABLE_CPU_FEATURES="AVX2 AVX512F"

same-bytes: $(SETUP)
	@mkdir -p build/same
	@test -x build/same/venv/bin/python || $(PYTHON) -m venv build/same/venv
	@build/same/venv/bin/python -m pip --disable-pip-version-check --no-input -qq install $(OLD_NUMPY) .
	$(VENV_PYTHON) tests/same_bytes.py >build/same/new
	$(NO_WIDE) $(VENV_PYTHON) -W ignore tests/same_bytes.py >build/same/new-plain
	cd build/same && venv/bin/python -I ../../tests/same_bytes.py >old
	cd build/same && $(NO_WIDE) venv/bin/python -I -W ignore ../../tests/same_bytes.py >old-plain
	@cd build/same && for other in new-plain old old-plain; do diff new $$other || exit 1; done; \
	echo "$$(wc -l <new) models and their answers are the same under all four"

# ---- The documentation's site, in build/docs: nitpicky, warnings are errors, the gallery is run ---------------------------

DOCS := .venv/docs-$(notdir $(SETUP))

$(DOCS): $(SETUP)
	@$(PIP) install -e '.[docs]'
	@touch $@

.PHONY: docs
docs: $(DOCS)
	@rm -rf docs/generated build/docs
	$(VENV_PYTHON) -m sphinx -W -n --keep-going -q -b html docs build/docs
	@echo "build/docs/index.html"

# ---- A model as a web page: the runtime as WebAssembly, the library for JavaScript, the checks in browsers ----------------

WASM_COMPILER := $(shell sed -n 's/^COMPILER = "\(.*\)".*/\1/p' csrc/page/build.py)

PLAYWRIGHT := $(shell sed -n 's/.*"\(playwright[^"]*\)".*/\1/p' pyproject.toml)
AXE := $(shell sed -n 's/.*"\(axe-playwright-python[^"]*\)".*/\1/p' pyproject.toml)

.PHONY: wasm page driver browsers page-tools page-check
wasm: $(SETUP)
	@$(PIP) install '$(WASM_COMPILER)'
	$(VENV_PYTHON) csrc/page/build.py ifc2f/page/ifc2f.wasm

page: $(SETUP)
	@mkdir -p build/page
	@$(VENV_PYTHON) -c 'from ifc2f.page.assemble import library; print(library(), end="")' >build/page/ifc2f.mjs
	@cp ifc2f/page/ifc2f.d.mts build/page
	@ls -l build/page/ifc2f.*

# The checkers of types and format come from npm, at the versions of tests/page/package.json; they are not for `make test`.
page-tools:
	@mkdir -p build/page-tools && cp tests/page/package.json build/page-tools
	@cd build/page-tools && npm install --silent --no-fund --no-audit

# What drives a browser in `make test`, where there is one.
driver: $(SETUP)
	@! command -v chromium >/dev/null || $(VENV_PYTHON) -c 'import playwright, axe_playwright_python' 2>/dev/null || \
	  $(PIP) install '$(PLAYWRIGHT)' '$(AXE)' || \
	  echo "The test of a page in a browser needs: pip install '$(PLAYWRIGHT)' '$(AXE)'" >&2

browsers:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq >/dev/null && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || \
	  echo "Some tests of pages need a browser; on Debian: apt-get install chromium" >&2

page-check: $(SETUP) qt browsers page-tools
	@command -v firefox-esr >/dev/null || apt-get install -y -qq --no-install-recommends firefox-esr >/dev/null || \
	  echo "needed: sudo apt-get install --no-install-recommends firefox-esr" >&2
	@$(PIP) install -e '.[dev,page]'
	PAGE_CASES=1000 PAGE_MUTATIONS=10000 PATH="$$PWD/build/page-tools/node_modules/.bin:$$PATH" $(VENV_PYTHON) -m pytest -q tests/page tests/gui/case/test_page_words.py

# ---- The network as pgmpy sees it -----------------------------------------------------------------------------------

.PHONY: check-pgmpy
check-pgmpy: can-build
	@mkdir -p build
	@test -x build/pgmpy/bin/python || $(PYTHON) -m venv build/pgmpy
	@build/pgmpy/bin/python -m pip --disable-pip-version-check --no-input -qq install pgmpy pandas .
	cd build && pgmpy/bin/python -I ../tests/check_pgmpy.py

# ---- The runtime on small devices: see csrc/firmware/Makefile -------------------------------------------------------

.PHONY: firmware firmware-quick footprint
firmware: $(SETUP)
	@$(MAKE) --no-print-directory -f csrc/firmware/Makefile check-all PYTHON=$(VENV_PYTHON)

firmware-quick: $(SETUP)
	@$(MAKE) --no-print-directory -f csrc/firmware/Makefile check PYTHON=$(VENV_PYTHON)

footprint: $(SETUP)
	@$(MAKE) --no-print-directory -f csrc/firmware/Makefile footprint PYTHON=$(VENV_PYTHON)

# The example of docs/device.md; the recorded readings if IFC2F_DATA is set.
.PHONY: device
device: $(SETUP)
	$(VENV_PYTHON) docs/device/example.py build/device

# ---- Fuzzing: see csrc/fuzz/Makefile ---------------------------------------------------------------------------------

.PHONY: fuzz
FUZZ_GRAPHS ?= 100
fuzz: $(SETUP) build/c/sanitized/test_corrupt
	build/c/sanitized/test_corrupt all
	IFC2F_GRAPHS=$(FUZZ_GRAPHS) $(VENV_PYTHON) -m pytest -q tests/exchange/test_plain_c.py
	@$(MAKE) --no-print-directory -f csrc/fuzz/Makefile fuzz

# ---- Proof: see csrc/proof/Makefile ----------------------------------------------------------------------------------

.PHONY: proof
proof: $(SETUP)
	@$(MAKE) --no-print-directory -f csrc/firmware/Makefile plain-random PYTHON=$(VENV_PYTHON)
	@$(MAKE) --no-print-directory -f csrc/proof/Makefile proof

# ---- MISRA C (docs/misra.md), and what the C tests reach ---------------------------------------------------------------

.PHONY: misra coverage
misra: $(SETUP)
	@command -v cppcheck >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	  apt-get install -y -qq --no-install-recommends cppcheck >/dev/null; } || { \
	  echo "needed: sudo apt-get install --no-install-recommends cppcheck" >&2; exit 1; }
	@$(MAKE) --no-print-directory -f csrc/firmware/Makefile plain-random PYTHON=$(VENV_PYTHON)
	@$(PYTHON) csrc/misra.py

GCOVR := --root . --filter 'csrc/($(subst $() ,|,$(C_PARTS)))/' build/c/covered

coverage: $(C_RUNS_covered)
	@command -v gcovr >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	  apt-get install -y -qq --no-install-recommends gcovr >/dev/null; } || { \
	  echo "needed: sudo apt-get install --no-install-recommends gcovr" >&2; exit 1; }
	@gcovr $(GCOVR) >build/coverage-lines
	@gcovr $(GCOVR) --branches --exclude-unreachable-branches >build/coverage-branches
	@cat build/coverage-lines; tail -4 build/coverage-branches

# ---- The C library as ifc2f.c, ifc2f.h and ifc2f_plan.c, ifc2f_plan.h ----------------------------------------------

PREFIX ?= ifc2f

amalgamation:
	$(PYTHON) csrc/amalgamate.py --prefix $(PREFIX) build/amalgamation
	@ls -l build/amalgamation

# Also a PlatformIO library.
.PHONY: arduino
arduino: $(SETUP)
	$(VENV_PYTHON) csrc/package/make_arduino.py build/arduino/ifc2f
	@find build/arduino/ifc2f -type f

# A folder in build/places for each build system, and tests that build each as far as it can be had here.
.PHONY: places
places: $(SETUP)
	@$(PIP) install 'conan>=2.4' || echo "Conan cannot be had: its recipe is not tried" >&2
	$(VENV_PYTHON) csrc/package/make_places.py build/places
	IFC2F_PLACES=1 $(VENV_PYTHON) -m pytest -q tests/csrc/test_places.py

# ---- A bare machine ------------------------------------------------------------------------------------------------

.PHONY: bare
bare:
	bash release/bare.sh

# ---- Wheel ---------------------------------------------------------------------------------------------------------

# Built from a source archive, as for a release, then installed and tried in an environment of its own, away from this folder.
wheel: $(SETUP)
	@rm -rf dist build/lib build/bdist.* && mkdir -p build
	$(VENV_PYTHON) -m build >build/wheel.log 2>&1 || { cat build/wheel.log >&2; exit 1; }
	@set -e; away=$$(mktemp -d); trap 'rm -rf "$$away"' EXIT; cp -r dist tests/wheel_smoke.py "$$away"; \
	if [ -d tests/golden ]; then cp -r tests/golden "$$away"; fi; \
	$(PYTHON) -m venv "$$away/venv"; \
	"$$away/venv/bin/python" -m pip --disable-pip-version-check --no-input -qq install "$$away"/dist/*.whl; \
	cd /; "$$away/venv/bin/python" -I "$$away/wheel_smoke.py"

# ---- Releases: wheels for all Pythons here, the workflows that build them elsewhere ---------------------------------

RELEASE := .venv/release-$(notdir $(SETUP))
PLATFORMS := linux:x86_64 linux:aarch64 macos:x86_64 macos:arm64 windows:AMD64 windows:ARM64

$(RELEASE): $(SETUP)
	@$(PIP) install -e '.[release]'
	@touch $@

.PHONY: wheels
wheels: $(RELEASE)
	@for each in $(PLATFORMS); do \
	  .venv/bin/cibuildwheel --platform $${each%:*} --archs $${each#*:} --print-build-identifiers || exit 1; done
	$(VENV_PYTHON) release/wheels.py

# Every action is pinned by the hash of a commit, its version behind it.
.PHONY: lint-workflows
lint-workflows: $(RELEASE)
	.venv/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	.venv/bin/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	.venv/bin/zizmor --offline --pedantic .github
	@! grep -n 'uses:' .github/workflows/*.yml | grep -vE '@[0-9a-f]{40} # v[0-9]+(\.[0-9]+)*$$'
	@if command -v actionlint >/dev/null; then actionlint; else echo "actionlint is not installed: left out"; fi

# The bill of materials of an installation of the core in an environment that holds nothing else.
.PHONY: sbom
sbom: $(RELEASE)
	@rm -rf build/sbom && mkdir -p build/sbom
	@$(PYTHON) -m venv --without-pip build/sbom/venv
	@$(PIP) --python build/sbom/venv/bin/python install .
	$(VENV_PYTHON) release/sbom.py build/sbom/venv/bin/python build/sbom/ifc2f.cdx.json

# The window as a folder that needs no Python, started under Xvfb: the demo model is opened and asks its first question.
FROZEN := .venv/frozen-$(notdir $(SETUP))
$(FROZEN): $(SETUP)
	@$(PIP) install -e '.[frozen]'
	@touch $@

.PHONY: frozen
frozen: $(FROZEN) qt
	$(VENV_PYTHON) -m PyInstaller --noconfirm --log-level ERROR --distpath build/frozen --workpath build/frozen-work \
	  release/frozen.spec
	QT_QPA_PLATFORM=xcb xvfb-run -a build/frozen/ifc2f-gui/check
	QT_QPA_PLATFORM=xcb xvfb-run -a build/frozen/ifc2f-gui/ifc2f-gui --version
	@rm build/frozen/ifc2f-gui/check && du -sh build/frozen/ifc2f-gui
