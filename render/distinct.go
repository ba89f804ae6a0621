package render

import (
	"hash/maphash"
)

// distinct reports whether nothing clashes for sure: the hashes of everything that must be unique differ. It says nothing when it is
// false, which two hashes may be by chance. To find out is much cheaper than to remember who has which name, which [clashes] needs
// for what it says. The seed of the hashes is random; the answer that a run comes to is not.
func distinct(placements []placement, all runs) bool {
	h := hashes{seed: maphash.MakeSeed(), plain: plainReleases(placements, all)}
	if h.plain && differ(placements, all) {
		return true
	}
	h.slots = make([]uint64, slotsFor(h.most()*len(placements)))
	for i := range placements {
		if !h.adds(&placements[i]) {
			return false
		}
	}
	return true
}

// plainReleases reports whether the names of Helm's releases, and of the charts that helm-controller makes, differ where the names of
// their objects do: all are joined of those and of one namespace and one target namespace, on one API server, and there are no charts
// besides.
func plainReleases(placements []placement, all runs) bool {
	var first *model
	for _, r := range all {
		p := &placements[r.from]
		switch m := p.model; {
		case m.kind == kindHelmChart:
			return false
		case m.kind != kindHelmRelease:
			continue
		case first == nil:
			first = m
		case m.namespace != first.namespace || m.targetName != first.targetName:
			return false
		}
		if p.app.standalone || p.releaseName.Exists() || !p.keepsName(p.longest) {
			return false
		}
	}
	return true
}

// differ reports whether objects have different names for sure: no two runs are of one kind in one namespace, on one API server.
func differ(placements []placement, all runs) bool {
	type group struct {
		kind              *kind
		server, namespace string
	}
	seen := map[group]bool{}
	for _, r := range all {
		p := &placements[r.from]
		key := group{p.kind, p.server(), p.namespace}
		if seen[key] || p.app.standalone {
			return false
		}
		seen[key] = true
	}
	return true
}

// hashes is a set. A slot that is 0 is free.
type hashes struct {
	plain bool // releases need no names of their own
	seed  maphash.Seed
	slots []uint64
	key   []byte
}

// most is how many hashes an object may have.
func (h *hashes) most() int {
	if h.plain {
		return 1
	}
	return 4
}

// slotsFor returns a power of two that leaves a set of so many hashes half empty.
func slotsFor(count int) int {
	slots := 16
	for slots < 2*count {
		slots *= 2
	}
	return slots
}

// adds adds what must be unique of an object, and reports whether it is.
func (h *hashes) adds(p *placement) bool {
	if !h.text("object").text(p.server()).text(p.kind.kind).text(p.namespace).text(p.name).add() {
		return false
	}
	switch {
	case h.plain:
		return true
	case p.kind == kindHelmChart:
		return h.text("chart").text(p.server()).text(p.namespace).text(p.name).add()
	case p.kind != kindHelmRelease:
		return true
	}
	if p.chartKey == "chart" && !h.text("chart").text(p.server()).text(p.chartNamespace).joined(p.namespace, p.name).add() {
		return false
	}
	name, ref := p.cluster().identifier(), p.cluster().reference()
	if name != "" && !h.text("cluster").text(name).release(p).add() {
		return false
	}
	return name != "" && ref == reference{} || h.text("kubeConfig").text(ref.namespace).text(ref.kind).text(ref.name).text(ref.key).release(p).add()
}

// text appends a text to the key, and what no text holds.
func (h *hashes) text(text string) *hashes {
	h.key = append(append(h.key, text...), 0)
	return h
}

// joined appends two texts as names join them.
func (h *hashes) joined(first, second string) *hashes {
	h.key = append(append(h.key, first...), '-')
	return h.text(second)
}

// release appends what is Helm's own of a release, within a cluster.
func (h *hashes) release(p *placement) *hashes {
	h.text(p.storage())
	target := p.target.Text()
	if p.releaseName.Exists() || target == "" || !p.keepsName(len(p.name)) {
		return h.text(p.helmName())
	}
	return h.joined(target, p.name)
}

// add adds the hash of the key, begins another one, and reports whether the hash is new.
func (h *hashes) add() bool {
	hash := max(maphash.Bytes(h.seed, h.key), 1)
	h.key = h.key[:0]
	mask := uint64(len(h.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		switch h.slots[at] {
		case 0:
			h.slots[at] = hash
			return true
		case hash:
			return false
		}
	}
}
