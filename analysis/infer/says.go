package infer

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// says is what the text of a build file says, before anything is looked up. The functions that make it are pure.
type says struct {
	// folders may begin with here or there, and hold other variables, which stand as ${…} still.
	folders []string
	defines []define
	flags   Flags
	// cuda are files that are compiled as CUDA whatever their names.
	cuda []string
	// variables are what it has set by the end.
	variables map[string]string
}

// define is a definition that the command may have.
type define struct {
	name, value string
	how         certainty
	// made: a header that the build makes has it, for whoever includes that.
	made bool
}

// certainty tells how certain it is that files are compiled with something.
type certainty uint8

const (
	maybe  certainty = iota // a condition that nobody here decides does
	some                    // some of the files are
	always                  // all in the folder are
)

// Variables that all build systems have, by other names.
const (
	here  = "${.}" // the folder of the build file
	there = "${/}" // that of the project
)

// Bounds of what is kept of one build file.
const (
	maxSaid  = 2000
	maxWords = 200_000
)

func (s *says) folder(path string) {
	if path != "" && len(path) < 500 && len(s.folders) < maxSaid {
		s.folders = append(s.folders, path)
	}
}

var (
	identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,99}$`)
	// own are the names that compilers and headers define for themselves, include guards above all; settable are those of them that a
	// build may set.
	own      = regexp.MustCompile(`^__|(?i:_H(H|PP|XX)?_*$)`)
	settable = regexp.MustCompile(`^__(CUDA_NO_|STDC_|HIP_)`)
)

// define takes "NAME" or "NAME=VALUE".
func (s *says) define(text string, how certainty) {
	name, value, given := strings.Cut(text, "=")
	if !given {
		value = "1"
	}
	if own.MatchString(name) && !settable.MatchString(name) {
		return // a build for another compiler pretends that a header was read
	}
	if !identifier.MatchString(strings.TrimSuffix(name, "()")) || len(value) > 100 || strings.ContainsAny(value, "${}@<>\n\\\"") || len(s.defines) >= maxSaid {
		return
	}
	s.defines = append(s.defines, define{name: name, value: value, how: how})
}

var (
	standard     = regexp.MustCompile(`^(?:-std=|--std=|/std:|cuda_std_|cxx_std_)(?:c\+\+|gnu\+\+)?(11|14|17|20|23)$`)
	architecture = regexp.MustCompile(`(?:compute|sm)_([5-9][0-9]|1[0-9][0-9])[af]?\b`)
)

// standardOf is the language version that an option or a feature asks for, 0 for none.
func standardOf(word string) int {
	found := standard.FindStringSubmatch(word)
	if found == nil {
		return 0
	}
	std, _ := strconv.Atoi(found[1])
	return std
}

// word takes a word of a command line, and the one after it. It reports whether that was part of it.
func (s *says) word(word, next string, how certainty) (both bool) {
	switch strings.TrimLeft(word, "-") {
	case "extended-lambda", "expt-extended-lambda":
		s.flags.ExtendedLambda = true
	case "expt-relaxed-constexpr":
		s.flags.RelaxedConstexpr = true
	case "rdc=true", "relocatable-device-code=true":
		s.flags.RDC = true
	}
	if std := standardOf(word); std != 0 {
		s.flags.Std = max(s.flags.Std, std)
		return false
	}
	for _, found := range architecture.FindAllStringSubmatch(word, 20) {
		s.flags.arch(found[1])
	}
	for _, option := range []string{"-I", "-isystem", "-iquote"} {
		rest, ok := strings.CutPrefix(word, option)
		switch {
		case !ok:
		case rest == "":
			s.folder(next)
			return true
		default:
			s.folder(strings.TrimPrefix(rest, "="))
			return false
		}
	}
	if rest, ok := strings.CutPrefix(word, "-D"); ok {
		if rest == "" {
			s.define(next, how)
			return true
		}
		s.define(rest, how)
	}
	return false
}

var (
	suppressed = regexp.MustCompile(`-diag[-_]suppress(?:=|[\s"',;]+)(\w+(?:,\w+)*)`)
	deprecated = regexp.MustCompile(`(-Xcompiler(?:=|[\s"',;]+)[^\s"']*)?-Wno-deprecated-declarations\b`)
)

// silences takes the warnings that a text switches off. An option and its value may be two strings or two items of a list.
func (s *says) silences(text string) {
	for _, found := range suppressed.FindAllStringSubmatch(text, maxSaid) {
		for warning := range strings.SplitSeq(found[1], ",") {
			s.flags.silence(warning)
		}
	}
	for _, found := range deprecated.FindAllStringSubmatch(text, maxSaid) {
		s.flags.NoDeprecated = true
		if found[1] == "" { // not for the host compiler alone
			s.flags.silence("deprecated_entity")
			s.flags.silence("deprecated_entity_with_custom_message")
		}
	}
}

// commands takes every word of a text that looks like one of a command line.
func (s *says) commands(text string, how certainty) {
	s.silences(text)
	words := strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(" \t\r\n\"'`,;[]", r) || r == utf8.RuneError
	})
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	for i := 0; i < len(words); i++ {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if (words[i][0] == '-' || strings.Contains(words[i], "compute_")) && s.word(strings.TrimRight(words[i], ")"), strings.TrimRight(next, ")"), how) {
			i++
		}
	}
}

