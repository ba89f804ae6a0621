package clients

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// answer is what a client makes of a case.
type answer struct {
	objects []string
	err     string // what it says when it fails
}

// A door renders cases.
type door func(t *testing.T, cases map[string]corpusCase) map[string]answer

// one is the door of a client that prints what it is told to build; a case has a folder of its own, and a run.
func one(contents func(in string) map[string]string, client string, args ...string) door {
	return func(t *testing.T, cases map[string]corpusCase) map[string]answer {
		answers := map[string]answer{}
		for name, c := range cases {
			stdout, stderr, err := run(t, pack(t, contents(c.in)), client, args...)
			if err == nil {
				stderr = ""
			}
			answers[name] = answer{rendered(stdout), stderr}
		}
		return answers
	}
}

func byCommand() door {
	return one(func(in string) map[string]string { return map[string]string{"in.yaml": in} }, "fluxapp", "render",
		"in.yaml")
}

// byTransformer has the applications among the resources of a build, and options that ask for the function.
func byTransformer() door {
	return one(func(in string) map[string]string {
		return map[string]string{
			"in.yaml":            in,
			"kustomization.yaml": "resources: [in.yaml]\ntransformers: [options.yaml]\n",
			"options.yaml": "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata:\n  name: options\n" +
				"  annotations:\n    " + executable(),
		}
	}, "kustomize", "build", "--enable-alpha-plugins", "--enable-exec", ".")
}

// byGenerator names each document, to which another build has added that it is a function.
func byGenerator() door {
	return one(func(in string) map[string]string {
		return map[string]string{
			"kustomization.yaml":           "generators: [documents]\n",
			"documents/in.yaml":            in,
			"documents/kustomization.yaml": "resources: [in.yaml]\ncommonAnnotations:\n  " + executable(),
		}
	}, "kustomize", "build", "--enable-alpha-plugins", "--enable-exec", ".")
}

func executable() string {
	return "config.kubernetes.io/function: \"exec: {path: " + filepath.Join(bin, "fluxapp") + "}\"\n"
}

// byPlugin is a generator for kubectl, which runs no executables as functions: see TestLegacyPlugin.
func byPlugin(t *testing.T) door {
	t.Helper()
	config := plugins(t, "Application", "FluxApplication")
	return one(func(in string) map[string]string {
		return map[string]string{"kustomization.yaml": "generators: [in.yaml]\n", "in.yaml": in}
	}, "env", "XDG_CONFIG_HOME="+config, "kubectl", "kustomize", "--enable-alpha-plugins", ".")
}

// inKpt renders all cases in one run, each in a subpackage with a pipeline of its own.
func inKpt(t *testing.T, cases map[string]corpusCase) map[string]answer {
	t.Helper()
	contents := map[string]string{"Kptfile": kptfile("")}
	for name, c := range cases {
		contents[name+"/Kptfile"], contents[name+"/in.yaml"] = kptfile(mutator), c.in
	}
	dir := pack(t, contents)
	_, stderr, err := run(t, dir, "kpt", "fn", "render", "--allow-exec", ".")
	answers := map[string]answer{}
	for name := range cases {
		if err != nil {
			answers[name] = answer{err: stderr}
			continue
		}
		stream := ""
		for file, text := range files(t, filepath.Join(dir, name)) {
			if file != "Kptfile" && file != "in.yaml" && filepath.Base(file) != "kustomization.yaml" {
				stream += "---\n" + text
			}
		}
		answers[name] = answer{objects: rendered(stream)}
	}
	return answers
}

// byKpt gives kpt all cases at once, and those alone that may fail, as one of them fails a whole package.
func byKpt(apart map[string]difference) door {
	return func(t *testing.T, cases map[string]corpusCase) map[string]answer {
		rest := maps.Clone(cases)
		answers := map[string]answer{}
		for name := range apart {
			maps.Copy(answers, inKpt(t, map[string]corpusCase{name: cases[name]}))
			delete(rest, name)
		}
		maps.Copy(answers, inKpt(t, rest))
		return answers
	}
}

// plugins makes a configuration of kustomize in which the binary is a plugin for kinds of ours, and returns its folder.
func plugins(t *testing.T, kinds ...string) string {
	t.Helper()
	config := t.TempDir()
	for _, kind := range kinds {
		group := "fluxapp.dev"
		if kind == "Application" {
			group = "gitops.kubesphere.io"
		}
		dir := filepath.Join(config, "kustomize", "plugin", group, "v1alpha1", strings.ToLower(kind))
		assert.NilError(t, os.MkdirAll(dir, 0o755))
		assert.NilError(t, os.Symlink(filepath.Join(bin, "fluxapp"), filepath.Join(dir, kind)))
	}
	return config
}
