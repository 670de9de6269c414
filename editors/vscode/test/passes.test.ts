import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dimmed, type Pass } from '../src/passes'

const lines = (...pairs: [number, number][]) => pairs.map(([from, to]) => ({ start: { line: from }, end: { line: to } }))
const host: Pass = { name: 'host', arch: 80, unseen: lines([4, 6], [11, 20]) }
const device: Pass = { name: 'device', arch: 80, unseen: lines([7, 9], [10, 14], [16, 30]) }

test('a view dims what its pass does not see', () => {
    assert.deepEqual(dimmed([host, device], 'host'), [[4, 6], [11, 20]])
    assert.deepEqual(dimmed([host, device], 'device'), [[7, 9], [10, 14], [16, 30]])
})

test('both passes dim what neither sees', () => {
    assert.deepEqual(dimmed([host, device], 'both'), [[11, 14], [16, 20]])
})

test('lines that another architecture sees are compiled', () => {
    const other: Pass = { name: 'device', arch: 90, unseen: lines([12, 13], [18, 30]) }
    assert.deepEqual(dimmed([host, device, other], 'both'), [[12, 13], [18, 20]])
    assert.deepEqual(dimmed([host, device, other], 'device'), [[7, 9], [10, 14], [16, 30]])
})

test('what is compiled for the host alone has one pass', () => {
    assert.deepEqual(dimmed([host], 'both'), [[4, 6], [11, 20]])
    assert.deepEqual(dimmed([host], 'device'), [])
})
