import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { untilPasses } from '@pitboard/contract/testing/patience'
import { ANNOUNCEMENT_TYPES, type AnnouncementType } from '@pitboard/contract/leagues/announcement'
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '@pitboard/contract/notifications/notifications'
import { sql } from 'kysely'
import { mailsTo } from '../../accounts/auth/testing/auth.fixture.ts'
import type { TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { announceOpenSignUps, announceUpcomingEvents } from '../announcements/upcoming-events.ts'
import { remind } from '../attendance/reminders.ts'
import { openLeague } from './notifications.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer({ env: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } })
})
after(() => server.close())

const ON = { mail: true, browser: true }
const OPEN_FORM = {
  opensAt: null,
  closesAt: null,
  needsApproval: false,
  capacity: null,
  tiers: [],
  questions: [],
  note: '',
}

async function mailed(user: TestAccount, count: number) {
  return untilPasses(async () => {
    const mails = await mailsTo(server, `${user.userId}@example.com`)
    assert.equal(mails.length, count)
    return mails
  })
}

test('a driver gets a mail of a decision about them in their language, which one click ends without a sign-in', async () => {
  const league = await openLeague(server)
  const { claim, openUser, adjust, notificationsOf, endWaits, call, send } = league
  const name = 'Spring\r\nBcc: thief@club.example'
  await send('PATCH /api/Seasons', { id: league.seasonId, name })
  const [ann, bob] = [await openUser('AnnOnPc', 'de'), await openUser('BobOnPc')]
  await claim(ann, 'Ann')
  await claim(bob, 'Bob')
  await adjust('Ann', 'cutting <b>a</b> corner')
  const [planned, ...others] = await notificationsOf(ann)
  assert.equal(planned?.kind, 'ownDecision')
  assert.deepEqual(others, [])
  const collectedMs = planned.due_at.getTime() - Date.now()
  assert.ok(
    collectedMs > 30_000 && collectedMs <= 60_000,
    'what happens within a minute is one mail',
  )
  assert.deepEqual(await notificationsOf(bob), [])
  await endWaits(ann)
  const [mail] = await mailed(ann, 1)
  assert.ok(mail)
  assert.equal(
    mail.subject,
    'Pitboard: Entscheidung der Rennleitung: Spring Bcc: thief@club.example',
  )
  assert.equal(mail.headers.get('bcc'), undefined, 'a name adds no header')
  assert.deepEqual(await mailsTo(server, 'thief@club.example'), [])
  assert.match(mail.text, /Ann: −3 Punkte\.\nGrund: cutting <b>a<\/b> corner/)
  assert.match(mail.html, /Grund: cutting &lt;b&gt;a&lt;\/b&gt; corner/)
  assert.ok(mail.text.includes(`${server.context.publicUrl()}/seasons/${league.seasonId}`))

  assert.equal(mail.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const address = /^<(.+)>$/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  assert.ok(mail.text.includes(address))
  const isMailOn = async () =>
    (await call('GET /api/Notifications/settings', { as: ann })).json().isMailOn
  const path = new URL(address).pathname
  const page = await call(`GET ${path}`, { headers: { 'accept-language': 'de' } })
  assert.match(page.body, /<form method="post"><button>Abbestellen/)
  assert.equal(await isMailOn(), true, 'reading the page changes nothing')
  await adjust('Ann', 'waits while the link is used')
  assert.equal((await notificationsOf(ann)).length, 2)
  for (let index = 0; index < 2; index++) {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(answer.status, 200)
    assert.equal(await isMailOn(), false)
  }
  assert.equal((await notificationsOf(ann))[1]?.state, 'dropped')
  await adjust('Ann', 'not mailed')
  assert.equal((await notificationsOf(ann)).length, 2)
  const forged = `${path.slice(0, -4)}AAAA`
  for (const method of ['GET', 'POST']) {
    assert.equal((await fetch(`${server.url}${forged}`, { method })).status, 404)
  }
})

type League = Awaited<ReturnType<typeof openLeague>>
type User = Awaited<ReturnType<League['openUser']>>
type Kind = NotificationKind | AnnouncementType

/** Each function raises its kind of the contract, in this order. A new kind does not compile without a row. */
const RAISED_BY: Readonly<Record<Kind, (league: League, driver: User) => Promise<void>>> = {
  // The user drives as Ann in the cases that follow.
  reminder: ({ awaitAnswer }, driver) => awaitAnswer(driver),
  live: ({ driveLive }) => driveLive(),
  provisionalResult: ({ driveRace }) => driveRace(),
  decision: ({ adjust }) => adjust('Bob', 'late'),
  ownDecision: ({ adjust }) => adjust('Ann', 'late'),
  standings: ({ publish }) => publish('provisional'),
  officialResult: ({ publish }) => publish('official'),
  eventIn24h: ({ announceStart }) => announceStart(),
  async rosterChange({ send, seasonId }) {
    await send(`PUT /api/Seasons/${seasonId}/roster`, { teams: [], drivers: [] })
  },
  signUpOpen: ({ openSignUp }) => openSignUp(null),
  driverOfTheDay: ({ holdVote }, driver) => holdVote(driver),
  async seasonOffer({ send, leagueId, seasonId }, { username }) {
    // A season of a league goes with it.
    await send(`DELETE /api/League/${leagueId}/seasons/${seasonId}`)
    await send(`POST /api/Seasons/${seasonId}/offer`, { username })
  },
  async leagueInvitation({ send, leagueId }, { username }) {
    await send(`POST /api/League/${leagueId}/invitations`, { username, role: 'steward' })
  },
}

test('every kind of notification and of announcement is raised', async () => {
  const league = await openLeague(server)
  const user = await league.openUser('Follower')
  const kinds = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, ON]))
  await league.send('PATCH /api/Notifications/settings', { kinds }, user)
  await league.send(`PUT /api/Seasons/${league.seasonId}/follow`, { isFollowing: true }, user)
  await league.addReceiver()
  const notified = new Set<NotificationKind>()
  for (const raise of Object.values(RAISED_BY)) {
    await raise(league, user)
    // What one has raised may concern nobody after the next: an event that starts earlier takes its reminder away.
    for (const { kind } of await league.notificationsOf(user)) notified.add(kind)
  }
  assert.deepEqual([...notified].toSorted(), NOTIFICATION_KINDS.toSorted())
  assert.deepEqual(await league.announcedTypes(), ANNOUNCEMENT_TYPES.toSorted())
})

