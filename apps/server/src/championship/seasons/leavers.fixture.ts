import assert from 'node:assert/strict'
import type { Season } from '@pitboard/contract/seasons/season'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import type { TestServer } from '../../testing/server.ts'
import { recordRace } from './races.fixture.ts'

const MINUTE_MS = 60_000
let count = 0

/**
 * Opens a league whose season rests on many people: an editor entered the first race by hand, a stranger recorded the
 * second one and the owner the third; Bob signed up and reported an incident, a steward decided it, and an admin named
 * a car and deducted points.
 */
export async function openLeague(server: TestServer) {
  const call = createCall(() => server)
  const { context } = server
  const open = (name: string) => openAccount(context, { username: `${name} ${(count += 1)}` })
  const people = {
    owner: await open('Owner'),
    admin: await open('Admin'),
    editor: await open('Editor'),
    steward: await open('Steward'),
    recorder: await open('Recorder'),
    bob: await open('Bob'),
  }
  const { owner, admin, editor, steward, recorder, bob } = people

  async function send(what: string, as: TestAccount, body?: object) {
    const answer = await call(what, { as, ...(body && { body }) })
    if (answer.statusCode >= 300) throw new Error(`${what}: ${answer.statusCode} ${answer.body}`)
    return answer.statusCode === 204 ? null : answer.json()
  }

  const { id: leagueId } = await send('POST /api/League', owner, { name: 'Cup', isPublic: true })
  for (const [role, { userId }] of [
    ['admin', admin],
    ['resultEditor', editor],
    ['steward', steward],
  ] as const) {
    await context.db
      .insertInto('league_member')
      .values({ league_id: leagueId, user_id: userId, role })
      .execute()
  }
  const { id } = await send('POST /api/Seasons', admin, { name: 'Autumn', leagueId })
  const path = `/api/Seasons/${id}`
  const nowMs = context.now().getTime()
  const at = (minutesAgo: number) => new Date(nowMs - minutesAgo * MINUTE_MS).toISOString()

  async function addRace(by: TestAccount, sessionId: string, startsAt?: string) {
    const event = await send(`POST ${path}/events`, by, { track: 7, ...(startsAt && { startsAt }) })
    const linked = `${path}/events/${event.id}/session/${sessionId}`
    await send(`PATCH ${linked}`, by, {})
    return linked
  }

  const entered = await send('POST /api/Sessions', editor, {
    trackId: 7,
    sessionType: 10,
    numberOfLaps: 10,
    sessionStartTime: at(300),
    drivers: ['Ann', 'Bob', 'Cid'].map((name, place) => ({
      driverIdx: place,
      name,
      team: 'Works',
      finishingPosition: place + 1,
      resultStatus: 3,
      totalRaceTime: 900_000 + place * 2_000,
    })),
  })
  const recorded = await recordRace(server, recorder.userId, {
    names: ['Bob', 'Ann', 'Cid'],
    startedAt: at(200),
  })
  const owned = await recordRace(server, owner.userId, {
    names: ['Cid', 'Bob', 'An', 'Player'],
    startedAt: at(100),
  })
  for (const sessionId of [recorded, owned]) {
    await context.db
      .updateTable('session')
      .set({ ended_at: new Date(at(1)) })
      .where('id', '=', sessionId)
      .execute()
  }
  await addRace(editor, entered.id)
  const recordedLink = await addRace(admin, recorded, at(200))
  const ownedLink = await addRace(owner, owned, at(100))
  await send(`PATCH ${ownedLink}`, admin, { driverNames: [null, null, 'Ann'] })

  await send(`PUT ${path}/signUp/form`, admin, {
    opensAt: null,
    closesAt: null,
    needsApproval: false,
    capacity: null,
    tiers: [],
    questions: [],
    note: '',
  })
  await send(`PUT ${path}/signUp`, bob, { name: 'Bob', tier: '', platformId: null, answers: [] })
  const waiting = await send(`GET ${path}/signUps`, owner)
  await send(`PATCH ${path}/signUps/${waiting[0].id}`, admin, { status: 'accepted' })
  const { version: _version, drivers } = await send(`GET ${path}/roster`, owner)
  const apex = { id: context.newId(), name: 'Apex', colour: '#ff0000' }
  const entries = drivers.map(({ userId: _userId, ...driver }: { userId: string }) => ({
    ...driver,
    teamId: apex.id,
  }))
  await send(`PUT ${path}/roster`, owner, { teams: [apex], drivers: entries })

  const report = {
    lap: 3,
    eventSeq: null,
    driverIdxs: [2],
    description: 'Off in turn 4',
    links: [],
  }
  const opened = await send(`POST ${path}/cases`, bob, { sessionId: recorded, ...report })
  await send(`POST ${path}/cases/${opened.id}/decisions`, steward, {
    penalties: [
      { kind: 'time', driverIdx: 2, amount: 5 },
      { kind: 'licencePoints', driverIdx: 2, amount: 2 },
    ],
    reason: 'Left no room',
  })
  const adjust = (by: TestAccount, body: object) => send(`POST ${path}/adjustments`, by, body)
  const cut = { kind: 'timePenalty', driverIdx: 0, seconds: 3, reason: 'Cut' }
  await adjust(steward, { ...cut, sessionId: entered.id })
  await adjust(steward, { ...cut, sessionId: recorded })
  await adjust(admin, { kind: 'points', name: 'Cid', points: -3, reason: 'No show' })
  await send(`POST ${path}/publications`, owner, { status: 'official' })

  /** Reads everything that visitors read of the results, without the ids of sessions. */
  async function readResults() {
    const season: Season = (await call(`GET ${path}`)).json()
    const ids = season.events.flatMap(({ sessions }) => sessions.map(({ session }) => session.id))
    const readText = async (what: string) => {
      const answer = await call(`GET ${path}${what}`)
      assert.equal(answer.statusCode, 200, `${what}: ${answer.body}`)
      return ids.reduce(
        (text, sessionId, index) => text.replaceAll(sessionId, `#${index}`),
        answer.body,
      )
    }
    const { decisions } = JSON.parse(await readText('/decisions'))
    const exported = JSON.parse(await readText('/export?format=json'))
    return {
      standings: withoutUsers(exported.standings),
      published: withoutUsers(JSON.parse(await readText('/publications/1')).standings),
      ann: JSON.parse(await readText('/standings/Ann/explain')),
      drivers: await readText('/export?format=csv&table=drivers'),
      teams: await readText('/export?format=csv&table=teams'),
      decisions: decisions.map(
        ({ number, lap, penalties, sessionId }: Record<string, unknown>) => ({
          number,
          lap,
          penalties,
          sessionId,
        }),
      ),
      links: season.events.map(({ sessions }) =>
        sessions.map(({ session: _session, ...link }) => link),
      ),
    }
  }

  const sessions = { entered: String(entered.id), recorded, owned }
  return { ...people, call, send, path, id, leagueId, sessions, recordedLink, readResults }
}

export type League = Awaited<ReturnType<typeof openLeague>>

/** A driver's account may end, which the table says. */
function withoutUsers(standings: Season['standings']) {
  return {
    ...standings,
    drivers: standings.drivers.map(({ userId: _userId, ...driver }) => driver),
  }
}
