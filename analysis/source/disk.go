package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// errNotRegular is wrapped by errors about devices, pipes and folders.
var errNotRegular = errors.New("not a regular file")

// errTooLarge is wrapped by errors about files beyond MaxSize.
var errTooLarge = errors.New("file too large")

// Disk reads from the operating system's file system. Its zero value is ready for use.
type Disk struct {
	// MaxSize bounds the size of a file in bytes; 0 means the package's MaxSize.
	MaxSize int64
}

// ReadFile implements Reader. What is not a regular file is never opened, since opening a pipe may wait for ever.
func (d Disk) ReadFile(path string) (*File, error) {
	limit := d.MaxSize
	if limit <= 0 {
		limit = MaxSize
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: %w", path, errNotRegular)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: %w", path, errNotRegular)
	}
	// A file of a synthetic file system may claim any size, so what is read is bounded and not only what is claimed.
	if info.Size() > limit {
		return nil, fmt.Errorf("read %s: %w: %d bytes", path, errTooLarge, info.Size())
	}
	text := make([]byte, 0, info.Size()+1)
	for {
		n, err := f.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if int64(len(text)) > limit {
			return nil, fmt.Errorf("read %s: %w", path, errTooLarge)
		}
		// One read is enough for most files: a regular file gives less than was asked for at its end alone.
		if errors.Is(err, io.EOF) || err == nil && int64(len(text)) == info.Size() && len(text) < cap(text) {
			return NewFile(path, text), nil
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
	}
}

// Exists implements Reader.
func (d Disk) Exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Overlay is a Reader that lays texts over another Reader: editors' unsaved texts, or a test's whole tree.
type Overlay struct {
	base Reader

	mu    sync.RWMutex
	files map[string]*File
	named map[string]int // how many of them have a name, whatever their folder
}

// NewOverlay returns an overlay without texts; base may be nil for nothing below.
func NewOverlay(base Reader) *Overlay {
	return &Overlay{base: base, files: map[string]*File{}, named: map[string]int{}}
}

// Set lays a file over whatever stands at its path.
func (o *Overlay) Set(f *File) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.files[f.Path] == nil {
		o.named[filepath.Base(f.Path)]++
	}
	o.files[f.Path] = f
}

// Remove takes the text at path away again.
func (o *Overlay) Remove(path string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.files[path] != nil {
		o.named[filepath.Base(path)]--
	}
	delete(o.files, path)
}

// Get is the text laid over path, or nil.
func (o *Overlay) Get(path string) *File {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.files[path]
}

// linked is the text laid over another path of the file at path, which symbolic links lead to; nil for none.
func (o *Overlay) linked(path string) *File {
	o.mu.RLock()
	var others []*File
	if o.named[filepath.Base(path)] > 0 {
		for _, f := range o.files {
			if filepath.Base(f.Path) == filepath.Base(path) {
				others = append(others, f)
			}
		}
	}
	o.mu.RUnlock()
	slices.SortFunc(others, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	for _, f := range others {
		if SameFile(f.Path, path) {
			same := *f
			same.Path = path
			return &same
		}
	}
	return nil
}

// SameFile reports whether two paths lead to the same file on disk.
func SameFile(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// ReadFile implements Reader. A text is laid over all paths of its file.
func (o *Overlay) ReadFile(path string) (*File, error) {
	if f := o.Get(path); f != nil {
		return f, nil
	}
	if f := o.linked(path); f != nil {
		return f, nil
	}
	if o.base == nil {
		return nil, fmt.Errorf("read %s: %w", path, fs.ErrNotExist)
	}
	return o.base.ReadFile(path)
}

// Exists implements Reader.
func (o *Overlay) Exists(path string) bool {
	return o.Get(path) != nil || o.base != nil && o.base.Exists(path)
}

// FS shows an fs.FS, such as embedded files, under a virtual folder, and another Reader everywhere else.
type FS struct {
	prefix string
	fsys   fs.FS
	base   Reader
}

// NewFS returns a Reader in which the files of fsys stand under the folder prefix, an absolute path that need not
// exist.
func NewFS(prefix string, fsys fs.FS, base Reader) *FS {
	return &FS{prefix: filepath.Clean(prefix), fsys: fsys, base: base}
}

// name is the name inside the file system of a path under the prefix.
func (r *FS) name(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, r.prefix)
	if !ok || rest == "" || !os.IsPathSeparator(rest[0]) {
		return "", false
	}
	return filepath.ToSlash(rest[1:]), true
}

// ReadFile implements Reader.
func (r *FS) ReadFile(path string) (*File, error) {
	name, ok := r.name(path)
	if !ok {
		if r.base == nil {
			return nil, fmt.Errorf("read %s: %w", path, fs.ErrNotExist)
		}
		return r.base.ReadFile(path)
	}
	if info, err := fs.Stat(r.fsys, name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: %w", path, errNotRegular)
	}
	text, err := fs.ReadFile(r.fsys, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return NewFile(path, text), nil
}

// Exists implements Reader.
func (r *FS) Exists(path string) bool {
	name, ok := r.name(path)
	if !ok {
		return r.base != nil && r.base.Exists(path)
	}
	info, err := fs.Stat(r.fsys, name)
	return err == nil && info.Mode().IsRegular()
}
