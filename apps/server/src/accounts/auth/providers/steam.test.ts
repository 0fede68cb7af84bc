import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { fragmentOf, listen, openServerWith, signInBy } from '../testing/providers.fixture.ts'

const STEAM_ID = '76561197960287930'
const NS = 'http://specs.openid.net/auth/2.0'

type Change = (answer: URLSearchParams, steam: string) => void

/** The server is Steam as an OpenID 2.0 provider: it confirms each answer once. */
async function openWithSteam(t: TestContext, change: Change = () => undefined) {
  const steam = await listen(t)
  const server = await openServerWith(t, { steam: { issuer: steam.url } })
  const signatures = new Set<string>()
  steam.answerWith((request, response) => {
    if (request.method === 'POST') {
      const chunks: string[] = []
      request.on('data', (chunk) => chunks.push(String(chunk)))
      request.on('end', () => {
        const asked = new URLSearchParams(chunks.join(''))
        const isAsked = asked.get('openid.mode') === 'check_authentication'
        const isValid = isAsked && signatures.delete(asked.get('openid.sig') ?? '')
        response.end(`ns:${NS}\nis_valid:${String(isValid)}\n`)
      })
      return
    }
    const { searchParams } = new URL(request.url ?? '/', steam.url)
    const back = new URL(searchParams.get('openid.return_to') ?? '')
    const signature = crypto.randomUUID()
    signatures.add(signature)
    const id = `${steam.url}/openid/id/${STEAM_ID}`
    const answer = {
      'openid.ns': NS,
      'openid.mode': 'id_res',
      'openid.op_endpoint': `${steam.url}/openid/login`,
      'openid.claimed_id': id,
      'openid.identity': id,
      'openid.return_to': back.href,
      'openid.response_nonce': `${server.clock.now().toISOString().slice(0, 19)}Zabc`,
      'openid.assoc_handle': '1234567890',
      'openid.signed':
        'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
      'openid.sig': signature,
    }
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value)
    change(back.searchParams, steam.url)
    response.writeHead(302, { location: back.href }).end()
  })
  return server
}

test('Steam: its number is the identity, without an e-mail address', async (t) => {
  const server = await openWithSteam(t)
  for (let times = 0; times < 2; times += 1) {
    const values = fragmentOf(await signInBy(server, { provider: 'steam' }))
    assert.ok(values['access_token'])
    assert.equal(values['provider_token'], undefined)
  }
  const { db } = server.context
  const users = await db.selectFrom('auth.users').selectAll().execute()
  assert.deepEqual(
    users.map(({ email, app_metadata: metadata }) => [email, metadata['provider']]),
    [[null, 'steam']],
  )
  const identity = await db.selectFrom('auth.identities').selectAll().executeTakeFirst()
  assert.equal(identity?.provider_id, STEAM_ID)
})

suite('Steam: an answer proves nothing', () => {
  const changes: [name: string, change: Change][] = [
    ['that Steam does not confirm', (answer) => answer.set('openid.sig', 'forged')],
    [
      'of another server’s user',
      (answer) => {
        answer.set('openid.claimed_id', `https://evil.example/openid/id/${STEAM_ID}`)
        answer.set('openid.identity', `https://evil.example/openid/id/${STEAM_ID}`)
      },
    ],
    [
      'that leaves its user out of what is signed',
      (answer) => answer.set('openid.signed', 'op_endpoint,return_to,response_nonce,assoc_handle'),
    ],
    [
      'that would be confirmed elsewhere',
      (answer) => answer.set('openid.op_endpoint', 'https://evil.example/openid/login'),
    ],
    [
      'to another site',
      (answer) => answer.set('openid.return_to', 'https://evil.example/auth/v1/callback'),
    ],
    ['that is old', (answer) => answer.set('openid.response_nonce', '2020-01-01T00:00:00Zabc')],
    [
      'that names two users',
      (answer, steam) => answer.append('openid.claimed_id', `${steam}/openid/id/1`),
    ],
  ]
  for (const [name, change] of changes) {
    test(name, async (t) => {
      const server = await openWithSteam(t, change)
      const values = fragmentOf(await signInBy(server, { provider: 'steam' }))
      assert.equal(values['error_code'], 'unexpected_failure')
    })
  }

  test('that the user has cancelled', async (t) => {
    const server = await openWithSteam(t, (answer) => answer.set('openid.mode', 'cancel'))
    const values = fragmentOf(await signInBy(server, { provider: 'steam' }))
    assert.deepEqual(
      [values['error'], values['error_code']],
      ['access_denied', 'bad_oauth_callback'],
    )
  })
})
