// Package device holds the rules about what device code may not contain: exceptions, asm, types and operators.
package device
