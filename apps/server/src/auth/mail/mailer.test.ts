import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test, type TestContext } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { call, lastMailTo, openAuthServer } from '../auth.fixture.ts'

const body = { email: 'driver@club.example', password: 'correct horse' }

interface Post {
  readonly url: string
  readonly mails: Email[]
}

async function openPost(t: TestContext, options: { refuses?: boolean } = {}): Promise<Post> {
  const mails: Email[] = []
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
        if (options.refuses === true) {
          done(new Error('no room'))
          return
        }
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail)
          done()
        })
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // Not waited for: it waits itself for the connections that are kept open.
  t.after(() => server.close())
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { url: `smtp://post:p%40ss@127.0.0.1:${address.port}`, mails }
}

suite('mails by SMTP', () => {
  test('arrive as text and as HTML, from the configured sender', async (t) => {
    const post = await openPost(t)
    const MAIL_FROM = 'Racing Club <box@club.example>'
    const server = await openAuthServer(t, { SMTP_URL: post.url, MAIL_FROM })
    assert.equal((await call(server, 'POST', '/signup', { body })).status, 200)
    const [mail] = post.mails
    assert.deepEqual(mail?.from, { address: 'box@club.example', name: 'Racing Club' })
    assert.equal(mail.to?.[0]?.address, body.email)
    const link = /^http:\S+$/m.exec(mail.text ?? '')?.[0] ?? ''
    assert.match(link, /\/auth\/v1\/verify\?token=[\da-f]{56}&type=signup&redirect_to=http%3A/)
    assert.ok(mail.html?.includes(`href="${link.replaceAll('&', '&amp;')}"`))
    assert.match(mail.text ?? '', /^\d{6}$/m)
  })

  test('speak the language of the user, else of his browser', async (t) => {
    const post = await openPost(t)
    const server = await openAuthServer(t, { SMTP_URL: post.url })
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
    await call(server, 'POST', '/signup', { body, headers: german })
    const english = { ...body, email: 'b@club.example', data: { language: 'en' } }
    await call(server, 'POST', '/signup', { body: english, headers: german })
    assert.deepEqual(
      post.mails.map(({ subject }) => subject),
      ['Bestätige dein Pitboard-Konto', 'Confirm your Pitboard account'],
    )
    assert.match(post.mails[0]?.html ?? '', /<html lang="de">/)
  })

  test('what a mail server refuses undoes the sign-up', async (t) => {
    const post = await openPost(t, { refuses: true })
    const server = await openAuthServer(t, { SMTP_URL: post.url })
    assert.equal((await call(server, 'POST', '/signup', { body })).status, 500)
    const { db } = server.context
    assert.deepEqual(await db.selectFrom('auth.users').selectAll().execute(), [])
    assert.deepEqual(await db.selectFrom('user').selectAll().execute(), [])
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
