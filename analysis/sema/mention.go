package sema

import (
	"slices"

	"cudals/analysis/outline"
)

// NameSet is a set of names that are looked for in declarations.
type NameSet = outline.NameSet

// AllNames is the set of all names.
func AllNames() NameSet { return outline.AllNames() }

// Mention is a function, an instance of a variable template, or a member of an anonymous union outside of classes that is named
// where nothing is evaluated: in an operand of decltype or sizeof, or by a declaration outside of bodies. Of functions those are
// kept that some rule asks for: instances of templates, and those whose result is deduced.
type Mention struct {
	Func *Func
	Var  *Var
	Site Site
}

// mentions collects what is named within a site while it is read.
type mentions struct {
	within Site
	list   []Mention
}

// Collecting runs read and returns what is named within a site meanwhile. Types are remembered and read when they are first
// asked for, wherever that is; so only what stands in the site itself counts.
func (u *Unit) Collecting(within Site, read func()) []Mention {
	outer := u.Mentioned
	m := &mentions{within: within}
	u.Mentioned = m
	read()
	u.Mentioned = outer
	return m.list
}

// Collects reports whether what is named at a site is being collected.
func (u *Unit) Collects(s Site) bool {
	m := u.Mentioned
	return m != nil && s.Chunk == m.within.Chunk && s.Chunk != nil && s.Span.Lo >= m.within.Span.Lo && s.Span.Hi <= m.within.Span.Hi
}

// Mention adds to the mentions that are collected, where somebody collects and the place counts.
func (u *Unit) Mention(m Mention) {
	if !u.Collects(m.Site) || m.Func != nil && m.Func.Args == nil && !u.HasDeducedResult(m.Func) {
		return
	}
	if !slices.Contains(u.Mentioned.list, m) {
		u.Mentioned.list = append(u.Mentioned.list, m)
	}
}
