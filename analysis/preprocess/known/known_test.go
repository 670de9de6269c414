package known_test

import (
	"testing"

	"cudals/analysis/preprocess/known"
)

func TestNames(t *testing.T) {
	k := known.New()
	for name, want := range map[string][2]bool{
		"__builtin_memcpy": {true, true}, "memcpy": {true, true}, "__builtin_expect": {true, true}, "expect": {},
		"__builtin_coro_done": {false, true}, "__builtin_coro_id": {}, "__nothing": {},
	} {
		if got := [2]bool{k.Builtin(name, false), k.Builtin(name, true)}; got != want {
			t.Errorf("__has_builtin(%s) is %v without and with coroutines, want %v", name, got, want)
		}
	}
	for name, want := range map[string]int{
		"noreturn": 200809, "__noreturn__": 200809, "nodiscard": 201907, "gnu::noreturn": 1, "__gnu__::__noreturn__": 1,
		"noinline": 1, "clang::noinline": 0, "gnu::likely": 0, "device": 0,
	} {
		if got := k.Attribute(name); got != want {
			t.Errorf("__has_cpp_attribute(%s) is %d, want %d", name, got, want)
		}
	}
}
