import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DriverLicence } from '@pitboard/contract/stewards/decision'
import type { Penalty } from '@pitboard/contract/stewards/penalty'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import type { Season } from '@pitboard/contract/seasons/season'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import type { DrivenSession } from '../seasons/store/driven-sessions.ts'
import { listGridPenalties } from './grid-penalties.ts'
import type { Imposed, ImposedPenalty } from './imposed-penalties.ts'
import { aSession, BEFORE, DECIDED_AT } from './rounds.fixture.ts'
import { openStewards } from './stewards.fixture.ts'
import { listSuspendedPenalties } from './suspended-penalties.ts'

const INCIDENT = aSession('incident', { startedAt: BEFORE })

function aPenalty(decision: number, more: Partial<ImposedPenalty> = {}): ImposedPenalty {
  return {
    kind: 'gridPenalty',
    driverIdx: 0,
    amount: 3,
    name: 'Ann',
    decision,
    decisionId: `decision ${decision}`,
    place: 0,
    sessionId: 'incident',
    decidedAt: DECIDED_AT,
    isSuspended: false,
    isConfirmed: false,
    ...more,
  }
}

function imposed(
  penalties: readonly ImposedPenalty[],
  rounds: readonly DrivenSession[][],
): Imposed {
  return {
    penalties,
    rounds: rounds.map((sessions, index) => ({
      eventId: `round ${index + 1}`,
      startsAt: null,
      sessions,
    })),
    tierOf: () => '',
  }
}

/** Returns a qualifying and a race of ten cars: Ann qualified and started there. */
function aWeekend(qualified: number | null, started: number | null): DrivenSession[] {
  const qualifying = aSession('q', { role: 'qualifying', ...placesOfAnn(qualified, null) })
  return [qualifying, aSession('r', placesOfAnn(1, started))]
}

function placesOfAnn(position: number | null, startingPosition: number | null) {
  return { places: new Map([['Ann', { position, startingPosition }]]), gridSize: 10 }
}

test('a grid penalty is served when the grid shows it, or once somebody has confirmed it', () => {
  const [qualifying, race] = aWeekend(2, 5)
  assert.ok(qualifying && race)
  const stateOf = (weekend: DrivenSession[], penalties = [aPenalty(1)]) =>
    listGridPenalties(imposed(penalties, [[INCIDENT], weekend]), DEFAULT_RULES).map(
      ({ state }) => state,
    )
  assert.deepEqual(stateOf([]), ['due'])
  assert.deepEqual(stateOf([qualifying]), ['due'])
  assert.deepEqual(stateOf(aWeekend(2, 5)), ['served'])
  assert.deepEqual(stateOf(aWeekend(2, 4)), ['notShown'])
  assert.deepEqual(stateOf(aWeekend(9, 10)), ['served'], 'at the end of the grid')
  assert.deepEqual(stateOf([race]), ['unconfirmed'], 'without a qualifying')
  assert.deepEqual(stateOf(aWeekend(2, null)), ['unconfirmed'])
  const again = aSession('q2', { role: 'qualifying' })
  assert.deepEqual(stateOf([...aWeekend(2, 5), again]), ['unconfirmed'], 'two qualifyings')
  assert.deepEqual(stateOf(aWeekend(2, 2), [aPenalty(1, { isConfirmed: true })]), ['confirmed'])
  const both = [aPenalty(1), aPenalty(2)]
  assert.deepEqual(stateOf(aWeekend(2, 5), both), ['notShown', 'notShown'], 'together six places')
  assert.deepEqual(stateOf(aWeekend(2, 8), both), ['served', 'served'])
  assert.deepEqual(stateOf(aWeekend(2, 5), [aPenalty(1, { isSuspended: true })]), [])
})

test('every so many reprimands of a driver are a grid penalty, by the rules of the season', () => {
  const reprimand = { kind: 'reprimand', amount: null } as const
  const penalties = [
    aPenalty(1, reprimand),
    aPenalty(2, { ...reprimand, name: 'Bob' }),
    aPenalty(3, reprimand),
    aPenalty(4, reprimand),
    aPenalty(5, reprimand),
  ]
  const follow = (reprimandCount: number | null) =>
    listGridPenalties(imposed(penalties, [[INCIDENT], []]), {
      reprimandCount,
      reprimandPlaces: 10,
    }).map(({ name, decision, places, isByReprimands }) => [name, decision, places, isByReprimands])
  assert.deepEqual(follow(2), [
    ['Ann', 3, 10, true],
    ['Ann', 5, 10, true],
  ])
  assert.deepEqual(follow(5), [])
  assert.deepEqual(follow(null), [])
})

