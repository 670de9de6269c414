package analysis_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// guards are the functions that bound recursion: who calls one of them first comes back without an answer when too many calls
// wait for each other. A stack that overflows ends the program, whatever else is done against it.
var guards = []string{
	"sema.Unit.Nest", "sema.Unit.EnterDeep", "sema.Unit.EnterConversion", "sema.Unit.BeginQuery", "sema.Unit.Ask", "consteval.Model.newEvaluator",
	"syntax.parser.enter", "cufilt.reader.enter",
}

// bounded are the functions that may lead back to themselves without a guard, by what bounds how deep they do.
var bounded = []struct{ by, functions string }{
	{"the nesting of the text, which the reader bounds", `
		ast.inspect ast.dumper.value outline.cutter.ordinaryBodies syntax.parser.castOrNil syntax.parser.certainParam syntax.parser.namesValue
		body.funcAttributes consteval.Model.firstEffect sema.Unit.markBad body.Model.treeThrows body.walker.typeConstants body.walker.opConstants
		sema.Unit.declareAnonymousMembers body.unrollTarget body.folded
		consteval.evaluator.effect body.declReader.class body.declReader.decl sema.Unit.TemplateScope body.walker.namedType body.walker.constantInDefinition
		body.readWhenDiscarded body.walker.stmt traits.Model.designate storage.misplacedFinder.ops spaces.Model.ReadWithBody spaces.Model.readWithin
		sema.Unit.appendOperandKey sema.AnyOperandDependent body.walker.consumeUnknown body.withoutStorage body.walker.useOf body.walker.fieldOf
		mangle.mangler.term mangle.mangler.levels mangle.mangler.typeLevels toolchain.projectText.keys`},
	{"how deep types are nested, which their table bounds", `
		types.Table.AppendArgKey types.Table.appendValueKey types.Table.Qualify types.Table.WithCV types.Arg.IsDependent types.Arg.IsUnknown
		types.Type.inheritArg sema.Unit.SameType sema.Unit.qualify sema.Unit.mergeQualifiers deduce.Model.orderingType deduce.Model.SameArg sema.Unit.differs
		deduce.flattenArgs deduce.deducer.collectPacks deduce.deducer.collectTypePacks deduce.deducer.settled deduce.deducer.participates
		deduce.deducer.argsParticipate sema.associated.typ sema.associated.arg sema.Unit.ReplaceAuto consteval.holdsVariable consteval.holdsPassing types.Value.Holds spell.printer.spell
		spell.printer.className spaces.Model.carriesOwn spaces.Model.ownType variables.foldsAddresses
		templates.argWalk.args templates.argWalk.typ lambdas.hiddenSearch.args lambdas.hiddenSearch.typ kit.AddressIn device.typeFinder.partOf
		device.typeFinder.inArgs lambdas.privateTemplate attributes.outOfUse memory.collector.anyInternal memory.collector.hasInternal
		cufilt.typ.left cufilt.typ.right mangle.mangler.typ mangle.mangler.arg mangle.mangler.object
		mangle.mangler.dependentPrefix`},
	{"how deep classes are parts and bases of each other, which Complete and FieldType bound", `
		sema.Unit.derivedThrough sema.Unit.lookupMemberIn sema.Unit.injectField sema.associated.withBases body.walker.comparePart
		sema.Unit.IsPolymorphic sema.Unit.overrides traits.Model.designatedMember
		layout.layoutBuilder.indirectPrimaries layout.layoutBuilder.nearlyEmptyBase layout.layoutBuilder.virtualBasesOf
		layout.Model.makeObject layout.Model.objectIn layout.objectBuilder.parts consteval.evaluator.base consteval.evaluator.externalObject
		consteval.evaluator.field consteval.evaluator.fill consteval.evaluator.holds consteval.object.freeze
		objects.parts mangle.virtualBases launches.partOf describe.layoutPart classes.spaceBefore windows.hierarchy windows.findMicrosoftLayout
		windows.startsWith workspace.LayoutPart.Holes sema.Unit.InstantiateFunc sema.memberPath`},
	{"how deep scopes are nested in each other", `
		sema.Unit.patternOf sema.Unit.CompleteDecls sema.Unit.lookupDirect sema.Unit.argsAround
		sema.Unit.declaredIn sema.Namespace.forget sema.Namespace.InlineSet sema.Namespace.Opened sema.Unit.ScopeOfMember spaces.Model.Of spaces.Model.ExtendedClosure
		spaces.lambdaCollector.facts templates.argWalk.own mangle.mangler.nested mangle.mangler.prefix mangle.mangler.classPrefix
		mangle.mangler.home memory.collector.scope`},
	{"a count of its own", `
		engine.dumper.value condition.evaluator.unary condition.evaluator.ternary condition.evaluator.binary condition.evaluator.advance
		preprocess.expander.advance preprocess.expander.expandName preprocess.aheadReader.read layout.Model.typedefAlign mangle.termMaker.make sema.listReader.aggregate objects.freedBy
		attributes.addCalled pointers.findDereferenced variables.dynamic calls.evaluatedParts flow.Values.quiet
		toolchain.parser.response toolchain.parser.nvcc toolchain.includeSearch.includes infer.cmake.test infer.cmake.statements infer.cmake.generated infer.cmake.generator infer.makeRun.read infer.presets.read infer.presets.inherited toolchain.ninja.file
		sema.Unit.Rank sema.Unit.Promote consteval.Model.zeroes consteval.Model.indirect preprocess.Unit.spells ide.proposer.operand ide.proposer.qualifier`},
	{"what it has seen", `
		spaces.bodyList.add flow.origins.add flow.origins.memory flow.Values.lookup`},
	{"the size of what was read already", `
		memory.mergeSort preprocess.Cache.holds preprocess.expander.readsMain preprocess.entry.touch preprocess.weigher.entry preprocess.expander.spread preprocess.interchangeable preprocess.substitution.optional
		workspace.Workspace.apply preprocess.assembler.child
		body.Model.appendCaptured toolchain.keyPaths`},
	{"no recursion at all: another type has a method of the name", `
		outline.recorder.IsTemplate outline.recorder.IsType source.FS.Exists source.FS.ReadFile source.Overlay.Exists source.Overlay.ReadFile`},
}

