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
	costs   []usage
}

// peerTable measures the peers that can be built beside fluxapp, on equal objects, and returns a table.
func (b bench) peerTable() (string, error) {
	built, skipped := buildPeers(filepath.Join(b.root, "bin", "peers"))
	var out strings.Builder
	out.WriteString("| objects | program | time | × fluxapp by selector | CPU | peak memory |\n|---|---|---|---|---|---|\n")
	for _, n := range []int{100, 1_000, 10_000} {
		all, err := b.contenders(built, n)
		if err != nil {
			return "", err
		}
		if err := b.race(all); err != nil {
			return "", err
		}
		for _, c := range all {
			out.WriteString(c.markdown(n, all[0]))
		}
	}
	return out.String() + skipped, nil
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

// contenders are fluxapp in two ways, by selector first, and the peers for a number of clusters. All make the same objects, or it
// is an error.
func (b bench) contenders(built []builtPeer, n int) ([]contender, error) {
	var all []contender
	for _, own := range []struct {
		name, file string
		document   func(int) []byte
	}{{"fluxapp, by selector", "selector.yaml", byParams}, {"fluxapp, explicit entries", "explicit.yaml", explicit}} {
		file, err := b.write(own.file, own.document(n))
		if err != nil {
			return nil, err
		}
		all = append(all, contender{name: own.name, dir: b.dir, command: []string{b.path("fluxapp"), "render", file}})
	}
	for _, p := range built {
		if !slices.Contains(p.sizes, n) {
			continue
		}
		dir := b.path(fmt.Sprintf("%s%d", p.name, n))
		if err := p.prepare(dir, n); err != nil {
			return nil, err
		}
		all = append(all, contender{name: p.name + " " + p.version, dir: dir, command: append([]string{p.program}, p.args...)})
	}
	return all, b.agree(all, n)
}

// agree refuses contenders whose objects are not those of the first one.
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
	for range b.runs {
		for i, c := range all {
			cost, err := b.measureIn(c.dir, os.DevNull, os.DevNull, c.command...)
			if err != nil {
				return err
			}
			all[i].costs = append(all[i].costs, cost)
		}
	}
	return nil
}

func (c contender) markdown(n int, base contender) string {
	cost, ratios := medians(c.costs), make([]float64, len(c.costs))
	for i := range ratios {
		ratios[i] = c.costs[i].Wall.Seconds() / base.costs[i].Wall.Seconds()
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n",
		thousands(n), c.name, seconds(cost.Wall), digits(median(ratios), math.Round), seconds(cost.CPU), mib(cost.Peak))
}
