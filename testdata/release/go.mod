module github.com/fluxapp-dev/fluxapp/testdata/release

go 1.26.0

replace github.com/fluxapp-dev/fluxapp => ../..

require (
	github.com/spdx/tools-golang v0.5.7
	golang.org/x/mod v0.43.0
)

require github.com/anchore/go-struct-converter v0.1.0 // indirect
