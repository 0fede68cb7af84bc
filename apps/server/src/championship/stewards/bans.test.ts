import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Attendance } from '@pitboard/contract/attendance/attendance'
import type { BanKind } from '@pitboard/contract/stewards/decision'
import type { Roster } from '@pitboard/contract/roster/roster'
import type { DrivenSession } from '../seasons/store/driven-sessions.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordRace } from '../seasons/races.fixture.ts'
import { serveBan } from './bans.ts'
import { aSession, BEFORE, DECIDED_AT } from './rounds.fixture.ts'
import { openStewards } from './stewards.fixture.ts'

const ANN = { drivers: new Map([['Ann', true]]) }

interface Sentenced {
  readonly kind?: BanKind
  readonly count?: number
  readonly tier?: string
  readonly dates?: readonly (Date | null)[]
}

function served(
  rounds: readonly DrivenSession[][],
  { kind = 'race', count = 1, tier = '', dates = [] }: Sentenced = {},
) {
  const calendar = rounds.map((sessions, index) => ({
    eventId: `round ${index + 1}`,
    startsAt: dates[index] ?? null,
    sessions,
  }))
  const sentence = { name: 'Ann', sessionId: 'incident', decidedAt: DECIDED_AT }
  const events = serveBan(calendar, { ...sentence, kind, count, tierAt: () => tier })
  return events.map(({ eventId, state }) => `${eventId} ${state}`)
}

test('a ban is for the next rounds of the driver’s tier whose race was not driven at the decision', () => {
  const incident = aSession('incident', { startedAt: BEFORE })
  const out = { drivers: new Map([['Ann', false]]) }
  const club = { tier: 'Club' }
  const rows = [
    { rounds: [[incident], []], served: ['round 2 due'] },
    { rounds: [[incident]], served: [] },
    { rounds: [[incident], [], []], dates: [BEFORE, BEFORE], served: ['round 3 due'] },
    { rounds: [[incident], [aSession('a')]], dates: [BEFORE, BEFORE], served: ['round 2 served'] },
    { rounds: [[], [incident], []], served: ['round 3 due'] },
    { rounds: [[incident], [aSession('a', { startedAt: BEFORE })], []], served: ['round 3 due'] },
    { rounds: [[incident], [aSession('a')]], served: ['round 2 served'] },
    { rounds: [[incident], [aSession('a', ANN)]], served: ['round 2 broken'] },
    { rounds: [[incident], [aSession('a', out)]], served: ['round 2 served'] },
    { rounds: [[incident], [aSession('a', { ...ANN, isLive: true })]], served: ['round 2 due'] },
    {
      rounds: [[incident], [aSession('a', { ...ANN, role: 'practice' })]],
      served: ['round 2 due'],
    },
    {
      rounds: [[incident], [aSession('a')], []],
      count: 2,
      served: ['round 2 served', 'round 3 due'],
    },
    { rounds: [[incident], [aSession('a', club)], []], tier: 'Pro', served: ['round 3 due'] },
    { rounds: [[incident], [aSession('a', club)], []], tier: 'Club', served: ['round 2 served'] },
    {
      rounds: [[incident], [aSession('a', club), aSession('b', { ...ANN, tier: 'Pro' })]],
      tier: 'Pro',
      served: ['round 2 broken'],
    },
  ]
  for (const [index, { rounds, served: expected, ...more }] of rows.entries()) {
    assert.deepEqual(served(rounds, more), expected, `row ${index + 1}`)
  }
})

test('a qualifying ban leaves the race alone, and is for an event whose qualifying was not driven', () => {
  const incident = aSession('incident', { startedAt: BEFORE })
  const qualifying = { role: 'qualifying' as const }
  const kind = 'qualifying' as const
  assert.deepEqual(served([[incident], [aSession('a', ANN)]], { kind }), ['round 2 served'])
  const driven = aSession('q', { ...qualifying, ...ANN })
  assert.deepEqual(served([[incident], [driven, aSession('a')]], { kind }), ['round 2 broken'])
  const begun = aSession('q', { ...qualifying, startedAt: BEFORE })
  assert.deepEqual(served([[incident], [begun], []], { kind }), ['round 3 due'])
  assert.deepEqual(served([[incident], [begun], []]), ['round 2 due'], 'but it is for a race ban')
})

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

