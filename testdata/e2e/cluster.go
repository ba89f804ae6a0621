package e2e

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Cluster is an API server.
type Cluster struct {
	Name       string
	kubeconfig string // file
	dir        string // of its files
	server     *process
	url        string
	identity   identity
}

// startEtcd starts the store of all API servers.
func startEtcd(programs, dir string) (*process, string, error) {
	client, err := address()
	if err != nil {
		return nil, "", err
	}
	peer, err := address()
	if err != nil {
		return nil, "", err
	}
	url := "http://" + client
	tell("starting etcd")
	p, err := start(dir, "etcd", filepath.Join(programs, "etcd"), nil, []string{
		"--data-dir=" + filepath.Join(dir, "etcd"), "--unsafe-no-fsync",
		"--listen-client-urls=" + url, "--advertise-client-urls=" + url, "--listen-peer-urls=http://" + peer,
	})
	if err != nil {
		return nil, "", err
	}
	return p, url, p.answers(http.DefaultClient, url+"/health")
}

// startCluster starts an API server, whose objects are under its name in the store, perhaps with more flags.
func startCluster(name, programs, dir, etcd string, flags ...string) (*Cluster, error) {
	tell("starting the API server of %s", name)
	c := &Cluster{Name: name, dir: filepath.Join(dir, name)}
	if err := os.Mkdir(c.dir, 0o755); err != nil {
		return nil, err
	}
	var err error
	if c.identity, err = newIdentity(c.dir); err != nil {
		return nil, err
	}
	at, err := address()
	if err != nil {
		return nil, err
	}
	c.url = "https://" + at
	if c.server, err = start(c.dir, "kube-apiserver", filepath.Join(programs, "kube-apiserver"), nil,
		append(c.flags(at, etcd), flags...)); err != nil {
		return nil, err
	}
	c.kubeconfig = filepath.Join(c.dir, "kubeconfig")
	if err := os.WriteFile(c.kubeconfig, c.Kubeconfig(), 0o600); err != nil {
		return nil, err
	}
	return c, c.server.answers(c.client(), c.url+"/readyz")
}

// tmp is the folder of its controllers for temporary files, which messages name. In their images it is /tmp.
func (c *Cluster) tmp() string { return filepath.Join(c.dir, "tmp") }

func (c *Cluster) flags(at, etcd string) []string {
	_, port, _ := net.SplitHostPort(at)
	return []string{
		"--etcd-servers=" + etcd, "--etcd-prefix=/" + c.Name,
		"--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", "--secure-port=" + port,
		"--cert-dir=" + c.dir, "--tls-cert-file=" + c.identity.cert, "--tls-private-key-file=" + c.identity.key,
		"--service-account-issuer=" + c.url, // a member can trust it
		"--service-account-key-file=" + c.identity.cert, "--service-account-signing-key-file=" + c.identity.key,
		"--service-cluster-ip-range=10.0.0.0/24", "--endpoint-reconciler-type=none",
		"--authorization-mode=RBAC", "--token-auth-file=" + c.identity.tokens,
		"--disable-admission-plugins=ServiceAccount", // nothing makes the default ServiceAccount of a namespace
	}
}

func (c *Cluster) client() *http.Client {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(c.identity.certPEM)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	return &http.Client{Transport: bearer{c.identity.token, transport}, Timeout: 10 * time.Second}
}

// bearer sends the token of the administrator.
type bearer struct {
	token string
	next  http.RoundTripper
}

func (b bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+b.token)
	return b.next.RoundTrip(request)
}

// Kubeconfig returns the text of a kubeconfig that needs no other file.
func (c *Cluster) Kubeconfig() []byte {
	return fmt.Appendf(nil, `apiVersion: v1
kind: Config
clusters:
- name: cluster
  cluster: {server: %q, certificate-authority-data: %s}
users:
- name: admin
  user: {token: %s}
contexts:
- name: context
  context: {cluster: cluster, user: admin}
current-context: context
`, c.url, base64.StdEncoding.EncodeToString(c.identity.certPEM), c.identity.token)
}

// Kubectl runs kubectl with a text on stdin, and returns what it prints.
func (c *Cluster) Kubectl(in []byte, args ...string) ([]byte, error) {
	command := exec.Command("kubectl", args...)
	command.Env = append(os.Environ(), "KUBECONFIG="+c.kubeconfig)
	command.Stdin = bytes.NewReader(in)
	var told bytes.Buffer
	command.Stderr = &told
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("kubectl %s: %w: %s", strings.Join(args, " "), err, told.Bytes())
	}
	return out, nil
}
