import assert from 'node:assert/strict'
import { test } from 'node:test'
import { find, type Machine } from '../src/find'

function machine(files: string[], env: NodeJS.ProcessEnv = { PATH: '/usr/bin:.:/opt/bin' }, platform: NodeJS.Platform = 'linux'): Machine {
    return { env, platform, home: platform === 'win32' ? 'C:\\Users\\me' : '/home/me', isExecutable: file => files.includes(file) }
}

test('the program that came with the extension is taken, unless another is named', () => {
    const machine: Machine = {
        env: { PATH: '/usr/bin' }, platform: 'linux', home: '/home/me',
        isExecutable: file => ['/ext/bin/cudals', '/usr/bin/cudals', '/opt/cudals'].includes(file),
    }
    assert.equal(find('cudals', undefined, machine, '/ext'), '/ext/bin/cudals')
    assert.equal(find('', undefined, machine, '/ext'), '/ext/bin/cudals')
    assert.equal(find('/opt/cudals', undefined, machine, '/ext'), '/opt/cudals')
    assert.equal(find('cudals', undefined, machine, '/elsewhere'), '/usr/bin/cudals')
})

test('a bare name is found on the PATH, then where Go installs', () => {
    const both = machine(['/opt/bin/cudals', '/home/me/go/bin/cudals'])
    assert.equal(find('cudals', '/w', both), '/opt/bin/cudals')
    assert.equal(find('', undefined, machine(['/home/me/go/bin/cudals'])), '/home/me/go/bin/cudals')
    assert.equal(find('cudals', '/w', machine(['/gobin/cudals'], { GOBIN: '/gobin' })), '/gobin/cudals')
})

test('a relative entry of the PATH does not lead into the workspace', () => {
    assert.equal(find('cudals', '/w', machine(['cudals', './cudals', '/w/cudals'])), undefined)
})

test('paths', () => {
    assert.equal(find('/a/cudals', undefined, machine(['/a/cudals'])), '/a/cudals')
    assert.equal(find('~/bin/cudals', undefined, machine(['/home/me/bin/cudals'])), '/home/me/bin/cudals')
    assert.equal(find('build/cudals', '/w', machine(['/w/build/cudals'])), '/w/build/cudals')
    assert.equal(find('build/cudals', undefined, machine(['/w/build/cudals'])), undefined)
    assert.equal(find('/a/cudals', undefined, machine([])), undefined)
})

test('Windows', () => {
    const there = machine(['C:\\bin\\cudals.exe'], { Path: 'C:\\windows;C:\\bin' }, 'win32')
    assert.equal(find('cudals', 'D:\\w', there), 'C:\\bin\\cudals.exe')
})
