// Package rules lists all rules. They stand in folders by subject, one file each, with what only they need; the list of each folder
// is made from its files. No rule calls another.
package rules

import (
	"cmp"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/addresses"
	"cudals/analysis/rules/architectures"
	"cudals/analysis/rules/atomics"
	"cudals/analysis/rules/attributes"
	"cudals/analysis/rules/calls"
	"cudals/analysis/rules/classes"
	"cudals/analysis/rules/device"
	"cudals/analysis/rules/kernels"
	"cudals/analysis/rules/lambdas"
	"cudals/analysis/rules/language"
	"cudals/analysis/rules/launches"
	"cudals/analysis/rules/linkage"
	"cudals/analysis/rules/managed"
	"cudals/analysis/rules/mitigations"
	"cudals/analysis/rules/namespaces"
	"cudals/analysis/rules/pointers"
	"cudals/analysis/rules/pragmas"
	"cudals/analysis/rules/redeclarations"
	"cudals/analysis/rules/storage"
	"cudals/analysis/rules/templates"
	"cudals/analysis/rules/textures"
	"cudals/analysis/rules/variables"
	"cudals/analysis/rules/windows"
)

// All lists the rules in the order of their numbers, those without a number last. Each call returns a fresh list of the same
// rules.
func All() []*check.Rule {
	list := slices.Concat(
		addresses.Rules(),
		architectures.Rules(),
		atomics.Rules(),
		attributes.Rules(),
		calls.Rules(),
		classes.Rules(),
		device.Rules(),
		kernels.Rules(),
		lambdas.Rules(),
		language.Rules(),
		launches.Rules(),
		linkage.Rules(),
		managed.Rules(),
		mitigations.Rules(),
		namespaces.Rules(),
		pointers.Rules(),
		pragmas.Rules(),
		redeclarations.Rules(),
		storage.Rules(),
		templates.Rules(),
		textures.Rules(),
		variables.Rules(),
		windows.Rules(),
	)
	slices.SortStableFunc(list, func(a, b *check.Rule) int {
		return cmp.Or(cmp.Compare(uint(a.Number-1), uint(b.Number-1)), cmp.Compare(a.Slug, b.Slug))
	})
	return list
}
