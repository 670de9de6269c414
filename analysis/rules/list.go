// Package rules holds the rules, one file each, and the list of all of them. No rule calls another.
package rules

import "cudals/analysis/check"

// All lists the rules in the order of their numbers. Each call returns a fresh list of the same rules.
func All() []*check.Rule {
	return []*check.Rule{
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
	}
}
