import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openAccount } from './account.ts'
import { createCall } from './call.ts'
import { openTestServer } from './server.ts'

/** Opens a server for the tests of a file, with an organiser who is signed in. */
export async function openOrganiser(options: Parameters<typeof openTestServer>[0] = {}) {
  const server = await openTestServer(options)
  after(() => server.close())
  const owner = await openAccount(server.context, { username: 'Organiser' })
  const call = createCall(() => server)
  return {
    server,
    owner,
    call,
    /** Calls as the organiser; the test fails where the call is refused. */
    async send(what: Parameters<typeof call>[0], body?: object) {
      const answer = await call(what, { as: owner, ...(body && { body }) })
      assert.ok(answer.statusCode < 300, `${what}: ${answer.statusCode} ${answer.body}`)
      return answer
    },
  }
}
