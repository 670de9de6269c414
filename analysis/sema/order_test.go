package sema_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cudals/analysis/sema"
	"cudals/analysis/sema/semtest"
)

// elaborated is what types declare that name a class which is not declared otherwise.
const elaborated = `
struct Known { int member; };
struct One *one;
using declared_by_variable = One *; // One*
void two(struct Two *, struct Two *);
using declared_by_parameter = Two *; // Two*
typedef struct Three *three;
using declared_by_typedef = Three *; // Three*
struct Holder { struct Four *four; struct Known *known; struct Inner; struct Inner *inner; void m(struct Five &); };
using declared_by_member = Four *; // Four*
using declared_by_parameter_of_member = Five *; // Five*
using member_class_stays_there = Inner *; // ?
using member_class = decltype(Holder::inner); // Holder::Inner*
template <class T> struct Box { struct Six *six; T t; };
using declared_by_template = Six *; // Six*
using same_in_instance = decltype(Box<int>::six); // Six*
namespace n {
struct Known *known;
struct Seven *seven;
using outer_class = decltype(known); // Known*
struct Nine { int x; };
}
using outer_class = decltype(n::known); // Known*
using not_out_here = Seven *; // ?
using in_there = n::Seven *; // n::Seven*
using nothing_new_in_there = n::Known *; // ?
struct Eight *eight;
struct Eight { int later; };
using member_of_later = decltype(eight->later); // int
using alias = struct Ten *;
using declared_by_alias = Ten *; // Ten*
class Friendly { friend class Eleven; friend struct Twelve *make(struct Twelve *); };
using not_by_friend = Eleven *; // ?
extern struct Thirteen thirteen[], *pthirteen;
using declared_by_extern = decltype(pthirteen); // Thirteen*
struct Before { static int Fourteen; struct Fourteen *p; };
using hidden_by_member = Fourteen *; // Fourteen*
typedef struct { struct Sixteen *sixteen; struct { struct Sixteen *again; } inner; } Unnamed;
using declared_in_unnamed = Sixteen *; // Sixteen*
using same_class = decltype(Unnamed::sixteen); // Sixteen*
int visible_later = sizeof(struct Fifteen *);
using variable = int; // int
struct variable2 *variable2;
using hides_itself = decltype(variable2); // variable2*
`

// TestElaborated: what struct X declares where nothing else is X.
func TestElaborated(t *testing.T) {
	u := semtest.Unit(t, elaborated, 17)
	for _, m := range expectation.FindAllStringSubmatch(elaborated, -1) {
		if got := spell(semtest.TypeNamed(t, u, m[1])); got != m[2] {
			t.Errorf("%s: got %s, want %s", m[1], got, m[2])
		}
	}
}

// TestOrderOfQuestions: what a name means does not hang on what was asked before.
func TestOrderOfQuestions(t *testing.T) {
	texts := corpora(t)
	texts["elaborated"] = elaborated
	for file, text := range texts {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			var names []string
			for _, m := range expectation.FindAllStringSubmatch(text, -1) {
				names = append(names, m[1])
			}
			want := make(map[string]string)
			u := semtest.Unit(t, text, stdOf(file))
			for _, name := range names {
				want[name] = spell(semtest.TypeNamed(t, u, name))
			}
			rnd := rand.New(rand.NewPCG(1, 2))
			for i := range 8 {
				if slices.Reverse(names); i > 0 {
					rnd.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
				}
				u := semtest.Unit(t, text, stdOf(file))
				for _, name := range names {
					if got := spell(semtest.TypeNamed(t, u, name)); got != want[name] {
						t.Errorf("%s is %s in the order of the text, and %s in another", name, want[name], got)
					}
				}
			}
		})
	}
}

// TestSpecialUnasked asks what members are of classes that nothing was asked about before.
func TestSpecialUnasked(t *testing.T) {
	u := semtest.Unit(t, `
		template <class T> struct V { V(const V &); V &operator=(const V &); V &operator=(V &&); V &operator=(int); };
		struct B { B(int); B(const B &); };
		struct D : B { using B::B; };`, 17)
	var c *sema.Class
	for _, e := range u.LookupDirect(u.Global, u.Sym("V"), sema.MaxOrd).Entities {
		if tmpl, ok := e.(*sema.Template); ok {
			c = u.PatternClass(tmpl)
		}
	}
	if c.Def() == nil {
		t.Error("V is not defined")
	}
	var got []sema.Special
	for _, m := range c.Members() {
		if f, ok := m.(*sema.Func); ok && f.Kind == sema.OperatorFunc {
			got = append(got, f.Special())
		}
	}
	if want := []sema.Special{sema.CopyAssign, sema.MoveAssign, sema.NotSpecial}; !slices.Equal(got, want) {
		t.Errorf("the assignments of V are %v, not %v", got, want)
	}
	inherited := 0
	for _, e := range semtest.Class(t, u, "D").Ctors() {
		if f, ok := e.(*sema.Func); ok && f.Special() == sema.InheritedCtor {
			inherited++
		}
	}
	if inherited != 1 {
		t.Errorf("D inherits %d constructors, not the one from int", inherited)
	}
}
