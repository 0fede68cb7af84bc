import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Roster, RosterUpdate } from '@pitboard/contract/roster/roster'
import type { SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import { removeUser } from '../../accounts/auth/users/delete-user.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { recordRace } from '../seasons/races.fixture.ts'
import { openSignUps } from './sign-ups.fixture.ts'

const {
  server,
  owner,
  call,
  ann,
  bob,
  cleo,
  openSignUp,
  setForm,
  signUp,
  statusOf,
  names,
  decide,
} = await openSignUps()

test('a driver who signs up is in the roster with their tier and linked to their user', async () => {
  const path = await openSignUp({ tiers: [{ name: 'Pro', capacity: null }] })
  assert.equal((await signUp(path, ann, 'Ann')).statusCode, 400, 'without a tier')
  const made = await signUp(path, ann, 'Ann', { tier: 'Pro', platformId: 'ann-on-pc' })
  assert.equal(made.statusCode, 200, made.body)
  assert.equal(made.json().status, 'accepted')
  const roster: Roster = (await call(`GET ${path}/roster`, { as: ann })).json()
  assert.partialDeepStrictEqual(roster.drivers, [
    { name: 'Ann', tier: 'Pro', userId: ann.userId, platformId: 'ann-on-pc' },
  ])
  const history = (await call(`GET ${path}/history`, { as: owner })).json()
  assert.equal(history.changes?.[0]?.action ?? history[0].action, 'rosterUpdated')
})

test('two drivers at the last place at once: one is accepted, the other waits', async () => {
  const path = await openSignUp({ capacity: 1 })
  await Promise.all([signUp(path, ann, 'Ann'), signUp(path, bob, 'Bob')])
  const statuses = [await statusOf(path, ann), await statusOf(path, bob)]
  assert.deepEqual(new Set(statuses), new Set(['accepted', 'waiting']))
  assert.equal((await names(path)).length, 1)
})

test('a free place goes to the first on the waiting list of the tier', async () => {
  const tiers = ['Pro', 'Amateur'].map((name) => ({ name, capacity: 1 }))
  const path = await openSignUp({ tiers })
  await signUp(path, ann, 'Ann', { tier: 'Pro' })
  await signUp(path, bob, 'Bob', { tier: 'Pro' })
  assert.equal((await signUp(path, cleo, 'Cleo', { tier: 'Pro' })).json().waitingPlace, 2)
  await signUp(path, owner, 'Olga', { tier: 'Amateur' })
  assert.deepEqual(await names(path), ['Ann', 'Olga'])
  await call(`DELETE ${path}/signUp`, { as: ann })
  assert.deepEqual(await names(path), ['Olga', 'Bob'])
  assert.deepEqual(
    [await statusOf(path, ann), await statusOf(path, cleo)],
    ['withdrawn', 'waiting'],
  )
  await setForm(path, { tiers: [{ name: 'Pro', capacity: 2 }] })
  assert.deepEqual(await names(path), ['Olga', 'Bob', 'Cleo'])
  assert.equal((await decide(path, 'Bob', 'refused')).statusCode, 200)
  assert.deepEqual(await names(path), ['Olga', 'Cleo'])
  assert.equal((await signUp(path, bob, 'Bob', { tier: 'Pro' })).statusCode, 409, 'once refused')
})

test('with approval a driver waits for the organiser, then for a place', async () => {
  const path = await openSignUp({ needsApproval: true, capacity: 1 })
  for (const [as, name] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ] as const) {
    assert.equal((await signUp(path, as, name)).json().status, 'pending')
  }
  assert.equal((await decide(path, 'Bob', 'accepted')).json().status, 'accepted')
  assert.equal((await decide(path, 'Ann', 'accepted')).json().status, 'waiting')
  await call(`DELETE ${path}/signUp`, { as: bob })
  assert.deepEqual(await names(path), ['Ann'])
})

test('a name that the season knows already needs approval, one of another user is refused', async () => {
  const path = await openSignUp()
  const driver = {
    id: randomUUID(),
    name: 'Known',
    carNumber: 7,
    teamId: null,
    fromEventId: null,
    toEventId: null,
    isReserve: false,
    tier: '',
    platformId: null,
  }
  await call(`PUT ${path}/roster`, { as: owner, body: { teams: [], drivers: [driver] } })
  assert.equal((await signUp(path, ann, 'Known')).json().status, 'pending')
  assert.equal((await signUp(path, bob, 'known')).statusCode, 409)
  await decide(path, 'Known', 'accepted')
  const roster: Roster = (await call(`GET ${path}/roster`)).json()
  assert.partialDeepStrictEqual(roster.drivers, [{ id: driver.id, userId: ann.userId }])
  assert.equal(roster.drivers.length, 1)
})

