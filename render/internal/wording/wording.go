// Package wording makes names of objects and of Helm releases, and digests for names. It prints names, counts and texts
// of objects for people, in few words, also for several clusters; lines for a terminal, and JSON piece by piece.
package wording

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Capped returns the first characters of a text, and marks that there are more.
func Capped(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// Path returns keys as a text: spec.values.replicas, or metadata.labels[example.com/team].
func Path(keys []string) string {
	return strings.TrimPrefix(strings.Join(each.Of(keys, tree.Step), ""), ".")
}

// Visible escapes characters that a terminal would act on or that nobody would see. Invalid UTF-8 becomes U+FFFD.
func Visible(line string) string {
	if utf8.ValidString(line) && !strings.ContainsFunc(line, isInvisible) {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if isInvisible(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isInvisible(r rune) bool { return !unicode.IsPrint(r) }

// OwnName is what stands for the name of the cluster in a text: no text of an object has this byte.
const OwnName = "\x00"

// WithoutOwn returns a text with a mark in the place of each name of its cluster. The texts of two clusters are then
// equal exactly when they differ in the clusters' names only, so that different texts stay different.
func WithoutOwn(text, cluster string) string {
	if cluster == "" || !strings.Contains(text, cluster) {
		return text
	}
	var b strings.Builder
	done := 0
	for at := 0; ; {
		i := strings.Index(text[at:], cluster)
		if i < 0 {
			break
		}
		begin, end := at+i, at+i+len(cluster)
		if at = begin + 1; isWholeWord(text, begin, end) {
			b.WriteString(text[done:begin] + OwnName)
			done, at = end, end
		}
	}
	return b.String() + text[done:]
}

// isWholeWord reports whether a part of a text has no letter or digit beside it. The letter of a JSON escape is none.
func isWholeWord(text string, begin, end int) bool {
	escape := begin > 1 && text[begin-2] == '\\'
	return (begin == 0 || escape || !isWordByte(text[begin-1])) && (end == len(text) || !isWordByte(text[end]))
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// shortName stands for a shortened name in an effect.
const shortName = "\x01"

var people = strings.NewReplacer(OwnName, "$(cluster.name)", shortName, "(a shortened name)")

// OwnValue is WithoutOwn for a value as JSON. A number or a boolean that is equal to a name is none.
func OwnValue(value, cluster string) string {
	hasLetter := strings.ContainsFunc(cluster, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
	if cluster == "true" || cluster == "false" || cluster == "null" || !hasLetter {
		return value
	}
	return WithoutOwn(value, cluster)
}

// OwnSentence is WithoutOwn for an effect. Shortened names there, with a part of the cluster's name, are marked too.
func OwnSentence(effect, cluster string) string {
	words := strings.Split(WithoutOwn(effect, cluster), " ")
	for i, word := range words {
		if name := strings.TrimRight(word, ",;"); isShortened(name) {
			words[i] = shortName + word[len(name):]
		}
	}
	return strings.Join(words, " ")
}

// isShortened reports whether a name is as long as shortened ones are, and ends in a digest like them.
func isShortened(name string) bool {
	// the length of a Helm release whose name helm-controller has shortened; shortened names of objects are longer
	const release = 53
	digest := name[strings.LastIndexByte(name, '-')+1:]
	return len(name) >= release && (len(digest) == 8 || len(digest) == 12) &&
		strings.Trim(digest, "0123456789abcdef") == ""
}

// ShownFor returns a text of several objects for people: with the name of the cluster when it is the text of one only.
func ShownFor(text string, clusters []string) string {
	if len(clusters) == 1 {
		return strings.ReplaceAll(text, OwnName, clusters[0])
	}
	return people.Replace(text)
}

// The colors of a terminal.
const (
	Red    = "\x1b[31m"
	Yellow = "\x1b[33m"
	Green  = "\x1b[32m"
	plain  = "\x1b[0m"
)

// Text writes lines. Its Flush returns the first error of the writer.
type Text struct {
	*bufio.Writer
	color bool
}

// NewText returns a Text with or without colors. Its Flush must be called.
func NewText(w io.Writer, color bool) Text { return Text{bufio.NewWriter(w), color} }

// Line writes the parts of a line.
func (t Text) Line(parts ...string) {
	for _, part := range parts {
		_, _ = t.WriteString(part) // Flush returns the error
	}
	_ = t.WriteByte('\n')
}

// Colored returns a text in a color, or as it is where there are no colors or the color is empty.
func (t Text) Colored(text, color string) string {
	if !t.color || color == "" {
		return text
	}
	return color + text + plain
}

// JSON writes pieces of JSON. Its Flush returns the first error of the writer.
type JSON struct{ *bufio.Writer }

// NewJSON returns a JSON. Its Flush must be called.
func NewJSON(w io.Writer) JSON { return JSON{bufio.NewWriter(w)} }

// Print writes texts as they are at even places, and values as JSON at odd ones: texts, numbers and structs of them.
func (j JSON) Print(pieces ...any) {
	for i, piece := range pieces {
		text, isText := piece.(string)
		if i%2 == 1 || !isText {
			text = Encoded(piece)
		}
		_, _ = j.WriteString(text)
	}
}

// Encoded returns a value that JSON can have as JSON, with texts as they are for people.
func Encoded(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // which fails for other values
	return strings.TrimSuffix(b.String(), "\n")
}

// Separator is what is in front of an item of a list whose items are on lines of their own.
func Separator(i int) string {
	if i == 0 {
		return "\n"
	}
	return ",\n"
}

// ObjectName joins the parts that are not empty. A name too long for Flux keeps a readable head and ends in 8 digits of
// the SHA-256 of the parts, joined unambiguously. A name with a ${…} is never shortened: its length is unknown.
func ObjectName(parts ...string) string { return joined("-", parts) }

// LabelValue joins the parts that are not empty with dots, as a label's value. It shortens as ObjectName does.
func LabelValue(parts ...string) string { return joined(".", parts) }

func joined(separator string, parts []string) string {
	kept := make([]string, 0, 4) // most names have fewer parts, and then this is not allocated
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	name := strings.Join(kept, separator)
	if len(name) <= kinds.MaxName || names.Placeholder(name) {
		return name
	}
	digest := Digest([]byte(strings.Join(parts, "/"))) // no part holds a "/"
	return strings.TrimRight(name[:kinds.MaxName-9], "-.") + "-" + digest
}

// ReleaseName returns helm-controller's name of an object's Helm release: releaseName or [targetNamespace-]name; over
// 53 characters, its first 40 and 12 hex digits of its SHA-256 (helm-controller internal/release/name.go).
func ReleaseName(releaseName, targetNamespace, name string) string {
	full := cmp.Or(releaseName, strings.TrimPrefix(targetNamespace+"-"+name, "-"))
	if len(full) <= validate.MaxReleaseName || names.Placeholder(full) {
		return full
	}
	sum := sha256.Sum256([]byte(full))
	return full[:40] + "-" + hex.EncodeToString(sum[:])[:12]
}

// Digest returns 8 hex digits of the SHA-256 of data, for names that depend on what they hold.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:4])
}

// ArtifactRefused names the controller that refuses a workload that refers to an ExternalArtifact, also in Flux 2.10,
// and the way to run it without that: since Flux 2.7, source-watcher of --components-extra turns the feature gate on.
func ArtifactRefused(workload *kinds.Kind) string {
	return workload.Program + " refuses an ExternalArtifact by default (AccessDenied); run it with " +
		"--feature-gates=ExternalArtifact=true, as flux install --components-extra=source-watcher does"
}
