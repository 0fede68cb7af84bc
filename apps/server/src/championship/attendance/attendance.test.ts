import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Attendance, OpenAttendance } from '@pitboard/contract/attendance/attendance'
import { removeUser } from '../../accounts/auth/users/delete-user.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { remind } from './reminders.ts'

let server: TestServer
let owner: TestAccount
let accounts: TestAccount[]
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context, { username: 'Organiser' })
  accounts = []
  for (const username of ['Driver A', 'Driver B', 'Driver C', 'Driver D']) {
    accounts.push(await openAccount(server.context, { username }))
  }
})
after(() => server.close())
const call = createCall(() => server)

function accountOf(index: number): TestAccount {
  const account = accounts[index]
  assert.ok(account)
  return account
}

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Ann and Bob drive, Cleo and Dan are reserves in this order; the event is in `hours`. */
async function openSeason({ hours = 72, deadlineHours = 24, tiers = ['', '', '', ''] } = {}) {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'Cup' } })).json()
  const path = `/api/Seasons/${id}`
  const body = { track: 7, name: 'Opening', startsAt: hoursFromNow(hours) }
  const event = (await call(`POST ${path}/events`, { as: owner, body })).json()
  const drivers = ['Ann', 'Bob', 'Cleo', 'Dan'].map((name, index) => ({
    ...{ id: randomUUID(), name, carNumber: null, teamId: null, platformId: null },
    ...{ fromEventId: null, toEventId: null, isReserve: index > 1, tier: tiers[index] ?? '' },
  }))
  await call(`PUT ${path}/roster`, { as: owner, body: { teams: [], drivers } })
  for (const [index, { name }] of drivers.entries()) {
    const claim = await call(`POST ${path}/claims`, { as: accountOf(index), body: { name } })
    const decision = `PATCH ${path}/claims/${claim.json().id}`
    await call(decision, { as: owner, body: { status: 'approved' } })
  }
  await call(`PUT ${path}/attendance`, { as: owner, body: { deadlineHours } })
  return { id, path, eventId: String(event.id) }
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
    ...{ as: as ?? accountOf(index), body: { answer: word } },
  })
}

/** Name, answer and whether a reserve is called up. */
async function grid({ path }: OpenSeason, as = owner) {
  const { events }: Attendance = (await call(`GET ${path}/attendance`, { as })).json()
  return events[0]?.drivers.map((driver) =>
    [driver.name, driver.answer, driver.isCalledUp ? 'called' : ''].filter(Boolean).join(' '),
  )
}

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
  assert.deepEqual(await grid(season), [
    'Ann declined',
    'Bob',
    'Cleo declined called',
    'Dan called',
  ])
  await answer(season, 3, 'accepted')
  await answer(season, 0, 'accepted')
  assert.deepEqual((await grid(season))?.at(-1), 'Dan accepted called', 'who accepted stays')
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
