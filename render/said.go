package render

import (
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// said is what a merged entry says of the things that plans are made of, each looked up once.
type said struct {
	name, namespace, target, cluster tree.Node // target and cluster of the destination
	kubeConfig                       tree.Node
	secret                           tree.Node // the name of the Secret, or ConfigMap, with the kubeConfig
	releaseName, storageNamespace    tree.Node
	sourceRef, chart, dependsOn      tree.Node
	metadata                         tree.Node
	values                           tree.Node // also null
	wave                             int       // 0 unless the entry says another one; one that is no integer is refused
	suspended                        bool
}

// read looks through the fields of an entry.
func read(fields tree.Node) (s said) {
	for field := range fields.Children() {
		key := field.Key()
		if field.Kind() == tree.Null && key != "values" {
			continue
		}
		switch key {
		case "values":
			s.values = field
		case "metadata":
			s.metadata = field
		case "name":
			s.name = field
		case "namespace":
			s.namespace = field
		case "destination":
			s.readDestination(field)
		case "releaseName":
			s.releaseName = field
		case "storageNamespace":
			s.storageNamespace = field
		case "sourceRef":
			s.sourceRef = field
		case "chart":
			s.chart = field
		case "dependsOn":
			s.dependsOn = field
		case "wave":
			number, _ := strconv.ParseInt(field.Text(), 10, 32)
			s.wave = int(number)
		case "suspend":
			s.suspended = field.Text() == "true"
		}
	}
	return s
}

func (s *said) readDestination(destination tree.Node) {
	for field := range destination.Children() {
		if field.Kind() == tree.Null {
			continue
		}
		switch field.Key() {
		case "targetNamespace":
			s.target = field
		case "cluster":
			s.cluster = field
		case "kubeConfig":
			s.kubeConfig = field
			s.secret = schema.KubeConfigRef(field).Get("name")
		}
	}
}