test('followers get the kinds that they have chosen, drivers follow without a choice', async () => {
  const { send, call, openUser, claim, publish, notificationsOf, leagueId, seasonId, eventId } =
    await openLeague(server)
  const names = ['Follower', 'Reader', 'Quiet', 'Driver', 'Stranger']
  const [follower, reader, quiet, driver, stranger] = await Promise.all(
    names.map((name) => openUser(name)),
  )
  assert.ok(follower && reader && quiet && driver && stranger)
  const kinds = { officialResult: ON, eventIn24h: ON, rosterChange: ON }
  for (const user of [follower, reader, quiet, driver, stranger]) {
    await send('PATCH /api/Notifications/settings', { kinds }, user)
  }
  await send(
    'PATCH /api/Notifications/settings',
    { kinds: { eventIn24h: { ...ON, mail: false } } },
    reader,
  )
  await send(`PUT /api/Seasons/${seasonId}/follow`, { isFollowing: true }, follower)
  await send(`PUT /api/League/${leagueId}/follow`, { isFollowing: true }, reader)
  await send(`PUT /api/League/${leagueId}/follow`, { isFollowing: true }, quiet)
  await send(`PUT /api/Seasons/${seasonId}/follow`, { isFollowing: false }, quiet)
  await claim(driver, 'Ann')
  const ofSeason = async (as: TestAccount) =>
    (await call(`GET /api/Seasons/${seasonId}/follow`, { as })).json()
  assert.deepEqual(await ofSeason(driver), { isFollowing: true, isAutomatic: true })
  assert.deepEqual(await ofSeason(quiet), { isFollowing: false, isAutomatic: false })
  assert.deepEqual(await send('GET /api/Notifications/follows', undefined, driver), [
    { leagueId: null, seasonId, name: 'Spring', isAutomatic: true },
  ])

  await publish()
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  await send(`PATCH /api/Seasons/${seasonId}/events/${eventId}`, { startsAt })
  await announceUpcomingEvents(server.context.db)
  await announceUpcomingEvents(server.context.db)
  const entry = { carNumber: null, teamId: null, fromEventId: null, toEventId: null }
  for (const name of ['Cat', 'Dan']) {
    const id = server.context.newId()
    const added = { ...entry, id, name, isReserve: false, tier: '', platformId: null }
    await send(`PUT /api/Seasons/${seasonId}/roster`, { teams: [], drivers: [added] })
  }
  const kindsOf = async (user: TestAccount) =>
    (await notificationsOf(user)).map(({ kind }) => kind).toSorted()
  const all = ['eventIn24h', 'officialResult', 'rosterChange']
  assert.deepEqual(await kindsOf(follower), all)
  assert.deepEqual(await kindsOf(reader), ['officialResult', 'rosterChange'])
  assert.deepEqual(await kindsOf(driver), all)
  assert.deepEqual(await kindsOf(quiet), [])
  assert.deepEqual(await kindsOf(stranger), [])
})

