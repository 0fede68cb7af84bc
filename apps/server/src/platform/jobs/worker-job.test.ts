import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { runInWorker, timeLimitMs, WorkerTimeoutError } from './worker-job.ts'

const script = (source: string) => {
  const text = `export async function work(task, post) { ${source} }`
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`)
}
const job = {
  task: null,
  limitMs: 60_000,
  signal: new AbortController().signal,
  onMessage() {},
}
const post = (text: string) => `post('${text}');`

test('a worker that hangs is ended at its limit, and takes no more time', async () => {
  for (const source of ['for (;;);', 'await new Promise(() => {})']) {
    await assert.rejects(runInWorker(script(source), { ...job, limitMs: 300 }), WorkerTimeoutError)
  }
  const before = process.cpuUsage()
  await delay(300)
  const { user, system } = process.cpuUsage(before)
  assert.ok(user + system < 250_000, `${user + system} µs`)
  const messages: unknown[] = []
  await runInWorker(script(post('next')), {
    ...job,
    onMessage: (message) => messages.push(message),
  })
  assert.deepEqual(messages, ['next'])
})

const LATE = "void Promise.reject(new Error('late'));"
const failOnMessage = () => {
  throw new Error('listener')
}

test('what a worker throws, how it exits and what its listener throws fail this job alone', async () => {
  await assert.rejects(runInWorker(script("throw new Error('broken')"), job), /broken/)
  await assert.rejects(runInWorker(script('process.exit(3)'), job), /code 3/)
  await assert.rejects(runInWorker(script(`${LATE} await new Promise(() => {})`), job), /late/)
  await assert.rejects(
    runInWorker(script(`${post('x')} for (;;);`), { ...job, onMessage: failOnMessage }),
    /listener/,
  )
})

test('work that was done leaves its thread to the next; work that failed does not', async () => {
  const count = script('globalThis.count = (globalThis.count ?? 0) + 1; post(globalThis.count)')
  async function counted(): Promise<unknown> {
    const messages: unknown[] = []
    await runInWorker(count, { ...job, onMessage: (message) => messages.push(message) })
    return messages[0]
  }
  await assert.rejects(runInWorker(script("throw new Error('broken')"), job), /broken/)
  // Threads that other tests have left may come first.
  const first = await Promise.all([counted(), counted(), counted()])
  const later = await counted()
  assert.ok(
    Number(later) > Math.min(...first.map(Number)),
    `${first.join()}, then ${String(later)}`,
  )
  await assert.rejects(runInWorker(script('globalThis.count = 100; throw new Error()'), job))
  assert.ok(Number(await counted()) < 100)
})

test('an aborted job ends its worker and rejects with the reason', async () => {
  const stop = new AbortController()
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const running = runInWorker(script(`${post('x')} for (;;);`), {
    ...job,
    signal: stop.signal,
    onMessage: () => resolve(),
  })
  await started
  stop.abort(new Error('cancelled'))
  await assert.rejects(running, /cancelled/)
})

test('the limit grows with the file and is bounded', () => {
  assert.ok(timeLimitMs(0) >= 60_000)
  assert.ok(timeLimitMs(10 * 2 ** 20) > timeLimitMs(2 ** 20))
  assert.equal(timeLimitMs(2 ** 40), timeLimitMs(2 ** 34))
})
