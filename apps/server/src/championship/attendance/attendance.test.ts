import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Attendance, OpenAttendance } from '@pitboard/contract/attendance/attendance'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { removeUser } from '../../accounts/auth/users/delete-user.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from '../seasons/races.fixture.ts'
import { remind } from './reminders.ts'

const { server, owner, call } = await openOrganiser()
const accounts: TestAccount[] = []
for (const username of ['Driver A', 'Driver B', 'Driver C', 'Driver D']) {
  accounts.push(await openAccount(server.context, { username }))
}

const accountOf = (index: number) => itemAt(accounts, index)

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Ann and Bob drive, Cleo and Dan are reserves in this order; the event is in `hours`. */
async function openSeason({
  hours = 72,
  deadlineHours = 24,
  tiers = ['', '', '', ''],
  claimed = 4,
  leagueId = null as string | null,
} = {}) {
  const named = { name: 'Cup', ...(leagueId !== null && { leagueId }) }
  const { id } = (await call('POST /api/Seasons', { as: owner, body: named })).json()
  const path = `/api/Seasons/${id}`
  const body = { track: 7, name: 'Opening', startsAt: hoursFromNow(hours) }
  const event = (await call(`POST ${path}/events`, { as: owner, body })).json()
  const drivers = ['Ann', 'Bob', 'Cleo', 'Dan'].map((name, index) => ({
    id: randomUUID(),
    name,
    carNumber: null,
    teamId: null,
    platformId: null,
    fromEventId: null,
    toEventId: null,
    isReserve: index > 1,
    tier: tiers[index] ?? '',
  }))
  await call(`PUT ${path}/roster`, { as: owner, body: { teams: [], drivers } })
  for (const [index, { name }] of drivers.slice(0, claimed).entries()) {
    await claim(path, accountOf(index), name)
  }
  await call(`PUT ${path}/attendance`, { as: owner, body: { deadlineHours } })
  return { id, path, eventId: String(event.id), driverIds: drivers.map((driver) => driver.id) }
}

async function claim(path: string, as: TestAccount, name: string): Promise<void> {
  const made = await call(`POST ${path}/claims`, { as, body: { name } })
  const decision = `PATCH ${path}/claims/${made.json().id}`
  const decided = await call(decision, { as: owner, body: { status: 'approved' } })
  assert.equal(decided.statusCode, 200)
}

type OpenSeason = Awaited<ReturnType<typeof openSeason>>

async function answer(
  { path, eventId }: OpenSeason,
  index: number,
  word: string,
  as?: TestAccount,
) {
  const { userId } = accountOf(index)
  return call(`PUT ${path}/events/${eventId}/attendance/${userId}`, {
    as: as ?? accountOf(index),
    body: { answer: word },
  })
}

/** Answers for the driver's entry in the roster, as organisers do for drivers without an account. */
async function enter(
  { path, eventId, driverIds }: OpenSeason,
  index: number,
  word: string | null,
  as?: TestAccount | null,
) {
  const what = `PUT ${path}/events/${eventId}/drivers/${driverIds[index]}/attendance`
  const caller = as === undefined ? owner : as
  return call(what, { ...(caller && { as: caller }), body: { answer: word } })
}

async function history({ path }: OpenSeason): Promise<HistoryChange[]> {
  const changes: HistoryChange[] = (await call(`GET ${path}/history`, { as: owner })).json()
  return changes.filter(({ action }) => action === 'attendanceAnswered')
}

/** Returns name, answer and whether a reserve is called up. */
async function grid({ path }: OpenSeason, as = owner) {
  const { events }: Attendance = (await call(`GET ${path}/attendance`, { as })).json()
  return events[0]?.drivers.map((driver) =>
    [driver.name, driver.answer, driver.isCalledUp ? 'called' : ''].filter(Boolean).join(' '),
  )
}

test('a rule is set on top of the version that the organiser saw, and the history has it', async () => {
  const { path } = await openSeason()
  const { version } = (await call(`GET ${path}`, { as: owner })).json()
  const set = (deadlineHours: number | null, seen: number) =>
    call(`PUT ${path}/attendance`, {
      as: owner,
      body: { deadlineHours },
      headers: { 'if-match': `"${seen}"` },
    })
  assert.equal((await set(48, version)).statusCode, 200)
  const refused = await set(null, version)
  assert.equal(refused.statusCode, 412)
  const [change]: HistoryChange[] = refused.json().changes
  assert.ok(change)
  assert.deepEqual(
    [change.action, change.details],
    ['attendanceRuleUpdated', { deadlineHours: { before: 24, after: 48 } }],
  )
  const kept: Attendance = (await call(`GET ${path}/attendance`)).json()
  assert.equal(kept.deadlineHours, 48)
  assert.equal((await set(48, version + 1)).statusCode, 200)
  const unchanged = (await call(`GET ${path}`, { as: owner })).json()
  assert.equal(unchanged.version, version + 1, 'the same rule once more is not a change')
  assert.equal((await set(null, version + 1)).statusCode, 200)
})

