package cudaspace

// Listing is how the front end's catalogue lists a check in some versions.
type Listing struct {
	// Number and Tag are what the versions call it.
	Number int
	Tag    string
	// Since is the first version, Until the first that has it no more; 0 for no such bound.
	Since, Until Version
}

// catalogue has, by the number that a rule goes by, the checks that not every version makes, or not under one number. The others
// are as old as all that is known here, and still made. Those of 11.8, 12.4 and 12.5 were read off the compilers' own tables, of
// versions between these a check is taken to be made from 12.0 on where the language that it is about came with 12.0. Those of 13.0
// were asked of its compiler, those of 12.8 and 12.9 are documented.
var catalogue = map[int][]Listing{
	// Unmatched "omp end declare variant"; consteval kernels, with C++20; kernels for types local to other functions.
	20253: {{Since: 12000}},
	20254: {{Since: 12000}},
	20257: {{Since: 12000}},
	20255: {{Since: 12040}},
	20256: {{Since: 12040}},
	// __maxnreg__.
	20258: {{Since: 12040}},
	20259: {{Since: 12040, Until: 13000}},
	20260: {{Since: 12040}},
	20261: {{Since: 12040}},
	20262: {{Since: 12040}},
	// The asm operand for strings.
	20263: {{Since: 12050}},
	20264: {{Since: 12050}},
	20265: {{Since: 12050}},
	20266: {{Since: 12050}},
	20267: {{Since: 12050}},
	20268: {{Since: 12050}},
	20269: {{Since: 12050}},
	20270: {{Since: 12050}},
	// Matrix multiplication by warp groups.
	20271: {{Tag: "wgmma_mma_async_f16_not_enabled", Since: 12050, Until: 13000}, {Since: 13000}},
	20272: {{Tag: "wgmma_mma_async_f16_nonconstant_arg", Since: 12050, Until: 13000}, {Since: 13000}},
	20273: {{Tag: "wgmma_mma_async_f16_missing_args", Since: 12050, Until: 13000}, {Since: 13000}},
	20274: {{Tag: "wgmma_mma_async_f16_bad_A_type", Since: 12050, Until: 13000}, {Since: 13000}},
	20275: {{Tag: "wgmma_mma_async_f16_bad_B_type", Since: 12050, Until: 13000}, {Since: 13000}},
	20276: {{Tag: "wgmma_mma_async_f16_bad_shape", Since: 12050, Until: 13000}, {Since: 13000}},
	// #pragma nv_abi.
	20318: {{Since: 12090}},
	20319: {{Since: 12090}},
	20320: {{Since: 12090}},
	20321: {{Since: 12090}},
	20322: {{Since: 12090}},
	20323: {{Since: 12090}},
	20324: {{Since: 12090}},
	20325: {{Since: 12090}},
	20326: {{Since: 12090}},
	20327: {{Since: 12090}},
	// Kernel templates in whole-program compilation: at first announced, then made.
	20278: {{Number: 20279, Since: 12080, Until: 13000}, {Since: 13000}},
	20280: {{Number: 20281, Since: 12080, Until: 13000}, {Since: 13000}},
}

// firstBuiltins are the first and the last number of the checks that came with the functions __nv_atomic_*.
const firstBuiltins, lastBuiltins = 20288, 20314

// last124 is the last number of 12.4's catalogue, after which a number is one of a later version.
const last124 = 20262

// listings are those of the check that a rule calls by a number; none for one that all versions make.
func listings(number int) []Listing {
	switch list, ok := catalogue[number]; {
	case ok:
		return list
	case number >= firstBuiltins && number <= lastBuiltins:
		return []Listing{{Since: 12080}}
	case number > last124:
		return []Listing{{Since: 13000}}
	}
	return nil
}

// Listed is how a version lists the check that a rule calls by a number and a tag; ok is false where it makes no such check. The
// number 0 stands for a check that no version makes, and for none that a version could take away.
func Listed(number int, tag string, v Version) (l Listing, ok bool) {
	list := listings(number)
	if len(list) == 0 {
		return Listing{Number: number, Tag: tag}, true
	}
	for _, l := range list {
		if v < l.Since || l.Until != 0 && v >= l.Until {
			continue
		}
		if l.Number == 0 {
			l.Number = number
		}
		if l.Tag == "" {
			l.Tag = tag
		}
		return l, true
	}
	return Listing{}, false
}

// Span are the first version that makes a check and the first that does so no more; 0 for no such bound.
func Span(number int) (since, until Version) {
	if list := listings(number); len(list) > 0 {
		return list[0].Since, list[len(list)-1].Until
	}
	return 0, 0
}

// SameCheck reports whether two numbers name one check.
func SameCheck(a, b int) bool { return checkOf(a) == checkOf(b) }

// checkOf is the number that a rule goes by whose check some version lists under a number.
func checkOf(number int) int {
	for rule, list := range catalogue {
		for _, l := range list {
			if l.Number == number {
				return rule
			}
		}
	}
	return number
}
