package shape

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// The patterns of durations in Flux's CRDs: that of all but one field, and that of a source's timeout, which takes no hours.
const (
	durationPattern = `^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`
	timeoutPattern  = `^([0-9]+(\.[0-9]+)?(ms|s|m))+$`
)

// duration validates a string where a duration belongs.
func (c *checker) duration(n tree.Node, r *Rule) {
	text := n.Text()
	if plainlyDuration(text, r) {
		return
	}
	if reference.Placeholder(text) || reference.Is(n) && !c.final {
		return
	}
	p := finding.Problem{Code: finding.CodeDuration, Node: n, Current: text}
	known := patterns()[durationPattern].MatchString(text)
	length, err := time.ParseDuration(text)
	switch {
	case known && err != nil: // the CRDs take it, and then no controller can read the object
		p.Detail = fmt.Sprintf("%q is longer than Flux can count; write at most 2562047h", text)
	case known && r.fits(text):
		return
	case known:
		p.Proposed = withoutHours(length)
		p.Detail = fmt.Sprintf("%q counts hours, which the timeout of a source cannot; write %s", text, p.Proposed)
	default:
		p.Proposed = repairDuration(text, r)
		p.Detail = fmt.Sprintf("%q is no duration; write %s", text, p.Proposed)
		if p.Proposed == "" {
			p.Detail = fmt.Sprintf("%q is no duration; write it as %s", text, durations(r))
		}
	}
	if p.Hiding = fmt.Sprintf("is no duration; write it as %s", durations(r)); known {
		p.Hiding = "is longer than the field takes; write a shorter one, in minutes"
	}
	c.report(p)
}

// surelyDuration is true of most durations, and of nothing else: a number and a unit. The regular expressions, which decide, take
// longer than all else that is validated of an entry.
func plainlyDuration(text string, r *Rule) bool {
	last := len(text) - 1
	if last < 1 || last > len("999999") {
		return false
	}
	for i := range last {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	unit := text[last]
	return unit == 's' || unit == 'm' || unit == 'h' && (r == nil || r.Pattern == durationPattern)
}

// durations are examples of what a field of a duration takes.
func durations(r *Rule) string {
	if r.fits("1h") {
		return "10m, 30s or 1h30m"
	}
	return "10m, 30s or 90m"
}

// withoutHours writes a duration in minutes, or in what is smaller.
func withoutHours(d time.Duration) string {
	switch {
	case d%time.Minute == 0:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d%time.Second == 0:
		return fmt.Sprintf("%ds", d/time.Second)
	}
	return fmt.Sprintf("%dms", d/time.Millisecond)
}

var spokenDuration = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*([0-9]{1,6})\s*([a-zA-Z]*)\s*$`) })

// repairDuration reads "5 min", "1d" and "30" as their authors mean them, and writes them as the field takes them.
func repairDuration(text string, r *Rule) string {
	match := spokenDuration().FindStringSubmatch(text)
	if match == nil {
		return ""
	}
	count, _ := strconv.Atoi(match[1])
	hours := 0
	switch strings.ToLower(match[2]) {
	case "", "s", "sec", "secs", "second", "seconds":
		return match[1] + "s"
	case "m", "min", "mins", "minute", "minutes":
		return match[1] + "m"
	case "h", "hr", "hrs", "hour", "hours":
		hours = count
	case "d", "day", "days":
		hours = 24 * count
	default:
		return ""
	}
	if r.fits("1h") {
		return fmt.Sprintf("%dh", hours)
	}
	return fmt.Sprintf("%dm", 60*hours)
}

// notDuration words what stands where a duration belongs and is no string.
func notDuration(n tree.Node, r *Rule) string {
	if n.Kind() != tree.Number {
		return fmt.Sprintf("is %s, and a duration belongs here; write it as %s", n.Kind(), durations(r))
	}
	units := "%[1]s is a number, and a duration belongs here; write %[1]ss or %[1]sm"
	if r.fits("1h") {
		units = "%[1]s is a number, and a duration belongs here; write %[1]ss, %[1]sm or %[1]sh"
	}
	return fmt.Sprintf(units, n.Written())
}
