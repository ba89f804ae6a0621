.PHONY: build final page site image image-layout image-final image-final-layout release test ci test-modules test-render-final vet-render-final test-page e2e e2e-programs beside beside-programs skipped tools golden generate flux-next fuzz fuzz-reader freeze freeze-fuzz bench bench-against bench-page bench-peers bench-scale bench-delivery bench-results lint lint-lines lint-page lint-workflows format

# The command and the function: one binary.
build:
	go build -trimpath -o bin/fluxapp ./krmfn/cmd/fluxapp

# The program that "fluxapp diff --final" calls. It is of another module, because it links Helm and kustomize.
final:
	cd render/final && CGO_ENABLED=0 go build -trimpath -o ../../bin/fluxapp-final ./cmd/fluxapp-final

# What node builds: the page that the command writes reports with (krmfn/internal/page/report.html, in the repository), and the playground: a folder for
# a server, bin/site, and one file for disks, bin/playground.html.
APP := krmfn/internal/page/app
PACKAGES := $(APP)/node_modules/.package-lock.json

page: $(PACKAGES)
	cd $(APP) && npm run --silent build

site: $(PACKAGES)
	cd $(APP) && npm run --silent site

# No package needs a script of its own to be installed.
$(PACKAGES): $(APP)/package-lock.json
	cd $(APP) && npm ci --ignore-scripts --no-audit --no-fund
	touch $@

VERSION ?= v0.1.0
IMAGE ?= ghcr.io/fluxapp-dev/fluxapp:$(VERSION)
IMAGE_FINAL ?= ghcr.io/fluxapp-dev/fluxapp-final:$(VERSION)
ARCH ?= $(shell go env GOARCH)
OUT ?= bin/image-layout
STATIC := CGO_ENABLED=0 GOOS=linux GOARCH=$(ARCH) go build -trimpath -buildvcs=false -ldflags '-s -w -buildid='

# The function as a container of this machine's architecture, with docker, and with or without BuildKit. For all platforms
# there is image-layout.
image:
	install -d bin/image/etc bin/image/$(ARCH)
	install -m 0644 krmfn/image/etc/passwd krmfn/image/etc/group bin/image/etc
	$(STATIC) -o bin/image/$(ARCH)/fluxapp ./krmfn/cmd/fluxapp
	chmod 0755 bin/image/$(ARCH)/fluxapp
	docker build -f krmfn/Dockerfile --build-arg TARGETARCH=$(ARCH) -t $(IMAGE) bin/image

# An image of its own for pipelines has fluxapp-final too: the function stays small.
image-final: image
	rm -rf bin/image-final
	cp -r bin/image bin/image-final
	cd render/final && $(STATIC) -o ../../bin/image-final/$(ARCH)/fluxapp-final ./cmd/fluxapp-final
	chmod 0755 bin/image-final/$(ARCH)/fluxapp-final
	docker build -f render/final/Dockerfile --build-arg TARGETARCH=$(ARCH) -t $(IMAGE_FINAL) bin/image-final

# The same image for all platforms as an OCI image layout in the folder OUT, and beside it a file for docker load: without
# docker, and with the same digest wherever it is built with the same Go. "crane push --index $(OUT) $(IMAGE)" publishes it.
# What image-final makes is image-final-layout.
image-layout:
	rm -rf bin/image-layout
	cd testdata/ociimage && go run . -layout "$(abspath $(OUT))" -tarball "$(abspath $(OUT)).tar" -tag $(IMAGE) -arch $(ARCH)

image-final-layout:
	rm -rf bin/image-final-layout
	cd testdata/ociimage && go run . -image fluxapp-final -layout "$(abspath bin/image-final-layout)" \
		-tarball "$(abspath bin/image-final-layout).tar" -tag $(IMAGE_FINAL) -arch $(ARCH)

RELEASE ?= bin/release

# The files of a release in the folder RELEASE, from the commit of a clean clone: "make release VERSION=v0.1.0". The same commit and the
# same Go give the same bytes. It builds two programs for six platforms: twenty minutes of CPU the first time, and two the next.
release:
	rm -rf bin/release
	cd testdata/release && go run . -version "$(VERSION)" -out "$(abspath $(RELEASE))"

# Go ends the tests of a package after 10 minutes. A slow or busy machine must not fail a test, so the limit is an hour: it ends
# tests that hang. Vet is in lint, with more checks than go test has: run twice, it would read all dependencies twice.
GOTEST := go test -vet=off -timeout 1h

