package digest

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"
)

// TestSum holds that the sum is that of crypto/sha256: for each length around the ends of blocks, at once and in parts.
func TestSum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	data := make([]byte, 5*blockSize)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	for length := range len(data) {
		assert.Equal(t, Sum256(data[:length]), sha256.Sum256(data[:length]), "length %d", length)
		parts := New()
		for rest := data[:length]; len(rest) > 0; {
			n := 1 + random.IntN(len(rest))
			_, _ = parts.Write(rest[:n])
			rest = rest[n:]
			assert.Assert(t, bytes.Equal(parts.Sum(nil), sumOf(data[:length-len(rest)])), "length %d", length)
		}
	}
}

func sumOf(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:]
}

func BenchmarkSum(b *testing.B) {
	data := make([]byte, 1024)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		Sum256(data)
	}
}
