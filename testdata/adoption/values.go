package adoption

import (
	"fmt"
	"strings"
)

// draft draws an object of an application: what is common comes out of one source of numbers, and what is a
// cluster's own out of another one.
type draft struct {
	random
	own     random
	app     *application
	cluster string // empty where the object does not know it
}

// vary returns a value that is a cluster's own in n of m fields, and common in the others.
func vary[T any](d draft, n, m int, value func(random) T) T {
	own, common := d.chance(n, m), value(d.random)
	if own {
		return value(d.own)
	}
	return common
}

func version(r random) scalar {
	return scalar(fmt.Sprintf("%d.%d.%d", r.between(0, 9), r.IntN(20), r.IntN(10)))
}

func number(low, high int) func(random) scalar {
	return func(r random) scalar { return scalar(fmt.Sprint(r.between(low, high))) }
}

func oneOf(all ...scalar) func(random) scalar {
	return func(r random) scalar { return pick(r, all...) }
}

// place is the cluster in a text, or a word where the object does not know it.
func (d draft) place() string {
	if d.cluster == "" {
		return "main"
	}
	return d.cluster
}

// parts are the keys of values that charts have, one for each kind of text.
var parts = []func(d draft) field{
	image, replicas, ingress, environment, settings, arguments, controllers, probes, odd, texts, references, histograms,
	hosts, mixed,
}

func (d draft) values() (all fields) {
	for _, part := range some(d.random, d.between(1, 6), parts) {
		f := part(d)
		if d.chance(1, 12) && d.cluster != "" && d.own.chance(1, 2) {
			continue // a cluster that has no such key
		}
		all = append(all, f)
	}
	if len(all) == 0 {
		return fields{{key: "enabled", value: scalar("true")}}
	}
	return all
}

func image(d draft) field {
	tag := field{key: "tag", value: vary(d, 1, 3, version)}
	switch d.IntN(6) {
	case 0, 1:
		tag.above = []string{"renovate: datasource=docker depName=registry.example.com/" + d.app.name}
	case 2:
		tag.behind = "x-release-please-version"
	case 3:
		tag.behind = fmt.Sprintf(`{"$imagepolicy": "flux-system:%s:tag"}`, d.app.name)
	}
	repository := field{key: "repository", value: scalar("registry.example.com/" + d.app.name)}
	return field{key: "image", value: fields{repository, tag}}
}

func replicas(d draft) field {
	f := field{key: "replicaCount", value: vary(d, 1, 2, number(1, 5))}
	if d.chance(1, 4) {
		f.above = []string{string(vary(d, 1, 4, oneOf("Two are enough outside the season.", "One is enough.")))}
	}
	return f
}

func ingress(d draft) field {
	host := d.app.name + "." + d.place() + ".example.com"
	if d.chance(1, 4) {
		host = d.app.name + ".example.com"
	}
	all := fields{{key: "enabled", value: vary(d, 1, 5, oneOf("true", "false"))},
		{key: "className", value: oneOf("nginx", "internal")(d.random)},
		{key: "hosts", value: list{fields{{key: "host", value: scalar(host)}, {key: "paths", value: list{
			fields{{key: "path", value: scalar("/")}, {key: "pathType", value: scalar("Prefix")}}}}}}}}
	if d.chance(1, 3) {
		all = append(all, field{key: "annotations", value: fields{
			{key: "nginx.ingress.kubernetes.io/proxy-body-size", value: scalar(`"0"`)},
			{key: "cert-manager.io/cluster-issuer", value: vary(d, 1, 2, oneOf("staging", "production"))}}})
	}
	return field{key: "ingress", value: all}
}

func environment(d draft) field {
	all := fields{{key: "TZ", value: scalar("Europe/Berlin")},
		{key: "REGION", value: word(d.place())},
		{key: "LOG_LEVEL", value: vary(d, 1, 3, oneOf("info", "debug", "warn"))},
		{key: "DATABASE_URL", value: scalar("postgres://db." + d.app.name + ".svc:5432/" + d.app.name + "?sslmode=off")},
		{key: "PORT", value: scalar(`"8080"`)}, {key: "VERBOSE", value: scalar(`"yes"`)},
		{key: "DELAY", value: oneOf(`"1e3"`, `"0644"`, `"1.10"`, `"null"`, `"on"`, `"~"`, `""`)(d.random)}}
	return field{key: "env", value: some(d.random, d.between(1, len(all)), all)}
}

// settings have a block, as config files in values are.
func settings(d draft) field {
	lines := []string{"[server]", "port = 8080", "", "[log]", "level = " + string(vary(d, 1, 3, oneOf("info", "debug"))),
		"  indented = true", "# no comment of YAML", `path = "C:\temp"`, "region = " + d.place()}
	text := strings.Join(some(d.random, d.between(2, len(lines)), lines), "\n")
	return field{key: "config", value: fields{{key: d.app.name + ".ini", value: block(strings.Trim(text, "\n ") + "\n")}}}
}

func arguments(d draft) field {
	all := list{scalar("start"), scalar("--verbose"), scalar(`"--name={{ .Release.Name }}"`), scalar("--ip=$(POD_IP)"),
		scalar(`"--cluster=` + d.place() + `"`), scalar("--price=$$5"), scalar("'it''s'"),
		vary(d, 1, 3, oneOf("--level=1", "--level=2"))}
	return field{key: "args", value: some(d.random, d.between(1, len(all)), all)}
}

