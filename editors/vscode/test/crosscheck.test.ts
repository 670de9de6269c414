import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { differences, verdict, type CrossCheck } from '../src/crosscheck'

const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } }
const check: CrossCheck = {
    uri: 'file:///a.cu', version: 1, state: 'done', agreed: 2,
    compiler: [{ range, severity: 1, message: 'no' }, { range, severity: 2, code: 177, message: 'unused' }], own: [{ range, message: 'bad' }],
}

test('what only one of both says is shown as the compiler\'s', () => {
    assert.deepEqual(differences(check).map(d => [d.source, d.severity, d.code, d.message]), [
        ['nvcc', 1, undefined, 'no'], ['nvcc', 2, 177, 'unused'],
        ['nvcc', 3, undefined, 'The compiler accepted this at the last save: bad'],
    ])
    assert.match(verdict(check), /agrees on 2 findings, 2 it has alone, 1 it does not have/)
})

test('agreement is counted', () => {
    assert.match(verdict({ ...check, compiler: [], own: [] }), /agrees \(findings: 2\)/)
    assert.match(verdict({ ...check, state: 'failed', reason: 'no such file' }), /no such file/)
})

test('only the user names the compiler', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
    assert.equal(manifest.contributes.configuration.properties['cudals.crossCheck.compiler'].scope, 'application')
})
