// Finds the server's program.

import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'

export interface Machine {
    env: NodeJS.ProcessEnv
    platform: NodeJS.Platform
    home: string
    isExecutable(file: string): boolean
}

export const local: Machine = {
    env: process.env,
    platform: process.platform,
    home: os.homedir(),
    isExecutable(file) {
        try {
            fs.accessSync(file, fs.constants.X_OK)
            return fs.statSync(file).isFile()
        } catch {
            return false
        }
    },
}

/**
 * find returns the absolute path of the program that a setting names, or undefined. Where it names none, the program that came with the
 * extension is taken, if one did. A bare name is looked for on the PATH and then where Go installs programs; a relative path starts at the
 * folder.
 */
export function find(setting: string, folder: string | undefined, machine: Machine = local, extension?: string): string | undefined {
    const { env, platform, home } = machine
    const p = platform === 'win32' ? path.win32 : path.posix
    const named = setting.trim() || 'cudals'
    const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']
    const executable = (file: string) => endings.map(ending => file + ending).find(machine.isExecutable)

    const bundled = named === 'cudals' && extension ? executable(p.join(extension, 'bin', named)) : undefined
    if (bundled) {
        return bundled
    }
    if (named.startsWith('~/')) {
        return executable(p.join(home, named.slice(2)))
    }
    if (p.isAbsolute(named)) {
        return executable(named)
    }
    if (/[\\/]/.test(named)) {
        return folder === undefined ? undefined : executable(p.join(folder, named))
    }
    const onPath = (env.PATH ?? env.Path ?? '').split(p.delimiter).filter(dir => p.isAbsolute(dir))
    const installed = [env.GOBIN, env.GOPATH && p.join(env.GOPATH, 'bin'), p.join(home, 'go', 'bin')]
    for (const dir of [...onPath, ...installed]) {
        const found = dir ? executable(p.join(dir, named)) : undefined
        if (found) {
            return found
        }
    }
    return undefined
}
