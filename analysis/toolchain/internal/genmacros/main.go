// Command genmacros records what g++ predefines, so that the package need not run it. It prints one line for each
// distinct definition: the standards that have it, a bar, and the definition.
//
// Run it with go generate on a machine whose g++-12 targets x86-64 Linux.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"
)

var standards = []string{
	"c++11", "c++14", "c++17", "c++20", "c++23",
	"gnu++11", "gnu++14", "gnu++17", "gnu++20", "gnu++23",
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("genmacros: ")
	in := map[string][]string{}
	for _, std := range standards {
		out, err := exec.Command("g++-12", "-std="+std, "-dM", "-E", "-x", "c++", os.DevNull).Output()
		if err != nil {
			log.Fatalf("g++-12 -std=%s: %v", std, err)
		}
		for line := range strings.Lines(string(out)) {
			definition := strings.TrimPrefix(strings.TrimSpace(line), "#define ")
			in[definition] = append(in[definition], std)
		}
	}
	definitions := make([]string, 0, len(in))
	for definition := range in {
		definitions = append(definitions, definition)
	}
	slices.Sort(definitions)
	for _, definition := range definitions {
		stds := strings.Join(in[definition], ",")
		if len(in[definition]) == len(standards) {
			stds = "*"
		}
		fmt.Printf("%s|%s\n", stds, definition)
	}
}
