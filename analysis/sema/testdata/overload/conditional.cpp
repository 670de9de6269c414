// The conditional operator.
extern const char *a; extern char const *const b; void f(const char *const c, const char *d);
using c1 = decltype(a ? a : b); // const char*const&
using c2 = decltype(a ? "x" : b); // const char*
using c3 = decltype(a ? "x" : "yz"); // const char*
using c4 = decltype(a ? "x" : nullptr); // const char*
extern int i; extern const int ci; extern volatile int vi; int &&xi();
using c5 = decltype(a ? i : ci); // const int&
using c6 = decltype(a ? i : 1); // int
using c7 = decltype(a ? xi() : i); // int
extern int *p; extern const int *cp; extern void *vp;
using c8 = decltype(a ? p : cp); // const int*
using c9 = decltype(a ? p : vp); // void*
using c10 = decltype(a ? 0 : p); // int*
struct B {}; struct D : B {}; extern D d; extern B b0; extern const B cb; extern D *dp; extern B *bp;
using c11 = decltype(a ? d : b0); // B&
using c12 = decltype(a ? d : cb); // const B&
using c13 = decltype(a ? B() : d); // B
using c14 = decltype(a ? dp : bp); // B*
enum E { e0 }; 
using c15 = decltype(a ? e0 : 1); // int
using c16 = decltype(a ? e0 : e0); // E
using c17 = decltype(a ? throw 1 : i); // int&
using c18 = decltype(a ? 1u : -1); // unsigned int
using c19 = decltype(a ? 1.0f : 2); // float
int g(int); int h(int);
using c20 = decltype(a ? g : h); // int(&)(int)
using c21 = decltype(a ? &g : nullptr); // int(*)(int)
