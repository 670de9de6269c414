package describe

import (
	"slices"
	"strings"

	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// hoverStorage tells how many of a variable in device memory there are, and who says how large it is.
func hoverStorage(v *locate.View, b *strings.Builder, x *sema.Var, mem cudaspace.Memory) {
	t := v.Unit.VarType(x)
	switch {
	case mem&cudaspace.Shared != 0 && x.Extern && t.Kind == types.Array && t.Len == types.NoLen:
		b.WriteString("Its size is set at the launch: it is the third value between `<<<` and `>>>`. All such arrays begin at the same place.\n")
	case mem&cudaspace.Shared != 0:
		b.WriteString("Each thread block has its own copy.\n")
	case mem != 0 && x.Extern && v.Command.RDC.On && !defined(v.Unit, x):
		b.WriteString("Not defined here: another file's definition is found when device code is linked.\n")
	}
	if mem&cudaspace.Managed != 0 {
		b.WriteString("Exists once, also where there are several GPUs, and is as coherent and consistent as memory of cudaMallocManaged.\n")
	}
}

// defined reports whether a declaration of a variable in this unit is its definition.
func defined(u *sema.Unit, x *sema.Var) bool {
	return slices.ContainsFunc(u.VarDecls(x), func(d *sema.VarDecl) bool { return d.Defines })
}
