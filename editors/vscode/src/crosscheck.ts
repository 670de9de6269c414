// What the compiler that the user named says of files that were saved, compared with what cudals says.

/** The params of cudals/crossCheck; the server's documentation has the meaning of each. */
export interface CrossCheck {
    uri: string
    version: number
    state: 'running' | 'done' | 'failed'
    reason?: string
    agreed: number
    compiler: { range: Range, severity: number, code?: number, message: string }[]
    own: { range: Range, message: string }[]
}

export interface Range {
    start: { line: number, character: number }
    end: { line: number, character: number }
}

export interface Shown {
    range: Range
    message: string
    source: string
    /** As the protocol counts: 1 an error, 2 a warning, 3 an information. */
    severity: number
    code?: number
}

/** differences are the findings that only one of both has. */
export function differences(check: CrossCheck): Shown[] {
    return [
        ...check.compiler.map(({ range, severity, code, message }) => ({
            range, message, severity, source: 'nvcc', ...code === undefined ? {} : { code },
        })),
        ...check.own.map(({ range, message }) => ({
            range, message: `The compiler accepted this at the last save: ${message}`, source: 'nvcc', severity: 3,
        })),
    ]
}

/** verdict is a line for people. */
export function verdict(check: CrossCheck): string {
    switch (check.state) {
        case 'running':
            return 'The compiler is looking at the file.'
        case 'failed':
            return `No cross-check: ${check.reason ?? ''}`
        case 'done': {
            const differ = check.compiler.length + check.own.length
            return differ === 0 ? `The compiler agrees (findings: ${check.agreed}).`
                : `The compiler agrees on ${check.agreed} findings, ${check.compiler.length} it has alone, ${check.own.length} it does not have.`
        }
    }
}
