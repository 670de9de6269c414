// Where all that a parameter could tell is given explicitly, the argument is converted [temp.arg.explicit]/7; what stands in
// non-deduced contexts tells nothing.
template <class T> struct Trait { using type = T; static constexpr int width = sizeof(T); };
template <class A, class B> struct Pair {};
template <int N> struct Vec { Vec(int); };
struct Any { template <class T> operator T *() const; };
struct R1 {}; struct R2 {};

template <class T> R1 by_value(Vec<Trait<T>::width> *);
using null_for_value = decltype(by_value<float>(nullptr)); // R1
template <class T> R1 by_type(Pair<T, typename Trait<T>::type> *);
using null_for_type = decltype(by_type<float>(nullptr)); // R1
using converted = decltype(by_type<float>(Any())); // R1
template <class T, class U> R1 of_another(Pair<T, typename Trait<U>::type> *, U);
using deduced_elsewhere = decltype(of_another<float>(nullptr, 1)); // R1
template <class T> R1 constructed(Vec<Trait<T>::width>);
using through_constructor = decltype(constructed<float>(1)); // R1
template <class T> R1 bound(int (*)[Trait<T>::width]);
using null_for_array = decltype(bound<float>(nullptr)); // R1
template <class T> R1 function(void (*)(T, typename Trait<T>::type));
using null_for_function = decltype(function<float>(nullptr)); // R1
template <class T> R1 left_to_deduce(Pair<T, typename Trait<T>::type> *); R2 left_to_deduce(...);
using nothing_given = decltype(left_to_deduce(nullptr)); // R2
