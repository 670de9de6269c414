// What the server tells of each document in cudals/status, and how the status bar shows it.

/** The params of cudals/status; the server's documentation has the meaning of each. */
export interface Status {
    uri: string
    version: number
    flags: 'given' | 'borrowed' | 'guessed'
    borrowedFrom?: string
    inferred?: string
    through?: string
    dialect: string
    std: number
    archs: number[]
    arch?: number
    toolkit?: string
    cuda: string
    cudaGuessed?: boolean
    problems?: string[]
    missingHeaders: number
    missing?: MissingHeader[]
    calls: number
    knownCalls: number
    failure?: string
}

export interface MissingHeader {
    name: string
    uri: string
    /** From 0. */
    line: number
}

export interface Shown {
    text: string
    /** Lines of Markdown. */
    tooltip: string[]
    /** Something that the person could mend keeps findings away. */
    warning: boolean
    /** There is no server, so that nothing at all is known. */
    error?: boolean
}

/** stopped is what is shown when the server is gone and was not asked to go. */
export function stopped(reason?: string): Shown {
    return {
        text: '$(error) cudals',
        tooltip: [reason ?? 'The server has stopped.', 'Nothing is known of any file. Select to start it again.'],
        warning: true,
        error: true,
    }
}

/** unknown is the finding that keeps a file from looking clean while there is no server. */
export const unknown = 'cudals has stopped: nothing is known of this file. The command "cudals: Restart Server" starts it again.'

/** known is the share of calls that are understood, in whole percent; of nothing, nobody knows. */
export function known(status: Status): string {
    return status.calls === 0 ? '?' : `${Math.floor(100 * status.knownCalls / status.calls)} %`
}

/** missing are the names of the headers that were not found, each once. */
export function missing(status: Status): string[] {
    return [...new Set((status.missing ?? []).map(header => header.name))]
}

/** show is how a status looks; short is how the paths of a project are shown. */
export function show(status: Status, short: (path: string) => string = path => path): Shown {
    if (status.failure) {
        return { text: '$(error) cudals', tooltip: [status.failure], warning: true }
    }
    const tooltip: string[] = []
    switch (status.flags) {
        case 'given':
            tooltip.push('The compile command is known.')
            break
        case 'borrowed':
            tooltip.push(`The compile command is that of \`${short(status.borrowedFrom ?? '')}\`.`)
            break
        case 'guessed':
            tooltip.push(status.inferred
                ? `No compile command is known: it is inferred from the folders and build files of \`${short(status.inferred)}\`.`
                : 'No compile command is known. What depends on flags is not said: set `cudals.compileCommands` or `cudals.flags`.')
            break
    }
    if (status.through) {
        tooltip.push(`It is read as \`${short(status.through)}\` includes it.`)
    }
    tooltip.push(`C++${status.std}, ${status.archs.map(arch => `sm_${arch}`).join(', ')}${status.arch ? ' (chosen)' : ''}, ${status.dialect}`)
    tooltip.push(status.cudaGuessed
        ? `CUDA ${status.cuda} is assumed: set \`cudals.toolkit\` or \`cudals.cudaVersion\`.`
        : `CUDA ${status.cuda}`)
    tooltip.push(status.toolkit ? `Toolkit: \`${status.toolkit}\`` : 'No CUDA toolkit: built-in declarations are used.')
    if (status.missingHeaders > 0) {
        const names = missing(status).map(name => `\`${name}\``).join(', ')
        tooltip.push(`Headers not found: ${names || status.missingHeaders}. What depends on them is not said.`)
    }
    tooltip.push(status.calls === 0
        ? 'There are no calls in device code.'
        : `Calls in device code understood: ${status.knownCalls} of ${status.calls}`)
    tooltip.push(...status.problems ?? [])
    const warning = status.flags === 'guessed' && !status.inferred || status.missingHeaders > 0
    const icon = warning ? '$(warning)' : '$(check)'
    const chosen = status.arch ? ` · sm_${status.arch}` : ''
    return { text: `${icon} cudals ${known(status)}${chosen}`, tooltip, warning }
}

/** A setting that would make more known: a file or folder is asked for. */
export interface Mend {
    label: string
    description: string
    setting: string
    files: boolean
    /** The setting is a list of flags, and this one has the folder. */
    flag?: string
}

/** mends are the settings that could help where things stay unknown. */
export function mends(status: Status): Mend[] {
    const list: Mend[] = []
    if (status.missingHeaders > 0) {
        list.push({ label: '$(folder-opened) Add an Include Folder…', description: 'cudals.extraFlags', setting: 'extraFlags', files: false, flag: '-I' })
    }
    if (!status.toolkit) {
        list.push({ label: '$(package) Choose the CUDA Toolkit…', description: 'cudals.toolkit', setting: 'toolkit', files: false })
    }
    if (status.flags === 'guessed') {
        list.push({ label: '$(file-code) Choose the compile_commands.json…', description: 'cudals.compileCommands', setting: 'compileCommands', files: true })
    }
    return list
}
