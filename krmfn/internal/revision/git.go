package revision

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
)

type repository string

// command returns a run of git that writes and fetches nothing, and runs no program that the repository names.
func (r repository) command(args ...string) *exec.Cmd {
	cmd := exec.Command("git", append([]string{"-c", "protocol.allow=never", "-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir = string(r)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1")
	return cmd
}

func (r repository) git(args ...string) (string, error) {
	var errs bytes.Buffer
	cmd := r.command(args...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("there is no program git in PATH; install it, or compare with a folder instead of a revision")
	case err != nil:
		return "", fmt.Errorf("git cannot read the repository of the current folder; run fluxapp in a clone, or compare "+
			"with a folder instead of a revision; git: %s", cmp.Or(strings.TrimSpace(errs.String()), err.Error()))
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

type objects struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	errs bytes.Buffer
}

func (r repository) openObjects() (*objects, error) {
	o := &objects{cmd: r.command("cat-file", "--batch")}
	o.cmd.Stderr = &o.errs
	in, noInput := o.cmd.StdinPipe()
	out, noOutput := o.cmd.StdoutPipe()
	if err := cmp.Or(noInput, noOutput); err != nil {
		return nil, err
	}
	o.in, o.out = in, bufio.NewReaderSize(out, 64<<10)
	return o, o.cmd.Start()
}

func (o *objects) close() string {
	o.in.Close()
	io.Copy(io.Discard, o.out)
	o.cmd.Wait()
	return strings.TrimSpace(o.errs.String())
}

func (o *objects) treeOf(revision string) (id string, found bool) {
	id, size, err := o.ask(revision + "^{tree}")
	if err == nil {
		_, err = o.out.Discard(int(size) + 1)
	}
	return id, err == nil
}

func (o *objects) read(id string) ([]byte, error) {
	_, size, err := o.ask(id)
	if err != nil {
		return nil, err
	}
	if size > folder.MaxSize {
		_, err := o.out.Discard(int(size) + 1)
		return nil, cmp.Or(err, errors.New("it is larger than 1 GiB; split it"))
	}
	data := make([]byte, size+1) // with the line's end that git adds
	if _, err := io.ReadFull(o.out, data); err != nil {
		return nil, fmt.Errorf("git: %s", cmp.Or(o.close(), err.Error()))
	}
	return data[:size], nil
}

func (o *objects) ask(name string) (id string, size int64, err error) {
	head := ""
	if _, err = io.WriteString(o.in, name+"\n"); err == nil {
		head, err = o.out.ReadString('\n')
	}
	if err != nil { // git could not go on
		return "", 0, fmt.Errorf("git: %s", cmp.Or(o.close(), err.Error()))
	}
	fields := strings.Fields(head)
	if len(fields) == 3 {
		size, err = strconv.ParseInt(fields[2], 10, 64)
	}
	if len(fields) != 3 || err != nil {
		return "", 0, fmt.Errorf("git: %s", strings.TrimSpace(head)) // for example, that the object is missing
	}
	return fields[0], size, nil
}

// Head is where documents are. The zero Head is no repository.
type Head struct {
	// Repository is the address of origin without credentials, as https for ssh; empty for a folder, which others lack.
	Repository string `json:"repository,omitempty"`
	Revision   string `json:"revision,omitempty"`  // the ID of the commit of the work tree
	Committed  string `json:"committed,omitempty"` // the time of it, RFC 3339
	Dirty      bool   `json:"dirty,omitempty"`     // the files differ from the commit
}

// HeadOf returns the commit of files and folders, without some, by the names that the system has for them: of the
// repository that has the first of them. Where it does not have all of them, or git fails, it is the zero Head: it is
// for people, and no run needs it. Files to leave out may be anywhere.
func HeadOf(files, without []string) (h Head) {
	whole := func(name string) string {
		name, _ = filepath.Abs(name)
		return name
	}
	if len(files) == 0 {
		return Head{}
	}
	first := whole(files[0])
	if info, err := os.Stat(first); err == nil && !info.IsDir() {
		first = filepath.Dir(first)
	}
	top, err := repository(first).git("rev-parse", "--show-toplevel")
	if err != nil {
		return Head{}
	}
	here, named := Revision{repository: repository(top), top: top}, []string{}
	specs := []string{"status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--"}
	for _, name := range files {
		below, err := here.Path(whole(name))
		if err != nil {
			return Head{}
		}
		specs, named = append(specs, ":(literal)"+below), append(named, below)
	}
	for _, name := range without {
		if below, err := here.Path(whole(name)); err == nil {
			specs = append(specs, ":(exclude,literal)"+below)
		}
	}
	changed, err := here.git(specs...)
	if err != nil {
		return Head{}
	}
	for entry := range strings.SplitSeq(changed, "\x00") {
		h.Dirty = h.Dirty || isDocument(entry, named)
	}
	commit, err := here.git("log", "-1", "--no-show-signature", "--format=%H %cI")
	if err != nil { // there is none yet
		return Head{}
	}
	h.Revision, h.Committed, _ = strings.Cut(commit, " ")
	origin, _ := here.git("config", "--get", "remote.origin.url")
	h.Repository = address(origin)
	return h
}

// isDocument reports whether a line of git status is about a file that may be a document: named, or as in folders.
func isDocument(entry string, named []string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(entry)) ||
		slices.ContainsFunc(named, func(name string) bool { return strings.HasSuffix(entry, " "+name) })
}

// address returns the address that a browser may open of a remote repository; empty for a folder.
func address(remote string) string {
	scheme, rest, isURL := strings.Cut(remote, "://")
	if !isURL { // as ssh takes it: git@example.com:apps/fleet.git
		host, file, found := strings.Cut(remote, ":")
		if !found || len(host) < 2 || strings.ContainsAny(host, `/\`) {
			return ""
		}
		scheme, rest = "ssh", host+"/"+strings.TrimPrefix(file, "/")
	}
	host, file, _ := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	switch scheme {
	case "http", "https":
	case "ssh":
		scheme = "https"
		host, _, _ = strings.Cut(host, ":") // the port of ssh
	default:
		return ""
	}
	return scheme + "://" + host + "/" + strings.TrimSuffix(file, ".git")
}
