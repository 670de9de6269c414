package mangle

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

func (m *mangler) args(args []types.Arg) {
	m.out("I")
	for i := range args {
		m.arg(&args[i])
	}
	m.out("E")
}

func (m *mangler) arg(a *types.Arg) {
	switch a.Kind {
	case types.TypeArg:
		m.typ(a.Type)
	case types.ValueArg:
		m.value(a.Value)
	case types.TemplateArg:
		m.templateName(a.Template)
	case types.PackArg:
		m.out("J")
		for i := range a.Pack {
			m.arg(&a.Pack[i])
		}
		m.out("E")
	default:
		m.fail(expression)
	}
}

// templateName writes a template without arguments.
func (m *mangler) templateName(e types.Entity) {
	t, ok := e.(*sema.Template)
	switch {
	case !ok || t.Kind == sema.TemplateTemplate && t.Param == nil:
		m.fail(unusual)
	case t.Param != nil:
		m.templateParam(t.Param)
	case m.home(t.Parent()) != nil:
		m.fail(local)
	default:
		m.bare(t.Parent(), t.Sym())
	}
}

// bare writes the name of an entity without template arguments.
func (m *mangler) bare(parent sema.Entity, name token.Sym) {
	write := func(p *mangler) { p.scoped(parent, p.u.Text(name)) }
	key, ok := m.seen(write)
	if ok {
		return
	}
	inside := !global(parent) && !isStd(m.u, parent)
	if inside {
		m.out("N")
	}
	write(m)
	m.note(key)
	if inside {
		m.out("E")
	}
}

// templateParam writes a template template parameter.
func (m *mangler) templateParam(p *sema.TemplateParam) {
	m.component(func(m *mangler) { m.param(p.Depth, p.Index) })
}

func (m *mangler) value(v types.Value) {
	switch {
	case v.Kind == types.DependentValue:
		m.dependentValue(v)
		return
	case v.Type == nil:
		m.fail(unusual)
		return
	}
	switch v.Kind {
	case types.IntValue:
		m.integer(v)
	case types.NullValue:
		m.null(v.Type)
	case types.AddressValue:
		m.address(v)
	case types.FloatValue:
		m.float(v)
	case types.AggregateValue:
		m.out("X")
		m.object(v)
		m.out("E")
	default:
		m.fail(unusual)
	}
}

func (m *mangler) integer(v types.Value) {
	m.out("L")
	m.typ(v.Type.Unqual())
	switch {
	case v.Type.IsIntegral() && !v.Type.IsSigned():
		m.out(strconv.FormatUint(uint64(v.Int), 10))
	case v.Int < 0:
		m.out("n" + strconv.FormatUint(uint64(-v.Int), 10))
	default:
		m.out(strconv.FormatInt(v.Int, 10))
	}
	m.out("E")
}

func (m *mangler) null(t *types.Type) {
	switch {
	case t.IsNullptr():
		m.out("LDnE")
	case t.Kind == types.Pointer || t.Kind == types.MemberPointer:
		m.out("L")
		m.typ(t.Unqual())
		m.out("0E")
	default:
		m.fail(unusual)
	}
}

func (m *mangler) address(v types.Value) {
	switch {
	case v.Key != "":
		m.fail(unusual)
	case v.Type.Kind == types.Pointer || v.Type.Kind == types.MemberPointer:
		m.out("Xad")
		m.entity(v.Entity)
		m.out("E")
	case v.Type.Kind == types.LRef:
		m.entity(v.Entity)
	default:
		m.fail(unusual)
	}
}

// float writes a floating-point number: its bytes.
func (m *mangler) float(v types.Value) {
	switch v.Type.Basic {
	case ast.Float:
		m.out(fmt.Sprintf("Lf%08xE", math.Float32bits(float32(v.Float))))
	case ast.Double:
		m.out(fmt.Sprintf("Ld%016xE", math.Float64bits(v.Float)))
	default:
		m.fail(unusual)
	}
}

