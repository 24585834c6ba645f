# make grade    set everything up and grade a sample submission, or SUBMISSION=path
# make test     set everything up and run all checks and tests
# make test-all also run what is checked nightly
# make check    only the checks: style, types, generated folders
# make lock     choose versions again

PYTHON     ?= python3
ASSIGNMENT ?= kenken
SAMPLE     := build/submissions/$(ASSIGNMENT)-sample
SUBMISSION ?= $(SAMPLE)

BIN := .venv/bin

.PHONY: grade test test-all pytest check style types types-of-students generated lock clean

grade: .venv/ready
	@$(if $(filter $(SAMPLE),$(SUBMISSION)),$(BIN)/python -m tests.submissions $(notdir $(SAMPLE)))
	@$(BIN)/autograder grade $(ASSIGNMENT) $(SUBMISSION)

# The tests start thousands of graders, so modules are compiled first. Types are checked while the
# tests run, which wait at times; the tests check the generated folders, too.
test: style
	@$(BIN)/python -m compileall -q -x assignments autograder
	@$(MAKE) --no-print-directory --jobs 3 pytest types types-of-students

test-all: test
	$(BIN)/pytest -n auto --dist worksteal -m nightly
	$(BIN)/autograder misconceptions --check

# The tests wait at times, so two run for each processor. A worker that has run its share of the
# files takes tests that another has not reached.
pytest: .venv/ready node_modules/.package-lock.json
	$(BIN)/pytest -n $$((2 * $$(nproc))) --dist worksteal

check: style types types-of-students generated

style: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready
	$(BIN)/mypy

types-of-students: .venv/ready
	@for folder in reference/* starter/*; do \
		echo "mypy $$folder"; \
		(cd $$folder && ../../$(BIN)/mypy --strict --follow-untyped-imports \
			--cache-dir ../../.mypy_cache/students .) || exit 1; \
	done

generated: .venv/ready
	$(BIN)/autograder starter --check
	$(BIN)/autograder expected --check
	$(BIN)/autograder figures --check

# Versions and hashes are pinned in requirements.lock; the package itself stays editable.
.venv/ready: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, \
	but $(PYTHON) is " + sys.version.split()[0] + "; name another: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation \
		--config-settings editable_mode=compat --editable .
	@touch $@

# The packages of the practice page, whose tests are skipped without npm.
node_modules/.package-lock.json: package.json package-lock.json
	-npm ci --loglevel=error --ignore-scripts --no-audit --no-fund

lock: .venv/ready
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --extra dev --upgrade \
		--generate-hashes --no-annotate --no-header --no-emit-index-url \
		pyproject.toml --output-file requirements.lock

clean:
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
