package adoption

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// command is the program that a user runs.
type command struct {
	program string
	cpu     time.Duration // of all runs
}

// answer is what a run came to.
type answer struct {
	code           int
	stdout, stderr string
	cpu            time.Duration
}

// run runs the command in a folder.
func (c *command) run(dir string, args ...string) (answer, error) {
	var stdout, stderr bytes.Buffer
	run := exec.Command(c.program, args...)
	run.Dir, run.Stdout, run.Stderr = dir, &stdout, &stderr
	run.Env = append(os.Environ(), "GOMAXPROCS=1")
	err := run.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return answer{}, err
	}
	cpu := run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	c.cpu += cpu
	return answer{run.ProcessState.ExitCode(), stdout.String(), stderr.String(), cpu}, nil
}

// write writes files below a folder.
func write(dir string, files map[string]string) error {
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// contents returns the files below a folder, without hidden ones; none when there is no folder.
func contents(dir string) (map[string]string, error) {
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case name != dir && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir() || !entry.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(name)
		short, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(short)] = string(data)
		return err
	})
	return all, err
}
