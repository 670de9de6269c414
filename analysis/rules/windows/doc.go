// Package windows holds the rules about what holds for Windows targets alone.
package windows
