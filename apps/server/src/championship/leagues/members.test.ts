import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { League } from '@pitboard/contract/leagues/league'
import type { LeagueTeam } from '@pitboard/contract/leagues/league-members'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const DAY_MS = 86_400_000

let server: TestServer
let nowMs = Date.parse('2026-05-01T12:00:00Z')
before(async () => {
  server = await openTestServer({ now: () => new Date(nowMs) })
})
after(() => server.close())
const call = createCall(() => server)

let opened = 0
async function open(name = 'User'): Promise<TestAccount & { readonly username: string }> {
  const username = `${name} ${++opened}`
  const account = await openAccount(server.context, { username, lifeSeconds: 100 * 86_400 })
  return { ...account, username }
}

async function send(what: string, as: TestAccount, body?: object) {
  const answer = await call(what, { as, ...(body && { body }) })
  assert.ok(answer.statusCode < 300, `${what}: ${answer.statusCode} ${answer.body}`)
  return answer.statusCode === 204 ? null : answer.json()
}

async function statusOf(what: string, as: TestAccount, body?: object): Promise<number> {
  return (await call(what, { as, ...(body && { body }) })).statusCode
}

async function make(owner: TestAccount, isPublic = false): Promise<League> {
  return send('POST /api/League', owner, { name: 'Sunday League', isPublic })
}

const teamOf = (id: string, as: TestAccount): Promise<LeagueTeam> =>
  send(`GET /api/League/${id}/members`, as)

