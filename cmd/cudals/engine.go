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
	return &app{engine: newEngine, rules: rules.All(), in: os.Stdin, out: os.Stdout, err: os.Stderr}
}

// docURL is where the restriction that a rule enforces is described.
func docURL(rule *check.Rule) string {
	if rule.Section == "" {
		return ""
	}
	return "https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#" + rule.Section
}

// newEngine makes the engine.
func newEngine(files source.Reader, log *zap.Logger) workspace.Engine {
	return engine.New(files, rules.All(), log)
}
