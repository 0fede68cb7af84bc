import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allProblemKinds } from '@pitboard/contract/wire/problem-kinds'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

test('the type of every error is a page that says what happened and what to do', async () => {
  const list = await server.app.inject('/problems')
  assert.equal(list.statusCode, 200)
  for (const { slug, status } of allProblemKinds()) {
    assert.match(list.body, new RegExp(`href="/problems/${slug}"`))
    const page = await server.app.inject(`/problems/${slug}`)
    assert.equal(page.statusCode, 200)
    assert.match(page.headers['content-type'] ?? '', /text\/html/)
    assert.match(page.body, new RegExp(`<h1>${status} .*What happened.*What to do`, 's'))
  }
  const { type } = (await server.app.inject('/api/Sessions/x')).json()
  assert.equal((await server.app.inject(type)).statusCode, 200)
  assert.equal((await server.app.inject('/problems/toString')).statusCode, 404)
})
