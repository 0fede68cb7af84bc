import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { untilPasses } from '@pitboard/contract/testing/patience'
import type { NotificationKind } from '@pitboard/contract/notifications/notifications'
import { sql } from 'kysely'
import { queueMails } from '../../accounts/auth/messages/outbox.ts'
import { mailsTo } from '../../accounts/auth/testing/auth.fixture.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { hoursFromNow, openLeague } from './notifications.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer({ queueCheckMs: 25 })
})
after(() => server.close())

const ON = { mail: true, browser: true }

/** Opens a league with a driver who follows it and gets mails of one kind. */
async function openFollowed(kind: NotificationKind) {
  const league = await openLeague(server)
  const user = await league.openUser('Follower')
  const path = `/api/Seasons/${league.seasonId}`
  const send = async (what: string, body?: object, as?: TestAccount) =>
    league.send(what.replace(' ', ` ${path}`), body, as)
  const choose = async (channels: object) =>
    league.send('PATCH /api/Notifications/settings', { kinds: { [kind]: channels } }, user)
  await choose(ON)
  await send('PUT /follow', { isFollowing: true }, user)
  return { ...league, user, season: send, choose }
}

type Followed = Awaited<ReturnType<typeof openFollowed>>

async function decide({ claim, user, adjust }: Followed): Promise<void> {
  await claim(user, 'Ann')
  await adjust('Ann', 'late')
}

interface Case {
  readonly kind: NotificationKind
  plan(league: Followed): Promise<unknown>
  /** Changes the league after the notification was planned and before it is sent. */
  change(league: Followed): Promise<unknown>
}

const CASES: Readonly<Record<string, Case>> = {
  'the driver has answered': {
    kind: 'reminder',
    plan: ({ awaitAnswer, user }) => awaitAnswer(user),
    change: ({ season, eventId, user }) =>
      season(`PUT /events/${eventId}/attendance/${user.userId}`, { answer: 'accepted' }, user),
  },
  'drivers answer for another date': {
    kind: 'reminder',
    plan: ({ awaitAnswer, user }) => awaitAnswer(user),
    change: ({ startIn }) => startIn(60),
  },
  'the driver is not in the roster any more': {
    kind: 'reminder',
    plan: ({ awaitAnswer, user }) => awaitAnswer(user),
    change: ({ season }) => season('PUT /roster', { teams: [], drivers: [] }),
  },
  'the event starts at another time': {
    kind: 'eventIn24h',
    plan: ({ announceStart }) => announceStart(),
    change: ({ startIn }) => startIn(10),
  },
  'the event has no date any more': {
    kind: 'eventIn24h',
    plan: ({ announceStart }) => announceStart(),
    change: ({ startIn }) => startIn(null),
  },
  'the event was removed': {
    kind: 'eventIn24h',
    plan: ({ announceStart }) => announceStart(),
    change: ({ season, eventId }) => season(`DELETE /events/${eventId}`),
  },
  'the decision is about another driver': {
    kind: 'ownDecision',
    plan: decide,
    async change({ season }) {
      const [claim] = await season('GET /claims')
      await season(`PATCH /claims/${claim.id}`, { status: 'refused' })
    },
  },
  'the sign-up is closed': {
    kind: 'signUpOpen',
    plan: ({ openSignUp }) => openSignUp(null),
    change: ({ openSignUp }) => openSignUp(hoursFromNow(-1)),
  },
  'the driver has signed up': {
    kind: 'signUpOpen',
    plan: ({ openSignUp }) => openSignUp(null),
    change: ({ season, user }) =>
      season('PUT /signUp', { name: 'Zoe', tier: '', platformId: null, answers: [] }, user),
  },
  'the results are provisional again': {
    kind: 'officialResult',
    plan: ({ publish }) => publish(),
    change: ({ season }) => season('POST /publications', { status: 'provisional' }),
  },
  'the session is over': {
    kind: 'live',
    plan: ({ driveLive }) => driveLive(),
    change: ({ owner }) =>
      sql`update session set ended_at = now() where user_id = ${owner.userId}`.execute(
        server.context.db,
      ),
  },
  'the user wants no mails of the kind': {
    kind: 'officialResult',
    plan: ({ publish }) => publish(),
    change: ({ choose }) => choose({ ...ON, mail: false }),
  },
  'the user does not follow any more': {
    kind: 'officialResult',
    plan: ({ publish }) => publish(),
    change: ({ season, user }) => season('PUT /follow', { isFollowing: false }, user),
  },
  'the season left the league that the user follows': {
    kind: 'officialResult',
    async plan({ send, publish, seasonId, leagueId, user }) {
      await send(`PUT /api/League/${leagueId}/follow`, { isFollowing: true }, user)
      await sql`delete from follow where season_id = ${seasonId}`.execute(server.context.db)
      await publish()
    },
    change: ({ send, leagueId, seasonId }) =>
      send(`DELETE /api/League/${leagueId}/seasons/${seasonId}`),
  },
  'the user lost the role that shows them the season': {
    kind: 'officialResult',
    async plan({ send, leagueId, user, publish }) {
      await server.context.db
        .insertInto('league_member')
        .values({ league_id: leagueId, user_id: user.userId, role: 'steward' })
        .execute()
      await send(`PATCH /api/League/${leagueId}`, { isPublic: false })
      await publish()
    },
    change: ({ leagueId }) =>
      server.context.db.deleteFrom('league_member').where('league_id', '=', leagueId).execute(),
  },
  'the account is banned': {
    kind: 'officialResult',
    plan: ({ publish }) => publish(),
    change: ({ user }) =>
      sql`update auth.users set banned_until = now() + interval '1 day'
        where id = ${user.userId}`.execute(server.context.db),
  },
}

