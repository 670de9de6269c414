package spaces

import (
	"cudals/analysis/sema"
	"cudals/cudaspace"
)

// Before orders sites as they stand in the unit.
func Before(a, b sema.Site) int {
	if a.Chunk.Ord != b.Chunk.Ord {
		return a.Chunk.Ord - b.Chunk.Ord
	}
	return int(a.Span.Lo) - int(b.Span.Lo)
}

// redeclare is what a function of space was is after a declaration that says now, and whether the two disagree.
func redeclare(was, now cudaspace.Space) (cudaspace.Space, bool) {
	switch {
	case was == cudaspace.Global:
		return was, now != cudaspace.Global
	case now&cudaspace.Global != 0:
		return cudaspace.Global, true
	case was == cudaspace.HostDevice, now.Effective() == was.Effective() && (was == cudaspace.Host || now != 0):
		return was, false
	}
	return cudaspace.HostDevice, true
}

// State is the space that a walk over declarations has reached.
type State struct {
	Space   cudaspace.Space
	Earlier *sema.FuncDecl
	// Unknown: a macro of a missing header may have held a specifier, or the declarations may be of two templates.
	Unknown bool
	U       *sema.Unit
	// host: a declaration says __host__, which is not forgotten where another makes the function a kernel.
	host bool
}

// Was is what the declarations so far add up to for one that says now. A kernel that was declared __host__ as well is on both sides to
// each __global__ that follows.
func (s *State) Was(now cudaspace.Space) cudaspace.Space {
	if s.host && s.Space == cudaspace.Global && now == cudaspace.Global {
		return cudaspace.HostDevice
	}
	return s.Space
}

// Sides is the space of the function so far, with the host for a kernel that a declaration calls __host__ as well.
func (s *State) Sides() cudaspace.Space {
	if s.host && s.Space == cudaspace.Global {
		return s.Space | cudaspace.Host
	}
	return s.Space
}

// Next takes the next declaration; it reports whether that disagrees with those before.
func (s *State) Next(fd *sema.FuncDecl) bool {
	if s.Unknown || s.U.Unexplained(fd) || s.Earlier != nil && s.U.MayBeApart(s.Earlier, fd) {
		s.Unknown = true
		return false
	}
	written := Written(fd.Spec)
	now := KernelAlone(written)
	was := s.Was(now)
	s.host = s.host || written&cudaspace.Host != 0
	if s.Earlier == nil {
		s.Space, s.Earlier = now.Effective(), fd
		return false
	}
	after, differs := redeclare(was, now)
	if after != s.Space && now != 0 {
		s.Earlier = fd
	}
	s.Space = after
	return differs
}

// KernelAlone leaves out what stands beside __global__, which is an error of its own.
func KernelAlone(s cudaspace.Space) cudaspace.Space {
	if s&cudaspace.Global != 0 {
		return cudaspace.Global
	}
	return s
}
