package toolchain

import (
	"go.yaml.in/yaml/v3"

	"cudals/analysis/source"
)

// ruleNames lists the words that are meant to name rules.
func (t *projectText) ruleNames() []RuleName {
	var out []RuleName
	add := func(n *yaml.Node) {
		out = append(out, RuleName{Name: n.Value, At: source.Place{File: t.file, Span: t.span(n)}})
	}
	for _, key := range []string{"select", "enable", "ignore"} {
		if list := t.at("rules", key); list != nil && list.Kind == yaml.SequenceNode {
			for _, n := range list.Content {
				add(n)
			}
		}
	}
	if severity := t.at("rules", "severity"); severity != nil && severity.Kind == yaml.MappingNode {
		for i := 0; i < len(severity.Content); i += 2 {
			add(severity.Content[i])
		}
	}
	return out
}

// Nearest is the one of some words that was probably meant by another; "" where none is near.
func Nearest(word string, known []string) string {
	best, least := "", max(1, len(word)/3)+1 // a third of the letters may be wrong
	for _, k := range known {
		if distance := edits(word, k); distance < least {
			best, least = k, distance
		}
	}
	return best
}