var (
	pythonJoin    = regexp.MustCompile(`(?:os\.path\.join|Path)\(([^()]{0,400})\)((?:\s*/\s*["'][^"'\n]{1,200}["'])*)`)
	pythonSlashes = regexp.MustCompile(`\b[A-Za-z_]\w*((?:\s*/\s*["'][^"'\n]{1,200}["'])+)`)
	pythonString  = regexp.MustCompile(`["']([^"'\n]{1,200})["']`)
	pythonMacros  = regexp.MustCompile(`define_macros\s*\+?=\s*\[([^\]]*)\]`)
	pythonPair    = regexp.MustCompile(`\(\s*["'](\w+)["']\s*,\s*(?:["']([^"'\n]{0,100})["']|None|True)\s*\)`)
)

// readPython reads a setup.py or its like: folders are those of its strings that are folders of the project, and paths joined of
// strings.
func readPython(text string, _ map[string]string) says {
	var s says
	join := func(text string) string {
		var path []string
		for _, found := range pythonString.FindAllStringSubmatch(text, 20) {
			path = append(path, found[1])
		}
		return strings.Join(path, "/")
	}
	for _, found := range pythonJoin.FindAllStringSubmatch(text, maxSaid) {
		s.folder(join(found[1] + " " + found[2]))
	}
	for _, found := range pythonSlashes.FindAllStringSubmatch(text, maxSaid) {
		s.folder(join(found[1]))
	}
	for _, found := range pythonString.FindAllStringSubmatch(text, maxSaid) {
		if !strings.ContainsAny(found[1], " *?<>|={}") {
			s.folder(found[1])
		}
	}
	for _, found := range pythonMacros.FindAllStringSubmatch(text, maxSaid) {
		for _, pair := range pythonPair.FindAllStringSubmatch(found[1], maxSaid) {
			if value := pair[2]; value != "" {
				s.define(pair[1]+"="+value, maybe)
			} else {
				s.define(pair[1], maybe)
			}
		}
	}
	s.commands(text, maybe)
	return s
}

var (
	rustFolder = regexp.MustCompile(`\.include(?:_path)?\(\s*"([^"\n]{1,200})"`)
	rustDefine = regexp.MustCompile(`\.define\(\s*"(\w+)"\s*,\s*(?:"([^"\n]{0,100})"|None)`)
	rustStd    = regexp.MustCompile(`\.std\(\s*"(c\+\+\d\d)"`)
)

// readRust reads a build.rs: what it calls of the crates that compile C++ and CUDA, and the command lines among its strings.
func readRust(text string, _ map[string]string) says {
	var s says
	for _, found := range rustFolder.FindAllStringSubmatch(text, maxSaid) {
		s.folder(found[1])
	}
	for _, found := range rustDefine.FindAllStringSubmatch(text, maxSaid) {
		if value := found[2]; value != "" {
			s.define(found[1]+"="+value, maybe)
		} else {
			s.define(found[1], maybe)
		}
	}
	for _, found := range rustStd.FindAllStringSubmatch(text, maxSaid) {
		s.word("-std="+found[1], "", maybe)
	}
	s.commands(text, maybe)
	s.flags.DeviceOnly = strings.Contains(text, "build_ptx(")
	return s
}

