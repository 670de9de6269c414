package preprocess

import "cudals/analysis/token"

// slot is what an expansion knows of one Sym.
type slot struct {
	m *Macro
	// stamp says what the present frame knows of the name: the frame's number and the known… bits.
	stamp uint32
	// disabled: the macro's replacement is being rescanned.
	disabled bool
}

const (
	knownDefined = 1 // whether it is defined was read
	knownValue   = 2 // its definition was read or written
	knownWritten = 4
	frameShift   = 3
)

// frame records the reads and writes of one inclusion.
type frame struct {
	parent  *frame
	base    uint32 // number << frameShift
	absent  []token.Sym
	present []read
	written []token.Sym
	undo    []undo // stamps that the frame has overwritten
	lookups []lookupResult
	next    bool
	from    int
	tokens  int
	entered int
	height  int
	// broken: the expansion is incomplete or depends on what is not recorded, and is not kept.
	broken bool
}

type undo struct {
	sym   token.Sym
	stamp uint32
}

// begin makes what is known of a name what the frame knows, which its end undoes.
func (f *frame) begin(s token.Sym, sl *slot) {
	if sl.stamp < f.base {
		f.undo = append(f.undo, undo{s, sl.stamp})
		sl.stamp = f.base
	}
}

// readSlow records that the present frame read a name's definition.
func (x *expander) readSlow(s token.Sym) {
	sl := &x.slots[s]
	f := x.frame
	if f.broken {
		sl.stamp = f.base | knownDefined | knownValue // nobody will ask what the frame read
		if x.before != nil {
			sl.m = x.before.defined(s)
			x.touched = append(x.touched, s)
		}
		return
	}
	f.begin(s, sl)
	sl.stamp |= knownDefined | knownValue
	if sl.m == nil {
		f.absent = append(f.absent, s)
	} else {
		f.present = append(f.present, read{sym: s, m: sl.m})
	}
}

// read is the definition of s, or nil.
func (x *expander) read(s token.Sym) *Macro {
	sl := &x.slots[s]
	if sl.stamp < x.frame.base+knownValue {
		x.readSlow(s)
	}
	return sl.m
}

// readDefined reports whether s is defined, and records no more than that.
func (x *expander) readDefined(s token.Sym) bool {
	sl := &x.slots[s]
	if sl.stamp < x.frame.base+knownDefined {
		if sl.m == nil {
			x.readSlow(s)
			return false
		}
		f := x.frame
		f.undo = append(f.undo, undo{s, sl.stamp})
		sl.stamp = f.base + knownDefined
		f.present = append(f.present, read{sym: s, m: sl.m, definedOnly: true})
	}
	return sl.m != nil && sl.m.builtin != builtinPragma && sl.m.builtin != builtinMaybe
}

// write defines s, or undefines it.
func (x *expander) write(s token.Sym, m *Macro) {
	if int(s) >= len(x.slots) {
		x.grow()
	}
	sl := &x.slots[s]
	f := x.frame
	if f.broken {
		sl.m = m
		if x.before != nil {
			x.touched = append(x.touched, s)
		}
		return
	}
	f.begin(s, sl)
	if sl.stamp&knownWritten == 0 {
		f.written = append(f.written, s)
		sl.stamp |= knownDefined | knownValue | knownWritten
	}
	sl.m = m
}

func (x *expander) pushFrame(from int) *frame {
	x.seq++
	var f *frame
	if n := len(x.spare) - 1; n >= 0 {
		f, x.spare = x.spare[n], x.spare[:n]
		*f = frame{
			absent: f.absent[:0], present: f.present[:0], written: f.written[:0], undo: f.undo[:0], lookups: f.lookups[:0],
		}
	} else {
		f = new(frame)
	}
	f.parent, f.base, f.from = x.frame, x.seq<<frameShift, from
	x.frame = f
	return f
}

// popFrame ends the present frame and carries what it recorded into its parent. The frame is used again by the next
// pushFrame.
func (x *expander) popFrame() {
	f := x.frame
	for i := len(f.undo) - 1; i >= 0; i-- {
		x.slots[f.undo[i].sym].stamp = f.undo[i].stamp
	}
	x.frame = f.parent
	x.inherit(f.absent, f.present)
	for _, s := range f.written {
		x.write(s, x.slots[s].m)
	}
	x.frame.tokens += f.tokens
	x.frame.entered += f.entered
	x.frame.height = max(x.frame.height, f.height+1)
	x.spare = append(x.spare, f)
}

// inherit records the reads of a nested inclusion as the present frame's.
func (x *expander) inherit(absent []token.Sym, present []read) {
	f := x.frame
	if f.broken {
		return
	}
	for _, s := range absent {
		sl := &x.slots[s]
		if sl.stamp >= f.base+knownValue {
			continue
		}
		f.begin(s, sl)
		sl.stamp |= knownDefined | knownValue
		f.absent = append(f.absent, s)
	}
	for i := range present {
		r := &present[i]
		sl := &x.slots[r.sym]
		know := uint32(knownDefined | knownValue)
		if r.definedOnly {
			know = knownDefined
		}
		if sl.stamp >= f.base && sl.stamp&know == know {
			continue
		}
		f.begin(r.sym, sl)
		sl.stamp |= know
		f.present = append(f.present, *r)
	}
}

// matches reports whether all that e read has the same answers now.
func (x *expander) matches(e *entry) bool {
	x.grow() // another unit may have interned what the entry read after this one began
	for i := range e.present {
		r := &e.present[i]
		now := x.slots[r.sym].m
		if now == r.m {
			continue
		}
		if now == nil || r.definedOnly && now.doubt != r.m.doubt || !r.definedOnly && !interchangeable(r.m, now) {
			return false
		}
	}
	for _, s := range e.absent {
		if x.slots[s].m != nil {
			return false
		}
	}
	return true
}
