package e2e

import (
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// servers are the programs that run. None is started any more after an interruption.
var servers struct {
	sync.Mutex
	running     map[*process]bool
	interrupted bool
}

// Guarded calls do, and gives all temporary files of this process and its programs one folder. The folder has the keys
// of API servers and the data of etcd. It is removed, and no program runs any more, when do has ended, or SIGINT or
// SIGTERM ends do. What Guarded returns is the exit code: that of do, or 128 and the number of the signal.
func Guarded(do func() int) (int, error) {
	dir, err := os.MkdirTemp("", "fluxapp-e2e-")
	if err != nil {
		return 0, err
	}
	if err := os.Setenv("TMPDIR", dir); err != nil {
		return 0, err
	}
	signals, ended := make(chan os.Signal, 1), make(chan int, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() { ended <- do() }()
	select {
	case code := <-ended:
		interrupt()
		return code, os.RemoveAll(dir)
	case got := <-signals:
		tell("%s: ending all servers, removing %s", got, dir)
		interrupt()
		// What do has begun may still write a file: a folder that is not empty any more is removed again.
		err := os.RemoveAll(dir)
		for again := 0; err != nil && again < 10; again++ {
			err = os.RemoveAll(dir)
		}
		number, _ := got.(syscall.Signal)
		return 128 + int(number), err
	}
}

// interrupt ends all programs, at the same time: some need seconds.
func interrupt() {
	servers.Lock()
	defer servers.Unlock()
	servers.interrupted = true
	var all sync.WaitGroup
	for p := range servers.running {
		all.Go(p.Stop)
	}
	all.Wait()
}

var errInterrupted = errors.New("interrupted")

// launch starts a program, and notes that it runs until it has ended.
func (p *process) launch() error {
	servers.Lock()
	defer servers.Unlock()
	if servers.interrupted {
		return errInterrupted
	}
	if err := p.command.Start(); err != nil {
		return err
	}
	if servers.running == nil {
		servers.running = map[*process]bool{}
	}
	servers.running[p] = true
	go p.wait()
	return nil
}

// wait notes that a program has ended. An interruption holds the lock until all have, so it comes after that is told.
func (p *process) wait() {
	p.err = p.command.Wait()
	close(p.ended)
	servers.Lock()
	defer servers.Unlock()
	delete(servers.running, p)
}
