// Package kernels holds the rules about the declarations of kernels and their parameters.
package kernels