// controllers are values with an anchor, as those of app-template.
func controllers(d draft) field {
	port := number(80, 9000)(d.random)
	main := fields{{key: "env", value: fields{{key: "HTTP_PORT", value: "&port " + port}}},
		{key: "securityContext", value: fields{
			{key: "capabilities", value: scalar(`{ drop: ["ALL"] }`)}, {key: "readOnlyRootFilesystem", value: scalar("true")}}}}
	return field{key: "controllers", value: fields{{key: d.app.name, value: fields{{key: "containers", value: fields{
		{key: "app", value: main}}}}}, {key: "service", value: fields{{key: "port", value: scalar("*port")}}}}}
}

func probes(d draft) field {
	liveness := scalar(fmt.Sprintf("&probe { enabled: true, periodSeconds: %d }", d.between(5, 30)))
	readiness := oneOf("*probe", "{ <<: *probe, failureThreshold: 5 }")(d.random)
	return field{key: "probes", value: fields{{key: "liveness", value: liveness}, {key: "readiness", value: readiness}}}
}

// odd are values that readers of YAML often get wrong.
func odd(d draft) field {
	all := fields{{key: "mode", value: scalar("0644")}, {key: "ratio", value: scalar("1.10")},
		{key: "big", value: scalar("12345678901234567890")}, {key: "exp", value: scalar("1e3")},
		{key: "nothing", value: scalar("null")}, {key: "tilde", value: scalar("~")}, {key: "empty", value: scalar("")},
		{key: "map", value: scalar("{}")}, {key: "list", value: scalar("[]")}, {key: "day", value: scalar("2026-01-02")},
		{key: "clock", value: scalar(`"12:30:00"`)}, {key: `"8080"`, value: scalar("web")},
		{key: "dotted.key/with-slash", value: scalar("true")}, {key: "tab", value: scalar(`"a\tb"`)},
		{key: "unicode", value: scalar("Zürich – 東京")}, {key: "hash", value: scalar(`"a # b"`)},
		{key: "plus+", value: scalar("[1, 2]")}, {key: "hex", value: scalar("0x1F")}, {key: "minus", value: scalar("-0")},
		{key: "switch", value: oneOf("yes", "on", "No", "off", "y")(d.random)}, {key: "on", value: scalar("[yes, true]")},
		{key: "colon", value: scalar(`"a: b"`)}, {key: "bang", value: scalar(`"!important"`)}}
	return field{key: "odd", value: some(d.random, d.between(1, 4), all)}
}

// texts are texts of several lines in all styles.
func texts(d draft) field {
	all := fields{
		{key: "literal", value: block("line\n\n  deeper\nblanks behind  \n\ttab\n")},
		{key: "stripped", value: scalar("|-\n        one\n        two")},
		{key: "kept", value: scalar("|+\n        one\n\n")},
		{key: "folded", value: scalar(">-\n        one\n        two\n\n        three")},
		{key: "quoted", value: scalar("\"one \\n two \\\\ three \\\"\"")},
		{key: "plain", value: scalar("one two\n        three")},
		{key: "long", value: scalar(strings.Repeat("word ", 40) + "end")},
		{key: "script", value: block("#!/bin/sh\nset -e\nif [ \"$A\" = 1 ]; then\n  echo ${B:-c}\nfi\n")}}
	return field{key: "texts", value: some(d.random, d.between(1, 3), all)}
}

// references look like those of documents, of Flux and of Kubernetes.
func references(d draft) field {
	all := list{scalar("$(cluster.name)"), scalar("$(app.name)"), scalar("$$(cluster.name)"), scalar("${cluster_name}"),
		scalar("$(POD_NAMESPACE)"), scalar("$${escaped}"), scalar("$"), scalar("$("), scalar(`"$(cluster.labels.env)"`),
		scalar("a$(b)c$(d)"), scalar(d.place() + "-$(cluster.name)"), scalar(`\$(x)`)}
	return field{key: "references", value: some(d.random, d.between(1, 4), all)}
}

// histograms repeat a list by an alias, and have comments between items.
func histograms(d draft) field {
	buckets := fields{}.with("startup", scalar("&buckets [0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0]"))
	if d.chance(1, 2) {
		buckets = buckets.with("run", scalar("*buckets"))
	}
	return field{key: "buckets", value: buckets}
}

// hosts are a list of maps of which a cluster has some.
func hosts(d draft) field {
	all := list{}
	for i := range d.between(1, 4) {
		if d.cluster != "" && d.own.chance(1, 4) {
			continue
		}
		item := fields{{key: "name", value: scalar(fmt.Sprintf("host-%d", i))}}
		item = item.with("port", vary(d, 1, 4, number(80, 90)))
		if d.chance(1, 4) {
			item[0].above = []string{"renovate: datasource=docker depName=host"}
		}
		all = append(all, item)
	}
	if len(all) == 0 {
		return field{key: "hosts", value: scalar("[]")}
	}
	return field{key: "hosts", value: all}
}

// mixed has keys that are a map on one cluster and a list, a text or nothing on another one.
func mixed(d draft) field {
	any := oneOf("null", "{}", "[]", `""`, "0", "false", "x", "{a: 1}", "{a: null}", "{a: {b: 1, c: null}}", "{a: {b: 2}}",
		"[1, 2]", "[a]", "[{name: a, value: 1}, {name: b}]", "[{name: b, value: 1}]", `"null"`, "~", "{a: []}", "{a: {}}")
	all := fields{}
	for _, key := range some(d.random, d.between(1, 3), []string{"one", "two+", "$three", "name", "a.b/c", `"4"`}) {
		value := vary(d, 2, 3, any)
		if d.cluster == "" || !d.own.chance(1, 5) {
			all = all.with(key, value)
		}
	}
	if len(all) == 0 {
		return field{key: "mixed", value: scalar("{}")}
	}
	return field{key: "mixed", value: all}
}