# What to run after each change: formatting, the short tests of the module, and those of the generated pages, which go test must not
# cache: they read files of another module. It needs Go alone. Collecting garbage less often saves a quarter of the CPU.
test: export GOGC := 400
test: format
	$(GOTEST) -short ./...
	cd testdata/pages && $(GOTEST) -count=1 ./...
	@$(MAKE) --no-print-directory skipped

# The tests in which code runs beside other code: several renderings of one input, files that are written at the same time, runs that write into
# one folder, the limit of the memory, and what a terminal is told meanwhile. TestAtOnce of package render checks that nothing else of
# fluxapp can run so.
AT_ONCE := ^(TestConcurrent|TestApply|TestFailureAfterNewFolder|TestDiskThatIsFullForMany|TestSignals|TestShardsSideBySide|TestMemory|TestProgress)$$
AT_ONCE_IN := ./render ./krmfn/internal/transaction ./krmfn/internal/input ./krmfn/internal/terminal ./krmfn/cmd/fluxapp

# Everything that CI runs: vet; all tests, once more under the race detector where code runs beside other code; that
# generated files are up to date; the API server's own validation of every object; the real clients (kustomize, kubectl, kpt, docker,
# pre-commit), and the program that draws pictures (Mermaid); the pages in a browser.
ci: lint tools
	$(GOTEST) ./...
	CGO_ENABLED=1 $(GOTEST) -race $(AT_ONCE_IN) -run '$(AT_ONCE)'
	@$(MAKE) --no-print-directory -j2 test-modules
	@$(MAKE) --no-print-directory test-page
	@$(MAKE) --no-print-directory skipped

# The nested modules, two at a time: most of their tests wait for another program, or use one core. go test must not cache them: they read files
# of the module above.
# The newest Flux needs a newer Go than the project: modules that read it run with this one, which the go command fetches.
NEWEST_GO := $(shell sed -n 's/^toolchain //p' testdata/generate/go.mod)
NEWEST_FLUX := $(shell ls testdata/generate/flux | sort -V | tail -n 1)
test-module-generate: export GOTOOLCHAIN := $(NEWEST_GO)

MODULES := beside clients conformance logins adoption charts expressions ociimage ociartifacts promoter graph sarif weight bench fluxbuild repositories generate pages freeze lint release final

test-modules: test-render-final $(MODULES:%=test-module-%)

test-module-%:
	cd testdata/$* && $(GOTEST) -count=1 ./...

# This one is a part of the product, and so it is not in testdata.
test-render-final:
	cd render/final && $(GOTEST) -count=1 ./...

# The tests of the pages: of their functions, and in Chromium of reports and the playground.
test-page:
	@$(call with,node npm chromium,no page was opened in a browser,$(PACKAGES),npm test --silent)

# $(call with,PROGRAMS,WHAT IS MISSED,PREREQUISITE,COMMAND) runs a command for the pages. Where a program is absent, that is said, and wrong if
# FLUXAPP_REQUIRE_CLIENTS is 1.
define with
absent=$$(for name in $(1); do command -v $$name >/dev/null || printf ' %s' $$name; done); \
if [ -z "$$absent" ]; then $(MAKE) --silent $(3) && cd $(APP) && $(4); \
elif [ "$$FLUXAPP_REQUIRE_CLIENTS" = 1 ]; then echo "this test must run, and these are not on the PATH:$$absent" >&2; exit 1; \
else echo "SKIPPED: $(2): not on the PATH:$$absent; see testdata/README.md" >&2; fi
endef

# What is rendered, on real API servers and with the real controllers of Flux: not a part of ci, because to build them for the first
# time takes ten minutes and gigabytes of disk. E2EFLAGS=-update records anew what they tell. Without the name of a package go test
# prints lines as they are told. All tests take three hours, so the limit is five.
E2EFLAGS ?=

e2e: e2e-programs
	cd testdata/e2e && go vet . ./build && $(GOTEST) -timeout 5h -count=1 $(E2EFLAGS)

# Only build the programs of e2e.
e2e-programs:
	cd testdata/e2e && go run ./build

# The commands of examples/beside with the real programs, which the Go proxy and npm have. In ci, what needs an absent program is skipped: to
# build them takes 14 minutes of CPU. Renovate takes 320 MB of disk.
beside: beside-programs build
	cd testdata/beside && FLUXAPP_REQUIRE_BESIDE=1 $(GOTEST) -count=1 .
	cd testdata/e2e && $(GOTEST) -count=1 -run '^TestFluxDiff$$' . -flux $(BESIDE)/flux

