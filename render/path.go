package render

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// JoinPath returns the path of parts below a folder, with slashes. No other code makes the path of a file that is
// written: names come from documents, and one that holds a separator or is .. would lead out of the folder.
//
// The folder is taken as it is. A part is the name of one file or folder: it is an error when it is empty, . or ..,
// or holds a slash, a backslash, a control character or text that is not UTF-8, or is a device of Windows.
func JoinPath(folder string, parts ...string) (string, error) {
	for _, part := range parts {
		if problem := partProblem(part); problem != "" {
			return "", fmt.Errorf("%q cannot be the name of a file or folder: %s", part, problem)
		}
	}
	return path.Join(folder, path.Join(parts...)), nil
}

// partProblem returns what keeps a text from being the name of a file or folder; empty when nothing does.
func partProblem(part string) string {
	switch {
	case part == "":
		return "it is empty"
	case part == "." || part == "..":
		return "it means another folder"
	case strings.ContainsAny(part, `/\`):
		return "it holds a separator of folders"
	case strings.ContainsFunc(part, unicode.IsControl):
		return "it holds a control character"
	case !utf8.ValidString(part):
		return "it is not UTF-8"
	case isDevice(part):
		return "Windows has a device of this name"
	}
	return ""
}

// isDevice reports whether Windows takes the name of a file for a device, whatever its extension.
func isDevice(name string) bool {
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	isPort := len(name) == len("com1") && (strings.HasPrefix(name, "com") || strings.HasPrefix(name, "lpt"))
	return isPort && '1' <= name[3] && name[3] <= '9' || slices.Contains([]string{"aux", "con", "nul", "prn"}, name)
}

// pathIn returns the file of the object below a folder, see [Object.Path].
func pathIn(p *plan.Placement, folder string) (string, error) {
	application, file := p.Common.App.Document.Name(), fileName(p)
	cluster := cmp.Or(p.ClusterName, kinds.Hub)
	sharesFile := Object{p}.Facts().SharesFile()
	if sharesFile {
		file = ApplicationFile
	}
	switch _, delivers := p.Delivers(); {
	case p.File != "":
		return JoinPath(".", strings.Split(p.File, "/")...)
	case delivers && p.Common.App.Standalone:
		return JoinPath(".", cluster, deliveryFolder, file)
	case delivers:
		return JoinPath(".", deliveryFolder, file)
	case p.Portion != nil && p.Portion.Order != nil:
		return JoinPath(".", append(p.Order.Parts(), file)...)
	case p.Common.Bootstrap:
		return JoinPath(folder, bootstrapFolder, cluster, application, file)
	}
	if group := (Object{p}).Group(); group != "" {
		folder = path.Join(group, path.Clean("/"+folder)) // which is never above the group
	}
	switch {
	case p.Common.App.Document.Class() == schema.ClassRepository:
		return JoinPath(folder, file)
	case p.Common.Kind == kinds.LoginMap:
		return JoinPath(folder, loginFolder, file)
	case p.Common.App.Standalone && (sharesFile || !p.Common.Shared):
		return JoinPath(folder, cluster, application, file)
	case sharesFile || p.Common.Shared:
		return JoinPath(folder, application, file)
	}
	return JoinPath(folder, application, cluster, file)
}

// ApplicationFile is the name of a file that has all objects of an application in a group of delivery.
const ApplicationFile = "objects.yaml"

// fileField is the field of entries and sources that says where their objects lie.
const fileField = "file"

const deliveryFolder = "delivery"

// loginFolder has the ConfigMaps by which Flux logs in to clusters.
const loginFolder = "kubeconfigs"

// DeliveredFolder returns the folder that an object of delivery in a file is for, from where the file's path begins,
// and the cluster whose own Flux applies it; empty for the hub's. Delivers is its annotation fluxapp.dev/delivers.
// Objects of the hub are beside the folders that they are for; those of a cluster are in the cluster's folder.
func DeliveredFolder(file, delivers string) (folder, server string) {
	root := path.Dir(path.Dir(file))
	cluster, below, _ := strings.Cut(delivers, "/")
	switch home := path.Base(root); {
	case delivers == ".": // for all groups
	case home == cluster && (below == "" || strings.HasPrefix(below, kinds.Ordered+"/")):
		root = path.Dir(root)
		if cluster != kinds.Hub {
			server = cluster
		}
	case home == kinds.Hub && path.Base(delivers) == kinds.Hub:
		root = path.Dir(root)
	}
	return path.Join(root, delivers), server
}

const bootstrapFolder = "bootstrap"

// IsBootstrap reports whether an object of an earlier run is for the administrator of a cluster, by its file and its
// annotation kustomize.toolkit.fluxcd.io/reconcile. No Flux applies it. It is false where the client keeps no files.
func IsBootstrap(file, reconcile string) bool {
	return reconcile == "disabled" && path.Base(path.Dir(path.Dir(path.Dir(file)))) == bootstrapFolder
}

// fileName names the object's namespace when it is not the application's.
func fileName(p *plan.Placement) string {
	files := FileNames(p.Common.Kind.Name, p.Common.Namespace, p.Name)
	_, delivers := p.Delivers() // they are all in one namespace
	if p.Common.Namespace != p.Common.App.Namespace && p.Common.Kind != kinds.Namespace && !delivers {
		return files[1]
	}
	return files[0]
}

// FileNames returns the two names that the file of an object may have, the one with its namespace last.
func FileNames(kind, namespace, name string) [2]string {
	kind, name = strings.ToLower(kind), plainName.Replace(name)
	return [2]string{kind + "-" + name + ".yaml", kind + "-" + plainName.Replace(namespace) + "_" + name + ".yaml"}
}

// plainName leaves out of a name what shells and file systems read as something else: name-VAR for name-${VAR}. Two
// names that are then one are refused where files are written. Folders are called like applications and clusters.
var plainName = strings.NewReplacer("$", "", "{", "", "}", "", ":", "_")
