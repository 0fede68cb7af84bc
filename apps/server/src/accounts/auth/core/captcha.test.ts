import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import { call, openAuthClient, openAuthServer } from '../testing/auth.fixture.ts'

const who = { email: 'driver@club.example', password: 'correct horse' }

/** Accepts the answer "human" with the right secret, as hCaptcha and Turnstile do. */
async function openCaptcha(t: TestContext) {
  const captcha = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      const success = form.get('secret') === 'ours' && form.get('response') === 'human'
      response.end(JSON.stringify({ success }))
    })
  })
  captcha.listen(0, '127.0.0.1')
  await once(captcha, 'listening')
  t.after(() => captcha.close())
  const address = captcha.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    AUTH_CAPTCHA_URL: `http://127.0.0.1:${address.port}/`,
    AUTH_CAPTCHA_SECRET: 'ours',
    AUTH_AUTOCONFIRM: 'true',
  }
}

for (const version of CLIENT_VERSIONS) {
  test(`a captcha is passed or nothing happens (${version})`, async (t) => {
    const server = await openAuthServer(t, await openCaptcha(t))
    const auth = openAuthClient(version, server)
    for (const captchaToken of ['', 'robot']) {
      const { error } = await auth.signUp({ ...who, options: { captchaToken } })
      assert.deepEqual([error?.status, error?.code], [400, 'captcha_failed'])
    }
    const options = { captchaToken: 'human' }
    assert.equal((await auth.signUp({ ...who, options })).error, null)
    assert.equal((await auth.signInWithPassword(who)).error?.code, 'captcha_failed')
    assert.equal((await auth.signInWithPassword({ ...who, options })).error, null)
  })
}

suite('the captcha', () => {
  test('guards everything that sends or guesses, and not the operator’s programs', async (t) => {
    const server = await openAuthServer(t, await openCaptcha(t))
    const { email } = who
    const calls: [path: string, body: object][] = [
      ['/signup', who],
      ['/otp', { email }],
      ['/magiclink', { email }],
      ['/recover', { email }],
      ['/resend', { email, type: 'signup' }],
      ['/token?grant_type=password', who],
    ]
    for (const [path, body] of calls) {
      const { json } = await call(server, 'POST', path, { body })
      assert.equal(json['code'], 'captcha_failed', path)
      const token = server.context.keys.serviceKey
      const asOperator = await call(server, 'POST', path, { body, token })
      assert.notEqual(asOperator.json['code'], 'captcha_failed', path)
    }
  })
})
