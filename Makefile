# Two commands do everything on a fresh machine: `make print` and `make test`.
PYTHON ?= python3
VENV   ?= .venv
# Windows keeps a virtual environment's programs in another folder.
BIN    := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
FLOORS := $(VENV)-floors/$(notdir $(BIN))

.PHONY: print test pytest search floors sbom mutants check format site site-test man dist release clean
.DELETE_ON_ERROR:

print: $(VENV)/.printing             ## print all five games into output/
	$(BIN)/pnp build

test: $(VENV)/.installed             ## every check and every test
	.ci/browser
	.ci/node $(BIN)/python
	$(MAKE) --jobs=2 check pytest

pytest: $(VENV)/.installed           ## every test: first those that need nothing but their own process
	.ci/stages $(BIN)/pytest

site: $(VENV)/.installed             ## a folder for any web server: games, guides, and Starbox in the browser
	.ci/node $(BIN)/python
	$(BIN)/pnp export --to site $(if $(SITE_URL),--url $(SITE_URL)) $(if $(SOURCE_URL),--source $(SOURCE_URL))

site-test: site                      ## try that folder in a browser without a network
	.ci/browser
	STARBOX_SITE=output/site $(BIN)/pytest -n 0 tests/generator/site

man: $(VENV)/.installed              ## man pages of both commands in man/, from the texts of their help
	$(BIN)/python .ci/man.py man

dist: man                            ## wheel and source in dist/: built twice, checked, installed alone
	$(BIN)/python .ci/release.py package

release: dist site                   ## beside them the PDFs of each game and the site as zip files, and checksums
	$(BIN)/python .ci/release.py files output/site

search: $(VENV)/.installed           ## more random games, examples and kills than a test run has time for
	HYPOTHESIS_PROFILE=search $(BIN)/pytest -m "search or hypothesis"

check: $(VENV)/.installed            ## format, lint and types, without the tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy benchmarks

floors:                              ## the hostile tests, and all books, with the lowest versions that pyproject.toml allows
	$(PYTHON) -m venv $(VENV)-floors
	$(FLOORS)/python -m pip install --quiet uv
	$(FLOORS)/uv pip install --quiet --python $(FLOORS)/python --resolution lowest-direct \
		--group dev --editable ".[design,exports,scripts,site,table,web]"
	$(FLOORS)/pytest tests/hostile tests/components/test_workbooks.py tests/generator/book

sbom: $(VENV)/.installed             ## a bill of materials (CycloneDX) and the licences of all packages, in dist/
	$(BIN)/python .ci/sbom.py dist

mutants: $(VENV)/.installed          ## change the code a node at a time: do its tests notice? ROOM=journal SAMPLE=50
	$(BIN)/python -m tests.mutants $(ROOM) --sample $(or $(SAMPLE),50)

format: $(VENV)/.installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Printing, playing and serving need a third of what developing does.
$(VENV)/.printing: pyproject.toml
	@echo "Installing what printing needs into $(VENV): some 170 MB, a minute or two …"
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[design,table,web]"
	touch $@

# pip understands dependency groups since 25.1, so it is brought up to date first.
$(VENV)/.installed: pyproject.toml
	@echo "Installing all that developing needs into $(VENV): some 600 MB, a few minutes …"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group dev --editable ".[design,exports,scripts,site,table,web]"
	touch $(VENV)/.printing $@

clean:
	rm -rf $(VENV) $(VENV)-floors dist build man
