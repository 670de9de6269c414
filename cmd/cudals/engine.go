package main

import (
	"os"

	"go.uber.org/zap"

	"cudals/analysis/check"
	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// newApp puts the program together.
func newApp() *app {
	return &app{engine: newEngine, rules: metas(rules.All()), in: os.Stdin, out: os.Stdout, err: os.Stderr}
}

// metas are what people are told about rules.
func metas(list []*check.Rule) []check.Meta {
	out := make([]check.Meta, 0, len(list))
	for _, rule := range list {
		out = append(out, rule.Meta)
	}
	return out
}

// docURL is where the restriction that a rule enforces is described.
func docURL(rule check.Meta) string {
	if rule.Section == "" {
		return ""
	}
	return "https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#" + rule.Section
}

// newEngine makes the engine.
func newEngine(files source.Reader, log *zap.Logger) workspace.Engine {
	return engine.New(files, rules.All(), log)
}
