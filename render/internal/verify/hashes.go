package verify

import (
	"hash/crc64"
	"slices"
)

// hashes tells cheaply how many keys there are. Different keys with one hash do no harm where whoever asks looks at
// the keys themselves then.
type hashes struct {
	all  []uint64
	text []byte
}

var table = crc64.MakeTable(crc64.ECMA)

// add adds a key by its parts.
func (h *hashes) add(parts ...string) {
	h.text = h.text[:0]
	for _, part := range parts {
		h.text = append(append(h.text, part...), 0xff) // which is in no part
	}
	h.all = append(h.all, crc64.Checksum(h.text, table))
}

// distinct returns how many different hashes there are.
func (h *hashes) distinct() int {
	slices.Sort(h.all)
	h.all = slices.Compact(h.all)
	return len(h.all)
}
