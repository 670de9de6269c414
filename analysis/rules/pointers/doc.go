// Package pointers holds the rules about where pointers come from and who follows them.
package pointers
