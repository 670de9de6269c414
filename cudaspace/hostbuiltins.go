package cudaspace

import "strings"

// hostBuiltins are functions that compilers know without declaration, and that nvcc's front end takes for host functions, as measured:
// of those that count bits it has some for the device, for int and long long alone. Of what is not listed nothing is known.
var hostBuiltins = func() map[string]bool {
	out := make(map[string]bool)
	for name := range strings.FieldsSeq(`
		popcountl clzl ffsl ctz ctzl ctzll parity parityl parityll clrsb clrsbl clrsbll bswap16 bswap32 bswap64 bswap128
		add_overflow sub_overflow mul_overflow sadd_overflow saddl_overflow saddll_overflow uadd_overflow uaddl_overflow uaddll_overflow
		ssub_overflow ssubl_overflow ssubll_overflow usub_overflow usubl_overflow usubll_overflow
		smul_overflow smull_overflow smulll_overflow umul_overflow umull_overflow umulll_overflow
		isgreater isgreaterequal isless islessequal islessgreater isunordered isnormal isinf_sign fpclassify finite finitef
		trap abort exit constant_p object_size prefetch expect_with_probability return_address frame_address
		strlen strcmp strncmp strcpy strncpy strcat strncat strchr strrchr strstr strcspn strspn strpbrk strdup strcasecmp stpcpy index rindex
		memmove memcmp memchr mempcpy bzero bcmp bcopy calloc realloc free puts putchar sprintf snprintf fprintf
		isalpha isdigit isspace isalnum toupper tolower`) {
		out["__builtin_"+name] = true
	}
	return out
}()

// HostBuiltin reports whether a function that compilers know without declaration is one for the host to nvcc's front end, as measured with
// CUDA 12.4 and 13.0.
func HostBuiltin(name string) bool {
	return hostBuiltins[name] || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__builtin_ia32_") ||
		strings.HasPrefix(name, "__atomic_") && !strings.HasSuffix(name, "_lock_free")
}

// deviceBuiltins are what device code has instead.
var deviceBuiltins = map[string]string{
	"__builtin_trap": "__trap", "__builtin_abort": "__trap", "__builtin_bswap32": "__byte_perm",
	"__builtin_ctz": "__ffs", "__builtin_ctzl": "__ffsll", "__builtin_ctzll": "__ffsll",
	"__builtin_clzl": "__clzll", "__builtin_ffsl": "__ffsll", "__builtin_popcountl": "__popcll",
}

// DeviceBuiltin is what device code has instead of a function of the host compiler, "" where nothing is as good.
func DeviceBuiltin(name string) string { return deviceBuiltins[name] }
