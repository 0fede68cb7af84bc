import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Penalty } from '@pitboard/contract/stewards/penalty'
import { sql } from 'kysely'
import { mailsTo } from '../../accounts/auth/testing/auth.fixture.ts'
import type { TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { openReceiver } from '../announcements/receiver.fixture.ts'
import { FIVE_SECONDS, openStewards } from './stewards.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer({ env: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } })
})
after(() => server.close())

const WARNED: Penalty[] = [
  { kind: 'warning', driverIdx: 0, amount: null },
  { kind: 'licencePoints', driverIdx: 0, amount: 1 },
]

test('a decision is announced with its number, penalties and reason, also if it changes no result', async (t) => {
  const setup = await openStewards(server)
  const { send, path, leagueId, owner, ann, bob, steward } = setup
  for (const { userId } of [ann, bob]) {
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
      ['Steward decision 2: Silverstone, Race', 'Ann: no further action.\nReason: Racing incident'],
      [
        'Steward decision 2: Silverstone, Race',
        'Ann: no further action.\nThe decision was revoked: Appeal',
      ],
      [
        'Steward decision 3: Silverstone, Race',
        'Ann: +5 s on the race time.\nAnn: 2 licence points.\nAnn: 3 grid places at the next event.\nReason: Left no room',
      ],
    ],
  )
  assert.partialDeepStrictEqual(messages[0], {
    ...{ adjustmentId: null, decision: { id: first.id, number: 1 } },
    event: { id: setup.event.id },
  })
  assert.equal(messages[4]?.decision.id, third.decisions[0].id)
  assert.notEqual(messages[4]?.adjustmentId, null)

  await t.waitFor(
    async () => {
      const { rows } = await sql`select from notification where user_id = ${ann.userId}`.execute(
        server.context.db,
      )
      assert.equal(rows.length, 5)
    },
    { interval: 50, timeout: 8000 },
  )
  await sql`update notification set due_at = now()`.execute(server.context.db)
  const [mail] = await t.waitFor(
    async () => {
      const mails = await mailsTo(server, addressOf(ann))
      assert.equal(mails.length, 1)
      return mails
    },
    { interval: 50, timeout: 12_000 },
  )
  assert.match(mail?.text ?? '', /Steward decision 3: Silverstone, Race/)
  assert.match(mail?.text ?? '', /3 grid places at the next event\.\nReason: Left no room/)
  assert.doesNotMatch(mail?.text ?? '', /Reason: Weaving|Reason: Racing incident/, 'revoked')
  const parts = mail?.text.split('Steward decision 1:').length
  assert.equal(parts, 2, 'of a decision that was revoked meanwhile only the revocation is sent')
  assert.deepEqual(await mailsTo(server, addressOf(bob)), [], 'the decision is not about Bob')
})

function addressOf({ userId }: TestAccount): string {
  return `${userId}@example.com`
}
