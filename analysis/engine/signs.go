package engine

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// plain is the host pass's text as the command has it that the text may change.
type plain struct {
	command *toolchain.Command
	config  *preprocess.Config
	unit    *preprocess.Unit
	hip     *plain // the same for HIP, where that was looked at
}

// readPlain reads the host pass's text by a command; was is what was read so of the version before.
func (e *Engine) readPlain(ctx context.Context, f *source.File, c *toolchain.Command, was *plain) (*plain, error) {
	if was == nil || was.command != c && !reflect.DeepEqual(was.command, c) {
		was = &plain{command: c, config: toolchain.Config(c, toolchain.HostPass, c.Archs[0])}
	}
	pp, err := preprocess.ExpandFrom(ctx, e.cache, f, was.config, was.unit)
	if err != nil {
		return nil, err
	}
	return &plain{was.command, was.config, pp, was.hip}, nil
}

// followText makes of a command, where nothing tells the version of the language, that of CUDA, the compiler or what it makes, one for what
// the text is certainly for. read is the host pass's text where that was looked at, and of the version before what was.
func (e *Engine) followText(ctx context.Context, in *workspace.Input, was *plain) (read *plain, err error) {
	c := in.Command
	open := undecided(c)
	if open == (found{}) {
		return nil, nil
	}
	if read, err = e.readPlain(ctx, in.File, c, was); err != nil {
		return nil, err
	}
	text := signs{in: e.cache.Interner()}
	tells := open.by(text.unit(read.unit))
	if tells == (found{}) {
		return read, nil
	}
	follows := *c
	if tells.std20 {
		follows.Std, follows.StdGiven = 20, true
	}
	if tells.cuda11 {
		follows.ByText = lastTextures
	}
	if tells.hip {
		hip := follows
		hip.Dialect, hip.Toolkit = toolchain.HIP, nil // CUDA's headers are none of HIP's
		// Those that nvcc includes before the text are not entered again there, so that only here it shows who includes them too: HIP's
		// headers stand for CUDA's with nvcc.
		if read.hip, err = e.readPlain(ctx, in.File, &hip, read.hip); err != nil {
			return nil, err
		}
		if !text.unit(read.hip.unit).cuda {
			follows = hip
		}
	}
	if tells.optix {
		// It is made into PTX, by nvcc or while a program runs: by NVRTC, as a rule with --device-as-default-execution-space.
		follows.DeviceOnly, follows.DeviceDefault = true, true
	}
	in.Command = &follows
	return read, nil
}

// lastTextures is the last version of CUDA that has texture references.
const lastTextures cudaspace.Version = 11080

// signs looks for what only some versions have.
type signs struct{ in *token.Interner }

// found is what was seen.
type found struct {
	std20     bool // what only C++20 has
	cuda11    bool // texture references, which CUDA 12 has no more
	hip, cuda bool // an #include of HIP's headers, of CUDA's
	optix     bool // what OptiX calls by its name
}

// undecided is what a command leaves to its text.
func undecided(c *toolchain.Command) found {
	return found{
		std20:  !c.Given && !c.StdGiven && c.Std < 20,
		cuda11: c.Toolkit == nil && !c.VersionKnown(),
		hip:    !c.Given && !c.DialectGiven && c.Dialect == toolchain.NVCC,
		optix:  !c.Given && !c.DeviceOnly && !c.DeviceDefault,
	}
}

// by is what of f a text tells.
func (f found) by(text found) found {
	return found{
		std20: f.std20 && text.std20, cuda11: f.cuda11 && text.cuda11, hip: f.hip && text.hip && !text.cuda, optix: f.optix && text.optix,
	}
}

// include adds what the name of a header tells.
func (f *found) include(name string) {
	f.std20 = f.std20 || slices.Contains(headers20, name)
	f.hip = f.hip || strings.HasPrefix(name, "hip/")
	f.cuda = f.cuda || strings.HasPrefix(name, "cuda") && strings.HasSuffix(name, ".h")
}

// unit is what a person's own text in a unit has.
func (s signs) unit(pp *preprocess.Unit) (out found) {
	own := func(inclusion int) bool { return inclusion >= 0 && !pp.Inclusions[inclusion].System }
	for i := range pp.Inclusions {
		if inc := &pp.Inclusions[i]; inc.System && own(inc.Parent) {
			out.include(s.name(inc, pp))
		}
	}
	for i := range pp.Missing {
		if m := &pp.Missing[i]; own(m.Inclusion) {
			out.include(m.Name)
		}
	}
	for i := range pp.Segments {
		if seg := &pp.Segments[i]; own(seg.Inclusion) {
			has := s.segment(seg.Segment)
			out.std20, out.cuda11, out.optix = out.std20 || has.std20, out.cuda11 || has.cuda11, out.optix || has.optix
		}
	}
	return out
}

