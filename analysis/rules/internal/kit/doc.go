// Package kit holds what rules of several subjects are made of: makers of checks, queries, and wording.
package kit
