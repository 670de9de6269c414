// Package mend holds the changes of text that rules of several subjects offer: other specifiers, along a chain of calls or in all
// declarations of one thing, spelled as the file spells them.
package mend
