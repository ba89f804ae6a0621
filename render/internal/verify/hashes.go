package verify

import (
	"hash/crc32"
	"slices"
)

// hashes tells cheaply how many keys there are. Different keys with one hash do no harm where whoever asks looks at
// the keys themselves then.
type hashes struct {
	all  []uint64
	text []byte
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// add adds a key by its parts. Processors know both checksums.
func (h *hashes) add(parts ...string) {
	h.text = h.text[:0]
	for _, part := range parts {
		h.text = append(append(h.text, part...), 0xff) // which is in no part
	}
	h.all = append(h.all, uint64(crc32.Checksum(h.text, castagnoli))<<32|uint64(crc32.ChecksumIEEE(h.text)))
}

// areDistinct reports whether all hashes are different.
func (h *hashes) areDistinct() bool {
	count := len(h.all)
	return h.distinct() == count
}

// distinct returns how many different hashes there are.
func (h *hashes) distinct() int {
	slices.Sort(h.all)
	h.all = slices.Compact(h.all)
	return len(h.all)
}
