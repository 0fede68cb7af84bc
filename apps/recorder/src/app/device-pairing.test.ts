import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { hostname } from 'node:os'
import { json } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { freePort } from '../testing/free-port.ts'
import { pair } from './pair.ts'
import {
  createDevicePairing,
  type DevicePairingView,
  nameSystem,
  type Paired,
} from './device-pairing.ts'

const USER = '0190b3a4-0000-7000-8000-000000000001'
const PAGE = 'https://pitboard.example/pair?code=ABCD-EFGH'
const STARTED = {
  deviceCode: 'd'.repeat(43),
  userCode: 'BCDF-GHJK',
  verificationUri: 'https://pitboard.example/pair',
  verificationUriComplete: PAGE,
  expiresIn: 600,
  interval: 0,
}
const PENDING = { status: 'pending', interval: 0, recorder: null }
const UPDATE_KEY = 'k'.repeat(43)
const PAIRED = {
  status: 'paired',
  interval: 0,
  recorder: { userId: USER, userName: 'Max', key: 'new-key', updateKey: UPDATE_KEY },
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const ok = (body: unknown): Answer => ({ status: 200, body })

/** The server answers the start of a pairing, then each poll with the next answer, the last one again. */
async function openWorld(t: TestContext, started: Answer, ...polls: readonly Answer[]) {
  const bodies: unknown[] = []
  let wake: (() => void) | null = null
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const isStart = request.url === '/api/RecorderPairings'
      const answer = isStart ? started : polls[Math.min(bodies.length, polls.length) - 1]
      bodies.push(body)
      response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer?.body ?? {}))
      wake?.()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const printed: string[] = []
  const codes: string[] = []
  const paired: Paired[] = []
  const pairing = createDevicePairing({
    onCode: (code) => codes.push(code),
    onPaired: (one) => paired.push(one),
    print: (text) => printed.push(text),
  })
  t.after(() => pairing.cancel())
  const url = `http://127.0.0.1:${port}`
  return {
    pairing,
    printed,
    codes,
    paired,
    bodies,
    url,
    /** Returns the view once it is one of these states, or gone for "paired". */
    async until(...states: readonly (DevicePairingView['state'] | 'paired')[]) {
      while (!states.includes(pairing.view?.state ?? 'paired')) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      return pairing.view
    },
    async untilRequests(count: number) {
      while (bodies.length < count) await new Promise<void>((resolve) => (wake = resolve))
    },
  }
}

test('the user reads which computer it is by the usual name of its system', () => {
  assert.equal(nameSystem('Windows_NT', '10.0.1'), 'Windows 10.0.1')
  assert.equal(nameSystem('Darwin', '24.1.0'), 'macOS 24.1.0')
  assert.equal(nameSystem('Linux', '6.8'), 'Linux 6.8')
  assert.equal(nameSystem('Linux', '6'.repeat(99)).length, 60)
})

suite('a pairing in the browser', () => {
  test('shows the code, polls until the user has confirmed, and has their key', async (t) => {
    const world = await openWorld(t, ok(STARTED), ok(PENDING), ok(PENDING), ok(PAIRED))
    assert.equal(world.pairing.view, null)
    world.pairing.start(world.url)
    assert.deepEqual(world.pairing.view, {
      server: world.url,
      state: 'starting',
      userCode: null,
      address: null,
      reason: null,
    })
    await world.until('paired')
    const target = { server: world.url, user: USER, key: 'new-key' }
    assert.deepEqual(world.paired, [{ target, updateKey: UPDATE_KEY }])
    assert.deepEqual(world.codes, [PAGE])
    assert.deepEqual(world.printed, [
      `To pair this recorder, confirm the code BCDF-GHJK at ${PAGE}`,
      `Paired with Max on ${world.url}`,
    ])
    const [start, ...polls] = world.bodies
    assert.partialDeepStrictEqual(start, { computerName: hostname().slice(0, 60) })
    assert.deepEqual(
      polls,
      Array.from({ length: 3 }, () => ({ deviceCode: STARTED.deviceCode })),
    )
  })

  test('waits with the code and its page in view', async (t) => {
    const world = await openWorld(t, ok({ ...STARTED, interval: 600 }), ok(PENDING))
    world.pairing.start(world.url)
    assert.deepEqual(await world.until('waiting'), {
      server: world.url,
      state: 'waiting',
      userCode: 'BCDF-GHJK',
      address: PAGE,
      reason: null,
    })
    world.pairing.cancel()
    assert.equal(world.pairing.view, null)
  })

  test('names a user without a name by their id', async (t) => {
    const unnamed = { ...PAIRED, recorder: { ...PAIRED.recorder, userName: null } }
    const world = await openWorld(t, ok(STARTED), ok(unnamed))
    world.pairing.start(world.url)
    await world.until('paired')
    assert.equal(world.printed.at(-1), `Paired with ${USER} on ${world.url}`)
  })

  test('opens only a page of the web, else that of the server', async (t) => {
    for (const verificationUriComplete of ['javascript:alert(1)', 'file:///etc', 'pair']) {
      const started = ok({ ...STARTED, interval: 600, verificationUriComplete })
      const world = await openWorld(t, started)
      world.pairing.start(world.url)
      const view = await world.until('waiting')
      assert.equal(view?.address, `${world.url}/pair?code=BCDF-GHJK`)
      assert.deepEqual(world.codes, [view.address])
    }
  })

  test('goes on while the server cannot answer', async (t) => {
    const busy = [429, 500, 503].map((status) => ({ status, body: { title: 'Later', status } }))
    const world = await openWorld(t, ok(STARTED), ...busy, ok(PAIRED))
    world.pairing.start(world.url)
    await world.until('paired')
    assert.equal(world.paired.length, 1)
    assert.equal(world.bodies.length, 5)
  })

  test('takes the longer interval that the server asks for', async (t) => {
    const slower = ok({ ...PENDING, status: 'slowDown', interval: 600 })
    const world = await openWorld(t, ok(STARTED), slower, ok(PAIRED))
    world.pairing.start(world.url)
    await world.untilRequests(2)
    // Another one with the shorter interval polls four times meanwhile.
    const other = await openWorld(t, ok(STARTED), ok(PENDING), ok(PENDING), ok(PENDING), ok(PAIRED))
    other.pairing.start(other.url)
    await other.until('paired')
    assert.equal(world.bodies.length, 2)
    assert.equal(world.pairing.view?.state, 'waiting')
  })
})

