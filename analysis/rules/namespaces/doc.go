// Package namespaces holds the rules about inline and unnamed namespaces, in which nvcc's generated code cannot name things.
package namespaces
