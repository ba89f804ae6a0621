// Package folder tells which files of a folder the command reads, and what it reads of a file.
//
// [Names] has the files. One is parsed if its text mentions a kind that fluxapp reads; a template of Helm and a pointer
// of Git LFS are skipped with a warning.
//
// [UTF8] and [Slip] read what shells and people make of what kubectl printed, and [ReadAll] what may have no end.
package folder

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Names returns the files of a folder and its subfolders that may hold documents, and after them those behind links:
// messages then have a file's own name rather than a link's. Hidden files and folders are left out: in a mounted
// ConfigMap, each file is a link into a hidden folder. The warnings name links that are not followed.
func Names(fsys fs.FS) (names []string, warnings finding.Findings, err error) {
	var links []string
	err = fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(entry.Name(), ".") && name != "."
		switch {
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden:
		case entry.Type() == fs.ModeSymlink:
			links = append(links, name)
		case entry.Type().IsRegular() && HasExtension(name):
			names = append(names, name)
		}
		return nil
	})
	for _, link := range links {
		switch info, err := fs.Stat(fsys, link); {
		case err == nil && info.IsDir(): // it could be any folder, also the one that is read
			warnings = append(warnings,
				notRead(link, "a link to a folder, which is not followed; name the folder itself to read it"))
		case !HasExtension(link):
		case err != nil:
			warnings = append(warnings, notRead(link, "a link to no file that can be read; fix or remove it"))
		case info.Mode().IsRegular():
			names = append(names, link)
		}
	}
	return names, warnings, err
}

func notRead(name, detail string) finding.Finding {
	return finding.Finding{Severity: finding.SeverityWarning, Code: CodeNotRead, File: name, Detail: detail}
}

// lfsVersion begins each pointer of Git LFS, and maxPointer is more than a pointer has.
const lfsVersion, maxPointer = "version https://git-lfs.github.com/spec/v1\n", 1024

// Pointer warns of a pointer of Git LFS, which a clone without LFS has in the place of a file, and of no other file.
func Pointer(name string, data []byte) finding.Findings {
	if len(data) > maxPointer || !bytes.HasPrefix(data, []byte(lfsVersion)) {
		return nil
	}
	return finding.Findings{notRead(name,
		"a pointer of Git LFS, whose file is not here; run git lfs pull, or keep documents out of LFS")}
}

// HasExtension reports whether a file has one of the extensions that are read in folders, in any case.
func HasExtension(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(path.Ext(name)))
}

// Parse reads a file that [schema.MayHold] lets through. It skips a template of Helm with a warning.
func Parse(name string, data []byte) (schema.Documents, finding.Findings) {
	perhaps := mayBeTemplate(data) // before schema.Parse, so that the data is not kept while it is parsed
	docs := schema.Parse(name, data)
	if perhaps && slices.ContainsFunc(docs, func(d *schema.Document) bool { return isOfTemplate(data, d.Problems()) }) {
		return nil, template(name)
	}
	return docs, nil
}

func template(name string) finding.Findings {
	return finding.Findings{notRead(name,
		"a template of Helm, which is not read; render its chart, or name the file itself")}
}

// Template warns of a template of Helm, whatever kinds of objects are in it. There is no warning about any other file.
func Template(name string, data []byte) finding.Findings {
	if !mayBeTemplate(data) {
		return nil
	}
	if _, _, problems := schema.Objects(name, data); isOfTemplate(data, problems) {
		return template(name)
	}
	return nil
}

// Beside returns the documents of a file of others that only have to be there.
func Beside(name string, data []byte) schema.Documents {
	if !schema.MayHoldBeside(data) {
		return nil
	}
	return slices.DeleteFunc(schema.Parse(name, data), func(d *schema.Document) bool { return !d.Facts().IsBeside() })
}

// ownLine matches a line that only a document for fluxapp has, or a text in another document.
var ownLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(?m)^(?:[\s{]*"apiVersion"|'?apiVersion'?)\s*:\s*["']?(?:fluxapp\.dev|gitops\.kubesphere\.io)/`)
})

// mayBeTemplate is false for a broken document with fluxapp's own apiVersion, which is never skipped.
func mayBeTemplate(data []byte) bool {
	return bytes.Contains(data, []byte("{{")) && !ownLine().Match(data)
}

// isOfTemplate reports whether a text can only be read after Helm has replaced the actions in {{ }}: they are where it
// is broken. In YAML, {{ x }} is a map whose key is a map, and "{{ x }}" is a string that cannot be a name.
func isOfTemplate(data []byte, problems []finding.Problem) bool {
	for _, p := range problems {
		if strings.Contains(p.Current, "{{") {
			return true
		}
		if p.Code != codes.Syntax && p.Code != codes.Key {
			continue
		}
		for _, found := range finding.Locate([]finding.Problem{p}) {
			lines := slices.Collect(bytes.Lines(data)) // a reader finds out later that a text is broken
			near := lines[max(0, min(found.Line-3, len(lines))):min(found.Line+1, len(lines))]
			if bytes.Contains(bytes.Join(near, nil), []byte("{{")) {
				return true
			}
		}
	}
	return false
}

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
