package e2e

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// process is a program that runs until Stop. Its output is in a file.
type process struct {
	name    string
	command *exec.Cmd
	log     string
	ended   chan struct{} // closed when it has ended
	err     error         // how it ended
}

func start(dir, name, program string, env, args []string) (*process, error) {
	p := &process{name: name, command: exec.Command(program, args...), log: filepath.Join(dir, name+".log"),
		ended: make(chan struct{})}
	out, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close() // the process has its own copy
	p.command.Stdout, p.command.Stderr = out, out
	p.command.Env = append(os.Environ(), env...)
	// When the test is killed, its servers must not stay.
	p.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return p, p.launch()
}

// Stop ends the process: one that does not end in five seconds is killed. An API server without its etcd never ends
// by itself.
func (p *process) Stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(5 * time.Second):
		_ = p.command.Process.Kill()
		<-p.ended
	}
}

// answers waits until a URL gives status 200, or the process ends.
func (p *process) answers(client *http.Client, url string) error {
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		select {
		case <-p.ended:
			return fmt.Errorf("%s ended: %v; see %s", p.name, p.err, p.log)
		default:
		}
		answer, err := client.Get(url)
		if err != nil {
			continue
		}
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return nil
		}
	}
	return fmt.Errorf("%s does not answer at %s; see %s", p.name, url, p.log)
}

// address returns an address of this machine that nobody listens on.
func address() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}