test('drivers answer for themselves, organisers for everybody, strangers see nobody', async () => {
  const season = await openSeason()
  assert.equal((await answer(season, 0, 'accepted')).statusCode, 200)
  assert.equal((await answer(season, 1, 'declined', accountOf(0))).statusCode, 403)
  assert.equal((await answer(season, 1, 'tentative', owner)).statusCode, 200)
  assert.deepEqual(await grid(season), ['Ann accepted', 'Bob tentative', 'Cleo', 'Dan'])
  assert.deepEqual(await grid(season, accountOf(2)), await grid(season))
  const stranger = await openAccount(server.context, { username: 'Stranger' })
  assert.deepEqual(await grid(season, stranger), [])
  const visitor: Attendance = (await call(`GET ${season.path}/attendance`)).json()
  assert.deepEqual([visitor.isMember, visitor.deadlineHours], [false, 24])
  const what = `PUT ${season.path}/events/${season.eventId}/attendance/${stranger.userId}`
  assert.equal((await call(what, { as: stranger, body: { answer: 'accepted' } })).statusCode, 404)
})

test('a place that becomes free calls up reserves in order until one accepts', async () => {
  const season = await openSeason()
  await answer(season, 0, 'declined')
  assert.deepEqual(await grid(season), ['Ann declined', 'Bob', 'Cleo called', 'Dan'])
  await answer(season, 2, 'declined')
  assert.deepEqual(await grid(season), ['Ann declined', 'Bob', 'Cleo declined', 'Dan called'])
  await answer(season, 3, 'accepted')
  await answer(season, 0, 'accepted')
  assert.deepEqual((await grid(season))?.slice(2), ['Cleo declined', 'Dan accepted called'])
})

test('a reserve who has declined is called up no more, and takes the place after all', async () => {
  const season = await openSeason({ hours: 5, deadlineHours: 24 })
  await answer(season, 0, 'declined', owner)
  await answer(season, 2, 'declined')
  assert.deepEqual((await grid(season))?.slice(2), ['Cleo declined', 'Dan called'])
  assert.equal((await answer(season, 2, 'accepted')).statusCode, 200)
  assert.deepEqual((await grid(season))?.slice(2), ['Cleo accepted called', 'Dan'])
  assert.equal((await answer(season, 3, 'accepted')).statusCode, 409, 'Dan is asked no more')
})

test('a reserve who has not answered is released when the driver comes back', async () => {
  const season = await openSeason()
  await answer(season, 0, 'declined')
  await answer(season, 0, 'tentative')
  assert.deepEqual(await grid(season), ['Ann tentative', 'Bob', 'Cleo', 'Dan'])
})

test('a reserve of another tier is not called up', async () => {
  const season = await openSeason({ tiers: ['Pro', 'Amateur', 'Amateur', 'Pro'] })
  await answer(season, 0, 'declined')
  assert.deepEqual((await grid(season))?.slice(2), ['Cleo', 'Dan called'])
})

test('after the deadline only reserves who are called up and organisers answer', async () => {
  const season = await openSeason({ hours: 5, deadlineHours: 24 })
  assert.equal((await answer(season, 0, 'accepted')).statusCode, 409)
  assert.equal((await answer(season, 2, 'accepted')).statusCode, 409)
  assert.equal((await answer(season, 0, 'declined', owner)).statusCode, 200)
  assert.equal((await answer(season, 2, 'accepted')).statusCode, 200)
})

test('who has not answered is reminded once, a day before the deadline', async () => {
  const season = await openSeason({ hours: 40, deadlineHours: 24 })
  const later = await openSeason({ hours: 60, deadlineHours: 24 })
  await answer(season, 0, 'accepted')
  const reminded: unknown[] = []
  server.context.events.subscribe('attendanceReminder', async (_db, { seasonId, userIds }) => {
    reminded.push([seasonId, userIds])
  })
  await remind(server.context)
  await remind(server.context)
  const ours = reminded.filter((one) => JSON.stringify(one).includes(season.id))
  assert.deepEqual(ours, [[season.id, [accountOf(1).userId]]])
  assert.doesNotMatch(JSON.stringify(reminded), new RegExp(later.id))
  const open: OpenAttendance[] = (
    await call('GET /api/Seasons/attendance', { as: accountOf(1) })
  ).json()
  assert.ok(
    open.some(({ seasonId, eventName }) => seasonId === season.id && eventName === 'Opening'),
  )
  const own = (await call('GET /api/Seasons/attendance', { as: accountOf(0) })).body
  assert.doesNotMatch(own, new RegExp(season.id), 'answered already')
})

