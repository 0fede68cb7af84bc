import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver } from '../../testing/a-session.ts'
import { carIdentity, driverCode } from './car-identity.ts'

const CARS = [
  { driverIdx: 0, name: 'NORRIS', carNumber: 4, team: 'McLaren', teamColour: '#FF8000' },
  { driverIdx: 1, name: 'LECLERC', carNumber: 16, team: 'Ferrari', teamColour: '#E8002D' },
] as const

/** A tick has the cars as other objects, at other places of the track. */
function tick(lapDistance: number, change: Parameters<typeof aDriver>[0] = {}) {
  return CARS.map((car, place) => aDriver({ ...car, ...(place === 1 && change), lapDistance }))
}

test('a car has one identity from tick to tick', () => {
  const [first, second] = [tick(10), tick(20)]
  assert.deepEqual(carIdentity(first, 1), { ...CARS[1], code: 'LEC' })
  assert.equal(carIdentity(second, 1), carIdentity(first, 1))
  assert.equal(carIdentity(second, 2), undefined)
  assert.equal(driverCode(second, 2), '–')
})

for (const change of [
  { name: 'BEARMAN' },
  { carNumber: 87 },
  { team: 'Haas' },
  { teamColour: '#B6BABD' },
  { driverIdx: 7 },
]) {
  test(`it is another one with ${JSON.stringify(change)}, and the other car's stays`, () => {
    const [before, after] = [tick(10), tick(20, change)]
    const [other, changed] = [carIdentity(before, 0), carIdentity(before, 1)]
    assert.notEqual(carIdentity(after, 1), changed)
    assert.equal(carIdentity(after, 0), other)
    assert.deepEqual(carIdentity(tick(30), 1), changed, 'and as it was, it is named so again')
  })
}

test('two drivers who would share a code have their numbers, also once one of them is there', () => {
  const [before, after] = [tick(10), tick(20, { name: 'NORMAN' })]
  assert.equal(carIdentity(before, 0)?.code, 'NOR')
  assert.deepEqual([driverCode(after, 0), driverCode(after, 1)], ['#4', '#16'])
})

test('cars of which one has left or come have their identities as before', () => {
  const before = tick(10)
  const [first, second] = [carIdentity(before, 0), carIdentity(before, 1)]
  const alone = tick(20).slice(0, 1)
  assert.equal(carIdentity(alone, 0), first)
  assert.equal(carIdentity(alone, 1), undefined)
  const both = tick(30)
  assert.deepEqual(carIdentity(both, 1), second)
})

test('cars are looked at once for all who ask of one state', () => {
  const drivers = tick(10)
  let looks = 0
  const watched = new Proxy(drivers, {
    get(target, name) {
      if (name === 'length' || name === 'every' || name === 'map') looks++
      return Reflect.get(target, name)
    },
  })
  carIdentity(watched, 0)
  const first = looks
  assert.ok(first > 0)
  carIdentity(watched, 1)
  driverCode(watched, 0)
  assert.equal(looks, first)
})
