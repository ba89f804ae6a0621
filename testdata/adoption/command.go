package adoption

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// command is the program that a user runs.
type command string

// answer is what a run came to.
type answer struct {
	code           int
	stdout, stderr string
}

// run runs the command in a folder.
func (c command) run(dir string, args ...string) (answer, error) {
	var stdout, stderr bytes.Buffer
	run := exec.Command(string(c), args...)
	run.Dir, run.Stdout, run.Stderr = dir, &stdout, &stderr
	run.Env = append(os.Environ(), "GOMAXPROCS=1")
	err := run.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return answer{}, err
	}
	return answer{run.ProcessState.ExitCode(), stdout.String(), stderr.String()}, nil
}

// contents returns the files below a folder.
func contents(dir string) (map[string]string, error) {
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		short, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(short)] = string(data)
		return err
	})
	return all, err
}

// try runs the command on files, as a user would: adopt, and render what adopt has written. The folder must be empty.
func (c command) try(dir string, files map[string]string, args ...string) (o outcome, err error) {
	o.before = files
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			return o, err
		}
	}
	if o.adopt, err = c.run(dir, append([]string{"adopt", "--write", "documents"}, args...)...); err == nil {
		o.after, err = contents(dir)
	}
	if _, none := os.Stat(filepath.Join(dir, "documents")); err == nil && none == nil {
		o.render, err = c.run(dir, "render", "documents", "-o", "dir=.")
	}
	if err == nil {
		o.again, err = contents(dir)
	}
	return o, err
}
