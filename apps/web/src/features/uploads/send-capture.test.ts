import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setAccessToken } from '../../auth/access-token.ts'
import { answerCalls } from '../../testing/answered-calls.ts'
import { setGlobals } from '../../testing/set-globals.ts'
import { UploadError, type UploadState } from './capture-uploads.ts'
import { sendCapture, serverAnswers } from './send-capture.ts'

const RESULT = { sessions: [], leftOut: 0, datagrams: { read: 1, used: 1, unknown: 0 }, notes: [] }
const UPLOADED = { id: 'U', progress: 0.25, result: null }
const DONE = { id: 'U', progress: 1, result: RESULT }
const LIMITS = 'GET /api/Sessions/captures'
const file = () => new File(['abcd'], 'race.pcap', { lastModified: 1_000 })
const live = () => new AbortController().signal

/** The request sends the file; the test says how it goes on. */
class SentFile extends EventTarget {
  static readonly sent: SentFile[] = []
  static next: ((request: SentFile) => void) | null = null
  upload = new EventTarget()
  status = 0
  responseText = ''
  opened: readonly string[] = []
  headers: Record<string, string> = {}
  aborted = 0
  onSend: ((request: SentFile) => void) | null = SentFile.next

  open(...opened: string[]) {
    this.opened = opened
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send() {
    SentFile.sent.push(this)
    this.onSend?.(this)
  }
  abort() {
    this.aborted++
    this.dispatchEvent(new Event('abort'))
    this.dispatchEvent(new Event('loadend'))
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
    this.dispatchEvent(new Event('loadend'))
  }
}

interface World {
  readonly limits?: unknown
  readonly reads?: readonly unknown[]
  readonly onSend?: (request: SentFile) => void
}

function openUploads(t: TestContext, { limits = { bytesMax: 4 }, reads = [], onSend }: World = {}) {
  SentFile.sent.length = 0
  SentFile.next = onSend ?? ((request) => request.answer(200, UPLOADED))
  setGlobals(t, { XMLHttpRequest: SentFile })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const left = [...reads]
  const calls = answerCalls(t, (name) => {
    if (name === LIMITS) return typeof limits === 'function' ? limits() : limits
    return left.shift() ?? DONE
  })
  return { calls, names: () => calls.map(({ name }) => name) }
}

/** Lets the time go on until the work is done. */
async function settle<T>(t: TestContext, work: Promise<T>, stepMs = 500): Promise<T> {
  const state = { isOver: false }
  const ended = work.finally(() => {
    state.isOver = true
  })
  ended.catch(() => undefined)
  while (!state.isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    t.mock.timers.tick(stepMs)
  }
  return ended
}

const problemOf = (sending: Promise<unknown>) =>
  sending.then(
    () => null,
    (error: unknown) => (error instanceof UploadError ? error.problem : error),
  )

test('a file is sent with its time and the token, and followed until it is read', async (t) => {
  const { names } = openUploads(t, {
    reads: [{ ...UPLOADED, progress: 0.5 }, DONE],
    onSend: (request) => {
      for (const [loaded, total] of [
        [1, 4],
        [0, 0],
      ]) {
        request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
      }
      request.answer(200, UPLOADED)
    },
  })
  setAccessToken({ value: 'token', expiresAtMs: Infinity })
  t.after(() => setAccessToken(null))
  const states: UploadState[] = []
  const result = await settle(
    t,
    sendCapture(file(), (state) => states.push(state), live()),
  )
  assert.deepEqual(result, RESULT)
  assert.deepEqual(states, [
    { kind: 'sending', share: 0.25 },
    { kind: 'sending', share: 0 },
    { kind: 'reading', share: 0.25 },
    { kind: 'reading', share: 0.5 },
  ])
  const [sent] = SentFile.sent
  assert.deepEqual(sent?.opened, [
    'POST',
    '/api/Sessions/captures?writtenAt=1970-01-01T00%3A00%3A01.000Z',
  ])
  assert.deepEqual(sent.headers, {
    authorization: 'Bearer token',
    'content-type': 'application/octet-stream',
  })
  assert.deepEqual(names(), [
    LIMITS,
    'GET /api/Sessions/captures/U',
    'GET /api/Sessions/captures/U',
  ])
})

test('a file that is read at once is not asked for', async (t) => {
  const { names } = openUploads(t, { onSend: (request) => request.answer(200, DONE) })
  assert.deepEqual(
    await settle(
      t,
      sendCapture(file(), () => {}, live()),
    ),
    RESULT,
  )
  assert.deepEqual(names(), [LIMITS])
})

test('a file that is larger than the server takes is not sent', async (t) => {
  openUploads(t, { limits: { bytesMax: 3 } })
  assert.equal(await problemOf(sendCapture(file(), () => {}, live())), 'tooLarge')
  assert.equal(SentFile.sent.length, 0)
})

for (const [status, problem] of [
  [300, 'unexpected'],
  [400, 'unexpected'],
  [401, 'signedOut'],
  [403, 'signedOut'],
  [404, 'interrupted'],
  [408, 'interrupted'],
  [413, 'tooLarge'],
  [415, 'unreadable'],
  [422, 'nothingInIt'],
  [429, 'busy'],
  [500, 'unexpected'],
  [502, 'interrupted'],
  [503, 'interrupted'],
  [504, 'interrupted'],
  [507, 'diskFull'],
  [199, 'unexpected'],
] as const) {
  test(`an upload that is answered with ${status} has the problem ${problem}`, async (t) => {
    openUploads(t, { onSend: (request) => request.answer(status, {}) })
    assert.equal(await problemOf(sendCapture(file(), () => {}, live())), problem)
  })
}

test('every answer of success counts', async (t) => {
  openUploads(t, { onSend: (request) => request.answer(299, DONE) })
  assert.equal(await problemOf(sendCapture(file(), () => {}, live())), null)
})

const failToFetch = () => {
  throw new TypeError('Failed to fetch')
}

test('a broken connection interrupts, and so does a refusal of what follows', async (t) => {
  openUploads(t, { onSend: (request) => request.dispatchEvent(new Event('error')) })
  assert.equal(await problemOf(sendCapture(file(), () => {}, live())), 'interrupted')
  t.mock.reset()
  openUploads(t, { reads: [new Response('', { status: 422 })] })
  assert.equal(
    await problemOf(
      settle(
        t,
        sendCapture(file(), () => {}, live()),
      ),
    ),
    'nothingInIt',
  )
  t.mock.reset()
  openUploads(t, { limits: failToFetch })
  assert.equal(await problemOf(sendCapture(file(), () => {}, live())), 'interrupted')
})

test('an upload that is stopped before its first byte is not sent', async (t) => {
  openUploads(t)
  const stop = new AbortController()
  const sending = sendCapture(file(), () => {}, stop.signal)
  stop.abort()
  await assert.rejects(sending)
  assert.equal(SentFile.sent.length, 0)
})

test('an upload that is stopped while it is sent is broken off', async (t) => {
  const stop = new AbortController()
  const { names } = openUploads(t, { onSend: () => stop.abort() })
  assert.equal(await problemOf(sendCapture(file(), () => {}, stop.signal)), 'interrupted')
  assert.equal(SentFile.sent[0]?.aborted, 1)
  assert.deepEqual(names(), [LIMITS])
})

test('an upload that is stopped while it is read is cancelled on the server', async (t) => {
  const stop = new AbortController()
  const { names } = openUploads(t)
  const sending = sendCapture(
    file(),
    ({ kind }) => {
      if (kind === 'reading') stop.abort()
    },
    stop.signal,
  )
  await assert.rejects(settle(t, sending), { name: 'AbortError' })
  assert.deepEqual(names(), [LIMITS, 'DELETE /api/Sessions/captures/U'])
  assert.equal(SentFile.sent[0]?.aborted, 0, 'the request had come to its end')
})

test('an upload that is stopped while its answer comes is cancelled on the server', async (t) => {
  const stop = new AbortController()
  const { names } = openUploads(t, {
    onSend: (request) => {
      request.answer(200, UPLOADED)
      stop.abort()
    },
  })
  await assert.rejects(
    settle(
      t,
      sendCapture(file(), () => {}, stop.signal),
    ),
  )
  assert.deepEqual(names(), [LIMITS, 'DELETE /api/Sessions/captures/U'])
})

test('once an upload is over, to stop it cancels nothing', async (t) => {
  const stop = new AbortController()
  const { names } = openUploads(t, { reads: [DONE] })
  await settle(
    t,
    sendCapture(file(), () => {}, stop.signal),
  )
  const before = names().length
  stop.abort()
  assert.equal(names().length, before)
})

test('the server answers again once it says anything of its own', async (t) => {
  let asked = 0
  const limits = () => {
    asked++
    if (asked === 1) throw new TypeError('Failed to fetch')
    if (asked === 2) return new Response('', { status: 503 })
    return new Response('', { status: 429 })
  }
  openUploads(t, { limits })
  assert.equal(await settle(t, serverAnswers(live()), 2_000), true)
  assert.equal(asked, 3)
  asked = 3
  assert.equal(await settle(t, serverAnswers(live()), 2_000), true)
  assert.equal(asked, 4)
})

test('after ten minutes without an answer, or when the upload is stopped, nobody asks any more', async (t) => {
  let asked = 0
  const throws = () => {
    asked++
    throw new TypeError('Failed to fetch')
  }
  openUploads(t, { limits: throws })
  assert.equal(await settle(t, serverAnswers(live()), 2_000), false)
  assert.equal(asked, 300)
  const stop = new AbortController()
  stop.abort()
  assert.equal(await settle(t, serverAnswers(stop.signal), 2_000), false)
  assert.equal(asked, 300)
})
