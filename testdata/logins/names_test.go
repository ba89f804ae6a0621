package logins

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fluxcd/pkg/auth"
	"gotest.tools/v3/assert"
)

// profile is a cluster that only its name in the cloud leads to.
const profile = `apiVersion: multicluster.x-k8s.io/v1alpha1
kind: ClusterProfile
metadata: {name: berlin, namespace: fleet}
spec: {clusterManager: {name: any}}
status: {accessProviders: [{name: any, cluster: {server: %q}}]}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: fleet}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    kustomization: [{destination: {cluster: berlin}, path: ./deploy, interval: 10m, prune: true}]
`

const row = `apiVersion: fluxapp.dev/v1alpha1
kind: RenderConfig
spec: {accessProviders: [{name: any, provider: %s, %s: %q}]}
`

// takes reports whether Flux takes a name of a cluster, or an address.
func takes(provider, cluster, address string) bool {
	_, err := logIn(provider, auth.Options{ClusterResource: cluster, ClusterAddress: address})
	return err == nil
}

// names are good names of clusters, also with everything in them that clouds allow.
var names = map[string][]string{
	"aws": {"arn:aws:eks:eu-central-1:111122223333:cluster/berlin", "arn:aws-us-gov:eks:us-gov-west-1:1:cluster/A_b-1",
		"arn:aws-cn:eks:cn-north-1:111122223333:cluster/b"},
	"gcp": {"projects/shop/locations/europe-west3-a/clusters/berlin", "projects/example.com:shop/locations/-/clusters/b"},
	"azure": {"/subscriptions/01234567-89ab-cdef-0123-456789ABCDEF/resourceGroups/a.(b)/providers/" +
		"Microsoft.ContainerService/managedClusters/berlin",
		"/subscriptions/01234567-89ab-cdef-0123-456789abcdef/resourcegroups/shop/providers/" +
			"microsoft.containerservice/managedclusters/berlin"},
}

// spoil changes a text in a few places.
func spoil(r *rand.Rand, text string) string {
	b := []byte(text)
	for range r.IntN(3) + 1 {
		const letters = "//::..--aZ01 _"
		at := r.IntN(len(b))
		switch r.IntN(6) {
		case 0:
			b = append(b[:at:at], b[at+1:]...)
		case 1:
			b = append(b[:at:at], append([]byte{letters[r.IntN(len(letters))]}, b[at:]...)...)
		case 2:
			b[at] = letters[r.IntN(len(letters))]
		case 3:
			b[at] ^= 0x20 // another case of a letter
		case 4:
			b = append(b, b[at:]...)
		case 5:
			b = append(b[:at:at], append([]byte(strings.Repeat(string(b[at]), 201)), b[at:]...)...)
		}
		if len(b) == 0 {
			b = []byte("a")
		}
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return 'x'
		}
		return r
	}, string(b))
}

// TestNames compares the names of clusters that fluxapp and Flux take: good ones, and such that were spoilt at random.
func TestNames(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for provider, good := range names {
		taken, refused := 0, 0
		for _, name := range good {
			assert.Check(t, takes(provider, name, ""), "%s", name)
		}
		for i := range 2000 {
			name := good[i%len(good)]
			if i >= len(good) {
				name = spoil(r, name)
			}
			out, findings := rendered(fmt.Sprintf(profile, "https://a"), fmt.Sprintf(row, provider, "cluster", name))
			want := takes(provider, name, "")
			assert.Check(t, (out != "") == want, "%s: Flux takes %q: %v; %v", provider, name, want, findings)
			if want {
				taken++
			} else {
				refused++
			}
		}
		t.Logf("%s: %d names are taken, and %d refused", provider, taken, refused)
		assert.Assert(t, taken > 100 && refused > 100)
	}
}

// TestAddresses compares the addresses of API servers that fluxapp takes with those that Flux takes as they are.
func TestAddresses(t *testing.T) {
	taken := map[string]bool{}
	for _, address := range []string{"https://a.example.com:6443", "https://10.0.0.1", "https://[2001:db8::1]:6443",
		"https://a_b/", "https://A.example.com", "", "https://", "https:///", "http://a", "https://a/b", "https://u@a",
		"https://a?x", "https://a#x", "https://a b", "https://a:b", "https://a:", "https://[a", "httpa:6443", "a/b"} {
		written, _ := rendered(fmt.Sprintf(profile, address), fmt.Sprintf(row, "generic", "serviceAccountName", "deployer"))
		configured, _ := rendered(fmt.Sprintf(profile, "https://a/b"), fmt.Sprintf(row, "generic", "address", address))
		assert.Equal(t, written != "", configured != "", address)
		if taken[address] = written != ""; !taken[address] {
			continue
		}
		for _, cm := range append(configMaps(t, written), configMaps(t, configured)...) {
			assert.Check(t, check(cm), address)
		}
	}
	for address, ours := range taken {
		got, err := logIn("generic", auth.Options{ClusterAddress: address})
		assert.Check(t, ours == (err == nil && checkAddress("generic", address, got.Host) == nil), "%q: %v, Flux goes to %q",
			address, ours, got.Host)
	}
}
