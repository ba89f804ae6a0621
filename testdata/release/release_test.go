package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	spdxjson "github.com/spdx/tools-golang/json"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// clone is a clean clone with the files of the repository as they are now. Built and final are binaries that were
// installed of it.
var (
	clone      source
	built      []byte
	builtFinal []byte
)

// native is the platform of this machine.
var native = platform{runtime.GOOS, runtime.GOARCH}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "release-test")
	if err == nil {
		err = install(dir)
	}
	code := 1
	if err == nil {
		code = m.Run()
	}
	if err := errors.Join(err, os.RemoveAll(dir)); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// install commits a copy of the repository, which someone may be editing, and installs its programs as v1.2.3: what go
// compiled for other tests is used again.
func install(dir string) error {
	top, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return err
	}
	root := filepath.Join(dir, "clone")
	cmd := exec.Command("bash", "-euc", `git init -q "$TO"
		git --git-dir="$TO/.git" --work-tree="$FROM" add -A
		git -C "$TO" checkout-index -qa
		cd "$TO/render/final"
		go mod edit -require=github.com/fluxapp-dev/fluxapp@v1.2.3
		go work edit -replace=github.com/fluxapp-dev/fluxapp@v1.2.3=../..
		git -c user.name=test -c user.email=test@localhost commit -qam all`)
	cmd.Env = append(os.Environ(), "FROM="+top, "TO="+root, "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
	if out, err := cmd.CombinedOutput(); err != nil {
		return errors.New(string(out))
	}
	if clone, err = openSource(root); err != nil {
		return err
	}
	b, err := newBuilder(clone, "v1.2.3", dir)
	if err != nil {
		return err
	}
	b.flags += " " + os.Getenv("GOFLAGS")
	if built, err = b.install(command, native); err != nil {
		return err
	}
	builtFinal, err = b.install(final, native)
	return err
}

// TestInstall holds that go install of each module gives a program with its version, as it is in a release, and the
// same bytes in another folder.
func TestInstall(t *testing.T) {
	other, err := newBuilder(clone, "v1.2.3", t.TempDir())
	assert.NilError(t, err)
	other.flags += " " + os.Getenv("GOFLAGS")
	for p, binary := range map[program][]byte{command: built, final: builtFinal} {
		file := filepath.Join(t.TempDir(), p.name)
		assert.NilError(t, os.WriteFile(file, binary, 0o755))
		out, err := exec.Command(file, "version").CombinedOutput()
		assert.NilError(t, err, "%s", out)
		assert.Equal(t, strings.Join(strings.Fields(string(out))[:2], " "), p.name+" v1.2.3")
		again, err := other.install(p, native)
		assert.NilError(t, err)
		assert.Assert(t, bytes.Equal(again, binary), "%s differs", p.name)

		b := builder{version: "v1.2.4"}
		assert.ErrorContains(t, b.checkModules(p, binary), "is of "+p.module+" v1.2.3, and not of")
		b.version = "v1.2.3"
		assert.ErrorContains(t, b.checkModules(p, binary), "go.sum does not have")
	}
}

// TestFiles makes a release twice, and reads all that is in it. For other platforms it has a small program: make
// release builds those.
func TestFiles(t *testing.T) {
	commands, finals := small(t), small(t)
	commands[native], finals[native] = built, builtFinal
	r := release{clone, "1.2.3", t.TempDir()}
	again := release{clone, "1.2.3", t.TempDir()}
	assert.NilError(t, publish(r, commands, finals))
	assert.NilError(t, publish(again, commands, finals))
	out, err := exec.Command("diff", "-r", r.dir, again.dir).CombinedOutput()
	assert.NilError(t, err, "%s", out)

	downloads := []string{"app.yaml", "flux-app_1.2.3_checksums.txt", "fluxapp.rb", "fluxapp_1.2.3_checksums.txt",
		"fluxapp_1.2.3_image.txt", "fluxapp_1.2.3_sbom.spdx.json", "fluxapp_image", "fluxapp-final.rb",
		"fluxapp-final_1.2.3_image.txt", "fluxapp-final_1.2.3_sbom.spdx.json", "fluxapp-final_image"}
	sums := map[string]string{}
	for program, built := range map[string]binaries{command.name: commands, pluginName: commands, final.name: finals} {
		for _, p := range platforms {
			name := program + "_1.2.3_" + p.os + "_" + p.arch + ".tar.gz"
			if p.os == "windows" {
				name = strings.Replace(name, ".tar.gz", ".zip", 1)
			}
			downloads = append(downloads, name)
			data := read(t, r, name)
			sums[name] = sum(data)
			checkArchive(t, name, data, file{p.exe(program), 0o755, built[p]})
		}
	}
	slices.Sort(downloads)
	assert.DeepEqual(t, names(t, r.dir), downloads)
	checkSums(t, r, downloads)
	checkPlugin(t, read(t, r, "app.yaml"), sums)
	for p, dependency := range map[program]string{command: "github.com/spf13/cobra@", final: "helm.sh/helm/v4@"} {
		checkFormula(t, string(read(t, r, p.name+".rb")), p.name, sums)
		checkSBOM(t, read(t, r, p.name+"_1.2.3_sbom.spdx.json"), p, dependency)
		image := string(read(t, r, p.name+"_1.2.3_image.txt"))
		index := sum(read(t, r, p.name+"_image/index.json"))
		assert.Equal(t, image, "ghcr.io/fluxapp-dev/"+p.name+":v1.2.3@sha256:"+index+"\n")
	}
}

