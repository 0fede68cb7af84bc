import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { pino } from 'pino'
import type { Log } from '../diagnostics/log.ts'
import { whyLeftOut } from '../../testing/outside-programs.ts'
import { type Carrier, CARRIERS, settle } from './carriers.fixture.ts'
import { type FanOut, type MeasuredFanOut, NoAnswer, PAYLOAD_BYTES_MAX } from './fan-out.ts'

const HOSTILE = [
  '',
  '.',
  'a.',
  '.a',
  'a..b',
  'a b',
  ' a',
  'a\tb',
  'a\r\nPUB b 0\r\n',
  'a\n',
  '\0',
  'ä',
  '*',
  '>',
  'a.>',
  '*.a',
  'a.*.b',
  'a*',
  'a.b*',
  '$SYS.a',
  'a,b',
  'x'.repeat(201),
]
const text = (payload: Uint8Array) => Buffer.from(payload).toString()
const bytes = (words: string) => Buffer.from(words)

/** Collects everything that arrives on a subject, as text. */
function collect(fanOut: FanOut, pattern: string): string[] {
  const seen: string[] = []
  fanOut.subscribe(pattern, ({ subject, payload }) => seen.push(`${subject} ${text(payload)}`))
  return seen
}

function captureLog(): { readonly log: Log; lines(): string } {
  const stream = new PassThrough()
  let written = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (written += chunk))
  return { log: pino(stream), lines: () => written }
}

