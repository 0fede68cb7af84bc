import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type * as Accounts from '../../auth/account.ts'
import type * as QueryClients from '../../state/query-client.ts'
import { nextLoad } from '../../testing/browser-world.ts'
import { answerCalls } from '../../testing/answered-calls.ts'
import { setGlobals } from '../../testing/set-globals.ts'
import type * as UploadQueues from './upload-queue.ts'

const RESULT = { sessions: [], leftOut: 0, datagrams: { read: 1, used: 1, unknown: 0 }, notes: [] }

/** The test answers this request. */
class Request extends EventTarget {
  static last: Request | null = null
  upload = new EventTarget()
  status = 0
  responseText = ''
  open = () => undefined
  setRequestHeader = () => undefined
  abort = () => this.dispatchEvent(new Event('abort'))
  send() {
    Request.last = this
  }
  async answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
    await nextTurn()
  }
}

const userOf = (userId: string): Accounts.AccountState => ({
  kind: 'signedIn',
  session: {
    userId,
    signInId: null,
    email: '',
    accessToken: 'token',
    username: userId,
    avatarUrl: null,
    provedAt: new Date(0),
  },
})

/** Opens the page of a user who sends a file. */
async function open(t: TestContext) {
  const window = new EventTarget()
  setGlobals(t, { window, XMLHttpRequest: Request })
  answerCalls(t, () => ({ bytesMax: 9 }))
  const load = nextLoad()
  const accounts: typeof Accounts = await import(`../../auth/account.ts${load}`)
  accounts.setAccountState(userOf('U'))
  const clients: typeof QueryClients = await import(`../../state/query-client.ts${load}`)
  // What it holds would keep the process alive for minutes.
  t.after(() => clients.queryClient.clear())
  const { uploadQueue }: typeof UploadQueues = await import(`./upload-queue.ts${load}`)
  return {
    uploadQueue,
    ...accounts,
    ...clients,
    kinds: () => uploadQueue.list().map(({ state }) => state.kind),
    async add() {
      Request.last = null
      uploadQueue.add([new File(['x'], 'race.pcap')])
      while (!Request.last) await nextTurn()
      const request: Request = Request.last
      return request
    },
    /** Returns whether leaving the page needs a confirmation. */
    asksToLeave() {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    },
  }
}

test('who leaves the page while a file is sent is asked, and nobody before or after it', async (t) => {
  const { add, asksToLeave, kinds } = await open(t)
  assert.equal(asksToLeave(), false)
  const request = await add()
  assert.deepEqual([kinds(), asksToLeave()], [['sending'], true])
  await request.answer(200, { id: 'X', progress: 1, result: RESULT })
  assert.deepEqual([kinds(), asksToLeave()], [['done'], false])
  const second = await add()
  assert.deepEqual([kinds(), asksToLeave()], [['done', 'sending'], true])
  await second.answer(413, {})
  assert.deepEqual([kinds(), asksToLeave()], [['done', 'failed'], false])
})

test('who leaves while a file waits for the server is asked', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { add, asksToLeave, kinds, uploadQueue } = await open(t)
  const request = await add()
  await request.answer(503, {})
  assert.deepEqual([kinds(), asksToLeave()], [['away'], true])
  uploadQueue.clear()
})

test('sessions are read again once a file is read', async (t) => {
  const { add, queryClient } = await open(t)
  const keys = [['sessions', 'latest'], ['seasons']] as const
  for (const key of keys) queryClient.setQueryData(key, [])
  const request = await add()
  await request.answer(200, { id: 'X', progress: 1, result: RESULT })
  const isStale = (key: readonly string[]) => queryClient.getQueryState(key)?.isInvalidated
  assert.deepEqual(keys.map(isStale), [true, false])
})

test('what one user has sent is not shown to the next one', async (t) => {
  const { add, kinds, setAccountState } = await open(t)
  await add()
  setAccountState(userOf('U'))
  assert.deepEqual(kinds(), ['sending'], 'the same user has a new token')
  setAccountState({ kind: 'signedOut' })
  assert.deepEqual(kinds(), [])
})
