package entries

import (
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// EntryFields are the fields of a merged entry that planning reads.
type EntryFields struct {
	Name, Namespace, Target, cluster tree.Node // target and cluster of the destination
	kubeConfig                       tree.Node
	kubeConfigName                   tree.Node // of the Secret or ConfigMap
	ReleaseName, StorageNamespace    tree.Node
	Source, SourceRef                tree.Node // of which a merged entry has one
	Chart, DependsOn                 tree.Node
	Metadata                         tree.Node
	Values                           tree.Node // null too
	Wave                             int       // 0 unless the entry has another one
	Suspended                        bool
}

// ReadFields looks through the fields of an entry.
func ReadFields(fields tree.Node) (f EntryFields) {
	for field := range fields.Children() {
		key := field.Key()
		if field.Kind() == tree.Null && key != "values" {
			continue
		}
		switch key {
		case "values":
			f.Values = field
		case "metadata":
			f.Metadata = field
		case "name":
			f.Name = field
		case "namespace":
			f.Namespace = field
		case "destination":
			f.readDestination(field)
		case "releaseName":
			f.ReleaseName = field
		case "storageNamespace":
			f.StorageNamespace = field
		case "source":
			f.Source = field
		case "sourceRef":
			f.SourceRef = field
		case "chart":
			f.Chart = field
		case "dependsOn":
			f.DependsOn = field
		case "wave":
			number, _ := strconv.ParseInt(field.Text(), 10, 32)
			f.Wave = int(number)
		case "suspend":
			f.Suspended = field.Text() == "true"
		}
	}
	return f
}

func (f *EntryFields) readDestination(destination tree.Node) {
	for field := range destination.Children() {
		if field.Kind() == tree.Null {
			continue
		}
		switch field.Key() {
		case "targetNamespace":
			f.Target = field
		case "cluster":
			f.cluster = field
		case "kubeConfig":
			f.kubeConfig = field
			f.kubeConfigName = validate.KubeConfigRef(field).Get("name")
		}
	}
}

// clusterName returns the name of the cluster that the entry itself names; empty for the hub.
func (f EntryFields) clusterName() string {
	if name := f.cluster.Text(); name != "" {
		return name
	}
	return validate.ClusterName(f.kubeConfigName)
}
