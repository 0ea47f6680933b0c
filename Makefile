# GNU make 3.81 and later. Everything is installed into .venv; nothing outside the checkout changes.

BIN := .venv/bin
READY := .venv/.ready
NEED := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11 python

.PHONY: help setup lab class test lint bench measure receipt agree torture pictures clean

help:
	@echo "make lab      open the first notebook in JupyterLab (LAB_ARGS: more of its options)"
	@echo "make class    serve the levels as a page without code (VOILA_ARGS: more of Voilà's options)"
	@echo "make test     run every test (PYTEST_ARGS: more of pytest's options)"
	@echo "make lint     check style, types and the direction of imports"
	@echo "make bench    measure the exact check, and the desk from pointer to verdict"
	@echo "make torture  kill processes of the runtime 10,000 times and look at what they leave (TORTURE_ARGS: another number)"
	@echo "make measure  measure the paper's workloads afresh, into data/measured"
	@echo "make agree    compare the exact check with its definition on a million instances (AGREE_ARGS: more of them)"
	@echo "make receipt  run and check the kit's corpus of plans afresh, into data/receipts"
	@echo "make pictures make the README's screenshot from the widget itself"
	@echo "make setup    install into .venv only; the others do this first, when it is due"
	@echo "make clean    remove .venv and whatever else was made here"

setup: $(READY)

# Due again when pyproject.toml has changed. A .venv that no longer runs is made afresh.
# JupyterLab's announcements are off: a lesson asks nothing of the network.
$(READY): pyproject.toml
	@$(BIN)/python -c '$(NEED)' 2>/dev/null && exit 0; \
	for python in $(if $(PYTHON),"$(PYTHON)",$(CANDIDATES)); do \
	    if "$$python" -c '$(NEED)' >/dev/null 2>&1; then \
	        echo "Setting up .venv with $$("$$python" --version) (a few minutes the first time)"; \
	        exec "$$python" -m venv --clear .venv; \
	    fi; \
	done; \
	echo "No Python 3.11 or later with venv $(if $(PYTHON),at $(PYTHON),found): install one (Debian and Ubuntu: with python3-venv too) or name it, make PYTHON=/path/to/python3" >&2; \
	exit 1
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,cluster]"
	@$(BIN)/jupyter labextension disable --level=sys_prefix --log-level=ERROR \
	    "@jupyterlab/apputils-extension:announcements"
	@touch $@

lab: $(READY)
	$(BIN)/jupyter lab --LabApp.default_url=/lab/tree/notebooks/00-start.ipynb --LabApp.extension_manager=readonly \
	    $$(test "$$(id -u)" != 0 || echo --allow-root) $(LAB_ARGS)

class: $(READY)
	JUPYTER_PATH="$(CURDIR)/data:$$JUPYTER_PATH" $(BIN)/voila notebooks/05-levels.ipynb --template=offline $(VOILA_ARGS)

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal $(PYTEST_ARGS)

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python -m pytest tests/bench --benchmark-only $(PYTEST_ARGS)

torture: $(READY)
	$(BIN)/python -m tests.runtime.torture --kills 10000 $(TORTURE_ARGS)

measure: $(READY)
	$(BIN)/python -m tests.bench.measure_check_times

agree: $(READY)
	$(BIN)/python -m tests.explore.agree $(AGREE_ARGS)

receipt: $(READY)
	$(BIN)/restart-eval data/plans/corpus -o data/receipts/corpus.json

pictures: $(READY)
	$(BIN)/python -m tests.browser.pictures

clean:
	rm -rf .venv dist .benchmarks .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
