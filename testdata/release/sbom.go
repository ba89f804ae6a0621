package main

import (
	"bytes"
	"debug/buildinfo"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	spdxjson "github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdx/v2/common"
	"github.com/spdx/tools-golang/spdx/v2/v2_3"
)

// sbom returns a list of the modules that any binary of a program has, in SPDX. Nothing in it is of this run.
func sbom(r release, of program, built binaries) ([]byte, error) {
	modules := map[string]*debug.Module{} // by path: all binaries have the same version
	for _, p := range platforms {
		info, err := buildinfo.Read(bytes.NewReader(built[p]))
		if err != nil {
			return nil, err
		}
		modules["stdlib"] = &debug.Module{Path: "stdlib", Version: strings.TrimPrefix(info.GoVersion, "go")}
		for _, m := range info.Deps {
			modules[m.Path] = m
		}
	}
	main := packageOf(&debug.Module{Path: of.module, Version: "v" + r.version})
	main.PrimaryPackagePurpose, main.PackageLicenseDeclared = "APPLICATION", "Apache-2.0"
	document := &v2_3.Document{
		SPDXVersion: v2_3.Version, DataLicense: v2_3.DataLicense, SPDXIdentifier: "DOCUMENT",
		DocumentName:      of.name + "-" + r.version,
		DocumentNamespace: r.address(of.name + "_" + r.version + "_sbom.spdx.json"),
		CreationInfo: &v2_3.CreationInfo{
			Created:  r.source.time.Format(time.RFC3339),
			Creators: []common.Creator{{CreatorType: "Organization", Creator: "fluxapp-dev"}},
		},
		Packages:      []*v2_3.Package{main},
		Relationships: []*v2_3.Relationship{relation("DOCUMENT", "DESCRIBES", main.PackageSPDXIdentifier)},
	}
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		p := packageOf(modules[path])
		document.Packages = append(document.Packages, p)
		document.Relationships = append(document.Relationships,
			relation(main.PackageSPDXIdentifier, "DEPENDS_ON", p.PackageSPDXIdentifier))
	}
	var out bytes.Buffer
	err := spdxjson.Write(document, &out, spdxjson.Indent("  "))
	return out.Bytes(), err
}

// packageOf returns a module as scanners look for it: by the package URL. The hash of go.sum is of a list of files, and
// of no file, so that it is a comment.
func packageOf(m *debug.Module) *v2_3.Package {
	identifier := func(c rune) rune {
		if c == '.' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return c
		}
		return '-'
	}
	p := &v2_3.Package{
		PackageName: m.Path, PackageVersion: m.Version,
		PackageSPDXIdentifier:   common.ElementID("Module-" + strings.Map(identifier, m.Path)),
		PackageDownloadLocation: "NOASSERTION", PackageLicenseConcluded: "NOASSERTION",
		PackageLicenseDeclared: "NOASSERTION", PackageCopyrightText: "NOASSERTION",
		PackageExternalReferences: []*v2_3.PackageExternalReference{{
			Category: common.CategoryPackageManager, RefType: common.TypePackageManagerPURL,
			Locator: "pkg:golang/" + m.Path + "@" + strings.ReplaceAll(m.Version, "+", "%2B"),
		}},
	}
	if m.Sum != "" {
		p.PackageComment = "in go.sum: " + m.Sum
	}
	return p
}

func relation(from common.ElementID, kind string, to common.ElementID) *v2_3.Relationship {
	return &v2_3.Relationship{
		RefA: common.MakeDocElementID("", string(from)), Relationship: kind, RefB: common.MakeDocElementID("", string(to)),
	}
}
