import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { recorderPairings } from '@pitboard/contract/accounts/recorder-pairing'
import { createClient } from '@pitboard/contract/wire/client'
import { openAccount } from './testing/account.ts'
import { openTestDatabase, type TestDatabase } from './testing/database.ts'
import { type RunningMain, runMain } from './testing/main-process.ts'
import { openTestServer, type TestServer } from './testing/server.ts'
import { call } from './accounts/auth/testing/auth.fixture.ts'

const ENV = { AUTH_JWT_SECRET: 'a secret of both servers, long enough', AUTH_RATE_LIMITS: 'true' }

let database: TestDatabase
let folder: string
let here: TestServer
let other: RunningMain
let urls: readonly [string, string]
before(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'pitboard-other-'))
  here = await openTestServer({ database, env: { ...ENV, TRUST_PROXY: '1' } })
  other = runMain({
    ...ENV,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
  })
  await other.listening
  urls = [here.url, other.url()]
})
after(async () => {
  await other.stop()
  await here.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (attempt: number) => urls[attempt % 2 === 0 ? 0 : 1]

async function guessPassword(attempt: number): Promise<number> {
  const { status } = await call(
    { url: urlOf(attempt), context: here.context },
    'POST',
    '/token?grant_type=password',
    {
      body: { email: 'max@club.example', password: 'a wrong one' },
      headers: { 'x-forwarded-for': `192.0.2.${attempt}` },
    },
  )
  return status
}

test('who guesses a password of one account at two servers has the guesses of one', async () => {
  for (let attempt = 0; attempt < 15; attempt++) assert.equal(await guessPassword(attempt), 400)
  assert.deepEqual([await guessPassword(15), await guessPassword(16)], [429, 429])
})

test('wrong recorder keys at two servers count together', async () => {
  const startedAtMs = performance.now()
  const statuses: number[] = []
  while (statuses.at(-1) !== 429 && statuses.length < 60) {
    const path = '/api/LiveSession/register/01900000-0000-7000-8000-000000000001?key=wrong'
    const { status } = await fetch(urlOf(statuses.length) + path, { method: 'POST' })
    statuses.push(status)
  }
  const refilled = Math.floor((performance.now() - startedAtMs) / 3000)
  const wrong = statuses.filter((status) => status === 401).length
  assert.ok(wrong >= 20 && wrong <= 20 + refilled, `${wrong} were judged`)
})

test('a recorder that pairs at one server is confirmed at the other', async () => {
  const [first, second] = urls
  const { userId, accessToken } = await openAccount(here.context, { username: 'max' })
  const recorder = createClient({ baseUrl: second })
  const user = createClient({ baseUrl: first, token: () => accessToken })
  const body = { computerName: 'RIG', operatingSystem: 'Linux', recorderVersion: '0.1.0' }
  const { userCode, deviceCode } = await recorder(recorderPairings.start, { body })
  await user(recorderPairings.confirm, { params: { userCode } })
  const poll = () => recorder(recorderPairings.poll, { body: { deviceCode } })
  assert.equal((await poll()).recorder?.userId, userId)
  assert.equal((await poll()).status, 'expired')
})
