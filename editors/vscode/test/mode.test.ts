import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alone } from '../src/mode'

test('nobody else serves C++', () => {
    assert.equal(alone(['vscode.git', 'cudals.cudals']), true)
})

test('clangd does', () => {
    assert.equal(alone(['vscode.git', 'LLVM-vs-code-extensions.vscode-clangd']), false)
})
