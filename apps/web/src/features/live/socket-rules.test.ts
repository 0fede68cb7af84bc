import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  LIVE_PROTOCOL,
  LiveCloseCode,
  type LiveMessage,
} from '@pitboard/contract/live/live-protocol'
import { aSession } from '../../testing/a-session.ts'
import { setGlobals } from '../../testing/set-globals.ts'
import { createLiveStore } from '../race/live-store.ts'
import { createLiveReceiver } from './live-receiver.ts'
import { followLive, openLiveSocket, showLive } from './live-socket.ts'

const LOST = 1006

/** A socket that a test opens, lets speak and closes; the sockets of a page are in the order of their beginning. */
class FakeSocket {
  isClosed = false
  readonly url: string
  readonly #listeners = new Map<string, (event: object) => void>()

  constructor(url: string) {
    this.url = url
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.#listeners.set(type, listener)
  }

  close(): void {
    this.isClosed = true
  }

  hear(data: unknown): void {
    this.#listeners.get('message')?.({ data })
  }

  say(message: LiveMessage): void {
    this.hear(JSON.stringify(message))
  }

  lose(code: number = LOST): void {
    this.#listeners.get('close')?.({ code })
  }
}

function openNetwork(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const sockets: FakeSocket[] = []
  class WebSocket extends FakeSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  setGlobals(t, { WebSocket })
  return {
    sockets,
    last() {
      const socket = sockets.at(-1)
      assert.ok(socket)
      return socket
    },
    pass: (ms: number) => t.mock.timers.tick(ms),
  }
}

/** Opens a live session; chance is in the middle. */
function open(t: TestContext, random = 0.5) {
  const network = openNetwork(t)
  const store = createLiveStore()
  const socket = openLiveSocket('ws://site/x', createLiveReceiver(store), () => random)
  t.after(socket.close)
  return {
    ...network,
    ...socket,
    store,
    kind: () => store.view().connection.kind,
    /** Returns how long the page waits before it tries again. */
    waitMs() {
      const { connection } = store.view()
      return connection.kind === 'reconnecting' ? connection.retryAtMs - Date.now() : null
    },
  }
}

const snapshot = (v = 1): LiveMessage => ({
  t: 'snapshot',
  v,
  at: 0,
  state: aSession({ version: v }),
})
const delta = (v: number): LiveMessage => ({ t: 'delta', v, at: 0, d: 100 })
const heartbeat = (v: number): LiveMessage => ({ t: 'heartbeat', v, at: 0 })
const ended = (v: number): LiveMessage => ({ t: 'ended', v, recordedId: 'R' })

for (const [rule, messages, silenceMs] of [
  ['a snapshot', [snapshot()], 4_000],
  ['a change', [snapshot(), delta(2)], 4_000],
  ['a sign of life', [snapshot(), heartbeat(1)], 4_000],
  ['the word that nobody drives', [{ t: 'waiting' }], 25_000],
  ['the end', [snapshot(), ended(1)], 25_000],
  ['a sign of life after the end', [snapshot(), ended(1), heartbeat(1)], 25_000],
] as const) {
  test(`after ${rule} a socket is dead that is silent for ${silenceMs / 1000} s`, (t) => {
    const { last, pass, kind } = open(t)
    const socket = last()
    for (const message of messages) socket.say(message)
    pass(silenceMs - 1)
    assert.notEqual(kind(), 'reconnecting')
    pass(1)
    assert.deepEqual([kind(), socket.isClosed], ['reconnecting', true])
  })
}

test('a first message is waited for 2.5 s four times, then 10 s', (t) => {
  const { last, pass, waitMs, sockets } = open(t)
  for (const connectMs of [2_500, 2_500, 2_500, 2_500, 10_000, 10_000]) {
    const before = sockets.length
    pass(connectMs - 1)
    assert.equal(last().isClosed, false)
    pass(1)
    assert.equal(last().isClosed, true)
    pass(waitMs() ?? 0)
    assert.equal(sockets.length, before + 1)
  }
})

