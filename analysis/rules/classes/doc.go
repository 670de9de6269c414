// Package classes holds the rules about virtual functions and the spaces of special members.
package classes
