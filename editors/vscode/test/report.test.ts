import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { coloured, openable, opening, themed } from '../src/report'

test('links to files open them', () => {
    const markdown = openable('- [a b.cu:3](<file:///tmp/a%20b.cu#L3>): why')
    assert.equal(markdown, '- [a b.cu:3](https://file.invalid/file%3A%2F%2F%2Ftmp%2Fa%2520b.cu%23L3): why')
    const html = opening('<a href="https://file.invalid/file%3A%2F%2F%2Ftmp%2Fa%2520b.cu%23L3" data-href="https://file.invalid/x">a</a>')
    assert.match(html, /href="command:vscode\.open\?%5B%22file%3A%2F%2F%2Ftmp%2Fa%2520b\.cu%23L3%22%5D"/)
    assert.doesNotMatch(html, /invalid/)
})

test('a picture follows the theme', () => {
    const svg = readFileSync('../../docs/images/layout.svg', 'utf8')
    assert.match(themed(svg), /\nbody\.vscode-dark, [^{]*\{\ntext/)
    assert.doesNotMatch(themed(svg), /@media/)
})

test('examples have colours', () => {
    assert.equal(coloured('## Bad\n\n```cuda\nint x;\n```\n'), '## Bad\n\n```cpp\nint x;\n```\n')
})