BESIDE := $(abspath bin/beside)

# The module of flux lacks the manifests that its command install embeds, and diff does not read; a copy gets a file in their place.
beside-programs: export CGO_ENABLED := 0
beside-programs:
	cd testdata/beside/flate && GOTOOLCHAIN=$(NEWEST_GO) go build -trimpath -o $(BESIDE)/flate github.com/home-operations/flate/cmd/flate
	cd testdata/beside/kyverno && go build -trimpath -o $(BESIDE)/kyverno github.com/kyverno/kyverno/cmd/cli/kubectl-kyverno
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
		cp -r "$$(go mod download -json github.com/fluxcd/flux2/v2@v2.9.5 | sed -n 's/.*"Dir": "\(.*\)",/\1/p')" $$dir/flux2 && \
		chmod -R u+w $$dir && mkdir $$dir/flux2/cmd/flux/manifests && touch $$dir/flux2/cmd/flux/manifests/none.yaml && \
		cd $$dir/flux2 && go build -trimpath -o $(BESIDE)/flux ./cmd/flux
	cd testdata/beside/renovate && npm ci --ignore-scripts --omit=optional --no-audit --no-fund

# Say which tests were skipped: go test does not. testdata/README.md explains what they need.
skipped:
	@test -d ../shared || echo "SKIPPED: nothing was compared with the corpora and CRDs of others; see testdata/README.md" >&2

# Compile the programs that tests build, which takes minutes the first time, before the time of a test counts.
tools: build final
	cd testdata/clients && go build -o ../../bin/tools/ sigs.k8s.io/kustomize/kustomize/v5

# Write the cases anew. Read the difference before you commit it.
golden:
	go test ./render ./krmfn/... -update

# Write anew what package schema/internal/shape has of the CRDs of Flux and of the Go types, and from that the JSON Schemas and CRDs of documents and
# the pages that explain fields and rules. The constants of the rules are written from rules.yaml of testdata/pages.
generate:
	cd testdata/generate && GOTOOLCHAIN=$(NEWEST_GO) go run . ../..
	cd testdata/generate/flux/$(NEWEST_FLUX) && GOTOOLCHAIN=$(NEWEST_GO) go test github.com/fluxapp-dev/fluxapp/schema/internal/shape -run '^TestTable$$' -newest -update
	cd testdata/pages && go run ./codes ../..
	cd testdata/expressions && go run . ../..
	go test ./schema -run '^TestSchemaFiles$$' -update
	go test ./schema/v1alpha1 -run '^TestLayers$$' -update
	cd testdata/generate && go run . -copies
	cd testdata/pages && go run . ../..

# What the newest modules of Flux have that the data of make generate does not: CONTRIBUTING.md tells what to do with it.
flux-next:
	cd testdata/generate && GOTOOLCHAIN=$(NEWEST_GO) go run . -next

FUZZTIME ?= 1m

fuzz:
	go test ./schema/tree -run '^$$' -fuzz '^FuzzParse$$' -fuzzminimizetime 1x -fuzztime $(FUZZTIME)
	go test ./schema/internal/reader -run '^$$' -fuzz '^FuzzParser$$' -fuzzminimizetime 1x -fuzztime $(FUZZTIME)
	go test ./schema/tree -run '^$$' -fuzz '^FuzzAppendYAML$$' -fuzztime $(FUZZTIME)
	go test ./schema/tree -run '^$$' -fuzz '^FuzzPrinter$$' -fuzztime $(FUZZTIME)
	go test ./schema/yamledit -run '^$$' -fuzz '^FuzzUpdate$$' -fuzzminimizetime 1x -fuzztime $(FUZZTIME)
	go test ./schema -run '^$$' -fuzz '^FuzzParse$$' -fuzztime $(FUZZTIME)
	go test ./schema/internal/shape -run '^$$' -fuzz '^FuzzTypes$$' -fuzztime $(FUZZTIME)
	go test ./render -run '^$$' -fuzz '^FuzzRender$$' -fuzztime $(FUZZTIME)
	go test ./render -run '^$$' -fuzz '^FuzzReferences$$' -fuzztime $(FUZZTIME)
	go test ./render -run '^$$' -fuzz '^FuzzJoinPath$$' -fuzztime $(FUZZTIME)
	go test ./krmfn -run '^$$' -fuzz '^FuzzClients$$' -fuzzminimizetime 1x -fuzztime $(FUZZTIME)
	go test ./render/change -run '^$$' -fuzz '^FuzzCompare$$' -fuzzminimizetime 1x -fuzztime $(FUZZTIME)
	go test ./render/status -run '^$$' -fuzz '^FuzzSummarize$$' -fuzzminimizetime 1x -fuzztime $(FUZZTIME)
	cd testdata/conformance && go test -run '^$$' -fuzz '^FuzzMutations$$' -parallel=1 -fuzzminimizetime 1x -fuzztime $(FUZZTIME)

