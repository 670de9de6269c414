package infer

import (
	"path/filepath"
	"slices"
	"strings"
)

// maxDependencies bounds the folders of dependencies, maxListed the entries that are looked at in one folder.
const (
	maxDependencies = 1000
	maxListed       = 3000
)

// dependencies are the folders in which what a project depends on has its headers on this machine: packages of Python's
// environments, conda's, vcpkg's and Conan's, and those of the system that no compiler searches unasked.
func dependencies(disk Disk, root string) []string {
	d := &finding{disk: disk}
	home := disk.Getenv("HOME")
	for _, env := range []string{
		disk.Getenv("VIRTUAL_ENV"), disk.Getenv("CONDA_PREFIX"), filepath.Join(root, ".venv"), filepath.Join(root, "venv"), filepath.Join(root, "env"),
		filepath.Join(root, ".conda"), filepath.Join(filepath.Dir(root), ".venv"),
	} {
		if filepath.IsAbs(env) {
			d.environment(env)
		}
	}
	if filepath.IsAbs(home) {
		d.environment(filepath.Join(home, ".local"))
	}
	d.environment("/usr/local")
	d.packages("/usr/lib/python3/dist-packages")
	for _, vcpkg := range []string{filepath.Join(root, "vcpkg_installed"), filepath.Join(disk.Getenv("VCPKG_ROOT"), "installed")} {
		if filepath.IsAbs(vcpkg) {
			d.each(vcpkg, "include")
		}
	}
	if filepath.IsAbs(home) {
		d.each(filepath.Join(home, ".conan2", "p"), filepath.Join("p", "include"))
		d.each(filepath.Join(home, ".conan2", "p", "b"), filepath.Join("p", "include"))
	}
	for _, folder := range []string{
		"/usr/include/eigen3", "/usr/include/opencv4", "/usr/include/hdf5/serial", "/usr/lib/x86_64-linux-gnu/openmpi/include",
		"/usr/include/x86_64-linux-gnu/mpich", "/opt/homebrew/include",
	} {
		d.add(folder)
	}
	return d.folders
}

// finding collects folders.
type finding struct {
	disk    Disk
	folders []string
}

func (d *finding) add(folder string) {
	if len(d.folders) < maxDependencies && d.disk.IsDir(folder) && !slices.Contains(d.folders, folder) {
		d.folders = append(d.folders, folder)
	}
}

// each adds a folder of each folder of dir.
func (d *finding) each(dir, inner string) {
	entries, err := d.disk.ReadDir(dir)
	if err != nil {
		return // there is none
	}
	for _, e := range entries[:min(len(entries), maxListed)] {
		d.add(filepath.Join(dir, e.Name(), inner))
	}
}

// environment adds what an environment of Python or conda has.
func (d *finding) environment(prefix string) {
	entries, err := d.disk.ReadDir(filepath.Join(prefix, "lib"))
	if err == nil {
		for _, e := range entries[:min(len(entries), maxListed)] {
			if strings.HasPrefix(e.Name(), "python3") {
				d.packages(filepath.Join(prefix, "lib", e.Name(), "site-packages"))
				d.packages(filepath.Join(prefix, "lib", e.Name(), "dist-packages"))
				d.add(filepath.Join(prefix, "include", e.Name()))
			}
		}
	}
	d.packages(filepath.Join(prefix, "Lib", "site-packages")) // Windows
	d.add(filepath.Join(prefix, "include"))
}

// packages adds the headers of Python's packages.
func (d *finding) packages(dir string) {
	d.each(dir, "include")
	d.add(filepath.Join(dir, "torch", "include", "torch", "csrc", "api", "include"))
}
