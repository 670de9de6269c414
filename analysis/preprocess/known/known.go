// Package known is what g++ 12, which preprocesses for nvcc, says that it knows: the answers of __has_builtin, __has_attribute and
// __has_cpp_attribute. They were measured; they are the same from C++11 to C++23 except where noted. Built-in functions of single
// processor families are not listed.
package known

import "strings"

// Names are those that the compiler knows.
type Names struct {
	builtins, attributes map[string]bool
	standard             map[string]int
}

// New makes the tables.
func New() *Names {
	k := &Names{builtins: make(map[string]bool), attributes: make(map[string]bool), standard: standardAttributes()}
	for _, name := range strings.Fields(libraryBuiltins) {
		k.builtins[name], k.builtins["__builtin_"+name] = true, true
	}
	for _, name := range strings.Fields(compilerBuiltins) {
		k.builtins["__builtin_"+name] = true
	}
	for _, name := range strings.Fields(otherBuiltins) {
		k.builtins[name] = true
	}
	for _, name := range strings.Fields(gnuAttributes) {
		k.attributes[name] = true
	}
	return k
}

// Builtin is the answer of __has_builtin; coroutines: the program may use them.
func (k *Names) Builtin(name string, coroutines bool) bool {
	return k.builtins[name] || coroutines && strings.HasPrefix(name, "__builtin_coro_") &&
		strings.Contains(" destroy done promise resume ", " "+name[len("__builtin_coro_"):]+" ")
}

// Attribute is the answer of __has_attribute and __has_cpp_attribute for a name with or without a scope.
func (k *Names) Attribute(name string) int {
	plain := func(s string) string {
		if len(s) > 4 && strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__") {
			return s[2 : len(s)-2]
		}
		return s
	}
	scope, rest, scoped := strings.Cut(name, "::")
	if !scoped {
		name = plain(name)
		if v, ok := k.standard[name]; ok {
			return v
		}
		return number(k.attributes[name])
	}
	return number(plain(scope) == "gnu" && k.attributes[plain(rest)])
}

func number(known bool) int {
	if known {
		return 1
	}
	return 0
}

// standardAttributes holds the dates of C++'s own attributes.
func standardAttributes() map[string]int {
	return map[string]int{
		"deprecated":        201309,
		"fallthrough":       201603,
		"likely":            201803,
		"maybe_unused":      201603,
		"no_unique_address": 201803,
		"nodiscard":         201907,
		"noreturn":          200809,
		"unlikely":          201803,
	}
}

// gnuAttributes stand in the scope gnu, or in none.
const gnuAttributes = `
abi_tag access alias aligned alloc_align alloc_size always_inline artificial assume_aligned
callee_pop_aggregate_return cdecl cleanup cold common const constructor copy deprecated designated_init destructor
error externally_visible fallthrough fastcall fentry_name fentry_section flatten force_align_arg_pointer format
format_arg gcc_struct gnu_inline hot ifunc indirect_branch indirect_return init_priority interrupt leaf malloc
may_alias mode ms_abi ms_hook_prologue ms_struct naked no_address_safety_analysis no_caller_saved_registers no_icf
no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_sanitize_address
no_sanitize_coverage no_sanitize_thread no_sanitize_undefined no_split_stack no_stack_limit no_stack_protector
nocf_check noclone nocommon nodirect_extern_access noinit noinline noipa nonnull nonstring noplt noreturn nothrow
objc_nullability objc_root_class optimize packed patchable_function_entry persistent pure regparm retain
returns_nonnull returns_twice scalar_storage_order section sentinel signed_bool_precision simd sseregparm stdcall
symver sysv_abi tainted_args target target_clones thiscall tls_model transaction_callable
transaction_may_cancel_outer transaction_pure transaction_safe transaction_safe_dynamic transaction_unsafe
transaction_wrap transparent_union unavailable uninitialized unused used vector_mask vector_size visibility volatile
warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs
`

