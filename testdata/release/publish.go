package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// The names of the program: alone, and as a plugin of the flux command, which wants its own archives.
const (
	programName = "fluxapp"
	pluginName  = "flux-app"
)

// release is what is written, and where.
type release struct {
	source  source
	version string // without v
	dir     string
}

// address is that of a file after the release.
func (r release) address(name string) string {
	return "https://" + modulePath + "/releases/download/v" + r.version + "/" + name
}

// archive is a file of a release with the program for a platform.
type archive struct {
	platform
	name   string
	sha256 string
}

// publish writes all files of a release. Those that people download have their checksums beside them.
func publish(r release, binaries map[platform][]byte) error {
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		return err
	}
	license, err := r.source.git("show", "HEAD:LICENSE")
	if err != nil {
		return err
	}
	with := []file{{"LICENSE", 0o644, []byte(license + "\n")}}
	plugins, err := r.archives(pluginName, binaries, with)
	if err != nil {
		return err
	}
	completions, err := completionsOf(binaries[platform{runtime.GOOS, runtime.GOARCH}])
	if err != nil {
		return err
	}
	programs, err := r.archives(programName, binaries, append(with, completions...))
	if err != nil {
		return err
	}
	bom, err := sbom(r, binaries)
	if err != nil {
		return err
	}
	image, err := r.image(binaries)
	if err != nil {
		return err
	}
	prefix := programName + "_" + r.version + "_"
	all := append(programs, plugins...)
	for _, f := range []file{
		{name: prefix + "sbom.spdx.json", data: bom},
		{name: prefix + "image.txt", data: image},
		{name: "app.yaml", data: pluginManifest(r, plugins)}, // where flux looks for a plugin named app
		{name: programName + ".rb", data: formula(r, programs)},
	} {
		if err := os.WriteFile(filepath.Join(r.dir, f.name), f.data, 0o644); err != nil {
			return err
		}
		all = append(all, archive{name: f.name, sha256: sum(f.data)})
	}
	// The catalog of Flux finds the archives of a plugin in a file of this name.
	if err := r.checksums(pluginName, plugins); err != nil {
		return err
	}
	return r.checksums(programName, all)
}

// archives writes an archive for each platform, with the program and other files, and returns them.
func (r release) archives(program string, binaries map[platform][]byte, others []file) (all []archive, err error) {
	for _, p := range platforms {
		pack, extension := tarGz, ".tar.gz"
		if p.os == "windows" {
			pack, extension = zipped, ".zip"
		}
		data, err := pack(append([]file{{p.exe(program), 0o755, binaries[p]}}, others...), r.source.time)
		if err != nil {
			return nil, err
		}
		a := archive{p, program + "_" + r.version + "_" + p.os + "_" + p.arch + extension, sum(data)}
		if err := os.WriteFile(filepath.Join(r.dir, a.name), data, 0o644); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

func sum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// checksums writes what sha256sum -c reads.
func (r release) checksums(program string, all []archive) error {
	var text strings.Builder
	for _, a := range all {
		fmt.Fprintf(&text, "%s  %s\n", a.sha256, a.name)
	}
	return os.WriteFile(filepath.Join(r.dir, program+"_"+r.version+"_checksums.txt"), []byte(text.String()), 0o644)
}

// completionsOf returns what the program of this machine prints for each shell.
func completionsOf(binary []byte) (all []file, err error) {
	dir, err := os.MkdirTemp("", "fluxapp-completions")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, platform{runtime.GOOS, runtime.GOARCH}.exe(programName))
	if err := os.WriteFile(program, binary, 0o755); err != nil {
		return nil, err
	}
	for _, c := range []struct{ shell, name string }{
		{"bash", "fluxapp.bash"}, {"fish", "fluxapp.fish"}, {"powershell", "fluxapp.ps1"}, {"zsh", "_fluxapp"},
	} {
		text, err := exec.Command(program, "completion", c.shell).Output()
		if err != nil {
			return nil, fmt.Errorf("fluxapp completion %s: %w", c.shell, err)
		}
		all = append(all, file{"completions/" + c.name, 0o644, text})
	}
	return all, nil
}

// image writes the container image of the same binaries as a layout, and returns its name with the digest.
func (r release) image(binaries map[platform][]byte) ([]byte, error) {
	dir, err := os.MkdirTemp("", "fluxapp-image")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for p, binary := range binaries {
		if p.os != "linux" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, p.arch), binary, 0o755); err != nil {
			return nil, err
		}
	}
	layout, err := filepath.Abs(filepath.Join(r.dir, "image"))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "run", ".", "-layout", layout, "-binaries", dir)
	cmd.Dir, cmd.Stderr = filepath.Join(r.source.root, "testdata", "ociimage"), os.Stderr
	digest, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("the image: %w", err)
	}
	return fmt.Appendf(nil, "ghcr.io/fluxapp-dev/fluxapp:v%s@%s", r.version, digest), nil
}
