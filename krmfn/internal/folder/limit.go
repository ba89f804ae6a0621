package folder

import (
	"fmt"
	"io"
)

// MaxSize is the largest number of bytes that is read, as in package schema. It is a variable for tests only.
var MaxSize int64 = 1 << 30

// ReadAll reads all of in. It is an error when there is more than MaxSize; name is what the error calls in.
func ReadAll(in io.Reader, name string) ([]byte, error) { return ReadSized(in, name, 0) }

// ReadSized is ReadAll for a file that probably has so many bytes, which saves time and memory.
func ReadSized(in io.Reader, name string, size int64) ([]byte, error) {
	if size <= 0 {
		size = 511
	}
	data := make([]byte, 0, min(size, MaxSize)+1) // one more: that the file ends is known when a read finds nothing
	for in := io.LimitReader(in, MaxSize+1); ; {
		n, err := in.Read(data[len(data):cap(data)])
		switch data = data[:len(data)+n]; {
		case int64(len(data)) > MaxSize:
			return nil, fmt.Errorf("%s is larger than 1 GiB; split it", name)
		case err == io.EOF:
			return data, nil
		case err != nil:
			return data, err
		case len(data) == cap(data):
			data = append(data, 0)[:len(data)]
		}
	}
}
