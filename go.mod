module github.com/fluxapp-dev/fluxapp

go 1.26.0

require go.yaml.in/yaml/v3 v3.0.6