const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('drivers sign up between opening and closing alone', async () => {
  const path = await openSignUp({ opensAt: hour(1) })
  assert.equal((await signUp(path, ann, 'Ann')).statusCode, 409)
  await setForm(path, { opensAt: hour(-2), closesAt: hour(-1) })
  assert.equal((await signUp(path, ann, 'Ann')).statusCode, 409)
  await setForm(path, { opensAt: hour(-2), closesAt: hour(1) })
  assert.equal((await signUp(path, ann, 'Ann')).statusCode, 200)
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'None' } })).json()
  assert.equal((await signUp(`/api/Seasons/${id}`, ann, 'Ann')).statusCode, 404)
})

test('a driver who leaves after an event stays in the roster until then', async () => {
  const path = await openSignUp()
  await signUp(path, ann, 'Ann')
  const event = (await call(`POST ${path}/events`, { as: owner, body: { track: 7 } })).json()
  const sessionIds = [await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })]
  await call(`PATCH ${path}/events/${event.id}/sessions`, { as: owner, body: { sessionIds } })
  await call(`DELETE ${path}/signUp`, { as: ann })
  const { drivers }: Roster = (await call(`GET ${path}/roster`)).json()
  assert.partialDeepStrictEqual(drivers, [{ name: 'Ann', toEventId: event.id, userId: ann.userId }])
})

type Entry = RosterUpdate['drivers'][number]

async function changeEntries(path: string, change: (entry: Entry) => Entry[]): Promise<void> {
  const roster: Roster = (await call(`GET ${path}/roster`, { as: owner })).json()
  const drivers = roster.drivers.flatMap(({ userId: _userId, ...entry }) => change(entry))
  const body = { teams: [], drivers }
  const changed = await call(`PUT ${path}/roster`, { as: owner, body })
  assert.equal(changed.statusCode, 200, changed.body)
}

test('a driver who has driven none of the past events leaves no entry in the roster', async () => {
  const path = await openSignUp()
  const dora = await openAccount(server.context, { username: 'Dora Racer' })
  const event = (await call(`POST ${path}/events`, { as: owner, body: { track: 7 } })).json()
  const later = (await call(`POST ${path}/events`, { as: owner, body: { track: 5 } })).json()
  const sessionIds = [await recordRace(server, owner.userId, { names: ['Bob'] })]
  await call(`PATCH ${path}/events/${event.id}/sessions`, { as: owner, body: { sessionIds } })
  const leave = async (as: TestAccount) => {
    await call(`DELETE ${path}/signUp`, { as })
    const { drivers }: Roster = (await call(`GET ${path}/roster`)).json()
    return drivers.map(({ name, toEventId }) => [name, toEventId])
  }
  await signUp(path, dora, 'Dora')
  assert.deepEqual(await leave(dora), [], 'in the same minute')
  // The organiser ends the entry of Bob after the race, and Bob has a second one from then on.
  await signUp(path, bob, 'Bob')
  await decide(path, 'Bob', 'accepted')
  await changeEntries(path, (second) => [
    { ...second, id: randomUUID(), toEventId: event.id },
    { ...second, fromEventId: later.id },
  ])
  assert.deepEqual(await leave(bob), [['Bob', event.id]])
  const roster: Roster = (await call(`GET ${path}/roster`)).json()
  assert.equal(roster.drivers[0]?.userId, bob.userId, 'who has driven retains the name')
})

test('an entry that has ended already is not extended to the last event', async () => {
  const path = await openSignUp()
  const eve = await openAccount(server.context, { username: 'Eve Racer' })
  await signUp(path, eve, 'Eve')
  const eventIds: string[] = []
  for (const track of [7, 5]) {
    const event = (await call(`POST ${path}/events`, { as: owner, body: { track } })).json()
    const sessionIds = [await recordRace(server, owner.userId, { names: ['Eve'] })]
    await call(`PATCH ${path}/events/${event.id}/sessions`, { as: owner, body: { sessionIds } })
    eventIds.push(event.id)
  }
  await changeEntries(path, (entry) => [{ ...entry, toEventId: eventIds[0] ?? null }])
  await call(`DELETE ${path}/signUp`, { as: eve })
  const left: Roster = (await call(`GET ${path}/roster`)).json()
  assert.deepEqual(
    left.drivers.map(({ toEventId }) => toEventId),
    [eventIds[0]],
  )
})

const [AGE, WHEEL, EVENINGS] = [randomUUID(), randomUUID(), randomUUID()]
const QUESTIONS = [
  { id: AGE, label: 'How old are you?', kind: 'text', choices: [], isRequired: true },
  { id: WHEEL, label: 'Device', kind: 'choice', choices: ['Wheel', 'Pad'], isRequired: false },
  { id: EVENINGS, label: 'Sundays?', kind: 'yesNo', choices: [], isRequired: true },
] as const satisfies SignUpForm['questions']

const answers = (...pairs: [string, string][]) => ({
  answers: pairs.map(([questionId, answer]) => ({ questionId, answer })),
})

