// Package attributes holds the rules about attributes, launch bounds, `__grid_constant__`, and what is deprecated.
package attributes
