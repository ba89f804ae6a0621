package main

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// platform is what a binary runs on.
type platform struct{ os, arch string }

// platforms has the order of Flux's catalog of plugins.
var platforms = []platform{
	{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// exe returns the name of a program there.
func (p platform) exe(name string) string {
	if p.os == "windows" {
		return name + ".exe"
	}
	return name
}

// program is what a release has archives of. Its module is in a folder of the repository.
type program struct{ name, module, folder, main string }

// The programs of a release: the command, and what it calls for final objects.
var (
	command = program{"fluxapp", modulePath, "", modulePath + "/krmfn/cmd/fluxapp"}
	final   = program{"fluxapp-final", finalPath, "render/final", finalPath + "/cmd/fluxapp-final"}
)

// binaries are those of a program.
type binaries map[platform][]byte

// builder installs the modules of a commit as users do, with "go install MODULE@VERSION": then the go command writes
// the version into the binary, and everybody can make the same bytes of the public modules.
type builder struct {
	version string
	flags   string          // GOFLAGS; those of a release are fixed, and a test may take what is compiled already
	sums    map[string]bool // the lines of each go.sum, and that of the module of this commit
	work    string          // with the proxy of the modules, and what the go command downloads
	modules string          // what the machine has of other modules
	proxy   string          // where to get the rest
}

func newBuilder(s source, version, work string) (b builder, err error) {
	b = builder{version: version, flags: "-modcacherw", work: work, sums: map[string]bool{}}
	for _, p := range []program{command, final} {
		sums, err := s.git("show", "HEAD:"+path.Join(p.folder, "go.sum"))
		if err != nil {
			return b, err
		}
		for line := range strings.Lines(sums) {
			b.sums[strings.TrimSpace(line)] = true
		}
		hash, err := s.writeProxy(filepath.Join(work, "proxy"), p, version)
		if err != nil {
			return b, err
		}
		b.sums[p.module+" "+version+" "+hash] = true
	}
	out, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		return b, fmt.Errorf("go env: %w", err)
	}
	b.modules, b.proxy, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	return b, nil
}

func (b builder) all(of program) (all binaries, err error) {
	all = binaries{}
	for _, p := range platforms {
		if all[p], err = b.install(of, p); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// install returns the binary of a platform. Nothing of the machine goes into it: no path, and no setting of its Go.
func (b builder) install(of program, p platform) ([]byte, error) {
	cmd := exec.Command("go", "install", "-trimpath", "-ldflags", "-s -w -buildid=", of.main+"@"+b.version)
	cmd.Dir, cmd.Stderr = b.work, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0",
		"GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off", "GOFLAGS="+b.flags, "GOBIN=", "GOTOOLCHAIN=local",
		"GOPATH="+b.work, "GOMODCACHE="+filepath.Join(b.work, "mod"), "GOSUMDB=off", // checkModules reads go.sum
		"GOPROXY="+strings.Join([]string{fileURL(b.work, "proxy"), fileURL(b.modules, "cache", "download"), b.proxy}, ","))
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go install of %s for %s/%s: %w", of.name, p.os, p.arch, err)
	}
	dir := filepath.Join(b.work, "bin")
	if p.os != runtime.GOOS || p.arch != runtime.GOARCH {
		dir = filepath.Join(dir, p.os+"_"+p.arch)
	}
	binary, err := os.ReadFile(filepath.Join(dir, p.exe(of.name)))
	if err != nil {
		return nil, err
	}
	if err := errors.Join(checkHeader(p, binary), b.checkModules(of, binary)); err != nil {
		return nil, fmt.Errorf("the binary of %s for %s/%s: %w", of.name, p.os, p.arch, err)
	}
	return binary, nil
}

func fileURL(path ...string) string { return "file://" + filepath.ToSlash(filepath.Join(path...)) }

// checkModules refuses a binary with another version, or with modules that the repository does not have in go.sum.
func (b builder) checkModules(of program, binary []byte) error {
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		return err
	}
	if info.Main.Path != of.module || info.Main.Version != b.version {
		return fmt.Errorf("is of %s %s, and not of %s %s", info.Main.Path, info.Main.Version, of.module, b.version)
	}
	for _, m := range info.Deps {
		if line := m.Path + " " + m.Version + " " + m.Sum; m.Replace != nil || !b.sums[line] {
			return fmt.Errorf("go.sum does not have %q", line)
		}
	}
	return nil
}

// checkHeader refuses a binary of another system or machine.
func checkHeader(p platform, binary []byte) error {
	var found any
	var err error
	file := bytes.NewReader(binary)
	wanted := map[platform]any{
		{"linux", "amd64"}: elf.EM_X86_64, {"linux", "arm64"}: elf.EM_AARCH64,
		{"darwin", "amd64"}: macho.CpuAmd64, {"darwin", "arm64"}: macho.CpuArm64,
		{"windows", "amd64"}: uint16(pe.IMAGE_FILE_MACHINE_AMD64), {"windows", "arm64"}: uint16(pe.IMAGE_FILE_MACHINE_ARM64),
	}[p]
	switch p.os {
	case "linux":
		var f *elf.File
		if f, err = elf.NewFile(file); err == nil {
			found = f.Machine
		}
	case "darwin":
		var f *macho.File
		if f, err = macho.NewFile(file); err == nil {
			found = f.Cpu
		}
	case "windows":
		var f *pe.File
		if f, err = pe.NewFile(file); err == nil {
			found = f.Machine
		}
	}
	if err == nil && found != wanted {
		err = fmt.Errorf("is for the machine %v, and not for %v", found, wanted)
	}
	return err
}