test('who is banned can only decline, their place is free until the decision is revoked, and driving anyway is shown', async () => {
  const { call, send, path, owner, steward, ann, bob, report, respond } = await openStewards(server)
  const startsAt = new Date(server.context.now().getTime() + 72 * 3_600_000).toISOString()
  const event = await send(`POST ${path}/events`, owner, { track: 11, startsAt })
  const drivers = ['Ann', 'Bob', 'Cid'].map((name) => ({
    id: server.context.newId(),
    name,
    isReserve: name === 'Bob',
  }))
  await send(`PUT ${path}/roster`, owner, { teams: [], drivers })
  await send(`PUT ${path}/attendance`, owner, { deadlineHours: 24 })
  const answer = (word: string) =>
    call(`PUT ${path}/events/${event.id}/attendance/${ann.userId}`, {
      as: ann,
      body: { answer: word },
    })
  assert.equal((await answer('accepted')).statusCode, 200)

  const { id } = await report()
  await respond(id)
  const penalties = [{ kind: 'raceBan', driverIdx: 0, amount: 1 }]
  const body = { penalties, reason: 'Drove into the back of Bob' }
  const decided = await send(`POST ${path}/cases/${id}/decisions`, steward, body)
  const grid = async () => {
    const { events }: Attendance = await send(`GET ${path}/attendance`, bob)
    return events[0]?.drivers.map((one) => [one.name, one.ban ?? null, one.isCalledUp])
  }
  assert.deepEqual(await grid(), [
    ['Ann', 'race', false],
    ['Cid', null, false],
    ['Bob', null, true],
  ])
  const refused = await answer('accepted')
  assert.equal(refused.statusCode, 409)
  assert.match(refused.json().detail, /banned/)
  const byOrganiser = await call(
    `PUT ${path}/events/${event.id}/drivers/${drivers[0]?.id}/attendance`,
    { as: owner, body: { answer: 'accepted' } },
  )
  assert.equal(byOrganiser.statusCode, 409)
  const bansOfRoster = async () => {
    const roster: Roster = (await call(`GET ${path}/roster`)).json()
    return roster.drivers.flatMap((one) => (one.ban ? [[one.name, one.ban]] : []))
  }
  const ban = { eventId: event.id, kind: 'race', decision: 1 }
  assert.deepEqual(await bansOfRoster(), [['Ann', ban]])
  const licence = async () => (await call(`GET ${path}/decisions`)).json().licences
  const due = [{ eventId: event.id, state: 'due' }]
  const own = { decision: 1, kind: 'race', rounds: 1 }
  assert.partialDeepStrictEqual(await licence(), [
    { name: 'Ann', points: 0, bans: [{ ...own, events: due }] },
  ])

  const startedAt = new Date(Date.parse(startsAt) + 60_000).toISOString()
  const race = await recordRace(server, owner.userId, { names: ['Ann', 'Cid'], startedAt })
  const preview = await send(`POST ${path}/events/${event.id}/sessions/preview`, owner, {
    sessionIds: [race],
  })
  assert.deepEqual(preview.sessions[0].bannedDrivers, ['Ann'])
  await send(`PATCH ${path}/events/${event.id}/session/${race}`, owner, {})
  assert.partialDeepStrictEqual(await licence(), [
    { bans: [{ events: [{ eventId: event.id, state: 'broken' }] }] },
  ])
  assert.deepEqual(await bansOfRoster(), [], 'the event is over')
  await send(`DELETE ${path}/events/${event.id}/session/${race}`, owner)

  const [decision] = decided.decisions
  const revoke = `POST ${path}/cases/${id}/decisions/${decision.id}/revoke`
  await send(revoke, steward, { reason: 'New footage' })
  assert.deepEqual(await grid(), [
    ['Ann', null, false],
    ['Cid', null, false],
    ['Bob', null, false],
  ])
  assert.equal((await answer('accepted')).statusCode, 200)
})
