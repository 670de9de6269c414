package sema

import (
	"math"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

func floatBits(f float64) uint64 { return math.Float64bits(f) }

// backing is the variable, or the memory behind a pointer, that an object of a trial is part of.
type backing struct {
	storage Storage
	v       *Var
	// stored is a hash of all that was written to it.
	stored uint64
}

// input is an object of a type that holds anything.
func (t *trial) input(ev *evaluator, typ *types.Type, id uint64) *object {
	return t.backed(ev, typ, &backing{storage: StorageInput}, id)
}

func (t *trial) backed(ev *evaluator, typ *types.Type, b *backing, id uint64) *object {
	if typ == nil || typ.IsUnknown() || typ.IsDependent() {
		return nil
	}
	o := ev.newObject(typ)
	o.back, o.id = b, mix(id, 11)
	if typ.IsRef() {
		target := t.backed(ev, typ.Elem, b, o.id)
		if target == nil {
			return nil
		}
		o.ptr = &place{obj: target}
		o.back = nil
	}
	if typ.Kind == types.Array && typ.Len == types.NoLen {
		o.sea = make(map[int64]*object)
	}
	return o
}

// sea is memory of which a pointer points to the middle.
func (t *trial) sea(ev *evaluator, elem *types.Type, b *backing, id uint64) *place {
	if elem.IsVoid() || elem.Kind == types.Func || elem.IsUnknown() || elem.IsDependent() {
		return nil
	}
	o := t.backed(ev, t.u.T.Array(elem, types.NoLen), b, id)
	return &place{obj: o.at(ev, 0)}
}

// at is the element of an array at an index; nil where there is none.
func (o *object) at(ev *evaluator, i int64) *object {
	if o.sea == nil {
		if i < 0 || i >= int64(len(o.parts)) {
			return nil
		}
		return o.parts[i]
	}
	p := o.sea[i]
	if p == nil {
		p = ev.newObject(o.typ.Elem)
		p.owner, p.index = o, i
		p.inherit(o, uint64(i))
		o.sea[i] = p
	}
	return p
}

// beyond is an element of a table that it does not have; nil for other arrays.
func (o *object) beyond(ev *evaluator, i int64) *object {
	if ev.trial == nil || !ev.trial.Beyond || o.back == nil || o.back.storage != StorageTable {
		return nil
	}
	p := ev.newObject(o.typ.Elem)
	p.owner, p.index = o, i
	p.inherit(o, uint64(i))
	return p
}

// inherit makes an object a part of another.
func (o *object) inherit(whole *object, part uint64) {
	if whole.back != nil {
		o.back, o.id, o.vague = whole.back, mix(whole.id, part), o.vague || whole.vague
	}
}

// variable is the object of a variable that does not belong to the run; ok is false where it has a constant value or none is known.
func (t *trial) variable(ev *evaluator, v *Var) (r result, ok bool) {
	if o := t.variables[v]; o != nil {
		return ev.lvalueOf(o, o.typ), true
	}
	storage := t.Storage(v)
	if storage == StorageElsewhere {
		return r, false
	}
	b := &backing{storage: storage, v: v}
	o := t.backed(ev, t.u.VarType(v), b, mix(uint64(len(t.variables)), 7)) // on the same way they come up in the same order
	if o == nil {
		return r, false
	}
	if storage == StorageTable {
		o.entry = t.contents(v)
	}
	t.variables[v] = o
	return ev.lvalueOf(o, o.typ), true
}

// contents are the values that a table begins with; nil where they are not known.
func (t *trial) contents(v *Var) *object {
	ev, done := t.u.newEvaluator(EvalOptions{})
	if ev == nil {
		return nil
	}
	defer done()
	vd := t.u.initDecl(v)
	o := ev.newObject(t.u.VarType(v))
	if vd == nil {
		if ev.zeroObject(o) {
			return o
		}
	} else if ev.initialise(o, vd.Scope, t.u.initialiserOf(vd)) {
		return o
	}
	return nil
}

// read is told that a scalar is about to be read; where it is an input it gets a value.
func (t *trial) read(ev *evaluator, o *object) result {
	if t.Open {
		return t.openRead(ev, o)
	}
	if o.back.storage == StorageTable {
		return t.readTable(o)
	}
	if o.val.Kind == types.UnknownValue && o.ptr == nil {
		t.fill(ev, o)
	}
	return result{Value: o.val, ptr: o.ptr}
}

// readTable notes the read of a scalar in a table.
func (t *trial) readTable(o *object) result {
	t.order++
	r := TableRead{Var: o.back.v, Element: o.id, Branches: mix(t.Branches, t.order)}
	t.Reads = append(t.Reads, r)
	var v types.Value
	switch typ := o.typ.Unqual(); {
	case o.entry != nil && o.entry.ptr != nil:
		return result{Value: o.entry.val, ptr: o.entry.ptr}
	case o.entry != nil:
		v = o.entry.val
	case typ.IsFloating():
		v = types.Value{Kind: types.FloatValue, Type: typ, Float: float64(o.id % 8)}
	default:
		v = t.u.ConvertValue(intValue(t.u.T.Basic(ast.Long), int64(o.id%8)), typ)
	}
	if n := int64(mix(t.Seed, o.id) % 4); t.Any != nil && t.Any(r) {
		v = t.altered(v, n, o.typ)
	}
	if t.Replace == o.id {
		v = t.altered(v, t.Change, o.typ)
	}
	return result{Value: v}
}

// altered is another value than v.
func (t *trial) altered(v types.Value, by int64, typ *types.Type) types.Value {
	switch v.Kind {
	case types.IntValue:
		return t.u.ConvertValue(intValue(t.u.T.Basic(ast.Long), v.Int^by), typ)
	case types.FloatValue:
		v.Float += float64(by)
	}
	return v
}

// fill gives an input a value.
func (t *trial) fill(ev *evaluator, o *object) {
	typ := o.typ.Unqual()
	n := mix(mix(t.Seed, o.id), o.back.stored)
	switch {
	case o.back.storage == StorageShared && o.back.stored == 0:
		return // nobody wrote to it
	case o.back.storage == StorageLaunch:
		o.val = t.u.ConvertValue(intValue(t.u.T.Basic(ast.Long), launchNumber(t.Seed, o.back.v, n)), typ)
	case typ.IsIntegral(), typ.Kind == types.Enum:
		o.val = t.u.ConvertValue(intValue(t.u.T.Basic(ast.Long), someNumber(t.Seed, n)), typ)
	case typ.IsFloating():
		o.val = types.Value{Kind: types.FloatValue, Type: typ, Float: float64(someNumber(t.Seed, n)%4096) / 4}
	case typ.Kind == types.Pointer:
		if o.back.storage == StorageInput {
			if p := t.sea(ev, typ.Elem, &backing{storage: StorageInput}, n); p != nil {
				o.ptr, o.val = p, types.Value{Kind: types.AddressValue, Type: typ}
			}
		}
	}
}

// someNumber is an integer that a program may be given: most are small, since large ones lie outside of arrays; with one seed of
// four many are negative, which ends loops that count up to them.
func someNumber(seed, n uint64) int64 {
	v := n >> 8
	kind := (n + seed) % 8
	if seed%4 == 3 && kind < 6 {
		return -int64(v % 64)
	}
	switch kind {
	case 0, 1, 2, 3:
		return int64(v % 8)
	case 4:
		return int64(v % 3)
	case 5:
		return int64(v % 64)
	case 6:
		return int64(v % 5000)
	}
	return int64(int32(v))
}

// launchNumber is a number of a thread or block, or how many there are; 32 threads of 4 blocks are in reach of every device.
func launchNumber(seed uint64, v *Var, n uint64) int64 {
	switch v.u.Text(v.name) {
	case "threadIdx":
		return int64(n >> 8 % 32)
	case "blockIdx":
		return int64(n >> 8 % 4)
	case "gridDim":
		return 4
	case "warpSize":
		return 32
	}
	return 32 + int64(seed%2)*32
}

// wrote is told that a scalar was written.
func (t *trial) wrote(o *object) {
	switch {
	case t == nil || o.back == nil:
	case o.back.storage == StorageInput:
		if t.written == nil {
			t.written = make(map[*object]bool)
		}
		t.written[o] = true
		t.failed = t.failed || !o.val.IsKnown() && o.ptr == nil
	case o.back.storage == StorageShared:
		o.back.stored += mix(1, t.hash(result{Value: o.val, ptr: o.ptr})) | 1
		t.failed = t.failed || !o.val.IsKnown() && o.ptr == nil
	default:
		t.failed = true
	}
}
