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

// Family is a folder of rules.
type Family struct {
	Name  string
	Rules []*check.Rule
}

// Families lists the folders.
func Families() []Family {
	return []Family{
		{"addresses", addresses.Rules()},
		{"architectures", architectures.Rules()},
		{"atomics", atomics.Rules()},
		{"attributes", attributes.Rules()},
		{"calls", calls.Rules()},
		{"classes", classes.Rules()},
		{"device", device.Rules()},
		{"kernels", kernels.Rules()},
		{"lambdas", lambdas.Rules()},
		{"language", language.Rules()},
		{"launches", launches.Rules()},
		{"linkage", linkage.Rules()},
		{"managed", managed.Rules()},
		{"mitigations", mitigations.Rules()},
		{"namespaces", namespaces.Rules()},
		{"pointers", pointers.Rules()},
		{"pragmas", pragmas.Rules()},
		{"redeclarations", redeclarations.Rules()},
		{"storage", storage.Rules()},
		{"templates", templates.Rules()},
		{"textures", textures.Rules()},
		{"variables", variables.Rules()},
		{"windows", windows.Rules()},
	}
}

// All lists the rules in the order of their numbers, those without a number last. Each call returns a fresh list of the same
// rules.
func All() []*check.Rule {
	var list []*check.Rule
	for _, f := range Families() {
		list = append(list, f.Rules...)
	}
	slices.SortStableFunc(list, func(a, b *check.Rule) int {
		return cmp.Or(cmp.Compare(uint(a.Number-1), uint(b.Number-1)), cmp.Compare(a.Slug, b.Slug))
	})
	return list
}