// libraryBuiltins are known with and without __builtin_ before them.
const libraryBuiltins = `
_Exit abort abs acos acosf acosh acoshf acoshl acosl aligned_alloc asin asinf asinh asinhf asinhl asinl atan atan2
atan2f atan2l atanf atanh atanhf atanhl atanl cabs cabsf cabsl cacos cacosf cacosh cacoshf cacoshl cacosl calloc
carg cargf cargl casin casinf casinh casinhf casinhl casinl catan catanf catanh catanhf catanhl catanl cbrt cbrtf
cbrtl ccos ccosf ccosh ccoshf ccoshl ccosl ceil ceilf ceill cexp cexpf cexpl cimag cimagf cimagl clog clogf clogl
conj conjf conjl copysign copysignf copysignl cos cosf cosh coshf coshl cosl cpow cpowf cpowl cproj cprojf cprojl
creal crealf creall csin csinf csinh csinhf csinhl csinl csqrt csqrtf csqrtl ctan ctanf ctanh ctanhf ctanhl ctanl
erf erfc erfcf erfcl erff erfl exit exp exp2 exp2f exp2l expf expl expm1 expm1f expm1l fabs fabsf fabsl fdim fdimf
fdiml feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag
fesetround fetestexcept feupdateenv floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf
fmodl fprintf fputc fputs free frexp frexpf frexpl fscanf fwrite hypot hypotf hypotl ilogb ilogbf ilogbl imaxabs
isalnum isalpha isblank iscntrl isdigit isgraph isinf islower isnan isprint ispunct isspace isupper iswalnum
iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit labs
ldexp ldexpf ldexpl lgamma lgammaf lgammal llabs llrint llrintf llrintl llround llroundf llroundl log log10 log10f
log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl logf logl lrint lrintf lrintl lround lroundf lroundl
malloc memchr memcmp memcpy memmove memset modf modff modfl nan nanf nanl nearbyint nearbyintf nearbyintl nextafter
nextafterf nextafterl nexttoward nexttowardf nexttowardl pow powf powl printf putc putchar puts realloc remainder
remainderf remainderl remquo remquof remquol rint rintf rintl round roundf roundl scalbln scalblnf scalblnl scalbn
scalbnf scalbnl scanf sin sinf sinh sinhf sinhl sinl snprintf sprintf sqrt sqrtf sqrtl sscanf strcat strchr strcmp
strcpy strcspn strftime strlen strncat strncmp strncpy strpbrk strrchr strspn strstr tan tanf tanh tanhf tanhl tanl
tgamma tgammaf tgammal tolower toupper towlower towupper trunc truncf truncl vfprintf vfscanf vprintf vscanf
vsnprintf vsprintf vsscanf
`

