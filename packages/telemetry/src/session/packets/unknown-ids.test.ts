import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeDatagram } from '../../decode.ts'
import { encodeEvent, encodePacket } from '../../encode.ts'
import type { Format } from '../../formats/registry.ts'
import { play } from '../../../testing/play.ts'
import { createGame } from '../../../testing/scripted-game.ts'
import { unknownIdsOf } from './unknown-ids.ts'

function unknownIn(bytes: Uint8Array): string[] {
  const packet = decodeDatagram(bytes)
  if (packet.kind === 'rejected') return assert.fail(packet.reason)
  return unknownIdsOf(packet).map(({ table, id }) => `${table} ${id}`)
}

function session(body: object): string[] {
  return unknownIn(encodePacket(2025, 'session', {}, body))
}

function list(format: Format, car: object): string[] {
  return unknownIn(encodePacket(format, 'participants', {}, { numActiveCars: 1, cars: [car] }))
}

function result(car: object): string[] {
  return unknownIn(encodePacket(2025, 'finalClassification', {}, { numCars: 1, cars: [car] }))
}

function penalty(details: object): string[] {
  return unknownIn(encodeEvent(2025, 'PENA', {}, details))
}

describe('R2 ids that are in no table', () => {
  test('of a session are those of its type, weather and track, -1 being no track', () => {
    assert.deepEqual(session({ sessionType: 15, weather: 1, trackId: 7 }), [])
    assert.deepEqual(session({ sessionType: 15, weather: 1, trackId: -1 }), [])
    assert.deepEqual(session({ sessionType: 99, weather: 98, trackId: 97 }), [
      'sessionTypes 99',
      'weathers 98',
      'tracks 97',
    ])
  })

  test('of a driver are those of team, driver and nationality, where they are set', () => {
    const known = { name: 'A', teamId: 1, driverId: 1, nationality: 1 }
    assert.deepEqual(list(2025, known), [])
    const unknown = { teamId: 250, driverId: 251, nationality: 252 }
    assert.deepEqual(list(2025, { ...known, ...unknown }), [
      'teams 250',
      'drivers 251',
      'nationalities 252',
    ])
    assert.deepEqual(list(2025, { ...unknown, name: '' }), [], 'an empty slot')
    const unset = { name: 'A', teamId: 255, driverId: 255, nationality: 255 }
    assert.deepEqual(list(2025, unset), [])
    assert.deepEqual(list(2025, { ...unset, nationality: 0 }), [])
    assert.deepEqual(list(2026, { ...unset, teamId: 65_535, driverId: 65_535 }), [])
    assert.deepEqual(list(2026, { ...unset, teamId: 60_000 }), ['teams 60000'])
  })

  test('of a result are those of its status and of the tyres of its stints', () => {
    const tyres = { tyreStintsVisual: [16, 90, 91], tyreStintsActual: [18, 92, 93] }
    const row = { resultStatus: 3, ...tyres }
    assert.deepEqual(result({ ...row, numTyreStints: 1 }), [])
    assert.deepEqual(result({ ...row, numTyreStints: 2 }), [
      'tyreCompounds 90',
      'actualTyreCompounds 92',
    ])
    assert.deepEqual(result({ ...row, numTyreStints: 0, resultStatus: 77 }), ['resultStatuses 77'])
    const none = { tyreStintsVisual: [0], tyreStintsActual: [0] }
    assert.deepEqual(result({ resultStatus: 3, numTyreStints: 1, ...none }), [])
  })

  test('of a penalty are those of its type and of its infringement, if it is set', () => {
    assert.deepEqual(penalty({ penaltyType: 4, infringementType: 7 }), [])
    assert.deepEqual(penalty({ penaltyType: 4, infringementType: 255 }), [])
    assert.deepEqual(penalty({ penaltyType: 200, infringementType: 201 }), [
      'penaltyTypes 200',
      'infringements 201',
    ])
  })

  test('are not looked for in other events and packets', () => {
    assert.deepEqual(unknownIn(encodeEvent(2025, 'RTMT', {}, { vehicleIdx: 255 })), [])
    assert.deepEqual(unknownIn(encodePacket(2025, 'lapData', {}, {})), [])
  })
})

test('R2 the unknown ids of each kind of packet are counted in its session', () => {
  const game = createGame({ cars: 1 })
  for (let count = 0; count < 2; count++) game.session({ weather: 98 })
  game.participants({ 0: { teamId: 77 } })
  game.event('PENA', { penaltyType: 40, infringementType: 255 })
  game.lapData()
  game.classification([
    {
      position: 1,
      resultStatus: 3,
      numTyreStints: 1,
      tyreStintsVisual: [99],
      tyreStintsActual: [7],
    },
  ])
  const counts = play(game.sent).opened[0]?.unknownIds
  assert.equal(counts?.get('weathers 98'), 2)
  assert.equal(counts.get('teams 77'), 1)
  assert.equal(counts.get('penaltyTypes 40'), 1)
  assert.equal(counts.get('tyreCompounds 99'), 1)
})