test('twenty retries are short, later ones wait twice as long each time, half a minute at most', (t) => {
  const { last, pass, waitMs } = open(t)
  const waits = Array.from({ length: 27 }, () => {
    last().lose()
    const ms = waitMs()
    pass(ms ?? 0)
    return ms
  })
  assert.deepEqual(waits.slice(0, 3), [500, 700, 700])
  assert.deepEqual(waits.slice(18), [700, 700, 1_400, 2_800, 5_600, 11_200, 22_400, 30_000, 30_000])
})

for (const [random, ms] of [
  [0, 250],
  [1, 750],
] as const) {
  test(`viewers of one server come back spread: with chance ${random} after ${ms} ms`, (t) => {
    const { last, waitMs } = open(t, random)
    last().lose()
    assert.equal(waitMs(), ms)
  })
}

test('a message that follows makes the next retry the first one again, a snapshot alone does not', (t) => {
  const { last, pass, waitMs } = open(t)
  const failAfter = (...messages: readonly LiveMessage[]) => {
    for (const message of messages) last().say(message)
    last().lose()
    const ms = waitMs()
    pass(ms ?? 0)
    return ms
  }
  assert.deepEqual([failAfter(), failAfter(snapshot()), failAfter(snapshot())], [500, 700, 700])
  assert.deepEqual([failAfter(snapshot(), delta(2)), failAfter()], [500, 700])
  assert.equal(failAfter({ t: 'waiting' }), 500)
})

for (const [rule, data] of [
  ['is no text', new ArrayBuffer(2)],
  ['is no JSON', '{"t":'],
  ['does not follow', JSON.stringify(delta(9))],
] as const) {
  test(`a message that ${rule} leads to a new connection, and nothing more is taken of the old one`, (t) => {
    const { last, pass, kind, sockets, store } = open(t)
    const first = last()
    first.say(snapshot(1))
    first.hear(data)
    assert.deepEqual([kind(), first.isClosed], ['reconnecting', true])
    first.say(snapshot(5))
    first.lose()
    assert.equal(store.view().session?.version, 1)
    pass(2_000)
    assert.equal(sockets.length, 2, 'it is tried once')
    last().say(snapshot(7))
    assert.deepEqual([kind(), store.view().session?.version], ['live', 7])
  })
}

function failToReceive(): never {
  throw new TypeError('defect')
}

test('a defect of the page is told and not taken for a gap', (t) => {
  const { last, pass } = openNetwork(t)
  const receiver = createLiveReceiver(createLiveStore())
  const socket = openLiveSocket('ws://site/x', { ...receiver, receive: failToReceive })
  t.after(socket.close)
  assert.throws(() => last().say(snapshot()), /defect/)
  pass(1)
  assert.equal(last().isClosed, false)
})

test('waking connects once, at once, and only where a retry is due later', (t) => {
  const { last, pass, sockets, wake } = open(t)
  wake()
  assert.equal(sockets.length, 1)
  last().lose()
  wake()
  assert.equal(sockets.length, 2)
  wake()
  pass(1_000)
  assert.equal(sockets.length, 2, 'the retry that was due is forgotten')
})

for (const [rule, code, connection] of [
  ['ends without a word', LiveCloseCode.Ended, { kind: 'ended', recordedId: null }],
  ['was never there', LiveCloseCode.NotFound, { kind: 'notFound' }],
  ['is of a newer server', LiveCloseCode.Protocol, { kind: 'outdated' }],
] as const) {
  test(`a session that ${rule} is not looked for again`, (t) => {
    const { last, pass, sockets, store } = open(t)
    last().lose(code)
    assert.deepEqual(store.view().connection, connection)
    pass(60_000)
    assert.equal(sockets.length, 1)
  })
}

