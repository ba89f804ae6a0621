package e2e

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// identity is what an API server needs to be trusted: a certificate that signs itself and the key of its service
// accounts, in files, and the token of its administrator.
type identity struct {
	cert, key, tokens string // files
	certPEM           []byte
	token             string
}

func newIdentity(dir string) (identity, error) {
	id := identity{cert: filepath.Join(dir, "tls.crt"), key: filepath.Join(dir, "tls.key"),
		tokens: filepath.Join(dir, "tokens.csv"), token: rand.Text()}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return id, err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return id, err
	}
	id.certPEM, err = certificate(key)
	if err != nil {
		return id, err
	}
	if err := os.WriteFile(id.cert, id.certPEM, 0o600); err != nil {
		return id, err
	}
	if err := os.WriteFile(id.key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}), 0o600); err != nil {
		return id, err
	}
	return id, os.WriteFile(id.tokens, []byte(id.token+`,admin,admin,"system:masters"`+"\n"), 0o600)
}

func certificate(key *ecdsa.PrivateKey) ([]byte, error) {
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "e2e"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
		IsCA:                  true,
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), nil
}
