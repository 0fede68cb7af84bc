import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import type { LeagueTeam } from '@pitboard/contract/leagues/league-members'
import type { League } from '@pitboard/contract/leagues/league'
import { UNDOABLE_LEAGUE_ACTIONS } from '@pitboard/contract/wire/undoable-actions'
import { sql } from 'kysely'
import sharp from 'sharp'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'

const { server, owner, call } = await openOrganiser()

async function send(what: string, body?: object, as = owner) {
  const answer = await call(what, { as, ...(body && { body }) })
  assert.ok(answer.statusCode < 300, `${what}: ${answer.statusCode} ${answer.body}`)
  return answer.statusCode === 204 ? null : answer.json()
}

async function make(): Promise<League> {
  return send('POST /api/League', { name: 'Sunday League', isPublic: true })
}

async function draw(background: string): Promise<string> {
  const create = { width: 40, height: 40, channels: 3, background } as const
  return (await sharp({ create }).png().toBuffer()).toString('base64')
}

async function picture(background: string): Promise<{ thumbnailBase64: string }> {
  return { thumbnailBase64: await draw(background) }
}

const read = (id: string): Promise<League> => send(`GET /api/League/${id}`)
const undo = (id: string, version: number, headers = {}) =>
  call(`POST /api/League/${id}/history/${version}/undo`, { as: owner, headers })

/** Returns what can be seen of it, apart from how often and when it was changed. */
async function shown(id: string) {
  const { version: _, updatedAt: __, ...league } = await read(id)
  const pictures = ['thumbnail', 'banner'].map(async (kind) => {
    const { statusCode, rawPayload } = await call(`GET /api/League/${id}/${kind}`, { as: owner })
    return statusCode === 200 ? rawPayload : statusCode
  })
  const team: LeagueTeam = await send(`GET /api/League/${id}/members`)
  const members = team.members.map(({ userId, role }) => [userId, role])
  const invited = team.invitations.map(({ userId, role }) => [userId, role])
  const links = team.links.map(({ role }) => role)
  return { ...league, pictures: await Promise.all(pictures), members, invited, links }
}

test('an undo of each undoable change of a league restores the league', async () => {
  const { id } = await make()
  const path = `/api/League/${id}`
  const [inside, outside] = [
    await send('POST /api/Seasons', { name: 'In' }),
    await send('POST /api/Seasons', { name: 'Out' }),
  ]
  await send(`POST ${path}/seasons/${inside.id}`)
  await send(`PATCH ${path}/thumbnail`, await picture('#c00'))
  await send(`PATCH ${path}/banner`, { bannerBase64: await draw('#cc0') })
  const member = await openAccount(server.context, { username: 'Member' })
  await server.context.db
    .insertInto('league_member')
    .values({ league_id: id, user_id: member.userId, role: 'steward' })
    .execute()
  await openAccount(server.context, { username: 'Guest' })
  const joining = await openAccount(server.context, { username: 'Joining' })
  await openAccount(server.context, { username: 'Invited' })
  await send(`POST ${path}/invitations`, { username: 'Invited', role: 'admin' })
  const { invitations }: LeagueTeam = await send(`GET ${path}/members`)
  const link = await send(`PUT ${path}/invitationLinks/resultEditor`, { days: 1, uses: 2 })
  const acts: [what: string, body?: object, as?: TestAccount][] = [
    [`PATCH ${path}`, { name: 'Monday League', description: 'New', isPublic: false }],
    [`PATCH ${path}`, { discord: 'discord.gg/x', website: 'example.org' }],
    [`PATCH ${path}`, { accentColour: '#1e9be0', links: ['example.org/rules'] }],
    [`POST ${path}/seasons/${outside.id}`],
    [`DELETE ${path}/seasons/${inside.id}`],
    [`PATCH ${path}/thumbnail`, await picture('#0c0')],
    [`DELETE ${path}/thumbnail`],
    [`PATCH ${path}/banner`, { bannerBase64: await draw('#00c') }],
    [`DELETE ${path}/banner`],
    [`PATCH ${path}/members/${member.userId}`, { role: 'admin' }],
    [`DELETE ${path}/members/${member.userId}`],
    [`POST ${path}/invitations`, { username: 'Guest', role: 'steward' }],
    [`POST ${path}/invitations`, { username: 'Member', role: 'owner' }],
    [`DELETE ${path}/invitations/${invitations[0]?.id}`],
    [`PUT ${path}/invitationLinks/steward`, { days: 1, uses: 2 }],
    ['POST /api/League/invitationLinks/accept', { code: link.code }, joining],
  ]
  const untouched = await shown(id)
  for (const [what, body, as] of acts) {
    await send(what, body, as)
    const { version } = await read(id)
    assert.notDeepEqual(await shown(id), untouched, what)
    assert.equal((await undo(id, version)).statusCode, 200, what)
    assert.deepEqual(await shown(id), untouched, what)
    assert.equal((await undo(id, version)).statusCode, 409, `${what} twice`)
  }
  await send(`PATCH ${path}`, { name: 'As older servers stored it', accentColour: '#1e9be0' })
  await sql`delete from owner_change_row where change_id in
    (select id from owner_change where league_id = ${id})`.execute(server.context.db)
  assert.equal((await undo(id, (await read(id)).version)).statusCode, 200)
  assert.deepEqual(await shown(id), untouched)
  const history: HistoryChange[] = await send(`GET ${path}/history?pageSize=100`)
  const undone = history.flatMap(({ details }) =>
    'did' in details ? [String(details['did'])] : [],
  )
  assert.deepEqual(new Set(undone), new Set(UNDOABLE_LEAGUE_ACTIONS))
  const season: HistoryChange[] = await send(`GET /api/Seasons/${inside.id}/history`)
  assert.deepEqual(
    season.slice(0, 3).map(({ action }) => action),
    ['addedToLeague', 'removedFromLeague', 'addedToLeague'],
  )
})

