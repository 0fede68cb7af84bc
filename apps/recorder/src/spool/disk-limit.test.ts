import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { raceDatagrams } from '../testing/datagrams.ts'
import { countOutboxBytes, listCaptures } from './captures.ts'
import { enforceDiskLimit } from './disk-limit.ts'
import { createRecording, dropOutbox, type Recording } from './recording.ts'

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

function makeSpool(t: TestContext): string {
  const spool = mkdtempSync(join(tmpdir(), 'spool-'))
  t.after(() => rmSync(spool, { recursive: true, force: true }))
  return spool
}

/** A recording of a session for each UID, with every datagram in its outbox too. */
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