for (const [name, open] of Object.entries(CARRIERS)) {
  const skip = name === 'NATS' && whyLeftOut('nats-server')
  describe(`messages between servers through ${name}`, { skip }, () => {
    let carrier: Carrier
    let a: MeasuredFanOut
    let b: MeasuredFanOut
    const logOfB = captureLog()
    before(async () => {
      carrier = await open()
      a = await carrier.join()
      b = await carrier.join(logOfB.log)
    })
    after(() => carrier.close())

    test('arrive whole and in their order, at every other server', async () => {
      const c = await carrier.join()
      const payloads = Array.from({ length: 2_000 }, (_, place) => randomBytes(place % 700))
      const seen = [b, c].map((server) => {
        const received: Buffer[] = []
        server.subscribe('order.one', ({ payload }) => received.push(Buffer.from(payload)))
        return received
      })
      await Promise.all([settle(b), settle(c)])
      for (const payload of payloads) a.publish('order.one', payload)
      for (const received of seen) {
        await until(() => received.length === payloads.length)
        assert.ok(Buffer.concat(received).equals(Buffer.concat(payloads)))
      }
    })

    test('do not come back to the server that sends them', async () => {
      const [own, others] = [collect(a, 'echo'), collect(b, 'echo')]
      await Promise.all([settle(a), settle(b)])
      a.publish('echo', bytes('from a'))
      b.publish('echo', bytes('from b'))
      await until(() => own.length > 0 && others.length > 0)
      await settle(a)
      assert.deepEqual([own, others], [['echo from b'], ['echo from a']])
    })

    test('reach subscriptions with a wildcard for one last part', async () => {
      const seen = collect(b, 'wild.*')
      const exact = collect(b, 'wild.two')
      await settle(b)
      for (const subject of [
        'wild',
        'wild.one',
        'wild.two',
        'wild.one.two',
        'wilder.one',
        'wild.x-_9',
      ]) {
        a.publish(subject, bytes('!'))
      }
      await until(() => seen.length === 3)
      assert.deepEqual(seen, ['wild.one !', 'wild.two !', 'wild.x-_9 !'])
      assert.deepEqual(exact, ['wild.two !'])
    })

    test('reach each of several listeners of a server until it ends', async () => {
      const seen: string[] = []
      const listener = ({ payload }: { payload: Uint8Array }) => seen.push(text(payload))
      const endFirst = b.subscribe('two', listener)
      b.subscribe('two', () => {
        throw new Error('a broken listener')
      })
      const endSecond = b.subscribe('two', listener)
      await settle(b)
      a.publish('two', bytes('1'))
      await until(() => seen.length === 2)
      endFirst()
      endFirst()
      a.publish('two', bytes('2'))
      await until(() => seen.length === 3)
      endSecond()
      const last = collect(b, 'last')
      await settle(b)
      a.publish('two', bytes('3'))
      a.publish('last', bytes('!'))
      await until(() => last.length === 1)
      assert.deepEqual(seen, ['1', '1', '2'])
      assert.match(logOfB.lines(), /a broken listener/)
    })

    test('subscribed before a request that was answered, miss nothing after it', async () => {
      let published = 0
      const end = a.respond('state', () => {
        const state = published
        published++
        a.publish('state.changes', bytes(`${published}`))
        return bytes(`${state}`)
      })
      await settle(a)
      for (let round = 0; round < 50; round++) {
        const seen: string[] = []
        const endSubscription = b.subscribe('state.changes', ({ payload }) =>
          seen.push(text(payload)),
        )
        const state = Number(text(await b.request('state', bytes(''))))
        await until(() => seen.includes(`${state + 1}`))
        endSubscription()
      }
      end()
    })

    test('a request gets the answer of another server', async () => {
      const end = b.respond('sum', async (payload) => {
        await Promise.resolve()
        return bytes(`${text(payload)}!`)
      })
      await settle(b)
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, place) => a.request('sum', bytes(`${place}`))),
      )
      assert.deepEqual(
        answers.map(text),
        answers.map((_, place) => `${place}!`),
      )
      assert.equal((await a.request('sum', new Uint8Array())).length, 1)
      end()
      await settle(b)
      await assert.rejects(a.request('sum', bytes('1')), NoAnswer)
    })

    test(
      'a request without another server that responds fails at once',
      { timeout: 5_000 },
      async () => {
        const WITHIN_MS = 60_000
        const end = a.respond('own', () => bytes('own'))
        await assert.rejects(a.request('own', bytes(''), WITHIN_MS), NoAnswer)
        await assert.rejects(a.request('missing', bytes(''), WITHIN_MS), NoAnswer)
        const seen = collect(b, 'listened-to')
        await settle(b)
        await assert.rejects(a.request('listened-to', bytes(''), WITHIN_MS), NoAnswer)
        assert.deepEqual(seen, [], 'a request is not a message')
        end()
      },
    )

    test(
      'a failed answer fails the request at once and is logged',
      { timeout: 5_000 },
      async () => {
        b.respond('broken', () => {
          throw new Error('the answer is broken')
        })
        b.respond('large', () => new Uint8Array(PAYLOAD_BYTES_MAX + 1))
        await settle(b)
        await assert.rejects(a.request('broken', bytes(''), 60_000), NoAnswer)
        await assert.rejects(a.request('large', bytes(''), 60_000), NoAnswer)
        assert.match(logOfB.lines(), /the answer is broken/)
      },
    )

    test('a request without an answer in time fails, and a late answer changes nothing', async () => {
      const late = Promise.withResolvers<Uint8Array>()
      b.respond('late', () => late.promise)
      await settle(b)
      await assert.rejects(a.request('late', bytes(''), 20), NoAnswer)
      late.resolve(bytes('late'))
      b.respond('late', () => bytes('in time'))
      assert.equal(text(await a.request('late', bytes(''))), 'in time')
    })

    test('a payload over the limit is dropped and counted; one at the limit arrives', async () => {
      const lengths: number[] = []
      b.subscribe('large.*', ({ payload }) => lengths.push(payload.length))
      b.respond('large-request', (payload) => payload)
      await settle(b)
      const { tooLarge } = a.traffic.dropped
      a.publish('large.one', new Uint8Array(10_000_000))
      a.publish('large.two', new Uint8Array(PAYLOAD_BYTES_MAX + 1))
      await assert.rejects(a.request('large-request', new Uint8Array(10_000_000)), NoAnswer)
      a.publish('large.three', new Uint8Array(PAYLOAD_BYTES_MAX))
      await until(() => lengths.length > 0)
      assert.deepEqual(lengths, [PAYLOAD_BYTES_MAX])
      assert.equal(a.traffic.dropped.tooLarge - tooLarge, 3)
      const answer = await a.request('large-request', new Uint8Array(PAYLOAD_BYTES_MAX))
      assert.equal(answer.length, PAYLOAD_BYTES_MAX)
    })

    test('subjects that could reach others, or break the protocol, are refused', async () => {
      for (const subject of HOSTILE) {
        const invalid = { name: 'InvalidSubject' }
        assert.throws(() => a.publish(subject, bytes('')), invalid, subject)
        assert.throws(() => a.subscribe(subject, () => {}), invalid, subject)
        assert.throws(() => a.respond(subject, () => bytes('')), invalid, subject)
        await assert.rejects(a.request(subject, bytes('')), invalid, subject)
      }
      assert.throws(() => a.publish('wild.*', bytes('')))
      assert.throws(() => a.respond('wild.*', () => bytes('')))
      await assert.rejects(a.request('wild.*', bytes('')))
    })

    test('10,000 subscriptions get what is theirs', async () => {
      const COUNT = 10_000
      const seen = new Set<string>()
      const ends = Array.from({ length: COUNT }, (_, place) =>
        b.subscribe(`many.${place}.tick`, ({ payload }) => seen.add(text(payload))),
      )
      await settle(b)
      for (let place = 0; place < COUNT; place++) a.publish(`many.${place}.tick`, bytes(`${place}`))
      await until(() => seen.size === COUNT)
      for (const end of ends) end()
      const before = b.traffic.received.messages
      await settle(b)
      for (let place = 0; place < COUNT; place++) a.publish(`many.${place}.tick`, bytes('x'))
      const last = collect(b, 'last-of-many')
      await settle(b)
      a.publish('last-of-many', bytes('!'))
      await until(() => last.length === 1)
      assert.equal(b.traffic.received.messages - before, 1)
    })

    test('after an interruption everything goes on, and listeners learn of it', async () => {
      const seen = collect(b, 'again')
      const end = b.respond('again', () => bytes('here'))
      let resumed = 0
      const endResume = b.onResume(() => resumed++)
      await settle(b)
      await carrier.stop()
      await until(() => !a.isConnected() && !b.isConnected())
      const { disconnected } = a.traffic.dropped
      for (let n = 0; n < 100; n++) a.publish('again', bytes('lost'))
      assert.equal(a.traffic.dropped.disconnected - disconnected, 100)
      await assert.rejects(a.request('again', bytes(''), 60_000), NoAnswer)
      const later = collect(b, 'later')
      await carrier.start()
      await until(() => a.isConnected() && resumed === 1)
      await settle(b)
      a.publish('again', bytes('1'))
      a.publish('later', bytes('2'))
      await until(() => later.length === 1)
      assert.deepEqual([seen, later], [['again 1'], ['later 2']])
      assert.equal(text(await a.request('again', bytes(''))), 'here')
      assert.equal(resumed, 1)
      endResume()
      end()
    })

    test('a server that has closed gets nothing, answers nothing and sends nothing', async () => {
      const c = await carrier.join()
      const seen = collect(c, 'closed')
      c.respond('closed', () => bytes('open'))
      await settle(c)
      assert.equal(text(await a.request('closed', bytes(''))), 'open')
      const last = collect(b, 'closed')
      await settle(b)
      await c.close()
      await assert.rejects(a.request('closed', bytes(''), 60_000), NoAnswer)
      c.publish('closed', bytes('from c'))
      await assert.rejects(c.request('closed', bytes('')), NoAnswer)
      a.publish('closed', bytes('from a'))
      await until(() => last.length === 1)
      assert.deepEqual([seen, last], [[], ['closed from a']])
      await c.close()
    })
  })
}
