# Every target is an alias of tools/dev.py.
PYTHON ?= python3

.PHONY: run test unit check format setup
run test unit check format setup:
	@$(PYTHON) tools/dev.py $@
