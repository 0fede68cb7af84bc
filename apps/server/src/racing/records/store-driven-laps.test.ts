import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { WithheldReason } from '@pitboard/contract/records/records'
import type { Lap } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { v7 as uuidv7 } from 'uuid'
import { insertUser } from '../../accounts/users/queries.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { storeRecording } from '../sessions/store-recording.ts'
import { aLap, type Drive, driveSession, OWN_CAR, proveLaps } from './driven-session.fixture.ts'
import { judgeByTraces, storeDrivenLaps, withholdDisputed } from './store-driven-laps.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

/** Stores a recording of a user of its own, with traces that prove its laps. */
async function record(driven: Drive, userId?: string): Promise<SessionDetail> {
  const { db } = database
  const context = { db, newId: () => uuidv7() }
  const owner = userId ?? context.newId()
  if (userId === undefined) await insertUser(db, { id: owner, username: `driver ${owner}` })
  const session = driveSession({ context }, owner, driven)
  await storeRecording(db, session, null)
  await proveLaps({ context }, session)
  return session
}

async function lapsOf({ id }: SessionDetail) {
  return database.db
    .selectFrom('driven_lap')
    .select(['lap_num', 'withheld', 'is_best', 'is_proven'])
    .where('session_id', '=', id)
    .orderBy('lap_num')
    .execute()
}

type Reason = WithheldReason | null

async function reasonsOf(session: SessionDetail): Promise<Reason[]> {
  return (await lapsOf(session)).map(({ withheld }) => withheld)
}

async function proofsOf(session: SessionDetail): Promise<[Reason, boolean | null][]> {
  return (await lapsOf(session)).map((lap) => [lap.withheld, lap.is_proven])
}

async function bestsOf(session: SessionDetail): Promise<number[]> {
  return (await lapsOf(session)).flatMap((lap) => (lap.is_best ? [lap.lap_num] : []))
}

/** Returns the session with other times of its recorder. */
function withLaps(session: SessionDetail, lapTimes: Lap[]): SessionDetail {
  const drivers = session.drivers.map((driver) => ({
    ...driver,
    lapTimes,
    numberOfLaps: lapTimes.length,
  }))
  return { ...session, drivers }
}

const WRONG_SUM = { sector1Time: 29_000 }

suite('a lap with another time in the earlier recording', () => {
  const laps = [aLap(92_000), aLap(90_000), aLap(90_000), aLap(91_000)]

  test('is in no record, also when the session is derived again; the others are', async () => {
    const session = await record({ laps })
    assert.deepEqual(await bestsOf(session), [2])
    const { db } = database
    for (const edited of [[2], [], []]) {
      await storeDrivenLaps(db, session, edited)
      assert.deepEqual(await reasonsOf(session), [null, 'earlierRecording', null, null])
      assert.deepEqual(await bestsOf(session), [3])
    }
    await proveLaps({ context: { db } }, session)
    assert.deepEqual(await reasonsOf(session), [null, 'earlierRecording', null, null])
  })

  test('is withheld for that, whatever else is wrong with it', async () => {
    const session = await record({ laps: [aLap(90_000, WRONG_SUM), aLap(91_000)] })
    await storeDrivenLaps(database.db, session, [1])
    assert.deepEqual(await reasonsOf(session), ['earlierRecording', null])
  })

  test('counts once it has another time', async () => {
    const session = await record({ laps })
    await storeDrivenLaps(database.db, session, [2, 4])
    const changed = [aLap(92_000), aLap(90_001), aLap(90_000), aLap(91_000)]
    await storeDrivenLaps(database.db, withLaps(session, changed), [])
    assert.deepEqual(await reasonsOf(session), [null, null, null, 'earlierRecording'])
  })

  test('is not one that was withheld for another reason and is in order now', async () => {
    const session = await record({ laps: [aLap(90_000, WRONG_SUM), aLap(91_000)] })
    assert.deepEqual(await reasonsOf(session), ['sectorSum', null])
    await storeDrivenLaps(database.db, withLaps(session, [aLap(90_000), aLap(91_000)]), [])
    assert.deepEqual(await reasonsOf(session), [null, null])
  })
})

suite('a lap that another recording disputes', () => {
  test('is in no record until nothing disputes it any more', async () => {
    const { db } = database
    const session = await record({ laps: [aLap(92_000), aLap(90_000), aLap(91_000)] })
    await withholdDisputed(db, session.id, [2, 3])
    assert.deepEqual(await reasonsOf(session), [null, 'otherRecording', 'otherRecording'])
    assert.deepEqual(await bestsOf(session), [1])
    await withholdDisputed(db, session.id, [2])
    assert.deepEqual(await reasonsOf(session), [null, 'otherRecording', null])
    assert.deepEqual(await bestsOf(session), [3])
    await withholdDisputed(db, session.id, [])
    assert.deepEqual(await reasonsOf(session), [null, null, null])
    assert.deepEqual(await bestsOf(session), [2])
  })

  test('is judged by its traces again once nothing disputes it', async () => {
    const { db } = database
    const session = await record({ laps: [aLap(90_000), aLap(91_000)] })
    await withholdDisputed(db, session.id, [1])
    await db
      .deleteFrom('lap_trace')
      .where('session_id', '=', session.id)
      .where('lap_num', '=', 1)
      .execute()
    await withholdDisputed(db, session.id, [])
    assert.deepEqual(await reasonsOf(session), ['noTelemetry', null])
  })

  test('is withheld for that rather than for its traces, but not rather than for its times', async () => {
    const { db } = database
    const session = await record({ laps: [aLap(90_000, WRONG_SUM), aLap(91_000)] })
    await proveLaps({ context: { db } }, session, () => ({ isProven: false }))
    assert.deepEqual(await reasonsOf(session), ['sectorSum', 'noTelemetry'])
    await withholdDisputed(db, session.id, [1, 2])
    assert.deepEqual(await reasonsOf(session), ['sectorSum', 'otherRecording'])
    await proveLaps({ context: { db } }, session)
    assert.deepEqual(await reasonsOf(session), ['sectorSum', 'otherRecording'])
  })
})

