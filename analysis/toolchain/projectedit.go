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
	return addItem(path, text, []string{"flags", "add"}, flag, func(p *Project) []string { return p.Flags.Add })
}

// AddIgnored does the same for a rule that rules.ignore is to name.
func AddIgnored(path string, text []byte, rule string) (at int, insert string, err error) {
	return addItem(path, text, []string{"rules", "ignore"}, rule, func(p *Project) []string { return p.Rules.Ignore })
}

// AddOwn does the same for a folder that own is to name.
func AddOwn(path string, text []byte, folder string) (at int, insert string, err error) {
	return addItem(path, text, []string{"own"}, folder, func(p *Project) []string { return p.Own })
}

// addItem adds an item to the list that stands under a key, or a key of a key, which read finds in what is read.
func addItem(path string, text []byte, keys []string, item string, read func(*Project) []string) (at int, insert string, err error) {
	before, err := parseProject(path, text)
	if err != nil {
		return 0, "", err
	}
	if slices.Contains(read(before), item) {
		return 0, "", fmt.Errorf("%s: %s is there already", path, item)
	}
	quoted, err := yaml.Marshal([]string{item})
	if err != nil {
		return 0, "", fmt.Errorf("%s: writing %s: %w", path, item, err)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return 0, "", fmt.Errorf("%s: %w", path, err)
	}
	at, insert = place(text, &document, keys, strings.TrimSuffix(strings.TrimPrefix(string(quoted), "- "), "\n"))
	after, err := parseProject(path, slices.Concat(text[:at], []byte(insert), text[at:]))
	if err != nil || !slices.Contains(read(after), item) || len(read(after)) != len(read(before))+1 {
		return 0, "", fmt.Errorf("%s: no place for %s was found", path, item)
	}
	return at, insert, nil
}

// place is where an item of the list under a key, or a key of a key, goes, and how it is written there.
func place(text []byte, document *yaml.Node, keys []string, item string) (at int, insert string) {
	outer, list, last := document, valueOf(document, keys[0]), keys[len(keys)-1]
	if len(keys) > 1 {
		if outer, list = list, nil; outer != nil {
			list = valueOf(outer, last)
		}
	}
	block := func(n *yaml.Node) bool { return n.Style&yaml.FlowStyle == 0 && len(n.Content) > 0 }
	switch {
	case list != nil && list.Kind == yaml.SequenceNode && block(list):
		first := lineStart(text, list.Content[0].Line)
		dash := first + bytes.IndexByte(text[first:], '-')
		return first, string(text[first:dash]) + "- " + item + "\n"
	case list != nil && list.Kind == yaml.SequenceNode:
		if len(list.Content) > 0 {
			item += ", "
		}
		return lineStart(text, list.Line) + list.Column, item
	case outer != nil && outer.Kind == yaml.MappingNode && block(outer):
		first := lineStart(text, outer.Content[0].Line)
		return first, strings.Repeat(" ", outer.Content[0].Column-1) + last + ": [" + item + "]\n"
	case outer != nil && outer.Kind == yaml.MappingNode:
		item = last + ": [" + item + "]"
		if len(outer.Content) > 0 {
			item += ", "
		}
		return lineStart(text, outer.Line) + outer.Column, item
	}
	insert = last + ": [" + item + "]\n"
	if len(keys) > 1 {
		insert = keys[0] + ":\n  " + insert
	}
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
