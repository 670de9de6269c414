package main

import (
	"bytes"
	"os"
	"reflect"
	"testing"

	"cudals/analysis/rules"
	"cudals/analysis/toolchain"
)

// TestSchema: the schema of .cudals.yaml that editors get has each key that is read, and no other, and each rule.
func TestSchema(t *testing.T) {
	t.Parallel()
	schema := projectSchema(metas(rules.All()))
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
