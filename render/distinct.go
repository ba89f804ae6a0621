package render

import (
	"hash/maphash"
)

// distinct reports whether nothing clashes for sure: the hashes of everything that must be unique differ. It says nothing when it is
// false, which two hashes may be by chance. To find out is much cheaper than to remember who has which name, which [clashes] needs
// for what it says. The seed of the hashes is random; the answer that a run comes to is not.
func distinct(placements []placement) bool {
	h := hashes{seed: maphash.MakeSeed(), slots: make([]uint64, slotsFor(4*len(placements)))}
	for i := range placements {
		if !h.adds(&placements[i]) {
			return false
		}
	}
	return true
}

// hashes is a set. A slot that is 0 is free.
type hashes struct {
	seed  maphash.Seed
	slots []uint64
	key   []byte
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
	if !h.add("object", p.kind.kind, p.namespace, p.name) {
		return false
	}
	switch {
	case p.kind == kindHelmChart:
		return h.add("chart", p.namespace, p.name)
	case p.kind != kindHelmRelease:
		return true
	}
	storage, name, ref := p.storage(), p.helmName(), p.cluster.reference
	return (p.chartKey != "chart" || h.add("chart", p.chartNamespace(), p.namespace+"-"+p.name)) &&
		(p.cluster.said == "" || h.add("cluster", p.cluster.said, storage, name)) &&
		h.add("kubeConfig", ref.namespace, ref.kind, ref.name, ref.key, storage, name)
}

// add adds the hash of texts, which hold no byte 0, and reports whether it is new.
func (h *hashes) add(texts ...string) bool {
	h.key = h.key[:0]
	for _, text := range texts {
		h.key = append(append(h.key, text...), 0)
	}
	hash := max(maphash.Bytes(h.seed, h.key), 1)
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