// object writes the value of a class or an array with those of all of its parts.
func (m *mangler) object(v types.Value) {
	m.out("tl")
	m.typ(v.Type.Unqual())
	for _, e := range v.Elems {
		switch {
		case e.Kind == types.AggregateValue && e.Type != nil:
			m.object(e)
		case e.Kind == types.IntValue || e.Kind == types.FloatValue || e.Kind == types.NullValue:
			m.value(e)
		default: // such as the members of a union
			m.fail(unusual)
		}
	}
	m.out("E")
}

// entity writes a function, a variable of static storage or a data member as an expression.
func (m *mangler) entity(e types.Entity) {
	m.out("L")
	switch e := e.(type) {
	case *sema.Func:
		m.out("_Z")
		m.encoding(e)
	case *sema.Var:
		if e.Kind != sema.NamespaceVar && e.Kind != sema.StaticMember {
			m.fail(unusual)
			return
		}
		m.out("_Z")
		m.variable(e)
	case *sema.Field:
		if e.Class == nil || m.home(e.Class) != nil {
			m.fail(unusual)
			return
		}
		m.out("_Z")
		m.nested(e.Class, func(string) { m.source(m.u.Text(e.Sym())) }, "")
	default:
		m.fail(unusual)
	}
	m.out("E")
}

// dependent writes a type that depends on template parameters: a member of such a type, or a template template parameter with
// arguments.
func (m *mangler) dependent(t *types.Type) {
	if terms, own := m.behind(t.Key); len(terms) > 0 {
		written := m.u.Consts.Written[t.Key]
		_, names := written[len(written)-1].Expr.(*ast.NameExpr)
		m.component(func(m *mangler) { m.decltype(terms, own, names) })
		return
	}
	if _, ok := m.seen(func(p *mangler) { p.dependentPrefix(t) }); ok {
		return
	}
	if _, _, _, member := m.u.DependentMember(t); !member {
		m.dependentPrefix(t)
		return
	}
	m.out("N")
	m.dependentPrefix(t)
	m.out("E")
}

// typePrefix writes a type as the scope of a member.
func (m *mangler) typePrefix(t *types.Type) {
	switch c := m.u.ClassOf(t); {
	case c != nil && m.home(c) == nil:
		m.classPrefix(c)
	case t.Kind == types.Param:
		m.typ(t)
	case t.Kind == types.Dependent:
		m.dependentPrefix(t)
	default:
		m.fail(expression)
	}
}

func (m *mangler) dependentPrefix(t *types.Type) {
	in, name, args, member := m.u.DependentMember(t)
	param := m.u.ParamOf(t)
	own := func(p *mangler) {
		if !member {
			p.templateParam(param)
			return
		}
		p.typePrefix(in)
		p.source(name)
	}
	if member && args == nil {
		m.component(own)
		return
	}
	if !member && param == nil {
		m.fail(expression)
		return
	}
	whole := func(p *mangler) {
		if member {
			p.component(own)
		} else {
			own(p)
		}
		p.args(packed(args, t.Args, param))
	}
	m.component(whole)
}

// packed are the arguments of a dependent template. Those of a template template parameter go into packs where that declares
// them; of a member nobody knows.
func packed(args, all []types.Arg, param *sema.TemplateParam) []types.Arg {
	if param == nil {
		return args
	}
	n := slices.IndexFunc(param.Decl.Params, func(p *ast.TemplateParam) bool { return p.Pack })
	if n < 0 {
		n = slices.IndexFunc(all, func(a types.Arg) bool {
			return a.Kind == types.TypeArg && a.Type.Kind == types.Expansion || a.Kind == types.ValueArg && a.Value.Pack
		})
	}
	if n < 0 || n > len(all) {
		return all
	}
	pack := slices.Clone(all[n:])
	for i := range pack {
		pack[i].Value.Pack = false // which is not written there
	}
	return append(slices.Clone(all[:n]), types.Arg{Kind: types.PackArg, Pack: pack})
}