# The parser of YAML of our own against the library that it stands for, over N texts: shapes, parts of all files and random documents, nearly
# all of them changed at random. The same N and SEED give the same texts. It takes about a minute for a million on two cores.
N ?= 1000000
SEED ?= 1

fuzz-reader:
	$(GOTEST) ./schema/internal/reader -run '^TestMutations$$' -count=1 -v -executions $(N) -seed $(SEED)

# The command of this checkout against that of an older commit, over every case and 20,000 generated documents. FREEZEFLAGS=-quick takes
# a minute. The old commit must be in the clone.
FREEZEFLAGS ?=

freeze:
	cd testdata/freeze && go run . $(FREEZEFLAGS)

freeze-fuzz:
	cd testdata/freeze && go test -run '^$$' -fuzz '^FuzzDocuments$$' -fuzztime $(FUZZTIME)
	cd testdata/freeze && go test -run '^$$' -fuzz '^FuzzFunction$$' -fuzztime $(FUZZTIME)
	cd testdata/freeze && go test -run '^$$' -fuzz '^FuzzGenerated$$' -fuzztime $(FUZZTIME)

# What the whole command costs, compared in one run with yardsticks, and which targets are met. BENCHFLAGS=-check fails when a value
# is worse than twice its target, and writes no file.
BENCHFLAGS ?= -out RESULTS.md

bench:
	cd testdata/bench && go run . $(BENCHFLAGS)

# The command beside an older one: OLD is a checkout or a program.
bench-against:
	cd testdata/bench && go run . -against $(abspath $(OLD)) -runs 9

# The same objects by helm, go-jsonnet, flux-operator and kustomize, which are built into bin/peers by the Go proxy's modules.
bench-peers:
	cd testdata/bench && go run . -peers -out RESULTS_PEERS.md

# The pages in Chromium: how soon the playground has rendered, as a folder and as one file, what a key costs in it, and what files weigh.
bench-page: $(PACKAGES)
	cd $(APP) && npm run --silent bench

# A million objects in one run, and one shard of them: the numbers of examples/scale.
bench-scale:
	cd testdata/bench && go run . -scale -runs 3 -out RESULTS_SCALE.md

# What is rendered in one folder and in groups: built as Flux does, and committed.
bench-delivery:
	cd testdata/bench && go run . -delivery -runs 3 -out RESULTS_DELIVERY.md

# All numbers of the pages about speed. It takes about twenty minutes on an idle machine.
bench-results: bench-peers bench-scale bench-delivery
	cd testdata/bench && go run . -out RESULTS.md

format:
	@test -z "$$(gofmt -l .)" || { gofmt -l . && echo "run gofmt on these" && exit 1; }

lint: format lint-page lint-lines lint-workflows
	go vet ./...
	@$(MAKE) --no-print-directory vet-render-final $(MODULES:%=vet-module-%)

vet-module-%:
	cd testdata/$* && go vet ./...

vet-render-final:
	cd render/final && go vet ./...

# No line of Go or of prose is longer than 120 columns: .editorconfig has the limit.
lint-lines:
	go tool -modfile=testdata/lint/go.mod editorconfig-checker
	cd testdata/lint && go run . ../..

# The workflows of this repository, and those of the examples.
lint-workflows:
	go tool -modfile=testdata/lint/go.mod actionlint .github/workflows/*.yml examples/*/.github/workflows/*.yaml examples/*/ci.yaml

# The types of the pages' scripts, and the program that is the playground's renderer.
lint-page:
	cd $(APP) && GOOS=js GOARCH=wasm go vet ./...
	@$(call with,node npm,the scripts of the pages were not checked,$(PACKAGES),npm run --silent check)
