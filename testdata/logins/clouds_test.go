package logins

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/arm"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	"github.com/Azure/azure-sdk-for-go/sdk/resourcemanager/containerservice/armcontainerservice"
	awssdk "github.com/aws/aws-sdk-go-v2/aws"
	signerv4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/eks"
	ekstypes "github.com/aws/aws-sdk-go-v2/service/eks/types"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	ststypes "github.com/aws/aws-sdk-go-v2/service/sts/types"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/google/externalaccount"
	"google.golang.org/api/container/v1"

	"github.com/fluxcd/pkg/auth"
	"github.com/fluxcd/pkg/auth/aws"
	"github.com/fluxcd/pkg/auth/azure"
	"github.com/fluxcd/pkg/auth/gcp"
	"github.com/fluxcd/pkg/auth/generic"
)

// What a cloud tells of every cluster, and a token that everybody gives.
const (
	cloudAddress   = "https://cloud.example.com"
	cloudAuthority = "the authority that the cloud tells"
	token          = "eyJhbGciOiJub25lIn0.eyJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InN5c3RlbTpzZXJ2aWNlYWNjb3VudDpmbHV4OmZsdXgifQ."
)

// described is the cluster that a cloud was asked for, in the words of its interface.
type described struct{ cluster string }

// providers returns the providers of Flux with clouds that take everybody.
func providers(asked *described) map[string]auth.RESTConfigProvider {
	return map[string]auth.RESTConfigProvider{
		aws.ProviderName:     aws.Provider{Implementation: amazon{asked: asked}},
		gcp.ProviderName:     gcp.Provider{Implementation: google{asked}},
		azure.ProviderName:   azure.Provider{Implementation: microsoft{asked: asked}},
		generic.ProviderName: generic.Provider{Implementation: pod{}},
	}
}

type pod struct{}

func (pod) ReadFile(string) ([]byte, error) { return []byte(token), nil }

// amazon answers to what a login asks; the rest of the interface is nil.
type amazon struct {
	aws.Implementation
	asked *described
}

func (amazon) LoadDefaultConfig(context.Context, ...func(*config.LoadOptions) error) (awssdk.Config, error) {
	return awssdk.Config{Credentials: credentials.NewStaticCredentialsProvider("id", "secret", "session")}, nil
}

func (amazon) AssumeRoleWithWebIdentity(context.Context, *sts.AssumeRoleWithWebIdentityInput, sts.Options) (
	*sts.AssumeRoleWithWebIdentityOutput, error) {
	text := "text"
	return &sts.AssumeRoleWithWebIdentityOutput{Credentials: &ststypes.Credentials{
		AccessKeyId: &text, SecretAccessKey: &text, SessionToken: &text}}, nil
}

func (a amazon) DescribeCluster(_ context.Context, in *eks.DescribeClusterInput, opts eks.Options) (
	*eks.DescribeClusterOutput, error) {
	a.asked.cluster = opts.Region + " " + *in.Name
	address, authority := cloudAddress, base64.StdEncoding.EncodeToString([]byte(cloudAuthority))
	return &eks.DescribeClusterOutput{Cluster: &ekstypes.Cluster{Endpoint: &address,
		CertificateAuthority: &ekstypes.Certificate{Data: &authority}}}, nil
}

func (amazon) PresignGetCallerIdentity(context.Context, func(*sts.PresignOptions), sts.Options) (
	*signerv4.PresignedHTTPRequest, error) {
	return &signerv4.PresignedHTTPRequest{URL: cloudAddress}, nil
}

type google struct{ asked *described }

func (google) DefaultTokenSource(context.Context, ...string) (oauth2.TokenSource, error) {
	return oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token}), nil
}

func (google) NewTokenSource(context.Context, externalaccount.Config) (oauth2.TokenSource, error) {
	return oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token}), nil
}

func (g google) GetCluster(_ context.Context, cluster string, _ *container.Service) (*container.Cluster, error) {
	g.asked.cluster = cluster
	return &container.Cluster{Endpoint: cloudAddress, MasterAuth: &container.MasterAuth{
		ClusterCaCertificate: base64.StdEncoding.EncodeToString([]byte(cloudAuthority))}}, nil
}

// microsoft answers to what a login asks; the rest of the interface is nil.
type microsoft struct {
	azure.Implementation
	asked        *described
	subscription string
}

func (microsoft) GetToken(context.Context, policy.TokenRequestOptions) (azcore.AccessToken, error) {
	return azcore.AccessToken{Token: token, ExpiresOn: time.Now().Add(time.Hour)}, nil
}

func (m microsoft) NewDefaultAzureCredentialWithoutShellOut(*azidentity.DefaultAzureCredentialOptions) (
	azcore.TokenCredential, error) {
	return m, nil
}

func (m microsoft) NewClientAssertionCredential(string, string, func(context.Context) (string, error),
	*azidentity.ClientAssertionCredentialOptions) (azcore.TokenCredential, error) {
	return m, nil
}

func (m microsoft) NewManagedClustersClient(subscription string, _ azcore.TokenCredential, _ *arm.ClientOptions) (
	azure.AKSClient, error) {
	m.subscription = subscription
	return m, nil
}

func (m microsoft) Get(_ context.Context, group, name string, _ *armcontainerservice.ManagedClustersClientGetOptions) (
	out armcontainerservice.ManagedClustersClientGetResponse, err error) {
	m.asked.cluster = m.subscription + " " + group + " " + name
	out.Properties = &armcontainerservice.ManagedClusterProperties{
		AADProfile: &armcontainerservice.ManagedClusterAADProfile{}}
	return out, nil
}

func (m microsoft) ListClusterUserCredentials(_ context.Context, group, name string,
	_ *armcontainerservice.ManagedClustersClientListClusterUserCredentialsOptions) (
	out armcontainerservice.ManagedClustersClientListClusterUserCredentialsResponse, err error) {
	if m.asked.cluster != m.subscription+" "+group+" "+name {
		return out, errors.New("another cluster")
	}
	out.Kubeconfigs = []*armcontainerservice.CredentialResult{{Value: fmt.Appendf(nil, `apiVersion: v1
kind: Config
clusters: [{name: a, cluster: {server: %s, certificate-authority-data: %s}}]
contexts: [{name: a, context: {cluster: a}}]
current-context: a
`, cloudAddress, base64.StdEncoding.EncodeToString([]byte(cloudAuthority)))}}
	return out, nil
}
