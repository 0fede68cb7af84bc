import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { untilPasses } from '@pitboard/contract/testing/patience'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { sql } from 'kysely'
import { createReceived, subscribe } from '../../site/realtime/listening.fixture.ts'
import type { TestAccount } from '../../testing/account.ts'
import { openClient } from '../../testing/clients.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { mailsTo } from '../../accounts/auth/testing/auth.fixture.ts'
import { openReceiver } from '../announcements/receiver.fixture.ts'
import { FIVE_SECONDS, openStewards } from './stewards.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer({ env: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }, queueCheckMs: 25 })
})
after(() => server.close())

/** Each list has the words of some readers; no other text of the test contains them. */
const OF_PARTIES = ['Zebrareport', 'Zebraresponse', 'zebra.example']
const OF_STEWARDS = ['Zebracomment', 'Zebradraft']
const PUBLISHED = 'Zebrareason'

const PAGES = [
  '/',
  '/leagues',
  '/leagues/{leagueId}',
  '/seasons/{seasonId}',
  '/sessions/{sessionId}',
  '/sitemap.xml',
  '/embed/standings/{seasonId}',
  '/og/season/{seasonId}.png',
  '/og/session/{sessionId}.png',
  '/og/league/{leagueId}.png',
]

function found(texts: readonly string[], words: readonly string[]): string[] {
  return words.filter((word) => texts.some((text) => text.includes(word)))
}

test('what stewards and parties write is in no list, search, feed, picture, webhook, export or message of others', async (t) => {
  const setup = await openStewards(server)
  const { call, send, path, id, leagueId, sessionId, event, owner, ann, bob } = setup
  const { steward, other, stranger } = setup
  await sql`update auth.users set email_confirmed_at = now() where id = ${ann.userId}`.execute(
    server.context.db,
  )
  const receiver = await openReceiver(t)
  await send(`POST /api/League/${leagueId}/webhooks`, owner, {
    kind: 'generic',
    name: 'Bot',
    url: receiver.url,
    types: ['live', 'provisionalResult', 'decision', 'standings', 'officialResult'],
  })
  const heard = createReceived<string>()
  const client = openClient('newest', server, stranger.accessToken)
  t.after(() => client.removeAllChannels())
  const channel = client.channel('changes')
  for (const table of ['seasons', 'leagues', 'sessions']) {
    const changes = { event: '*', schema: 'public', table } as const
    channel.on('postgres_changes', changes, (payload) => heard.add(JSON.stringify(payload)))
  }
  await subscribe(channel)

  const opened = await setup.report({
    description: 'Zebrareport',
    links: ['https://zebra.example/clip'],
  })
  const room = `${path}/cases/${opened.id}`
  const response = { kind: 'response', text: 'Zebraresponse', links: [] }
  await send(`POST ${room}/statements`, ann, response)
  await send(`POST ${room}/comments`, steward, { text: 'Zebracomment' })
  const draft = { ...FIVE_SECONDS, reason: 'Zebradraft' }
  await send(`POST ${room}/proposals`, other, draft)
  await send(`POST ${room}/decisions`, steward, { ...FIVE_SECONDS, reason: PUBLISHED })
  await receiver.received(1)
  // After its revocation the decision has no effect on the result.
  const [{ id: firstId }] = (await send(`GET ${room}`, steward)).decisions
  await send(`POST ${room}/decisions/${firstId}/revoke`, steward, { reason: 'Second look' })
  await receiver.received(2)
  await send(`POST ${room}/decisions`, steward, { penalties: [], reason: PUBLISHED })
  await receiver.received(3)
  await heard.count(1)

  const params: Readonly<Record<string, string>> = {
    leagueId,
    seasonId: id,
    id,
    eventId: event.id,
    sessionId,
    caseId: opened.id,
    userId: owner.userId,
    driver: 'Ann',
    version: '1',
    search: 'zebra',
  }
  const fill = (template: string) =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? opened.id)
  const lists = allEndpoints()
    .filter(({ method, webSocket }) => method === 'GET' && !webSocket)
    .flatMap((endpoint) => [fill(endpoint.path), fill(endpoint.path).replace(id, sessionId)])
  const addresses = new Set([
    ...lists,
    ...PAGES.map(fill),
    '/api/Search?q=zebra',
    '/api/Search?q=zebracomment',
    '/api/Search?q=zebrareport',
  ])
  const readAll = async (as: TestAccount | undefined) => {
    const texts: string[] = []
    for (const address of addresses) {
      const { body } = await call(`GET ${address}`, as && { as })
      texts.push(`${address}: ${body}`)
    }
    return texts
  }

  for (const as of [undefined, stranger]) {
    const texts = await readAll(as)
    assert.deepEqual(found(texts, [...OF_PARTIES, ...OF_STEWARDS]), [], as ? 'user' : 'visitor')
    assert.deepEqual(found(texts, [PUBLISHED]), [PUBLISHED])
  }
  for (const party of [ann, bob]) {
    const texts = await readAll(party)
    assert.deepEqual(found(texts, OF_STEWARDS), [], 'a party')
    assert.deepEqual(found(texts, OF_PARTIES), OF_PARTIES, 'a party')
  }
  const read = await readAll(steward)
  assert.deepEqual(found(read, OF_STEWARDS), OF_STEWARDS, 'the test reads the room')
  // An export has what the user wrote.
  const exported = (await call('GET /api/Account/export', { as: steward })).body
  assert.deepEqual(found([exported], [...OF_PARTIES, ...OF_STEWARDS]), ['Zebracomment'])

  const sent = receiver.messages.map(({ text }) => text)
  assert.deepEqual(found(sent, [...OF_PARTIES, ...OF_STEWARDS]), [])
  assert.deepEqual(found(sent, [PUBLISHED]), [PUBLISHED])
  assert.deepEqual(found(heard.all, [...OF_PARTIES, ...OF_STEWARDS]), [])
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(owner_change)::text as text from owner_change
    union all select to_jsonb(webhook_delivery)::text from webhook_delivery
    union all select to_jsonb(notification_event)::text from notification_event`.execute(
    server.context.db,
  )
  const stored = rows.map(({ text }) => text)
  assert.deepEqual(found(stored, [...OF_PARTIES, ...OF_STEWARDS]), [], 'history and deliveries')
  const [mail] = await untilPasses(async () => {
    await sql`update notification set due_at = now() where ended_at is null`.execute(
      server.context.db,
    )
    const mails = await mailsTo(server, `${ann.userId}@example.com`)
    assert.equal(mails.length, 1)
    return mails
  })
  const words = [mail?.subject ?? '', mail?.text ?? '', mail?.html ?? '']
  assert.deepEqual(found(words, [...OF_PARTIES, ...OF_STEWARDS]), [], 'notification')
  assert.deepEqual(found(words, [PUBLISHED]), [PUBLISHED])
})