// compilerBuiltins are known with __builtin_ before them.
const compilerBuiltins = `
FILE FUNCTION LINE __clear_cache __fprintf_chk __memcpy_chk __memmove_chk __mempcpy_chk __memset_chk __printf_chk
__snprintf_chk __sprintf_chk __stpcpy_chk __stpncpy_chk __strcat_chk __strcpy_chk __strncat_chk __strncpy_chk
__vfprintf_chk __vprintf_chk __vsnprintf_chk __vsprintf_chk _exit acc_on_device add_overflow add_overflow_p
addressof adjust_descriptor adjust_trampoline aggregate_incoming_address alloca alloca_with_align
alloca_with_align_and_max apply apply_args assoc_barrier assume_aligned bcmp bcopy bit_cast bswap128 bswap16 bswap32
bswap64 bzero ceilf128 ceilf16 ceilf32 ceilf32x ceilf64 ceilf64x cexpi cexpif cexpil classify_type clear_padding
clog10 clog10f clog10l clrsb clrsbimax clrsbl clrsbll clz clzimax clzl clzll constant_p convertvector copysignf128
copysignf16 copysignf32 copysignf32x copysignf64 copysignf64x copysignq cpu_init cpu_is cpu_supports ctz ctzimax
ctzl ctzll dcgettext dgettext drem dremf dreml dwarf_cfa dwarf_sp_column dynamic_object_size eh_copy_values
eh_filter eh_pointer eh_return eh_return_data_regno execl execle execlp execv execve execvp exp10 exp10f exp10l
expect expect_with_probability extend_pointer extract_return_addr fabsd128 fabsd32 fabsd64 fabsf128 fabsf16 fabsf32
fabsf32x fabsf64 fabsf64x fabsq ffs ffsimax ffsl ffsll finite finited128 finited32 finited64 finitef finitel
floorf128 floorf16 floorf32 floorf32x floorf64 floorf64x fmaf128 fmaf16 fmaf32 fmaf32x fmaf64 fmaf64x fmaxf128
fmaxf16 fmaxf32 fmaxf32x fmaxf64 fmaxf64x fminf128 fminf16 fminf32 fminf32x fminf64 fminf64x fork fpclassify
fprintf_unlocked fputc_unlocked fputs_unlocked frame_address frob_return_addr fwrite_unlocked gamma gamma_r gammaf
gammaf_r gammal gammal_r gettext has_attribute huge_val huge_valf huge_valf128 huge_valf16 huge_valf32 huge_valf32x
huge_valf64 huge_valf64x huge_vall huge_valq iceil iceilf iceill ifloor ifloorf ifloorl index inf infd128 infd32
infd64 inff inff128 inff16 inff32 inff32x inff64 inff64x infl infq init_descriptor init_dwarf_reg_size_table
init_heap_trampoline init_trampoline irint irintf irintl iround iroundf iroundl is_constant_evaluated
is_corresponding_member is_pointer_interconvertible_with_class isascii isfinite isinf_sign isinfd128 isinfd32
isinfd64 isinff isinfl isnand128 isnand32 isnand64 isnanf isnanl isnormal j0 j0f j0l j1 j1f j1l jn jnf jnl launder
lceil lceilf lceill lfloor lfloorf lfloorl lgamma_r lgammaf_r lgammal_r llceil llceilf llceill llfloor llfloorf
llfloorl longjmp memcmp_eq mempcpy ms_va_copy ms_va_end ms_va_start mul_overflow mul_overflow_p nand128 nand32
nand64 nanf128 nanf16 nanf32 nanf32x nanf64 nanf64x nanq nans nansd128 nansd32 nansd64 nansf nansf128 nansf16
nansf32 nansf32x nansf64 nansf64x nansl nansq nearbyintf128 nearbyintf16 nearbyintf32 nearbyintf32x nearbyintf64
nearbyintf64x next_arg nonlocal_goto object_size offsetof parity parityimax parityl parityll popcount popcountimax
popcountl popcountll posix_memalign pow10 pow10f pow10l powi powif powil prefetch printf_unlocked putc_unlocked
putchar_unlocked puts_unlocked return return_address rindex rintf128 rintf16 rintf32 rintf32x rintf64 rintf64x
roundeven roundevenf roundevenf128 roundevenf16 roundevenf32 roundevenf32x roundevenf64 roundevenf64x roundevenl
roundf128 roundf16 roundf32 roundf32x roundf64 roundf64x sadd_overflow saddl_overflow saddll_overflow saveregs scalb
scalbf scalbl set_thread_pointer setjmp setjmp_receiver setjmp_setup shuffle shufflevector signbit signbitd128
signbitd32 signbitd64 signbitf signbitl significand significandf significandl sincos sincosf sincosl smul_overflow
smull_overflow smulll_overflow source_location speculation_safe_value speculation_safe_value_1
speculation_safe_value_16 speculation_safe_value_2 speculation_safe_value_4 speculation_safe_value_8
speculation_safe_value_ptr sqrtf128 sqrtf16 sqrtf32 sqrtf32x sqrtf64 sqrtf64x ssub_overflow ssubl_overflow
ssubll_overflow stack_restore stack_save stpcpy stpncpy strcasecmp strcmp_eq strdup strfmon strncasecmp strncmp_eq
strndup strnlen sub_overflow sub_overflow_p sysv_va_copy sysv_va_end sysv_va_start thread_pointer toascii trap
truncf128 truncf16 truncf32 truncf32x truncf64 truncf64x uadd_overflow uaddl_overflow uaddll_overflow umul_overflow
umull_overflow umulll_overflow unreachable unwind_init unwind_resume update_setjmp_buf usub_overflow usubl_overflow
usubll_overflow va_arg_pack va_arg_pack_len va_copy va_end va_start y0 y0f y0l y1 y1f y1l yn ynf ynl
`

