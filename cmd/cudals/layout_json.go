package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"cudals/analysis/workspace"
)

type layoutJSON struct {
	Arch          string         `json:"arch"`
	Errors        []string       `json:"errors"`
	Constants     []constantJSON `json:"constants"`
	ConstantBytes *int64         `json:"constantBytes,omitempty"`
	// Relocatable: the offsets are those in the file's own object, before linking.
	Relocatable bool         `json:"relocatable,omitempty"`
	Unknown     string       `json:"unknown,omitempty"`
	Kernels     []kernelJSON `json:"kernels"`
}

type symbolJSON struct {
	Symbol        string `json:"symbol,omitempty"`
	SymbolUnknown string `json:"symbolUnknown,omitempty"`
	Name          string `json:"name"`
}

type constantJSON struct {
	symbolJSON
	Bank    int    `json:"bank"`
	Offset  *int64 `json:"offset,omitempty"`
	Size    *int64 `json:"size,omitempty"`
	Align   *int64 `json:"align,omitempty"`
	Unknown string `json:"unknown,omitempty"`
}

type kernelJSON struct {
	symbolJSON
	Bank int `json:"bank"`
	// Base is null for a kernel without parameters, which has no place for them.
	Base    *int64      `json:"base"`
	Total   *int64      `json:"total,omitempty"`
	Params  []paramJSON `json:"params"`
	Unknown string      `json:"unknown,omitempty"`
}

type paramJSON struct {
	Index  int    `json:"index"`
	Name   string `json:"name"`
	Offset *int64 `json:"offset,omitempty"`
	Size   *int64 `json:"size,omitempty"`
	Align  *int64 `json:"align,omitempty"`
}

// printLayoutJSON prints numbers where they are known; all are decimal, and offsets of parameters count from the base.
func printLayoutJSON(w io.Writer, l *workspace.Layout) error {
	out := layoutJSON{
		Arch: fmt.Sprintf("sm_%d", l.Arch), Errors: append([]string{}, exceeded(l)...), Unknown: l.ConstantsUnknown,
		Relocatable: l.Relocatable, Constants: []constantJSON{}, Kernels: []kernelJSON{},
	}
	if l.ConstantsUnknown == "" {
		out.ConstantBytes = &l.ConstantBytes
	}
	for i := range l.Constants {
		c := &l.Constants[i]
		j := constantJSON{symbolJSON: symbolOf(c.Symbol, c.Name), Bank: 3, Unknown: c.Unknown}
		if c.Align > 0 {
			j.Size, j.Align = &c.Size, &c.Align
		}
		if c.Unknown == "" {
			j.Offset = &c.Offset
		}
		out.Constants = append(out.Constants, j)
	}
	for i := range l.Kernels {
		k := &l.Kernels[i]
		j := kernelJSON{symbolJSON: symbolOf(k.Symbol, k.Name), Params: []paramJSON{}, Unknown: k.Unknown}
		if k.Unknown == "" {
			j.Total = &k.Total
			if len(k.Params) > 0 {
				j.Base = &k.Base
			}
		}
		for n := range k.Params {
			p := &k.Params[n]
			q := paramJSON{Index: n, Name: p.Name}
			if p.Align > 0 {
				q.Size, q.Align = &p.Size, &p.Align
			}
			if k.Unknown == "" {
				q.Offset = &p.Offset
			}
			j.Params = append(j.Params, q)
		}
		out.Kernels = append(out.Kernels, j)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

// symbolOf is a symbol with the name that NVIDIA's tools show, or else the one for people.
func symbolOf(s workspace.Symbol, name string) symbolJSON {
	return symbolJSON{Symbol: s.Text, SymbolUnknown: s.Unknown, Name: cmp.Or(s.Shown, name)}
}
