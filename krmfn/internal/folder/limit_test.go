package folder

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
)

func TestReadAll(t *testing.T) {
	defer func(was int64) { MaxSize = was }(MaxSize)
	MaxSize = 4
	data, err := ReadAll(strings.NewReader("four"), "x")
	assert.NilError(t, err)
	assert.Equal(t, string(data), "four")
	_, err = ReadAll(strings.NewReader("fives"), "x")
	assert.Error(t, err, "x is larger than 1 GiB; split it")
}

// TestReadSized reads files that are not as large as they were said to be.
func TestReadSized(t *testing.T) {
	defer func(was int64) { MaxSize = was }(MaxSize)
	MaxSize = 1000
	for _, text := range []string{"", "four", strings.Repeat("x", 1000)} {
		for _, size := range []int64{-1, 0, 1, 3, 4, 5, 1000, 1 << 40} {
			data, err := ReadSized(iotest.HalfReader(strings.NewReader(text)), "x", size)
			assert.NilError(t, err)
			assert.Equal(t, string(data), text, size)
			_, err = ReadSized(strings.NewReader(text+strings.Repeat("x", 1000)), "x", size)
			assert.Equal(t, err != nil, text != "", size)
		}
	}
	_, err := ReadSized(iotest.ErrReader(io.ErrUnexpectedEOF), "x", 4)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
}
