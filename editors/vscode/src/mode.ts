// Whether another extension serves C++ as well.

/** asked is where it is remembered that the person was asked. */
export const asked = 'cudals.mode.asked'

const others = ['llvm-vs-code-extensions.vscode-clangd', 'ms-vscode.cpptools', 'ccls-project.ccls', 'nvidia.nsight-vscode-edition']

/** alone reports whether none of the installed extensions gives what a server of C++ gives. */
export function alone(installed: readonly string[]): boolean {
    const ids = new Set(installed.map(id => id.toLowerCase()))
    return !others.some(id => ids.has(id))
}
