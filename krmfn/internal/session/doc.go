// Package session is the renderer behind the playground: the state of one page, and its scripts' requests, as JSON.
//
//	s := session.New()
//	answer := s.Call("load", []byte(`{"files": [{"name": "app.yaml", "text": "…"}]}`))
//
// Each answer is JSON, also the answer to a wrong request, which is {"error": "…"}. The package is what runs in the
// browser; it is apart from the code that speaks to JavaScript, so that it is tested without a browser.
package session
