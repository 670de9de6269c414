// How a document is seen by the passes of the compiler, and which of its lines are dimmed.

/** The params of cudals/passes; the server's documentation has the meaning of each. */
export interface Passes {
    uri: string
    version: number
    passes: Pass[]
}

export interface Pass {
    name: 'host' | 'device'
    arch: number
    /** Whole lines. */
    unseen: Range[]
}

interface Range {
    start: { line: number }
    end: { line: number }
}

/** Which pass a person looks through: "both" means what any pass sees. */
export type View = 'both' | 'host' | 'device'

/**
 * dimmed are the lines that a view does not show, as pairs: the first, and the one behind the last. Device passes behind the first are
 * those of other architectures that are compiled as well.
 */
export function dimmed(passes: readonly Pass[], view: View): [number, number][] {
    const lists = (view === 'both' ? passes : passes.filter(pass => pass.name === view).slice(0, 1))
        .map(pass => pass.unseen.map((range): [number, number] => [range.start.line, range.end.line]))
    const [first, ...others] = lists
    return others.reduce(common, first ?? [])
}

/** common are the lines that two lists have in common. */
function common(a: [number, number][], b: [number, number][]): [number, number][] {
    return a.flatMap(([from, to]) => b
        .map(([start, end]): [number, number] => [Math.max(from, start), Math.min(to, end)])
        .filter(([start, end]) => start < end))
}

/** shownAs are the views' names for people. */
export const shownAs: Record<View, string> = {
    both: 'Both passes',
    host: 'Host pass',
    device: 'Device pass',
}
