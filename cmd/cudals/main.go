// Command cudals says of CUDA C++ what NVIDIA's compiler would say, and why: as a language server and on the command line.
package main

import (
	"os"
	"runtime"
)

func main() {
	runtime.MemProfileRate = 0 // see profiles
	os.Exit(newApp().run(os.Args[1:]))
}
