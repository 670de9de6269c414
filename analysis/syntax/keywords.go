package syntax

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// A code is a token's meaning for the parser: its token.Kind, or for an identifier that is a keyword one of the codes
// below. Spellings that mean the same (const, __const__) share a code, alternative tokens have that of their operator.
type code uint8

const firstKeyword code = 80

// The keywords.
const (
	kAlignas code = firstKeyword + iota
	kAlignof
	kAsm
	kAttribute
	kDeclspec
	kAuto
	kBitCast
	kBool
	kBreak
	kBuiltinType // a fundamental type in one word beyond the standard's: see builtinTypes
	kCase
	kCatch
	kChar
	kClass
	kCoAwait
	kCoReturn
	kCoYield
	kComplex
	kConcept
	kConst
	kConstCast
	kConsteval
	kConstexpr
	kConstinit
	kContinue
	kCUDA // one of CUDA's specifiers: see keywords.cuda
	kDecltype
	kDefault
	kDelete
	kDo
	kDouble
	kDynamicCast
	kElse
	kEnum
	kExplicit
	kExport
	kExtension
	kExtern
	kFalse
	kFloat
	kFor
	kFriend
	kGoto
	kIf
	kInline
	kInt
	kInt128
	kLong
	kMutable
	kNamespace
	kNew
	kNoexcept
	kNoreturn
	kNullptr
	kOffsetof
	kOperator
	kPrivate
	kProtected
	kPublic
	kReal
	kRegister
	kReinterpretCast
	kRequires
	kRestrict
	kReturn
	kShort
	kSigned
	kSizeof
	kStatic
	kStaticAssert
	kStaticCast
	kStruct
	kSwitch
	kTemplate
	kThis
	kThreadLocal
	kThrow
	kTrait
	kTransform
	kTrue
	kTry
	kTypedef
	kTypeid
	kTypename
	kTypeof
	kUnion
	kUnsigned
	kUsing
	kVaArg
	kVirtual
	kVoid
	kVolatile
	kWhile
)

var keywordCodes = map[string]code{
	"alignas": kAlignas, "_Alignas": kAlignas,
	"alignof": kAlignof, "__alignof": kAlignof, "__alignof__": kAlignof, "_Alignof": kAlignof,
	"asm": kAsm, "__asm": kAsm, "__asm__": kAsm,
	"__attribute__": kAttribute, "__attribute": kAttribute, "__declspec": kDeclspec,
	"auto": kAuto, "__auto_type": kAuto, "__builtin_bit_cast": kBitCast,
	"bool": kBool, "_Bool": kBool, "break": kBreak, "case": kCase, "catch": kCatch, "char": kChar,
	"wchar_t": kBuiltinType, "char8_t": kBuiltinType, "char16_t": kBuiltinType, "char32_t": kBuiltinType,
	"__float128": kBuiltinType, "_Float128": kBuiltinType, "_Float16": kBuiltinType, "_Float32": kBuiltinType,
	"_Float64": kBuiltinType, "_Float32x": kBuiltinType, "_Float64x": kBuiltinType, "__builtin_va_list": kBuiltinType,
	"__int128_t": kBuiltinType, "__uint128_t": kBuiltinType,
	"class": kClass, "co_await": kCoAwait, "co_return": kCoReturn, "co_yield": kCoYield,
	"_Complex": kComplex, "__complex__": kComplex, "concept": kConcept,
	"const": kConst, "__const": kConst, "__const__": kConst, "const_cast": kConstCast,
	"consteval": kConsteval, "constexpr": kConstexpr, "constinit": kConstinit, "continue": kContinue,
	"decltype": kDecltype, "__decltype": kDecltype, "default": kDefault, "delete": kDelete, "do": kDo, "double": kDouble,
	"dynamic_cast": kDynamicCast, "else": kElse, "enum": kEnum, "explicit": kExplicit, "export": kExport,
	"__extension__": kExtension, "extern": kExtern, "false": kFalse, "float": kFloat, "for": kFor, "friend": kFriend,
	"goto": kGoto, "if": kIf, "inline": kInline, "__inline": kInline, "__inline__": kInline, "int": kInt, "__int128": kInt128,
	"long": kLong, "mutable": kMutable, "namespace": kNamespace, "new": kNew, "noexcept": kNoexcept, "_Noreturn": kNoreturn,
	"nullptr": kNullptr, "__null": kNullptr, "__builtin_offsetof": kOffsetof, "operator": kOperator, "private": kPrivate,
	"protected": kProtected, "public": kPublic, "__real__": kReal, "__real": kReal, "__imag__": kReal, "__imag": kReal,
	"register": kRegister, "reinterpret_cast": kReinterpretCast, "requires": kRequires, "__restrict": kRestrict,
	"__restrict__": kRestrict, "return": kReturn, "short": kShort, "signed": kSigned, "__signed": kSigned,
	"__signed__": kSigned, "sizeof": kSizeof, "static": kStatic, "static_assert": kStaticAssert,
	"_Static_assert": kStaticAssert, "static_cast": kStaticCast, "struct": kStruct, "switch": kSwitch,
	"template": kTemplate, "this": kThis, "thread_local": kThreadLocal, "__thread": kThreadLocal, "throw": kThrow,
	"true": kTrue, "try": kTry, "typedef": kTypedef, "typeid": kTypeid, "typename": kTypename, "typeof": kTypeof,
	"__typeof": kTypeof, "__typeof__": kTypeof, "union": kUnion, "unsigned": kUnsigned, "using": kUsing,
	"__builtin_va_arg": kVaArg, "virtual": kVirtual, "void": kVoid, "volatile": kVolatile, "__volatile": kVolatile,
	"__volatile__": kVolatile, "while": kWhile,

	"and": code(token.AndAnd), "or": code(token.OrOr), "not": code(token.Not), "bitand": code(token.Amp),
	"bitor": code(token.Pipe), "xor": code(token.Caret), "compl": code(token.Tilde), "and_eq": code(token.AmpEq),
	"or_eq": code(token.PipeEq), "xor_eq": code(token.CaretEq), "not_eq": code(token.NotEq),
}

