package kustomization_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"gotest.tools/v3/assert"
)

// BenchmarkMembers builds one folder of 20 objects for 500 clusters that differ in two variables.
func BenchmarkMembers(b *testing.B) {
	root := b.TempDir()
	for i := range 20 {
		text := fmt.Sprintf(`apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-%d
  namespace: shop
  labels: {app: app-%d, cluster: "${cluster}", region: "${region}"}
spec:
  replicas: 2
  selector: {matchLabels: {app: app-%d}}
  template:
    metadata:
      labels: {app: app-%d, cluster: "${cluster}"}
    spec:
      containers:
      - name: app
        image: example.com/app:1.2.%d
        args: ["--cluster=${cluster}", "--region=${region}", "--log=info"]
        env:
        - {name: CLUSTER, value: "${cluster}"}
        - {name: MODE, value: production}
        ports:
        - {name: http, containerPort: 8080}
        resources: {requests: {cpu: 100m, memory: 64Mi}, limits: {memory: 128Mi}}
`, i, i, i, i, i)
		assert.NilError(b, os.WriteFile(filepath.Join(root, fmt.Sprintf("app-%02d.yaml", i)), []byte(text), 0o600))
	}
	members := make([]map[string]any, 500)
	for i := range members {
		text := fmt.Sprintf(`{"metadata": {"name": "apps", "namespace": "flux-system"}, "spec": {"path": "./",
			"postBuild": {"substitute": {"cluster": "c%03d", "region": "eu-%d"}}}}`, i, i%5)
		assert.NilError(b, json.Unmarshal([]byte(text), &members[i]))
	}
	builder := newBuilder(nil)
	for b.Loop() {
		builder = newBuilder(nil)
		for _, member := range members {
			result, err := build(b, builder, member, root)
			assert.NilError(b, err)
			assert.Equal(b, len(result.Objects), 20)
		}
	}
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	b.ReportMetric(float64(memory.HeapAlloc)/(1<<20), "MiB")
	runtime.KeepAlive(builder)
}

// BenchmarkFolders builds a folder of its own for each of 100 clusters.
func BenchmarkFolders(b *testing.B) {
	files := map[string]string{"base/kustomization.yaml": "resources: [a.yaml]",
		"base/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: y}\n"}
	for i := range 100 {
		name := fmt.Sprintf("c%d/kustomization.yaml", i)
		files[name] = fmt.Sprintf("resources: [../base]\nlabels: [{pairs: {cluster: c%d}}]\n", i)
	}
	root := b.TempDir()
	for name, text := range files {
		assert.NilError(b, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700))
		assert.NilError(b, os.WriteFile(filepath.Join(root, name), []byte(text), 0o600))
	}
	for b.Loop() {
		builder := newBuilder(nil)
		for i := range 100 {
			_, err := build(b, builder, object{"spec": map[string]any{"path": fmt.Sprint("c", i)}}, root)
			assert.NilError(b, err)
		}
	}
}
