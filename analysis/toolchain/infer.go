package toolchain

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"cudals/analysis/infer"
)

// inferences are the projects that were looked at, by their folder. They outlive a Resolver: what was found is the same whatever
// the settings are.
type inferences struct {
	mu       sync.Mutex
	projects map[string]*inference
}

// inference is a project that is looked at once until it changes.
type inference struct {
	fresh atomic.Bool // nothing changed since it was looked at
	mu    sync.Mutex
	// project is nil as long as it was not looked at.
	project *infer.Project
}

// Infer completes a command that is guessed by what the project's own shape tells. The first of a project's files waits until the
// project was looked at; until ctx ends at most. Commands that are given are returned as they are.
func (r *Resolver) Infer(ctx context.Context, c *Command) *Command {
	if c.Given {
		return c
	}
	r.mu.Lock()
	root := infer.RootOf(disk{r.quick}, filepath.Dir(c.File), r.settings.Folders)
	r.mu.Unlock()
	project := r.inferred.of(ctx, disk{r.m}, root)
	if project == nil {
		return c
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	key := completion{c, project}
	if r.completed[key] == nil {
		done := complete(c, project, r.marked(c))
		if done.DeviceOnly && !c.DeviceOnly && r.launches(c) {
			done.DeviceOnly = false
		}
		if done.Through == "" && r.chosen[c.File] != c.File {
			done.Through = r.whole(c.File)
			if IsHeader(c.File) {
				if found := r.among(project, c.File, false); len(found) > 0 {
					done.Through = found[0]
				}
			}
		}
		r.completed[key] = done
	}
	return r.completed[key]
}

// completion is a command and what completes it.
type completion struct {
	command *Command
	project *infer.Project
}

// marked reports whether a C++ file of which nothing tells what compiles it has text for a device.
func (r *Resolver) marked(c *Command) bool {
	if !c.HostOnly {
		return false
	}
	text, err := r.m.read(c.File, maxMarked)
	return err == nil && marked(text)
}

// launches reports whether a file has code for the host too, by its text: of such a file nobody makes code for the device alone.
func (r *Resolver) launches(c *Command) bool {
	text, err := r.m.read(c.File, maxMarked)
	return err != nil || bytes.Contains(text, []byte("<<<")) || bytes.Contains(text, []byte(" main("))
}

// complete is a command with what a project tells; cuda: the file's text tells that it is CUDA.
func complete(c *Command, project *infer.Project, cuda bool) *Command {
	inferred := *c
	inferred.Inferred = project
	_, told := slices.BinarySearch(project.CUDAFiles(), c.File)
	if (told || cuda) && c.Dialect == NVCC {
		inferred.HostOnly = false
	}
	flags := project.Flags(filepath.Dir(c.File))
	if !c.StdGiven && flags.Std != 0 {
		inferred.Std = flags.Std
	}
	if !c.ArchsGiven {
		inferred.Archs = slices.DeleteFunc(flags.Archs, func(arch int) bool { return arch < leastArch })
		if len(inferred.Archs) == 0 {
			inferred.Archs = []int{usualArch}
		}
	}
	for _, f := range []struct {
		flag *Flag
		on   bool
	}{
		{&inferred.ExtendedLambda, flags.ExtendedLambda},
		{&inferred.RelaxedConstexpr, flags.RelaxedConstexpr},
	} {
		if f.on && !f.flag.Given {
			*f.flag = Flag{On: true, Given: true}
		}
	}
	inferred.Suppress = slices.Concat(c.Suppress, flags.Silences)
	if flags.NoDeprecated {
		inferred.HostSilent = append(slices.Clip(c.HostSilent), "deprecated-declarations")
	}
	// What is linked from several objects is some targets' affair.
	inferred.RDC.On = inferred.RDC.On || flags.RDC && !inferred.RDC.Given
	inferred.Likely = flags.Defines
	inferred.DeviceOnly = inferred.DeviceOnly || flags.DeviceOnly && !IsHeader(c.File)
	return &inferred
}

// leastArch is the oldest architecture that is taken from build files: they go on naming those that nobody compiles for.
const leastArch = 70

// IsForeign reports whether a folder has, by its name, other people's code in it.
func IsForeign(folder string) bool { return infer.IsForeign(folder) }

// LooksBuilt reports whether a folder is, by its name, one that things are built in.
func LooksBuilt(folder string) bool { return infer.LooksBuilt(folder) }

// IsBuildFile reports whether a file is one from which commands are inferred.
func IsBuildFile(path string) bool { return infer.IsBuildFile(path) }

// BuildFiles are patterns of the names of such files.
func BuildFiles() []string { return infer.BuildFiles() }

// Unfetched tells a person in one line which submodules of a project in a folder nobody checked out; "" for none.
// Those go first that have the names of what headers are missing of.
func Unfetched(root string, missing []string) string {
	return infer.Unfetched(disk{Local()}, root, missing)
}

// Moved notes that files appeared or went away, or a build file changed.
func (r *Resolver) Moved(paths []string) { r.inferred.moved(paths) }

func (s *inferences) of(ctx context.Context, disk infer.Disk, root string) *infer.Project {
	if root == "" {
		return nil
	}
	s.mu.Lock()
	in := s.projects[root]
	if in == nil {
		in = new(inference)
		s.projects[root] = in
	}
	s.mu.Unlock()
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.fresh.Swap(true) {
		return in.project
	}
	now := infer.Load(disk, root, func() bool { return ctx.Err() != nil })
	switch {
	case ctx.Err() != nil:
		in.fresh.Store(false)
	case !now.Equal(in.project):
		in.project = now
	}
	return in.project
}

// moved does not wait for who looks at a project.
func (s *inferences) moved(paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for root, in := range s.projects {
		for _, path := range paths {
			if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
				in.fresh.Store(false)
			}
		}
	}
}

// disk shows a Machine to package infer.
type disk struct{ m *Machine }

func (d disk) ReadDir(path string) ([]fs.DirEntry, error) { return d.m.ReadDir(path) }

func (d disk) ReadFile(path string, limit int64) ([]byte, error) { return d.m.read(path, limit) }

func (d disk) IsFile(path string) bool { return d.m.isFile(path) }

func (d disk) IsDir(path string) bool { return d.m.isDir(path) }

func (d disk) Getenv(name string) string { return d.m.Getenv(name) }
