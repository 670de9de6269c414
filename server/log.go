package server

import (
	"go.lsp.dev/protocol"
	"go.uber.org/zap/zapcore"
)

// tee copies what is logged to the client's own log, from the initialize request on: before it a server must be silent.
func (s *Server) tee(core zapcore.Core) zapcore.Core {
	encoder := zapcore.NewConsoleEncoder(zapcore.EncoderConfig{MessageKey: "message", StacktraceKey: "stack"})
	return zapcore.NewTee(core, &clientCore{s: s, LevelEnabler: zapcore.InfoLevel, encoder: encoder})
}

// clientCore sends log entries as window/logMessage.
type clientCore struct {
	zapcore.LevelEnabler
	s       *Server
	encoder zapcore.Encoder
}

func (c *clientCore) With(fields []zapcore.Field) zapcore.Core {
	clone := &clientCore{LevelEnabler: c.LevelEnabler, s: c.s, encoder: c.encoder.Clone()}
	for _, f := range fields {
		f.AddTo(clone.encoder)
	}
	return clone
}

func (c *clientCore) Check(e zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.Enabled(e.Level) {
		return checked.AddCore(e, c)
	}
	return checked
}

func (c *clientCore) Write(e zapcore.Entry, fields []zapcore.Field) error {
	if !c.s.life.began() {
		return nil
	}
	text, err := c.encoder.EncodeEntry(e, fields)
	if err != nil {
		return err
	}
	defer text.Free()
	kind := protocol.MessageTypeLog
	switch {
	case e.Level >= zapcore.ErrorLevel:
		kind = protocol.MessageTypeError
	case e.Level == zapcore.WarnLevel:
		kind = protocol.MessageTypeWarning
	case e.Level == zapcore.InfoLevel:
		kind = protocol.MessageTypeInfo
	}
	message := text.String()
	if n := len(message); n > 0 && message[n-1] == '\n' {
		message = message[:n-1]
	}
	return c.s.client.LogMessage(c.s.ctx, &protocol.LogMessageParams{Type: kind, Message: message})
}

func (*clientCore) Sync() error { return nil }
