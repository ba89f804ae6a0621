package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/kubectl"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/readlimit"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// hubName is what the command line calls the hub.
const hubName = "hub"

// observedFlag are the files with what kubectl printed of the hub and of clusters.
type observedFlag struct{ files []observedFile }

// observedFile is a file with the objects of one API server. The server is empty for the hub; isNamed tells that the
// command line has its name.
type observedFile struct {
	server, file string
	isNamed      bool
}

func (f *observedFlag) addTo(cmd *cobra.Command) {
	cmd.Flags().Var(f, "observed", "file with the objects of the hub, or CLUSTER=FILE; - is stdin; may be repeated")
}

func (f *observedFlag) String() string { return "" }

func (f *observedFlag) Type() string { return "[CLUSTER=]FILE" }

// Set takes FILE or CLUSTER=FILE. What has a slash before the = is a file.
func (f *observedFlag) Set(text string) error {
	one := observedFile{file: text}
	if cluster, file, found := strings.Cut(text, "="); found && !strings.ContainsAny(cluster, `/\`) {
		if cluster == "" || file == "" {
			return errors.New("write FILE, or CLUSTER=FILE; a file with = in its name begins with ./")
		}
		one = observedFile{cluster, file, true}
		if cluster == hubName {
			one.server = ""
		}
	}
	if one.file == "" {
		return errors.New("it is empty; write a file with what kubectl printed, or - for stdin")
	}
	for _, other := range f.files {
		if filepath.Clean(other.file) == filepath.Clean(one.file) {
			return fmt.Errorf("%s is named twice; write one file for each cluster", one.file)
		}
	}
	f.files = append(f.files, one)
	return nil
}

func (f *observedFlag) readsStdin() bool {
	return slices.ContainsFunc(f.files, func(one observedFile) bool { return one.file == "-" })
}

// names returns the names of the files.
func (f *observedFlag) names() (names []string) {
	for _, one := range f.files {
		names = append(names, one.file)
	}
	return names
}

// read reads the files for the objects of a rendering. The findings of a file are printed.
func (f *observedFlag) read(r *rendering) (observed status.Observed, err error) {
	s := newServers(r.result)
	if len(f.files) == 0 {
		return observed, errors.New("--observed is missing; " + s.advice(s.first(), ""))
	}
	for _, one := range f.files {
		if err := s.checkServer(one); err != nil {
			return observed, err
		}
	}
	for _, one := range f.files {
		if err := one.read(r, &observed, s); err != nil {
			return observed, err
		}
	}
	return observed, nil
}

func (o observedFile) read(r *rendering, observed *status.Observed, s servers) error {
	name, data, err := o.file, []byte(nil), error(nil)
	if o.file == "-" {
		name = stdinFile
		data, err = readlimit.ReadAll(r.cmd.InOrStdin(), name)
	} else {
		data, err = readFile(disk{}, o.file)
	}
	if err != nil {
		return err
	}
	data = kubectl.UTF8(data)
	if slip := kubectl.Slip(data); slip != "" {
		return fmt.Errorf("%s %s; %s", name, slip, s.advice(o.server, o.file))
	}
	before := observed.Len(o.server)
	if err := observed.Add(o.server, name, data); err != nil {
		found := finding.From(err)
		r.report(found)
		if slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == finding.CodeObservedTwice }) {
			return fmt.Errorf("%s and what was read before it have different versions of an object; read each hub and cluster "+
				"once", name)
		}
		return fmt.Errorf("%s is not what kubectl prints; %s", name, s.advice(o.server, o.file))
	}
	if observed.Len(o.server) == before && !kubectl.IsEmptyList(data) && !hasObjects(data) {
		return fmt.Errorf("%s has no object of a kind that fluxapp renders; %s", name, s.advice(o.server, o.file))
	}
	return nil
}

// hasObjects reports whether a text has objects that fluxapp renders. They may have been read before.
func hasObjects(data []byte) bool {
	var alone status.Observed
	return alone.Add("", "", data) == nil && alone.Len("") > 0
}

// servers are the API servers that have the objects of a rendering.
type servers struct {
	objects map[string]bool // by the names of the clusters; the hub has the empty name
	kinds   []*kinds.Kind
}

func newServers(result render.Result) servers {
	s, seen := servers{objects: map[string]bool{}}, map[string]bool{}
	for _, o := range slices.Concat(result.Objects, result.Elsewhere()) {
		s.objects[o.ID().Server] = true
		seen[o.APIVersion()+" "+o.Kind()] = true
	}
	for kind := range kinds.Standard().With(kinds.Workload | kinds.Source | kinds.Chart | kinds.Around) {
		if seen[kind.APIVersion+" "+kind.Name] {
			s.kinds = append(s.kinds, kind)
		}
	}
	slices.Reverse(s.kinds) // the workloads first
	return s
}

// advice returns what to write for a server. File is the file that is wrong; empty when there is none yet.
func (s servers) advice(server, file string) string {
	context, name := "", "observed"
	if server != "" {
		context, name = "--context "+server+" ", server
	}
	command := fmt.Sprintf("kubectl %sget %s -A -o yaml", context, s.resources())
	switch {
	case file == "-":
		return "pipe the output of this command: " + command
	case file != "":
		return "write it with: " + command + " > " + file
	case server != "":
		return fmt.Sprintf("write a file for each cluster, and --observed CLUSTER=FILE for each: %s > %s.yaml", command, name)
	}
	return fmt.Sprintf("write --observed FILE, with the file of this command: %s > %s.yaml", command, name)
}

// resources returns the kinds of the objects for kubectl.
func (s servers) resources() string {
	names := make([]string, len(s.kinds))
	for i, kind := range s.kinds {
		names[i] = kind.Resource()
	}
	return strings.Join(names, ",")
}

// first returns the first server in the order of the names.
func (s servers) first() string {
	for _, name := range slices.Sorted(maps.Keys(s.objects)) {
		return name
	}
	return ""
}

// checkServer refuses a file of the hub where each cluster has its own objects, and a file of a cluster where none
// has. Of a cluster that the documents do not have, they may have had objects.
func (s servers) checkServer(one observedFile) error {
	clusters := slices.DeleteFunc(slices.Sorted(maps.Keys(s.objects)), func(name string) bool { return name == "" })
	switch {
	case one.server == "" && !one.isNamed && !s.objects[""] && len(clusters) > 0:
		return fmt.Errorf("each cluster has its own objects (topology Standalone); name the cluster of %s: --observed %s=%s",
			one.file, clusters[0], one.file)
	case one.server != "" && len(clusters) == 0:
		return fmt.Errorf("the hub has the objects of all clusters (topology HubAndSpoke); write --observed %s, with the "+
			"objects of the hub", one.file)
	}
	return nil
}
