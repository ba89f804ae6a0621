package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// Controllers are the controllers of Flux that run, with the module of each.
var Controllers = []string{"source-controller", "helm-controller", "kustomize-controller"}

// Programs builds kube-apiserver, etcd, the controllers and fluxapp, once for the process, and returns the folder that
// they are in: FLUXAPP_E2E_CACHE, or fluxapp-e2e in the user's cache. The go command builds only what changed.
var Programs = sync.OnceValues(func() (string, error) {
	dir, err := cacheDir()
	if err != nil {
		return "", err
	}
	type program struct{ name, folder, path string }
	all := []program{{"kube-apiserver and etcd", ".", "./server"}}
	for _, name := range Controllers {
		all = append(all, program{name, ".", module(name)})
	}
	all = append(all, program{"fluxapp", "../..", "./krmfn/cmd/fluxapp"})
	for i, p := range all {
		what := fmt.Sprintf("building %s (%d of %d)", p.name, i+1, len(all))
		if err := telling(what, func() error { return build(p.folder, dir, p.path) }); err != nil {
			return "", err
		}
	}
	return dir, alias(dir, "server", "kube-apiserver", "etcd")
})

func module(controller string) string { return "github.com/fluxcd/" + controller }

func cacheDir() (string, error) {
	if dir := os.Getenv("FLUXAPP_E2E_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "fluxapp-e2e"), err
}

// build has the flags of one build only: another set of them would compile everything again.
func build(folder, into, path string) error {
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", into + "/", path}
	command := exec.Command("go", args...)
	command.Dir = folder
	command.Stderr = os.Stderr
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := command.Run(); err != nil {
		return fmt.Errorf("go %s in %s: %w", strings.Join(args, " "), folder, err)
	}
	return nil
}

// alias gives a program more names: the server is kube-apiserver or etcd by the name that it is called with.
func alias(dir, program string, names ...string) error {
	for _, name := range names {
		link := filepath.Join(dir, name)
		if _, err := os.Lstat(link); err == nil {
			continue
		}
		if err := os.Symlink(program, link); err != nil {
			return err
		}
	}
	return nil
}

// crds returns the files of the CRDs of the controllers, which their modules have.
func crds() ([]string, error) {
	var files []string
	for _, name := range Controllers {
		command := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module(name))
		command.Stderr = os.Stderr
		dir, err := command.Output()
		if err != nil {
			return nil, err
		}
		found, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "config/crd/bases/*.yaml"))
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("no CRD in the module of %s: %w", name, err)
		}
		files = append(files, found...)
	}
	return files, nil
}
