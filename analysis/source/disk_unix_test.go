//go:build unix

package source

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

func TestDiskRefusesDevices(t *testing.T) {
	d := Disk{}
	if _, err := d.ReadFile("/dev/zero"); !errors.Is(err, errNotRegular) || d.Exists("/dev/zero") {
		t.Errorf("device: %v", err)
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := d.ReadFile(pipe); !errors.Is(err, errNotRegular) || d.Exists(pipe) {
		t.Errorf("pipe: %v", err)
	}
}
