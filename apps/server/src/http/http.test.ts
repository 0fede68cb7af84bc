import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@pitboard/contract/endpoints'
import { fastifyPath } from '../route.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

test('every endpoint of the contract is mounted', () => {
  const missing = allEndpoints()
    .filter(({ method, path }) => !server.app.hasRoute({ method, url: fastifyPath(path) }))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(missing, [])
})
