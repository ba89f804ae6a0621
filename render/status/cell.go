package status

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
)

// isPaused reports whether the document suspends the objects of the row.
func (r *row) isPaused() bool { return r.state == Suspended && r.workload && !r.counted }

// why returns the reason and the message of a row. Of different messages it has an example.
func (r *row) why() string {
	why, message := r.reason, r.own(r.message)
	if r.varies {
		message = strings.ReplaceAll(r.message, wording.OwnName, r.example)
		if r.example != "" {
			why = strings.TrimPrefix(why+", for example on "+r.example, ", ")
		}
	}
	switch message = strings.Join(strings.Fields(message), " "); {
	case message == "":
		return wording.Visible(why)
	case why == "":
		return wording.Visible(message)
	}
	return wording.Visible(why + ": " + message)
}

// wrapped returns a text in one or two lines: of a longer one its first words, what failed, and its last ones, why.
func wrapped(text string, width int) []string {
	runes := []rune(text)
	if len(runes) <= width {
		return []string{text}
	}
	first := beforeSpace(string(runes[:width+1]))
	if utf8.RuneCountInString(first) > width {
		first = string(runes[:width])
	}
	rest := strings.TrimPrefix(text[len(first):], " ")
	if runes = []rune(rest); len(runes) > width {
		rest = "… " + afterSpace(string(runes[len(runes)-width+2:]))
	}
	return []string{first, rest}
}

// beforeSpace leaves out the last word of a part, which is cut, unless it is most of the part.
func beforeSpace(part string) string {
	if at := strings.LastIndexByte(part, ' '); at > len(part)/2 {
		return part[:at]
	}
	return part
}

// afterSpace leaves out the first word of a part, which is cut, unless it is most of the part.
func afterSpace(part string) string {
	if at := strings.IndexByte(part, ' '); at >= 0 && at < len(part)/2 {
		return part[at+1:]
	}
	return part
}

func visible(texts []string) []string {
	texts = slices.Clone(texts)
	for i, text := range texts {
		texts[i] = wording.Visible(text)
	}
	return texts
}

// revision returns the revisions of a row with short digests. Some of several objects may have none.
func (r *row) revision() string {
	texts := visible(r.revisions)
	for i, text := range texts {
		if texts[i] = digest().ReplaceAllString(text, "$1"); text == "" && len(texts) > 1 {
			texts[i] = "none"
		}
	}
	if len(texts) > mostRevisions {
		return "several revisions"
	}
	return strings.Join(texts, ", ")
}

// digest matches the digest of a commit or an artifact. Its first digits tell it apart, as they do for git.
var digest = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b([0-9a-f]{10})[0-9a-f]{30,}\b`) })

// age returns since when the objects of a row have been so, or a range.
func (t textPrinter) age(r *row) string {
	if r.from.IsZero() {
		return ""
	}
	if t.now.IsZero() {
		return r.from.UTC().Format(time.RFC3339)
	}
	first, last := ageOf(t.now.Sub(r.from)), ageOf(t.now.Sub(r.to))
	if first == last {
		return first
	}
	return last + "-" + first
}

// ageOf prints a duration in a unit that leaves it few digits. What begins after now is new: clocks differ.
func ageOf(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%ds", max(0, int(d.Seconds())))
	case d < 2*time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()))
	}
	return fmt.Sprintf("%dd", int(d.Hours()/24))
}
