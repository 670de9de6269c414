// Package lambdas holds the rules about extended lambdas.
package lambdas
