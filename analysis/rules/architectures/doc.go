// Package architectures holds the rules about code that differs between the compilations for the host and for each architecture.
package architectures
