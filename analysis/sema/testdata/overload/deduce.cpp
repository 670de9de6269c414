// Template argument deduction and partial ordering.
using size_t = decltype(sizeof 0);
template <int N> struct I {}; template <class T> struct W {}; template <class... T> struct L {};
struct R1 {}; struct R2 {}; struct R3 {};
struct A {}; struct B : W<int> {}; struct BB : B {};
extern int i; extern const int ci; extern int *ip; extern const int *cip; extern int a3[3]; int fun(int); extern W<int> wi; extern const W<char> cwc; extern B b; extern BB bb;
template <class T> W<T> val(T);
using by_value = decltype(val(ci)); // W<int>
using by_value_array = decltype(val(a3)); // W<int*>
using by_value_func = decltype(val(fun)); // W<int(*)(int)>
template <class T> W<T> lref(T &);
using lref1 = decltype(lref(i)); // W<int>
using lref2 = decltype(lref(ci)); // W<const int>
using lref3 = decltype(lref(a3)); // W<int[3]>
template <class T> W<T> cref(const T &);
using cref1 = decltype(cref(ci)); // W<int>
using cref2 = decltype(cref(5)); // W<int>
using cref3 = decltype(cref("ab")); // W<char[3]>
template <class T> W<T> fwd(T &&);
using fwd1 = decltype(fwd(i)); // W<int&>
using fwd2 = decltype(fwd(ci)); // W<const int&>
using fwd3 = decltype(fwd(1)); // W<int>
template <class T> W<T> ptr(T *);
using ptr1 = decltype(ptr(ip)); // W<int>
using ptr2 = decltype(ptr(cip)); // W<const int>
using ptr3 = decltype(ptr(a3)); // W<int>
template <class T> W<T> cptr(const T *);
using cptr1 = decltype(cptr(ip)); // W<int>
template <class T, size_t N> I<N> arr(T (&)[N]);
using arr1 = decltype(arr(a3)); // I<3>
using arr2 = decltype(arr("abcd")); // I<5>
template <class T> T inner(W<T>);
using inner1 = decltype(inner(wi)); // int
using inner2 = decltype(inner(cwc)); // char
using inner3 = decltype(inner(b)); // int
using inner4 = decltype(inner(bb)); // int
template <class T> T innerp(W<T> *);
using inner5 = decltype(innerp(&bb)); // int
template <int N> I<N + 1> num(I<N>);
using num1 = decltype(num(I<4>())); // I<5>
template <class R, class... P> L<R, P...> fnp(R (*)(P...));
using fnp1 = decltype(fnp(fun)); // L<int, int>
int three(int, char, double);
using fnp2 = decltype(fnp(&three)); // L<int, int, char, double>
template <class... T> L<T...> pack(T...);
using pack0 = decltype(pack()); // L<>
using pack3 = decltype(pack(1, 'c', 2.0)); // L<int, char, double>
template <class... T> L<T...> packref(T &&...);
using pack_fwd = decltype(packref(i, 1)); // L<int&, int>
template <class H, class... T> W<H> head(H, T...);
using head1 = decltype(head('c', 1, 2)); // W<char>
template <class... T> L<T...> packw(W<T>...);
using pack_in = decltype(packw(wi, cwc)); // L<int, char>
template <class... T> L<T...> fromlist(L<T...>);
using fromlist1 = decltype(fromlist(L<int, A>())); // L<int, A>
template <class H, class... T> L<T...> tail(L<H, T...>);
using tail1 = decltype(tail(L<int, char, A>())); // L<char, A>
template <class T> W<T> expl();
using expl1 = decltype(expl<char>()); // W<char>
template <class T, class U> L<T, U> expl2(U);
using explicit_prefix = decltype(expl2<char>(1)); // L<char, int>
template <class... T> L<T...> explpack(T...);
using explicit_pack = decltype(explpack<long>(1, 'c')); // L<long, char>
template <class T, class U = T *> L<T, U> dflt(T);
using default_arg = decltype(dflt(1)); // L<int, int*>
template <template <class> class TT, class T> L<TT<char>, T> tt(TT<T>);
using template_template = decltype(tt(wi)); // L<W<char>, int>
template <class C, class T> L<C, T> mem(T C::*);
struct M { int x; char g(int) const; };
using member_object = decltype(mem(&M::x)); // L<M, int>
template <class C, class R, class... P> L<C, R, P...> memfn(R (C::*)(P...) const);
using member_function = decltype(memfn(&M::g)); // L<M, char, int>
template <class T> struct Id { using type = T; };
template <class T> W<T> nond(typename Id<T>::type, T);
using non_deduced = decltype(nond(1, 2.0)); // W<double>
template <class T> R1 same(T, T); R2 same(...);
using conflict = decltype(same(1, 2.0)); // R2
using agree = decltype(same(1, 2)); // R1
template <class T, T v> struct Const {};
template <class T, T v> W<T> constant(Const<T, v>);
using constant1 = decltype(constant(Const<char, 'a'>())); // W<char>
// Partial ordering.
template <class T> R1 o(T); template <class T> R2 o(T *); template <class T> R3 o(const T *);
using order1 = decltype(o(1)); // R1
using order2 = decltype(o(ip)); // R2
using order3 = decltype(o(cip)); // R3
template <class T> R1 p(T &); template <class T> R2 p(const T &); template <class T> R3 p(T &&);
using order_ref1 = decltype(p(i)); // R1
using order_ref2 = decltype(p(ci)); // R2
using order_ref3 = decltype(p(1)); // R3
template <class T> R1 q(W<T>); template <class T> R2 q(T);
using order_id = decltype(q(wi)); // R1
template <class T> R1 v(T); template <class... T> R2 v(T...);
using order_pack = decltype(v(1)); // R1
template <class T> R1 x(T, int); template <class T> R2 x(T, T);
R1 nt(int); template <class T> R2 nt(T);
using non_template = decltype(nt(1)); // R1
using exact_template = decltype(nt('c')); // R2
template <class T> R1 y(T, T *); template <class T, class U> R2 y(T, U);
using order_two = decltype(y(1, ip)); // R1
template <class T> R1 z(T &&); R2 z(const A &);
extern A a; extern const A ca;
using greedy = decltype(z(a)); // R1
using greedy_const = decltype(z(ca)); // R2
template <class T> R1 fr(T (&)(int)); template <class T> R2 fr(T &);
using order_fn = decltype(fr(fun)); // R1
// SFINAE.
template <bool, class T = void> struct enable_if {}; template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T> struct is_int { static constexpr bool value = false; }; template <> struct is_int<int> { static constexpr bool value = true; };
template <class T> enable_if_t<is_int<T>::value, R1> s1(T); template <class T> enable_if_t<!is_int<T>::value, R2> s1(T);
using sfinae_ret1 = decltype(s1(1)); // R1
using sfinae_ret2 = decltype(s1('c')); // R2
template <class T, enable_if_t<is_int<T>::value, int> = 0> R1 s2(T); template <class T, enable_if_t<!is_int<T>::value, int> = 0> R2 s2(T);
using sfinae_value1 = decltype(s2(1)); // R1
using sfinae_value2 = decltype(s2('c')); // R2
template <class T, class = enable_if_t<is_int<T>::value>> R1 s3(T); R2 s3(...);
using sfinae_type1 = decltype(s3(1)); // R1
using sfinae_type2 = decltype(s3('c')); // R2
template <class T> R1 s4(typename T::type *); template <class T> R2 s4(...);
struct HasType { using type = int; };
using sfinae_member1 = decltype(s4<HasType>(0)); // R1
using sfinae_member2 = decltype(s4<A>(0)); // R2
template <class T> auto s5(T t) -> decltype(t.foo(), R1()); R2 s5(...);
struct HasFoo { void foo(); };
using sfinae_expr1 = decltype(s5(HasFoo())); // R1
using sfinae_expr2 = decltype(s5(A())); // R2
template <class...> using void_t = void;
template <class T, class = void> struct detect : R2 { using r = R2; }; template <class T> struct detect<T, void_t<typename T::type>> { using r = R1; };
using detect1 = decltype(detect<HasType>::r()); // R1
using detect2 = decltype(detect<A>::r()); // R2
// Partial specialisations.
template <class T> struct ps { using r = R1; }; template <class T> struct ps<T *> { using r = R2; }; template <class T> struct ps<const T *> { using r = R3; };
using partial1 = ps<int>::r; // R1
using partial2 = ps<int *>::r; // R2
using partial3 = ps<const int *>::r; // R3
template <class T> struct sig; template <class R, class... P> struct sig<R(P...)> { using r = L<R, P...>; };
using partial_fn = sig<char(int, A)>::r; // L<char, int, A>
template <class T> struct ext { static constexpr int v = 0; }; template <class T, size_t N> struct ext<T[N]> { static constexpr int v = N; };
using partial_array = I<ext<int[7]>::v>; // I<7>
// Orderings that differ only in which parameters repeat; the two operators of an iterator.
template <class It, class C> struct NI {};
template <class L, class R, class C> R2 operator!=(const NI<L, C> &, const NI<R, C> &);
template <class It, class C> R1 operator!=(const NI<It, C> &, const NI<It, C> &);
extern NI<int *, A> nia; extern NI<const int *, A> nib;
using repeated = decltype(nia != nia); // R1
using not_repeated = decltype(nia != nib); // R2
// An overloaded function as a template argument.
typedef int (*Alloc)(void **, size_t);
int alloc(void **, size_t); template <class T> int alloc(T **, size_t);
template <Alloc F> struct Res { using r = R1; };
using overloaded_argument = Res<alloc>::r; // R1
// Non-deduced contexts behind pointers, calls in parentheses.
template <class T> R1 ptrto(typename Id<T>::type *, T);
using non_deduced_pointer = decltype(ptrto(0, 1)); // R1
R1 none();
using parenthesised_call = decltype(val((none()))); // W<R1>
template <class T> R1 three_way(T, T *, T **); template <class T, class U> R2 three_way(T, U, U *);
using deeper = decltype(three_way(1, (int *)0, (int **)0)); // R1
template <class T> struct Outer { template <class U> R1 m(U); template <class U> R2 m(U *); template <class U> friend R1 fr2(Outer, U) { return {}; } };
using member_template = decltype(Outer<int>().m(ip)); // R2
using friend_member = decltype(fr2(Outer<int>(), 1)); // R1
template <class T> void variadic(T, ...);
template <class F, class... P> auto call(F f, P... p) -> decltype(f(p...));
using call_result = decltype(call(fun, 1)); // int
struct Fo { char operator()(int, char); };
using call_object = decltype(call(Fo(), 1, 'a')); // char