test('answers are in the export of the account and are deleted with it', async () => {
  const season = await openSeason()
  await answer(season, 3, 'declined')
  const leaving = accountOf(3)
  const { participation } = (await call('GET /api/Account/export', { as: leaving })).json()
  const answers: { eventId: string; answer: string }[] = participation.attendance
  assert.ok(answers.some((one) => one.eventId === season.eventId && one.answer === 'declined'))
  await removeUser(server.context, leaving.userId, { actorId: leaving.userId, ip: null })
  assert.deepEqual((await grid(season))?.at(-1), 'Dan')
})

test('organisers alone answer for drivers without an account, whom reserves follow', async () => {
  const season = await openSeason({ claimed: 1 })
  const stranger = await openAccount(server.context, { username: 'Passer-by' })
  assert.equal((await enter(season, 1, 'declined', null)).statusCode, 401)
  assert.equal((await enter(season, 1, 'declined', stranger)).statusCode, 403)
  assert.equal((await enter(season, 1, 'declined', accountOf(0))).statusCode, 403)
  assert.deepEqual(await grid(season), ['Ann', 'Bob', 'Cleo', 'Dan'])
  assert.equal((await enter(season, 1, 'declined')).statusCode, 200)
  assert.deepEqual(await grid(season), ['Ann', 'Bob declined', 'Cleo called', 'Dan'])
  await enter(season, 2, 'declined')
  assert.deepEqual((await grid(season))?.slice(2), ['Cleo declined', 'Dan called'])
  await enter(season, 1, null)
  assert.deepEqual((await grid(season))?.slice(1), ['Bob', 'Cleo declined', 'Dan'])
  const unknown = { ...season, driverIds: [randomUUID()] }
  assert.equal((await enter(unknown, 0, 'accepted')).statusCode, 404)
  const { json } = await call(`GET ${season.path}/attendance`, { as: accountOf(0) })
  assert.equal(json().isOrganiser, false)
})

test('an organiser answers after the deadline too, until the event starts', async () => {
  const season = await openSeason({ hours: 5, deadlineHours: 24, claimed: 0 })
  assert.equal((await enter(season, 0, 'accepted')).statusCode, 200)
  const event = `PATCH ${season.path}/events/${season.eventId}`
  await call(event, { as: owner, body: { startsAt: hoursFromNow(-1) } })
  assert.equal((await enter(season, 0, 'declined')).statusCode, 404)
})

test('an answer entered for a name belongs to the user who claims it later', async () => {
  const season = await openSeason({ claimed: 0 })
  const claimant = await openAccount(server.context, { username: 'Claimant' })
  await enter(season, 0, 'tentative')
  await enter(season, 1, 'accepted')
  await claim(season.path, claimant, 'Ann')
  assert.deepEqual(await grid(season), ['Ann tentative', 'Bob accepted', 'Cleo', 'Dan'])
  const { participation } = (await call('GET /api/Account/export', { as: claimant })).json()
  assert.partialDeepStrictEqual(participation.attendance, [{ answer: 'tentative' }])
  const own = `PUT ${season.path}/events/${season.eventId}/attendance/${claimant.userId}`
  const answered = await call(own, { as: claimant, body: { answer: 'declined' } })
  assert.equal(answered.statusCode, 200)
  assert.equal((await grid(season))?.[0], 'Ann declined')
  const [{ id }] = (await call(`GET ${season.path}/claims`, { as: claimant })).json()
  await call(`DELETE ${season.path}/claims/${id}`, { as: claimant })
  await enter(season, 0, 'accepted')
  await claim(season.path, claimant, 'Ann')
  assert.equal((await grid(season))?.[0], 'Ann accepted', 'the later answer counts')
  await removeUser(server.context, claimant.userId, { actorId: claimant.userId, ip: null })
  assert.equal((await grid(season))?.[0], 'Ann')
})

test('an answer entered for a name belongs to the user whom a merge makes its driver', async () => {
  const season = await openSeason({ claimed: 0 })
  const user = await openAccount(server.context, { username: 'Two names' })
  await claim(season.path, user, 'Bob')
  await enter(season, 0, 'tentative')
  const body = { merge: { name: 'Bob', aliases: ['Ann'] } }
  const merged = await call(`PATCH ${season.path}/aliases`, { as: owner, body })
  assert.equal(merged.statusCode, 200)
  const { participation } = (await call('GET /api/Account/export', { as: user })).json()
  assert.partialDeepStrictEqual(participation.attendance, [{ answer: 'tentative' }])
})

