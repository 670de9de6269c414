// What is shown beside a document: its text as a pass sees it, and where parameters and constants lie; and what is dimmed in it.

import * as vscode from 'vscode'
import type { LanguageClient } from 'vscode-languageclient/node'
import { dimmed, shownAs, type Pass, type Passes, type View } from './passes'
import { themed } from './report'

const passScheme = 'cudals-pass'
const key = 'cudals.view'

export class Views {
    private readonly passes = new Map<string, Pass[]>()
    private readonly dim = vscode.window.createTextEditorDecorationType({ opacity: '0.5' })
    private readonly texts = new vscode.EventEmitter<vscode.Uri>()
    private readonly panels = new Map<string, vscode.WebviewPanel>()

    constructor(
        private readonly context: vscode.ExtensionContext,
        private readonly client: () => LanguageClient | undefined,
        private readonly switched: () => void,
    ) {
        context.subscriptions.push(
            this.dim,
            this.texts,
            vscode.commands.registerCommand('cudals.switchView', () => this.switch()),
            vscode.commands.registerCommand('cudals.showPass', (pass?: unknown) => this.showPass(pass)),
            vscode.commands.registerCommand('cudals.showLayout', (uri?: unknown) => this.showLayout(uri)),
            vscode.window.onDidChangeVisibleTextEditors(() => this.paint()),
            vscode.workspace.onDidCloseTextDocument(document => this.passes.delete(document.uri.toString())),
            vscode.workspace.registerTextDocumentContentProvider(passScheme, {
                onDidChange: this.texts.event,
                provideTextDocumentContent: uri => this.text(uri),
            }),
        )
    }

    /** view is what the person looks through. */
    get view(): View {
        return this.context.workspaceState.get<View>(key, 'both')
    }

    /** told takes in what the passes leave out of a document; what is shown beside it is asked for again. */
    told({ uri, passes }: Passes): void {
        this.passes.set(vscode.Uri.parse(uri).toString(), passes)
        this.paint()
    }

    /** analysed has what stands beside a document follow its text. */
    analysed(uri: string): void {
        const of = vscode.Uri.parse(uri).toString()
        for (const document of vscode.workspace.textDocuments) {
            if (document.uri.scheme === passScheme && source(document.uri).toString() === of) {
                this.texts.fire(document.uri)
            }
        }
        const panel = this.panels.get(of)
        if (panel) {
            void this.draw(vscode.Uri.parse(uri), panel)
        }
    }

    /** forget drops what a server that is gone has told. */
    forget(): void {
        this.passes.clear()
        this.paint()
    }

    private paint(): void {
        // Beside another server, that one dims what it takes to be left out.
        const beside = this.view === 'both' && vscode.workspace.getConfiguration('cudals').get('mode') !== 'standalone'
        for (const editor of vscode.window.visibleTextEditors) {
            const passes = this.passes.get(editor.document.uri.toString())
            if (passes) {
                editor.setDecorations(this.dim, beside ? [] : dimmed(passes, this.view).map(([from, to]) => new vscode.Range(from, 0, to - 1, 0))
                    .map(range => editor.document.validateRange(range.with({ end: range.end.with({ character: Number.MAX_SAFE_INTEGER }) }))))
            } else {
                editor.setDecorations(this.dim, [])
            }
        }
    }

    /** switch asks what the person wants to look through. */
    private async switch(): Promise<void> {
        const items = (Object.keys(shownAs) as View[]).map(view => ({
            label: shownAs[view], view, description: view === this.view ? 'now' : '',
            detail: view === 'both' ? 'Dim what no pass sees' : `Dim what the ${view} pass does not see`,
        }))
        const chosen = await vscode.window.showQuickPick(items, { title: 'cudals: Switch View' })
        if (chosen) {
            await this.context.workspaceState.update(key, chosen.view)
            this.paint()
            this.switched()
        }
    }

    /** showPass shows the document as a pass sees it, beside it and at the same line. */
    private async showPass(pass: unknown): Promise<void> {
        const editor = vscode.window.activeTextEditor
        if (!editor || editor.document.uri.scheme === passScheme) {
            return
        }
        const name = pass === 'host' || pass === 'device' ? pass
            : await vscode.window.showQuickPick(['device', 'host'], { title: 'cudals: What a pass sees' })
        if (!name) {
            return
        }
        const { uri } = editor.document
        const shown = vscode.Uri.from({ scheme: passScheme, path: `${uri.path.replace(/\.\w+$/, '')} (${name} pass).cu`, query: name, fragment: uri.toString() })
        this.texts.fire(shown)
        const line = editor.visibleRanges[0]?.start.line ?? 0
        const beside = await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true })
        beside.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop)
    }

    private async text(shown: vscode.Uri): Promise<string> {
        const client = this.client()
        if (!client?.isRunning()) {
            return ''
        }
        const uri = client.code2ProtocolConverter.asUri(source(shown))
        const answer = await client.sendRequest<{ text: string } | null>('cudals/expanded', { textDocument: { uri }, pass: shown.query })
        return answer?.text ?? `// There is no ${shown.query} pass of this file, or it is not open.\n`
    }

    /** showLayout draws where the parameters and constants of a document lie. */
    private async showLayout(of: unknown): Promise<void> {
        const uri = typeof of === 'string' ? vscode.Uri.parse(of) : vscode.window.activeTextEditor?.document.uri
        if (!uri) {
            return
        }
        const existing = this.panels.get(uri.toString())
        if (existing) {
            existing.reveal(undefined, true)
            return
        }
        const title = `Layout of ${uri.path.slice(uri.path.lastIndexOf('/') + 1)}`
        const panel = vscode.window.createWebviewPanel('cudals.layout', title, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {})
        this.panels.set(uri.toString(), panel)
        panel.onDidDispose(() => this.panels.delete(uri.toString()))
        await this.draw(uri, panel)
    }

    private async draw(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
        const client = this.client()
        if (!client?.isRunning()) {
            return
        }
        const params = { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) }, format: 'svg' }
        const page = await client.sendRequest<{ content: string } | null>('cudals/layout', params)
        const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`
        panel.webview.html = `<!DOCTYPE html><html><head>${policy}</head><style>body { padding: 0 } svg { max-width: 100%; min-width: 440px; height: auto }</style><body>${
            page ? themed(page.content) : '<p>Nothing of this file is compiled for the device.</p>'}</body></html>`
    }
}

/** source is the document whose text is shown as a pass sees it. */
function source(shown: vscode.Uri): vscode.Uri {
    return vscode.Uri.parse(shown.fragment)
}
