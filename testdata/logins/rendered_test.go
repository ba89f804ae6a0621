package logins

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"gotest.tools/v3/assert"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

func TestMain(m *testing.M) {
	// Nobody looks for credentials of this machine.
	for _, key := range []string{"GOOGLE_APPLICATION_CREDENTIALS", "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"} {
		if err := os.Setenv(key, "absent"); err != nil {
			panic(err)
		}
	}
	if err := os.Setenv("AWS_EC2_METADATA_DISABLED", "true"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// authority returns a certificate in PEM.
func authority(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	assert.NilError(t, err)
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// placeholder is what cases and examples have in place of a certificate.
const placeholder = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	assert.NilError(t, err)
	return string(data)
}

// configMaps returns the logins in a stream of objects.
func configMaps(t *testing.T, stream string) (all []*corev1.ConfigMap) {
	t.Helper()
	for document := range strings.SplitSeq(stream, "\n---\n") {
		cm := &corev1.ConfigMap{}
		err := yaml.UnmarshalStrict([]byte(strings.TrimPrefix(document, "---\n")), cm)
		if err == nil && cm.Kind == "ConfigMap" {
			all = append(all, cm)
		}
	}
	return all
}

// rendered renders documents with the options of a RenderConfig.
func rendered(documents, config string) (string, finding.Findings) {
	var opts render.Options
	if config != "" {
		options, problems := schema.Parse("config.yaml", []byte(config))[0].RenderConfig()
		if len(problems) > 0 {
			panic(fmt.Sprint(problems, config))
		}
		opts = render.OptionsOf(options)
	}
	result, err := render.Render(schema.Parse("in.yaml", []byte(documents)), opts)
	if err != nil {
		return "", result.Findings
	}
	var out bytes.Buffer
	if err := result.WriteYAML(&out); err != nil {
		panic(err)
	}
	return out.String(), nil
}

// TestCases logs in by each ConfigMap of the cases and examples, with a real certificate where one stands for it. What
// is rendered for a case with a real one has the same number of them.
func TestCases(t *testing.T) {
	real := authority(t)
	base64Of := base64.StdEncoding.EncodeToString
	by := map[string]int{}
	for _, pattern := range []string{"../cases/*/*/out.yaml", "../../examples/*/.expected/out.yaml"} {
		files, err := filepath.Glob(pattern)
		assert.NilError(t, err)
		assert.Assert(t, len(files) > 0, pattern)
		for _, file := range files {
			all := configMaps(t, readFile(t, file))
			if in := filepath.Join(filepath.Dir(file), "in.yaml"); len(all) > 0 && strings.HasPrefix(pattern, "../cases") {
				config, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "config.yaml"))
				documents := strings.ReplaceAll(readFile(t, in), base64Of([]byte(placeholder)), base64Of([]byte(real)))
				out, findings := rendered(documents, string(config))
				assert.Equal(t, len(findings), 0, "%s: %v", file, findings)
				again := configMaps(t, out)
				assert.Equal(t, len(again), len(all), file)
				all = append(all, again...)
			}
			for _, cm := range all {
				if cm.Data["ca.crt"] == placeholder {
					cm.Data["ca.crt"] = real
				}
				assert.Check(t, check(cm), "%s: ConfigMap %s/%s", file, cm.Namespace, cm.Name)
				by[cm.Data["provider"]]++
			}
		}
	}
	t.Logf("logins that the code of Flux read: %v", by)
	for provider := range providers(nil) {
		assert.Check(t, by[provider] > 0, "no case has a login of %s", provider)
	}
}

// TestSpoilt holds that the check fails. It spoils a login in one place each.
func TestSpoilt(t *testing.T) {
	ca := authority(t)
	const (
		arn = "arn:aws:eks:eu-central-1:111122223333:cluster/berlin"
		gke = "projects/shop/locations/eu/clusters/berlin"
		aks = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/shop/providers/" +
			"Microsoft.ContainerService/managedClusters/berlin"
		address = "https://berlin.example.com:6443"
	)
	good := map[string]map[string]string{
		"aws":     {"cluster": arn, "address": address, "ca.crt": ca, "serviceAccountName": "deployer"},
		"gcp":     {"cluster": gke, "address": address, "ca.crt": ca, "serviceAccountName": "deployer"},
		"azure":   {"cluster": aks, "address": address, "ca.crt": ca, "serviceAccountName": "deployer"},
		"generic": {"address": address, "ca.crt": ca, "serviceAccountName": "deployer", "audiences": "fleet\nhub"},
	}
	login := func(provider, key, value string) *corev1.ConfigMap {
		cm := &corev1.ConfigMap{Data: map[string]string{"provider": provider}}
		cm.Namespace, cm.Name = "fleet", "berlin-kubeconfig"
		for key, value := range good[provider] {
			cm.Data[key] = value
		}
		if cm.Data[key] = value; value == "" {
			delete(cm.Data, key)
		}
		return cm
	}
	for provider := range good {
		assert.NilError(t, check(login(provider, "", "")))
		assert.NilError(t, check(login(provider, "serviceAccountName", "")))
		for _, c := range [][3]string{
			{"provider", "amazon", "provider 'amazon' not implemented"},
			{"address", address + "/path", ""},
			{"address", "http://berlin.example.com", "must use https scheme"},
			{"ca.crt", placeholder, "is no certificate"},
			{"audiences", "fleet,hub", "is one audience"},
			{"caCert", ca, "Flux does not read caCert"},
		} {
			assert.Check(t, is(check(login(provider, c[0], c[1])), c[2]), "%s: %s", provider, c)
		}
	}
	for _, c := range [][4]string{
		{"aws", "cluster", "", "invalid EKS cluster ARN"},
		{"aws", "cluster", strings.Replace(arn, "eks", "ecs", 1), "invalid EKS cluster ARN"},
		{"gcp", "cluster", gke + "/x", "invalid GKE cluster ID"},
		{"azure", "cluster", strings.Replace(aks, "0", "", 1), "invalid AKS cluster ID"},
		{"generic", "address", "", "cluster address is required"},
		{"generic", "address", "https://a:b", "invalid port"},
	} {
		assert.Check(t, is(check(login(c[0], c[1], c[2])), c[3]), "%s", c)
	}
}

// is reports whether an error says something.
func is(err error, says string) bool { return err != nil && strings.Contains(err.Error(), says) }

// TestAsked holds what a cloud is asked for.
func TestAsked(t *testing.T) {
	asked := map[string]string{}
	for _, file := range []string{"profile-eks", "profile-gke"} {
		for _, cm := range configMaps(t, readFile(t, "../cases/clusters/"+file+"/out.yaml")) {
			options, err := read(cm)
			assert.NilError(t, err)
			options.CAData = ""
			got, err := logIn(cm.Data["provider"], *options)
			assert.NilError(t, err)
			asked[file] = got.asked
		}
	}
	assert.DeepEqual(t, asked, map[string]string{"profile-eks": "ap-northeast-1 my-cluster-1",
		"profile-gke": "projects/shop/locations/us-west4/clusters/worker-1"})
	const ocm = "../cases/clusters/profile-ocm/"
	out, _ := rendered(readFile(t, ocm+"in.yaml"), readFile(t, ocm+"config.yaml"))
	options, err := read(configMaps(t, out)[0])
	assert.NilError(t, err)
	got, err := logIn("generic", *options)
	assert.NilError(t, err)
	assert.Assert(t, slices.Equal(got.audiences, []string{"fleet", "hub"}), "%q", got.audiences)
	assert.Equal(t, got.BearerToken, token)
}
