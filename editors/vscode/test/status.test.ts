import assert from 'node:assert/strict'
import { test } from 'node:test'
import { known, mends, show, stopped, unknown, type Status } from '../src/status'

const status: Status = {
    uri: 'file:///a.cu', version: 1, flags: 'given', dialect: 'nvcc', std: 17, cuda: '12.4', archs: [80, 90],
    missingHeaders: 0, calls: 300, knownCalls: 299,
}

test('all is known', () => {
    const shown = show({ ...status, knownCalls: 300 })
    assert.equal(shown.text, '$(check) cudals 100 %')
    assert.equal(shown.warning, false)
    assert.match(shown.tooltip.join('\n'), /C\+\+17, sm_80, sm_90, nvcc/)
})

test('nearly all is not all', () => {
    assert.equal(known(status), '99 %')
})

test('of no calls nothing is known', () => {
    const shown = show({ ...status, calls: 0, knownCalls: 0 })
    assert.equal(shown.text, '$(check) cudals ?')
    assert.match(shown.tooltip.join('\n'), /There are no calls in device code/)
})

test('missing headers are named once each', () => {
    const header = { name: 'a_b.h', uri: 'file:///a.cu', line: 2 }
    const shown = show({ ...status, missingHeaders: 3, missing: [header, { ...header, line: 3 }, { ...header, name: 'c.h' }] })
    assert.match(shown.tooltip.join('\n'), /Headers not found: `a_b\.h`, `c\.h`\./)
})

test('what is missing is a warning', () => {
    assert.equal(show({ ...status, flags: 'guessed' }).warning, true)
    const shown = show({ ...status, flags: 'borrowed', borrowedFrom: '/b.cu', missingHeaders: 2, problems: ['unknown flag -x'] })
    assert.equal(shown.warning, true)
    assert.match(shown.tooltip.join('\n'), /that of `\/b\.cu`[^]*Headers not found: 2[^]*unknown flag -x/)
})

test('an inferred command is no warning', () => {
    const shown = show({ ...status, flags: 'guessed', inferred: '/home/me/project' })
    assert.equal(shown.warning, false)
    assert.match(shown.tooltip.join('\n'), /inferred from the folders and build files of `\/home\/me\/project`/)
})

test('paths are shown as the window shows them', () => {
    const shown = show({ ...status, flags: 'borrowed', borrowedFrom: '/w/src/b.cu', through: '/w/src/c.cu' }, path => path.replace('/w/', ''))
    assert.match(shown.tooltip.join('\n'), /that of `src\/b\.cu`[^]*as `src\/c\.cu` includes it/)
})

test('what is missing can be told', () => {
    assert.deepEqual(mends({ ...status, toolkit: '/cuda' }), [])
    const settings = (of: Partial<Status>) => mends({ ...status, ...of }).map(mend => mend.setting)
    assert.deepEqual(settings({ flags: 'guessed', missingHeaders: 1 }), ['extraFlags', 'toolkit', 'compileCommands'])
})

test('a failure is said', () => {
    assert.deepEqual(show({ ...status, failure: 'took too long' }), { text: '$(error) cudals', tooltip: ['took too long'], warning: true })
})

test('a server that is gone is an error with a way out', () => {
    const shown = stopped()
    assert.equal(shown.error, true)
    assert.match(shown.tooltip.join('\n'), /stopped[^]*start it again/)
    assert.equal(stopped('not found').tooltip[0], 'not found')
    assert.match(unknown, /nothing is known/)
})
