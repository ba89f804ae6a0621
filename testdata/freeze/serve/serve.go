//go:build freeze

// This file is compiled into package main of the command, old and new, with go build -overlay. It answers runs that
// another process asks for, so that one run costs a millisecond and not a process.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"sigs.k8s.io/kustomize/kyaml/kio"
)

// freezeJob is a folder of files and the runs in it, one after the other. job.go has the same types.
type freezeJob struct {
	Files map[string][]byte
	Steps []freezeStep
	Full  bool // answer with texts instead of hashes
}

type freezeStep struct {
	Args     []string
	Stdin    []byte
	StdinOf  int // number of an earlier step, from 1, whose stdout is the stdin
	DropItem int // leaves out an item of that ResourceList, from 1
	Replace  [2]string
	Write    map[string][]byte
	Remove   []string // patterns; the first file that matches each is removed
	Snapshot string
}

func init() {
	if dir := os.Getenv("FLUXAPP_FREEZE"); dir != "" {
		serveFreeze(dir)
		os.Exit(0)
	}
}

func serveFreeze(dir string) {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var job freezeJob
		if err := in.Decode(&job); err != nil {
			return
		}
		if err := out.Encode(job.answer(dir)); err != nil {
			return
		}
	}
}

// answer does the steps in an empty folder, and returns of each the text of all that it did, or its exit code and the
// hash of that text.
func (j freezeJob) answer(dir string) (answers []string) {
	work := filepath.Join(dir, "work")
	freezeMust(os.Chdir(dir))
	freezeMust(os.RemoveAll(work))
	freezeMust(os.MkdirAll(work, 0o755))
	freezeMust(os.Chdir(work))
	freezeWrite(j.Files)
	var stdouts [][]byte
	for _, step := range j.Steps {
		code, stdout, text := step.do(stdouts, j.Full)
		stdouts = append(stdouts, stdout)
		text = strings.ReplaceAll(text, work, "DIR")
		if !j.Full {
			text = fmt.Sprintf("%d %x", code, sha256.Sum256([]byte(text)))
		}
		answers = append(answers, text)
	}
	return answers
}

func (s freezeStep) do(earlier [][]byte, full bool) (code int, stdout []byte, text string) {
	freezeWrite(s.Write)
	for _, pattern := range s.Remove {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			freezeMust(os.RemoveAll(found[0]))
		}
	}
	stdin := s.Stdin
	if s.StdinOf > 0 {
		stdin = freezeDrop(earlier[s.StdinOf-1], s.DropItem)
		stdin = bytes.Replace(stdin, []byte(s.Replace[0]), []byte(s.Replace[1]), 1)
	}
	var out, errs bytes.Buffer
	code, crash := freezeRun(s.Args, stdin, &out, &errs)
	var b strings.Builder
	stdout = freezeAsClient(out.Bytes())
	fmt.Fprintf(&b, "exit code %d\n--- stdout\n%s--- stderr\n%s", code, stdout, errs.Bytes())
	if crash != "" {
		b.WriteString("--- panic\n" + crash[:strings.Index(crash, "\n")+1])
		if full {
			b.WriteString("--- stack\n" + crash)
		}
	}
	if s.Snapshot != "" {
		b.WriteString("--- files\n")
		freezeSnapshot(&b, s.Snapshot)
	}
	return code, stdout, b.String()
}

// freezeAsClient returns an answer of the function as a client prints it again: the style of its items may differ,
// and what clients make of them may not. Any other text stays as it is.
func freezeAsClient(answer []byte) (printed []byte) {
	defer func() {
		if recover() != nil { // kyaml panics on an item that is no map
			printed = answer
		}
	}()
	reader := kio.ByteReader{Reader: bytes.NewReader(answer), OmitReaderAnnotations: true}
	if !bytes.Contains(answer, []byte(kio.ResourceListKind)) {
		return answer
	}
	items, err := reader.Read()
	if err != nil || reader.WrappingKind != kio.ResourceListKind {
		return answer
	}
	var out bytes.Buffer
	writer := kio.ByteWriter{
		Writer: &out, KeepReaderAnnotations: true, WrappingKind: reader.WrappingKind,
		WrappingAPIVersion: reader.WrappingAPIVersion,
		FunctionConfig:     reader.FunctionConfig, Results: reader.Results,
	}
	freezeMust(writer.Write(items))
	return out.Bytes()
}

// freezeRun runs a command line, and ends the process when it hangs.
func freezeRun(args []string, stdin []byte, out, errs io.Writer) (code int, crash string) {
	hangs := time.AfterFunc(2*time.Minute, func() { panic(fmt.Sprintf("hangs: %q", args)) })
	defer hangs.Stop()
	defer func() {
		if r := recover(); r != nil {
			crash = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	return run(args, bytes.NewReader(stdin), out, errs), ""
}

// freezeDrop leaves out an item of a ResourceList as the function prints it.
func freezeDrop(list []byte, item int) []byte {
	head, rest, ok := bytes.Cut(list, []byte("\nitems:\n"))
	if item == 0 || !ok {
		return list
	}
	var kept bytes.Buffer
	kept.Write(head)
	kept.WriteString("\nitems:\n")
	at, inItems := 0, true
	for line := range bytes.Lines(rest) {
		if bytes.HasPrefix(line, []byte("- ")) {
			at++
		} else if line[0] != ' ' && line[0] != '\n' {
			inItems = false
		}
		if !inItems || at != item {
			kept.Write(line)
		}
	}
	return kept.Bytes()
}

func freezeWrite(files map[string][]byte) {
	for name, data := range files {
		freezeMust(os.MkdirAll(filepath.Dir(name), 0o755))
		freezeMust(os.WriteFile(name, data, 0o644))
	}
}

// freezeSnapshot prints the files of a folder, with their permissions.
func freezeSnapshot(b *strings.Builder, dir string) {
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			fmt.Fprintf(b, "# %s/\n", name)
			return nil
		}
		info, err := entry.Info()
		freezeMust(err)
		data, err := os.ReadFile(name)
		freezeMust(err)
		fmt.Fprintf(b, "# %s %v\n%s", name, info.Mode(), data)
		return nil
	})
	freezeMust(err)
}

func freezeMust(err error) {
	if err != nil {
		panic(err)
	}
}
