package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

type observedFiles []observedFile

// observedFile has the objects of one API server; server is empty for the hub. isNamed: the command line has its name.
type observedFile struct {
	server, name string
	isNamed      bool
}

// add adds FILE or CLUSTER=FILE. An argument with a slash before the = is a file.
func (f *observedFiles) add(text string) error {
	one := observedFile{name: text}
	if cluster, name, found := strings.Cut(text, "="); found && !strings.ContainsAny(cluster, `/\`) {
		if cluster == "" || name == "" {
			return errors.New("write FILE, or CLUSTER=FILE; a file with = in its name begins with ./")
		}
		one = observedFile{cluster, name, true}
		if cluster == kinds.Hub {
			one.server = ""
		}
	}
	if one.name == "" {
		return errors.New("it is empty; write a file with what kubectl printed, or - for stdin")
	}
	isSame := func(other observedFile) bool { return filepath.Clean(other.name) == filepath.Clean(one.name) }
	if slices.ContainsFunc(*f, isSame) {
		return fmt.Errorf("%s is named twice; write one file for each cluster", one.name)
	}
	*f = append(*f, one)
	return nil
}

func (f observedFiles) checkStdin(args []string) error {
	if slices.Contains(args, "-") && slices.Contains(f.names(), "-") {
		return errors.New("stdin cannot be both the documents and --observed; name a file for one of them")
	}
	return nil
}

func (f observedFiles) names() []string {
	return each.Of(f, func(one observedFile) string { return one.name })
}

// read reads the files. The add tells what the second file of a server is: one of the methods of status.Observed.
func (f observedFiles) read(r *rendering.Run, add addObserved) (observed status.Observed, err error) {
	r.Inputs = append(r.Inputs, f.names()...)
	s := newServers(r.Result)
	if len(f) == 0 {
		first := append(slices.Sorted(maps.Keys(s.objects)), "")[0]
		return observed, errors.New("--observed is missing; " + s.advice(first, ""))
	}
	for _, one := range f {
		if err := s.check(one); err != nil {
			return observed, err
		}
	}
	for _, one := range f {
		if err := one.read(r, &observed, s, add); err != nil {
			return observed, err
		}
	}
	return observed, nil
}

type addObserved func(o *status.Observed, server, file string, data []byte) error

func (f observedFile) read(r *rendering.Run, observed *status.Observed, s servers, add addObserved) error {
	name, data, err := f.name, []byte(nil), error(nil)
	if f.name == "-" {
		name = input.Stdin
		data, err = folder.ReadAll(r.Source.Stdin, name)
	} else {
		data, err = disk.Read(r.Disk, f.name)
	}
	if err != nil {
		return err
	}
	data = folder.UTF8(data)
	if slip := folder.Slip(data); slip != "" {
		return fmt.Errorf("%s %s; %s", name, slip, s.advice(f.server, f.name))
	}
	before := observed.Len(f.server)
	if err := add(observed, f.server, name, data); err != nil {
		found := finding.From(err)
		r.Report(found)
		if slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == codes.ObservedTwice }) {
			return fmt.Errorf("%s and an earlier file have different versions of an object; read each hub and cluster "+
				"once", name)
		}
		return fmt.Errorf("%s is not what kubectl prints; %s", name, s.advice(f.server, f.name))
	}
	if observed.Len(f.server) == before && !folder.IsEmptyList(data) && !hasObjects(data) {
		return fmt.Errorf("%s has no object of a kind that fluxapp renders; %s", name, s.advice(f.server, f.name))
	}
	return nil
}

// hasObjects reports whether a text has objects that fluxapp renders. They may have been read before.
func hasObjects(data []byte) bool {
	var alone status.Observed
	return alone.Add("", "", data) == nil && alone.Len("") > 0
}

type servers struct {
	objects   map[string]bool // by the names of the clusters; the hub has the empty name
	resources string          // as kubectl takes them
}

func newServers(result render.Result) servers {
	s, seen := servers{objects: map[string]bool{}}, map[string]bool{}
	for _, o := range result.Objects {
		s.objects[o.ID().Server] = true
		seen[o.Kind()] = true
		_, ordered := o.Ordered()
		seen[kinds.Kustomization.Name] = seen[kinds.Kustomization.Name] || ordered // which one applies
		for _, source := range o.Row().Sources(o.Value) {
			seen[source] = true
		}
	}
	const roles = kinds.Workload | kinds.Source | kinds.Chart | kinds.Around | kinds.Made
	isSeen := func(k *kinds.Kind) bool { return seen[k.Name] }
	resources := each.Of(each.Only(slices.Collect(kinds.With(roles)), isSeen), (*kinds.Kind).Resource)
	slices.Reverse(resources) // the workloads first
	s.resources = strings.Join(resources, ",")
	return s
}

// advice returns what to write for a server. File is the file that is wrong; empty when there is none yet.
func (s servers) advice(server, file string) string {
	context, name := "", "observed"
	if server != "" {
		context, name = "--context "+server+" ", server
	}
	command := fmt.Sprintf("kubectl %sget %s -A -o yaml", context, s.resources)
	switch {
	case file == "-":
		return "pipe the output of this command: " + command
	case file != "": // which may be an input that is named by mistake
		return "name a file with the output of this command: " + command
	case server != "":
		return fmt.Sprintf("write a file for each cluster, and --observed CLUSTER=FILE for each: %s > %s.yaml", command, name)
	}
	return fmt.Sprintf("write --observed FILE, with the file of this command: %s > %s.yaml", command, name)
}

// check refuses a file of the hub where each cluster has its own objects, and a file of a cluster where none has. Of
// a cluster that the documents do not have, they may have had objects.
func (s servers) check(one observedFile) error {
	clusters := slices.DeleteFunc(slices.Sorted(maps.Keys(s.objects)), func(name string) bool { return name == "" })
	switch {
	case one.server == "" && !one.isNamed && !s.objects[""] && len(clusters) > 0:
		return fmt.Errorf("each cluster has its own objects (topology Standalone); name the cluster of %s: --observed %s=%s",
			one.name, clusters[0], one.name)
	case one.server != "" && len(clusters) == 0:
		return fmt.Errorf("the hub has the objects of all clusters (topology HubAndSpoke); write --observed %s, with the "+
			"objects of the hub", one.name)
	}
	return nil
}