async function planAndChange({ kind, plan, change }: Case) {
  const league = await openFollowed(kind)
  await plan(league)
  const own = (await league.notificationsOf(league.user)).filter((one) => one.kind === kind)
  assert.partialDeepStrictEqual(own, [{ kind, state: 'waiting' }])
  await change(league)
  return { league, kind }
}

test('nothing is sent that does not apply any more when its time comes', async () => {
  const planned = []
  for (const [name, one] of Object.entries(CASES)) {
    planned.push({ name, ...(await planAndChange(one)) })
  }
  for (const { name, league, kind } of planned) {
    const [first] = (await league.notificationsOf(league.user)).filter((o) => o.kind === kind)
    await league.endWaits(league.user)
    await untilPasses(async () => {
      const rows = await league.notificationsOf(league.user)
      const own = rows.find((row) => row.id === first?.id)
      assert.equal(own?.state, 'dropped', name)
    })
  }
})

test('of a decision that is revoked at once only the revocation is sent', async () => {
  const league = await openFollowed('ownDecision')
  await decide(league)
  const [adjustment] = (await league.season('GET ')).adjustments
  await league.season(`POST /adjustments/${adjustment.id}/revoke`, { reason: 'new footage' })
  assert.equal((await league.notificationsOf(league.user)).length, 2)
  await league.endWaits(league.user)
  const [mail] = await untilPasses(async () => {
    const mails = await mailsTo(server, `${league.user.userId}@example.com`)
    assert.equal(mails.length, 1)
    return mails
  })
  assert.match(mail?.text ?? '', /The decision was revoked: new footage/)
  assert.doesNotMatch(mail?.text ?? '', /Reason: late/)
  const states = (await league.notificationsOf(league.user)).map(({ state }) => state)
  assert.deepEqual(states, ['dropped', 'sent'])
})

test('an account that is deleted but for its id has no browsers, follows and notifications', async () => {
  const league = await openFollowed('officialResult')
  await league.publish()
  assert.equal((await league.notificationsOf(league.user)).length, 1)
  const { userId } = league.user
  const { serviceKey } = server.context.keys
  const answer = await league.call(`DELETE /auth/v1/admin/users/${userId}`, {
    headers: { authorization: `Bearer ${serviceKey}`, apikey: serviceKey },
    body: { should_soft_delete: true },
  })
  assert.ok(answer.statusCode < 300, answer.body)
  const { db } = server.context
  assert.ok(await db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst())
  const tables = ['follow', 'notification_settings', 'notification', 'push_device'] as const
  for (const table of tables) {
    const rows = await db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', userId)
      .execute()
    assert.deepEqual(rows, [], table)
  }
})

test('unsubscribing also removes what waits for the mail server, and no code for sign-in', async () => {
  const league = await openFollowed('officialResult')
  const { db } = server.context
  const { userId } = league.user
  const mail = { to: `${userId}@example.com`, subject: 'x', text: 'x', html: 'x' }
  await inTransaction(db, async (transaction) => {
    for (const isNotification of [true, false]) {
      await queueMails(server.context, transaction, [{ userId, mail }], { isNotification })
    }
    // The mails wait as they do when the mail server cannot be reached.
    await sql`update auth.outbox set next_attempt_at = now() + interval '1 hour'
      where user_id = ${userId}`.execute(transaction)
  })
  await league.send('PATCH /api/Notifications/settings', { isMailOn: false }, league.user)
  const waiting = await db
    .selectFrom('auth.outbox')
    .select('is_notification')
    .where('user_id', '=', userId)
    .execute()
  assert.deepEqual(waiting, [{ is_notification: false }])
})