// otherBuiltins are known by these names.
const otherBuiltins = `
__atomic_add_fetch __atomic_add_fetch_1 __atomic_add_fetch_16 __atomic_add_fetch_2 __atomic_add_fetch_4
__atomic_add_fetch_8 __atomic_always_lock_free __atomic_and_fetch __atomic_and_fetch_1 __atomic_and_fetch_16
__atomic_and_fetch_2 __atomic_and_fetch_4 __atomic_and_fetch_8 __atomic_clear __atomic_compare_exchange
__atomic_compare_exchange_1 __atomic_compare_exchange_16 __atomic_compare_exchange_2 __atomic_compare_exchange_4
__atomic_compare_exchange_8 __atomic_compare_exchange_n __atomic_exchange __atomic_exchange_1 __atomic_exchange_16
__atomic_exchange_2 __atomic_exchange_4 __atomic_exchange_8 __atomic_exchange_n __atomic_feraiseexcept
__atomic_fetch_add __atomic_fetch_add_1 __atomic_fetch_add_16 __atomic_fetch_add_2 __atomic_fetch_add_4
__atomic_fetch_add_8 __atomic_fetch_and __atomic_fetch_and_1 __atomic_fetch_and_16 __atomic_fetch_and_2
__atomic_fetch_and_4 __atomic_fetch_and_8 __atomic_fetch_nand __atomic_fetch_nand_1 __atomic_fetch_nand_16
__atomic_fetch_nand_2 __atomic_fetch_nand_4 __atomic_fetch_nand_8 __atomic_fetch_or __atomic_fetch_or_1
__atomic_fetch_or_16 __atomic_fetch_or_2 __atomic_fetch_or_4 __atomic_fetch_or_8 __atomic_fetch_sub
__atomic_fetch_sub_1 __atomic_fetch_sub_16 __atomic_fetch_sub_2 __atomic_fetch_sub_4 __atomic_fetch_sub_8
__atomic_fetch_xor __atomic_fetch_xor_1 __atomic_fetch_xor_16 __atomic_fetch_xor_2 __atomic_fetch_xor_4
__atomic_fetch_xor_8 __atomic_is_lock_free __atomic_load __atomic_load_1 __atomic_load_16 __atomic_load_2
__atomic_load_4 __atomic_load_8 __atomic_load_n __atomic_nand_fetch __atomic_nand_fetch_1 __atomic_nand_fetch_16
__atomic_nand_fetch_2 __atomic_nand_fetch_4 __atomic_nand_fetch_8 __atomic_or_fetch __atomic_or_fetch_1
__atomic_or_fetch_16 __atomic_or_fetch_2 __atomic_or_fetch_4 __atomic_or_fetch_8 __atomic_signal_fence
__atomic_store __atomic_store_1 __atomic_store_16 __atomic_store_2 __atomic_store_4 __atomic_store_8
__atomic_store_n __atomic_sub_fetch __atomic_sub_fetch_1 __atomic_sub_fetch_16 __atomic_sub_fetch_2
__atomic_sub_fetch_4 __atomic_sub_fetch_8 __atomic_test_and_set __atomic_thread_fence __atomic_xor_fetch
__atomic_xor_fetch_1 __atomic_xor_fetch_16 __atomic_xor_fetch_2 __atomic_xor_fetch_4 __atomic_xor_fetch_8
__has_nothrow_assign __has_nothrow_constructor __has_nothrow_copy __has_trivial_assign __has_trivial_constructor
__has_trivial_copy __has_trivial_destructor __has_unique_object_representations __has_virtual_destructor
__integer_pack __is_abstract __is_aggregate __is_assignable __is_base_of __is_class __is_constructible __is_empty
__is_enum __is_final __is_layout_compatible __is_literal_type __is_pod __is_pointer_interconvertible_base_of
__is_polymorphic __is_same __is_same_as __is_standard_layout __is_trivial __is_trivially_assignable
__is_trivially_constructible __is_trivially_copyable __is_union __sync_add_and_fetch __sync_add_and_fetch_1
__sync_add_and_fetch_16 __sync_add_and_fetch_2 __sync_add_and_fetch_4 __sync_add_and_fetch_8 __sync_and_and_fetch
__sync_and_and_fetch_1 __sync_and_and_fetch_16 __sync_and_and_fetch_2 __sync_and_and_fetch_4 __sync_and_and_fetch_8
__sync_bool_compare_and_swap __sync_bool_compare_and_swap_1 __sync_bool_compare_and_swap_16
__sync_bool_compare_and_swap_2 __sync_bool_compare_and_swap_4 __sync_bool_compare_and_swap_8 __sync_fetch_and_add
__sync_fetch_and_add_1 __sync_fetch_and_add_16 __sync_fetch_and_add_2 __sync_fetch_and_add_4 __sync_fetch_and_add_8
__sync_fetch_and_and __sync_fetch_and_and_1 __sync_fetch_and_and_16 __sync_fetch_and_and_2 __sync_fetch_and_and_4
__sync_fetch_and_and_8 __sync_fetch_and_nand __sync_fetch_and_nand_1 __sync_fetch_and_nand_16
__sync_fetch_and_nand_2 __sync_fetch_and_nand_4 __sync_fetch_and_nand_8 __sync_fetch_and_or __sync_fetch_and_or_1
__sync_fetch_and_or_16 __sync_fetch_and_or_2 __sync_fetch_and_or_4 __sync_fetch_and_or_8 __sync_fetch_and_sub
__sync_fetch_and_sub_1 __sync_fetch_and_sub_16 __sync_fetch_and_sub_2 __sync_fetch_and_sub_4 __sync_fetch_and_sub_8
__sync_fetch_and_xor __sync_fetch_and_xor_1 __sync_fetch_and_xor_16 __sync_fetch_and_xor_2 __sync_fetch_and_xor_4
__sync_fetch_and_xor_8 __sync_lock_release __sync_lock_release_1 __sync_lock_release_16 __sync_lock_release_2
__sync_lock_release_4 __sync_lock_release_8 __sync_lock_test_and_set __sync_lock_test_and_set_1
__sync_lock_test_and_set_16 __sync_lock_test_and_set_2 __sync_lock_test_and_set_4 __sync_lock_test_and_set_8
__sync_nand_and_fetch __sync_nand_and_fetch_1 __sync_nand_and_fetch_16 __sync_nand_and_fetch_2
__sync_nand_and_fetch_4 __sync_nand_and_fetch_8 __sync_or_and_fetch __sync_or_and_fetch_1 __sync_or_and_fetch_16
__sync_or_and_fetch_2 __sync_or_and_fetch_4 __sync_or_and_fetch_8 __sync_sub_and_fetch __sync_sub_and_fetch_1
__sync_sub_and_fetch_16 __sync_sub_and_fetch_2 __sync_sub_and_fetch_4 __sync_sub_and_fetch_8 __sync_synchronize
__sync_val_compare_and_swap __sync_val_compare_and_swap_1 __sync_val_compare_and_swap_16
__sync_val_compare_and_swap_2 __sync_val_compare_and_swap_4 __sync_val_compare_and_swap_8 __sync_xor_and_fetch
__sync_xor_and_fetch_1 __sync_xor_and_fetch_16 __sync_xor_and_fetch_2 __sync_xor_and_fetch_4 __sync_xor_and_fetch_8
__underlying_type
`
