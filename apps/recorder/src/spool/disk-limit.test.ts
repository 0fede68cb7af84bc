import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { raceDatagrams } from '../testing/datagrams.ts'
import { countOutboxBytes, listCaptures } from './captures.ts'
import { createDiskWatch, enforceDiskLimit } from './disk-limit.ts'
import { type DiskOutbox, openDiskOutbox } from './disk-outbox.ts'
import { createRecording, dropOutbox, type Recording } from './recording.ts'
import { megabytes } from './spool-folder.ts'

const target = { server: 'http://localhost:8080', user: '0190b3a4-0000-7000-8000-000000000001' }
const from = { address: '127.0.0.1', port: 1, family: 'IPv4', size: 0 } as const

test('above the limit the oldest captures are deleted first, and no more than necessary', (t) => {
  const spool = makeSpool(t)
  const [first, second, third] = [1n, 2n, 3n].map((uid) => recorded(t, spool, [uid]))
  assert.ok(first && second && third)
  for (const { folder } of [first, second, third]) dropOutbox(folder)
  const total = bytesIn(spool)
  const use = enforceDiskLimit(spool, total - 1, null)
  assert.equal(use.removed.length, 1)
  const remaining = [first, second, third].filter(({ folder }) => existsSync(folder))
  assert.equal(remaining.length, 2)
  assert.ok(use.usedBytes <= total - 1)
  assert.equal(use.usedBytes, bytesIn(spool))
})

test('captures of stored sessions go first, then those that are only sent', (t) => {
  const spool = makeSpool(t)
  const sent = recorded(t, spool, [1n], { closes: false })
  sent.outbox.acknowledge(sent.outbox.lastNumber)
  sent.close()
  const stored = recorded(t, spool, [2n])
  dropOutbox(stored.folder)
  const states = listCaptures(spool, null).map(({ state }) => state)
  assert.deepEqual(states.toSorted(), ['sent', 'stored'])
  const first = enforceDiskLimit(spool, countOutboxBytes(spool) + bytesIn(spool) - 1, null)
  assert.deepEqual(
    first.removed.map(({ state }) => state),
    ['stored'],
  )
  const second = enforceDiskLimit(spool, 1, null)
  assert.deepEqual(
    second.removed.map(({ state }) => state),
    ['sent'],
  )
})

test('a recording that is not sent completely stays, whatever the limit', (t) => {
  const spool = makeSpool(t)
  const waiting = recorded(t, spool, [1n])
  const use = enforceDiskLimit(spool, 1, null)
  assert.deepEqual(use.removed, [])
  assert.ok(use.usedBytes > 1)
  assert.ok(existsSync(join(waiting.folder, 'session-001.pcap')))
})

test('within a recording, a session is deleted once the server has all its numbers; the last one stays', (t) => {
  const spool = makeSpool(t)
  const current = recorded(t, spool, [1n, 2n], { closes: false })
  const end = current.outbox.lastNumber
  const statesAt = (settled: number) => {
    current.outbox.settle(settled)
    return listCaptures(spool, current).map(({ state }) => state)
  }
  const removedAt = (acknowledged: number) => {
    current.outbox.acknowledge(acknowledged)
    return enforceDiskLimit(spool, 1, current).removed.map(({ file }) => file)
  }
  assert.deepEqual(removedAt(0), [])
  // The first number of the second session still belongs to the first one.
  const half = end / 2
  assert.deepEqual(removedAt(half), [])
  current.outbox.acknowledge(half + 1)
  assert.deepEqual(statesAt(half), ['sent', 'recording'])
  assert.deepEqual(statesAt(half + 1), ['stored', 'recording'])
  assert.deepEqual(removedAt(half + 1), ['session-001.pcap'])
  assert.deepEqual(removedAt(end), [])
  assert.deepEqual(
    listCaptures(spool, current).map(({ file, state }) => [file, state]),
    [['session-002.pcap', 'recording']],
  )
})

test('a spool that is just within its limit keeps everything', (t) => {
  const spool = makeSpool(t)
  dropOutbox(recorded(t, spool, [1n]).folder)
  const usedBytes = bytesIn(spool)
  assert.deepEqual(enforceDiskLimit(spool, usedBytes, null).removed, [])
  assert.equal(enforceDiskLimit(spool, usedBytes - 1, null).removed.length, 1)
})

