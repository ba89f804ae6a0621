// Package readlimit reads input that may have no end, up to a limit.
package readlimit

import (
	"fmt"
	"io"
)

// Max is the largest number of bytes that is read: the largest file that package schema reads. It is a variable for tests only.
var Max int64 = 1 << 30

// ReadAll reads all of in. It is an error when there is more than Max; name is what the error calls in.
func ReadAll(in io.Reader, name string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, Max+1))
	if err == nil && int64(len(data)) > Max {
		return nil, fmt.Errorf("%s is larger than 1 GiB; split it", name)
	}
	return data, err
}
