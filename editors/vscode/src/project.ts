// What the extension knows of projects: the task that checks one, and the configuration that begins one.

/** A task of the type "cudals", as tasks.json has it. */
export interface CheckTask {
    type: string
    paths?: string[]
    project?: string
    flags?: string[]
    arguments?: string[]
}

/** checkArguments are the arguments of the program for a task. */
export function checkArguments(task: CheckTask): string[] {
    const out = ['check', ...task.arguments ?? []]
    if (task.project) {
        out.push('-p', task.project)
    }
    out.push(...task.paths ?? [])
    if (task.flags?.length) {
        out.push('--', ...task.flags)
    }
    return out
}

/** emptyProject is the text of a .cudals.yaml that says nothing yet. */
export const emptyProject = `# How this project is compiled, and what cudals says of it: all keys are optional.
# compile-commands: build     # a compile_commands.json, or the folder that holds it
# flags:
#   add: [-Iinclude, -std=c++17]
# rules:
#   ignore: []
# exclude: [third_party/**]
`
