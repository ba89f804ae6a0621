package credential

import (
	"iter"
	"slices"
	"strings"
)

// Pair is a value in a line of a text, with the name of what it is the value of: password: x, PASSWORD=x, Bearer x,
// --password x, <password>x, password == "x", ?key=x.
type Pair struct {
	Name, Value string
	// At is where the value begins in the line. Value is its first word.
	At int
}

// signs are what is between a name and its value.
const signs = ":=> "

// Pairs yields the pairs of a line. A name is a word of at most 64 characters.
func Pairs(line string) iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		for i := 0; i < len(line); i++ {
			if strings.IndexByte(signs, line[i]) < 0 || strings.HasPrefix(line[i:], "==") ||
				line[i] == ' ' && (i == 0 || endings[line[i-1]|0x20] == nil) {
				continue
			}
			name := strings.TrimRight(line[max(0, i-66):i], " \"']=!") // ["token"] == as well, of an expression
			begin := strings.LastIndexAny(name, " \t\"'{[(<,;?&:=`") + 1
			plain := strings.TrimLeft(name[begin:], "-")
			if plain == "key" && begin > 0 && strings.IndexByte("?&", name[begin-1]) >= 0 { // of a query
				plain = "apikey"
			}
			kind := KindOf(plain)
			if line[i] == '>' && (begin == 0 || name[begin-1] != '<') || line[i] == ' ' && kind == None {
				continue
			}
			value := strings.TrimLeft(line[i+1:], " ")
			p := Pair{plain, firstWord(value), len(line) - len(value)}
			switch {
			case line[i] == ' ' && (strings.HasPrefix(value, "-") || // another option, behind one without a value
				!(kind == Password && name[begin] == '-') && !Named(kind, p.Value)):
			case !yield(p):
				return
			}
		}
	}
}

// firstWord returns the first word of a text, or what is in quotes at its beginning.
func firstWord(text string) string {
	if text != "" && (text[0] == '"' || text[0] == '\'') {
		word, _, _ := strings.Cut(text[1:], text[:1])
		return word
	}
	if end := strings.IndexAny(text, " \t\r\n\"'`,;&<>|\\)]}"); end >= 0 {
		return text[:end]
	}
	return text
}

// InText returns the first value in a text that is a credential by the name beside it, and the kind of the name.
func InText(text string) (value string, kind Kind) {
	if !strings.ContainsAny(text, signs) { // as most
		return "", None
	}
	lines := strings.Split(text, "\n")
	variables := Variables(lines)
	for i, line := range lines {
		for p := range Pairs(line) {
			if p.Name == "value" {
				p.Name = variables[i]
			}
			if kind := KindOf(p.Name); Named(kind, p.Value) && !NamesSecret(p.Name) {
				return p.Value, kind
			}
		}
	}
	return "", None
}

// Variables returns the names of variables whose values are credentials, for the lines with the value: that of the
// name, or the one before or behind it in the same item. The path of an operation of a JSON patch ends in the name.
func Variables(lines []string) map[int]string {
	names := map[int]string{}
	for i, line := range lines {
		if !containsAny(line, variableNames) { // as most
			continue
		}
		for p := range Pairs(line) {
			name := p.Value[strings.LastIndexByte(p.Value, '/')+1:]
			if !slices.Contains(variableNames, p.Name) || KindOf(name) == None {
				continue
			}
			names[i] = name
			if i > 0 && !opensItem(line) {
				names[i-1] = name
			}
			if i+1 < len(lines) && !opensItem(lines[i+1]) {
				names[i+1] = name
			}
		}
	}
	return names
}

var variableNames = []string{"name", "key", "path"}

func opensItem(line string) bool {
	return slices.Contains([]byte("-{}[]"), (strings.TrimLeft(line, " \t") + "-")[0])
}
