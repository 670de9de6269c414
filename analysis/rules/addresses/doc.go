// Package addresses holds the rules about the addresses that host code takes of what only device code can use, and that cross sides as arguments.
package addresses
