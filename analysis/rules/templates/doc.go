// Package templates holds the rules about template arguments that nvcc's generated code cannot name.
package templates
