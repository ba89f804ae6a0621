package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stdio is a transport that reports the end of stdin when all calls are answered: at the end, the SDK drops the others.
type stdio struct{}

// Connect is called once, by the server.
func (stdio) Connect(ctx context.Context) (mcp.Connection, error) {
	in := &messages{File: os.Stdin, lines: bufio.NewReaderSize(os.Stdin, maxLine)}
	c, err := (&mcp.IOTransport{Reader: in, Writer: os.Stdout}).Connect(ctx)
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

// maxLine is how long a message may be. No tool has inputs of a hundredth of it.
const maxLine = 1 << 20

// messages are the lines of stdin. Lines that are no messages are answered here: the SDK ends at the first one.
type messages struct {
	*os.File
	lines *bufio.Reader
	rest  []byte
}

// Read reads messages, each with its line feed.
func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.lines.ReadSlice('\n')
		isLong := err == bufio.ErrBufferFull
		for err == bufio.ErrBufferFull {
			_, err = m.lines.ReadSlice('\n')
		}
		line = bytes.TrimSpace(line)
		_, wrong := jsonrpc.DecodeMessage(line)
		switch {
		case isLong:
			answerWrong(jsonrpc.CodeParseError, fmt.Sprintf("the line is longer than %d bytes; send less", maxLine))
		case len(line) == 0:
		case !json.Valid(line):
			answerWrong(jsonrpc.CodeParseError, "the line is no JSON; send each message in one line")
		case wrong != nil:
			answerWrong(jsonrpc.CodeInvalidRequest, "the line is no message of JSON-RPC 2.0; send one object for each call")
		default:
			m.rest = append(line, '\n')
		}
		if err != nil && len(m.rest) == 0 {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// answerWrong answers what has no id. A file takes whole writes, also of others at the same time.
func answerWrong(code int64, text string) {
	fmt.Printf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`+"\n", code, text)
}
