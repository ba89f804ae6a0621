package record

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// The bounds of a document. They are far beyond what an API server takes.
const (
	MaxDepth    = 1000
	maxExpanded = 1 << 28 // bytes, beyond its own, that a document's aliases and indentation may expand to
)

// Assembler makes the records of one document after the other. After Start, its methods are called for each value in
// the order of the text: Begin, what the value is, its children, and End.
type Assembler struct {
	Doc      *Document
	Problems []Problem
	Stopped  bool // nothing more is made
	text     string
	start    int // where the document begins in the source
	end      int
	expanded expansion // of the document, without a depth
	anchors  map[string]int32
	ended    map[int32]expansion
	children []int32 // a stack: the children of the lists and maps that are open
}

type expansion struct{ depth, bytes, values int }

// Start begins the document between two offsets of a source.
func (a *Assembler) Start(source *Source, start, end int) {
	doc := New(source, min(smallDocument, (end-start)/blockBytes))
	*a = Assembler{Doc: &doc, text: source.Text, start: start, end: end, children: a.children[:0]}
}

// Opened is a value that is not complete.
type Opened struct {
	At       int32 // its record
	depth    int
	before   expansion
	anchored bool
}

// Begin adds the record of a value at an offset of the source. Size is the length of a scalar; the anchor may be empty.
func (a *Assembler) Begin(at uint32, depth, size int, anchor string) Opened {
	if len(a.Doc.Records) == cap(a.Doc.Records) {
		a.grow(int(at))
	}
	o := Opened{At: a.Doc.Add(Record{At: at}), depth: depth, before: a.expanded, anchored: anchor != ""}
	a.expanded.bytes += size + 8 + 2*depth
	a.expanded.values++
	if o.anchored {
		if a.anchors == nil {
			a.anchors, a.ended = map[string]int32{}, map[int32]expansion{}
		}
		a.anchors[anchor] = o.At
	}
	return o
}

// End completes a value.
func (a *Assembler) End(o Opened) int32 {
	if o.anchored {
		a.ended[o.At] = expansion{o.depth, a.expanded.bytes - o.before.bytes, a.expanded.values - o.before.values}
	}
	a.expand(0, o.At)
	return o.At
}

// What a document has: most have few records, and a record has so many bytes of most texts, or more; in block style,
// which nearly all small documents have, more.
const (
	smallDocument = 128
	usualBytes    = 8
	blockBytes    = 20
)

// grow makes room for about as many records as the document has when its rest is like its part up to an offset of the
// source. To double the room would copy the records of a long document often, and leave much of it unused.
func (a *Assembler) grow(at int) {
	count, done, size := len(a.Doc.Records), at-a.start+1, a.end-a.start
	total := int(float64(count) * float64(size) / float64(done))
	total = max(count, min(total, max(4*count, size/usualBytes)))
	records := make([]Record, count, total+total/16+1)
	copy(records, a.Doc.Records)
	a.Doc.Records = records
}

// expand counts bytes that the document expands to, and stops when they are too many.
func (a *Assembler) expand(bytes int, at int32) {
	if a.expanded.bytes += bytes; a.expanded.bytes > maxExpanded+4*(a.end-a.start) && !a.Stopped {
		a.Stopped = true
		a.Report(TooLarge, at, "written out, the aliases and the indentation of this document take more than 256 MiB")
	}
}

// Anchored returns the last value so far that has an anchor, or 0.
func (a *Assembler) Anchored(anchor string) int32 { return a.anchors[anchor] }

// IsComplete reports whether a value with an anchor has ended.
func (a *Assembler) IsComplete(at int32) bool {
	_, complete := a.ended[at]
	return complete
}

// Alias gives the record of an alias the value that it names, which is complete. They share their children.
func (a *Assembler) Alias(at, from int32, depth int) {
	target := a.ended[from]
	a.expanded.bytes += target.bytes + 2*target.values*max(depth-target.depth, 0)
	a.expanded.values += target.values
	r, v := &a.Doc.Records[at], a.Doc.Records[from]
	r.Kind, r.Content = v.Kind, v.First()
	r.Flags |= v.Flags & NonCanonical
	if text := a.Doc.Written(from); text != "" {
		r.Content = int32(a.Doc.AddString(text))
		r.Flags |= InTable
	}
	if setter, ok := a.Doc.Setters[from]; ok {
		a.Doc.SetSetter(at, setter)
	}
}

// Rule is what a problem is about.
type Rule uint8

// The rules. From YAML11 on they are remarks: the text has a meaning, but not the same one to every reader.
const (
	Syntax       Rule = iota // no YAML
	DuplicateKey             // a key twice in one map
	BadKey                   // a key that is no scalar, or null
	BadTag                   // a tag that changes what a scalar is
	TooLarge                 // too deep, or aliases expand to too much
	NotJSON                  // .inf and .nan
	YAML11                   // on, 0123: readers of YAML 1.1 and 1.2 differ
	LostDigits               // 1.10: a reader that stores floats prints 1.1
	MergeOrder               // a key before a merge key that has it too: readers differ
	Escape                   // \ud83d\ude00 in YAML: other readers know this escape in JSON only
	StraySetter              // a setter comment behind no scalar
	NullSetter               // a setter comment behind a null, which may not be printed
	BadMarker                // nearly a setter comment of image automation; no reader takes it for one
)

