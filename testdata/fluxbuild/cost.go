package main

import (
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
)

// spent returns the CPU time that the process has used so far.
func spent() time.Duration {
	used := usage()
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// peak returns the most memory that the process had so far, in MiB.
func peak() int64 {
	bytes := usage().Maxrss
	if runtime.GOOS == "linux" { // which counts in KiB
		bytes <<= 10
	}
	return bytes >> 20
}

func usage() (used syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // which it returns for wrong arguments only
	}
	return used
}

// libraries are the modules that most of the time is spent in.
var libraries = []string{
	"github.com/fluxcd/pkg/kustomize", "sigs.k8s.io/kustomize/api", "sigs.k8s.io/kustomize/kyaml", "k8s.io/kube-openapi",
}

// library names them with the versions that are linked.
func library() string {
	info, _ := debug.ReadBuildInfo() // there is one in every program that the go command builds
	var names []string
	for _, module := range info.Deps {
		if slices.Contains(libraries, module.Path) {
			names = append(names, module.Path+" "+module.Version)
		}
	}
	return strings.Join(names, ", ")
}