test('followers learn once that a sign-up is open, at once or when its time comes', async () => {
  const { send, openUser, notificationsOf, seasonId } = await openLeague(server)
  const user = await openUser('Follower')
  await send('PATCH /api/Notifications/settings', { kinds: { signUpOpen: ON } }, user)
  await send(`PUT /api/Seasons/${seasonId}/follow`, { isFollowing: true }, user)
  const open = async (opensAt: string | null) =>
    send(`PUT /api/Seasons/${seasonId}/signUp/form`, { ...OPEN_FORM, opensAt })
  await open(null)
  await open(null)
  assert.equal((await notificationsOf(user)).length, 1)
  await open(new Date(Date.now() + 700).toISOString())
  assert.equal((await notificationsOf(user)).length, 1)
  await untilPasses(async () => {
    await announceOpenSignUps(server.context.db)
    assert.equal((await notificationsOf(user)).length, 2)
  })
  await announceOpenSignUps(server.context.db)
  const kinds = (await notificationsOf(user)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['signUpOpen', 'signUpOpen'])
})

test('a driver whom an event waits for is reminded once, by mail too', async () => {
  const { openUser, awaitAnswer, notificationsOf, endWaits } = await openLeague(server)
  const [driver, other] = [await openUser('Driver'), await openUser('Other')]
  await awaitAnswer(driver)
  await remind(server.context)
  const mailedOnly = (await notificationsOf(driver)).filter(({ kind }) => kind === 'reminder')
  assert.partialDeepStrictEqual(mailedOnly, [{ state: 'waiting' }])
  assert.equal(mailedOnly.length, 1)
  assert.deepEqual(await notificationsOf(other), [])
  await endWaits(driver)
  const [mail] = await mailed(driver, 1)
  assert.equal(mail?.subject, 'Pitboard: Your answer is missing: Silverstone, Spring')
})

