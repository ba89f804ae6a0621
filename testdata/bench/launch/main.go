// Launch runs a command and prints what it cost as JSON.
//
// It is a small process of its own: the peak that a kernel reports for a process is never below the peak of the one
// that started it, and the one that generates the documents needs much memory.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// usage is what a process cost. The program that reads it has the same type.
type usage struct {
	Wall, CPU time.Duration
	Peak      int64 // bytes
}

func main() {
	in := flag.String("in", os.DevNull, "the command's input")
	out := flag.String("out", os.DevNull, "where its output goes")
	flag.Parse()
	cost, err := run(*in, *out, flag.Args())
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(cost)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "launch:", err)
		os.Exit(1)
	}
}

func run(in, out string, args []string) (usage, error) {
	stdin, err := os.Open(in)
	if err != nil {
		return usage{}, err
	}
	stdout, err := os.Create(out)
	if err != nil {
		return usage{}, err
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, os.Stderr
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if err != nil {
		return usage{}, fmt.Errorf("%v: %w", args, err)
	}
	if err := stdout.Close(); err != nil {
		return usage{}, err
	}
	peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS == "linux" { // which counts in KiB
		peak *= 1 << 10
	}
	return usage{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak}, nil
}
