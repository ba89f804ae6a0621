module github.com/fluxapp-dev/fluxapp/testdata/freeze

go 1.26.0
