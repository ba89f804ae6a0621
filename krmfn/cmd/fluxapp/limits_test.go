package main

import (
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// acknowledgement is what the error about a limit prints.
var acknowledgement = regexp.MustCompile(`--acknowledge ([0-9a-f]{16})`)

// digestIn returns the digest that a run prints, which must be one.
func digestIn(t testFolder, errs string) string {
	t.Helper()
	found := map[string]bool{}
	for _, m := range acknowledgement.FindAllStringSubmatch(errs, -1) {
		found[m[1]] = true
	}
	assert.Equal(t, len(found), 1, errs)
	return acknowledgement.FindStringSubmatch(errs)[1]
}

// TestAcknowledged checks that the digest of a change lets this change through and no other, that a dry run, a diff
// and the function print the same one, and that nothing is written before.
func TestAcknowledged(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, d := range doors {
		largeFleetIn(workspace{t, d})
		told, refused := d.render(t, again{})
		assert.Assert(t, !refused, "%v", told)
		workspace{t, d}.put("fleet.yaml", "")
	}
	files := snapshot(t, ".")
	digests := map[string]bool{}
	for _, args := range [][]string{{"render", "in", "-o", "dir=out"}, {"render", "in", "-o", "dir=out", "--dry-run"},
		{"diff", "--rendered", "out", "in"}} {
		out, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, code, map[string]int{"render": exitDocuments, "diff": exitCommand}[args[0]])
		digests[digestIn(t, out+errs)] = true
	}
	told, refused := renderByFunction(t, again{})
	assert.Assert(t, refused)
	digest := digestIn(t, strings.Join(told, "\n"))
	digests[digest] = true
	assert.Equal(t, len(digests), 1, "%v", digests)
	assert.Equal(t, snapshot(t, "."), files)

	put(t, "in/fleet.yaml", clusterDocuments("berlin"))
	_, errs, code := fluxapp(t, "", "render", "in", "-o", "dir=out", "--acknowledge", digest)
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.Contains(errs, "; "+digest+" acknowledges another change; ") &&
		digestIn(t, errs) != digest, errs)
	put(t, "in/fleet.yaml", "")
	rehearsed := rehearse(t, "render", "in", "-o", "dir=out", "--acknowledge", digest)
	_, errs, code = fluxapp(t, "", "render", "in", "-o", "dir=out", "--acknowledge", digest)
	assert.Equal(t, outcomeOf(errs, code), rehearsed)
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, strings.Count(errs, "this is acknowledged with "+digest+" [FA605]"), 2, errs)
	assert.Equal(t, len(filesIn(t, "out")), 2)
	told, refused = renderByFunction(t, again{config: renderConfig + "  acknowledge: \"" + digest + "\"\n"})
	assert.Assert(t, !refused, "%v", told)
}

// TestLimitsOfTheConfig checks the limits and the acknowledgement in the file of --config, and that the flag goes
// before it.
func TestLimitsOfTheConfig(test *testing.T) {
	test.Parallel()
	const wrong = "0123456789abcdef"
	t := inFolder(test, "a.yaml", app("a", "one", "two", "three", "four", "five"))
	told(t, "a.yaml")
	put(t, "a.yaml", app("a", "one", "two", "three", "four"))
	run := func(config string, args ...string) (string, int) {
		t.Helper()
		put(t, "run.yaml", renderConfig+config)
		_, errs, code := fluxapp(t, "",
			append([]string{"a.yaml", "-o", "dir=out", "--config", "run.yaml", "--dry-run"}, args...)...)
		return errs, code
	}
	errs, code := run("  limits: {maxDeleted: 10%}\n")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.HasPrefix(errs,
		"run.yaml:5:24: spec.limits.maxDeleted: this change deletes workloads on 1 of 5 clusters"), errs)
	digest := digestIn(t, errs)
	for _, c := range []struct {
		config string
		flags  []string
		code   int
	}{
		{"  limits: {maxDeleted: 10%}\n  acknowledge: \"" + digest + "\"\n", nil, exitGood},
		{"  limits: {maxDeleted: 10%}\n  acknowledge: \"" + digest + "\"\n", []string{"--acknowledge", wrong}, exitDocuments},
		{"  limits: {maxDeleted: 10%}\n  acknowledge: \"" + wrong + "\"\n", []string{"--acknowledge", digest}, exitGood},
		{"  limits: {maxDeleted: 20%}\n", nil, exitGood},
		{"  limits: {maxDeleted: 1, maxChanged: 0}\n", nil, exitDocuments},
	} {
		errs, code := run(c.config, c.flags...)
		assert.Equal(t, code, c.code, errs)
	}
	errs, code = run("  limits: {maxDeleted: 20%}\n", "--acknowledge", wrong)
	assert.Equal(t, code, exitGood)
	assert.Assert(t, strings.Contains(errs, wrong+" acknowledges nothing; leave it out [FA605]"), errs)
}

// TestAcknowledgeNeedsADigest checks that anything else than a digest, and an output without a folder, are a wrong
// command line.
func TestAcknowledgeNeedsADigest(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"))
	for want, args := range map[string][]string{
		`"yes" is no digest of a change`:  {"a.yaml", "-o", "dir=out", "--acknowledge", "yes"},
		"--acknowledge needs -o dir=PATH": {"a.yaml", "--acknowledge", "0123456789abcdef"},
	} {
		_, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, code, exitCommand)
		assert.Assert(t, strings.Contains(errs, want), errs)
	}
}
