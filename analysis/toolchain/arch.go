package toolchain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cudals/cudaspace"
)

// archSet collects what -arch, -code and -gencode ask for.
type archSet struct {
	archs    []int
	features map[int]byte
	// unknown: something was asked for that only a machine with a GPU knows (native) or that was not understood.
	unknown bool
}

// add takes one architecture as nvcc spells it: sm_80, compute_90a, lto_75, or a group (all, all-major, native).
func (s *archSet) add(spelling string, release *cudaspace.Release) error {
	spelling = strings.TrimSpace(unquote(strings.TrimSpace(spelling)))
	switch spelling {
	case "all":
		s.archs = append(s.archs, release.Archs...)
		return nil
	case "all-major":
		s.archs = append(s.archs, release.MajorArchs()...)
		return nil
	case "native":
		s.unknown = true
		return nil
	}
	arch, feature, err := parseArch(spelling)
	if err != nil {
		s.unknown = true
		return err
	}
	s.archs = append(s.archs, arch)
	if feature != 0 {
		if s.features == nil {
			s.features = map[int]byte{}
		}
		s.features[arch] = feature
	}
	return nil
}

// parseArch reads sm_NN, compute_NN and lto_NN, with the letter of a feature set or without.
func parseArch(spelling string) (arch int, feature byte, err error) {
	digits := spelling
	found := false
	for _, prefix := range []string{"sm_", "compute_", "lto_"} {
		if rest, ok := strings.CutPrefix(spelling, prefix); ok {
			digits, found = rest, true
		}
	}
	if n := len(digits); found && n > 1 && (digits[n-1] == 'a' || digits[n-1] == 'f') {
		digits, feature = digits[:n-1], digits[n-1]
	}
	arch, err = strconv.Atoi(digits)
	if !found || err != nil || arch < 10 || arch > 999 || digits[0] == '+' {
		return 0, 0, fmt.Errorf("unknown architecture %q", spelling)
	}
	return arch, feature, nil
}

// generateCode takes the value of -gencode: arch=compute_80,code=[sm_80,compute_80], the code part also in quotes.
func (s *archSet) generateCode(value string, release *cudaspace.Release) error {
	var virtual string
	key := ""
	for _, item := range splitList(value) {
		item = strings.TrimSpace(item)
		k, v, ok := strings.Cut(item, "=")
		if ok {
			key = strings.TrimSpace(k)
		} else {
			v = item // code=sm_80,compute_80 goes on after the comma
		}
		v = strings.Trim(strings.TrimSpace(v), `[]"'\ `)
		switch key {
		case "arch":
			virtual = v
		case "code": // what is generated beside, for no pass of its own
		default:
			return fmt.Errorf("unknown -gencode keyword in %q", value)
		}
	}
	if virtual == "" {
		return fmt.Errorf("no arch= in -gencode %q", value)
	}
	// The device pass runs once for each virtual architecture: __CUDA_ARCH__ is that of arch=, whatever the code is.
	return s.add(virtual, release)
}

// list is the set in ascending order without duplicates.
func (s *archSet) list() []int {
	list := slices.Clone(s.archs)
	slices.Sort(list)
	return slices.Compact(list)
}
