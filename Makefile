.PHONY: build test golden generate fuzz bench lint

# The command and the function: one binary.
build:
	go build -trimpath -o bin/fluxapp ./krmfn/cmd/fluxapp

# Everything that CI runs: the tests, once more under the race detector without what is large, that generated files are up to
# date, the API server's own validation of every object, and the real clients (kustomize, kubectl, kpt).
test: lint
	go test ./...
	go test -race -short ./...
	cd testdata/generate && go test -count=1 ./...
	cd testdata/conformance && go test -count=1 ./...
	cd testdata/clients && go test -count=1 ./...

# Write the cases anew. Read the difference before you commit it.
golden:
	go test ./render ./krmfn/... -update

# Write anew what package schema has of the CRDs of Flux, and from that and its types the JSON Schemas and CRDs of documents.
generate:
	cd testdata/generate && go run . ../../schema
	go run ./krmfn/cmd/fluxapp schema > schema/fluxapplication.json
	go run ./krmfn/cmd/fluxapp schema --kind Application > schema/application.json
	go run ./krmfn/cmd/fluxapp schema --crd > schema/crd/gitops.kubesphere.io_fluxapplications.yaml
	go run ./krmfn/cmd/fluxapp schema --crd --kind Application > schema/crd/gitops.kubesphere.io_applications.yaml

FUZZTIME ?= 1m

fuzz:
	go test ./schema/tree -run '^$$' -fuzz '^FuzzParse$$' -fuzztime $(FUZZTIME)
	go test ./schema/tree -run '^$$' -fuzz '^FuzzAppendYAML$$' -fuzztime $(FUZZTIME)
	go test ./schema -run '^$$' -fuzz '^FuzzParse$$' -fuzztime $(FUZZTIME)
	go test ./render -run '^$$' -fuzz '^FuzzRender$$' -fuzztime $(FUZZTIME)
	cd testdata/conformance && go test -run '^$$' -fuzz '^FuzzMutations$$' -parallel=1 -fuzzminimizetime 1x -fuzztime $(FUZZTIME)

# Objects and bytes per second: rendering, and as yardsticks reading and sigs.k8s.io/yaml marshalling of the same objects.
bench:
	go test ./render -run '^$$' -bench . -benchtime 5x

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l . && echo "run gofmt on these" && exit 1; }
	go vet ./...
	cd testdata/generate && go vet ./...
	cd testdata/conformance && go vet ./...
	cd testdata/clients && go vet ./...