test('a value that changed again later is not undone, and an undo restores a picture also after several others', async () => {
  const { id } = await make()
  const path = `/api/League/${id}`
  const season = await send('POST /api/Seasons', { name: 'Spring' })
  const later: [act: [string, object?], then: [string, object?]][] = [
    [
      [`PATCH ${path}`, { name: 'A' }],
      [`PATCH ${path}`, { name: 'B' }],
    ],
    [[`POST ${path}/seasons/${season.id}`], [`DELETE ${path}/seasons/${season.id}`]],
  ]
  for (const [act, then] of later) {
    await send(...act)
    const { version } = await read(id)
    await send(...then)
    const before = await shown(id)
    assert.equal((await undo(id, version)).statusCode, 409, act[0])
    assert.deepEqual(await shown(id), before, act[0])
  }
  await send(`DELETE /api/Seasons/${season.id}`)
  assert.equal((await undo(id, (await read(id)).version)).statusCode, 409, 'the season is gone')

  const versions: number[] = []
  for (const colour of ['#c00', '#0c0', '#00c']) {
    await send(`PATCH ${path}/thumbnail`, await picture(colour))
    versions.push((await read(id)).version)
  }
  const [first = 0, second = 0, third = 0] = versions
  assert.equal((await undo(id, second)).statusCode, 409, 'another picture is there now')
  for (const version of [third, second, first]) {
    assert.equal((await undo(id, version)).statusCode, 200, `version ${version}`)
  }
  assert.equal((await read(id)).thumbnailId, null)
})

test('only the owner undoes a change of a league, an existing one, from the version that they saw', async () => {
  const { id } = await make()
  await send(`PATCH /api/League/${id}`, { name: 'Cup' })
  const other = await openAccount(server.context)
  const what = `POST /api/League/${id}/history/2/undo`
  assert.equal((await call(what)).statusCode, 401)
  assert.equal((await call(what, { as: other })).statusCode, 403)
  assert.equal((await undo(id, 0)).statusCode, 400)
  assert.equal((await undo(id, 7)).statusCode, 404)
  assert.equal((await undo(id, 1)).statusCode, 409, 'the making of the league')
  assert.equal((await undo(id, 2, { 'if-match': '"1"' })).statusCode, 412)
  assert.equal((await undo(id, 2, { 'if-match': '"2"' })).statusCode, 200)
})

