import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { suite, test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { LEASE_SECONDS } from '../../../platform/queues/job-table.ts'
import { call, lastMailTo, mailsTo, openAuthServer } from '../testing/auth.fixture.ts'

const body = { email: 'driver@club.example', password: 'correct horse' }

interface Post {
  /** Returns how many mails it has refused. */
  refused(): number
  readonly url: string
  readonly mails: Email[]
  /** Resolves once that many mails have arrived. */
  arrived(count: number): Promise<void>
}

async function openPost(
  t: TestContext,
  options: { refusals?: number; slowMs?: number } = {},
): Promise<Post> {
  const mails: Email[] = []
  const arrivals = new EventEmitter()
  let refusals = options.refusals ?? 0
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      const isRight = username === 'post' && password === 'p@ss'
      done(isRight ? null : new Error('wrong password'), { user: username })
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1
          refused += 1
          done(new Error('no room'))
          return
        }
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail)
          arrivals.emit('mail')
          if (options.slowMs === undefined) done()
          else setTimeout(done, options.slowMs)
        })
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // The call is not awaited because it waits for open connections.
  t.after(() => server.close())
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `smtp://post:p%40ss@127.0.0.1:${address.port}`,
    mails,
    refused: () => refused,
    async arrived(count) {
      while (mails.length < count) await once(arrivals, 'mail')
    },
  }
}

suite('mails by SMTP', () => {
  test('arrive as text and as HTML, from the configured sender', async (t) => {
    const post = await openPost(t)
    const MAIL_FROM = 'Racing Club <box@club.example>'
    const server = await openAuthServer(t, { SMTP_URL: post.url, MAIL_FROM })
    assert.equal((await call(server, 'POST', '/signup', { body })).status, 200)
    await post.arrived(1)
    const [mail] = post.mails
    assert.deepEqual(mail?.from, { address: 'box@club.example', name: 'Racing Club' })
    assert.equal(mail.to?.[0]?.address, body.email)
    const link = /^http:\S+$/m.exec(mail.text ?? '')?.[0] ?? ''
    assert.match(link, /\/auth\/v1\/verify\?token=[\da-f]{56}&type=signup&redirect_to=http%3A/)
    assert.ok(mail.html?.includes(`href="${link.replaceAll('&', '&amp;')}"`))
    assert.match(mail.text ?? '', /^\d{6}$/m)
  })

  test('are in the language of the user, else of their browser', async (t) => {
    const post = await openPost(t)
    const server = await openAuthServer(t, { SMTP_URL: post.url })
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
    await call(server, 'POST', '/signup', { body, headers: german })
    await post.arrived(1)
    const english = { ...body, email: 'b@club.example', data: { language: 'en' } }
    await call(server, 'POST', '/signup', { body: english, headers: german })
    await post.arrived(2)
    assert.deepEqual(
      post.mails.map(({ subject }) => subject),
      ['Bestätige dein Pitboard-Konto', 'Confirm your Pitboard account'],
    )
    assert.match(post.mails[0]?.html ?? '', /<html lang="de">/)
  })

  test('what a mail server does not take is sent later, and nobody waits for it', async (t) => {
    const post = await openPost(t, { refusals: 1 })
    const server = await openAuthServer(t, { SMTP_URL: post.url })
    const { db } = server.context
    assert.equal((await call(server, 'POST', '/signup', { body })).status, 200)
    const waiting = () => db.selectFrom('auth.outbox').selectAll().execute()
    await until(() => post.refused() === 1)
    const leaseEndMs = server.clock.now().getTime() + LEASE_SECONDS * 1000
    // The failure is stored: it is due before the lease would end.
    await until(async () => {
      const [row] = await waiting()
      return row?.next_attempt_at.getTime() !== leaseEndMs
    })
    const [row] = await waiting()
    assert.equal(row?.attempts, 1)
    assert.doesNotMatch(row?.content.toString('latin1') ?? '', /driver|verify/, 'it is encrypted')
    server.clock.pass(61)
    await post.arrived(1)
    const token = /^\d{6}$/m.exec(post.mails[0]?.text ?? '')?.[0]
    const code = { type: 'signup', email: body.email, token }
    assert.equal((await call(server, 'POST', '/verify', { body: code })).status, 200)
    await until(async () => (await waiting()).length === 0)
  })

  test('a mail that never leaves is given up once its code is worthless', async (t) => {
    const server = await openAuthServer(t, { SMTP_URL: 'smtp://127.0.0.1:1' })
    assert.equal((await call(server, 'POST', '/signup', { body })).status, 200)
    const waiting = () => server.context.db.selectFrom('auth.outbox').selectAll().execute()
    await until(async () => (await waiting())[0]?.attempts === 1)
    const hour = server.clock.now().getTime() + 3_600_000
    await until(async () => {
      server.clock.pass(60)
      return (await waiting()).length === 0
    })
    assert.ok(server.clock.now().getTime() >= hour)
  })

  test('a mail server that needs longer than a lease gets each mail once', async (t) => {
    const post = await openPost(t, { slowMs: 100 })
    const server = await openAuthServer(t, { SMTP_URL: post.url }, { queueCheckMs: 25 })
    const addresses = Array.from({ length: 44 }, (_, number) => `driver${number}@club.example`)
    for (const email of addresses) {
      assert.equal((await call(server, 'POST', '/otp', { body: { email } })).status, 200)
    }
    const waiting = () => server.context.db.selectFrom('auth.outbox').select('id').execute()
    await until(async () => {
      server.clock.pass(LEASE_SECONDS)
      return (await waiting()).length === 0
    })
    const received = post.mails.map(({ to }) => to?.[0]?.address ?? '')
    assert.deepEqual(received.toSorted(), addresses.toSorted())
  })

  test('a transaction that the database retries sends one mail', async (t) => {
    const server = await openAuthServer(t)
    const { db } = server.context
    // A sequence stays counted when all else is undone: the first attempt fails, the second does not.
    await sql`create sequence attempt`.execute(db)
    await sql`create function take_back() returns trigger language plpgsql as $$
      begin
        if nextval('attempt') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return null;
      end $$`.execute(db)
    await sql`create constraint trigger take_back after insert on auth.outbox
      deferrable initially deferred for each row execute function take_back()`.execute(db)
    assert.equal((await call(server, 'POST', '/signup', { body })).status, 200)
    assert.equal((await mailsTo(server, body.email)).length, 1)
    assert.deepEqual(await db.selectFrom('auth.outbox').selectAll().execute(), [])
  })
})

test('without SMTP_URL a mail is a file in the outbox', async (t) => {
  const server = await openAuthServer(t, { PUBLIC_URL: 'https://pitboard.example' })
  await call(server, 'POST', '/signup', { body })
  const { link, html, subject } = await lastMailTo(server, body.email)
  assert.equal(subject, 'Confirm your Pitboard account')
  assert.ok(link.startsWith('https://pitboard.example/auth/v1/verify?'))
  assert.match(html, /<p class="code">\d{6}<\/p>/)
})
