// The extension starts the server and shows what it says. It knows no C++.

import { execFile } from 'node:child_process'
import * as vscode from 'vscode'
import { CloseAction, CodeActionResolveRequest, LanguageClient, State, type DocumentSelector, type ErrorHandler, type LanguageClientOptions, type Location, type Position, type ServerOptions } from 'vscode-languageclient/node'
import { differences, verdict, type CrossCheck } from './crosscheck'
import { find, local } from './find'
import { alone, asked } from './mode'
import { checkArguments, emptyProject, type CheckTask } from './project'
import { shownAs, type Passes } from './passes'
import { coloured, openable, opening, reportStyle } from './report'
import { mends, show, stopped, unknown, type Mend, type Shown, type Status } from './status'
import { Views } from './views'

const ruleScheme = 'cudals-rule'

// Where another extension completes by the schema, it is not done twice.
const project: vscode.DocumentFilter[] = vscode.extensions.getExtension('redhat.vscode-yaml') ? []
    : [{ scheme: 'file', pattern: '**/.cudals.yaml' }]

const documents: vscode.DocumentFilter[] = [
    // Files and what is to become one: not what other views show, be it an older version or the text that a pass sees.
    ...['file', 'untitled'].flatMap(scheme => [{ scheme, language: 'cuda-cpp' }, { scheme, language: 'cuda' }]),
    { scheme: 'file', pattern: '**/*.{cu,cuh,hip}' },
    // The headers of CUDA code are C++ to the editor; unsaved edits in them count as well.
    { scheme: 'file', language: 'cpp', pattern: '**/*.{h,hh,hpp,hxx,inl,ipp,tpp,inc}' },
]

/** The argument of the command cudals.rename; the server's documentation has the meaning. */
interface Renaming {
    title: string
    placeholder: string
    data: object
}

let extension: Extension | undefined

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    extension = new Extension(context)
    await extension.start()
}

export async function deactivate(): Promise<void> {
    await extension?.stop()
    extension = undefined
}

class Extension {
    private readonly output = vscode.window.createOutputChannel('cudals', { log: true })
    private readonly item = vscode.window.createStatusBarItem('cudals.status', vscode.StatusBarAlignment.Right, 100)
    private readonly statuses = new Map<string, Status>()
    private readonly crossChecks = new Map<string, CrossCheck>()
    private readonly compilers = vscode.languages.createDiagnosticCollection('nvcc')
    private readonly pages = new Map<string, string>()
    private readonly changed = new vscode.EventEmitter<vscode.Uri>()
    private readonly reports = new Map<string, vscode.WebviewPanel>()
    private readonly views: Views
    private client: LanguageClient | undefined
    // While there is no server: why, and a finding in each document, which must not look clean.
    private gone: Shown | undefined
    /** The document whose status was shown last: it stays while the person looks at what has none. */
    private last: string | undefined
    private readonly unknowns = vscode.languages.createDiagnosticCollection('cudals: no server')

