package crosscheck

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"cudals/analysis/toolchain"
)

// macroFile is the header that holds the command's macros: their texts may hold anything, and nvcc hands arguments to a shell.
const macroFile = "macros.h"

// arguments are what the compiler is called with: flags that cudals itself knows the meaning of, and paths without characters that mean
// something to a shell. The macros are the text of macroFile.
func arguments(c *toolchain.Command, dir string) (args []string, macros []byte, err error) {
	if c.Dialect != toolchain.NVCC && c.Given {
		return nil, nil, fmt.Errorf("the file is compiled as %s", c.Dialect)
	}
	args = []string{"-x", "cu", "-cuda", "-o", filepath.Join(dir, "out.ii"), "-std=c++" + fmt.Sprint(c.Std)}
	if c.ArchsWritten && len(c.Archs) > 0 {
		letter := ""
		if f := c.ArchFeatures[c.Archs[0]]; f != 0 {
			letter = string(rune(f))
		}
		args = append(args, fmt.Sprintf("-arch=sm_%d%s", c.Archs[0], letter))
	}
	for _, f := range []struct {
		on   bool
		flag string
	}{
		{c.ExtendedLambda.On, "--extended-lambda"},
		{c.RelaxedConstexpr.On, "--expt-relaxed-constexpr"},
		{c.RDC.On, "-rdc=true"},
		{c.NoHostDeviceInitializerList.On, "--no-host-device-initializer-list"},
		{c.NoHostDeviceMoveForward.On, "--no-host-device-move-forward"},
		{c.ExtensibleWholeProgram, "-ewp"},
	} {
		if f.on {
			args = append(args, f.flag)
		}
	}
	for _, list := range []struct {
		flag  string
		paths []string
	}{
		{"-I", c.Quote}, {"-I", c.Include}, {"-isystem", c.System}, {"-isystem", c.After}, {"-include", c.Forced},
	} {
		for _, path := range list.paths {
			if path, err = plain(path); err != nil {
				return nil, nil, err
			}
			args = append(args, list.flag, path)
		}
	}
	path, err := plain(c.File)
	if err != nil {
		return nil, nil, err
	}
	macros, err = macroText(c.Defines)
	return append(args, "-include", filepath.Join(dir, macroFile), path), macros, err
}

// plain is a path that means itself to everybody.
func plain(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", fmt.Errorf("%q is no absolute path", path)
	}
	for _, r := range path {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-+=@:,./ "+extraInPaths, r) {
			return "", fmt.Errorf("%q holds the character %q, which is not passed on", path, r)
		}
	}
	return path, nil
}

// macroText is a header that defines and undefines what -D and -U do.
func macroText(defines []string) ([]byte, error) {
	var b bytes.Buffer
	for _, d := range defines {
		if strings.ContainsAny(d, "\n\r") {
			return nil, fmt.Errorf("a macro of several lines is not passed on")
		}
		if name, undefine := strings.CutPrefix(d, "-"); undefine {
			fmt.Fprintf(&b, "#undef %s\n", name)
			continue
		}
		name, value, given := strings.Cut(d, "=")
		if !given {
			value = "1"
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	return b.Bytes(), nil
}

// environment is what the compiler gets to see of an environment: nothing by which arguments are added, and no folders of the PATH that
// depend on where it runs.
func environment(env []string, dir string) []string {
	var out []string
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		switch strings.ToUpper(name) {
		case "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN", "TMPDIR", "CL", "_CL_":
			continue
		case "PATH":
			var folders []string
			for _, folder := range filepath.SplitList(value) {
				if filepath.IsAbs(folder) {
					folders = append(folders, folder)
				}
			}
			e = name + "=" + strings.Join(folders, string(filepath.ListSeparator))
		}
		out = append(out, e)
	}
	return append(out, "TMPDIR="+dir)
}