test('what is disputed in one session, or not yet checked there, changes no lap of another', async () => {
  const { db } = database
  const [one, other] = await Promise.all([
    record({ laps: [aLap(90_000), aLap(91_000)] }),
    record({ laps: [aLap(90_000), aLap(91_000)] }),
  ])
  await withholdDisputed(db, other.id, [2])
  await withholdDisputed(db, one.id, [1])
  assert.deepEqual(await reasonsOf(one), ['otherRecording', null])
  assert.deepEqual(await reasonsOf(other), [null, 'otherRecording'])
  const job = { session_id: other.id, due_at: new Date(Date.UTC(2100, 0, 1)) }
  await db.insertInto('lap_trace_job').values(job).execute()
  await storeDrivenLaps(db, one, [])
  assert.deepEqual(await reasonsOf(one), [null, null])
})

test('a lap from before laps were proven stays in the records when another one is disputed', async () => {
  const { db } = database
  const session = await record({ laps: [aLap(90_000), aLap(91_000)] })
  await db.deleteFrom('lap_trace').where('session_id', '=', session.id).execute()
  await db
    .updateTable('driven_lap')
    .set({ is_proven: null })
    .where('session_id', '=', session.id)
    .execute()
  await withholdDisputed(db, session.id, [1])
  assert.deepEqual(await proofsOf(session), [
    ['otherRecording', null],
    [null, null],
  ])
  assert.deepEqual(await bestsOf(session), [2])
})

suite('the best laps of a user', () => {
  test('of two with the same time are those of the older session', async () => {
    const older = await record({ laps: [aLap(91_000), aLap(90_000)] })
    const newer = await record({ laps: [aLap(90_000)] }, older.userId)
    for (const session of [older, newer, older]) {
      await storeDrivenLaps(database.db, session, [])
      assert.deepEqual([await bestsOf(older), await bestsOf(newer)], [[2], []])
    }
  })

  test('are right in the old and in the new place of a session that turns out to be another', async () => {
    const first = await record({ laps: [aLap(90_000)] })
    const second = await record({ laps: [aLap(91_000)] }, first.userId)
    const qualifying = { sessionType: SessionType.Q2 }
    const third = await record({ laps: [aLap(89_500)], ...qualifying }, first.userId)
    const bests = async () =>
      Promise.all([first, second, third].map(async (session) => (await bestsOf(session)).length))
    assert.deepEqual(await bests(), [1, 0, 1])
    const { db } = database
    await storeDrivenLaps(db, { ...first, ...qualifying }, [])
    assert.deepEqual(await bests(), [0, 1, 1], 'another kind of session')
    await storeDrivenLaps(db, { ...first, trackId: 20 }, [])
    assert.deepEqual(await bests(), [1, 1, 1], 'another track')
    await storeDrivenLaps(db, first, [])
    assert.deepEqual(await bests(), [1, 0, 1])
    await storeDrivenLaps(db, { ...first, gameVersion: 2024 }, [])
    assert.deepEqual(await bests(), [1, 1, 1], 'another year')
    await storeDrivenLaps(db, { ...first, gameVersion: null }, [])
    assert.deepEqual(await bests(), [0, 1, 1], 'an unknown year')
  })

  test('are those of the user alone', async () => {
    const own = await record({ laps: [aLap(90_000)] })
    const other = await record({ laps: [aLap(89_000)] })
    await storeDrivenLaps(database.db, { ...own, trackId: 21 }, [])
    await storeDrivenLaps(database.db, own, [])
    assert.deepEqual([await bestsOf(own), await bestsOf(other)], [[1], [1]])
  })
})

suite('what proves a lap', () => {
  test('is never the trace of another car', async () => {
    const { db } = database
    const session = await record({ laps: [aLap(90_000)] })
    await proveLaps({ context: { db } }, session, () => ({ driverIdx: OWN_CAR + 1 }))
    assert.deepEqual(await proofsOf(session), [['noTelemetry', false]])
  })

  test('is nothing before its traces are made, also of a lap that is withheld for its times', async () => {
    const { db } = database
    const session = await record({ laps: [aLap(90_000, WRONG_SUM), aLap(91_000)] })
    await db.deleteFrom('lap_trace').where('session_id', '=', session.id).execute()
    await storeDrivenLaps(db, session, [])
    assert.deepEqual(await proofsOf(session), [
      ['sectorSum', false],
      ['noTelemetry', false],
    ])
  })

  test('is judged in one session alone, also of laps from before it was judged', async () => {
    const { db } = database
    const sessions = await Promise.all([
      record({ laps: [aLap(90_000, WRONG_SUM), aLap(91_000)] }),
      record({ laps: [aLap(90_000, WRONG_SUM), aLap(91_000)] }),
    ])
    const [judged, other] = sessions
    for (const { id } of sessions) {
      await db.deleteFrom('lap_trace').where('session_id', '=', id).execute()
      await db
        .updateTable('driven_lap')
        .set({ is_proven: null })
        .where('session_id', '=', id)
        .execute()
    }
    await judgeByTraces(db, judged.id)
    assert.deepEqual(await proofsOf(judged), [
      ['sectorSum', false],
      ['noTelemetry', false],
    ])
    assert.deepEqual(await proofsOf(other), [
      ['sectorSum', null],
      [null, null],
    ])
  })
})
