// Package managed holds the rules about `__managed__` variables: when and where they may be used.
package managed