async function removeAccount({ userId }: TestAccount) {
  const { serviceKey } = server.context.keys
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` }
  const answer = await call(`DELETE /auth/v1/admin/users/${userId}`, { headers, body: {} })
  assert.equal(answer.statusCode, 200, answer.body)
}

/** Joins by an invitation. */
async function join(
  id: string,
  by: TestAccount,
  who: TestAccount & { username: string },
  role: string,
) {
  await send(`POST /api/League/${id}/invitations`, by, { username: who.username, role })
  const [invitation] = await send('GET /api/League/invitations', who)
  await send(`POST /api/League/invitations/${invitation.id}/accept`, who)
}

test('an invited user sees the invitation, joins with its role, and sees the private league from then on', async () => {
  const [owner, guest] = [await open('Owner'), await open('Guest')]
  const { id } = await make(owner)
  const season = await send('POST /api/Seasons', owner, { name: 'Spring', leagueId: id })
  const body = { username: guest.username.toUpperCase(), role: 'resultEditor' }
  const { invitations }: LeagueTeam = await send(`POST /api/League/${id}/invitations`, owner, body)
  assert.deepEqual(invitations[0]?.userId, guest.userId)
  assert.equal(await statusOf(`POST /api/League/${id}/invitations`, owner, body), 409, 'twice')
  for (const path of [`League/${id}`, `Seasons/${season.id}`]) {
    assert.equal(await statusOf(`GET /api/${path}`, guest), 404, path)
  }
  const [own] = await send('GET /api/League/invitations', guest)
  assert.deepEqual(
    [own.leagueName, own.role, own.invitedByName],
    ['Sunday League', 'resultEditor', owner.username],
  )
  const accept = `POST /api/League/invitations/${own.id}/accept`
  assert.equal(await statusOf(accept, await open()), 404, 'of another')
  await send(accept, guest)
  assert.equal(await statusOf(accept, guest), 404, 'once')
  for (const path of [`League/${id}`, `Seasons/${season.id}`]) {
    assert.equal(await statusOf(`GET /api/${path}`, guest), 200, path)
  }
  const shown = await send(`GET /api/Seasons/${season.id}`, guest)
  assert.deepEqual(shown.leagueIds, [id])
  const list = await send('GET /api/League', guest)
  assert.ok(list.leagues.some((league: League) => league.id === id))
  const found = await send('GET /api/League?search=Sunday%20League', guest)
  assert.ok(found.leagues.some((league: League) => league.id === id))
  const [membership] = await send('GET /api/League/memberships', guest)
  assert.deepEqual([membership.leagueId, membership.role], [id, 'resultEditor'])
  const team = await teamOf(id, guest)
  assert.deepEqual(
    team.members.map(({ username, role }) => [username, role]),
    [[guest.username, 'resultEditor']],
  )
})

test('members read who did what; an editor’s change has the editor as its author, and an admin undoes it', async () => {
  const [owner, editor, admin] = [await open('Owner'), await open('Editor'), await open('Admin')]
  const { id } = await make(owner)
  await join(id, owner, editor, 'resultEditor')
  await join(id, owner, admin, 'admin')
  const season = await send('POST /api/Seasons', admin, { name: 'Spring', leagueId: id })
  assert.equal(season.ownerId, owner.userId, 'a season of a league belongs to its owner')
  await send(`POST /api/Seasons/${season.id}/events`, editor, { track: 7 })
  const path = `/api/Seasons/${season.id}/history`
  const [change]: HistoryChange[] = await send(`GET ${path}`, editor)
  assert.deepEqual([change?.action, change?.authorName], ['eventsAdded', editor.username])
  await send(`POST ${path}/${change?.version}/undo`, admin)
  assert.deepEqual((await send(`GET /api/Seasons/${season.id}`, editor)).events, [])
  const history: HistoryChange[] = await send(`GET /api/League/${id}/history`, editor)
  assert.deepEqual(
    history.map(({ action, authorName, details }) => [
      action,
      authorName,
      'name' in details ? details['name'] : undefined,
    ]),
    [
      ['seasonAdded', admin.username, 'Spring'],
      ['memberJoined', admin.username, admin.username],
      ['memberInvited', owner.username, admin.username],
      ['memberJoined', editor.username, editor.username],
      ['memberInvited', owner.username, editor.username],
      ['created', owner.username, undefined],
    ],
  )
})

test('a declined, revoked or expired invitation ends without a role', async () => {
  const [owner, guest] = [await open('Owner'), await open('Guest')]
  const { id } = await make(owner)
  const body = { username: guest.username, role: 'steward' }
  const invite = () => send(`POST /api/League/${id}/invitations`, owner, body)
  const own = async () => (await send('GET /api/League/invitations', guest)).at(0)
  await invite()
  const declined = await own()
  await send(`POST /api/League/invitations/${declined.id}/decline`, guest)
  await invite()
  const revoked = await own()
  await send(`DELETE /api/League/${id}/invitations/${revoked.id}`, owner)
  await invite()
  const expired = await own()
  nowMs += 15 * DAY_MS
  assert.equal(await own(), undefined)
  for (const each of [declined, revoked, expired]) {
    const accept = `POST /api/League/invitations/${each.id}/accept`
    assert.equal(await statusOf(accept, guest), 404)
  }
  assert.deepEqual((await teamOf(id, owner)).members, [])
})

test('an invitation link is stored as a hash and works as often and as long as it says', async () => {
  const [owner, first, second, late] = [
    await open('Owner'),
    await open(),
    await open(),
    await open(),
  ]
  const { id } = await make(owner)
  const put = `PUT /api/League/${id}/invitationLinks/steward`
  const { code: replaced } = await send(put, owner, { days: 2, uses: 1 })
  const { code, team } = await send(put, owner, { days: 2, uses: 1 })
  assert.deepEqual([team.links.length, team.links[0].usesLeft], [1, 1])
  const rows = await server.context.db.selectFrom('league_invitation_link').selectAll().execute()
  assert.ok(!JSON.stringify(rows).includes(code))
  const read = 'POST /api/League/invitationLinks/read'
  const accept = 'POST /api/League/invitationLinks/accept'
  assert.equal(await statusOf(read, first, { code: replaced }), 404, 'replaced by the later link')
  const preview = await send(read, first, { code })
  assert.deepEqual(
    [preview.leagueName, preview.role, preview.invitedByName, preview.isMember],
    ['Sunday League', 'steward', owner.username, false],
  )
  assert.equal(await statusOf(accept, owner, { code }), 409, 'the owner has a role')
  assert.equal((await call(read, { body: { code } })).statusCode, 401)
  await send(accept, first, { code })
  assert.equal(await statusOf(accept, second, { code }), 404, 'used up')
  const { code: again } = await send(put, owner, { days: 2, uses: 9 })
  nowMs += 2 * DAY_MS
  assert.equal(await statusOf(accept, late, { code: again }), 404, 'expired')
  const { code: last } = await send(put, owner, { days: 2, uses: 9 })
  await send(`DELETE /api/League/${id}/invitationLinks/steward`, owner)
  assert.equal(await statusOf(accept, late, { code: last }), 404, 'revoked')
  assert.deepEqual(
    (await teamOf(id, owner)).members.map(({ userId }) => userId),
    [first.userId],
  )
})

test('a member who leaves or is removed has no access, and what they offered ends', async () => {
  const [owner, admin, steward, guest] = [await open(), await open(), await open(), await open()]
  const { id } = await make(owner)
  await join(id, owner, admin, 'admin')
  await join(id, owner, steward, 'steward')
  await send(`POST /api/League/${id}/invitations`, admin, {
    username: guest.username,
    role: 'steward',
  })
  await send(`PUT /api/League/${id}/invitationLinks/steward`, admin, { days: 1, uses: 1 })
  await send(`DELETE /api/League/${id}/members/${admin.userId}`, owner)
  await send(`DELETE /api/League/${id}/members/${steward.userId}`, steward)
  for (const gone of [admin, steward]) {
    assert.equal(await statusOf(`GET /api/League/${id}`, gone), 404)
    assert.deepEqual(await send('GET /api/League/memberships', gone), [])
  }
  const { members, invitations, links } = await teamOf(id, owner)
  assert.deepEqual([members, invitations, links], [[], [], []])
  assert.deepEqual(await send('GET /api/League/invitations', guest), [])
})

test('an offered league passes to the member who accepts, with its seasons; the owner stays as admin', async () => {
  const [owner, member] = [await open('Owner'), await open('Member')]
  const { id } = await make(owner)
  const season = await send('POST /api/Seasons', owner, { name: 'Spring', leagueId: id })
  const shared = await send('POST /api/Seasons', owner, { name: 'Shared', leagueId: id })
  const second = await make(owner)
  await send(`POST /api/League/${second.id}/seasons/${shared.id}`, owner)
  const offer = { username: member.username, role: 'owner' }
  const path = `/api/League/${id}/invitations`
  assert.equal(await statusOf(`POST ${path}`, owner, offer), 409, 'for members alone')
  await join(id, owner, member, 'steward')
  await join(id, owner, member, 'owner')
  const league: League = await send(`GET /api/League/${id}`, owner)
  assert.equal(league.ownerId, member.userId)
  const team = await teamOf(id, owner)
  assert.deepEqual(
    team.members.map(({ userId, role }) => [userId, role]),
    [[owner.userId, 'admin']],
  )
  const ownerOf = async (seasonId: string) =>
    (await send(`GET /api/Seasons/${seasonId}`, owner)).ownerId
  assert.equal(await ownerOf(season.id), member.userId)
  assert.equal(await ownerOf(shared.id), owner.userId, 'it is in another league of the owner')
  assert.equal(await statusOf(`DELETE /api/League/${id}`, owner), 403)
  const [change]: HistoryChange[] = await send(`GET /api/League/${id}/history`, owner)
  assert.equal(change?.action, 'ownershipTransferred')
})

test('a role in a league gives no rights on seasons of another owner', async () => {
  const [owner, other] = [await open('Owner'), await open('Other')]
  const { id } = await make(owner)
  await join(id, owner, other, 'admin')
  const foreign = await send('POST /api/Seasons', other, { name: 'Foreign' })
  const add = `POST /api/League/${id}/seasons/${foreign.id}`
  assert.equal(await statusOf(add, other), 403)
  const own = await send('POST /api/Seasons', owner, { name: 'Own' })
  const mine = await make(other)
  assert.equal(await statusOf(`POST /api/League/${mine.id}/seasons/${own.id}`, other), 403)
  assert.equal(await statusOf(`POST /api/League/${id}/seasons/${own.id}`, other), 403)
})

test('a league survives the account of its owner: the first admin takes over, and what was done stays', async () => {
  const [owner, steward, late, first] = [await open(), await open(), await open(), await open()]
  const { id } = await make(owner)
  await join(id, owner, steward, 'steward')
  for (const admin of [first, late]) {
    await join(id, owner, admin, 'admin')
    nowMs += DAY_MS
  }
  const alone = await make(owner)
  const season = await send('POST /api/Seasons', owner, { name: 'Spring', leagueId: id })
  const body = { kind: 'points', name: 'Ann', points: -1, reason: 'late' }
  const drivers = [{ driverIdx: 0, name: 'Ann', finishingPosition: 1, resultStatus: 3 }]
  const race = { trackId: 7, sessionType: 10, sessionStartTime: '2026-03-01T14:00:00Z', drivers }
  const session = await send('POST /api/Sessions', late, race)
  const { id: eventId } = await send(`POST /api/Seasons/${season.id}/events`, owner, { track: 7 })
  await send(`PATCH /api/Seasons/${season.id}/events/${eventId}/session/${session.id}`, owner, {})
  await send(`POST /api/Seasons/${season.id}/adjustments`, owner, body)
  await send(`POST /api/Seasons/${season.id}/adjustments`, steward, { ...body, points: -2 })

  await removeAccount(owner)
  await removeAccount(steward)
  const league: League = await send(`GET /api/League/${id}`, first)
  assert.equal(league.ownerId, first.userId)
  assert.equal(await statusOf(`GET /api/League/${alone.id}`, first), 404, 'without members')
  const left = await send(`GET /api/Seasons/${season.id}`, first)
  assert.equal(left.ownerId, first.userId)
  assert.deepEqual(
    left.adjustments.map(
      (each: { points: number; authorId: string | null; authorName: string }) => [
        each.points,
        each.authorId,
        each.authorName,
      ],
    ),
    [
      [-1, null, 'Deleted account'],
      [-2, null, 'Deleted account'],
    ],
  )
  const history: HistoryChange[] = await send(`GET /api/League/${id}/history`, late)
  assert.deepEqual(
    [history[0]?.action, history[0]?.authorId, history.at(-1)?.authorId],
    ['ownershipInherited', first.userId, null],
  )
  assert.deepEqual(
    (await teamOf(id, first)).members.map(({ userId }) => userId),
    [late.userId],
  )
  await removeAccount(first)
  assert.equal((await send(`GET /api/League/${id}`, late)).ownerId, late.userId)
})

test('the export of an account has roles, invitations and changes in leagues of others', async () => {
  const [owner, member] = [await open('Owner'), await open('Member')]
  const { id } = await make(owner)
  await join(id, owner, member, 'admin')
  await send(`PATCH /api/League/${id}`, member, { name: 'Monday League' })
  const { leagueRoles, leagueChanges } = await send('GET /api/Account/export', member)
  assert.deepEqual([leagueRoles[0].leagueId, leagueRoles[0].role], [id, 'admin'])
  assert.deepEqual(
    leagueChanges.map(({ action }: { action: string }) => action),
    ['memberJoined', 'updated'],
  )
  assert.deepEqual((await send('GET /api/Account/export', owner)).leagueChanges, [])
})

test('a league has at most 50 members, 429: and a user invites only so often', async () => {
  const { db, newId } = server.context
  const [owner, guest] = [await open('Owner'), await open('Guest')]
  const { id } = await make(owner)
  const users = Array.from({ length: 50 }, () => ({ id: newId(), username: null }))
  await db.insertInto('user').values(users).execute()
  const role = 'steward' as const
  const rows = users.map((user) => ({ league_id: id, user_id: user.id, role }))
  await db.insertInto('league_member').values(rows).execute()
  await send(`POST /api/League/${id}/invitations`, owner, { username: guest.username, role })
  const [invitation] = await send('GET /api/League/invitations', guest)
  const accept = `POST /api/League/invitations/${invitation.id}/accept`
  assert.equal(await statusOf(accept, guest), 409)
  await db
    .deleteFrom('league_member')
    .where('user_id', '=', users[0]?.id ?? '')
    .execute()
  assert.equal(await statusOf(accept, guest), 200, 'the invitation is still open')

  const statuses = new Set<number>()
  for (let count = 0; count < 31; count++) {
    const body = { username: 'Nobody at all', role }
    statuses.add(await statusOf(`POST /api/League/${id}/invitations`, owner, body))
  }
  assert.deepEqual(statuses, new Set([404, 429]))
})

test('a role that is limited to seasons counts there alone; who gives it limits it, and an undo restores the limit', async () => {
  const [owner, helper, joined] = [await open('Owner'), await open('Helper'), await open('Joined')]
  const { id } = await make(owner)
  const [spring, autumn]: { id: string }[] = [
    await send('POST /api/Seasons', owner, { name: 'Spring', leagueId: id }),
    await send('POST /api/Seasons', owner, { name: 'Autumn', leagueId: id }),
  ]
  const elsewhere = await send('POST /api/Seasons', owner, { name: 'Elsewhere' })
  assert.ok(spring && autumn)
  const invite = { username: helper.username, role: 'resultEditor', seasonIds: [spring.id] }
  const bad = [
    { ...invite, seasonIds: [elsewhere.id] },
    { ...invite, seasonIds: [] },
    { ...invite, role: 'owner' },
  ]
  for (const body of bad) {
    assert.equal(await statusOf(`POST /api/League/${id}/invitations`, owner, body), 400)
  }
  await send(`POST /api/League/${id}/invitations`, owner, invite)
  const [invitation] = await send('GET /api/League/invitations', helper)
  assert.deepEqual(invitation.seasonIds, [spring.id])
  await send(`POST /api/League/invitations/${invitation.id}/accept`, helper)
  const { code } = await send(`PUT /api/League/${id}/invitationLinks/steward`, owner, {
    days: 1,
    uses: 1,
    seasonIds: [autumn.id],
  })
  await send('POST /api/League/invitationLinks/accept', joined, { code })
  const [membership] = await send('GET /api/League/memberships', joined)
  assert.deepEqual([membership.role, membership.seasonIds], ['steward', [autumn.id]])

  const mayEdit = async () =>
    Promise.all(
      [spring, autumn].map(async (season) =>
        statusOf(`POST /api/Seasons/${season.id}/events`, helper, { track: 7 }),
      ),
    )
  assert.deepEqual(await mayEdit(), [200, 403])
  assert.equal(
    await statusOf(`GET /api/Seasons/${autumn.id}`, helper),
    200,
    'it is seen all the same',
  )
  const member = `PATCH /api/League/${id}/members/${helper.userId}`
  await send(member, owner, { role: 'resultEditor', seasonIds: [autumn.id.toUpperCase()] })
  assert.deepEqual(await mayEdit(), [403, 200])
  await send(member, owner, { role: 'resultEditor' })
  assert.deepEqual(await mayEdit(), [403, 200], 'a client that knows no limit does not lift it')
  await send(member, owner, { role: 'resultEditor', seasonIds: null })
  assert.deepEqual(await mayEdit(), [200, 200])
  const path = `/api/League/${id}/history`
  const [widened]: HistoryChange[] = await send(`GET ${path}`, owner)
  await send(`POST ${path}/${widened?.version}/undo`, owner)
  assert.deepEqual(await mayEdit(), [403, 200], 'undone')
  await send(`DELETE /api/League/${id}/members/${helper.userId}`, owner)
  const [removed]: HistoryChange[] = await send(`GET ${path}`, owner)
  await send(`POST ${path}/${removed?.version}/undo`, owner)
  assert.deepEqual(await mayEdit(), [403, 200], 'as they were before they were removed')
})

test('a league passes to a member of the whole league before an admin of some seasons', async () => {
  const [owner, limited, whole] = [await open('Owner'), await open('Limited'), await open('Whole')]
  const { id } = await make(owner)
  const season = await send('POST /api/Seasons', owner, { name: 'Spring', leagueId: id })
  await join(id, owner, limited, 'admin')
  await send(`PATCH /api/League/${id}/members/${limited.userId}`, owner, {
    role: 'admin',
    seasonIds: [season.id],
  })
  await join(id, owner, whole, 'steward')
  await removeAccount(owner)
  assert.equal((await send(`GET /api/League/${id}`, whole)).ownerId, whole.userId)
})
