package effects

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"
)

// older are rows of versions that the modules do not have any more, and of kinds of other modules.
var older = []string{
	"autoscaling/v2beta1 HorizontalPodAutoscaler namespace 1.8 1.25 autoscaling/v2",
	"autoscaling/v2beta2 HorizontalPodAutoscaler namespace 1.12 1.26 autoscaling/v2",
	"apiregistration.k8s.io/v1 APIService cluster 1.10 - -",
	"apiregistration.k8s.io/v1beta1 APIService cluster 1.7 1.22 apiregistration.k8s.io/v1",
	"batch/v2alpha1 CronJob namespace 1.4 1.21 batch/v1beta1",
	"extensions/v1beta1 PodSecurityPolicy cluster 1.2 1.16 policy/v1beta1",
	"policy/v1beta1 PodSecurityPolicy cluster 1.10 1.25 -",
	"settings.k8s.io/v1alpha1 PodPreset namespace 1.6 1.20 -",
}

// TestServed makes served.yaml of what the types of Kubernetes say, and of older.
func TestServed(t *testing.T) {
	rows := slices.Clone(older)
	for _, example := range []string{"k8s.io/api/core/v1", "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"} {
		folder, err := exec.Command("go", "list", "-f", "{{.Dir}}", example).Output()
		assert.NilError(t, err)
		files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(folder)), "../../*/v*/types*.go"))
		assert.NilError(t, err)
		for _, file := range files {
			rows = append(rows, rowsOf(t, filepath.Dir(file), file)...)
		}
	}
	slices.Sort(rows)
	replace(rows)
	assert.Check(t, len(rows) > 150, len(rows))
	served, err := filepath.Abs("served.yaml")
	assert.NilError(t, err)
	for i, row := range rows {
		f := strings.Fields(row)
		rows[i] = fmt.Sprintf("%s %s:\n  [%s, %q, %q, %q]", f[0], f[1], f[2], f[3], f[4], f[5])
	}
	golden.Assert(t, "# The versions of kinds of Kubernetes: whether objects are in a namespace or in the cluster, the\n"+
		"# first Kubernetes that serves it, the first that does not any more, and what replaces it. TestServed wrote it.\n\n"+
		strings.Join(rows, "\n")+"\n", served)
}

// replace names the newest version of the same kind in the rows of versions that go, where the types name none.
func replace(rows []string) {
	for i, row := range rows {
		f, newest := strings.Fields(row), 0
		if f[4] == "-" || f[5] != "-" {
			continue
		}
		for _, other := range rows {
			o, until := strings.Fields(other), 1000
			if o[4] != "-" {
				until = minorOf(o[4])
			}
			if o[1] == f[1] && path.Dir(o[0]) == path.Dir(f[0]) && until > max(newest, minorOf(f[4])) {
				newest, f[5] = until, o[0]
			}
		}
		rows[i] = strings.Join(f, " ")
	}
}

var (
	groupName = regexp.MustCompile(`GroupName\s*=\s*"([^"]*)"`)
	ofObject  = regexp.MustCompile(`(?s)\ntype (\w+) struct \{\n(.*?)\n\}`)
)

