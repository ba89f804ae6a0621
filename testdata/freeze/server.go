package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// server is a process that does the runs of jobs.
type server struct {
	binary, dir string
	cmd         *exec.Cmd
	in          io.WriteCloser
	requests    *json.Encoder
	answers     *json.Decoder
	errs        *strings.Builder
	jobs        int // that the process has done
}

// maxJobs is how many jobs a process does: what a run of the command leaves in the memory, all its runs leave there.
const maxJobs = 500

func (s *server) start() error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	s.errs = &strings.Builder{}
	s.cmd = exec.Command(s.binary)
	s.cmd.Env = append(os.Environ(), "FLUXAPP_FREEZE="+s.dir, "GOGC=800")
	s.cmd.Stderr = s.errs
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	s.in, s.requests, s.answers = in, json.NewEncoder(in), json.NewDecoder(out)
	return s.cmd.Start()
}

// ask does a job. A process that dies is an answer too.
func (s *server) ask(j job) ([]string, error) {
	if s.cmd == nil {
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	var answers []string
	err := s.requests.Encode(j)
	if err == nil {
		err = s.answers.Decode(&answers)
	}
	if s.jobs++; err == nil && s.jobs < maxJobs {
		return answers, nil
	}
	died := s.stop()
	s.cmd, s.jobs = nil, 0
	if err == nil {
		return answers, nil
	}
	text := fmt.Sprintf("the process ended: %v\n%s", died, s.errs.String())
	for range j.Steps {
		answers = append(answers, text)
	}
	return answers, nil
}

func (s *server) stop() error {
	if s.cmd == nil {
		return nil
	}
	s.in.Close()
	return s.cmd.Wait()
}

// pair is an old and a new server.
type pair struct {
	old, new *server
	oldGroup bool // the old command has the old group
}

// newPair returns servers with folders of their own below dir.
func newPair(b binaries, dir string) pair {
	return pair{
		oldGroup: b.oldGroup,
		old:      &server{binary: b.old, dir: filepath.Join(dir, "old")},
		new:      &server{binary: b.new, dir: filepath.Join(dir, "new")},
	}
}

// ask does a job on both sides at once.
func (p pair) ask(j job) (before, after []string, err error) {
	done, oldJob := make(chan error, 1), j
	if p.oldGroup {
		j.Full, oldJob = true, j.inOldGroup()
		oldJob.Full = true
	}
	go func() {
		var err error
		before, err = p.old.ask(oldJob)
		done <- err
	}()
	after, err = p.new.ask(j)
	if failed := <-done; failed != nil {
		err = failed
	}
	if p.oldGroup {
		for i := range min(len(before), len(after)) {
			before[i], after[i] = comparable(before[i]), comparable(after[i])
		}
	}
	return before, after, err
}

func (p pair) stop() {
	p.old.stop()
	p.new.stop()
}
