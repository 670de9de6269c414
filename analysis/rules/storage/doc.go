// Package storage holds the rules about the declarations of variables with a memory space.
package storage
