import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createClient } from '@pitboard/contract/wire/client'
import { site } from '@pitboard/contract/site/site'
import { type Environment, VERSION } from '../../platform/config/config.ts'
import { openTestServer } from '../../testing/server.ts'

const ANON_KEY = 'the public key of this site'
const OPERATOR = {
  OPERATOR_NAME: 'Racing Club',
  OPERATOR_ADDRESS: 'Road 1; 2345 Town',
  OPERATOR_EMAIL: 'box@club.example',
}

const OUTSIDE_KEYS = {
  AUTH_JWT_SECRET: 'of the outside service, 32 characters or more',
  AUTH_ANON_KEY: 'its-anon-key',
  AUTH_SERVICE_KEY: 'its-service-key',
}

test('the site names its chat and its operator as they are configured', async (t) => {
  const answer = await siteOf(t, {
    ...OPERATOR,
    COMMUNITY_CHAT_URL: 'https://chat.example',
    AUTH_ANON_KEY: ANON_KEY,
  })
  assert.deepEqual(answer, {
    communityChatUrl: 'https://chat.example/',
    operator: { name: 'Racing Club', address: 'Road 1\n2345 Town', email: 'box@club.example' },
    version: VERSION,
    webAppEntry: '/assets/index-2.js',
    authUrl: null,
    authAnonKey: ANON_KEY,
  })
})

test('an operator with an unset field is null', async (t) => {
  const answer = await siteOf(t, { ...OPERATOR, OPERATOR_EMAIL: '' })
  assert.equal(answer.operator, null)
  assert.equal(answer.communityChatUrl, null)
})

test('the site names its own sign-in by a public key, and an outside one by its address', async (t) => {
  const own = await siteOf(t, {})
  assert.equal(own.authUrl, null)
  const [, claims = ''] = own.authAnonKey?.split('.') ?? []
  assert.equal(JSON.parse(Buffer.from(claims, 'base64url').toString()).role, 'anon')
  const outside = await siteOf(t, { AUTH_URL: 'https://auth.example/auth/v1', ...OUTSIDE_KEYS })
  assert.equal(outside.authUrl, 'https://auth.example/auth/v1')
  assert.equal(outside.authAnonKey, OUTSIDE_KEYS.AUTH_ANON_KEY)
})

async function siteOf(t: TestContext, env: Environment) {
  const webFolder = mkdtempSync(join(tmpdir(), 'pitboard-web-'))
  const script = '<script type="module" crossorigin src="/assets/index-2.js"></script>'
  writeFileSync(join(webFolder, 'index.html'), `<!doctype html><html>${script}</html>`)
  const server = await openTestServer({ env, webFolder })
  t.after(async () => {
    await server.close()
    rmSync(webFolder, { recursive: true })
  })
  return createClient({ baseUrl: server.url })(site.get)
}
