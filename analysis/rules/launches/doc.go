// Package launches holds the rules about launches: their configuration, their arguments, and where they stand.
package launches
