package engine_test

import (
	"context"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// TestNamesFollowText: names mean what they mean in the version of the language that the text is certainly for.
func TestNamesFollowText(t *testing.T) {
	alone(t)
	t.Parallel()
	const text = "template <class T> concept Number = true;\n#if __cplusplus >= 202002L\nint kept;\nint f() { return kept; }\n#endif\n"
	e := engine.New(source.Disk{}, rules.All(), nil)
	cmd := toolchain.NewResolver(toolchain.Local(), toolchain.Settings{Toolkit: "none"}).Command("/a.cu", "")
	names, err := e.Names(context.Background(), workspace.Input{Command: cmd, File: source.NewFile("/a.cu", []byte(text))}, "kept", "")
	if err != nil {
		t.Fatal(err)
	}
	if len(names.Entities) != 1 || len(names.Unknown)+len(names.Other) > 0 || len(names.Entities[0].Mentioned) != 2 {
		t.Errorf("%+v", names)
	}
}