test('answers fit their questions, and are for organisers and their author', async () => {
  const path = await openSignUp({ questions: [...QUESTIONS] })
  const faulty = [
    answers([AGE, '30']),
    answers([AGE, '30'], [EVENINGS, 'maybe']),
    answers([AGE, '30'], [EVENINGS, 'yes'], [WHEEL, 'Keyboard']),
    answers([AGE, '30'], [EVENINGS, 'yes'], [randomUUID(), 'x']),
    answers([AGE, '30'], [AGE, '31'], [EVENINGS, 'yes']),
  ]
  for (const wrong of faulty) {
    assert.equal((await signUp(path, ann, 'Ann', wrong)).statusCode, 400)
  }
  const good = answers([AGE, '=30'], [WHEEL, 'Pad'], [EVENINGS, 'yes'])
  const made = await signUp(path, ann, 'Ann', good)
  assert.equal(made.statusCode, 200, made.body)
  assert.equal(made.headers['cache-control'] === 'public', false)
  const list = `GET ${path}/signUps`
  assert.partialDeepStrictEqual((await call(list, { as: owner })).json(), [good])
  assert.equal((await call(list, { as: ann })).statusCode, 403)
  assert.equal((await call(list)).statusCode, 401)
  for (const as of [undefined, bob]) {
    const seen = await call(`GET ${path}/signUp`, as && { as })
    assert.doesNotMatch(seen.body, /=30|Pad"\s*}/)
    assert.equal(seen.json().own, null)
  }
  const csv = (await call(`${list}/export`, { as: owner })).body
  assert.match(csv, /How old are you\?,Device,Sundays\?\r\nAnn,Ann Racer,accepted,.*,'=30,Pad,yes/)
  assert.equal((await call(`${list}/export`, { as: bob })).statusCode, 403)
  const filtered = await call(`${list}?status=waiting`, { as: owner })
  assert.deepEqual([filtered.json(), filtered.headers['x-total-count']], [[], '0'])
})

test('answers are in the export of the account and are deleted with it; the place goes on', async () => {
  const path = await openSignUp({ questions: [...QUESTIONS], capacity: 1 })
  const leaving = await openAccount(server.context, { username: 'Temporary' })
  const good = answers([AGE, 'a secret'], [EVENINGS, 'no'])
  await signUp(path, leaving, 'Gone', good)
  await signUp(path, bob, 'Bob', answers([AGE, '4'], [EVENINGS, 'no']))
  const { participation } = (await call('GET /api/Account/export', { as: leaving })).json()
  assert.partialDeepStrictEqual(participation.signUps, [
    { name: 'Gone', answers: [{ question: 'How old are you?', answer: 'a secret' }] },
  ])
  await removeUser(server.context, leaving.userId, { actorId: leaving.userId, ip: null })
  const left = await server.context.db.selectFrom('season_sign_up').select('answers').execute()
  assert.doesNotMatch(JSON.stringify(left), /a secret/)
  assert.deepEqual(await names(path), ['Bob'])
})

test('a withdrawal erases the answers', async () => {
  const path = await openSignUp({ questions: [...QUESTIONS] })
  await signUp(path, cleo, 'Cleo', answers([AGE, '30'], [EVENINGS, 'yes']))
  assert.deepEqual((await call(`DELETE ${path}/signUp`, { as: cleo })).json().answers, [])
})

test('a sign-up changes while it is open; name and tier of an accepted one stay', async () => {
  const path = await openSignUp({ questions: [...QUESTIONS] })
  const first = answers([AGE, '30'], [EVENINGS, 'yes'])
  await signUp(path, cleo, 'Cleo', first)
  assert.equal((await signUp(path, cleo, 'Clea', first)).statusCode, 409)
  const changed = await signUp(path, cleo, 'Cleo', answers([AGE, '31'], [EVENINGS, 'no']))
  assert.equal(changed.json().answers[0].answer, '31')
  assert.deepEqual(await names(path), ['Cleo'])
})

test('of two devices that change a sign-up, the second is refused; an approval is no such change', async () => {
  const path = await openSignUp({ needsApproval: true })
  const finn = await openAccount(server.context, { username: 'Finn Racer' })
  const tagOf = async () => (await call(`GET ${path}/signUp`, { as: finn })).json().ownTag
  const change = async (tag: string, platformId: string) => {
    const body = { name: 'Finn', tier: '', platformId, answers: [] }
    const headers = { 'if-match': `"${tag}"` }
    return (await call(`PUT ${path}/signUp`, { as: finn, body, headers })).statusCode
  }
  const none = await tagOf()
  assert.equal(await change(none, 'first'), 200, 'without a sign-up')
  assert.equal(await change(none, 'second'), 412, 'the other device has signed up')
  const made = await tagOf()
  await decide(path, 'Finn', 'accepted')
  assert.equal(await change(made, 'third'), 200)
  assert.equal(await change(made, 'fourth'), 412)
  const { own } = (await call(`GET ${path}/signUp`, { as: finn })).json()
  assert.deepEqual([own.platformId, own.status], ['third', 'accepted'])
})
