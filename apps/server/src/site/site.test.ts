import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createClient } from '@pitboard/contract/client'
import { site } from '@pitboard/contract/site'
import type { Environment } from '../config.ts'
import { openTestServer } from '../testing/server.ts'
import { VERSION } from '../version.ts'

const OPERATOR = {
  OPERATOR_NAME: 'Racing Club',
  OPERATOR_ADDRESS: 'Road 1; 2345 Town',
  OPERATOR_EMAIL: 'box@club.example',
}

test('the site tells its chat and its operator as they are configured', async (t) => {
  const answer = await siteOf(t, { ...OPERATOR, COMMUNITY_CHAT_URL: 'https://chat.example' })
  assert.deepEqual(answer, {
    communityChatUrl: 'https://chat.example/',
    operator: { name: 'Racing Club', address: 'Road 1\n2345 Town', email: 'box@club.example' },
    version: VERSION,
    authUrl: null,
    authAnonKey: null,
  })
})

test('an operator of whom something is unset is none', async (t) => {
  const answer = await siteOf(t, { ...OPERATOR, OPERATOR_EMAIL: '' })
  assert.equal(answer.operator, null)
  assert.equal(answer.communityChatUrl, null)
})

async function siteOf(t: TestContext, env: Environment) {
  const server = await openTestServer({ env })
  t.after(() => server.close())
  return createClient({ baseUrl: server.url })(site.get)
}
