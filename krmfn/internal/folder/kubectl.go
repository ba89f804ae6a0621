package folder

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// UTF8 returns a text as UTF-8: PowerShell writes what a command prints as UTF-16, with a mark at its beginning.
func UTF8(data []byte) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return data
	}
	units := make([]uint16, len(data)/2-1) // without the mark
	_, _ = binary.Decode(data[2:], order, units)
	return []byte(string(utf16.Decode(units)))
}

var (
	// table matches what kubectl get prints without -o: the headers of a table.
	table = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(NAMESPACE|NAME) +[A-Z]`) })
	// message matches what kubectl prints when it has no objects.
	message = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(error: |Error from server|Unable to connect to |The connection to the server |No ` +
			`resources found|Warning: |E[0-9]{4} )`)
	})
)

// Slip tells what is wrong with a text that is no objects at all; empty when it may have objects.
func Slip(data []byte) string {
	text := strings.TrimSpace(strings.TrimPrefix(string(data[:min(len(data), 1000)]), "\ufeff"))
	first, _, _ := strings.Cut(text, "\n")
	switch {
	case text == "" && len(data) < 1000:
		return "is empty"
	case table().MatchString(first):
		return "is the table that kubectl prints without -o yaml"
	case message().MatchString(first):
		return fmt.Sprintf("begins with a message of kubectl, %.200q", strings.TrimSpace(first))
	}
	return ""
}

// IsEmptyList reports whether a text is a list without objects: there are none yet.
func IsEmptyList(data []byte) bool {
	trees, _ := tree.Read("", data)
	return slices.ContainsFunc(trees, func(t *tree.Tree) bool {
		items := t.Root().Find("items")
		return items.Kind() == tree.Null || items.Kind() == tree.List && items.Len() == 0
	})
}
