// Class template argument deduction.
template <class T> struct W { W(T); }; template <class T, class U> struct P { P(T, U); P(const P &) = default; };
template <class T> struct V { V(const T *, unsigned long); template <class It> V(It, It); T *p; };
template <class It> V(It, It) -> V<It>;
template <class T> struct G { template <class U> G(U); };
template <class U> G(U) -> G<U *>; G(int) -> G<char>;
extern W<int> wi;
using one = decltype(W(1)); // W<int>
using two = decltype(P(1, 'c')); // P<int, char>
using copy = decltype(W(wi)); // W<int>
using brace = decltype(W{2.0}); // W<double>
using guide = decltype(V(1, 2)); // V<int>
using guide2 = decltype(G(1.0)); // G<double*>
using guide3 = decltype(G(1)); // G<char>
W var = 1;
using variable = decltype(var); // W<int>
