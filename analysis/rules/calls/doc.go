// Package calls holds the rules about calls that cross sides.
package calls
