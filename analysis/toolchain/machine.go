package toolchain

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// Machine is all that the package may look at: environment variables and files. Its functions are safe for concurrent
// use. Paths are absolute.
type Machine struct {
	Getenv   func(name string) string
	Stat     func(path string) (fs.FileInfo, error)
	ReadDir  func(path string) ([]fs.DirEntry, error)
	Open     func(path string) (io.ReadCloser, error)
	Realpath func(path string) (string, error)
	// Windows says whether command lines without other evidence are split as on Windows.
	Windows bool

	// toolkits remembers what newToolkit read, when many commands are read one after the other; nil remembers nothing.
	toolkits *sync.Map // of *Toolkit by include folder
}

// remembering is a machine that looks at each path only once. It is for reading many commands at one time: all of them
// ask for the same toolkit's and host compiler's folders.
func (m *Machine) remembering() *Machine {
	quick := *m
	quick.toolkits = new(sync.Map)
	quick.Stat, quick.ReadDir = once(m.Stat), once(m.ReadDir)
	return &quick
}

// once is a function that looks at each path only once.
func once[T any](look func(path string) (T, error)) func(path string) (T, error) {
	type answer struct {
		found T
		err   error
	}
	var known sync.Map
	return func(path string) (T, error) {
		if a, ok := known.Load(path); ok {
			return a.(answer).found, a.(answer).err
		}
		found, err := look(path)
		known.Store(path, answer{found, err})
		return found, err
	}
}

// Local is the machine that the program runs on.
func Local() *Machine {
	return &Machine{
		Getenv:   os.Getenv,
		Stat:     os.Stat,
		ReadDir:  os.ReadDir,
		Open:     func(path string) (io.ReadCloser, error) { return os.Open(path) },
		Realpath: filepath.EvalSymlinks,
		Windows:  runtime.GOOS == "windows",
	}
}

var errTooLarge = errors.New("file is too large")

// plain looks at a plain file. What is none (a pipe, a device) is refused, because a workspace may name anything and reading it could
// block.
func (m *Machine) plain(path string) (fs.FileInfo, error) {
	info, err := m.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a plain file", path)
	}
	return info, err
}

// readOwn returns the text of a file that a person wrote for us. The error wraps fs.ErrNotExist or is a *FileError.
func (m *Machine) readOwn(path string, limit int64) ([]byte, error) {
	text, err := m.read(path, limit)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = unreadable(path, err)
	}
	return text, err
}

// read returns the text of a plain file of at most limit bytes.
func (m *Machine) read(path string, limit int64) ([]byte, error) {
	info, err := m.plain(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s: %w (%d bytes, at most %d are read)", path, errTooLarge, info.Size(), limit)
	}
	f, err := m.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%s: %w (at most %d bytes are read)", path, errTooLarge, limit)
	}
	return text, nil
}

// readHead returns at most limit bytes from the beginning of a plain file.
func (m *Machine) readHead(path string, limit int64) ([]byte, error) {
	if _, err := m.plain(path); err != nil {
		return nil, err
	}
	f, err := m.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

func (m *Machine) isFile(path string) bool {
	info, err := m.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func (m *Machine) isDir(path string) bool {
	info, err := m.Stat(path)
	return err == nil && info.IsDir()
}

// real is the path without symbolic links, or the path itself when it cannot be resolved.
func (m *Machine) real(path string) string {
	if p, err := m.Realpath(path); err == nil {
		return p
	}
	return path
}
