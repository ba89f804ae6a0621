//go:build js && wasm

// Command wasm is the renderer of the playground: a JavaScript function fluxapp(method, request) that takes and returns
// JSON, see package session. It calls fluxappReady(), if there is one, when the function can be called.
package main

import (
	"syscall/js"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/session"
)

func main() {
	s := session.New()
	js.Global().Set("fluxapp", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 2 {
			return `{"error":"call fluxapp(method, request)"}`
		}
		return string(s.Call(args[0].String(), []byte(args[1].String())))
	}))
	if ready := js.Global().Get("fluxappReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {} // the page ends the program
}
