package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/memory"
)

var constantMemory64kb = &check.Rule{
	Slug: "constant-memory-64kb", Tag: "constant-memory-64kb",
	Title:    "The constants of a file do not fit into constant memory",
	Severity: check.Warning, Passes: check.InDevice, Group: check.Danger,
	Section: "constant", Chapter: "Memory spaces",
	What: `Reports the ~__constant__~ variable with which the constants of a file, one behind the other, exceed 64 KB.`,
	Why: `The constants of a module share one bank of 65,536 bytes. nvcc's front end accepts more; ptxas, which places them, refuses: "File
uses too much global constant data".`,
	Happens: `With nvcc 13.0 on an H200: ptxas refused the example: "File uses too much global constant data (0x11c40 bytes, 0x10000 max)".`,
	Instead: `Put the biggest of them into global memory, with ~__device__~; loads through the read-only cache are nearly as good for tables
that threads read at different places. The biggest are named.`,
	Bad: `
__constant__ float weights[128][64];
__constant__ double table[5000];
`,
	Good: `
__constant__ float weights[128][64];
__device__ double table[5000];
`,
	Check: func(pass *check.Pass) {
		bank := constantBank.Of(pass)
		if bank == nil || bank.Total <= memory.BankSize {
			return
		}
		for i := range bank.Vars {
			c := &bank.Vars[i]
			if c.Size == 0 || c.Uncertain || c.Unknown == "" && c.Offset+c.Size <= memory.BankSize {
				continue
			}
			least := ""
			if bank.Unknown != "" {
				least = "at least "
			}
			r := check.Report{
				Site: c.Var.Site(),
				Message: fmt.Sprintf("ptxas will refuse the file: its __constant__ variables take %s%d bytes, %d more than the %d of the bank, which %s exceeds",
					least, bank.Total, bank.Total-memory.BankSize, memory.BankSize, c.Var.EntityName()),
			}
			for _, big := range bank.Biggest(3) {
				r.Related = append(r.Related, check.Note{
					Site: big.Var.Site(), Message: fmt.Sprintf("%s takes %d bytes", big.Var.EntityName(), big.Size),
				})
			}
			pass.Report(r)
			return
		}
	},
}