test('a user gets at most five mails a day, and what happens then is in the next one', async () => {
  const { send, openUser, publish, notificationsOf, endWaits, seasonId } = await openLeague(server)
  const user = await openUser('Follower')
  const kinds = { officialResult: ON, signUpOpen: ON }
  await send('PATCH /api/Notifications/settings', { kinds }, user)
  await send(`PUT /api/Seasons/${seasonId}/follow`, { isFollowing: true }, user)
  const ended = async (count: number) =>
    untilPasses(async () => {
      await endWaits(user)
      const rows = await notificationsOf(user)
      assert.equal(rows.filter(({ state }) => state === 'sent').length, count)
      return rows
    })
  await publish()
  await ended(1)
  // Four more are stored as if they had been sent.
  await sql`insert into notification (event_id, user_id, subject, state, ended_at, mail_id)
    select event_id, user_id, subject || number, 'sent', now() - number * interval '1 hour',
      gen_random_uuid()
    from notification, generate_series(1, 4) as number where user_id = ${user.userId}`.execute(
    server.context.db,
  )
  await publish()
  await send(`PUT /api/Seasons/${seasonId}/signUp/form`, OPEN_FORM)
  await untilPasses(async () => {
    const waiting = (await notificationsOf(user)).filter(({ state }) => state === 'waiting')
    assert.equal(waiting.length, 2)
    if (waiting.some(({ due_at }) => due_at.getTime() < Date.now() + 19 * 3_600_000)) {
      await endWaits(user)
      assert.fail('not postponed yet')
    }
  })
  await sql`update notification set ended_at = now() - interval '25 hours'
    where state = 'sent' and user_id = ${user.userId}`.execute(server.context.db)
  const rows = await ended(7)
  const mails = rows.slice(-2).map(({ mail_id }) => mail_id)
  assert.equal(mails[0], mails[1], 'one mail')
})

test('notifications wait while the mail server has enough to do', async (t) => {
  const { send, openUser, publish, notificationsOf, endWaits, seasonId } = await openLeague(server)
  const users = [await openUser('First'), await openUser('Second')]
  for (const user of users) {
    await send('PATCH /api/Notifications/settings', { kinds: { officialResult: ON } }, user)
    await send(`PUT /api/Seasons/${seasonId}/follow`, { isFollowing: true }, user)
  }
  const { db } = server.context
  // One place is left.
  await sql`insert into auth.outbox (id, kind, content, next_attempt_at, expires_at)
    select gen_random_uuid(), 'mail', '\\x00', now() + interval '1 day', now() + interval '1 day'
    from generate_series(1, 99)`.execute(db)
  t.after(() => sql`delete from auth.outbox where user_id is null`.execute(db))
  await publish()
  for (const user of users) assert.equal((await notificationsOf(user)).length, 1)
  await Promise.all(users.map(endWaits))
  const endedAt = await untilPasses(async () => {
    const rows = (await Promise.all(users.map((user) => notificationsOf(user)))).flat()
    assert.ok(rows.every(({ state }) => state === 'sent'))
    return rows.map(({ ended_at }) => ended_at?.getTime())
  })
  assert.notEqual(endedAt[0], endedAt[1], 'the second after the first has left')
})

test('a driver gets mails of their season without following it', async () => {
  const { send, openUser, claim, publish, endWaits } = await openLeague(server)
  const driver = await openUser('Driver')
  await claim(driver, 'Ann')
  await send('PATCH /api/Notifications/settings', { kinds: { officialResult: ON } }, driver)
  await publish()
  await untilPasses(async () => {
    await endWaits(driver)
    const mails = await mailsTo(server, `${driver.userId}@example.com`)
    assert.equal(mails.length, 1)
  })
})

test('news of a private season reaches those who may see it when it is sent', async () => {
  const { send, openUser, publish, notificationsOf, endWaits, leagueId, seasonId } =
    await openLeague(server)
  const user = await openUser('Outsider')
  await send('PATCH /api/Notifications/settings', { kinds: { officialResult: ON } }, user)
  await send(`PUT /api/League/${leagueId}/follow`, { isFollowing: true }, user)
  await publish()
  assert.equal((await notificationsOf(user)).length, 1)
  await send(`PATCH /api/League/${leagueId}`, { isPublic: false })
  await untilPasses(async () => {
    await endWaits(user)
    assert.equal((await notificationsOf(user))[0]?.state, 'dropped')
  })
  assert.deepEqual(await send('GET /api/Notifications/follows', undefined, user), [])
  const refused = await openLeague(server, { isPublic: false })
  for (const path of [`Seasons/${refused.seasonId}`, `League/${refused.leagueId}`]) {
    for (const request of [`GET /api/${path}/follow`, `PUT /api/${path}/follow`]) {
      const body = request.startsWith('PUT') && { body: { isFollowing: true } }
      assert.equal((await refused.call(request, { as: user, ...body })).statusCode, 404, request)
      assert.equal((await refused.call(request, { ...body })).statusCode, 401, request)
    }
  }
  assert.ok(seasonId)
})

