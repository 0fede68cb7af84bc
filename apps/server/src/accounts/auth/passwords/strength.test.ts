import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { call, openAuthServer } from '../testing/auth.fixture.ts'

const email = 'driver@club.example'

/** Knows which passwords have leaked, by the first five digits of their hash. */
async function openLeaks(t: TestContext, ...leaked: string[]) {
  const asked: string[] = []
  const leaks = createServer((request, response) => {
    asked.push(request.url ?? '')
    const prefix = request.url?.slice(1) ?? ''
    const digests = leaked.map((text) =>
      createHash('sha1').update(text).digest('hex').toUpperCase(),
    )
    const found = digests.filter((digest) => digest.startsWith(prefix))
    response.end(['0'.repeat(35) + ':0', ...found.map((each) => `${each.slice(5)}:7`)].join('\r\n'))
  })
  leaks.listen(0, '127.0.0.1')
  await once(leaks, 'listening')
  t.after(() => leaks.close())
  const address = leaks.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}/`, asked }
}

test('a leaked password is weak; the service learns five digits of its hash', async (t) => {
  const leaks = await openLeaks(t, 'password1')
  const server = await openAuthServer(t, { AUTH_PWNED_URL: leaks.url })
  const signUp = async (password: string) =>
    call(server, 'POST', '/signup', { body: { email, password } })
  const weak = await signUp('password1')
  assert.equal(weak.status, 422)
  assert.deepEqual(weak.json['weak_password'], { reasons: ['pwned'] })
  assert.match(String(weak.json['message']), /known to be weak and easy to guess/)
  assert.equal((await signUp('correct horse')).status, 200)
  assert.ok(leaks.asked.length === 2 && leaks.asked.every((path) => /^\/[\dA-F]{5}$/.test(path)))
})

test('while the service does not answer, passwords pass', async (t) => {
  const server = await openAuthServer(t, { AUTH_PWNED_URL: 'http://127.0.0.1:1/' })
  const body = { email, password: 'password1' }
  assert.equal((await call(server, 'POST', '/signup', { body })).status, 200)
})

test('a password may have 72 bytes, whatever they spell', async (t) => {
  const server = await openAuthServer(t, { AUTH_AUTOCONFIRM: 'true' })
  const password = 'ü'.repeat(36)
  const body = { email, password }
  assert.equal((await call(server, 'POST', '/signup', { body })).status, 200)
  const signIn = (tried: string) =>
    call(server, 'POST', '/token?grant_type=password', { body: { email, password: tried } })
  assert.equal((await signIn(password)).status, 200)
  assert.equal((await signIn(password.slice(1))).status, 400)
  assert.equal((await signIn(`${password}x`)).status, 400, 'the end counts too')
  const longer = { email: 'other@club.example', password: `${password}x` }
  assert.equal((await call(server, 'POST', '/signup', { body: longer })).status, 400)
})
