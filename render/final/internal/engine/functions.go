package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/Masterminds/sprig/v3"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// printing are the functions that print a plain text, keep it, or see that it is there. All others may look at one.
var printing = set(`quote squote indent nindent trim cat toString toStrings toPrettyJson mustToPrettyJson toRawJson
	default coalesce ternary empty all any list tuple first mustFirst rest mustRest last mustLast initial mustInitial
	append mustAppend push mustPush prepend mustPrepend concat slice mustSlice reverse mustReverse values keys
	deepCopy mustDeepCopy kindOf kindIs typeOf typeIs typeIsLike`)

// mapping are those that change a map or put several together: another key may be before or behind a mark.
var mapping = set(`set unset merge mustMerge mergeOverwrite mustMergeOverwrite`)

// folding are those that look how long a text is that has a space: it may be on several lines.
var folding = set(`toYaml mustToYaml`)

// shallow are those that look at texts among their arguments, and not into maps and lists.
var shallow = set(`get hasKey pluck pick omit dig index len`)

// sized are those that make something of the size of a number.
var sized = set(`until untilStep seq repeat indent nindent`)

func set(words string) map[string]bool { return each.Once(strings.Fields(words), each.Itself) }

// functions returns the functions that templates have in the place of Sprig's, of Helm's and of builtin ones: those
// that may look at their arguments.
func (r *run) functions() template.FuncMap {
	all := sprig.TxtFuncMap()
	for _, name := range []string{"env", "expandenv", "getHostByName", "fail", "toJson", "mustToJson"} {
		delete(all, name) // Helm has its own, or none
	}
	all["printf"] = fmt.Sprintf
	for _, name := range []string{"eq", "ne", "lt", "le", "gt", "ge", "len", "index", "html", "js", "urlquery"} {
		all[name] = builtin(name)
	}
	unmarshalYAML := func(data []byte, into any) error { return yaml.Unmarshal(data, into) }
	all["mustToYaml"] = toYAML
	all["toYaml"] = func(value any) string { text, _ := toYAML(value); return text }
	known := map[string]map[string]any{} // large charts read the same text for each release
	all["fromYaml"] = func(text string) map[string]any {
		if known[text] == nil {
			known[text] = read(text, unmarshalYAML)
		}
		return Map(known[text], each.Itself, each.Itself).(map[string]any) // which templates may change
	}
	all["fromJson"] = func(text string) map[string]any { return read(text, json.Unmarshal) }
	all["fromToml"] = func(text string) map[string]any { return read(text, toml.Unmarshal) }
	all["fromYamlArray"] = func(text string) []any { return readList(text, unmarshalYAML) }
	all["fromJsonArray"] = func(text string) []any { return readList(text, json.Unmarshal) }
	all["keys"] = func(all ...map[string]any) []string { // in order: that of Sprig is by chance
		sorted := func(one map[string]any) []string { return slices.Sorted(maps.Keys(one)) }
		return append([]string{}, slices.Concat(each.Of(all, sorted)...)...)
	}
	all["values"] = func(all map[string]any) []any {
		return each.Of(slices.Sorted(maps.Keys(all)), func(key string) any { return all[key] })
	}
	for name, function := range all {
		all[name] = r.wrap(name, function)
	}
	all["lookup"] = func(_, _, _, _ string) map[string]any {
		r.lookups++
		return map[string]any{}
	}
	maps.Copy(all, r.randomFunctions())
	return all
}

func toYAML(value any) (string, error) {
	text, err := yaml.Marshal(value)
	return strings.TrimSuffix(string(text), "\n"), err
}

func read(text string, unmarshal func([]byte, any) error) map[string]any {
	value := map[string]any{}
	if err := unmarshal([]byte(text), &value); err != nil {
		value["Error"] = err.Error()
	}
	return value
}

func readList(text string, unmarshal func([]byte, any) error) []any {
	value := []any{}
	if err := unmarshal([]byte(text), &value); err != nil {
		return []any{err.Error()}
	}
	return value
}

// builtin returns a function of text/template, which a template calls: nothing else can.
func builtin(name string) func(args ...any) (any, error) {
	var given []any
	var result any
	known, calls := map[int]*template.Template{}, template.FuncMap{
		"argument": func(i int) any { return given[i] },
		"keep":     func(value any) string { result = value; return "" },
	}
	return func(args ...any) (any, error) {
		if known[len(args)] == nil {
			text := "{{ keep (" + name
			for i := range args {
				text += fmt.Sprintf(" (argument %d)", i)
			}
			known[len(args)] = template.Must(template.New(name).Funcs(calls).Parse(text + ") }}"))
		}
		given, result = args, nil
		err := known[len(args)].Execute(io.Discard, nil)
		for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
			err = inner
		}
		return result, err
	}
}

// clock is the location of now, which is in the place of the time that nobody reads.
var (
	clock = time.FixedZone("UTC", 0)
	now   = time.Date(2000, time.January, 1, 0, 0, 0, 0, clock)
)

// made returns a mark for a text that is made anew each time.
func (r *run) made(text string) string {
	return r.texts(slices.Repeat([][]string{{text}}, r.members), true)[0]
}

const digits, letters = "0123456789", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// next returns a made-up text of some characters, another one at each call.
func (r *run) next(characters string, length int) string {
	if length > maxItems {
		panic(fmt.Errorf("the templates want a text of %d characters, and %d are allowed", length, maxItems))
	}
	r.randoms++
	made, n := make([]byte, max(length, 0)), r.randoms
	for i := range made {
		made[i], n = characters[n%len(characters)], n/len(characters)
	}
	return string(made)
}

// certificate is what the functions of Sprig that make certificates return.
type certificate struct{ Cert, Key string }

// randomFunctions are those of Sprig that give something new each time, or read the clock.
func (r *run) randomFunctions() template.FuncMap {
	text := func(characters string) any {
		return func(length int) string { return r.made(r.next(characters, length)) }
	}
	pem := func(kind string) string {
		return r.made("-----BEGIN " + kind + "-----\nMIIB\n-----END " + kind + "-----\n")
	}
	pair := func(...any) certificate { return certificate{pem("CERTIFICATE"), pem("RSA PRIVATE KEY")} }
	return template.FuncMap{
		"randAlphaNum": text(letters + digits), "randAlpha": text(letters), "randNumeric": text(digits),
		"randAscii": text(letters + digits), "randBytes": text(letters + digits),
		"randInt":       func(from, to int) string { return r.made(strconv.Itoa(min(from, to))) },
		"shuffle":       r.made,
		"uuidv4":        func() string { return r.made(r.next(digits, 8) + "-0000-4000-8000-000000000000") },
		"genPrivateKey": func(any) string { return pem("RSA PRIVATE KEY") },
		"bcrypt":        func(any) string { return r.made(r.next(letters, 60)) },
		"htpasswd":      func(user, _ string) string { return user + ":" + r.made(r.next(letters, 60)) },
		"encryptAES":    func(_, _ any) string { return r.made(r.next(letters, 64)) },
		"now":           func() time.Time { return now },
		"ago":           func(any) string { return r.made("0s") },
		"genCA":         pair, "genCAWithKey": pair, "genSelfSignedCert": pair, "genSelfSignedCertWithKey": pair,
		"genSignedCert": pair, "genSignedCertWithKey": pair,
	}
}
