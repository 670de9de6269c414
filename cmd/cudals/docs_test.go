package main

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"cudals/analysis/toolchain"
)

var flagName = regexp.MustCompile(`(?m)^\s+(?:-\w, )?--([\w-]+)`)

// TestDocumented finds flags and keys of .cudals.yaml that docs/configuration.md does not have.
func TestDocumented(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.Hidden || cmd.Name() == "help" {
			return
		}
		if cmd.HasParent() && !strings.Contains(text, "cudals "+cmd.Name()) {
			t.Errorf("cudals %s is not documented", cmd.Name())
		}
		for _, m := range flagName.FindAllStringSubmatch(cmd.LocalFlags().FlagUsages(), -1) {
			if name := m[1]; name != "help" && !strings.Contains(text, "--"+name+"`") && !strings.Contains(text, "--"+name+" ") {
				t.Errorf("cudals %s: --%s is not documented", cmd.Name(), name)
			}
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(newApp().root())

	var keys func(of reflect.Type)
	keys = func(of reflect.Type) {
		for i := range of.NumField() {
			key := of.Field(i).Tag.Get("yaml")
			if key == "" || key == "-" {
				continue
			}
			if !strings.Contains(text, key+":") {
				t.Errorf("%s: the key %s is not documented", toolchain.ProjectName, key)
			}
			if of.Field(i).Type.Kind() == reflect.Struct {
				keys(of.Field(i).Type)
			}
		}
	}
	keys(reflect.TypeFor[toolchain.Project]())
}
