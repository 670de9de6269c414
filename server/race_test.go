//go:build race

package server_test

// raced: the race detector watches, which makes everything ten times slower.
const raced = true