function ended(server: string, state: string, reason: string | null = null) {
  return { server, state, userCode: null, address: null, reason }
}

suite('a pairing ends', () => {
  test('when the user refuses, or it has expired', async (t) => {
    for (const status of ['refused', 'expired'] as const) {
      const world = await openWorld(t, ok(STARTED), ok({ ...PENDING, status }))
      world.pairing.start(world.url)
      assert.deepEqual(await world.until(status), ended(world.url, status))
      assert.deepEqual(world.paired, [])
    }
  })

  test('when the time of its code is over', async (t) => {
    const world = await openWorld(t, ok({ ...STARTED, expiresIn: 0 }), ok(PAIRED))
    world.pairing.start(world.url)
    assert.deepEqual(await world.until('expired'), ended(world.url, 'expired'))
    assert.equal(world.bodies.length, 1)
  })

  test('when it is replaced by another one or cancelled', async (t) => {
    const world = await openWorld(t, ok({ ...STARTED, interval: 600 }))
    world.pairing.start(world.url)
    await world.until('waiting')
    world.pairing.start(`${world.url}/other`)
    assert.equal(world.pairing.view?.server, `${world.url}/other`)
    assert.equal(world.pairing.view?.state, 'starting')
    world.pairing.cancel()
    assert.equal(world.pairing.view, null)
    assert.deepEqual(world.printed.slice(1), [])
  })

  test('when the server is none of ours, refuses or is gone, with the reason', async (t) => {
    const detail = { title: 'Bad', detail: 'Too many pairings', status: 429 }
    for (const [started, reason] of [
      [{ status: 404, body: {} }, 'does not answer as a Pitboard server'],
      [{ status: 405, body: {} }, 'does not answer as a Pitboard server'],
      [{ status: 429, body: detail }, 'is busy: Too many pairings'],
      [{ status: 503, body: {} }, 'is busy: status 503'],
    ] as const) {
      const world = await openWorld(t, started)
      world.pairing.start(world.url)
      const text = `${world.url} ${reason}`
      assert.deepEqual(await world.until('failed'), ended(world.url, 'failed', text))
      assert.deepEqual(world.printed, [`The pairing failed: ${text}`])
    }
    const world = await openWorld(t, ok(STARTED))
    const gone = `http://127.0.0.1:${await freePort()}`
    world.pairing.start(gone)
    const text = `${gone} cannot be reached (ECONNREFUSED)`
    assert.deepEqual(await world.until('failed'), ended(gone, 'failed', text))
  })

  test('when a poll is refused for good', async (t) => {
    const refused = { status: 400, body: { title: 'No such code', status: 400 } }
    const world = await openWorld(t, ok(STARTED), refused, ok(PAIRED))
    world.pairing.start(world.url)
    const view = await world.until('failed')
    assert.equal(view?.reason, `${world.url} is busy: status 400`)
    assert.deepEqual(world.paired, [])
  })
})

suite('record without a key', () => {
  const never = new AbortController().signal

  test('prints the code, and goes on with the key of the user who confirms it', async (t) => {
    const world = await openWorld(t, ok(STARTED), ok(PENDING), ok(PAIRED))
    const printed: string[] = []
    const paired = await pair(world.url, (line) => printed.push(line), never)
    const target = { server: world.url, user: USER, key: 'new-key' }
    assert.deepEqual(paired, { target, updateKey: UPDATE_KEY })
    assert.match(printed[0] ?? '', /confirm the code BCDF-GHJK at https:/)
  })

  test('ends where nobody pairs it', async (t) => {
    const refused = await openWorld(t, ok(STARTED), ok({ ...PENDING, status: 'refused' }))
    await assert.rejects(
      pair(refused.url, () => {}, never),
      { message: 'The pairing was refused', remedy: 'Start the recorder again.' },
    )
    const expired = await openWorld(t, ok(STARTED), ok({ ...PENDING, status: 'expired' }))
    await assert.rejects(
      pair(expired.url, () => {}, never),
      { message: 'The code has expired', remedy: 'Start the recorder again.' },
    )
    const busy = await openWorld(t, { status: 503, body: {} })
    await assert.rejects(
      pair(busy.url, () => {}, never),
      /is busy/,
    )
    const waiting = await openWorld(t, ok(STARTED), ok(PENDING))
    const interrupted = new AbortController()
    const stopped = pair(waiting.url, () => interrupted.abort(), interrupted.signal)
    await assert.rejects(stopped, { message: 'The recorder is not paired' })
  })
})
