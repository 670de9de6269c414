import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { checkArguments } from '../src/project'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

test('a task becomes a command', () => {
    assert.deepEqual(checkArguments({ type: 'cudals', paths: ['.'] }), ['check', '.'])
    assert.deepEqual(
        checkArguments({ type: 'cudals', project: 'build', arguments: ['--stats'], paths: ['src'], flags: ['-std=c++17'] }),
        ['check', '--stats', '-p', 'build', 'src', '--', '-std=c++17'])
})

test('the problem matcher reads what check prints', () => {
    const { pattern } = manifest.contributes.problemMatchers[0]
    const lines = new RegExp(pattern.regexp)
    const found = lines.exec('src/heat.cu:16:15: error: Grid::index(int, int) const is __host__ [h_g_illegal_call #20018]')
    assert.deepEqual([1, 2, 3, 4, 5, 6].map(i => found?.[i]), [
        'src/heat.cu', '16', '15', 'error', 'Grid::index(int, int) const is __host__', 'h_g_illegal_call #20018',
    ])
    assert.deepEqual([pattern.file, pattern.line, pattern.column, pattern.severity, pattern.message, pattern.code], [1, 2, 3, 4, 5, 6])
    assert.equal(lines.exec('    include/grid.cuh:14:9: Grid::index(int, int) const is declared __host__ here'), null)
})

test('what the manifest names is there', () => {
    readFileSync(manifest.icon)
    for (const { steps } of manifest.contributes.walkthroughs) {
        for (const { media } of steps) {
            readFileSync(media.markdown)
        }
    }
    const commands = manifest.contributes.commands.map((c: { command: string }) => c.command)
    const links = [...JSON.stringify(manifest.contributes.walkthroughs).matchAll(/command:(cudals\.\w+)/g)].map(m => m[1])
    assert.ok(links.length > 0)
    for (const link of links) {
        assert.ok(commands.includes(link), link)
    }
})
