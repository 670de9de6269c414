package main

import (
	"fmt"

	"cudals/analysis/workspace"
)

// rowBytes is how many bytes a row of a layout's diagram stands for.
const rowBytes = 8

// block is what stands in memory at a place: a parameter or a variable.
type block struct {
	name, typ           string
	offset, size, align int64
}

// memoryRow is a row of a diagram: rowBytes bytes from address on, or a number of bytes that are left out.
type memoryRow struct {
	address int64
	cells   [rowBytes]int // indexes of blocks; padding or outside
	starts  []int         // the blocks that begin in the row
	skipped int64
}

// What stands in a cell beside blocks.
const (
	padding = -1
	outside = -2
)

// memoryRows draws blocks that follow each other, at addresses that count from base.
func memoryRows(base int64, blocks []block) []memoryRow {
	if len(blocks) == 0 {
		return nil
	}
	last := blocks[len(blocks)-1]
	end := base + last.offset + last.size
	var rows []memoryRow
	next := 0
	for at := base / rowBytes * rowBytes; at < end; at += rowBytes {
		row := memoryRow{address: at}
		for i := range row.cells {
			row.cells[i] = cellAt(at+int64(i)-base, end-base, blocks, &next)
		}
		for i, b := range blocks[max(0, next-rowBytes):min(len(blocks), next+rowBytes)] {
			if a := base + b.offset; a >= at && a < at+rowBytes {
				row.starts = append(row.starts, max(0, next-rowBytes)+i)
			}
		}
		rows = append(rows, row)
		// Of what goes on for long the middle is left out.
		if c := row.cells[rowBytes-1]; c >= 0 {
			if inside := (base + blocks[c].offset + blocks[c].size - at - rowBytes) / rowBytes; inside > 2 {
				skip := (inside - 1) * rowBytes
				rows = append(rows, memoryRow{address: at + rowBytes, skipped: skip})
				at += skip
			}
		}
	}
	return rows
}

// cellAt is what stands at an offset; next is the first block that may.
func cellAt(at, end int64, blocks []block, next *int) int {
	if at < 0 || at >= end {
		return outside
	}
	for *next < len(blocks) && blocks[*next].offset+blocks[*next].size <= at {
		*next++
	}
	if *next < len(blocks) && blocks[*next].offset <= at {
		return *next
	}
	return padding
}

// chart is one diagram with its heading.
type chart struct {
	title, sum string
	bank       int
	base       int64
	blocks     []block
	unknown    string
}

// charts are the diagrams of a layout: the constants first, then the kernels.
func charts(l *workspace.Layout) []chart {
	var out []chart
	if len(l.Constants) > 0 {
		c := chart{title: "__constant__ variables", bank: 3, unknown: l.ConstantsUnknown}
		c.sum = fmt.Sprintf("%d of %d bytes (%.1f %%) in constant bank 3", l.ConstantBytes, bankSize, 100*float64(l.ConstantBytes)/bankSize)
		if c.unknown != "" {
			c.sum = "at least " + c.sum
		}
		for i := range l.Constants {
			if k := &l.Constants[i]; k.Unknown == "" {
				c.blocks = append(c.blocks, block{k.Name, k.Type, k.Offset, k.Size, k.Align})
			}
		}
		out = append(out, c)
	}
	for i := range l.Kernels {
		k := &l.Kernels[i]
		c := chart{title: k.Name, base: k.Base, unknown: k.Unknown}
		switch {
		case k.Unknown != "":
			c.sum = "in constant bank 0"
		case len(k.Params) == 0:
			c.sum = "no parameters"
		default:
			c.sum = fmt.Sprintf("%d bytes from 0x%x in constant bank 0; %d of %d bytes without padding", k.Total, k.Base, k.Sum, k.Limit)
			for _, p := range k.Params {
				c.blocks = append(c.blocks, block{p.Name, p.Type, p.Offset, p.Size, p.Align})
			}
		}
		out = append(out, c)
	}
	return out
}
