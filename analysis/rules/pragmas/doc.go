// Package pragmas holds the rules about pragmas.
package pragmas
