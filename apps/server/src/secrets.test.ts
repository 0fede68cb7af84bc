import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { recorderUpdates } from '@pitboard/contract/ingest/recorder-update'
import { Lease } from '@pitboard/contract/live/live'
import { Value } from 'typebox/value'
import { insertRecorderKey } from './accounts/access/recorder-key.ts'
import { openTestDatabase, type TestDatabase } from './testing/database.ts'
import { openTestServer } from './testing/server.ts'
import { openAccount } from './testing/account.ts'
import { connectRecorder } from './racing/ingest/transports/recorder.fixture.ts'

const SECRET = 'the one secret of these servers, which both know'
const OTHER = 'another secret, which no other server knows about'
const SAML = { AUTH_SAML: 'true' }

async function openDatabase(t: TestContext): Promise<TestDatabase> {
  const database = await openTestDatabase()
  t.after(() => database.close())
  return database
}

/** Opens a server with its own data folder. */
async function openServer(t: TestContext, database: TestDatabase, env: Record<string, string>) {
  const server = await openTestServer({ database, env })
  t.after(() => server.close())
  return server
}

/**
 * Returns what is stored in the database under the secret: the certificate of SAML and the key of recorders' updates.
 */
async function readKeys(url: string): Promise<{ certificate: string; updateKey: string }> {
  const metadata = await (await fetch(`${url}/auth/v1/sso/saml/metadata`)).text()
  const [, certificate = ''] = /X509Certificate>([^<]+)</.exec(metadata) ?? []
  const answer = await (await fetch(url + recorderUpdates.key.path)).json()
  const { updateKey } = Value.Parse(recorderUpdates.key.response, answer)
  assert.notEqual(certificate, '')
  return { certificate, updateKey }
}

test('servers with one secret and one database accept the tokens of each other', async (t) => {
  const database = await openDatabase(t)
  const env = { AUTH_JWT_SECRET: SECRET, ...SAML }
  const one = await openServer(t, database, env)
  const other = await openServer(t, database, env)
  const { userId, accessToken } = await openAccount(one.context)
  const headers = { authorization: `Bearer ${accessToken}` }
  const account = await fetch(`${other.url}/api/RecorderKeys`, { headers })
  assert.equal(account.status, 200)

  const key = await insertRecorderKey(database.db, { id: randomUUID(), userId, name: 'desk' })
  const register = async (url: string) => {
    const answer = await fetch(`${url}/api/LiveSession/register/${userId}?key=${key}`, {
      method: 'POST',
    })
    return Value.Parse(Lease, await answer.json())
  }
  const [{ token }, { port }] = [await register(one.url), await register(other.url)]
  const recorder = await connectRecorder(port)
  assert.equal(await recorder.hello(token ?? '', randomUUID()), 1)
  recorder.socket.destroy()

  assert.deepEqual(await readKeys(other.url), await readKeys(one.url))
})

test('a server with another secret than its database does not start, and says what to do', async (t) => {
  const database = await openDatabase(t)
  const first = await openTestServer({ database, env: { AUTH_JWT_SECRET: SECRET } })
  await first.close()
  for (const env of [{ AUTH_JWT_SECRET: OTHER }, {}, { AUTH_JWT_SECRET_BEFORE: OTHER }]) {
    await assert.rejects(openTestServer({ database, env }), (error) => {
      assert.ok(error instanceof Error)
      assert.match(error.message, /not the secret of its database/)
      assert.match(error.message, /AUTH_JWT_SECRET_BEFORE/)
      assert.ok(!error.message.includes(SECRET) && !error.message.includes(OTHER))
      return true
    })
  }
  await openServer(t, database, { AUTH_JWT_SECRET: SECRET })
})

test('a secret that is changed on purpose leaves the certificate and the key of updates as they were', async (t) => {
  const database = await openDatabase(t)
  const first = await openTestServer({ database, env: { AUTH_JWT_SECRET: SECRET, ...SAML } })
  const keys = await readKeys(first.url)
  await first.close()
  const env = { AUTH_JWT_SECRET: OTHER, AUTH_JWT_SECRET_BEFORE: SECRET, ...SAML }
  for (let start = 1; start <= 2; start++) {
    const next = await openTestServer({ database, env })
    assert.deepEqual(await readKeys(next.url), keys)
    await next.close()
  }
})

test('where the former secret is lost its fingerprint is enough; both are new', async (t) => {
  const database = await openDatabase(t)
  const first = await openTestServer({ database, env: { AUTH_JWT_SECRET: SECRET, ...SAML } })
  const { certificate, updateKey } = await readKeys(first.url)
  const { fingerprint } = first.context.keys
  await first.close()
  const env = { AUTH_JWT_SECRET: OTHER, AUTH_JWT_SECRET_BEFORE: fingerprint, ...SAML }
  const next = await openServer(t, database, env)
  const renewed = await readKeys(next.url)
  assert.notEqual(renewed.certificate, certificate)
  assert.notEqual(renewed.updateKey, updateKey)
})
