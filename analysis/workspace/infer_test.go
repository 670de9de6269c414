package workspace_test

import (
	"testing"
)

// What is inferred follows the build files that it was inferred from, and files that come.
func TestInferenceFollows(t *testing.T) {
	s := open(t, map[string]string{"CMakeLists.txt": "set(CMAKE_CUDA_STANDARD 14)", "src/a.cu": "int a;", "include/lib/b.h": ""})
	if err := s.Open(s.path("src/a.cu"), 1, []byte("int a;")); err != nil {
		t.Fatal(err)
	}
	first := s.settled("src/a.cu").Command
	if first.Given || first.Inferred == nil || first.Std != 14 {
		t.Fatalf("given %t, inferred %v, C++%d", first.Given, first.Inferred, first.Std)
	}
	s.save("CMakeLists.txt", "set(CMAKE_CUDA_STANDARD 20)")
	s.FilesChanged(nil, []string{s.path("CMakeLists.txt")}, nil)
	second := s.settled("src/a.cu").Command
	if second.Std != 20 {
		t.Errorf("C++%d after the build file changed", second.Std)
	}
	if got, _ := second.Inferred.Find("lib/c.h", s.path("src")); got != "" {
		t.Errorf("lib/c.h is %q", got)
	}
	s.save("include/lib/c.h", "")
	s.FilesChanged([]string{s.path("include/lib/c.h")}, nil, nil)
	s.Again(s.path("src/a.cu"))
	third := s.settled("src/a.cu").Command
	if got, _ := third.Inferred.Find("lib/c.h", s.path("src")); got != s.path("include/lib/c.h") {
		t.Errorf("lib/c.h is %q", got)
	}
	s.FilesChanged(nil, []string{s.path("src/a.cu")}, nil)
	s.Again(s.path("src/a.cu"))
	if fourth := s.settled("src/a.cu").Command; fourth.Inferred != third.Inferred {
		t.Error("the project was looked at anew for nothing")
	}
}