// Problem is one violation of a rule, at an offset of the source.
type Problem struct {
	Rule     Rule
	At       uint32
	Document *Document // nil when there is none
	Record   int32     // of Document
	Other    int32     // DuplicateKey: the first of the two
	OnKey    bool      // it is about the key of the record
	Key      string    // BadKey: the key of the record, a map, as it was written; empty if it is no scalar
	Detail   string
}

// Report adds a problem of a value.
func (a *Assembler) Report(rule Rule, at int32, detail string) {
	a.Add(Problem{Rule: rule, Record: at, Detail: detail})
}

// Add adds a problem of a record at the place of its value or key.
func (a *Assembler) Add(p Problem) {
	p.Document = a.Doc
	if r := &a.Doc.Records[p.Record]; p.OnKey {
		p.At = r.KeyAt
	} else {
		p.At = r.At
	}
	a.Problems = append(a.Problems, p)
}

// String stores a text that is no plain scalar.
func (a *Assembler) String(text string, at int32) {
	r := &a.Doc.Records[at]
	length, how := a.span(text, r.At)
	r.Kind, r.Content = scalar.String, int32(length)
	r.Flags |= how
}

// Plain stores what a plain scalar means.
func (a *Assembler) Plain(text string, at int32) {
	kind, meaning := scalar.Resolve(text)
	a.String(text, at)
	if kind != scalar.String {
		a.SetKind(kind, meaning, text, at)
	}
	a.checkDoubt(kind, meaning, text, at, false)
}

// SetKind stores the kind of a scalar that is no string; kind and meaning are from scalar.Resolve.
func (a *Assembler) SetKind(kind scalar.Kind, meaning, text string, at int32) {
	r := &a.Doc.Records[at]
	if r.Kind = kind; kind != scalar.Null && meaning != text {
		r.Flags |= NonCanonical
	}
}

func (a *Assembler) setKey(k Key, at int32) (wrong string) {
	r := &a.Doc.Records[at]
	r.KeyAt = k.At
	text := k.Text
	var kind scalar.Kind
	var meaning string
	if k.Plain {
		kind, meaning = scalar.Resolve(k.Text)
		var ok bool
		if text, ok = scalar.ResolvedKey(kind, meaning, k.Text); !ok {
			return text
		}
	}
	length, how := a.span(text, k.At)
	r.Key, r.Flags = length, r.Flags|how<<OfKey
	a.expanded.bytes += len(text)
	if k.Plain {
		a.checkDoubt(kind, meaning, k.Text, at, true)
	}
	return ""
}

// span returns a text's length if the source spells it so, perhaps behind a quote, or otherwise its index in the table.
func (a *Assembler) span(text string, at uint32) (n uint32, how Flags) {
	rest := a.text[at:a.end]
	switch {
	case text == "", strings.HasPrefix(rest, text):
		return uint32(len(text)), 0
	case rest != "" && (rest[0] == '"' || rest[0] == '\'') && strings.HasPrefix(rest[1:], text):
		return uint32(len(text)), Quoted
	}
	return a.Doc.AddString(text), InTable
}

func (a *Assembler) checkDoubt(kind scalar.Kind, meaning, plain string, at int32, onKey bool) {
	if doubt := scalar.DoubtOf(kind, meaning, plain); doubt != scalar.NoDoubt {
		rules := [...]Rule{scalar.NotJSON: NotJSON, scalar.YAML11: YAML11, scalar.LostDigits: LostDigits}
		a.Add(Problem{Rule: rules[doubt], Record: at, OnKey: onKey, Detail: meaning})
	}
}

// IsSetter recognizes a setter comment as kyaml does: any number of #, and the JSON of one behind them.
func IsSetter(comment string) bool {
	object, found := strings.CutPrefix(strings.TrimLeft(strings.TrimLeft(comment, "#"), " \t"), "{")
	return found && strings.HasPrefix(strings.TrimLeft(object, " \t"), `"$`)
}

// isNearlyMarker recognizes what somebody writes who means a setter comment of image automation: without its JSON, as
// {$imagepolicy: a:b}, or behind another comment. A sentence about such comments is none.
func isNearlyMarker(comment string) bool {
	const key = "$imagepolicy"
	begin := strings.TrimLeft(comment, "# \t{\"'`")
	return len(begin) >= len(key) && strings.EqualFold(begin[:len(key)], key) ||
		strings.HasSuffix(comment, `"}`) && strings.Contains(comment, `{"`+key+`"`)
}

// MayBeSetter reports whether Setter does anything with a comment.
func MayBeSetter(comment string) bool {
	return strings.IndexByte(comment, '$') >= 0 && (IsSetter(comment) || isNearlyMarker(comment))
}

// Setter stores the setter comment behind a scalar, and reports one behind a list or map. One behind a null is
// reported too, because most nulls are not printed.
func (a *Assembler) Setter(comment string, at int32) {
	line, _, _ := strings.Cut(comment, "\n") // the library may have joined the comment of another line
	if !IsSetter(line) {
		if isNearlyMarker(line) {
			a.Report(BadMarker, at, line)
		}
		return
	}
	switch a.Doc.Records[at].Kind {
	case scalar.List, scalar.Map:
		a.Report(StraySetter, at, line)
		return
	case scalar.Null:
		a.Report(NullSetter, at, line)
	}
	a.Doc.SetSetter(at, line)
}
