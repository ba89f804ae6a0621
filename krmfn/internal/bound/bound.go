// Package bound reads input that may have no end.
package bound

import (
	"fmt"
	"io"
)

// Max is how many bytes are read at most: as many as schema takes of a file. A variable for the tests alone.
var Max int64 = 1 << 30

// ReadAll reads all of in, which an error calls name. It is an error when there is more than Max.
func ReadAll(in io.Reader, name string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, Max+1))
	if err == nil && int64(len(data)) > Max {
		return nil, fmt.Errorf("%s is larger than 1 GiB; split it", name)
	}
	return data, err
}
