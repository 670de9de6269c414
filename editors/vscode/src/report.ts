// How the page that tells what is known of a file is shown: links to files, which the editor's Markdown takes for none, open them.

const placeholder = 'https://file.invalid/'

export const reportStyle = 'body { line-height: 1.5 } code { font-family: var(--vscode-editor-font-family); background: var(--vscode-textCodeBlock-background); padding: 1px 3px; border-radius: 3px } h2 { margin-top: 1.5em }'

/** openable is Markdown whose links to files survive its rendering. */
export function openable(markdown: string): string {
    return markdown.replace(/\]\(<(file:[^>]*)>\)/g, (_, uri: string) => `](${placeholder}${encodeURIComponent(uri)})`)
}

/** opening is what such Markdown was rendered to, with links that open the files. */
export function opening(html: string): string {
    return html.replace(/"https:\/\/file\.invalid\/([^"]*)"/g, (_, uri: string) => {
        return `"command:vscode.open?${encodeURIComponent(JSON.stringify([decodeURIComponent(uri)]))}"`
    })
}

/** coloured is a rule's page whose examples are in a language that the editor's Markdown has colours for. */
export function coloured(markdown: string): string {
    return markdown.replaceAll('```cuda\n', '```cpp\n')
}

/** themed is a picture for bright and dark surroundings that follows the editor's theme, which need not be the system's. */
export function themed(svg: string): string {
    return svg.replace('@media (prefers-color-scheme: dark)', 'body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light)')
}
