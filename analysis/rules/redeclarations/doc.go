// Package redeclarations holds the rules about declarations that contradict earlier ones.
package redeclarations
