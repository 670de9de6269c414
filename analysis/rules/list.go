// Package rules holds the rules, one file each, and the list of all of them. No rule calls another.
package rules

import (
	"cmp"
	"slices"

	"cudals/analysis/check"
)

// All lists the rules in the order of their numbers, those without a number last. Each call returns a fresh list of the same
// rules.
func All() []*check.Rule {
	list := []*check.Rule{
		dHdIllegalCall(),
		dHdIllegalCallConstexpr(),
		dHIllegalCall(),
		dHIllegalCallConstexpr(),
		hHdIllegalCall(),
		hHdIllegalCallConstexpr(),
		hHdIllegalCallGeneric(),
		hHdIllegalCallGenericConstexpr(),
		hDIllegalCall(),
		hDIllegalCallConstexpr(),
		hGIllegalCall(),
		hGIllegalCallConstexpr(),
		esaOnDefaultedFunctionIgnored(),
		deviceLaunchNoSepcomp(),
		illegalMemQualifiers(),
		globalFunctionRedeclaredWithoutGlobal(),
		globalFunctionRedeclaredWithHost(),
		globalFunctionRedeclaredWithDevice(),
		globalFunctionRedeclaredWithHostDevice(),
		deviceFunctionRedeclaredWithGlobal(),
		deviceFunctionRedeclaredWithHost(),
		deviceFunctionRedeclaredWithHostDevice(),
		deviceFunctionRedeclaredWithoutDevice(),
		hostFunctionRedeclaredWithGlobal(),
		hostFunctionRedeclaredWithDevice(),
		hostFunctionRedeclaredWithHostDevice(),
		hostDeviceFunctionRedeclaredWithGlobal(),
		variableRedeclaredWith(),
		variableRedeclaredWithout(),
		undefinedDeviceIdentifier(),
		vfuncIncompatExecHD(),
		vfuncIncompatExecHHd(),
		vfuncIncompatExecDHd(),
		vfuncIncompatExecDH(),
		vfuncIncompatExecHdH(),
		vfuncIncompatExecHdD(),
		deviceVarReadInHost(),
		deviceVarWrittenInHost(),
		deviceVarAddressTakenInHost(),
		hostVarReadInDevice(),
		hostVarWrittenInDevice(),
		hostVarAddressTakenInDevice(),
		windowsPointerToMember(),
		windowsVirtualFunctions(),
		windowsVirtualBase(),
		windowsSeveralEmptyBases(),
		windowsEmptyBaseAsFirstField(),
		digraphsNotOnWindows(),
		constVarFloatMicrosoft(),
		constVariableTemplateWindows(),
		cudaArchKernelSignature(),
		cudaArchVariableType(),
		cudaArchKernelInstantiation(),
		cudaArchExternalDefinition(),
		cudaArchInSharedHeader(),
		inlineNamespaceDeviceVariable(),
		managedAfterExit(),
		managedBeforeRuntimeInit(),
		managedInStaticDtor(),
		managedInThreadLocalInit(),
		managedInDynamicInit(),
		managedInStaticInit(),
		inlineNamespaceConstantVariable(),
		inlineNamespaceKernel(),
		inlineNamespaceNested(),
	}
	slices.SortStableFunc(list, func(a, b *check.Rule) int {
		return cmp.Or(cmp.Compare(uint(a.Number-1), uint(b.Number-1)), cmp.Compare(a.Slug, b.Slug))
	})
	return list
}