test('after the captures the oldest segments go that the server has, and no more than necessary', (t) => {
  const spool = makeSpool(t)
  const outbox = waitingOutbox(t, spool)
  const before = used(spool)
  const [first = 0, second = 0] = segmentSizes(spool)
  const dropAt = (limitBytes: number) => {
    const { usedBytes, removedOutboxBytes } = enforceDiskLimit(spool, limitBytes, null, [outbox])
    return [usedBytes, removedOutboxBytes]
  }
  assert.deepEqual(dropAt(1), [before, 0])
  outbox.acknowledge(outbox.lastNumber)
  assert.deepEqual(dropAt(before), [before, 0])
  assert.deepEqual(dropAt(before - first), [before - first, first])
  assert.deepEqual(dropAt(before - first - 1), [before - first - second, second])
})

const LOOK_MS = 5_000

function watch(t: TestContext, spool: string, limit: number, outboxes: DiskOutbox[] = []) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const recording = createRecording(spool, target)
  t.after(() => recording.close())
  const printed: string[] = []
  const print = (text: string) => printed.push(text)
  const watching = createDiskWatch({ spool, recording, outboxes: () => outboxes, print }, limit)
  return { ...watching, watching, printed }
}

suite('while a spool is written to', () => {
  const REMOVED = /^Removed [^ ]+\/session-001\.pcap \(0\.1 MB\), which the server has: /
  const SEGMENT_REMOVED =
    'Removed 0.1 MB of sent telemetry of sessions that the server has not stored yet: '
  const LOST = '. If the server loses it, it cannot be sent again'

  test('what the server has goes at once and at every look, and is printed', (t) => {
    const spool = makeSpool(t)
    dropOutbox(recorded(t, spool, [1n]).folder)
    const { watching, printed, stop } = watch(t, spool, 1)
    assert.match(printed.join(), REMOVED)
    assert.match(printed.join(), /: disk limit$/)
    assert.deepEqual([watching.use.usedBytes, watching.use.limitBytes], [0, 1])
    dropOutbox(recorded(t, spool, [2n]).folder)
    t.mock.timers.tick(LOOK_MS - 1)
    assert.equal(printed.length, 1)
    t.mock.timers.tick(1)
    assert.equal(printed.length, 2)
    stop()
    dropOutbox(recorded(t, spool, [3n]).folder)
    t.mock.timers.tick(LOOK_MS)
    assert.equal(printed.length, 2)
  })

  test('what is not sent stays above the limit, which is printed once, and again after it was within', (t) => {
    const spool = makeSpool(t)
    recorded(t, spool, [1n])
    const bytes = used(spool)
    const { printed, setLimit, watching } = watch(t, spool, bytes - 1)
    const over = (limit: number) =>
      `The captures take ${megabytes(bytes)}, more than the limit of ${megabytes(limit)}: ` +
      'what is left has not been sent yet, so it stays'
    assert.deepEqual(printed, [over(bytes - 1)])
    t.mock.timers.tick(LOOK_MS)
    setLimit(bytes - 2)
    assert.equal(printed.length, 1)
    assert.equal(watching.use.limitBytes, bytes - 2)
    setLimit(bytes)
    assert.equal(printed.length, 1)
    setLimit(10)
    assert.deepEqual(printed.slice(1), [over(10)])
  })

  test('sent telemetry that goes for the limit is printed', (t) => {
    const spool = makeSpool(t)
    const outbox = waitingOutbox(t, spool)
    outbox.acknowledge(outbox.lastNumber)
    const { printed, watching } = watch(t, spool, used(spool) - 1, [outbox])
    assert.deepEqual(printed, [`${SEGMENT_REMOVED}disk limit${LOST}`])
    assert.ok(watching.use.removedOutboxBytes > 0)
  })

  test('a spool that cannot be read is counted at the next look', (t) => {
    const spool = makeSpool(t)
    const outbox = {
      ...waitingOutbox(t, spool),
      dropOldestSegment: () => assert.fail('unreadable'),
    }
    const { printed, watching } = watch(t, spool, 1, [outbox])
    assert.deepEqual(printed, ['The captures cannot be counted: unreadable'])
    assert.deepEqual(watching.use, {
      usedBytes: 0,
      limitBytes: 1,
      removed: [],
      removedOutboxBytes: 0,
    })
    assert.equal(watching.makeRoom(), false)
  })

  test('a full disk lets go of one thing at a time: stored captures, sent ones, sent telemetry', (t) => {
    const spool = makeSpool(t)
    const outbox = waitingOutbox(t, spool)
    outbox.acknowledge(outbox.lastNumber)
    const sent = recorded(t, spool, [2n], { closes: false })
    sent.outbox.acknowledge(sent.outbox.lastNumber)
    sent.close()
    const stored = recorded(t, spool, [3n])
    dropOutbox(stored.folder)
    const { makeRoom, printed } = watch(t, spool, 1e9, [outbox, outbox])
    assert.equal(makeRoom(), true)
    assert.match(printed.at(-1) ?? '', REMOVED)
    assert.match(printed.at(-1) ?? '', /: disk full$/)
    assert.equal(existsSync(stored.folder), false)
    assert.ok(existsSync(join(sent.folder, 'session-001.pcap')))
    assert.equal(makeRoom(), true)
    assert.equal(existsSync(join(sent.folder, 'session-001.pcap')), false)
    let segments = 0
    while (makeRoom()) {
      segments++
      // The first segment is longer than those that were added.
      const removed = segments === 1 ? SEGMENT_REMOVED : SEGMENT_REMOVED.replace('0.1', '0.0')
      assert.equal(printed.at(-1), `${removed}disk full${LOST}`)
    }
    assert.equal(segments, 5)
    assert.equal(printed.length, 2 + segments)
  })

  test('of captures that are open elsewhere the next one goes', (t) => {
    const spool = makeSpool(t)
    const [held, free] = [1n, 2n].map((uid) => recorded(t, spool, [uid]).folder).toSorted()
    for (const folder of [held, free]) dropOutbox(folder ?? '')
    const { makeRoom } = watch(t, spool, 1e9)
    // A folder in its place cannot be deleted as a file.
    const inTheWay = join(held ?? '', 'session-001.pcap')
    rmSync(inTheWay)
    mkdirSync(inTheWay)
    writeFileSync(join(inTheWay, 'open'), '')
    assert.equal(makeRoom(), true)
    assert.deepEqual(
      [held, free].map((folder) => existsSync(folder ?? '')),
      [true, false],
    )
    assert.equal(makeRoom(), false)
  })
})