test('nobody gets mails at an address that they have not confirmed', async () => {
  const { openUser, claim, adjust, notificationsOf } = await openLeague(server)
  const ann = await openUser('AnnOnPc')
  await claim(ann, 'Ann')
  await sql`update auth.users set email_confirmed_at = null where id = ${ann.userId}`.execute(
    server.context.db,
  )
  await adjust('Ann', 'late')
  assert.deepEqual(await notificationsOf(ann), [])
})

test('the export of an account has what it follows and chose, and its deletion removes all of it', async () => {
  const { send, openUser, claim, adjust, notificationsOf, leagueId } = await openLeague(server)
  const ann = await openUser('AnnOnPc')
  await claim(ann, 'Ann')
  await send(`PUT /api/League/${leagueId}/follow`, { isFollowing: true }, ann)
  await send('PATCH /api/Notifications/settings', { kinds: { live: ON } }, ann)
  await adjust('Ann', 'late')
  await notificationsOf(ann)
  const exported = await send('GET /api/Account/export', undefined, ann)
  assert.partialDeepStrictEqual(exported.notifications, {
    settings: { isMailOn: true, kinds: { live: ON } },
    follows: [{ leagueId, isFollowing: true }],
    received: [{ kind: 'ownDecision', state: 'waiting' }],
  })
  const { db } = server.context
  await db.deleteFrom('user').where('id', '=', ann.userId).execute()
  for (const table of ['follow', 'notification_settings', 'notification'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', ann.userId)
      .execute()
    assert.deepEqual(rows, [], table)
  }
})

/** What one user offers another, and how it is revoked. */
const OFFERS = {
  seasonOffer: {
    subject: /bietet dir die Saison Spring an$/,
    async prepare({ send, leagueId, seasonId }: League) {
      // A season of a league goes with it.
      await send(`DELETE /api/League/${leagueId}/seasons/${seasonId}`)
    },
    async offer({ send, seasonId }: League, { username }: User) {
      const path = `/api/Seasons/${seasonId}/offer`
      await send(`POST ${path}`, { username })
      return () => send(`DELETE ${path}`)
    },
  },
  leagueInvitation: {
    subject: /lädt dich ins Team von Sunday League ein$/,
    async prepare() {},
    async offer({ send, leagueId }: League, { username }: User) {
      await send(`POST /api/League/${leagueId}/invitations`, { username, role: 'steward' })
      const { invitations } = await send(`GET /api/League/${leagueId}/members`)
      return () => send(`DELETE /api/League/${leagueId}/invitations/${invitations[0].id}`)
    },
  },
} as const

for (const kind of ['seasonOffer', 'leagueInvitation'] as const) {
  const { subject, prepare, offer } = OFFERS[kind]
  test(`${kind}: it is on the devices of who it is for, by mail as they choose, and not once it is revoked`, async () => {
    const league = await openLeague(server)
    const { send, openUser, notificationsOf, endWaits } = league
    const [heir, other] = [await openUser('Heir', 'de'), await openUser('Other')]
    await prepare(league)
    const revokeFirst = await offer(league, heir)
    assert.deepEqual(await notificationsOf(heir), [], 'no mail of a stranger without a choice')
    await revokeFirst()
    await send('PATCH /api/Notifications/settings', { kinds: { [kind]: ON } }, heir)
    const revoke = await offer(league, heir)
    const [planned, ...more] = await notificationsOf(heir)
    assert.deepEqual([planned?.kind, more], [kind, []])
    assert.deepEqual(await notificationsOf(other), [])
    await endWaits(heir)
    const [mail] = await mailed(heir, 1)
    assert.match(mail?.subject ?? '', subject)

    await revoke()
    const revokeAgain = await offer(league, heir)
    assert.equal((await notificationsOf(heir)).length, 2)
    await revokeAgain()
    await endWaits(heir)
    await untilPasses(async () => {
      const states = (await notificationsOf(heir)).map(({ state }) => state)
      assert.deepEqual(states, ['sent', 'dropped'])
    })
  })
}