// rowsOf returns a row for each kind of a file with types.
func rowsOf(t *testing.T, folder, file string) (rows []string) {
	read := func(name string) string {
		text, err := os.ReadFile(name)
		assert.NilError(t, err)
		return string(text)
	}
	text, lifecycle := read(file), ""
	if generated := filepath.Join(folder, "zz_generated.prerelease-lifecycle.go"); fileExists(generated) {
		lifecycle = read(generated)
	}
	group := groupName.FindStringSubmatch(read(filepath.Join(folder, "register.go")))[1]
	apiVersion := strings.TrimPrefix(group+"/"+filepath.Base(folder), "/")
	at := 0
	for _, m := range ofObject.FindAllStringSubmatchIndex(text, -1) {
		name, body, above := text[m[2]:m[3]], text[m[4]:m[5]], text[at:m[0]]
		at = m[1]
		if !strings.Contains(body, "metav1.ObjectMeta") || !strings.Contains(above, "+genclient") {
			continue
		}
		scope := "namespace"
		if strings.Contains(above, "+genclient:nonNamespaced") {
			scope = "cluster"
		}
		since := version(lifecycle, name, "Introduced")
		row := []string{apiVersion, name, scope, since, version(lifecycle, name, "Removed"), "-"}
		replaced := regexp.MustCompile(`func \(in \*` + name + `\) APILifecycleReplacement\(\)[^{]*\{\n` +
			`\treturn schema.GroupVersionKind\{Group: "([^"]*)", Version: "([^"]*)", Kind: "([^"]*)"`)
		if r := replaced.FindStringSubmatch(lifecycle); r != nil && row[4] != "-" {
			row[5] = strings.TrimPrefix(r[1]+"/"+r[2], "/")
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return rows
}

func fileExists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// version is that of a function of the lifecycle of a kind; - for none.
func version(lifecycle, name, function string) string {
	m := regexp.MustCompile(`func \(in \*` + name + `\) APILifecycle` + function + `\(\)[^{]*\{\n\treturn (\d+), (\d+)\n`).
		FindStringSubmatch(lifecycle)
	if m == nil {
		return "-"
	}
	return fmt.Sprintf("%s.%s", m[1], m[2])
}

func TestServedWords(t *testing.T) {
	for _, c := range []struct{ apiVersion, kind, kube, want string }{
		{"apps/v1", "Deployment", "1.33.0", ""},
		{"apps/v1", "Deployment", "", ""},
		{"example.com/v1", "Widget", "1.33.0", ""},
		{"policy/v1beta1", "PodSecurityPolicy", "v1.30.2+k3s1", "Kubernetes 1.30 does not serve policy/v1beta1 " +
			"PodSecurityPolicy since 1.25, and nothing replaces it; leave the object out"},
		{"extensions/v1beta1", "Ingress", "1.33", "Kubernetes 1.33 does not serve extensions/v1beta1 Ingress since 1.22; " +
			"write networking.k8s.io/v1"},
		{"batch/v1beta1", "CronJob", "1.24.17", ""},
		{"batch/v1beta1", "CronJob", "1.25.0", "Kubernetes 1.25 does not serve batch/v1beta1 CronJob since 1.25; " +
			"write batch/v1"},
		{"batch/v2alpha1", "CronJob", "1.25.0", "Kubernetes 1.25 does not serve batch/v2alpha1 CronJob since 1.21; " +
			"write batch/v1"},
		{"flowcontrol.apiserver.k8s.io/v1beta1", "FlowSchema", "1.28.0", "Kubernetes 1.28 does not serve " +
			"flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema since 1.26; write flowcontrol.apiserver.k8s.io/v1beta3"},
		{"flowcontrol.apiserver.k8s.io/v1beta1", "FlowSchema", "1.33.0", "Kubernetes 1.33 does not serve " +
			"flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema since 1.26; write flowcontrol.apiserver.k8s.io/v1"},
		{"autoscaling/v2", "HorizontalPodAutoscaler", "1.22.0", "Kubernetes 1.22 does not serve autoscaling/v2 " +
			"HorizontalPodAutoscaler yet: it is there since 1.23; write an older version, or leave the object out"},
	} {
		assert.Check(t, cmp.Equal(Served(c.apiVersion, c.kind, c.kube), c.want))
	}
}

func TestClusterScoped(t *testing.T) {
	for _, kind := range []string{"v1 Namespace", "v1 PersistentVolume", "storage.k8s.io/v1 StorageClass",
		"rbac.authorization.k8s.io/v1 ClusterRole", "apiextensions.k8s.io/v1 CustomResourceDefinition"} {
		apiVersion, kind, _ := strings.Cut(kind, " ")
		assert.Check(t, ClusterScoped(apiVersion, kind), kind)
	}
	for _, kind := range []string{"v1 Service", "apps/v1 Deployment", "rbac.authorization.k8s.io/v1 Role",
		"example.com/v1 Namespace"} {
		apiVersion, kind, _ := strings.Cut(kind, " ")
		assert.Check(t, !ClusterScoped(apiVersion, kind), kind)
	}
}