func read(t *testing.T, r release, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	assert.NilError(t, err)
	return data
}

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// checkArchive wants the program first and at the root, and all files as old as the commit and owned by root.
func checkArchive(t *testing.T, name string, data []byte, program file) {
	t.Helper()
	complete := strings.HasPrefix(name, command.name+"_")
	files, err := unpack(name, data)
	assert.NilError(t, err)
	want := []string{program.name, "LICENSE"}
	if complete {
		want = append(want, "completions/fluxapp.bash", "completions/fluxapp.fish", "completions/fluxapp.ps1",
			"completions/_fluxapp")
	}
	var got []string
	for _, f := range files {
		got = append(got, f.name)
		mode := int64(0o644)
		if f.name == program.name {
			mode = program.mode
		}
		assert.Equal(t, f.mode, mode, f.name)
	}
	assert.DeepEqual(t, got, want)
	assert.Assert(t, bytes.Equal(files[0].data, program.data))
	assert.Assert(t, strings.Contains(string(files[1].data), "Apache License"))
	if complete {
		assert.Assert(t, strings.Contains(string(files[5].data), "#compdef fluxapp"))
	}
}

func unpack(name string, data []byte) (files []file, err error) {
	if strings.HasSuffix(name, ".zip") {
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, err
		}
		for _, f := range r.File {
			in, err := f.Open()
			if err != nil {
				return nil, err
			}
			data, err := io.ReadAll(in)
			if err != nil || !f.Modified.Equal(clone.time) {
				return nil, errors.Join(err, errors.New(f.Name+" is of "+f.Modified.String()))
			}
			files = append(files, file{f.Name, int64(f.Mode()), data})
		}
		return files, nil
	}
	compressed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(compressed); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if err != nil || !h.ModTime.Equal(clone.time) || h.Uid+h.Gid != 0 || h.Uname+h.Gname != "" {
			return nil, errors.Join(err, errors.New(h.Name+" is of somebody, or of "+h.ModTime.String()))
		}
		files = append(files, file{h.Name, h.Mode, data})
	}
}

// checkSums wants a checksum of each file that people download, and the right ones.
func checkSums(t *testing.T, r release, downloads []string) {
	t.Helper()
	for _, program := range []string{command.name, pluginName} {
		own := program + "_1.2.3_checksums.txt"
		cmd := exec.Command("sha256sum", "--check", "--strict", own)
		cmd.Dir = r.dir
		out, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s", out)
		want := slices.DeleteFunc(slices.Clone(downloads), func(name string) bool {
			isOther := program == pluginName && !strings.HasPrefix(name, pluginName)
			return isOther || strings.HasSuffix(name, "_image") || strings.HasSuffix(name, "_checksums.txt")
		})
		var listed []string
		for line := range strings.Lines(string(read(t, r, own))) {
			listed = append(listed, strings.Fields(line)[1])
		}
		slices.Sort(listed)
		assert.DeepEqual(t, listed, want)
	}
}

// checkPlugin wants what the flux command and its catalog ask of a manifest: nothing else, and the archives of the
// plugin.
func checkPlugin(t *testing.T, manifest []byte, sums map[string]string) {
	t.Helper()
	type download struct{ OS, Arch, URL, Checksum string }
	type version struct {
		Version   string
		Platforms []download
	}
	var m struct {
		APIVersion                                     string
		Kind, Name, Description, Homepage, Source, Bin string
		Versions                                       []version
	}
	assert.NilError(t, yaml.UnmarshalStrict(manifest, &m))
	assert.Equal(t, m.APIVersion+" "+m.Kind+" "+m.Name+" "+m.Bin, "cli.fluxcd.io/v1beta1 Plugin app flux-app")
	assert.Assert(t, m.Description != "" && strings.HasPrefix(m.Homepage, "https://") && m.Source == "https://"+modulePath)
	var want []download
	for _, p := range platforms {
		name := pluginName + "_1.2.3_" + p.os + "_" + p.arch
		for file, hash := range sums {
			if strings.HasPrefix(file, name+".") {
				want = append(want, download{p.os, p.arch,
					"https://github.com/fluxapp-dev/fluxapp/releases/download/v1.2.3/" + file, "sha256:" + hash})
			}
		}
	}
	assert.DeepEqual(t, m.Versions, []version{{"1.2.3", want}})
}

