// Package mitigations holds the rules about code that met with faults of compilers of Drive OS 5.2, which nvcc's option
// -drive-os-5.2.39-check-mitigations-subset looks for.
package mitigations