    constructor(private readonly context: vscode.ExtensionContext) {
        this.item.name = 'cudals'
        this.views = new Views(context, () => this.client, () => this.refresh())
        context.subscriptions.push(
            this.output,
            this.item,
            this.unknowns,
            this.compilers,
            vscode.commands.registerCommand('cudals.restart', () => this.restart()),
            vscode.commands.registerCommand('cudals.showOutput', () => this.output.show()),
            vscode.commands.registerCommand('cudals.showStatus', () => this.details()),
            vscode.commands.registerCommand('cudals.explainRule', (rule?: unknown) => this.explain(rule)),
            vscode.commands.registerCommand('cudals.rename', (renaming: Renaming) => this.rename(renaming)),
            vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
            vscode.workspace.onDidOpenTextDocument(() => this.refresh()),
            vscode.workspace.onDidCloseTextDocument(({ uri }) => {
                this.statuses.delete(uri.toString())
                this.crossChecks.delete(uri.toString())
                this.compilers.delete(uri)
            }),
            vscode.workspace.onDidChangeConfiguration(async event => {
                if (event.affectsConfiguration('cudals.path') || event.affectsConfiguration('cudals.mode') || event.affectsConfiguration('cudals.workspaceDiagnostics') || event.affectsConfiguration('cudals.arguments')) {
                    await this.restart()
                }
            }),
            vscode.commands.registerCommand('cudals.showLocations', (uri: string, at: Position, locations: Location[]) => this.show(uri, at, locations)),
            vscode.commands.registerCommand('cudals.borrow', () => this.borrow()),
            vscode.commands.registerCommand('cudals.chooseArchitecture', () => this.chooseArchitecture()),
            vscode.commands.registerCommand('cudals.showReport', () => this.showReport()),
            vscode.commands.registerCommand('cudals.examine', () => this.examine()),
            vscode.commands.registerCommand('cudals.createProject', () => this.createProject()),
            vscode.tasks.registerTaskProvider('cudals', {
                provideTasks: () => this.tasks(),
                resolveTask: task => this.task(task.definition as CheckTask, task.scope),
            }),
            vscode.workspace.onDidGrantWorkspaceTrust(() => this.restart()),
            vscode.workspace.registerTextDocumentContentProvider(ruleScheme, {
                onDidChange: this.changed.event,
                provideTextDocumentContent: uri => this.pages.get(uri.path) ?? '',
            }),
        )
    }

    async start(): Promise<void> {
        this.gone = undefined
        const settings = vscode.workspace.getConfiguration('cudals')
        const name = settings.get<string>('path', 'cudals')
        const command = this.program()
        if (!command) {
            this.broken(`${name} was not found.`)
            void this.offerSettings(name)
            return
        }
        const server: ServerOptions = { command, args: settings.get<string[]>('arguments', []) }
        const options: LanguageClientOptions = {
            documentSelector: [...documents, ...project] as DocumentSelector,
            outputChannel: this.output,
            initializationOptions: plain(settings),
            synchronize: { configurationSection: 'cudals' },
            middleware: {
                // The findings of a version are the sign that it was analysed.
                handleDiagnostics: (uri, diagnostics, next) => {
                    next(uri, diagnostics)
                    this.views.analysed(uri.toString())
                },
                provideDiagnostics: async (document, previous, token, next) => {
                    const report = await next(document, previous, token)
                    this.views.analysed((document instanceof vscode.Uri ? document : document.uri).toString())
                    return report
                },
            },
        }
        let usual: ErrorHandler | undefined
        options.errorHandler = {
            error: (error, message, count) => (usual ??= client.createDefaultErrorHandler()).error(error, message, count),
            closed: async () => {
                const result = await (usual ??= client.createDefaultErrorHandler()).closed()
                if (result.action === CloseAction.DoNotRestart) {
                    void this.offerRestart()
                    return { ...result, handled: true }
                }
                return result
            },
        }
        const client = new LanguageClient('cudals', 'cudals', server, options)
        client.registerFeature({
            fillClientCapabilities(capabilities) {
                capabilities.experimental = { ...capabilities.experimental as object, cudalsStatus: true, cudalsRename: true, cudalsExplain: true, cudalsLocations: true, cudalsPasses: true, cudalsLayout: true, cudalsCrossCheck: true }
            },
            initialize() { /* nothing to do */ },
            getState: () => ({ kind: 'static' }),
            clear() { /* nothing to do */ },
        })
        client.onNotification('cudals/status', (status: Status) => {
            this.statuses.set(vscode.Uri.parse(status.uri).toString(), status)
            this.refresh()
            const report = this.reports.get(vscode.Uri.parse(status.uri).toString())
            if (report) {
                void this.report(report, status.uri)
            }
        })
        client.onNotification('cudals/crossCheck', (check: CrossCheck) => this.crossChecked(check))
        client.onNotification('cudals/passes', (passes: Passes) => this.views.told(passes))
        client.onDidChangeState(({ newState }) => {
            if (newState === State.Stopped) {
                this.statuses.clear()
                this.views.forget()
            }
            if (client === this.client) { // otherwise it was asked to stop
                this.gone = newState === State.Stopped ? stopped() : undefined
            }
            this.refresh()
        })
        this.client = client
        try {
            await client.start()
        } catch (error) {
            this.broken(String(error))
            return
        }
        void this.offerMode(settings)
    }

