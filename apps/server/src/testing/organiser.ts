import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { openAccount, type TestAccount } from './account.ts'
import { createCall } from './call.ts'
import { openTestServer, type TestServer } from './server.ts'

/** Opens a server for the tests of a file, with an organiser who is signed in. */
export function openOrganiser() {
  let server: TestServer
  let owner: TestAccount
  before(async () => {
    server = await openTestServer()
    owner = await openAccount(server.context, { username: 'Organiser' })
  })
  after(() => server.close())
  const call = createCall(() => server)
  return {
    get server() {
      return server
    },
    get owner() {
      return owner
    },
    call,
    /** Calls as the organiser; the test fails where the call is refused. */
    async send(what: Parameters<typeof call>[0], body?: object) {
      const answer = await call(what, { as: owner, ...(body && { body }) })
      assert.ok(answer.statusCode < 300, `${what}: ${answer.statusCode} ${answer.body}`)
      return answer
    },
  }
}
