import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver } from '../../../testing/a-session.ts'
import { aLinkedSession, anEvent, aResult, aStandingsDriver } from '../../../testing/a-season.ts'
import { hiddenCars, knownCars, previousSessionId, suggestNames } from './name-suggestions.ts'

const first = aLinkedSession('first', '2026-03-01T19:00:00Z')
const second = aLinkedSession('second', '2026-03-08T19:00:00Z')
const events = [anEvent(10, { sessions: [second] }), anEvent(7, { sessions: [first] })]

test('for a hidden car those are suggested who drove its number, then its team, the race before', () => {
  assert.equal(previousSessionId({ events }, 'second'), 'first')
  assert.equal(previousSessionId({ events }, 'first'), 'second')
  const standings = {
    drivers: ['Ann', 'Bob', 'Cas', 'Dan'].map((name, driverIdx) =>
      aStandingsDriver(name, { results: [aResult('first', driverIdx + 1, driverIdx)] }),
    ),
    teams: [],
    tracks: [],
  }
  const before = [
    aDriver({ driverIdx: 0, carNumber: 7, team: 'Ferrari' }),
    aDriver({ driverIdx: 1, carNumber: 4, team: 'McLaren' }),
    aDriver({ driverIdx: 2, carNumber: 81, team: 'McLaren' }),
    aDriver({ driverIdx: 3, carNumber: 5, team: 'McLaren' }),
  ]
  const known = knownCars(before, first, { standings })
  const hidden = aDriver({ driverIdx: 5, name: 'Player', carNumber: 81, team: 'McLaren' })
  const field = [hidden, aDriver({ driverIdx: 6, name: 'Dan', carNumber: 5, team: 'McLaren' })]
  assert.deepEqual(suggestNames(hidden, known, field), ['Cas', 'Bob'])
  const player = aStandingsDriver('Player', { isHidden: true, results: [aResult('second', 1, 5)] })
  const season = { standings: { ...standings, drivers: [...standings.drivers, player] } }
  assert.deepEqual([...hiddenCars(season, 'second')], [5])
  assert.deepEqual(suggestNames({ ...hidden, carNumber: 99, team: 'Haas' }, known, field), [])
})
