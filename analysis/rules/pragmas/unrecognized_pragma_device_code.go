package pragmas

import (
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var unrecognizedPragmaDeviceCode = &check.Rule{
	Slug: "unrecognized-pragma-device-code", Number: 20199, Tag: "unrecognized_pragma_device_code",
	Title:    "A pragma in device code that the compiler does not know",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "pragma-directives", Chapter: "Device code",
	What: `Reports a pragma that nvcc does not know in the body of a function or lambda that is compiled for the device, used or not. The bodies
of templates, and of members defined in their class, are not looked at.`,
	Why: `The pragma is ignored, as other compilers' pragmas are, and as misspelled ones are.`,
	Instead: `Remove it, or keep it from the device compilation with ~#ifndef __CUDA_ARCH__~. The pragmas of diagnostics are spelled
~nv_diag_suppress~ and the like; loops are kept from being unrolled by ~#pragma unroll 1~.`,
	Bad: `
__global__ void scale(float *v, int n) {
#pragma ivdep
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Good: `
__global__ void scale(float *v, int n) {
#pragma unroll
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Check: func(p *check.Pass) {
		kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
			word, _, _ := strings.Cut(c.Text, " ")
			word, _, _ = strings.Cut(word, "(")
			if ascii := word != "" && (word[0]|0x20 >= 'a' && word[0]|0x20 <= 'z' || word[0] == '_'); !ascii || knownPragmas[word] || word == "nv_abi" && p.Command.Release().ABIPragma || !readAtOnce(c.Func) {
				return
			}
			p.Report(kit.InBody(p, c, "#pragma "+word, pragmaAdvice(word)))
		}, sema.Pragma)
	},
}

// knownPragmas are those that nvcc 12.4's front end knows, by their first word.
var knownPragmas = map[string]bool{
	"GCC": true, "STDC": true, "can_instantiate": true, "define_type_info": true, "do_not_instantiate": true, "hd_warning_disable": true,
	"hdrstop": true, "ident": true, "instantiate": true, "message": true, "no_pch": true, "nv_diag_default": true, "nv_diag_error": true,
	"nv_diag_once": true, "nv_diag_remark": true, "nv_diag_suppress": true, "nv_diag_warning": true, "nv_diagnostic": true,
	"nv_exec_check_disable": true, "omp": true, "once": true, "pack": true, "pop_macro": true, "push_macro": true,
	"redefine_extname": true, "unroll": true,
}

func pragmaAdvice(word string) string {
	switch {
	case strings.HasPrefix(word, "diag_"):
		return "nvcc does not know it; write nv_" + word
	case word == "nounroll":
		return "nvcc does not know it; write unroll 1"
	}
	return "nvcc does not know it and ignores it"
}

// readAtOnce reports whether the front end reads a body where it stands: no template's, and of no member that is defined in its
// class. A lambda is read with the function around it.
func readAtOnce(f *sema.Func) bool {
	for f.Closure != nil {
		if f.Template != nil {
			return false
		}
		if f.Closure.InMemberInit || f.Closure.InDefaultArg {
			return false
		}
		if f.Closure.Func == nil {
			return true
		}
		f = f.Closure.Func
	}
	if f.Template != nil && !f.Specialization || len(f.Decls) == 0 {
		return false
	}
	for c := f.MemberOf; c != nil; c, _ = c.Parent().(*sema.Class) {
		if c.Template != nil {
			return false
		}
	}
	for _, d := range f.Decls {
		if d.Body != nil && (d.InClass || d.FriendIn != nil) {
			return false
		}
	}
	return true
}
