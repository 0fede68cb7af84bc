import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recorderKeys } from '@pitboard/contract/accounts/accounts'
import { type RecorderReport, recorderStatus } from '@pitboard/contract/ingest/recorder-status'
import { ApiException, type Call, createClient } from '@pitboard/contract/wire/client'
import { openAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const REPORT: RecorderReport = {
  problem: 'otherPort',
  listenPort: 20_777,
  foundPort: 20_778,
  format: null,
  packetsPerSecond: 0,
}

let server: TestServer
let nowMs = Date.now()
before(async () => {
  server = await openTestServer({ now: () => new Date(nowMs) })
})
after(() => server.close())

async function openUser(): Promise<{ call: Call; recorder: Call }> {
  const { accessToken } = await openAccount(server.context, { username: server.context.newId() })
  const call = createClient({ baseUrl: server.url, token: () => accessToken })
  const { key } = await call(recorderKeys.create, { body: { name: 'rig' } })
  return { call, recorder: createClient({ baseUrl: server.url, token: () => key }) }
}

test('a report of the recorder is shown to its owner alone, until it is old', async () => {
  const [owner, other] = [await openUser(), await openUser()]
  const nothing = { isPaired: false, report: null, liveSessionId: null, hasRecorded: false }
  assert.deepEqual(await owner.call(recorderStatus.get), nothing)
  await owner.recorder(recorderStatus.report, { body: REPORT })
  const reported = { ...nothing, isPaired: true, report: REPORT }
  assert.deepEqual(await owner.call(recorderStatus.get), reported)
  assert.deepEqual(await other.call(recorderStatus.get), nothing)
  await assert.rejects(
    owner.recorder(recorderStatus.get),
    (error) => error instanceof ApiException && error.status === 401,
    'a recorder reads nothing',
  )
  nowMs += 15_001
  assert.deepEqual(await owner.call(recorderStatus.get), { ...reported, report: null })
})

test('a recorder that reports without end is refused', async () => {
  const { recorder } = await openUser()
  const answers = await Promise.all(
    Array.from({ length: 21 }, () =>
      recorder(recorderStatus.report, { body: REPORT }).then(
        () => 204,
        (error: unknown) => (error instanceof ApiException ? error.status : 0),
      ),
    ),
  )
  assert.deepEqual(
    answers.filter((status) => status !== 204),
    [429],
  )
})
