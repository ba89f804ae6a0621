// Command server is kube-apiserver or etcd, by the name that it is called with.
package main

import (
	"os"
	"path/filepath"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	if filepath.Base(os.Args[0]) == "etcd" {
		etcdmain.Main(os.Args)
		return
	}
	os.Exit(cli.Run(app.NewAPIServerCommand()))
}