// A callGraph has an edge from each function to those it calls or mentions: what is handed on is taken for called by who hands it
// on. Function literals are part of the function that they stand in. A call of an interface's method is one of all methods of
// that name.
type callGraph map[string][]string

// TestRecursion proves that no text makes the stack overflow: every circle of calls passes a function that is guarded, or one of
// which the table says why it comes to an end.
func TestRecursion(t *testing.T) {
	calls, methods, viaInterface := callGraph{}, map[string][]string{}, [][2]string{}
	guarded := map[string]bool{}
	for _, p := range loaded(t) {
		if p.ID != p.PkgPath || !strings.HasPrefix(p.PkgPath, "cudals/analysis/") || strings.Contains(p.PkgPath, "analysis/internal/") ||
			strings.HasSuffix(p.PkgPath, "test") {
			continue
		}
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				fd, ok := d.(*ast.FuncDecl)
				if !ok || fd.Body == nil {
					continue
				}
				from := funcName(p.TypesInfo.Defs[fd.Name].(*types.Func))
				calls[from] = nil
				if fd.Recv != nil {
					methods[fd.Name.Name] = append(methods[fd.Name.Name], from)
				}
				ast.Inspect(fd.Body, func(n ast.Node) bool {
					id, ok := n.(*ast.Ident)
					if !ok {
						return true
					}
					f, ok := p.TypesInfo.Uses[id].(*types.Func)
					if !ok || f.Pkg() == nil || !strings.HasPrefix(f.Pkg().Path(), "cudals/") {
						return true
					}
					to := funcName(f)
					guarded[from] = guarded[from] || slices.Contains(guards, to)
					if r := f.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
						viaInterface = append(viaInterface, [2]string{from, f.Name()})
					} else {
						calls[from] = append(calls[from], to)
					}
					return true
				})
			}
		}
	}
	for _, c := range viaInterface {
		calls[c[0]] = append(calls[c[0]], methods[c[1]]...)
	}
	why := map[string]bool{}
	for _, b := range bounded {
		for _, f := range strings.Fields(b.functions) {
			if _, ok := calls[f]; !ok {
				t.Errorf("the table has %s, which is no function", f)
			}
			why[f] = true
		}
	}
	for _, circle := range calls.circles(func(f string) bool { return guarded[f] || why[f] }) {
		t.Errorf("may lead back to itself without a guard: %s", strings.Join(circle, " "))
	}
	// An entry that is not needed hides the next function of that name.
	needed := map[string]bool{}
	for _, circle := range calls.circles(func(f string) bool { return guarded[f] }) {
		for _, f := range circle {
			needed[f] = true
		}
	}
	for f := range why {
		if !needed[f] {
			t.Errorf("the table has %s, which is guarded or does not lead back to itself", f)
		}
	}
}

// funcName is package.Type.Method or package.Function.
func funcName(f *types.Func) string {
	f = f.Origin()
	name := f.Pkg().Name() + "."
	if r := f.Signature().Recv(); r != nil {
		t := r.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := t.(*types.Named); ok {
			name += n.Obj().Name() + "."
		}
	}
	return name + f.Name()
}

// circles are the groups of functions that reach each other, once those of leave are left out [Tarjan's algorithm].
func (g callGraph) circles(leave func(string) bool) [][]string {
	index, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	var out [][]string
	var visit func(f string)
	visit = func(f string) {
		index[f] = len(index) + 1
		low[f] = index[f]
		stack, on[f] = append(stack, f), true
		for _, to := range g[f] {
			switch {
			case leave(to):
			case index[to] == 0:
				visit(to)
				low[f] = min(low[f], low[to])
			case on[to]:
				low[f] = min(low[f], index[to])
			}
		}
		if low[f] != index[f] {
			return
		}
		i := slices.Index(stack, f)
		group := slices.Clone(stack[i:])
		stack = stack[:i]
		for _, m := range group {
			on[m] = false
		}
		if len(group) > 1 || slices.Contains(g[f], f) {
			slices.Sort(group)
			out = append(out, group)
		}
	}
	names := make([]string, 0, len(g))
	for f := range g {
		names = append(names, f)
	}
	slices.Sort(names)
	for _, f := range names {
		if index[f] == 0 && !leave(f) {
			visit(f)
		}
	}
	return out
}

// TestCircles tells circles of calls from chains.
func TestCircles(t *testing.T) {
	g := callGraph{"a": {"b"}, "b": {"c", "a"}, "c": {"c", "d"}, "d": nil}
	for left, want := range map[string]string{"": "[[c] [a b]]", "c": "[[a b]]", "b": "[[c]]"} {
		if got := fmt.Sprint(g.circles(func(f string) bool { return f == left })); got != want {
			t.Errorf("without %q: %s, want %s", left, got, want)
		}
	}
}
