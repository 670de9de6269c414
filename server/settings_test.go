package server

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// settingNames are the settings that the server reads from an editor's configuration.
func settingNames() []string {
	var names []string
	t := reflect.TypeFor[settings]()
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("json"); name != "diagnostics" { // only initializationOptions have that one
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// typeNames are the names that JSON has for the types of settings.
var typeNames = map[reflect.Kind]string{reflect.Pointer: "boolean", reflect.String: "string", reflect.Int: "integer", reflect.Slice: "array"}

// TestEditorsSettings: each editor offers each of the server's settings, with the right type, and none that nobody reads.
func TestEditorsSettings(t *testing.T) {
	text, err := os.ReadFile("../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]struct {
					Type, Scope         string
					MarkdownDescription string
				}
			}
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	own := []string{"path", "arguments", "trace.server"} // of the extension itself
	var names []string
	for name, property := range manifest.Contributes.Configuration.Properties {
		name = strings.TrimPrefix(name, "cudals.")
		if group, kind, ok := strings.Cut(name, "."); ok && !slices.Contains(own, name) {
			switches := map[string]reflect.Type{
				"inlayHints": reflect.TypeFor[hintSettings](), "codeLens": reflect.TypeFor[lensSettings](),
				"crossCheck": reflect.TypeFor[crossSettings](),
			}[group]
			if switches == nil {
				t.Errorf("nobody reads %s", name)
				continue
			}
			if field, found := switches.FieldByNameFunc(func(f string) bool { return strings.EqualFold(f, kind) }); !found ||
				field.Tag.Get("json") != kind || property.Type != typeNames[field.Type.Kind()] {
				t.Errorf("nobody reads %s", name)
			}
			if group == "crossCheck" && property.Scope != "application" {
				t.Errorf("a folder may choose %s", name)
			}
			if name = group; slices.Contains(names, name) {
				continue
			}
		}
		if property.MarkdownDescription == "" {
			t.Errorf("%s has no description", name)
		}
		if !slices.Contains(own, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if want := settingNames(); !slices.Equal(names, want) {
		t.Errorf("package.json has %v, the server reads %v", names, want)
	}
	fields := reflect.TypeFor[settings]()
	for i := range fields.NumField() {
		field := fields.Field(i)
		property, ok := manifest.Contributes.Configuration.Properties["cudals."+field.Tag.Get("json")]
		want := map[reflect.Kind]string{reflect.String: "string", reflect.Slice: "array", reflect.Bool: "boolean"}[field.Type.Kind()]
		scope := "resource"
		if field.Name == "Mode" || strings.HasPrefix(field.Name, "Workspace") {
			scope = "window" // of the server
		}
		if ok && (property.Type != want || property.Scope != scope) {
			t.Errorf("%s is %s of scope %s, want %s of scope %s", field.Name, property.Type, property.Scope, want, scope)
		}
	}
	for _, page := range []string{"../editors/vscode/README.md", "../editors/neovim/README.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range settingNames() {
			if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(string(text), "`cudals."+name+"`") {
				t.Errorf("%s does not tell of %s", page, name)
			}
		}
	}
}

func TestParseSettings(t *testing.T) {
	for _, test := range []struct {
		raw      string
		want     settings
		problems int
	}{
		{``, settings{}, 0},
		{`null`, settings{}, 0},
		{`{}`, settings{}, 0},
		{`[]`, settings{}, 1},
		{`{"cudals":{"cudals":{"toolkit":"none"}}}`, settings{Toolkit: "none"}, 0},
		{`{"targetPlatform":"windows","enable":["pedantic"]}`, settings{TargetPlatform: "windows", Enable: []string{"pedantic"}}, 0},
		{`{"targetPlatform":"amiga"}`, settings{}, 1},
		{`{"cudaVersion":"13.0"}`, settings{CUDAVersion: "13.0"}, 0},
		{`{"cudaVersion":"new"}`, settings{}, 1},
		{`{"mode":"standalone"}`, settings{Mode: standalone}, 0},
		{`{"mode":"alone","inlayHints":{"spaces":1}}`, settings{}, 2},
		{`{"toolkit":1,"flags":["-O2",3],"ignore":["a"],"path":"x"}`, settings{Ignore: []string{"a"}}, 2},
	} {
		got, problems := parseSettings([]byte(test.raw))
		if !reflect.DeepEqual(got, test.want) || len(problems) != test.problems {
			t.Errorf("%s: %+v, %q", test.raw, got, problems)
		}
	}
}
