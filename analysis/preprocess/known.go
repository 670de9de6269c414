package preprocess

import "cudals/analysis/token"

// knowledge answers __has_attribute, __has_cpp_attribute and __has_builtin.
type knowledge struct{}

func newKnowledge(*token.Interner) *knowledge { return &knowledge{} }

func (k *knowledge) has(b builtin, name string) int { return 0 }
