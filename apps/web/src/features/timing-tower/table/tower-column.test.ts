import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fittingColumns, growingWidth, layoutOf, type TowerColumn } from './tower-column.ts'

function aColumn(key: string, width: number, known: Partial<TowerColumn> = {}): TowerColumn {
  return { key, width, short: null, long: 'live.gap', look: '', Cell: () => null, ...known }
}

const GAP = 1

function keysIn(columns: readonly TowerColumn[], room: number): string {
  return fittingColumns(columns, room, GAP)
    .map(({ key }) => key)
    .join(' ')
}

const position = aColumn('position', 2)
const gap = aColumn('gap', 4, { rank: 1 })
const best = aColumn('best', 5, { rank: 2 })
const last = aColumn('last', 5, { rank: 2 })
const speed = aColumn('speed', 1, { rank: 3 })

test('columns of a lower rank get room first, each with a gap behind it, to the last rem', () => {
  const columns = [position, best, gap, speed]
  for (const [room, keys] of [
    [0, 'position'],
    [7.9, 'position speed'],
    [8, 'position gap'],
    [9.9, 'position gap'],
    [10, 'position gap speed'],
    [13.9, 'position gap speed'],
    [14, 'position best gap'],
    [15.9, 'position best gap'],
    [16, 'position best gap speed'],
  ] as const) {
    assert.equal(keysIn(columns, room), keys, `${room} rem`)
  }
})

test('columns of one rank are shown together or not at all, and leave their room to later ranks', () => {
  const columns = [position, gap, best, last, speed]
  assert.equal(keysIn(columns, 19), 'position gap speed')
  assert.equal(keysIn(columns, 20), 'position gap best last')
  assert.equal(keysIn(columns, 22), 'position gap best last speed')
})

test('a column without a rank is shown however little room there is', () => {
  assert.equal(keysIn([aColumn('a', 50), aColumn('b', 50), gap], 10), 'a b')
  assert.deepEqual(fittingColumns([], 10, GAP), [])
})

test('the roomier form of a column takes its width at its own rank, before columns of later ranks', () => {
  const driver = aColumn('driver', 3, { roomy: [{ width: 9, rank: 2 }] })
  const columns = [driver, gap, speed]
  assert.equal(keysIn(columns, 9), 'driver gap')
  assert.equal(keysIn(columns, 11), 'driver gap speed')
  // The name fits now and leaves no room for what ranks behind it.
  assert.equal(keysIn(columns, 15), 'driver gap')
  assert.equal(keysIn(columns, 16), 'driver gap')
  assert.equal(keysIn(columns, 17), 'driver gap speed')
})

test('room that is too little for a wider form stays with its column, if it says so', () => {
  const roomy = [
    { width: 5, rank: 1 },
    { width: 9, rank: 2, keepsRoom: true },
  ] as const
  const columns = [aColumn('driver', 3, { roomy }), gap, speed]
  assert.equal(keysIn(columns, 11), 'driver gap')
  assert.equal(keysIn(columns, 14), 'driver gap', 'the last column would fit')
  assert.equal(keysIn(columns, 17), 'driver gap speed')
})

test('a column in which nothing stands leaves its width to the one that grows', () => {
  const stops = aColumn('stops', 4, { bare: { width: 1.5, isBare: () => true } })
  const columns = [position, aColumn('driver', 3.5, { grows: true }), stops]
  assert.equal(layoutOf(columns).template, '2rem minmax(3.5rem, 1fr) 4rem')
  assert.equal(layoutOf(columns, ['stops']).template, '2rem minmax(3.5rem, 1fr) 1.5rem')
  assert.equal(growingWidth(columns, [], 20, GAP), 20 - 2 - 4 - 3)
  assert.equal(growingWidth(columns, ['stops'], 20, GAP), 20 - 2 - 1.5 - 3)
})

test('a column has its width in the grid, and the one that grows at least that', () => {
  const columns = [position, aColumn('driver', 3.5, { grows: true }), gap]
  assert.deepEqual(layoutOf(columns), { columns, template: '2rem minmax(3.5rem, 1fr) 4rem' })
})
