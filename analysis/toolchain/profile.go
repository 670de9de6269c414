package toolchain

import (
	"path/filepath"
	"strings"
)

// profile is what a toolkit's nvcc.profile says of include folders. The file is nvcc's own configuration, and is read as such:
// it is how nvcc knows where its headers lie.
type profile struct {
	include, system []string
}

const maxProfile = 1 << 16

// readProfile reads the nvcc.profile beside an nvcc; nil where there is none. here is the nvcc's folder, target what it takes for
// the folder of its target, from the toolkit's root.
func readProfile(m *Machine, here, target string) *profile {
	text, err := m.read(filepath.Join(here, "nvcc.profile"), maxProfile)
	if err != nil {
		return nil
	}
	vars := map[string]string{
		"_HERE_": here, "_THERE_": here, "_SPACE_": " ", "_TARGET_DIR_": target, "_TARGET_SIZE_": "64", "_NVVM_BRANCH_": "nvvm",
		"_CUDART_": "cudart",
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		name, value, ok := strings.Cut(line, "=")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		name = strings.TrimSpace(name)
		how := byte(0)
		if n := len(name); n > 0 && (name[n-1] == '+' || name[n-1] == '?') {
			name, how = strings.TrimSpace(name[:n-1]), name[n-1]
		}
		if strings.HasPrefix(value, "+") { // NAME =+ text
			value, how = value[1:], '<'
		}
		value = expandProfile(strings.TrimSpace(value), vars)
		switch old, set := vars[name]; {
		case how == '?' && set: // a default
		case how == '+' && set: // in front
			vars[name] = value + " " + old
		case how == '<' && set:
			vars[name] = old + " " + value
		default:
			vars[name] = value
		}
	}
	p := &profile{}
	for _, name := range []string{"INCLUDES", "SYSTEM_INCLUDES"} {
		args, err := Split(vars[name])
		if err != nil {
			continue
		}
		for i := 0; i < len(args); i++ {
			arg := args[i]
			switch {
			case (arg == "-I" || arg == "-isystem") && i+1 < len(args):
				i++
				p.add(arg == "-isystem", args[i])
			case strings.HasPrefix(arg, "-isystem"):
				p.add(true, strings.TrimPrefix(arg, "-isystem"))
			case strings.HasPrefix(arg, "-I"):
				p.add(false, arg[2:])
			}
		}
	}
	return p
}

func (p *profile) add(system bool, folder string) {
	if folder = filepath.Clean(strings.TrimPrefix(folder, "=")); !filepath.IsAbs(folder) {
		return
	}
	if system {
		p.system = append(p.system, folder)
	} else {
		p.include = append(p.include, folder)
	}
}

// expandProfile replaces $(NAME); what is not known is left out.
func expandProfile(value string, vars map[string]string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(value, "$(")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, ok := strings.Cut(rest, ")")
		if !ok {
			return b.String()
		}
		b.WriteString(vars[name])
		value = after
	}
}
