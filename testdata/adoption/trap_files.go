package adoption

import "strings"

// brokenFile adds a text to a file that is no YAML. What is in that file may be wrong.
func brokenFile(g *generator) bool {
	p, ok := g.sound()
	if !ok || g.files[p.file].list || g.layout == "built" {
		return false
	}
	g.add(p.file, plain("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: x\nspec:\n  a: [\n"))
	g.spoil(p.file, "its file is no YAML")
	return true
}

func keyTwice(g *generator) bool {
	p, ok := g.sound()
	if !ok || g.files[p.file].list {
		return false
	}
	p.text += "kind: " + p.kind() + "\n"
	g.spoil(p.file, "a key of its file is there twice")
	return true
}

// spoil says that the objects of a file must not come in, or may stay beside the wrong one. Where a Kustomization is
// among them, nobody knows which clusters read the folders of others.
func (g *generator) spoil(name, why string) {
	reads := false
	for _, o := range g.files[name].documents {
		reads = reads || o.kind() == "Kustomization"
		if o.want == must || o.want == either {
			o.perhaps(why)
		}
	}
	for _, file := range g.names() {
		for _, o := range g.files[file].documents {
			if reads && len(o.readers) > 0 && o.want == must {
				o.perhaps(why)
			}
		}
	}
}

// sharedMoved moves a folder that Kustomizations read, so that nobody reads it.
func sharedMoved(g *generator) bool {
	moved := false
	for _, name := range g.names() {
		rest, ok := strings.CutPrefix(name, "infrastructure/")
		if !ok {
			continue
		}
		moved = true
		g.files["platform/infrastructure/"+rest] = g.files[name]
		delete(g.files, name)
		for _, o := range g.files["platform/infrastructure/"+rest].documents {
			if o.want == either {
				o.stays("in a folder that nobody reads")
				o.clusters = nil
			}
		}
	}
	return moved
}

// folderRenamed renames the folder of an application on one cluster. The objects are as sound as before.
func folderRenamed(g *generator) bool {
	p, ok := g.sound()
	if !ok || p.app == "" || !strings.Contains(p.file, "/"+p.app+"/") || len(g.args) > 0 {
		return false
	}
	before, _, _ := strings.Cut(p.file, "/"+p.app+"/")
	for _, name := range g.names() {
		if rest, ok := strings.CutPrefix(name, before+"/"+p.app+"/"); ok {
			g.files[before+"/"+p.app+"-old/"+rest] = g.files[name]
			delete(g.files, name)
		}
	}
	return true
}
