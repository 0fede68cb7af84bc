import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, suite, test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDatabaseListener } from '../db/database-listener.ts'
import { createLog } from '../diagnostics/log.ts'
import { createMetrics } from '../diagnostics/metrics.ts'
import { addQueue, type HeldJob, JobPostponed } from './job-queue.ts'
import { createJobScheduler } from './job-scheduler.ts'
import { countDead, retryDead } from './dead-jobs.ts'
import { type QueueName, QUEUES, retryWaitSeconds } from './queues.ts'

const log = createLog('silent')
const NEVER_MS = 86_400_000
const DEAF = { subscribe: () => {}, isListening: () => false }

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
  // These jobs have no sessions.
  await sql`alter table lap_trace_job drop constraint lap_trace_job_session_id_fkey`.execute(
    database.db,
  )
})
after(() => database.close())
afterEach(async () => {
  await database.db.deleteFrom('auth.outbox').execute()
  await database.db.deleteFrom('lap_trace_job').execute()
})

interface WorkerOptions {
  readonly queue?: QueueName
  readonly places?: number
  readonly pollMs?: number
  readonly renewMs?: number
  readonly isListening?: boolean
  readonly work: (job: HeldJob<object>) => Promise<void>
}

/** Opens the queues of one server. */
function openWorker(t: TestContext, options: WorkerOptions) {
  const { db, url } = database
  const listener = createDatabaseListener({ db, databaseUrl: url, log })
  const { queue = 'outbox', places = 2, isListening = false, work, ...intervals } = options
  const jobs = createJobScheduler({
    db,
    log,
    listener: isListening ? listener : DEAF,
    pollMs: NEVER_MS,
    ...intervals,
  })
  const metrics = createMetrics()
  const context = { db, jobs, log, metrics }
  const added = addQueue(context, queue, { places, work })
  t.after(async () => {
    await jobs.stop()
    await listener.stop()
  })
  return {
    ...added,
    jobs,
    listener,
    async outcomes() {
      const counter = await metrics.registry.getSingleMetric('pitboard_jobs_total')?.get()
      return counter?.values.map(({ labels, value }) => `${labels['outcome']} ${value}`)
    },
  }
}

async function addMessages(count = 1, inSeconds = 0): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    kind: 'mail' as const,
    content: Buffer.of(1),
    next_attempt_at: sql<Date>`now() + ${inSeconds} * interval '1 second'`,
    expires_at: sql<Date>`now() + interval '1 day'`,
  }))
  await database.db.insertInto('auth.outbox').values(rows).execute()
  return rows.map(({ id }) => id)
}

const readMessages = () =>
  database.db
    .selectFrom('auth.outbox')
    .select(['id', 'attempts'])
    .select(sql<number>`extract(epoch from next_attempt_at - now())::float8`.as('inSeconds'))
    .execute()

const byAttempts = (a: { attempts: number }, b: { attempts: number }) => b.attempts - a.attempts

/** The work lasts until the test ends it. */
function createGate() {
  const started: HeldJob<object>[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    started,
    end: (key: string, error?: Error) => ends.get(key)?.(error),
    work: (job: HeldJob<object>) =>
      new Promise<void>((resolve, reject) => {
        started.push(job)
        job.signal.addEventListener('abort', () => reject(new Error('aborted')))
        ends.set(job.key, (error) => (error ? reject(error) : resolve()))
      }),
  }
}