test('a suspended penalty lapses with the first race after its last event', () => {
  const penalty = aPenalty(1, { suspendedRounds: 2, isSuspended: true })
  const race = [aSession('r')]
  const read = (rounds: DrivenSession[][]) =>
    listSuspendedPenalties(imposed([penalty], [[INCIDENT], ...rounds])).map(
      ({ untilEventId, hasLapsed }) => [untilEventId, hasLapsed],
    )
  assert.deepEqual(read([[], [], []]), [['round 3', false]])
  assert.deepEqual(read([race]), [[null, false]], 'the calendar has no more events')
  assert.deepEqual(read([race, race, []]), [['round 3', false]])
  assert.deepEqual(read([race, race, race]), [['round 3', true]])
})

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

test('stewards activate a suspended penalty: it counts from then on, is in the history and is undone', async () => {
  const { call, send, path, owner, steward, ann, bob, report, respond } = await openStewards(server)
  await send(`POST ${path}/events`, owner, { track: 11 })
  const { id } = await report()
  await respond(id)
  const decide = (penalties: readonly Penalty[]) =>
    call(`POST ${path}/cases/${id}/decisions`, {
      as: steward,
      body: { penalties, reason: 'Left no room' },
    })
  const time = await decide([{ kind: 'time', driverIdx: 0, amount: 5, suspendedRounds: 3 }])
  assert.equal(time.statusCode, 400, 'the session of the offence is over')
  const decided = await decide([
    { kind: 'points', driverIdx: 0, amount: 4, suspendedRounds: 3 },
    { kind: 'gridPenalty', driverIdx: 0, amount: 3, suspendedRounds: 3 },
    { kind: 'gridPenalty', driverIdx: 0, amount: 2 },
    { kind: 'licencePoints', driverIdx: 0, amount: 2, suspendedRounds: 3 },
    { kind: 'reprimand', driverIdx: 0, amount: null },
  ])
  assert.equal(decided.statusCode, 200, decided.body)
  const decisionId: string = decided.json().decisions[0].id
  const read = async () => {
    const [licence]: DriverLicence[] = (await call(`GET ${path}/decisions`)).json().licences
    const season: Season = (await call(`GET ${path}`)).json()
    return {
      points: licence?.points,
      grid: licence?.gridPenalties.map(({ places, state }) => `${places} ${state}`),
      suspended: licence?.suspended.map(({ place, kind }) => `${place} ${kind}`),
      reprimands: licence?.reprimands,
      ann: season.standings.drivers.find(({ name }) => name === 'Ann')?.points,
    }
  }
  const suspended = ['0 points', '1 gridPenalty', '3 licencePoints']
  const first = { points: 0, grid: ['2 due'], suspended, reprimands: 1, ann: 25 }
  assert.deepEqual(await read(), first)

  const set = (place: number, state: string, as = steward) =>
    call(`PUT ${path}/decisions/${decisionId}/penalties/${place}`, { as, body: { state } })
  assert.equal((await set(0, 'activated', bob)).statusCode, 403)
  assert.equal((await set(0, 'activated', ann)).statusCode, 403)
  assert.equal((await set(9, 'activated')).statusCode, 404)
  assert.equal((await set(2, 'activated')).statusCode, 409, 'not suspended')
  assert.equal((await set(1, 'served')).statusCode, 409, 'not in effect')
  for (const place of [0, 1, 3]) assert.equal((await set(place, 'activated')).statusCode, 200)
  assert.equal((await set(0, 'activated')).statusCode, 409, 'once')
  const activated = { points: 2, grid: ['3 due', '2 due'], suspended: [], ann: 21 }
  assert.deepEqual(await read(), { ...activated, reprimands: 1 })
  assert.equal((await set(1, 'served')).statusCode, 200)
  assert.deepEqual((await read()).grid, ['3 confirmed', '2 due'])

  const history: HistoryChange[] = (await call(`GET ${path}/history`, { as: owner })).json()
  const made = history.filter(({ action }) => action.startsWith('penalty'))
  assert.deepEqual(
    made.map(({ action, details }) => [action, 'driver' in details && details.driver]),
    [['penaltyServed', 'Ann'], ...Array.from({ length: 3 }, () => ['penaltyActivated', 'Ann'])],
  )
  for (const { version } of made) {
    const undone = await call(`POST ${path}/history/${version}/undo`, { as: owner })
    assert.equal(undone.statusCode, 200, undone.body)
  }
  assert.deepEqual(await read(), first)
})

test('a rule for reprimands stays as it is when a program leaves it out', async () => {
  const { send, path, owner } = await openStewards(server)
  const { reprimandCount: _count, reprimandPlaces: _places, ...older } = DEFAULT_RULES
  const rule = { reprimandCount: 5, reprimandPlaces: 8 }
  await send(`PUT ${path}/stewardRules`, owner, { ...DEFAULT_RULES, ...rule })
  const { rules } = await send(`PUT ${path}/stewardRules`, owner, { ...older, reportHours: 12 })
  assert.partialDeepStrictEqual(rules, { reportHours: 12, ...rule })
})
