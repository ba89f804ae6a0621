// Package logins holds that Flux logs in by the ConfigMaps that fluxapp renders. The code of Flux 2.9 reads them; only
// the clouds behind it are not the real ones.
package logins

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/fluxcd/pkg/apis/meta"
	"github.com/fluxcd/pkg/auth"
	"github.com/fluxcd/pkg/auth/generic"
	"github.com/fluxcd/pkg/auth/utils"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

// known are the keys that Flux reads. It says nothing of others.
var known = []string{meta.KubeConfigKeyProvider, meta.KubeConfigKeyCluster, meta.KubeConfigKeyAddress,
	meta.KubeConfigKeyCACert, meta.KubeConfigKeyAudiences, meta.KubeConfigKeyServiceAccountName}

// login is how Flux reaches a cluster.
type login struct {
	auth.RESTConfig
	asked     string   // the cluster in the words of the cloud; empty if it was not asked
	audiences []string // of the token of the ServiceAccount
}

// read returns what Flux reads in a ConfigMap. It refuses a provider that Flux does not have.
func read(cm *corev1.ConfigMap) (*auth.Options, error) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // a real cloud is asked for nothing
	var all *auth.Options
	keep := func(o *auth.Options) {
		if all == nil {
			all = o // before the others are applied to it
		}
	}
	auth.DisableObjectLevelWorkloadIdentity() // nothing but options is of interest here
	_, err := utils.GetRESTConfig(ctx, meta.KubeConfigReference{ConfigMapRef: &meta.LocalObjectReference{Name: cm.Name}},
		cm.Namespace, fake.NewClientBuilder().WithObjects(cm.DeepCopy()).Build(), keep)
	if all == nil {
		return nil, err
	}
	return all, nil
}

// logIn logs in with what Flux read.
func logIn(provider string, options auth.Options) (login, error) {
	var asked described
	var out login
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{
		Namespace: options.ServiceAccountNamespace, Name: options.ServiceAccountName, Annotations: map[string]string{
			"eks.amazonaws.com/role-arn":                    "arn:aws:iam::111122223333:role/deployer",
			"gcp.auth.fluxcd.io/workload-identity-provider": "projects/1/locations/global/workloadIdentityPools/a/providers/b",
			"azure.workload.identity/tenant-id":             "a", "azure.workload.identity/client-id": "b",
		}}}
	builder := fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{SubResourceCreate: func(_ context.Context,
		_ client.Client, _ string, _ client.Object, request client.Object, _ ...client.SubResourceCreateOption) error {
		tokens := request.(*authenticationv1.TokenRequest)
		out.audiences, tokens.Status.Token = tokens.Spec.Audiences, token
		return nil
	}})
	if account.Name != "" {
		builder.WithObjects(account)
	}
	options.Client = builder.Build()
	auth.EnableObjectLevelWorkloadIdentity() // as a feature gate of the controllers does
	made, err := auth.GetRESTConfig(context.Background(), providers(&asked)[provider],
		func(o *auth.Options) { *o = options })
	if err != nil {
		return login{}, err
	}
	out.RESTConfig, out.asked = *made, asked.cluster
	return out, nil
}

// check returns what is wrong with a ConfigMap: Flux would not log in, or elsewhere than the ConfigMap says.
func check(cm *corev1.ConfigMap) error {
	options, err := read(cm)
	if err != nil {
		return err
	}
	provider := cm.Data[meta.KubeConfigKeyProvider]
	got, err := logIn(provider, *options)
	if err != nil {
		return err
	}
	var errs []error
	for key := range cm.Data {
		if !slices.Contains(known, key) {
			errs = append(errs, fmt.Errorf("Flux does not read %s", key))
		}
	}
	if address := options.ClusterAddress; address != "" {
		errs = append(errs, checkAddress(provider, address, got.Host))
	}
	if options.CAData != "" && !x509.NewCertPool().AppendCertsFromPEM(got.CAData) {
		errs = append(errs, fmt.Errorf("%q is no certificate", got.CAData))
	}
	if options.ClusterResource != "" { // a provider that knows address and authority does not look at it
		options.ClusterAddress, options.CAData = "", ""
		asked, err := logIn(provider, *options)
		if err == nil && asked.Host != cloudAddress {
			err = fmt.Errorf("the cloud was not asked for %s", options.ClusterResource)
		}
		errs = append(errs, err)
	}
	for _, audience := range options.Audiences {
		if strings.ContainsAny(audience, ", ") {
			errs = append(errs, fmt.Errorf("%q is one audience", audience))
		}
	}
	if options.ServiceAccountName != "" && provider == generic.ProviderName {
		want := options.Audiences
		if len(want) == 0 {
			want = []string{options.ClusterAddress}
		}
		if !slices.Equal(got.audiences, want) {
			errs = append(errs, fmt.Errorf("the token is for %q", got.audiences))
		}
	}
	return errors.Join(errs...)
}

// checkAddress refuses an address that Flux shortens, or that is not that of an API server.
func checkAddress(provider, address, host string) error {
	canonical, err := auth.ParseClusterAddress(address)
	if err != nil {
		return err
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return err
	case strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil ||
		u.Hostname() == "" || strings.HasSuffix(u.Host, ":"):
		return fmt.Errorf("of %s, Flux reads %s", address, canonical)
	case host != address && (provider != generic.ProviderName || host != canonical):
		return fmt.Errorf("Flux goes to %s, and not to %s", host, address)
	}
	return nil
}