test('an admin undoes that somebody joined, unless the member has another role now or it is the role of an admin', async () => {
  const { id } = await make()
  const path = `/api/League/${id}`
  const { context } = server
  const admin = await openAccount(context, { username: 'Undoing admin' })
  const joins = async (role: 'admin' | 'steward') => {
    const { code } = await send(`PUT ${path}/invitationLinks/${role}`, { days: 1, uses: 5 })
    const user = await openAccount(context, { username: `J ${randomUUID().slice(0, 8)}` })
    await send('POST /api/League/invitationLinks/accept', { code }, user)
    return { user, version: (await read(id)).version }
  }
  await context.db
    .insertInto('league_member')
    .values({ league_id: id, user_id: admin.userId, role: 'admin' })
    .execute()
  const undoAs = (as: TestAccount, version: number) =>
    call(`POST ${path}/history/${version}/undo`, { as })

  const steward = await joins('steward')
  const history: HistoryChange[] = await send(`GET ${path}/history`)
  assert.partialDeepStrictEqual(history[0], {
    action: 'memberJoined',
    authorId: steward.user.userId,
    details: { userId: steward.user.userId, role: 'steward' },
  })
  assert.equal((await undoAs(admin, steward.version)).statusCode, 200)
  const left = await call(`GET ${path}/history`, { as: steward.user })
  assert.equal(left.statusCode, 403, 'the role is gone')

  const second = await joins('admin')
  assert.equal((await undoAs(admin, second.version)).statusCode, 403, 'admins are the owner’s')
  await send(`PATCH ${path}/members/${second.user.userId}`, { role: 'steward' })
  assert.equal((await undo(id, second.version)).statusCode, 409, 'another role now')

  const removed = await joins('steward')
  await send(`DELETE ${path}/members/${removed.user.userId}`)
  assert.equal((await undoAs(admin, removed.version + 1)).statusCode, 200, 'a member is back')
  const leaving = await call(`DELETE ${path}/members/${removed.user.userId}`, { as: removed.user })
  assert.ok(leaving.statusCode < 300)
  assert.equal((await undo(id, (await read(id)).version)).statusCode, 409, 'one who has left')
})

test('a revoked invitation is open again after an undo, unless the user has one or a role; an ended link stays ended', async () => {
  const { id } = await make()
  const path = `/api/League/${id}`
  const { context } = server
  const [admin, guest] = [
    await openAccount(context, { username: 'Revoking admin' }),
    await openAccount(context, { username: 'Wanted guest' }),
  ]
  await context.db
    .insertInto('league_member')
    .values({ league_id: id, user_id: admin.userId, role: 'admin' })
    .execute()
  const invite = (role: string) =>
    send(`POST ${path}/invitations`, { username: 'Wanted guest', role })
  const ownInvitations = async () => send('GET /api/League/invitations', undefined, guest)
  const revoke = async () => {
    const [open] = await ownInvitations()
    await send(`DELETE ${path}/invitations/${open.id}`)
    return (await read(id)).version
  }
  const undoAs = (as: TestAccount, version: number) =>
    call(`POST ${path}/history/${version}/undo`, { as })

  await invite('admin')
  const ofAdmin = await revoke()
  assert.equal((await undoAs(admin, ofAdmin)).statusCode, 403, 'admins are the owner’s')
  await invite('steward')
  assert.equal((await undo(id, ofAdmin)).statusCode, 409, 'another invitation is open')
  const ofSteward = await revoke()
  assert.deepEqual(await ownInvitations(), [])
  assert.equal((await undoAs(admin, ofSteward)).statusCode, 200)
  const [open] = await ownInvitations()
  assert.partialDeepStrictEqual(open, { role: 'steward', invitedByName: 'Revoking admin' })
  await send(`POST /api/League/invitations/${open.id}/accept`, undefined, guest)
  assert.equal((await undo(id, ofAdmin)).statusCode, 409, 'a role now')

  const { code } = await send(`PUT ${path}/invitationLinks/steward`, { days: 1, uses: 5 })
  await send(`DELETE ${path}/invitationLinks/steward`)
  const ended = await undo(id, (await read(id)).version)
  assert.equal(ended.statusCode, 409)
  assert.match(ended.json().detail, /can't be undone/)
  const preview = await call('POST /api/League/invitationLinks/read', { as: guest, body: { code } })
  assert.equal(preview.statusCode, 404)
})
