package main

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"testing"

	"cudals/analysis/rules"
	"cudals/analysis/toolchain"
	"cudals/server"
)

// TestSchema: the schema of .cudals.yaml that editors get has each key that is read, and no other, and each rule.
func TestSchema(t *testing.T) {
	t.Parallel()
	schema := projectSchema(rules.All())
	var compare func(of reflect.Type, s *jsonSchema, path string)
	compare = func(of reflect.Type, s *jsonSchema, path string) {
		known := map[string]bool{}
		for i := range of.NumField() {
			key := of.Field(i).Tag.Get("yaml")
			if key == "" || key == "-" {
				continue
			}
			known[key] = true
			if s.Properties[key] == nil {
				t.Errorf("the schema has no %s%s", path, key)
			} else if of.Field(i).Type.Kind() == reflect.Struct {
				compare(of.Field(i).Type, s.Properties[key], path+key+".")
			}
		}
		for key := range s.Properties {
			if !known[key] {
				t.Errorf("nobody reads %s%s", path, key)
			}
		}
	}
	compare(reflect.TypeFor[toolchain.Project](), schema, "")

	const name = "../../editors/vscode/cudals.schema.json"
	var out bytes.Buffer
	if err := writeJSON(&out, schema); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(name); err != nil || !bytes.Equal(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), out.Bytes()) {
		t.Errorf("%s is old (%v): go generate ./analysis/rules", name, err)
	}
}

// TestProjectKeys: what the server proposes is what the schema has.
func TestProjectKeys(t *testing.T) {
	t.Parallel()
	root := projectKey("", projectSchema(rules.All()), nil)
	list := func(values []server.ProjectValue) (out []string) {
		for _, v := range values {
			out = append(out, v.Name)
		}
		return out
	}
	seen := 0
	for _, k := range root.Keys {
		switch k.Name {
		case "dialect":
			seen++
			if got := list(k.Values); !slices.Equal(got, []string{"nvcc", "clang", "hip", "nvrtc"}) {
				t.Errorf("%q", got)
			}
		case "rules":
			for _, r := range k.Keys {
				seen++
				if words := list(append(r.Values, r.Names...)); !slices.Contains(words, "pedantic") || !slices.Contains(words, "host-var-read-in-device") {
					t.Errorf("%s: %d words", r.Name, len(words))
				}
			}
		}
	}
	if seen != 5 {
		t.Errorf("%d of the keys", seen)
	}
}