suite('jobs', () => {
  test('two servers do each one once, and hold no more than they work on', async (t) => {
    const keys = await addMessages(12)
    const done: string[] = []
    let claimedMax = 0
    const work = async ({ key }: HeldJob<object>) => {
      const rows = await readMessages()
      claimedMax = Math.max(claimedMax, rows.filter(({ attempts }) => attempts > 0).length)
      done.push(key)
    }
    const servers = [openWorker(t, { work }), openWorker(t, { work })]
    for (const { jobs } of servers) jobs.start()
    await until(async () => (await readMessages()).length === 0)
    assert.deepEqual(done.toSorted(), keys.toSorted())
    assert.ok(claimedMax <= 4, `${claimedMax} of 4`)
  })

  test('are started when they are announced and when they become due, not by polling', async (t) => {
    const done: string[] = []
    const work = async ({ key }: HeldJob<object>) => void done.push(key)
    const { jobs, listener } = openWorker(t, { work, isListening: true })
    jobs.start()
    listener.start()
    await listener.ready(60_000)
    const [later] = await addMessages(1, 0.2)
    await until(() => done.length === 1)
    const [now] = await addMessages()
    await until(() => done.length === 2)
    assert.deepEqual(done, [later, now])
    // One that was put off is due sooner than it was.
    const [put] = await addMessages(1, 3600)
    await database.db
      .updateTable('auth.outbox')
      .set({ next_attempt_at: sql<Date>`now()` })
      .execute()
    await until(() => done.length === 3)
    assert.equal(done[2], put)
  })

  test('are started by the process that adds them where nothing is announced', async (t) => {
    const done: string[] = []
    const { jobs } = openWorker(t, { work: async ({ key }) => void done.push(key) })
    jobs.start()
    const keys = await addMessages()
    jobs.wake()
    await until(() => done.length === 1)
    assert.deepEqual(done, keys)
  })

  test('are due and held by the clock of the database: a server whose own is ahead takes none early', async (t) => {
    const [held, later] = [await addMessages(1), await addMessages(1, 1800)].flat()
    const gate = createGate()
    const first = openWorker(t, { work: gate.work, places: 1 })
    first.jobs.start()
    await until(() => gate.started.length === 1)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 })
    const started: string[] = []
    const { runDue } = openWorker(t, { work: async ({ key }) => void started.push(key) })
    await runDue()
    assert.deepEqual(started, [])
    assert.partialDeepStrictEqual(
      (await readMessages()).map(({ id, attempts }) => ({ id, attempts })).toSorted(byAttempts),
      [
        { id: held, attempts: 1 },
        { id: later, attempts: 0 },
      ],
    )
    gate.end(held ?? '')
  })

  test('that fail are due again after the wait of their queue', async (t) => {
    await addMessages()
    const { runDue, outcomes } = openWorker(t, {
      work: () => Promise.reject(new Error('the mail server is away')),
    })
    await runDue()
    const [row] = await readMessages()
    assert.equal(row?.attempts, 1)
    assert.ok(row.inSeconds > 11 && row.inSeconds <= 18, `${row.inSeconds} s`)
    assert.deepEqual(await outcomes(), ['retried 1'])
  })

  test('that wait for something are not counted as failed', async (t) => {
    await addMessages()
    const { runDue } = openWorker(t, { work: () => Promise.reject(new JobPostponed(3600)) })
    await runDue()
    const [row] = await readMessages()
    assert.equal(row?.attempts, 0)
    assert.ok(row.inSeconds > 3590, `${row.inSeconds} s`)
  })

  test('that failed for the last time are dead until an operator retries them', async (t) => {
    const { db } = database
    await db
      .insertInto('lap_trace_job')
      .values({ session_id: randomUUID(), attempts: QUEUES.traces.attemptsMax - 1 })
      .execute()
    let attempts = 0
    const work = async () => {
      attempts++
      if (attempts === 1) throw new Error('no memory')
    }
    const { runDue, outcomes } = openWorker(t, { queue: 'traces', work })
    await runDue()
    assert.deepEqual(await outcomes(), ['dead 1'])
    await runDue()
    assert.equal(attempts, 1)
    assert.equal(await countDead(db, QUEUES.traces), 1)
    assert.equal(await retryDead(db, QUEUES.traces), 1)
    assert.equal(await countDead(db, QUEUES.traces), 0)
    await runDue()
    assert.deepEqual(await outcomes(), ['dead 1', 'done 1'])
  })

  test('that end their server each time are not tried without end', async (t) => {
    const { db } = database
    await db
      .insertInto('lap_trace_job')
      .values({ session_id: randomUUID(), attempts: QUEUES.traces.attemptsMax })
      .execute()
    const { runDue, outcomes } = openWorker(t, {
      queue: 'traces',
      work: () => Promise.reject(new Error('never called')),
    })
    await runDue()
    assert.deepEqual(await outcomes(), ['dead 1'])
  })

  test('are held for as long as they take', async (t) => {
    const [key = ''] = await addMessages()
    const gate = createGate()
    const first = openWorker(t, { work: gate.work, renewMs: 10 })
    first.jobs.start()
    await until(() => gate.started.length === 1)
    // Most of the lease is over.
    await sql`update auth.outbox set next_attempt_at = now() + interval '1 second'`.execute(
      database.db,
    )
    await until(async () => ((await readMessages())[0]?.inSeconds ?? 0) > 25)
    gate.end(key)
    await until(async () => (await readMessages()).length === 0)
  })

  test('that another server has taken over are aborted, and their outcome does not count', async (t) => {
    const [key = ''] = await addMessages()
    const gate = createGate()
    const { jobs, outcomes } = openWorker(t, { work: gate.work, renewMs: 10 })
    jobs.start()
    await until(() => gate.started.length === 1)
    await sql`update auth.outbox set attempts = 2`.execute(database.db)
    await until(() => gate.started[0]?.signal.aborted === true)
    await until(async () => (await outcomes())?.length === 1)
    assert.deepEqual(await outcomes(), ['lost 1'])
    assert.partialDeepStrictEqual(await readMessages(), [{ id: key, attempts: 2 }])
  })

  test('do not end where another server has taken them over', async (t) => {
    await addMessages()
    const { runDue, outcomes } = openWorker(t, {
      async work() {
        await sql`update auth.outbox set attempts = attempts + 1`.execute(database.db)
      },
    })
    await runDue()
    assert.deepEqual(await outcomes(), ['lost 1'])
    assert.equal((await readMessages()).length, 1)
  })

  test('are left to others at once by a server that stops', async (t) => {
    await addMessages()
    const gate = createGate()
    const { jobs } = openWorker(t, { work: gate.work })
    jobs.start()
    await until(() => gate.started.length === 1)
    await jobs.stop()
    const [row] = await readMessages()
    assert.equal(row?.attempts, 0)
    assert.ok(row.inSeconds <= 0)
  })

  test('lock no row while they are worked on', async (t) => {
    const [key = ''] = await addMessages()
    const gate = createGate()
    openWorker(t, { work: gate.work }).jobs.start()
    await until(() => gate.started.length === 1)
    const unlocked = sql`select id from auth.outbox for update skip locked`
    const { rows } = await unlocked.execute(database.db)
    gate.end(key)
    await until(async () => (await readMessages()).length === 0)
    assert.deepEqual(rows, [{ id: key }])
  })

  test('are ended in the transaction of their work, or not at all', async (t) => {
    await addMessages()
    const { runDue } = openWorker(t, {
      async work({ finish }) {
        await database.db.transaction().execute(async (transaction) => {
          await finish(transaction)
          throw new Error('the work fails after all')
        })
      },
    })
    await runDue()
    assert.partialDeepStrictEqual(await readMessages(), [{ attempts: 1 }])
  })
})

test('in each queue a job that failed once is tried again after about a minute at most', () => {
  for (const [name, rule] of Object.entries(QUEUES)) {
    assert.ok((retryWaitSeconds(rule, 1, 0.5) ?? Infinity) <= 60, name)
  }
})

test('waits double to the longest of their queue, and spread by a fifth', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 40].map((n) => retryWaitSeconds(QUEUES.outbox, n, 0.5))
  assert.deepEqual(waits, [15, 30, 60, 120, 240, 480, 600, 600, 600])
  assert.equal(retryWaitSeconds(QUEUES.outbox, 1, 0), 12)
  assert.equal(retryWaitSeconds(QUEUES.outbox, 1, 1), 18)
  const { attemptsMax } = QUEUES.traces
  assert.notEqual(retryWaitSeconds(QUEUES.traces, attemptsMax - 1), null)
  assert.equal(retryWaitSeconds(QUEUES.traces, attemptsMax), null)
})
