import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { runInWorker, timeLimitMs, WorkerTimeoutError } from './worker-job.ts'

const script = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)
const job = {
  task: null,
  limitMs: 60_000,
  signal: new AbortController().signal,
  onMessage() {},
}
const post = (text: string) =>
  `import { parentPort } from 'node:worker_threads'; parentPort.postMessage('${text}');`

test('a worker that hangs is ended at its limit, and takes no more time', async () => {
  for (const source of ['for (;;);', 'setInterval(() => {}, 1000)']) {
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

const failOnMessage = () => {
  throw new Error('listener')
}

test('what a worker throws, how it exits and what its listener throws fail this job alone', async () => {
  await assert.rejects(runInWorker(script("throw new Error('broken')"), job), /broken/)
  await assert.rejects(runInWorker(script('process.exit(3)'), job), /code 3/)
  await assert.rejects(runInWorker(script("Promise.reject(new Error('late'))"), job), /late/)
  await assert.rejects(
    runInWorker(script(`${post('x')} for (;;);`), { ...job, onMessage: failOnMessage }),
    /listener/,
  )
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
