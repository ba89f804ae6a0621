package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// pluginName is the name of the command as a plugin of the flux command, which wants its own archives.
const pluginName = "flux-app"

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

// publish writes all files of a release. Those that people download have their checksums beside them. The command does
// not need fluxapp-final, which is half as large again: it has archives, a formula and an image of its own.
func publish(r release, commands, finals binaries) error {
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		return err
	}
	license, err := r.source.git("show", "HEAD:LICENSE")
	if err != nil {
		return err
	}
	with := []file{{"LICENSE", 0o644, []byte(license + "\n")}}
	plugins, err := r.archives(pluginName, commands, with)
	if err != nil {
		return err
	}
	completions, err := completionsOf(commands[platform{runtime.GOOS, runtime.GOARCH}])
	if err != nil {
		return err
	}
	all, err := r.program(command, commands, append(with, completions...), map[program]binaries{command: commands})
	if err != nil {
		return err
	}
	more, err := r.program(final, finals, with, map[program]binaries{command: commands, final: finals})
	if err != nil {
		return err
	}
	// Flux looks there for a plugin named app, and its catalog finds the archives of a plugin in checksums of this name.
	manifest, err := r.write("app.yaml", pluginManifest(r, plugins))
	if err != nil {
		return err
	}
	if err := r.checksums(pluginName, plugins); err != nil {
		return err
	}
	return r.checksums(command.name, slices.Concat(all, more, plugins, []archive{manifest}))
}

// program writes what people download of a program: archives with other files, the list of its modules, the name of its
// image, and its formula.
func (r release) program(
	of program, built binaries, others []file, inImage map[program]binaries,
) (all []archive, err error) {
	if all, err = r.archives(of.name, built, others); err != nil {
		return nil, err
	}
	bom, err := sbom(r, of, built)
	if err != nil {
		return nil, err
	}
	image, err := r.image(of.name, inImage)
	if err != nil {
		return nil, err
	}
	prefix, recipe := of.name+"_"+r.version+"_", formula(r, of, all)
	for _, f := range []file{
		{name: prefix + "sbom.spdx.json", data: bom}, {name: prefix + "image.txt", data: image},
		{name: of.name + ".rb", data: recipe},
	} {
		written, err := r.write(f.name, f.data)
		if err != nil {
			return nil, err
		}
		all = append(all, written)
	}
	return all, nil
}

func (r release) write(name string, data []byte) (archive, error) {
	return archive{name: name, sha256: sum(data)}, os.WriteFile(filepath.Join(r.dir, name), data, 0o644)
}

// archives writes an archive for each platform, with the program and other files, and returns them.
func (r release) archives(program string, built binaries, others []file) (all []archive, err error) {
	for _, p := range platforms {
		pack, extension := tarGz, ".tar.gz"
		if p.os == "windows" {
			pack, extension = zipped, ".zip"
		}
		data, err := pack(append([]file{{p.exe(program), 0o755, built[p]}}, others...), r.source.time)
		if err != nil {
			return nil, err
		}
		a, err := r.write(program+"_"+r.version+"_"+p.os+"_"+p.arch+extension, data)
		if err != nil {
			return nil, err
		}
		a.platform = p
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
	program := filepath.Join(dir, platform{runtime.GOOS, runtime.GOARCH}.exe(command.name))
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
func (r release) image(name string, programs map[program]binaries) ([]byte, error) {
	dir, err := os.MkdirTemp("", "fluxapp-image")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for of, built := range programs {
		for p, binary := range built {
			if p.os != "linux" {
				continue
			}
			file := filepath.Join(dir, p.arch, of.name)
			err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, binary, 0o755))
			if err != nil {
				return nil, err
			}
		}
	}
	layout, err := filepath.Abs(filepath.Join(r.dir, name+"_image"))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "run", ".", "-image", name, "-layout", layout, "-binaries", dir)
	cmd.Dir, cmd.Stderr = filepath.Join(r.source.root, "testdata", "ociimage"), os.Stderr
	digest, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("the image: %w", err)
	}
	return fmt.Appendf(nil, "ghcr.io/fluxapp-dev/%s:v%s@%s", name, r.version, digest), nil
}
