// Package linkage holds the rules about names that other files see.
package linkage
