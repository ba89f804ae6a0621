package readlimit

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestReadAll(t *testing.T) {
	defer func(was int64) { Max = was }(Max)
	Max = 4
	data, err := ReadAll(strings.NewReader("four"), "x")
	assert.NilError(t, err)
	assert.Equal(t, string(data), "four")
	_, err = ReadAll(strings.NewReader("fives"), "x")
	assert.Error(t, err, "x is larger than 1 GiB; split it")
}
