package shape

import (
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// FileSeparator is what KubeSphere's console has between the files of a list that its user writes as one text.
const FileSeparator = ";"

// FileList returns the files of a text that may have several, as a list of YAML in one line: [a.yaml, b.yaml].
func FileList(text string) string {
	var files []string
	for file := range strings.SplitSeq(text, FileSeparator) {
		switch file = strings.TrimSpace(file); {
		case file == "":
		case strings.ContainsAny(file, " ,:#[]{}\"'&*!|>%@`"):
			files = append(files, strconv.Quote(file))
		default:
			files = append(files, file)
		}
	}
	return "[" + strings.Join(files, ", ") + "]"
}

func isFileList(n tree.Node) bool {
	text := n.Text()
	return n.Kind() == tree.String &&
		(strings.Contains(text, FileSeparator) || strings.HasSuffix(text, ".yaml") || strings.HasSuffix(text, ".yml"))
}
