package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// holder returns the document of a text that a problem at a place is about; nil when the text holds none. In a list
// that is the item there. A problem of the list itself, or of an item that fluxapp does not read, belongs to its first
// application, or else to its first base or cluster, which cannot be read without the list.
func (docs Documents) holder(at tree.Position) *Document {
	if len(docs) == 0 {
		return nil
	}
	if last := docs.lastAt(at); last >= 0 && docs[last].readsText() {
		return docs[last]
	}
	for _, class := range []Class{ClassApplication, ClassBase, ClassCluster} {
		if i := slices.IndexFunc(docs, func(d *Document) bool { return d.class == class }); i >= 0 {
			return docs[i]
		}
	}
	return docs[0]
}

// readsText is false for a document that fluxapp does not read, which may hold anything.
func (d *Document) readsText() bool {
	return !slices.Contains([]Class{ClassForeign, ClassRendered, ClassArgoCD}, d.class) || !d.Root().Exists() ||
		d.readsMetadata()
}

// isRelevant reports whether a problem of the document's text matters. fluxapp is strict with the metadata of a
// cluster's document alone, but it refuses what kubectl refuses anywhere in it.
func (d *Document) isRelevant(p tree.Problem) bool {
	if !d.readsMetadata() {
		return d.readsText() || classifier{d}.lacksSeparator(p)
	}
	always := []record.Rule{record.Syntax, record.DuplicateKey, record.BadKey, record.TooLarge, record.NotJSON}
	root, metadata, isIt := d.Root(), d.Root().Get("metadata"), p.Node.Same
	fields := []tree.Node{root.Get("apiVersion"), root.Get("kind"), root.Find("metadata"), metadata.Find("name"),
		metadata.Find("namespace")}
	return slices.Contains(always, p.Rule) || metadata.Find("labels").Has(isIt) ||
		metadata.Find("annotations").Has(isIt) || slices.ContainsFunc(fields, isIt)
}

func duplicateKey(out finding.Problem, p tree.Problem, key string) finding.Problem {
	out.Detail = fmt.Sprintf("the key %q is already at ", key)
	other := p.Other.WrittenKey()
	switch {
	case other != key:
		out.Detail = fmt.Sprintf("the key %s is read as %q, and so is %s at ", key, p.Node.Key(), other)
		return out.Beside(p.Other, "; quote both")
	case key == "apiVersion" && p.Position.Column == 1:
		return out.Beside(p.Other, "; write --- between two documents, or keep one of them")
	}
	return out.Beside(p.Other, "; keep one of them")
}

// textProblem is false for a problem that does not matter here.
func textProblem(p tree.Problem) (finding.Problem, bool) {
	out := finding.Problem{Node: p.Node, OnKey: p.OnKey, Position: p.Position}
	key, written := p.Node.WrittenKey(), p.Node.Written()
	if p.OnKey {
		written = key
	}
	out.Current = written
	switch p.Rule {
	case record.Syntax:
		out.Code, out.Detail = codes.Syntax, p.Detail
	case record.DuplicateKey:
		out.Code, out.Node = check.CodeDuplicateKey, p.Other // the second one is in no tree, and has the path of the first
		return duplicateKey(out, p, key), true
	case record.BadKey:
		out.Code, out.Detail, out.Child, out.Current = codes.Key, p.Detail+"; quote it", p.Key, p.Key
	case record.BadTag:
		out.Code, out.Detail = check.CodeTag, fmt.Sprintf("the tag %s is not supported; write the value itself", p.Detail)
		if strings.Trim(p.Detail, "!abcdefghijklmnopqrstuvwxyz") != "" { // it may be a text that begins with !
			out.Hiding = "the tag is not supported; write the value itself, in quotes if it begins with !"
		}
	case record.TooLarge:
		out.Node, out.Code = tree.Node{}, codes.TooLarge // its path may be endless too
		out.Detail = p.Detail + "; split the document"
	case record.NotJSON:
		out.Code, out.Proposed = check.CodeNotJSON, strconv.Quote(written)
		out.Detail = fmt.Sprintf("an API server cannot read %s; write a finite number, or quote it", written)
	case record.YAML11:
		out.Severity, out.Code = finding.SeverityWarning, codes.YAML11
		out.Detail, out.Proposed = yaml11(p, written)
		out.Hiding = discreet11(p.Node.Kind(), out.Detail)
	case record.LostDigits:
		out.Severity, out.Code = finding.SeverityWarning, codes.LostDigits
		out.Proposed = fmt.Sprintf("%q", written)
		out.Detail = fmt.Sprintf("some YAML readers drop digits of %s; if it is a version, write %q", written, written)
		out.Hiding = "some YAML readers drop digits of this number; if it is a version, quote it"
	case record.MergeOrder:
		out.Severity, out.Code = finding.SeverityWarning, check.CodeMergeOrder
		out.Detail = fmt.Sprintf("in kubectl the << behind it replaces %q, in other readers it does not; write << first", key)
	case record.Escape:
		out.Severity, out.Code, out.Current = finding.SeverityWarning, check.CodeEscape, p.Detail
		out.Proposed = tree.ParseValue([]byte(`"` + p.Detail + `"`)).Text()
		out.Detail = fmt.Sprintf("kubectl does not read the escape %s in YAML; write the character itself, %s", p.Detail,
			out.Proposed)
	case record.StraySetter:
		out.Severity, out.Code, out.Current = finding.SeverityWarning, codes.SetterComment, ""
		out.Detail = "this setter comment is for no scalar, so Flux does not read it, and it is not printed; write it " +
			"behind the scalar, in its line"
	case record.NullSetter:
		out.Severity, out.Code, out.Current = finding.SeverityWarning, codes.SetterComment, ""
		out.Detail = "a field that is null is not printed, and with it its setter comment; write a value"
		path := "." + tree.Paths([]tree.Node{p.Node})[0]
		return out, !strings.Contains(path, ".values.") && !strings.Contains(path, ".params.")
	case record.BadMarker:
		out.Severity, out.Code, out.Current = finding.SeverityWarning, codes.Marker, ""
		out.Detail = "this comment is no JSON, so Flux does not read it; " + writeMarker
	}
	return out, true
}

func yaml11(p tree.Problem, written string) (detail, proposed string) {
	if p.OnKey {
		return yaml11Key(p.Detail, written), strconv.Quote(written)
	}
	kind, meaning := p.Node.Kind(), p.Node.Text()
	quoted := fmt.Sprintf("%q", written)
	if kind == tree.String {
		other := "a number"
		if strings.IndexByte(written, '-') == len("2006") {
			other = "a date"
		}
		return fmt.Sprintf("some YAML readers read %s as %s; write %s", written, other, quoted), quoted
	}
	return fmt.Sprintf("YAML readers differ: kubectl reads %s as %s; write %s or %s", written, meaning, meaning, quoted),
		quoted
}

func yaml11Key(meaning, written string) string {
	switch meaning {
	case "true", "false":
		return fmt.Sprintf("YAML 1.1 reads the key %s as %s; quote it", written, meaning)
	case written:
		return fmt.Sprintf("some readers take the key %s for a date or a number; quote it", written)
	}
	return fmt.Sprintf("readers differ in the key %s, which kubectl reads as %s; quote it", written, meaning)
}

func discreet11(kind tree.Kind, detail string) string {
	switch kind {
	case tree.Bool:
		return detail
	case tree.Number:
		return "YAML readers differ in this number; quote it, or write it in decimal digits without 0 in front"
	}
	return "some YAML readers read this text as a date or a number; quote it"
}