const SEGMENT_BYTES = 2_000
const used = (spool: string) => countOutboxBytes(spool) + bytesIn(spool)

/** Returns the outbox of a recording that is not sent, with six segments, of which the last one stays. */
function waitingOutbox(t: TestContext, spool: string): DiskOutbox {
  const folder = join(recorded(t, spool, [1n]).folder, 'outbox')
  const outbox = openDiskOutbox(folder, { segmentBytes: SEGMENT_BYTES })
  for (let at = 0; at < 5; at++) outbox.append(at, new Uint8Array(SEGMENT_BYTES + at))
  return outbox
}

/** Lists the sizes with the oldest first. */
function segmentSizes(spool: string): number[] {
  const names = readdirSync(spool, { recursive: true, encoding: 'utf8' })
  const segments = names.filter((name) => name.endsWith('.frames')).toSorted()
  return segments.map((name) => statSync(join(spool, name)).size)
}

function makeSpool(t: TestContext): string {
  const spool = mkdtempSync(join(tmpdir(), 'spool-'))
  t.after(() => rmSync(spool, { recursive: true, force: true }))
  return spool
}

/** Records a session for each UID, with every datagram in its outbox too. */
function recorded(
  t: TestContext,
  spool: string,
  uids: readonly bigint[],
  { closes = true } = {},
): Recording {
  const recording = createRecording(spool, target)
  for (const { atMs, bytes } of uids.flatMap((uid) => raceDatagrams(60, { uid }))) {
    recording.spool({ atMs, source: from, destination: from, bytes })
    recording.outbox.append(atMs, bytes)
  }
  if (closes) recording.close()
  else t.after(() => recording.close())
  return recording
}

function bytesIn(spool: string): number {
  return listCaptures(spool, null).reduce((sum, { bytes }) => sum + bytes, 0)
}
