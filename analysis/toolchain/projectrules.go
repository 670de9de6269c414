package toolchain

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"cudals/analysis/source"
)

// ruleNames lists the words that are meant to name rules.
func (t *projectText) ruleNames() []Word {
	out := slices.Concat(t.words("rules", "select"), t.words("rules", "enable"), t.words("rules", "ignore"))
	if severity := t.at("rules", "severity"); severity != nil && severity.Kind == yaml.MappingNode {
		for i := 0; i < len(severity.Content); i += 2 {
			out = append(out, t.word(severity.Content[i]))
		}
	}
	return out
}

// words are the items of the list that stands under a key of a key.
func (t *projectText) words(keys ...string) (out []Word) {
	if list := t.at(keys...); list != nil && list.Kind == yaml.SequenceNode {
		for _, n := range list.Content {
			out = append(out, t.word(n))
		}
	}
	return out
}

func (t *projectText) word(n *yaml.Node) Word {
	return Word{Text: n.Value, At: source.Place{File: t.file, Span: t.span(n)}}
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
