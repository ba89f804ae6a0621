package schema

import "strings"

// remedies say what to write instead of what the parser does not understand. Its own words say only what it expected.
var remedies = []struct{ found, remedy string }{
	{"found a tab character that violates indentation", "indent with spaces"},
	{"found character that cannot start any token", "quote a value that begins with @, % or `"},
	{"mapping values are not allowed", "put the key on a line of its own, or quote a value that holds a colon"},
	{"did not find expected node content", "close the bracket, or quote a value that holds {{ }}"},
	{"did not find expected ',' or", "close the bracket, or put a comma between the items"},
	{"could not find expected ':'", "write it as key: value"},
	{"found unexpected end of stream", "close the quote"},
	{"found unexpected document indicator", "close the quote"},
	{"did not find expected key", "indent it as its neighbours"},
	{"did not find expected '-' indicator", "indent it as its neighbours"},
	{"block sequence entries are not allowed", "begin the list on a line of its own"},
	{"did not find expected alphabetic or numeric character", "quote a value that begins with * or &"},
	{"did not find expected comment or line break", "quote a value that begins with > or |"},
	{"found unknown escape character", "write the backslash twice, or use single quotes"},
	{"control characters are not allowed", "write it as an escape in double quotes"},
	{"UTF-8", "save the file as UTF-8"},
	{"invalid Unicode character", "save the file as UTF-8"},
	{"unknown anchor", "define the anchor before it, or quote a value that begins with *"},
}

// syntaxDetail puts the remedy behind what the parser says.
func syntaxDetail(detail string) string {
	if strings.Contains(detail, ";") {
		return detail
	}
	for _, r := range remedies {
		if strings.Contains(detail, r.found) {
			return detail + "; " + r.remedy
		}
	}
	return detail
}