var builtinTypes = map[string]ast.BuiltinKind{
	"wchar_t": ast.WChar, "char8_t": ast.Char8, "char16_t": ast.Char16, "char32_t": ast.Char32,
	"__float128": ast.Float128, "_Float128": ast.Float128, "_Float16": ast.Float16, "_Float32": ast.Float,
	"_Float64": ast.Double, "_Float32x": ast.Double, "_Float64x": ast.LongDouble, "__builtin_va_list": ast.VaList,
	"__int128_t": ast.Int128, "__uint128_t": ast.UInt128,
}

// Traits are the builtin functions over types that gcc and nvcc know; they count as such in front of a parenthesis only.
var traits = []string{
	"__is_abstract", "__is_aggregate", "__is_array", "__is_assignable", "__is_base_of", "__is_bounded_array", "__is_class",
	"__is_constructible", "__is_convertible", "__is_convertible_to", "__is_destructible", "__is_empty", "__is_enum",
	"__is_final", "__is_function", "__is_invocable", "__is_layout_compatible", "__is_literal_type",
	"__is_member_function_pointer", "__is_member_object_pointer", "__is_member_pointer", "__is_nothrow_assignable",
	"__is_nothrow_constructible", "__is_nothrow_convertible", "__is_nothrow_destructible", "__is_nothrow_invocable",
	"__is_object", "__is_pod", "__is_pointer_interconvertible_base_of", "__is_polymorphic", "__is_reference", "__is_same",
	"__is_same_as", "__is_scoped_enum", "__is_standard_layout", "__is_trivial", "__is_trivially_assignable",
	"__is_trivially_constructible", "__is_trivially_copyable", "__is_trivially_destructible", "__is_union",
	"__is_unbounded_array", "__is_virtual_base_of", "__has_nothrow_assign", "__has_nothrow_constructor",
	"__has_nothrow_copy", "__has_trivial_assign", "__has_trivial_constructor", "__has_trivial_copy",
	"__has_trivial_destructor", "__has_unique_object_representations", "__has_virtual_destructor",
	"__reference_binds_to_temporary", "__reference_constructs_from_temporary", "__reference_converts_from_temporary",
	"__builtin_types_compatible_p", "__array_rank", "__array_extent",
}

var transforms = []string{
	"__underlying_type", "__remove_cv", "__remove_const", "__remove_volatile", "__remove_reference", "__remove_reference_t",
	"__remove_cvref", "__remove_pointer", "__add_pointer", "__add_lvalue_reference", "__add_rvalue_reference", "__decay",
	"__make_signed", "__make_unsigned", "__remove_extent", "__remove_all_extents",
}

