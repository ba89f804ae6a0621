package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

var (
	hosts = []string{"", "localhost", "ghcr.io", "Ghcr.IO", "docker.io", "r.example.com:5000", "r:5000", "r:", "r:port",
		"r.io:1:2", "r:a:2", "192.168.1.10:5000", ".", ":", "..", "é.io", "a b.io", "a_b.io", "a%20.io", "u@r.io", "u:p@r.io",
		"r.io?", "r.io#", "r!.io", "r~.io", "r^.io", "r|.io", `r\.io`, "r<.io", `r".io`, "r*.io", "R:1", "[::1]", "[::1]:80",
		"[::1", "::1]", "[r.io]", "a[1].io", "r.io]", "\x7f.io", "r.io\t"}
	paths = []string{"", "a", "ab", "web", "Web", "a/b", "a//b", "/ab", "ab/", "a.b_c-d", "web:1", "web@sha256:0", "web?x",
		"web#x", "we b", "wéb", "..", "._", "web:", "@", strings.Repeat("a", 254), strings.Repeat("a", 255),
		strings.Repeat("a", 256), strings.Repeat("é", 3)}
)

// TestNames compares what fluxapp takes as the URL of an OCIRepository with NewRepository, by which source-controller
// reads it: they take and refuse the same names. The address of IPv6 between brackets alone is not read by fluxapp.
func TestNames(t *testing.T) {
	taken, refused, all := 0, 0, names()
	for at, problems := range validated(t, "url", all) {
		given := all[at]
		_, err := name.NewRepository(given)
		switch {
		case problems != (err != nil) && !(err != nil && strings.HasPrefix(given, "[")):
			t.Errorf("%q: fluxapp refuses it: %t; go-containerregistry: %v", given, problems, err)
		case problems:
			refused++
		default:
			taken++
		}
	}
	t.Logf("%d taken, %d refused", taken, refused)
	assert.Assert(t, taken > 1000 && refused > 1000)
}

// TestDigests compares what fluxapp takes as ref.digest with NewHash, by which source-controller reads it.
func TestDigests(t *testing.T) {
	hex := strings.Repeat("0123456789abcdef", 4)
	digests := []string{hex, "sha256:" + hex, "sha256:" + hex[1:], "sha256:" + hex + "0", "sha256:" + strings.ToUpper(hex),
		"sha256:" + hex[1:] + "g", "sha512:" + hex + hex, "SHA256:" + hex, "sha256:", "sha256:" + hex + ":",
		"md5:" + hex, "a"}
	for at, problems := range validated(t, "ref: {digest", digests) {
		_, err := v1.NewHash(digests[at])
		assert.Equal(t, problems, err != nil, "%q: %v", digests[at], err)
	}
}

// names returns each host before each path, and what becomes of some of them when a character is changed.
func names() (all []string) {
	numbers := rand.New(rand.NewPCG(1, 2))
	const characters = `azaz09zaaz09--__..//::AZ@%?#[]^ ~!$&'()*+,;=<>"|{}é`
	for _, host := range hosts {
		for _, path := range paths {
			text := strings.TrimPrefix(host+"/"+path, "/")
			all = append(all, text)
			for range 8 {
				runes, others := append([]rune(text), 'x'), []rune(characters)
				runes[numbers.IntN(len(runes))] = others[numbers.IntN(len(others))]
				all = append(all, string(runes))
			}
		}
	}
	return all
}

// validated tells of each value of a field of an OCIRepository whether fluxapp refuses it.
func validated(t *testing.T, field string, values []string) (refused []bool) {
	document := strings.Builder{}
	document.WriteString("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: x}\n" +
		"spec:\n  sources:\n")
	for _, value := range values {
		address, end := "oci://r.io/web", "}"
		if field == "url" {
			address, value, end = "", "oci://"+value, ""
		} else {
			address = "url: " + address + ", "
		}
		fmt.Fprintf(&document, "  - {ociRepository: {interval: 1h, %s%s: %s%s}}\n", address, field, strconv.Quote(value), end)
	}
	d := schema.Parse("x.yaml", []byte(document.String()))[0]
	for item := range d.Spec().Get("sources").Children() {
		refused = append(refused, hasError(validate.Source(d, kinds.Kustomizations, item, 0)))
	}
	assert.Equal(t, len(refused), len(values))
	return refused
}

func hasError(problems []finding.Problem) bool {
	for _, p := range problems {
		if p.IsError() {
			return true
		}
	}
	return false
}
