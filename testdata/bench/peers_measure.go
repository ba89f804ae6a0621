package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// contender is a program with its input, ready to run.
type contender struct {
	name    string
	dir     string // to run in
	command []string
	*measured
}

// peerTable measures the peers that can be built beside fluxapp, on equal objects. It returns a table, and the targets.
func (b bench) peerTable() (string, []row, error) {
	built, skipped := buildPeers(filepath.Join(b.root, "bin", "peers"))
	var out strings.Builder
	out.WriteString("| objects | program | time | × fluxapp by selector | × fluxapp, explicit | CPU | peak memory |\n" +
		"|---|---|---|---|---|---|---|\n")
	var rows []row
	for _, n := range []int{100, 1_000, b.few} {
		all, err := b.contenders(built, n)
		if err != nil {
			return "", nil, err
		}
		if err := b.race(all); err != nil {
			return "", nil, err
		}
		for _, c := range all {
			out.WriteString(c.markdown(n, all))
		}
		if n == b.few {
			rows = ahead(all)
		}
	}
	return out.String() + skipped, rows, nil
}

// builtPeer is a peer with its program.
type builtPeer struct {
	peer
	program string
}

// buildPeers returns the peers that can be built, and a note about those that cannot.
func buildPeers(dir string) (built []builtPeer, skipped string) {
	for _, p := range peers {
		program, err := p.install(dir)
		if err == nil {
			built = append(built, builtPeer{p, program})
			continue
		}
		fmt.Fprintf(os.Stderr, "SKIPPED: %s %s cannot be built: %v\n", p.name, p.version, err)
		skipped += fmt.Sprintf("\nSKIPPED: %s %s cannot be built by this Go.\n", p.name, p.version)
	}
	return built, skipped
}

// contenders are fluxapp in two ways, by selector first, and the peers for a number of clusters. All make the same
// objects, or it is an error.
func (b bench) contenders(built []builtPeer, n int) ([]contender, error) {
	var all []contender
	fleet := b.fleet(n)
	for _, own := range []struct {
		name, file string
		document   func([]cluster) []byte
	}{{"fluxapp, by selector", "selector.yaml", byParams}, {"fluxapp, explicit entries", "explicit.yaml", explicit}} {
		file, err := b.write(own.file, own.document(fleet))
		if err != nil {
			return nil, err
		}
		all = append(all, b.contender(own.name, b.dir, b.path("fluxapp"), "render", file))
	}
	for _, p := range built {
		if !slices.Contains(p.sizes, n) {
			continue
		}
		dir := b.path(fmt.Sprintf("%s%d", p.name, n))
		if err := p.prepare(dir, fleet); err != nil {
			return nil, err
		}
		all = append(all, b.contender(p.name+" "+p.version, dir, append([]string{p.program}, p.args...)...))
	}
	return all, b.agree(all, n)
}

func (b bench) contender(name, dir string, command ...string) contender {
	return contender{name, dir, command, b.command(dir, os.DevNull, command...)}
}

// agree refuses contenders whose objects differ from the first one's.
func (b bench) agree(all []contender, n int) error {
	var want map[identity]map[string]any
	for _, c := range all {
		file := b.path("objects.yaml")
		if _, err := b.measureIn(c.dir, os.DevNull, file, c.command...); err != nil {
			return err
		}
		stream, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		got, err := readObjects(stream)
		if err == nil && len(got) != n {
			err = fmt.Errorf("%d objects, and not %d", len(got), n)
		}
		if want == nil {
			want = got
		}
		if err = errors.Join(err, equal(want, got)); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// race measures the contenders by turns.
func (b bench) race(all []contender) error {
	turns := make([]*measured, len(all))
	for i, c := range all {
		turns[i] = c.measured
	}
	return byTurns(b.runs, turns...)
}

// markdown prints what a contender took, also in units of the first two, which are fluxapp.
func (c contender) markdown(n int, all []contender) string {
	cost := c.medians()
	times := func(own contender) string {
		return digits(compare("", "", c.measured, own.measured, wall).value, math.Round)
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |\n",
		thousands(n), c.name, seconds(cost.Wall), times(all[0]), times(all[1]), seconds(cost.CPU), mib(cost.Peak))
}

// ahead returns the targets: how far the first two contenders must be ahead of the others.
func ahead(all []contender) (rows []row) {
	for i, bound := range []float64{1. / 20, 1. / 8} {
		for _, c := range all[2:] {
			rows = append(rows, compare("11", "time of "+all[i].name+", to "+c.name, all[i].measured, c.measured,
				wall).within(bound))
		}
	}
	return rows
}