for (const [code, kind] of [
  [LiveCloseCode.Ended, 'ended'],
  [LiveCloseCode.NotFound, 'ended'],
  [LOST, 'reconnecting'],
] as const) {
  test(`after the end a socket that closes with ${code} leaves the page ${kind}`, (t) => {
    const { last, store } = open(t)
    last().say(snapshot())
    last().say(ended(1))
    last().lose(code)
    const { connection } = store.view()
    assert.equal(connection.kind, kind)
    if (connection.kind === 'ended') assert.equal(connection.recordedId, 'R')
  })
}

test('a session that was live and is missing is looked for every 1.5 s, for less than 20 s', (t) => {
  const { last, pass, kind, waitMs } = open(t)
  last().say(snapshot())
  for (let passedMs = 0; passedMs <= 18_000; passedMs += 1_500) {
    last().lose(LiveCloseCode.NotFound)
    assert.equal(waitMs(), 1_500)
    pass(1_500)
  }
  pass(500)
  last().lose(LiveCloseCode.NotFound)
  assert.equal(kind(), 'notFound')
})

test('the search for a session begins anew after it was there again', (t) => {
  const { last, pass, kind } = open(t)
  last().say(snapshot())
  for (const version of [2, 3]) {
    for (let attempt = 0; attempt < 12; attempt++) {
      last().lose(LiveCloseCode.NotFound)
      pass(1_500)
    }
    assert.equal(kind(), 'reconnecting')
    last().say(snapshot(version))
  }
})

test('who leaves hears and tries nothing more', (t) => {
  const { last, pass, sockets, close, kind } = open(t)
  const socket = last()
  socket.say(snapshot())
  close()
  assert.equal(socket.isClosed, true)
  socket.hear('no JSON')
  socket.lose()
  pass(60_000)
  assert.deepEqual([sockets.length, kind()], [1, 'live'])
})

test('who leaves while a retry is due does not connect again', (t) => {
  const { last, pass, sockets, close } = open(t)
  last().lose()
  close()
  pass(60_000)
  assert.equal(sockets.length, 1)
})

/** Opens a page of this site. */
function openPage(t: TestContext, href: string) {
  const network = openNetwork(t)
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  setGlobals(t, { location: { href }, document, window })
  return { ...network, window, document }
}

for (const [href, url] of [
  ['https://site/live/x', `wss://site/api/live?protocol=${LIVE_PROTOCOL}`],
  ['http://site:5173/', `ws://site:5173/api/live?protocol=${LIVE_PROTOCOL}`],
] as const) {
  test(`of the page ${href} the socket is ${url}`, (t) => {
    const { last } = openPage(t, href)
    const stop = followLive('/api/live', createLiveReceiver(createLiveStore()))
    assert.equal(last().url, url)
    stop()
  })
}

test('a page that nobody opened to watch counts no viewer', (t) => {
  const { last } = openPage(t, 'https://site/')
  const store = createLiveStore()
  const stop = showLive('/api/live', store)
  assert.equal(last().url, `wss://site/api/live?counted=false&protocol=${LIVE_PROTOCOL}`)
  last().say(snapshot(3))
  assert.equal(store.view().session?.version, 3)
  stop()
})

test('a page connects at once when it becomes visible or the network is back, until it is left', (t) => {
  const { last, sockets, window, document } = openPage(t, 'https://site/')
  const stop = followLive('/api/live', createLiveReceiver(createLiveStore()))
  last().lose()
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  assert.equal(sockets.length, 1)
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  assert.equal(sockets.length, 2)
  last().lose()
  window.dispatchEvent(new Event('online'))
  assert.equal(sockets.length, 3)
  stop()
  assert.equal(last().isClosed, true)
})

test('a page that was left does not wake', (t) => {
  const { last, sockets, window, document } = openPage(t, 'https://site/')
  const stop = followLive('/api/live', createLiveReceiver(createLiveStore()))
  last().lose()
  stop()
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  assert.equal(sockets.length, 1)
})