test('the history has the answers that organisers enter, and an undo restores the former', async () => {
  const season = await openSeason({ claimed: 2 })
  await answer(season, 0, 'accepted')
  assert.deepEqual(await history(season), [], 'drivers answer without a change of the season')
  await enter(season, 0, 'declined')
  await enter(season, 0, 'declined')
  const [change, ...others] = await history(season)
  assert.deepEqual(others, [], 'the same answer again changes nothing')
  const { eventId, driverIds, path } = season
  assert.partialDeepStrictEqual(change, {
    authorId: owner.userId,
    details: {
      eventId,
      driverId: driverIds[0],
      driver: 'Ann',
      before: 'accepted',
      after: 'declined',
    },
  })
  assert.deepEqual((await grid(season))?.[2], 'Cleo called')
  const undo = `POST ${path}/history/${change?.version}/undo`
  assert.equal((await call(undo, { as: owner })).statusCode, 200)
  assert.deepEqual(await grid(season), ['Ann accepted', 'Bob', 'Cleo', 'Dan'])
  await answer(season, 1, 'tentative', owner)
  const [second] = await history(season)
  await answer(season, 1, 'declined')
  const late = `POST ${path}/history/${second?.version}/undo`
  assert.equal((await call(late, { as: owner })).statusCode, 409, 'the driver has answered since')
})

test('of two organisers at once the later one counts, and the history has both', async () => {
  const league = await call('POST /api/League', { as: owner, body: { name: 'L', isPublic: true } })
  const admin = await openAccount(server.context, { username: 'Admin' })
  const member = { league_id: league.json().id, user_id: admin.userId, role: 'admin' } as const
  await server.context.db.insertInto('league_member').values(member).execute()
  const season = await openSeason({ claimed: 0, leagueId: member.league_id })
  const both = await Promise.all([
    enter(season, 0, 'accepted', owner),
    enter(season, 0, 'declined', admin),
  ])
  assert.deepEqual(
    both.map(({ statusCode }) => statusCode),
    [200, 200],
  )
  const [last, first] = (await history(season)).map(({ authorId, details }) => ({
    ...details,
    authorId,
  }))
  assert.notEqual(first?.authorId, last?.authorId)
  assert.partialDeepStrictEqual([first], [{ before: null }])
  const [ann] = (await grid(season)) ?? []
  assert.equal(ann, last?.authorId === admin.userId ? 'Ann declined' : 'Ann accepted')
})

/**
 * Reads each driver of the last event: name, whether they drove, whether they were missed, and whether they can answer.
 */
function presences({ pastEvents }: Attendance) {
  return pastEvents[0]?.drivers.map(({ name, drove, isNoShow, mayAnswer }) => [
    name,
    drove,
    isNoShow,
    mayAnswer,
  ])
}

test('organisers see who drove in past events, and who had accepted and did not', async () => {
  const season = await openSeason({ claimed: 1 })
  await answer(season, 0, 'accepted')
  for (const [index, word] of [
    [1, 'accepted'],
    [2, 'accepted'],
    [3, 'declined'],
  ] as const) {
    await enter(season, index, word)
  }
  const { path, eventId } = season
  const event = `${path}/events/${eventId}`
  await call(`PATCH ${event}`, { as: owner, body: { startsAt: hoursFromNow(-1) } })
  const read = async (as = owner): Promise<Attendance> =>
    (await call(`GET ${path}/attendance`, { as })).json()
  const before = await read()
  assert.deepEqual(before.events, [])
  assert.deepEqual(presences(before)?.[0], ['Ann', null, false, false], 'without a result')
  // The game has Ann under another name; Bob's car is in the result and never drove.
  const sessionId = await recordRace(server, owner.userId, {
    names: ['Annie', 'Dan', 'Bob'],
    outOfRace: ['Bob'],
  })
  await call(`PATCH ${event}/session/${sessionId}`, { as: owner, body: {} })
  const body = { merge: { name: 'Ann', aliases: ['Annie'] } }
  await call(`PATCH ${path}/aliases`, { as: owner, body })
  const after = await read()
  assert.deepEqual(presences(after), [
    ['Ann', true, false, false],
    ['Bob', false, true, false],
    ['Cleo', false, true, false],
    ['Dan', true, false, false],
  ])
  assert.deepEqual(after.records, [
    { name: 'Bob', droveCount: 0, noShowCount: 1 },
    { name: 'Cleo', droveCount: 0, noShowCount: 1 },
    { name: 'Ann', droveCount: 1, noShowCount: 0 },
    { name: 'Dan', droveCount: 1, noShowCount: 0 },
  ])
  const ofDriver = await read(accountOf(0))
  assert.deepEqual([ofDriver.pastEvents, ofDriver.records], [[], []])
})
