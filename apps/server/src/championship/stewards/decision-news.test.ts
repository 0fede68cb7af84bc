import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { untilPasses } from '@pitboard/contract/testing/patience'
import type { Penalty } from '@pitboard/contract/stewards/penalty'
import { sql } from 'kysely'
import { mailsTo } from '../../accounts/auth/testing/auth.fixture.ts'
import type { TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { openPushService } from '../notifications/push-service.fixture.ts'
import { openReceiver } from '../announcements/receiver.fixture.ts'
import { FIVE_SECONDS, openStewards } from './stewards.fixture.ts'

let server: TestServer
before(async () => {
  const env = { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1', PUSH_PRIVATE_HOSTS: '127.0.0.1' }
  server = await openTestServer({ env })
})
after(() => server.close())

const WARNED: Penalty[] = [
  { kind: 'warning', driverIdx: 0, amount: null },
  { kind: 'licencePoints', driverIdx: 0, amount: 1 },
]

test('a decision is announced with its number, penalties and reason, also if it changes no result', async (t) => {
  const setup = await openStewards(server)
  const { send, path, leagueId, owner, ann, bob, stranger, steward, other } = setup
  for (const { userId } of [ann, bob, stranger]) {
    await sql`update auth.users set email_confirmed_at = now() where id = ${userId}`.execute(
      server.context.db,
    )
  }
  const receiver = await openReceiver(t)
  const webhook = { kind: 'generic', name: 'Bot', url: receiver.url, types: ['decision'] }
  await send(`POST /api/League/${leagueId}/webhooks`, owner, webhook)
  const opened = await setup.report()
  await setup.respond(opened.id)
  const room = `${path}/cases/${opened.id}`
  await send(`POST ${room}/comments`, steward, { text: 'Zebracomment' })
  const draft = { ...FIVE_SECONDS, reason: 'Zebradraft' }
  const { proposals } = await send(`POST ${room}/proposals`, steward, draft)
  await send(`PUT ${room}/vote`, other, { proposalId: proposals[0].id })
  const decide = async (penalties: readonly Penalty[], reason: string) =>
    (await send(`POST ${room}/decisions`, steward, { penalties, reason })).decisions[0]
  const revoke = async ({ id }: { id: string }, reason: string) =>
    send(`POST ${room}/decisions/${id}/revoke`, steward, { reason })

  const first = await decide(WARNED, 'Weaving')
  await receiver.received(1)
  await revoke(first, 'New footage')
  await receiver.received(2)
  const second = await decide([], 'Racing incident')
  await receiver.received(3)
  await revoke(second, 'Appeal')
  await receiver.received(4)
  const third = await send(`POST ${room}/decisions`, steward, FIVE_SECONDS)
  await receiver.received(5)

  const messages = receiver.messages.map(({ body }) => body)
  assert.deepEqual(
    messages.map(({ title, text }) => [title, text]),
    [
      [
        'Steward decision 1: Silverstone, Race',
        'Ann: warning.\nAnn: 1 licence point.\nReason: Weaving',
      ],
      [
        'Steward decision 1: Silverstone, Race',
        'Ann: warning.\nAnn: 1 licence point.\nThe decision was revoked: New footage',
      ],
      ['Steward decision 2: Silverstone, Race', 'No further action: Ann.\nReason: Racing incident'],
      [
        'Steward decision 2: Silverstone, Race',
        'No further action: Ann.\nThe decision was revoked: Appeal',
      ],
      [
        'Steward decision 3: Silverstone, Race',
        'Ann: +5 s.\nAnn: 2 licence points.\nAnn: 3-place grid penalty at the next event.\nReason: Left no room',
      ],
    ],
  )
  assert.partialDeepStrictEqual(messages[0], {
    adjustmentId: null,
    decision: { id: first.id, number: 1 },
    event: { id: setup.event.id },
  })
  assert.equal(messages[4]?.decision.id, third.decisions[0].id)
  assert.notEqual(messages[4]?.adjustmentId, null)

  // What stewards discuss, draft and vote for notifies nobody: there is one for each decision and revocation.
  for (const { userId } of [ann, bob]) {
    await untilPasses(async () => {
      const { rows } = await sql`select from notification where user_id = ${userId}`.execute(
        server.context.db,
      )
      assert.equal(rows.length, 5)
    })
  }
  await sql`update notification set due_at = now()`.execute(server.context.db)
  for (const reader of [ann, bob]) {
    const [mail] = await untilPasses(async () => {
      const mails = await mailsTo(server, addressOf(reader))
      assert.equal(mails.length, 1)
      return mails
    })
    assert.ok(mail)
    const { text } = mail
    assert.match(text, /Steward decision 3: Silverstone, Race/)
    assert.match(text, /3-place grid penalty at the next event\.\nReason: Left no room/)
    assert.doesNotMatch(text, /Reason: Weaving|Reason: Racing incident/, 'revoked')
    const parts = text.split('Steward decision 1:').length
    assert.equal(parts, 2, 'of a decision that was revoked meanwhile only the revocation is sent')
    const notPublished = /Zebra|Pushed me off|I left room|vote|Steward \d|Second \d|Bob/
    assert.doesNotMatch(text + mail.html, notPublished, 'nothing but the published decision')
  }
  assert.deepEqual(await mailsTo(server, addressOf(stranger)), [], 'it is not about them')
})

test('a reporter who has turned decisions off or deleted the account is not notified', async (t) => {
  const setup = await openStewards(server)
  const { db } = server.context
  const service = await openPushService(t)
  await setup.send('POST /api/Notifications/devices', setup.bob, service.subscription)
  const decide = async () => {
    const opened = await setup.report()
    await setup.respond(opened.id)
    const room = `${setup.path}/cases/${opened.id}`
    await setup.send(`POST ${room}/decisions`, setup.steward, FIVE_SECONDS)
  }
  const dispatched = async (count: number) =>
    untilPasses(async () => {
      const { rows } = await sql`select from notification_event
          where season_id = ${setup.id} and dispatched_at is not null
            and kind = 'ownDecision'`.execute(db)
      assert.equal(rows.length, count)
    })
  await decide()
  await service.received(1)
  const kinds = { ownDecision: { mail: false, browser: false } }
  await setup.send('PATCH /api/Notifications/settings', setup.bob, { kinds })
  await decide()
  await dispatched(2)
  const { rows } = await sql`select from notification where user_id = ${setup.bob.userId}`.execute(
    db,
  )
  assert.equal(rows.length, 1)
  await sql`update steward_case set reporter_id = null where season_id = ${setup.id}`.execute(db)
  await decide()
  await dispatched(3)
})

function addressOf({ userId }: TestAccount): string {
  return `${userId}@example.com`
}

test('a suspended penalty is announced as suspended, and once more when it takes effect', async (t) => {
  const { send, path, leagueId, owner, steward, report, respond } = await openStewards(server)
  const receiver = await openReceiver(t)
  const webhook = { kind: 'generic', name: 'Bot', url: receiver.url, types: ['decision'] }
  await send(`POST /api/League/${leagueId}/webhooks`, owner, webhook)
  const { id } = await report()
  await respond(id)
  const penalties = [{ kind: 'raceBan', driverIdx: 0, amount: 1, suspendedRounds: 3 }]
  const body = { penalties, reason: 'Weaving' }
  const { decisions } = await send(`POST ${path}/cases/${id}/decisions`, steward, body)
  await receiver.received(1)
  const activate = `PUT ${path}/decisions/${decisions[0].id}/penalties/0`
  await send(activate, steward, { state: 'activated' })
  await receiver.received(2)
  assert.deepEqual(
    receiver.messages.map(({ body: message }) => [message.title, message.text]),
    [
      'Ann: banned from the next race, suspended for 3 events.\nReason: Weaving',
      'Ann: banned from the next race, was suspended and takes effect.\nReason: Weaving',
    ].map((text) => ['Steward decision 1: Silverstone, Race', text]),
  )
})
