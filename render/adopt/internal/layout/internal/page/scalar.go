package page

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// leaf returns a scalar, or an empty list or map, as it is printed behind a key or a dash: further lines begin at an
// indentation. What is behind its line in the document is there where that is possible.
func (p *Printer) leaf(n tree.Node, indent int, behind string) (text string, hasBehind bool) {
	if behind != "" {
		behind = " " + behind
	}
	if header, ok := p.blockHeader(n); ok {
		if n.Setter() != "" {
			header += " " + n.Setter()
		} else {
			header, hasBehind = header+behind, true
		}
		return header + indented(n.Text(), indent), hasBehind
	}
	text = p.plain(n)
	if lines, ok := folded(n); ok && indent+utf8.RuneCountInString(text) > maxLine && !p.isTight() {
		return ">-" + behind + indented(lines, indent), true
	}
	if strings.Contains(text, "\n") {
		lines := strings.Split(text, "\n")
		for i, line := range lines[1:] {
			if line != "" {
				lines[i+1] = strings.Repeat(" ", indent) + line
			}
		}
		return strings.Join(lines, "\n"), false
	}
	if n.Setter() != "" {
		return text, false
	}
	return text + behind, true
}

// folded returns the lines of a text that its author wrote as a folded block, if they are the text with line breaks in
// place of blanks.
func folded(n tree.Node) (lines string, ok bool) {
	start, _ := n.Span()
	written := n.Source().FileText()
	if n.Kind() != tree.String || n.Setter() != "" || start >= len(written) || written[start] != '>' {
		return "", false
	}
	text, rest := n.Text(), strings.SplitAfterN(written[start:], "\n", 2)
	for found := ""; len(rest) == 2 && len(found) < len(text); {
		rest = strings.SplitAfterN(rest[1], "\n", 2)
		line := strings.TrimSpace(rest[0])
		if found += line; line == "" || !strings.HasPrefix(text, found) {
			return "", false
		}
		lines += line + "\n"
		if found == text {
			return lines, true
		}
		found += " "
	}
	return "", false
}

// plain returns a scalar as AppendYAML prints it, in one line if its author wrote one.
func (p *Printer) plain(n tree.Node) string {
	if p.isQuoted(n) {
		return strconv.Quote(n.Text())
	}
	text := strings.TrimSuffix(string(tree.AppendYAML(nil, p.B.Verbatim(n))), "\n")
	if strings.Contains(n.Text(), "\n") || n.Spelling() == "" && n.Source() != nil && !p.isTight() {
		return strings.ReplaceAll(text, "\n  ", "\n")
	}
	return folds().ReplaceAllString(text, " ")
}

// folds matches where AppendYAML breaks lines at a blank.
var folds = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\n +`) })

// isQuoted reports whether a text of several lines is in quotes: one that its author wrote so, and a short one where
// lines are few.
func (p *Printer) isQuoted(n tree.Node) bool {
	text := n.Text()
	return n.Kind() == tree.String && strings.Contains(text, "\n") && utf8.ValidString(text) && n.Setter() == "" &&
		(p.isTight() && n.Spelling() != "" ||
			p.level == Quoted && (strings.Count(text, "\n") <= maxQuoted || wasQuoted(n)))
}

// wasQuoted reports whether the author of a text wrote it in quotes.
func wasQuoted(n tree.Node) bool {
	start, _ := n.Span()
	text := n.Source().FileText()
	return start < len(text) && (text[start] == '"' || text[start] == '\'')
}

// maxQuoted is how many line breaks a text can have that is in quotes to save lines.
const maxQuoted = 3

// indented returns the lines of a block.
func indented(text string, indent int) string {
	var made strings.Builder
	for line := range strings.Lines(text) {
		made.WriteByte('\n')
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			made.WriteString(strings.Repeat(" ", indent) + line)
		}
	}
	return made.String()
}

// blockHeader returns the first line of a text of several lines as a block. It is false for a text that cannot be one.
func (p *Printer) blockHeader(n tree.Node) (string, bool) {
	text := n.Text()
	if n.Kind() != tree.String || !strings.Contains(text, "\n") || p.isQuoted(n) || strings.TrimSpace(text) == "" {
		return "", false
	}
	header := "|"
	if strings.ContainsRune(" \n\t", rune(text[0])) {
		header += "2"
	}
	switch {
	case !strings.HasSuffix(text, "\n"):
		header += "-"
	case strings.HasSuffix(text, "\n\n"):
		header += "+"
	}
	return header, readsBack(header, text)
}

// readsBack reports whether a reader of YAML gets a text back from its block: some cannot be blocks.
func readsBack(header, text string) bool {
	if surelyBlock().MatchString(text) {
		return true
	}
	docs, problems := tree.Parse("", fmt.Appendf(nil, "a: %s%s\nb: 1\n", header, indented(text, 2)))
	return len(docs) == 1 && len(problems) == 0 && docs[0].Root().Get("a").Text() == text
}

// surelyBlock matches texts of plain characters whose lines neither begin the text with a blank nor end with one.
var surelyBlock = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[!-~]([ -~]*[!-~])?(\n([ -~]*[!-~])?)*$`)
})

// scalar returns a scalar, or an empty list or map, in flow style; none for one with a comment or several lines.
func (p *Printer) scalar(n tree.Node) (string, bool) {
	text := p.plain(n)
	if n.Setter() != "" || strings.Contains(text, "\n") {
		return "", false
	}
	if n.Kind() == tree.String && text[0] != '\'' && text[0] != '"' && !plainInFlow().MatchString(text) {
		text = "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text, true
}

// plainInFlow matches strings that are one plain scalar in flow style too, if they are one in block style.
var plainInFlow = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\pL\pN./_$(~][\pL\pN./_$()~:@%+=<>*&!^;"' -]*$`)
})

// isFlowKey reports whether a key is written in flow style as in block style.
func isFlowKey(key string) bool {
	return key[0] == '\'' || key[0] == '"' || plainInFlow().MatchString(key)
}

// key returns a key as it is printed. One that AppendYAML puts behind a question mark is in quotes.
func (p *Printer) key(key string) string {
	text, known := p.keys[key]
	if !known {
		field := tree.Field{Key: key, Value: p.B.Bool(true, tree.Node{})}
		text, known = strings.CutSuffix(string(tree.AppendYAML(nil, p.B.Map(tree.Node{}, field))), ": true\n")
		if !known || strings.HasPrefix(text, "? ") {
			text = strconv.Quote(key)
		}
		if p.keys == nil {
			p.keys = map[string]string{}
		}
		p.keys[key] = text
	}
	return text
}
