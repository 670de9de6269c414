package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/toolchain"
	"cudals/server"
)

// jsonSchema is a part of a JSON schema, as far as .cudals.yaml needs them.
type jsonSchema struct {
	Schema      string                 `json:"$schema,omitempty"`
	Title       string                 `json:"title,omitempty"`
	Description string                 `json:"description,omitempty"`
	Type        string                 `json:"type,omitempty"`
	Enum        []string               `json:"enum,omitempty"`
	Texts       []string               `json:"enumDescriptions,omitempty"` // of Enum, as editors show them
	Pattern     string                 `json:"pattern,omitempty"`
	Items       *jsonSchema            `json:"items,omitempty"`
	Properties  map[string]*jsonSchema `json:"properties,omitempty"`
	Names       *jsonSchema            `json:"propertyNames,omitempty"`
	AnyOf       []*jsonSchema          `json:"anyOf,omitempty"`
	Ref         string                 `json:"$ref,omitempty"`
	Defs        map[string]*jsonSchema `json:"$defs,omitempty"`
	// More is false where no other properties are taken, and a schema where all others have it.
	More any `json:"additionalProperties,omitempty"`
}

// projectKey is a part of the schema as the server proposes it. defs are the schema's definitions.
func projectKey(name string, s *jsonSchema, defs map[string]*jsonSchema) *server.ProjectKey {
	if s.Defs != nil {
		defs = s.Defs
	}
	out := &server.ProjectKey{Name: name, Doc: s.Description}
	for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
		out.Keys = append(out.Keys, *projectKey(key, s.Properties[key], defs))
	}
	if more, ok := s.More.(*jsonSchema); ok {
		out.Any = projectKey("", more, defs)
	}
	if s.Names != nil {
		out.Names = words(s.Names, defs)
	}
	if s.Type == "boolean" {
		out.Values = []server.ProjectValue{{Name: "true"}, {Name: "false"}}
	} else {
		out.Values = words(s, defs)
	}
	return out
}

// words are those that a part of the schema knows.
func words(s *jsonSchema, defs map[string]*jsonSchema) []server.ProjectValue {
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok && defs[name] != nil {
		s = defs[name]
	}
	var out []server.ProjectValue
	for i, word := range s.Enum {
		v := server.ProjectValue{Name: word}
		if i < len(s.Texts) {
			v.Doc = s.Texts[i]
		}
		out = append(out, v)
	}
	if s.Items != nil {
		out = append(out, words(s.Items, defs)...)
	}
	for _, one := range s.AnyOf {
		out = append(out, words(one, defs)...)
	}
	return out
}

// projectSchema is the schema of .cudals.yaml, for editors that complete and check it.
func projectSchema(rules []*check.Rule) *jsonSchema {
	text := func(description string) *jsonSchema { return &jsonSchema{Type: "string", Description: description} }
	list := func(description string, items *jsonSchema) *jsonSchema {
		return &jsonSchema{Type: "array", Items: items, Description: description}
	}
	word := func(description string, words ...string) *jsonSchema {
		return &jsonSchema{Type: "string", Enum: words, Description: description}
	}
	object := func(description string, properties map[string]*jsonSchema) *jsonSchema {
		return &jsonSchema{Type: "object", Properties: properties, More: false, Description: description}
	}
	rule := &jsonSchema{Ref: "#/$defs/rule"}
	s := object("", map[string]*jsonSchema{
		"compile-commands": text("A compile_commands.json, or the folder that holds it."),
		"toolkit":          text("A CUDA toolkit's folder, or none for the built-in declarations."),
		"cuda-version":     {AnyOf: []*jsonSchema{text(""), {Type: "number"}}, Description: "The version of CUDA that is compiled with, such as 12.4."},
		"dialect":          word("Whose commands these are, where a command does not tell.", "nvcc", "clang", "hip", "nvrtc"),
		"target-platform":  word("What the program is compiled for, where a file's command does not tell.", toolchain.Platforms...),
		"archs": list("Architectures, in place of the command's.", &jsonSchema{
			AnyOf: []*jsonSchema{{Type: "string", Pattern: `^(sm_|compute_)?[0-9]+[af]?$`}, {Type: "integer"}},
		}),
		"flags": object("Changes of each file's command.", map[string]*jsonSchema{
			"add":      list("Flags to add.", text("")),
			"remove":   list("Flags to take away: exact, or with a star at the end.", text("")),
			"complete": {Type: "boolean", Description: "Without a compile command: the added flags are all there are."},
		}),
		"rules": object("Which rules speak, and how gravely.", map[string]*jsonSchema{
			"select":   list("Only these rules.", rule),
			"enable":   list("Also these rules, which are off by default.", rule),
			"ignore":   list("Not these rules.", rule),
			"severity": {Type: "object", Names: rule, More: word("", "error", "warning", "information", "hint"), Description: "Severities by rule."},
		}),
		"exclude": list("Globs of files about which nothing is said, such as generated/**.", text("")),
		"own":     list("Globs of what is the project's own, although it lies in a folder of other people's code, such as third_party/ours.", text("")),
	})
	s.Schema, s.Title = "http://json-schema.org/draft-07/schema#", ".cudals.yaml"
	names := &jsonSchema{Type: "string"}
	for _, group := range []struct{ name, text string }{
		{"default", "what nvcc's front end says"},
		{"danger", "what another tool refuses or what goes wrong at run time"},
		{"windows", "for Windows targets alone"},
		{"pedantic", "documented as not allowed, accepted today"},
	} {
		names.Enum, names.Texts = append(names.Enum, group.name), append(names.Texts, group.text)
	}
	sorted := slices.Clone(rules)
	slices.SortFunc(sorted, func(a, b *check.Rule) int { return strings.Compare(a.Slug, b.Slug) })
	for _, r := range sorted {
		title := r.Title
		if r.Number != 0 {
			title += " (" + strconv.Itoa(r.Number) + ")"
		}
		names.Enum, names.Texts = append(names.Enum, r.Slug), append(names.Texts, title)
	}
	s.Defs = map[string]*jsonSchema{"rule": {
		Description: "A rule's name, tag or number, or a group.",
		AnyOf:       []*jsonSchema{names, {Type: "string", Pattern: `^[a-z][a-z0-9_-]*$`}, {Type: "integer"}, {Type: "string", Pattern: `^#?[0-9]+$`}},
	}}
	return s
}
