// Package language holds the rules about the language version and the spelling of the text.
package language
