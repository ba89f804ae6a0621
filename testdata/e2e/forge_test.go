package e2e

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// forge is GitHub as Flux and GitOps Promoter see it: statuses of commits.
type forge struct {
	mutex    sync.Mutex
	statuses map[string][]map[string]string // of a commit, the newest first
}

// ServeHTTP answers as GitHub does that a company runs itself, whose API is below /api/v3.
func (f *forge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/v3/repos/example/fleet/"), "/")
	var answer any
	switch {
	case r.Method == http.MethodPost && len(parts) == 2 && parts[0] == "statuses":
		var status map[string]string
		if err := json.NewDecoder(r.Body).Decode(&status); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		f.statuses[parts[1]] = slices.Insert(f.statuses[parts[1]], 0, status)
		w.WriteHeader(http.StatusCreated)
		answer = status
	case len(parts) == 3 && parts[0] == "commits" && parts[2] == "statuses":
		answer = f.statuses[parts[1]]
	case len(parts) == 3 && parts[0] == "commits" && parts[2] == "status":
		answer = map[string]any{"statuses": f.newest(parts[1])}
	default:
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// newest returns the newest status of each context.
func (f *forge) newest(commit string) []map[string]string {
	newest := []map[string]string{}
	for _, status := range f.statuses[commit] {
		if !slices.ContainsFunc(newest, func(s map[string]string) bool { return s["context"] == status["context"] }) {
			newest = append(newest, status)
		}
	}
	return newest
}

// state is what Flux has written on a commit, for example "flux/staging=success".
func (f *forge) state(commit string) string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	var all []string
	for _, status := range f.newest(commit) {
		all = append(all, status["context"]+"="+status["state"])
	}
	return strings.Join(all, " ")
}