var (
	bazelList    = regexp.MustCompile(`(includes|local_defines|defines)\s*=\s*\[([^\]]*)\]`)
	bazelPrefix  = regexp.MustCompile(`strip_include_prefix\s*=\s*["']/?([^"'\n]{0,200})["']`)
	mesonFolders = regexp.MustCompile(`include_directories\(([^()]*)\)`)
	vcxFolders   = regexp.MustCompile(`<AdditionalIncludeDirectories>([^<]*)</`)
	vcxDefines   = regexp.MustCompile(`<(?:PreprocessorDefinitions|Defines)>([^<]*)</`)
	vcxVariable  = regexp.MustCompile(`\$\((\w+)\)`)
)

// readBazel reads a BUILD file or a .bzl.
func readBazel(text string, _ map[string]string) says {
	var s says
	for _, found := range bazelList.FindAllStringSubmatch(text, maxSaid) {
		for _, item := range pythonString.FindAllStringSubmatch(found[2], maxSaid) {
			if found[1] == "includes" {
				s.folder(item[1])
			} else {
				s.define(item[1], maybe)
			}
		}
	}
	if strings.Contains(text, "strip_include_prefix") {
		for _, found := range bazelPrefix.FindAllStringSubmatch(text, maxSaid) {
			s.folder(found[1])
		}
	}
	s.commands(text, maybe)
	return s
}

// readMeson reads a meson.build.
func readMeson(text string, _ map[string]string) says {
	var s says
	for _, found := range mesonFolders.FindAllStringSubmatch(text, maxSaid) {
		for _, item := range pythonString.FindAllStringSubmatch(found[1], maxSaid) {
			s.folder(item[1])
		}
	}
	s.commands(text, maybe)
	return s
}

// readVisualStudio reads a .vcxproj or a property sheet.
func readVisualStudio(text string, _ map[string]string) says {
	var s says
	for _, found := range vcxFolders.FindAllStringSubmatch(text, maxSaid) {
		for path := range strings.SplitSeq(found[1], ";") {
			path = strings.ReplaceAll(strings.TrimSpace(path), `\`, "/")
			path = strings.NewReplacer("$(ProjectDir)", here+"/", "$(SolutionDir)", there+"/", "$(MSBuildThisFileDirectory)", here+"/").Replace(path)
			s.folder(vcxVariable.ReplaceAllString(path, "$${$1}"))
		}
	}
	for _, found := range vcxDefines.FindAllStringSubmatch(text, maxSaid) {
		for item := range strings.SplitSeq(found[1], ";") {
			s.define(strings.TrimSpace(item), maybe)
		}
	}
	s.commands(strings.NewReplacer("&quot;", `"`, "<", " ", ">", " ").Replace(text), maybe)
	return s
}

var (
	luaComment = regexp.MustCompile(`(?m)^[ \t]*--.*$`)
	luaCall    = regexp.MustCompile(`\b(?:add_|set_)?(includedirs|sysincludedirs|externalincludedirs|defines|languages|cppdialect|cugencodes)\s*[({]?((?:\s*,?\s*["'][^"'\n]{1,200}["'])+)`)
	luaFolders = strings.NewReplacer("$(projectdir)", there, "$(scriptdir)", here)
)

// readLua reads what xmake or premake is told.
func readLua(text string, _ map[string]string) says {
	var s says
	text = luaComment.ReplaceAllString(text, "")
	for _, found := range luaCall.FindAllStringSubmatch(text, maxSaid) {
		for _, item := range pythonString.FindAllStringSubmatch(found[2], maxSaid) {
			switch found[1] {
			case "defines":
				s.define(item[1], maybe)
			case "languages", "cppdialect":
				s.word("-std="+strings.ReplaceAll(strings.ToLower(item[1]), "xx", "++"), "", maybe)
			case "cugencodes":
				s.word(item[1], "", maybe)
			default:
				s.folder(luaFolders.Replace(item[1]))
			}
		}
	}
	s.commands(text, maybe)
	return s
}

var configured = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(?:cmakedefine(01)?|mesondefine|undef)[ \t]+([A-Za-z_]\w*)`)

// readTemplate reads a header from which a build makes the real one: what it may define.
func readTemplate(text string, _ map[string]string) says {
	var s says
	for _, found := range configured.FindAllStringSubmatch(text, maxSaid) {
		s.define(found[2], maybe)
	}
	return s
}
