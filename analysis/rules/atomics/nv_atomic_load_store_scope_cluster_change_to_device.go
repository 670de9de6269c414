package atomics

import "cudals/analysis/check"

var nvAtomicLoadStoreScopeClusterChangeToDevice = &check.Rule{
	Slug: "nv-atomic-load-store-scope-cluster-change-to-device", Number: 20302, Tag: "nv_atomic_load_store_scope_cluster_change_to_device",
	Title:    "An atomic load or store of a cluster below compute capability 9.0",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__NV_THREAD_SCOPE_CLUSTER~ of an atomic load or store where the file is compiled for an architecture below ~sm_90~.`,
	Why:     `There are no clusters: the scope is the device, which is slower.`,
	Instead: `Use ~__NV_THREAD_SCOPE_DEVICE~, or compile for ~sm_90~.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_80
__global__ void tally(int *p) { __nv_atomic_store_n(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER); }
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_80
__global__ void tally(int *p) { __nv_atomic_store_n(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); }
`,
	Check: atomic(func(o *operation) string {
		if v, ok := o.scope(); ok && v == clusterScope && (o.bare == "load" || o.bare == "store") && o.below(90) {
			return "the scope of a cluster needs sm_90; the device's is used instead"
		}
		return ""
	}),
}
