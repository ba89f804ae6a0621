package main

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stdio is a transport that reports the end of stdin when all calls are answered. At the end of its input, the SDK
// drops the calls that it has not answered, and a file with calls ends at once.
type stdio struct{ mcp.StdioTransport }

// Connect is called once, by the server.
func (t stdio) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.StdioTransport.Connect(ctx)
	open := &openCalls{Connection: c, ids: map[jsonrpc.ID]bool{}}
	open.changed.L = &open.mutex
	return open, err
}

// openCalls is a connection that knows the calls without an answer.
type openCalls struct {
	mcp.Connection
	mutex   sync.Mutex
	ids     map[jsonrpc.ID]bool
	changed sync.Cond
}

func (c *openCalls) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if call, isCall := message.(*jsonrpc.Request); isCall && call.IsCall() {
		c.ids[call.ID] = true
	}
	for err != nil && len(c.ids) > 0 {
		c.changed.Wait()
	}
	return message, err
}

func (c *openCalls) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if answer, isAnswer := message.(*jsonrpc.Response); isAnswer {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		delete(c.ids, answer.ID)
		c.changed.Broadcast()
	}
	return err
}

// Close ends Read, which then waits for no answer.
func (c *openCalls) Close() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	clear(c.ids)
	c.changed.Broadcast()
	return c.Connection.Close()
}
