package toolchain

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// AddFlag tells what to put into the text of the .cudals.yaml at path, and at which byte, so that flags.add has one flag more.
// Nothing else of the text changes, which is its people's. It is an error where the text is no such file, or written so that
// nothing can be put in.
func AddFlag(path string, text []byte, flag string) (at int, insert string, err error) {
	before, err := ParseProject(path, text)
	if err != nil {
		return 0, "", err
	}
	if slices.Contains(before.Flags.Add, flag) {
		return 0, "", fmt.Errorf("%s: %s is there already", path, flag)
	}
	quoted, err := yaml.Marshal([]string{flag})
	if err != nil {
		return 0, "", fmt.Errorf("%s: writing %s: %w", path, flag, err)
	}
	item := strings.TrimSuffix(strings.TrimPrefix(string(quoted), "- "), "\n")
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return 0, "", fmt.Errorf("%s: %w", path, err)
	}
	at, insert = place(text, &document, item)
	after, err := ParseProject(path, slices.Concat(text[:at], []byte(insert), text[at:]))
	if err != nil || !slices.Contains(after.Flags.Add, flag) || len(after.Flags.Add) != len(before.Flags.Add)+1 {
		return 0, "", fmt.Errorf("%s: no place for %s was found", path, flag)
	}
	return at, insert, nil
}

// place is where a flag goes, and how it is written there.
func place(text []byte, document *yaml.Node, item string) (at int, insert string) {
	flags, add := valueOf(document, "flags"), (*yaml.Node)(nil)
	if flags != nil {
		add = valueOf(flags, "add")
	}
	block := func(n *yaml.Node) bool { return n.Style&yaml.FlowStyle == 0 && len(n.Content) > 0 }
	switch {
	case add != nil && add.Kind == yaml.SequenceNode && block(add):
		first := lineStart(text, add.Content[0].Line)
		dash := first + bytes.IndexByte(text[first:], '-')
		return first, string(text[first:dash]) + "- " + item + "\n"
	case add != nil && add.Kind == yaml.SequenceNode:
		if len(add.Content) > 0 {
			item += ", "
		}
		return lineStart(text, add.Line) + add.Column, item
	case flags != nil && flags.Kind == yaml.MappingNode && block(flags):
		first := lineStart(text, flags.Content[0].Line)
		return first, strings.Repeat(" ", flags.Content[0].Column-1) + "add: [" + item + "]\n"
	case flags != nil && flags.Kind == yaml.MappingNode:
		item = "add: [" + item + "]"
		if len(flags.Content) > 0 {
			item += ", "
		}
		return lineStart(text, flags.Line) + flags.Column, item
	}
	insert = "flags:\n  add: [" + item + "]\n"
	if len(text) > 0 && text[len(text)-1] != '\n' {
		insert = "\n" + insert
	}
	return len(text), insert
}

// valueOf is what a mapping, or a document that is one, has under a key; nil for nothing.
func valueOf(n *yaml.Node, key string) *yaml.Node {
	if n.Kind == yaml.DocumentNode && len(n.Content) == 1 {
		n = n.Content[0]
	}
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// lineStart is the byte at which a line begins; lines count from 1.
func lineStart(text []byte, line int) int {
	at := 0
	for ; line > 1; line-- {
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return len(text)
		}
		at += next + 1
	}
	return at
}
