package e2e

import (
	"fmt"
	"net/http"
	"strings"
)

// Media types of a chart in a registry.
const (
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.cncf.helm.config.v1+json"
	chartType    = "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
)

// registry serves the charts as charts/shop of an OCI registry, from memory. The version is the tag.
func registry() (http.Handler, error) {
	blobs, manifests := map[string][]byte{}, map[string][]byte{}
	for _, version := range versions {
		archive, err := chart("shop", version)
		if err != nil {
			return nil, err
		}
		config := fmt.Appendf(nil, `{"apiVersion":"v2","name":"shop","version":"%s"}`, version)
		manifest := fmt.Appendf(nil, `{"schemaVersion":2,"mediaType":"%s","config":%s,"layers":[%s]}`,
			manifestType, descriptor(configType, config), descriptor(chartType, archive))
		blobs["sha256:"+digest(config)], blobs["sha256:"+digest(archive)] = config, archive
		manifests[version], manifests["sha256:"+digest(manifest)] = manifest, manifest
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, _ := strings.CutPrefix(r.URL.Path, "/v2/charts/shop/")
		where, reference, _ := strings.Cut(name, "/")
		switch {
		case r.URL.Path == "/v2/":
		case where == "manifests":
			w.Header().Set("Content-Type", manifestType)
			serve(w, manifests[reference])
		case where == "blobs":
			serve(w, blobs[reference])
		default:
			http.NotFound(w, r)
		}
	}), nil
}

func descriptor(media string, data []byte) string {
	return fmt.Sprintf(`{"mediaType":"%s","digest":"sha256:%s","size":%d}`, media, digest(data), len(data))
}

// serve writes a file with its digest, which registries tell.
func serve(w http.ResponseWriter, data []byte) {
	if data == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Docker-Content-Digest", "sha256:"+digest(data))
	w.Header().Set("Content-Length", fmt.Sprint(len(data)))
	_, _ = w.Write(data)
}