    /** offerMode asks once, where no other extension serves C++, whether cudals shall do more. */
    private async offerMode(settings: vscode.WorkspaceConfiguration): Promise<void> {
        const set = settings.inspect<string>('mode')
        const chosen = set?.globalValue ?? set?.workspaceValue ?? set?.workspaceFolderValue
        if (chosen !== undefined || this.context.globalState.get<boolean>(asked) || !alone(vscode.extensions.all.map(e => e.id))) {
            return
        }
        const more = 'Standalone', less = 'Only CUDA'
        const answer = await vscode.window.showInformationMessage(
            'No other extension for C++ is installed. Shall cudals also give the outline, definitions, references and calls?', more, less)
        if (answer) {
            await this.context.globalState.update(asked, true)
        }
        if (answer === more) {
            await settings.update('mode', 'standalone', vscode.ConfigurationTarget.Global)
        }
    }

    /** program is the path of the server's program, undefined where there is none. */
    private program(): string | undefined {
        const name = vscode.workspace.getConfiguration('cudals').get<string>('path', 'cudals')
        return find(name, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath, local, this.context.extensionPath)
    }

    async stop(): Promise<void> {
        const client = this.client
        this.client = undefined
        this.statuses.clear()
        if (client?.needsStop()) {
            await client.stop()
        }
        await client?.dispose()
    }

    /** show lists places, as references are listed. */
    private async show(uri: string, at: Position, locations: Location[]): Promise<void> {
        const client = this.client
        if (client) {
            const { protocol2CodeConverter: convert } = client
            await vscode.commands.executeCommand('editor.action.showReferences', vscode.Uri.parse(uri), convert.asPosition(at),
                locations.map(location => convert.asLocation(location)))
        }
    }

    /** tasks are a check of each folder of the workspace. */
    private tasks(): vscode.Task[] {
        return (vscode.workspace.workspaceFolders ?? [])
            .map(folder => this.task({ type: 'cudals', paths: ['.'] }, folder))
            .filter(task => task !== undefined)
    }

    private task(definition: CheckTask, scope: vscode.Task['scope']): vscode.Task | undefined {
        const command = this.program()
        if (!command) {
            return undefined
        }
        const folder = typeof scope === 'object' ? scope.uri.fsPath : undefined
        const run = new vscode.ProcessExecution(command, checkArguments(definition), folder ? { cwd: folder } : {})
        const task = new vscode.Task(definition, scope ?? vscode.TaskScope.Workspace, 'check', 'cudals', run, '$cudals')
        task.group = vscode.TaskGroup.Test
        task.detail = 'What the compiler will say of the whole folder'
        return task
    }