// checkFormula wants each archive for macOS and Linux with its hash, behind the right words.
func checkFormula(t *testing.T, text, program string, sums map[string]string) {
	t.Helper()
	assert.Assert(t, strings.Contains(text, "\n  version \"1.2.3\"\n"))
	assert.Assert(t, strings.Contains(text, "\n    bin.install \""+program+"\"\n"))
	assert.Assert(t, strings.Contains(text, "#{bin}/"+program+" version"))
	assert.Equal(t, strings.Contains(text, "depends_on"), program == final.name)
	assert.Equal(t, strings.HasPrefix(text, "class FluxappFinal < Formula\n"), program == final.name)
	words := map[string]string{"darwin": "on_macos", "linux": "on_linux", "amd64": "on_intel", "arm64": "on_arm"}
	for _, p := range platforms {
		if p.os == "windows" {
			continue
		}
		_, part, _ := strings.Cut(text, "  "+words[p.os]+" do\n")
		_, part, _ = strings.Cut(part, "    "+words[p.arch]+" do\n")
		name := program + "_1.2.3_" + p.os + "_" + p.arch + ".tar.gz"
		want := "      url \"https://github.com/fluxapp-dev/fluxapp/releases/download/v1.2.3/" + name + "\"\n" +
			"      sha256 \"" + sums[name] + "\"\n    end\n"
		assert.Assert(t, strings.HasPrefix(part, want), "%s:\n%s", name, text)
	}
}

// checkSBOM wants the program with its modules, and the time of the commit.
func checkSBOM(t *testing.T, data []byte, of program, dependency string) {
	t.Helper()
	document, err := spdxjson.Read(bytes.NewReader(data))
	assert.NilError(t, err)
	assert.Equal(t, document.CreationInfo.Created, clone.time.Format(time.RFC3339))
	locators, ids := map[string]bool{}, map[string]bool{}
	for _, p := range document.Packages {
		locators[p.PackageExternalReferences[0].Locator] = true
		assert.Assert(t, !ids[string(p.PackageSPDXIdentifier)], "twice: %s", p.PackageSPDXIdentifier)
		ids[string(p.PackageSPDXIdentifier)] = true
	}
	goVersion := strings.TrimPrefix(runtime.Version(), "go")
	for _, locator := range []string{of.module + "@v1.2.3", modulePath + "@v1.2.3", "stdlib@" + goVersion, dependency} {
		isThere := func(l string) bool { return strings.HasPrefix(l, "pkg:golang/"+locator) }
		assert.Assert(t, slices.ContainsFunc(slices.Collect(maps.Keys(locators)), isThere), "no %s", locator)
	}
	assert.Equal(t, len(document.Relationships), len(document.Packages))
	for _, r := range document.Relationships[1:] {
		assert.Equal(t, r.Relationship, "DEPENDS_ON")
		assert.Assert(t, ids[string(r.RefA.ElementRefID)] && ids[string(r.RefB.ElementRefID)])
	}
}

// small returns a small program for each platform.
func small(t *testing.T) binaries {
	t.Helper()
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o600))
	built := binaries{}
	for _, p := range platforms {
		cmd := exec.Command("go", "build", "-trimpath", "-o", p.os+p.arch, "main.go")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0", "GOFLAGS=")
		out, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s", out)
		built[p], err = os.ReadFile(filepath.Join(dir, p.os+p.arch))
		assert.NilError(t, err)
	}
	return built
}

// TestHeaders holds that a binary of another platform is noticed.
func TestHeaders(t *testing.T) {
	binaries := small(t)
	for _, p := range platforms {
		for _, other := range platforms {
			assert.Equal(t, checkHeader(p, binaries[other]) == nil, p == other, "%v as %v", other, p)
		}
	}
}

// TestRefused holds what no release is made of.
func TestRefused(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	for _, version := range []string{"", "0.1.0", "v0.1", "v1", "v0.1.0+build", "latest", "v01.0.0"} {
		assert.ErrorContains(t, run(clone.root, version, out), "is no version; write it as v0.1.0 or v0.1.0-rc.1")
	}
	assert.NilError(t, checkVersion("v0.1.0-rc.1"))
	assert.ErrorContains(t, run(clone.root, "v0.1.0", ""), "name a folder")
	assert.ErrorContains(t, run(clone.root, "v0.1.0", clone.root), "is not empty")
	assert.ErrorContains(t, run(clone.root, "v9.9.9", out), "; write v9.9.9 there, run make generate, and commit")
	assert.ErrorContains(t, run(clone.root, "v9.9.9", out), "requires v1.2.3 of this repository; write v9.9.9 there")
	untracked := filepath.Join(clone.root, "krmfn", "cmd", "fluxapp", "more.go")
	assert.NilError(t, os.WriteFile(untracked, []byte("package main\n"), 0o600))
	assert.ErrorContains(t, run(clone.root, "v0.1.0", out), "the clone has changes; commit or remove them:\n"+
		"?? krmfn/cmd/fluxapp/more.go")
	assert.NilError(t, os.Remove(untracked))
}
