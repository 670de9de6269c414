# make          builds bin/cudals
# make demo     builds it and checks the small project in testdata/demo, where three things are wrong
# make test     runs every test; .ci/run installs what they need
# make lint     looks at the format and asks the linters, which are compiled first
# make dist     makes a release in dist: programs for the platforms whose C compiler is there, archives, SBOMs, .vsix files, checksums
# make bench     measures an analysis from nothing and after edits
# make profile SOURCES=…  renews what the program is optimised by, from a check of real projects and the benchmarks
.PHONY: all build demo test unit race lint fuzz vscode bench profile dist

GO ?= go
# What golangci-lint and gofumpt are built from; the version is part of what "clean" means.
GOLANGCI_LINT := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
GOFUMPT := mvdan.cc/gofumpt@v0.12.0
# A number of runs, not a time: a deadline that strikes while a run is under way fails the target.
FUZZTIME ?= 500x
# No test waits for a clock; this ends one that hangs, on a machine however busy.
TIMEOUT ?= 60m
# Packages whose work is spread over goroutines. What they do one thing after the other, the race detector need not see.
CONCURRENT := ./analysis/engine ./analysis/workspace ./server/...
# A program under the race detector would wait for a second before it ends.
export GORACE ?= atexit_sleep_ms=0
# Tests of other packages in which several goroutines work.
CONCURRENT_TESTS := (TestConcurrent|TestScripts)/(check|deadly|project|waiting)

all: build

build:
	$(GO) build -o bin/cudals ./cmd/cudals

demo: build
	cd testdata/demo && ../../bin/cudals check --stats src -- -std=c++17 -arch=sm_80 -Iinclude || [ $$? -eq 1 ]

# An editor mostly waits: the fuzz targets run beside it.
test: unit race
	$(MAKE) --jobs=2 --output-sync=target fuzz vscode

# make lint vets, and fuzzing runs the texts that its targets were given.
unit:
	$(GO) test -pgo=off -vet=off -skip '^Fuzz' -timeout $(TIMEOUT) ./...

race:
	$(GO) test -pgo=off -race -vet=off -timeout $(TIMEOUT) $(CONCURRENT)
	$(GO) test -pgo=off -race -vet=off -timeout $(TIMEOUT) -run '$(CONCURRENT_TESTS)' ./analysis/preprocess ./cmd/cudals

lint:
	@unformatted=$$($(GO) run $(GOFUMPT) -l analysis cmd cudaspace internal server); \
	if [ -n "$$unformatted" ]; then echo "not formatted with gofumpt:" $$unformatted; exit 1; fi
	$(GO) run $(GOLANGCI_LINT) run ./...

# Each fuzz target for a short while. For some hundred runs it is not worth while to compile everything anew for coverage to guide them:
# "go test -fuzz" does that, for whom lets one target run for long.
fuzz:
	@rm -rf bin/fuzz; targets=$$(grep -rEo --include='*_test.go' '^func Fuzz\w+' ./analysis ./cmd ./internal ./server | sed 's|/[^/]*:func | |'); \
	$(GO) test -pgo=off -vet=off -c -o bin/fuzz/ $$(echo "$$targets" | cut -d' ' -f1 | sort -u) && \
	echo "$$targets" | while read -r package target; do \
		echo "$$package $$target"; \
		(cd $$package && $(CURDIR)/bin/fuzz/$${package##*/}.test -test.run '^$$' -test.fuzz "^$$target$$" -test.fuzztime $(FUZZTIME) \
			-test.fuzzminimizetime 10x -test.fuzzcachedir $(CURDIR)/bin/fuzz/cache </dev/null) || exit 1; \
	done

# A real VS Code is driven where CUDALS_VSCODE names one.
vscode: build
	cd editors/vscode && npm ci --no-fund --no-audit && npm run check && npm test && npm run build && npm run e2e

# DISTFLAGS: -targets linux-amd64, -repository https://…, -vscode=false
dist:
	$(GO) run ./internal/dist $(DISTFLAGS)

bench profile: export CUDALS_BENCH ?= $(CURDIR)/testdata/demo/src/heat.cu
bench profile: export CUDALS_BENCH_FLAGS ?= -std=c++17 -arch=sm_80 -I$(CURDIR)/testdata/demo/include
bench:
	$(GO) test -pgo=$(PGO) ./analysis/engine -run '^$$' -bench .

# The compiler takes it by its name and place; tests do without, to be built once.
PGO := $(CURDIR)/cmd/cudals/default.pgo
profile:
	$(GO) build -trimpath -o bin/cudals ./cmd/cudals
	bin/cudals check --cpuprofile bin/check.prof $(SOURCES) >bin/check.txt || [ $$? -eq 1 ]
	$(GO) test -trimpath ./analysis/engine -run '^$$' -bench 'Cold|BodyEdit' -cpuprofile $(CURDIR)/bin/engine.prof -o bin/engine.test
	$(GO) tool pprof -proto -output $(PGO) bin/check.prof bin/engine.prof