    /** createProject opens the project's .cudals.yaml, a new one where there is none. */
    private async createProject(): Promise<void> {
        const folder = vscode.workspace.workspaceFolders?.[0]
        if (!folder) {
            void vscode.window.showWarningMessage('cudals: open a folder first.')
            return
        }
        const uri = vscode.Uri.joinPath(folder.uri, '.cudals.yaml')
        try {
            await vscode.workspace.fs.stat(uri)
        } catch {
            await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(emptyProject))
        }
        await vscode.window.showTextDocument(uri)
    }

    private async restart(): Promise<void> {
        await this.stop()
        await this.start()
    }

    private broken(reason: string): void {
        this.output.error(reason)
        this.gone = stopped(reason)
        this.refresh()
    }

    private async offerSettings(name: string): Promise<void> {
        const open = 'Open Settings', how = 'How to Install'
        const chosen = await vscode.window.showErrorMessage(`cudals: the program ${name} was not found.`, how, open)
        if (chosen === open) {
            await vscode.commands.executeCommand('workbench.action.openSettings', 'cudals.path')
        } else if (chosen === how) {
            await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'cudals.cudals#start', false)
        }
    }

    /** offerRestart tells that the server stopped so often that it is not started again by itself. */
    private async offerRestart(): Promise<void> {
        const again = 'Restart', output = 'Show Output'
        const chosen = await vscode.window.showErrorMessage('cudals has stopped several times: it is not started again by itself.', again, output)
        if (chosen === again) {
            await this.restart()
        } else if (chosen === output) {
            this.output.show()
        }
    }

    /** refresh shows the status of the document that the person looks at, or that there is no server. */
    private refresh(): void {
        this.unknowns.clear()
        if (this.gone) {
            const finding = new vscode.Diagnostic(new vscode.Range(0, 0, 0, Number.MAX_SAFE_INTEGER), unknown, vscode.DiagnosticSeverity.Warning)
            finding.source = 'cudals'
            for (const document of vscode.workspace.textDocuments) {
                if (vscode.languages.match(documents, document) > 0) {
                    this.unknowns.set(document.uri, [finding])
                }
            }
        }
        const status = this.shownStatus()
        const shown = this.gone ?? (status && show(status, relative))
        if (!shown) {
            this.item.hide()
            return
        }
        const { text, tooltip, warning, error } = shown
        const { view } = this.views
        this.item.text = view === 'both' || error ? text : `${text} · ${view}`
        const check = status && this.crossChecks.get(vscode.Uri.parse(status.uri).toString())
        this.item.tooltip = new vscode.MarkdownString([...tooltip, ...check && !error ? [verdict(check)] : []].join('\n\n'))
        this.item.tooltip.supportThemeIcons = false
        this.item.backgroundColor = error ? new vscode.ThemeColor('statusBarItem.errorBackground')
            : warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined
        this.item.command = error ? 'cudals.restart' : 'cudals.showStatus'
        this.item.show()
    }

    /** crossChecked takes in what the compiler says; what it said before holds until it has ended. */
    private crossChecked(check: CrossCheck): void {
        const uri = vscode.Uri.parse(check.uri)
        this.crossChecks.set(uri.toString(), check)
        if (check.state !== 'running') {
            this.compilers.set(uri, differences(check).map(({ range, message, severity, source, code }) => {
                const { start, end } = range
                const finding = new vscode.Diagnostic(new vscode.Range(start.line, start.character, end.line, end.character), message, severity - 1)
                finding.source = source
                if (code !== undefined) {
                    finding.code = code
                }
                return finding
            }))
        }
        this.refresh()
    }

    /** shownStatus is that of the document that the person looks at, or looked at last. */
    private shownStatus(): Status | undefined {
        const active = vscode.window.activeTextEditor?.document.uri.toString()
        if (active !== undefined && this.statuses.has(active)) {
            this.last = active
        }
        return this.last === undefined ? undefined : this.statuses.get(this.last)
    }

    /** details lists what the status is made of; a header that was not found leads to where it is included. */
    private async details(): Promise<void> {
        const status = this.shownStatus()
        if (!status) {
            this.output.show()
            return
        }
        type Item = vscode.QuickPickItem & { open?: () => unknown }
        const items: Item[] = [
            ...(status.missing ?? []).map(header => {
                const uri = vscode.Uri.parse(header.uri)
                const at = new vscode.Position(header.line, 0)
                return {
                    label: `$(warning) ${header.name} was not found`,
                    description: `${vscode.workspace.asRelativePath(uri)}:${header.line + 1}`,
                    open: () => vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) }),
                }
            }),
            ...show(status, relative).tooltip.map(line => line.replaceAll('`', '').split(/(?<=\.) (.*)/)).map(([label = '', detail]) => ({ label, ...detail ? { detail } : {} })),
            { label: '', kind: vscode.QuickPickItemKind.Separator },
            ...mends(status).map(mend => ({ label: mend.label, description: mend.description, open: () => this.set(mend) })),
            { label: '$(book) Status Report', description: 'what is known and what is not, with places', open: () => this.showReport() },
            { label: '$(circuit-board) Choose Architecture…', description: status.archs.map(arch => `sm_${arch}`).join(', '), open: () => this.chooseArchitecture() },
            { label: '$(eye) Switch View…', description: shownAs[this.views.view], open: () => vscode.commands.executeCommand('cudals.switchView') },
            { label: '$(pulse) Examine…', description: 'how the file is compiled, and what is missing', open: () => this.examine(status) },
            { label: '$(debug-restart) Restart Server', open: () => this.restart() },
            { label: '$(output) Show Output', open: () => this.output.show() },
        ]
        const chosen = await vscode.window.showQuickPick(items, { title: 'cudals' })
        await chosen?.open?.()
    }

    /** set asks for a file or folder, and puts it into the settings of the folder that is open. */
    private async set({ label, setting, files, flag }: Mend): Promise<void> {
        const title = label.replace(/^\$\([^)]*\) /, '')
        const [chosen] = await vscode.window.showOpenDialog({ title, openLabel: 'Choose', canSelectFiles: files, canSelectFolders: true }) ?? []
        if (chosen) {
            const settings = vscode.workspace.getConfiguration('cudals')
            const value = flag ? [...settings.get<string[]>(setting, []), flag + chosen.fsPath] : chosen.fsPath
            await settings.update(setting, value, vscode.workspace.workspaceFolders ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global)
        }
    }

    /** examine shows what the program tells of how a file is compiled, from where, and what is missing. */
    private async examine(of?: Status): Promise<void> {
        const command = this.program()
        const uri = of ? vscode.Uri.parse(of.uri) : vscode.window.activeTextEditor?.document.uri
        if (!command || uri?.scheme !== 'file') {
            return
        }
        const told = await new Promise<string>(done => {
            execFile(command, ['doctor', uri.fsPath], { timeout: 60_000 }, (_, out, err) => done(out || err))
        })
        const shown = vscode.Uri.from({ scheme: ruleScheme, path: '/cudals doctor.txt' })
        this.pages.set(shown.path, told)
        this.changed.fire(shown)
        await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Beside, preview: true })
    }

    /** chooseArchitecture asks for which architecture all documents are to be looked at from now on. */
    private async chooseArchitecture(): Promise<void> {
        const of = this.shownStatus()?.uri
        if (!this.client?.isRunning() || of === undefined) {
            void vscode.window.showInformationMessage('cudals: open a CUDA file first.')
            return
        }
        type Found = { chosen: number, command: number[], known: number[] }
        const found = await this.client.sendRequest<Found | null>('cudals/architectures', { textDocument: { uri: of } })
        if (!found) {
            return
        }
        const items = [0, ...found.known].map(arch => ({
            label: arch === 0 ? 'As each file’s command says' : `sm_${arch}`, arch,
            description: [
                arch === 0 ? found.command.map(one => `sm_${one}`).join(', ') : found.command.includes(arch) ? 'of the command' : '',
                arch === found.chosen ? 'now' : '',
            ].filter(Boolean).join(' · '),
        }))
        const chosen = await vscode.window.showQuickPick(items, { title: 'cudals: For which architecture are all files to be looked at?' })
        if (chosen) {
            await this.client.sendNotification('cudals/architecture', { arch: chosen.arch })
        }
    }

    /** showReport shows a page that tells what is known of the document, and what is not and why. */
    private async showReport(): Promise<void> {
        const of = this.shownStatus()?.uri
        if (of === undefined) {
            void vscode.window.showInformationMessage('cudals: open a CUDA file first.')
            return
        }
        const uri = vscode.Uri.parse(of)
        const existing = this.reports.get(uri.toString())
        if (existing) {
            existing.reveal(undefined, true)
            return
        }
        const title = `What is known of ${uri.path.slice(uri.path.lastIndexOf('/') + 1)}`
        const panel = vscode.window.createWebviewPanel('cudals.report', title,
            { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableCommandUris: ['vscode.open'] })
        this.reports.set(uri.toString(), panel)
        panel.onDidDispose(() => this.reports.delete(uri.toString()))
        await this.report(panel, of)
    }

    private async report(panel: vscode.WebviewPanel, of: string): Promise<void> {
        if (!this.client?.isRunning()) {
            return
        }
        const told = await this.client.sendRequest<{ markdown: string } | null>('cudals/report', { textDocument: { uri: of } })
        const check = this.crossChecks.get(vscode.Uri.parse(of).toString())
        const markdown = (told?.markdown ?? 'The file is not open.\n') + (check ? `\n## The compiler\n\n${verdict(check)}\n` : '')
        const html = await vscode.commands.executeCommand<string>('markdown.api.render', openable(markdown))
        const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`
        panel.webview.html = `<!DOCTYPE html><html><head>${policy}<style>${reportStyle}</style></head><body>${opening(html)}</body></html>`
    }

    /** borrow asks through which of the files that include the open header it is to be read, with the command of that one. */
    private async borrow(): Promise<void> {
        const uri = vscode.window.activeTextEditor?.document.uri
        if (!this.client?.isRunning() || uri?.scheme !== 'file') {
            return
        }
        const textDocument = { uri: uri.toString() }
        const found = await this.client.sendRequest<{ current?: string, through?: string, lenders: string[] } | null>('cudals/lenders', { textDocument })
        if (!found?.lenders.length) {
            void vscode.window.showInformationMessage('The file has a compile command of its own, or nothing is known to include it.')
            return
        }
        const items = found.lenders.map(from => ({
            label: vscode.workspace.asRelativePath(vscode.Uri.parse(from)),
            description: from === found.through ? 'read through it now' : from === found.current ? 'its command is borrowed now' : '', from,
        }))
        items.push({ label: 'None: read it by itself', description: found.through ? '' : 'read so now', from: textDocument.uri })
        const chosen = await vscode.window.showQuickPick(items, { title: 'As which file includes it is this header to be read?' })
        if (chosen) {
            await this.client.sendRequest('cudals/borrow', { textDocument, from: chosen.from })
        }
    }

    /** explain shows the page of a rule: the one given, that of the finding under the cursor, or one that is asked for. */
    private async explain(rule: unknown): Promise<void> {
        const client = this.client
        if (!client?.isRunning()) {
            void vscode.window.showWarningMessage('cudals is not running.')
            return
        }
        const key = typeof rule === 'string' && rule ? rule : this.ruleUnderCursor() ?? await vscode.window.showInputBox({
            title: 'Explain Rule', prompt: 'A rule’s number, tag or name', placeHolder: '20014',
        })
        if (!key) {
            return
        }
        const page = await client.sendRequest<{ rule: string, title: string, markdown: string } | null>('cudals/explain', { rule: key })
        if (!page) {
            void vscode.window.showWarningMessage(`cudals has no rule ${key}.`)
            return
        }
        const uri = vscode.Uri.from({ scheme: ruleScheme, path: `/${page.rule}.md` })
        this.pages.set(uri.path, coloured(page.markdown))
        await vscode.commands.executeCommand('markdown.showPreview', uri)
    }

    /** rename asks for the name that a quick-fix gives to something, and renames it in all files. */
    private async rename({ title, placeholder, data }: Renaming): Promise<void> {
        const client = this.client
        const name = await vscode.window.showInputBox({ title, prompt: 'The new name', value: placeholder })
        if (!name || !client?.isRunning()) {
            return
        }
        try {
            const action = await client.sendRequest(CodeActionResolveRequest.type, { title, data: { ...data, name } })
            const edit = await client.protocol2CodeConverter.asWorkspaceEdit(action.edit)
            if (edit) {
                await vscode.workspace.applyEdit(edit)
            }
        } catch (error) {
            void vscode.window.showWarningMessage(`cudals: ${error instanceof Error ? error.message : String(error)}`)
        }
    }

    private ruleUnderCursor(): string | undefined {
        const editor = vscode.window.activeTextEditor
        if (!editor) {
            return undefined
        }
        const finding = vscode.languages.getDiagnostics(editor.document.uri)
            .find(d => d.source === 'cudals' && d.range.contains(editor.selection.active))
        const code = finding?.code
        return code === undefined ? undefined : String(typeof code === 'object' ? code.value : code)
    }
}

/** relative is a path as the window shows it. */
function relative(path: string): string {
    return vscode.workspace.asRelativePath(path)
}

/** plain is the section's values without the functions that the editor's object has. */
function plain(settings: vscode.WorkspaceConfiguration): unknown {
    return JSON.parse(JSON.stringify(settings))
}