// name is the header's name as its includer writes it.
func (s signs) name(inc *preprocess.Inclusion, pp *preprocess.Unit) string {
	return strings.Trim(string(pp.Inclusions[inc.Parent].File.Slice(inc.At)), "<>\"")
}

type signsKey struct{}

func (s signs) segment(seg *preprocess.Segment) found {
	return seg.Derived.Get(signsKey{}, func() any {
		return found{std20: s.std20(seg.Toks), cuda11: s.textures(seg.Toks), optix: s.optix(seg.Toks)}
	}).(found)
}

// optix reports whether a text defines what OptiX finds by the beginning of its name.
func (s signs) optix(toks []token.Token) bool {
	for i, t := range toks {
		if t.Kind == token.Ident && i+1 < len(toks) && toks[i+1].Kind == token.LParen &&
			slices.ContainsFunc(optixPrograms, func(prefix string) bool { return strings.HasPrefix(s.in.Text(t.Sym), prefix) }) {
			return true
		}
	}
	return false
}

// optixPrograms is how the names of functions begin that OptiX runs.
var optixPrograms = []string{
	"__anyhit__", "__closesthit__", "__continuation_callable__", "__direct_callable__", "__exception__", "__intersection__", "__miss__",
	"__raygen__",
}

// textures reports whether a text declares a texture reference, or binds one.
func (s signs) textures(toks []token.Token) bool {
	for i, t := range toks {
		if t.Kind != token.Ident || i > 0 && (toks[i-1].Kind == token.ColonCol || toks[i-1].Kind == token.Dot) {
			continue
		}
		switch s.in.Text(t.Sym) {
		case "cudaBindTexture", "cudaBindTexture2D", "cudaBindTextureToArray", "cudaUnbindTexture":
			return true
		case "texture":
			if i+1 < len(toks) && toks[i+1].Kind == token.Less && s.readMode(toks[i+2:]) {
				return true
			}
		}
	}
	return false
}

// readMode reports whether template arguments, up to the first '>', tell how a texture is read, or its shape.
func (s signs) readMode(args []token.Token) bool {
	for _, t := range args {
		switch {
		case t.Kind == token.Greater || t.Kind == token.Semi:
			return false
		case t.Kind == token.Ident:
			if text := s.in.Text(t.Sym); strings.HasPrefix(text, "cudaReadMode") || strings.HasPrefix(text, "cudaTextureType") {
				return true
			}
		}
	}
	return false
}

// std20 reports whether a text is certainly C++20.
func (s signs) std20(toks []token.Token) bool {
	at := func(i int) token.Token {
		if i < 0 || i >= len(toks) {
			return token.Token{}
		}
		return toks[i]
	}
	is := func(i int, kinds ...token.Kind) bool { return slices.Contains(kinds, at(i).Kind) }
	text := func(i int) string { return s.in.Text(at(i).Sym) }
	for i, t := range toks {
		sign := false
		switch t.Kind {
		case token.Spaceship:
			sign = true
		case token.Less: // []<class T>
			sign = is(i-1, token.RBracket) && (text(i+1) == "class" || text(i+1) == "typename")
		case token.Ident:
			switch s.in.Text(t.Sym) {
			case "concept":
				sign = is(i+1, token.Ident) && is(i+2, token.Assign)
			case "requires":
				sign = is(i-1, token.Greater, token.RParen, token.Assign, token.AndAnd, token.OrOr, token.Not, token.LParen) &&
					is(i+1, token.Ident, token.LParen, token.LBrace, token.Not)
			case "consteval", "constinit":
				sign = is(i+1, token.Ident)
			case "co_await", "co_yield", "co_return":
				sign = true
			case "enum":
				sign = text(i-1) == "using"
			case "std":
				sign = is(i+1, token.ColonCol) && is(i+2, token.Ident) && text(i-2) != "cuda" && slices.Contains(names20, text(i+2))
			}
		}
		if sign {
			return true
		}
	}
	return false
}

// headers20 are the headers of C++20's library.
var headers20 = []string{
	"barrier", "bit", "compare", "concepts", "coroutine", "format", "latch", "numbers", "ranges", "semaphore", "source_location",
	"span", "stop_token", "syncstream",
}

// names20 are names that C++20's library declares and no earlier one does.
var names20 = []string{
	"bit_cast", "bit_ceil", "bit_floor", "bit_width", "common_reference_with", "constructible_from", "convertible_to",
	"copy_constructible", "coroutine_handle", "countl_zero", "countr_zero", "default_initializable", "derived_from",
	"equality_comparable", "floating_point", "has_single_bit", "integral", "invocable", "is_constant_evaluated", "jthread",
	"move_constructible", "partial_ordering", "popcount", "predicate", "ranges", "regular", "remove_cvref", "remove_cvref_t",
	"same_as", "semiregular", "signed_integral", "source_location", "span", "ssize", "stop_token", "strong_ordering",
	"suspend_always", "suspend_never", "to_address", "to_array", "totally_ordered", "type_identity", "type_identity_t",
	"unsigned_integral", "weak_ordering",
}