// CUDA's specifiers as keywords, and as attribute names without the underscores around.
var cudaKeywords = map[string]ast.CUDAKind{
	"__host__": ast.SpecHost, "__device__": ast.SpecDevice, "__global__": ast.SpecGlobal, "__constant__": ast.SpecConstant,
	"__shared__": ast.SpecShared, "__managed__": ast.SpecManaged, "__grid_constant__": ast.SpecGridConstant,
	"__launch_bounds__": ast.SpecLaunchBounds, "__cluster_dims__": ast.SpecClusterDims, "__maxnreg__": ast.SpecMaxnreg,
	"__block_size__": ast.SpecBlockSize, "__noinline__": ast.SpecNoInline, "__forceinline__": ast.SpecForceInline,
	"__forceinline": ast.SpecForceInline, "__device_builtin_texture_type__": ast.SpecTexture,
	"__device_builtin_surface_type__": ast.SpecSurface, "__device_builtin__": ast.SpecBuiltin,
	"__cudart_builtin__": ast.SpecBuiltin, "__nv_pure__": ast.SpecNVPure,
	"__nv_register_params__": ast.SpecRegisterParams, "__nv_parent": ast.SpecParent,
}

var cudaAttributes = map[string]ast.CUDAKind{
	"host": ast.SpecHost, "device": ast.SpecDevice, "global": ast.SpecGlobal, "constant": ast.SpecConstant,
	"shared": ast.SpecShared, "managed": ast.SpecManaged, "grid_constant": ast.SpecGridConstant,
	"launch_bounds": ast.SpecLaunchBounds, "cluster_dims": ast.SpecClusterDims, "maxnreg": ast.SpecMaxnreg,
	"block_size": ast.SpecBlockSize, "local_maxnreg": ast.SpecLocalMaxnreg, "noinline": ast.SpecNoInline, "forceinline": ast.SpecForceInline,
	"device_builtin_texture_type": ast.SpecTexture, "device_builtin_surface_type": ast.SpecSurface,
	"device_builtin": ast.SpecBuiltin, "cudart_builtin": ast.SpecBuiltin, "nv_pure": ast.SpecNVPure,
	"nv_register_params": ast.SpecRegisterParams, tileGlobal: ast.SpecGlobal,
}

// tileGlobal is the attribute behind __tile_global__, a __global__ whose body is tile code.
const tileGlobal = "tile_global"

// language is what the parser knows of an interner's spellings.
type language struct {
	codes    []code // by Sym; 0 for no keyword
	cuda     map[token.Sym]ast.CUDAKind
	builtins map[token.Sym]ast.BuiltinKind

	override, final token.Sym
	quotedC         token.Sym
}

type languageKey struct{}

// languageOf returns the tables for an interner; they are made once for each.
func languageOf(in *token.Interner) *language {
	return in.Memo(languageKey{}, func() any { return newLanguage(in) }).(*language)
}

func newLanguage(in *token.Interner) *language {
	l := &language{cuda: map[token.Sym]ast.CUDAKind{}, builtins: map[token.Sym]ast.BuiltinKind{}}
	set := func(text string, c code) {
		s := in.Sym(text)
		for int(s) >= len(l.codes) {
			l.codes = append(l.codes, make([]code, int(s)+64-len(l.codes))...)
		}
		l.codes[s] = c
	}
	for text, c := range keywordCodes {
		set(text, c)
	}
	for _, text := range traits {
		set(text, kTrait)
	}
	for _, text := range transforms {
		set(text, kTransform)
	}
	for text, kind := range cudaKeywords {
		set(text, kCUDA)
		l.cuda[in.Sym(text)] = kind
	}
	for text, kind := range builtinTypes {
		l.builtins[in.Sym(text)] = kind
	}
	l.override, l.final, l.quotedC = in.Sym("override"), in.Sym("final"), in.Sym(`"C"`)
	return l
}

// code is the meaning of a token.
func (l *language) code(t token.Token) code {
	if t.Kind == token.Ident && int(t.Sym) < len(l.codes) && l.codes[t.Sym] != 0 {
		return l.codes[t.Sym]
	}
	return code(t.Kind)
}

// IsName reports whether a text can be the name of something: an identifier that is no keyword.
func IsName(text string) bool {
	_, keyword := keywordCodes[text]
	_, cuda := cudaKeywords[text]
	_, builtin := builtinTypes[text]
	if keyword || cuda || builtin || slices.Contains(traits, text) || slices.Contains(transforms, text) {
		return false
	}
	in := token.NewInterner()
	toks := lex.Tokens(source.NewFile("", []byte(text)), in)
	return len(toks) == 1 && toks[0].Kind == token.Ident && in.Text(toks[0].Sym) == text
}
