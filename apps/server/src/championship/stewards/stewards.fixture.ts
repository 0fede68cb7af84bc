import type { StewardCase } from '@pitboard/contract/stewards/steward-case'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import type { TestServer } from '../../testing/server.ts'
import { recordRace } from '../seasons/races.fixture.ts'

let count = 0

/**
 * Opens a league with two stewards and a season: Ann, Bob and Cid drove a race that ended a minute ago; Ann and Bob
 * have accounts.
 */
export async function openStewards(server: TestServer, { isPublic = true } = {}) {
  const call = createCall(() => server)
  const { context } = server
  const open = async (name: string) => openAccount(context, { username: `${name} ${(count += 1)}` })
  const [owner, steward, other, ann, bob, stranger] = [
    await open('Organiser'),
    await open('Steward'),
    await open('Second'),
    await open('Ann'),
    await open('Bob'),
    await open('Stranger'),
  ]

  async function send(what: string, as: TestAccount, body?: object, headers = {}) {
    const answer = await call(what, { as, headers, ...(body && { body }) })
    if (answer.statusCode >= 300) throw new Error(`${what}: ${answer.statusCode} ${answer.body}`)
    return answer.statusCode === 204 ? null : answer.json()
  }

  const { id: leagueId } = await send('POST /api/League', owner, { name: 'Cup', isPublic })
  for (const { userId } of [steward, other]) {
    await context.db
      .insertInto('league_member')
      .values({ league_id: leagueId, user_id: userId, role: 'steward' })
      .execute()
  }
  const { id } = await send('POST /api/Seasons', owner, { name: 'Autumn', leagueId })
  const path = `/api/Seasons/${id}`
  const event = await send(`POST ${path}/events`, owner, { track: 7 })
  const startedAt = new Date(context.now().getTime() - 60_000).toISOString()
  const names = ['Ann', 'Bob', 'Cid']
  const sessionId = await recordRace(server, owner.userId, { names, startedAt })
  await context.db
    .updateTable('session')
    .set({ ended_at: new Date(startedAt) })
    .where('id', '=', sessionId)
    .execute()
  await send(`PATCH ${path}/events/${event.id}/session/${sessionId}`, owner, {})
  for (const [as, name] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ] as const) {
    const claim = await send(`POST ${path}/claims`, as, { name })
    await send(`PATCH ${path}/claims/${claim.id}`, owner, { status: 'approved' })
  }

  /** Bob reports Ann, who won. */
  async function report(more: object = {}): Promise<StewardCase> {
    return send(`POST ${path}/cases`, bob, {
      sessionId,
      lap: 3,
      eventSeq: null,
      driverIdxs: [0],
      description: 'Pushed me off in turn 4',
      links: [],
      ...more,
    })
  }

  async function respond(caseId: string): Promise<StewardCase> {
    const body = { kind: 'response', text: 'I left room', links: [] }
    return send(`POST ${path}/cases/${caseId}/statements`, ann, body)
  }

  const people = { owner, steward, other, ann, bob, stranger }
  return { ...people, call, send, path, id, leagueId, event, sessionId, report, respond }
}

export const FIVE_SECONDS = {
  penalties: [
    { kind: 'time', driverIdx: 0, amount: 5 },
    { kind: 'licencePoints', driverIdx: 0, amount: 2 },
    { kind: 'gridPenalty', driverIdx: 0, amount: 3 },
  ],
  reason: 'Left no room',
}
