package digest

import (
	"encoding/binary"
	"math/bits"
)

// Size is how many bytes a sum has.
const Size = 32

const blockSize = 64

// Hash is the sum of what has been written. It is like sha256.New() of crypto/sha256.
type Hash struct {
	state  [8]uint32
	rest   [blockSize]byte // what is written and is not yet a block, at its beginning
	length uint64          // of all that is written
}

// New returns the hash of nothing.
func New() *Hash { return &Hash{state: initial} }

// Sum256 returns the sum of data.
func Sum256(data []byte) (sum [Size]byte) {
	h := Hash{state: initial}
	_, _ = h.Write(data)
	h.Sum(sum[:0])
	return sum
}

// Write adds data. It returns no error.
func (h *Hash) Write(data []byte) (int, error) {
	written := len(data)
	if kept := int(h.length % blockSize); kept > 0 {
		n := copy(h.rest[kept:], data)
		if data = data[n:]; kept+n == blockSize {
			h.blocks(h.rest[:])
		}
	}
	whole := len(data) / blockSize * blockSize
	h.blocks(data[:whole])
	if whole < len(data) {
		copy(h.rest[:], data[whole:])
	}
	h.length += uint64(written)
	return written, nil
}

// Sum appends the sum of what has been written. More can be written later.
func (h *Hash) Sum(to []byte) []byte {
	end, kept := *h, int(h.length%blockSize)
	var last [2 * blockSize]byte // the rest, a bit, and the length in bits at the end of a block
	copy(last[:], end.rest[:kept])
	last[kept] = 0x80
	size := blockSize
	if kept >= blockSize-8 {
		size = 2 * blockSize
	}
	binary.BigEndian.PutUint64(last[size-8:], 8*h.length)
	end.blocks(last[:size])
	for _, word := range end.state {
		to = binary.BigEndian.AppendUint32(to, word)
	}
	return to
}

// blocks adds whole blocks.
func (h *Hash) blocks(data []byte) {
	var w [64]uint32
	for ; len(data) >= blockSize; data = data[blockSize:] {
		for i := range 16 {
			w[i] = binary.BigEndian.Uint32(data[4*i:])
		}
		for i := 16; i < 64; i++ {
			s0 := bits.RotateLeft32(w[i-15], -7) ^ bits.RotateLeft32(w[i-15], -18) ^ w[i-15]>>3
			s1 := bits.RotateLeft32(w[i-2], -17) ^ bits.RotateLeft32(w[i-2], -19) ^ w[i-2]>>10
			w[i] = w[i-16] + s0 + w[i-7] + s1
		}
		h.mix(&w)
	}
}

// mix adds the 64 words of a block.
func (h *Hash) mix(w *[64]uint32) {
	a, b, c, d, e, f, g, i := h.state[0], h.state[1], h.state[2], h.state[3], h.state[4], h.state[5], h.state[6], h.state[7]
	for round, word := range w {
		s1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		t1 := i + s1 + (e&f ^ ^e&g) + constants[round] + word
		s0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		t2 := s0 + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, i = t1+t2, a, b, c, d+t1, e, f, g
	}
	for n, word := range [8]uint32{a, b, c, d, e, f, g, i} {
		h.state[n] += word
	}
}
