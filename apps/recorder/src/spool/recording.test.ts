import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { sessionUidOf } from '@pitboard/telemetry/capture/game-datagram'
import { openCapture } from '../commands/capture-file.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import { type DiskFault, makeFaulty } from '../testing/faulty-disk.ts'
import { createRecording, dropRecording, type RecordingOptions } from './recording.ts'
import { readStreamFile } from './stream-file.ts'

const TARGET = { server: 'https://pitboard.example', user: '0190b3a4-0000-7000-8000-000000000001' }
const HERE = { address: '127.0.0.1', port: 20777 }
const SYNC_MS = 1_000

/** Starts a recording with fake intervals; each datagram is spooled and put into its outbox. */
function startRecording(t: TestContext, options: RecordingOptions = {}) {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.parse('2026-03-08T20:15:30.9Z') })
  const spool = mkdtempSync(join(tmpdir(), 'recording-'))
  t.after(() => rmSync(spool, { recursive: true, force: true }))
  const recording = createRecording(spool, TARGET, { retryMs: 0, ...options })
  t.after(() => recording.close())
  const receive = (uid: bigint, sender = 1, count = 1) => {
    for (const { atMs, bytes } of raceDatagrams(count, { uid }).slice(0, count)) {
      const source = { address: '192.168.0.9', port: sender }
      recording.spool({ atMs, source, destination: HERE, bytes })
      recording.outbox.append(atMs, bytes)
    }
  }
  return { spool, recording, receive, contents: () => contentsOf(recording.folder) }
}

/** Reads the UIDs of the sessions in each capture, in the order of its datagrams. */
async function contentsOf(folder: string): Promise<Record<string, number[]>> {
  const contents: Record<string, number[]> = {}
  for (const name of capturesIn(folder)) {
    const capture = await openCapture(join(folder, name), (note) => assert.fail(note))
    const uids: number[] = []
    for await (const { bytes } of capture.datagrams) uids.push(Number(sessionUidOf(bytes)))
    contents[name.replace(/^session-(\d+)\.pcap$/, '$1')] = uids
  }
  return contents
}

function capturesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pcap'))
    .toSorted()
}

suite('a recording', () => {
  test('has a folder that is named by its beginning and its stream', (t) => {
    const { spool, recording } = startRecording(t)
    const { folder, streamId } = recording
    assert.equal(basename(folder), `2026-03-08T20-15-30-${streamId.slice(0, 8)}`)
    assert.deepEqual(readdirSync(spool), [basename(folder)])
    assert.equal(readStreamFile(folder)?.streamId, streamId)
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(recording.warning, null)
    assert.equal(recording.bytes, 0)
    dropRecording(folder)
    dropRecording(folder)
    assert.deepEqual(readdirSync(spool), [])
  })

  test('has a capture for each session of a game', async (t) => {
    const { receive, contents } = startRecording(t)
    receive(1n, 1, 2)
    receive(2n, 1, 2)
    assert.deepEqual(await contents(), { '001': [1, 1], '002': [2, 2] })
  })

  test('counts the bytes of all its captures', (t) => {
    const { recording, receive } = startRecording(t)
    const onDisk = () =>
      capturesIn(recording.folder).reduce(
        (sum, name) => sum + statSync(join(recording.folder, name)).size,
        0,
      )
    receive(1n, 1, 3)
    assert.equal(recording.bytes, onDisk())
    receive(2n, 1, 2)
    receive(3n, 2, 2)
    assert.equal(capturesIn(recording.folder).length, 3)
    assert.equal(recording.bytes, onDisk())
    recording.close()
    assert.equal(recording.bytes, onDisk())
  })

  test('has the lobby before a session in the capture of that session', async (t) => {
    const { receive, contents } = startRecording(t)
    receive(0n)
    receive(0n)
    receive(1n)
    receive(0n)
    receive(2n)
    assert.deepEqual(await contents(), { '001': [0, 0, 1, 0], '002': [2] })
  })

  test('has late datagrams of a session that is over in the capture of the next one', async (t) => {
    const { receive, contents } = startRecording(t)
    receive(1n)
    receive(2n)
    receive(1n)
    receive(2n)
    assert.deepEqual(await contents(), { '001': [1], '002': [2, 1, 2] })
  })

  test('remembers the last 32 sessions that are over', async (t) => {
    const { receive, contents } = startRecording(t)
    for (let uid = 1n; uid <= 34n; uid++) receive(uid)
    receive(2n)
    const recent = await contents()
    assert.equal(Object.keys(recent).length, 34)
    assert.deepEqual(recent['034'], [34, 2])
    receive(1n)
    const all = await contents()
    assert.equal(Object.keys(all).length, 35)
    assert.deepEqual(all['035'], [1])
  })

  test('has the sessions of two games at once in a capture each', async (t) => {
    const { receive, contents } = startRecording(t)
    receive(1n, 1)
    receive(2n, 2)
    receive(1n, 1)
    receive(0n, 2)
    receive(2n, 2)
    receive(0n, 1)
    receive(3n, 1)
    receive(2n, 2)
    assert.deepEqual(await contents(), { '001': [1, 1, 0], '002': [2, 0, 2, 2], '003': [3] })
  })

  test('has the lobby of an unknown sender in the capture that was written to last', async (t) => {
    const { receive, contents } = startRecording(t)
    receive(1n, 1)
    receive(2n, 2)
    receive(1n, 1)
    receive(0n, 3)
    assert.deepEqual(await contents(), { '001': [1, 1, 0], '002': [2] })
  })

  test('has a session in one capture when its game changes its port', async (t) => {
    const { receive, contents } = startRecording(t)
    receive(1n, 1)
    receive(1n, 5)
    // It knows the game by its new port from then on.
    receive(2n, 5)
    assert.deepEqual(await contents(), { '001': [1, 1], '002': [2] })
  })

  test('has captures of four games at once: of a fifth the one ends that was silent for longest', async (t) => {
    const { recording, receive, contents } = startRecording(t)
    for (const game of [1, 2, 3, 4]) receive(BigInt(game), game)
    receive(1n, 1)
    const statesOf = () =>
      capturesIn(recording.folder).map((name) => recording.readState(name) === 'recording')
    assert.deepEqual(statesOf(), [true, true, true, true])
    receive(5n, 5)
    assert.deepEqual(statesOf(), [true, false, true, true, true])
    receive(2n, 2)
    assert.deepEqual((await contents())['001'], [1, 1])
  })

  test('has what is no telemetry in the capture of its sender', async (t) => {
    const { recording, receive, contents } = startRecording(t)
    receive(1n)
    const source = { address: '192.168.0.9', port: 1 }
    recording.spool({ atMs: 0, source, destination: HERE, bytes: new Uint8Array(8) })
    receive(1n)
    assert.equal(capturesIn(recording.folder).length, 1)
    assert.equal((await contents())['001']?.length, 2)
  })

  test('has a capture that is stored when the server needs none of its datagrams again', (t) => {
    const { recording, receive } = startRecording(t)
    const state = () => recording.readState('session-001.pcap')
    receive(1n, 1, 2)
    assert.equal(state(), 'recording')
    receive(2n)
    assert.equal(state(), 'waiting')
    receive(2n)
    // The first datagram of the second session may still bring some of the first one.
    recording.outbox.acknowledge(2)
    assert.equal(state(), 'waiting')
    recording.outbox.acknowledge(3)
    assert.equal(state(), 'sent')
    recording.outbox.settle(2)
    assert.equal(state(), 'sent')
    recording.outbox.settle(3)
    assert.equal(state(), 'stored')
    assert.equal(recording.readState('session-009.pcap'), 'waiting')
  })

  test('goes on in a new folder after its user has deleted it', async (t) => {
    const { spool, recording, receive, contents } = startRecording(t)
    receive(1n)
    rmSync(recording.folder, { recursive: true })
    t.mock.timers.tick(SYNC_MS)
    receive(1n)
    assert.deepEqual(readdirSync(spool), [basename(recording.folder)])
    assert.deepEqual(await contents(), { '002': [1] })
    assert.equal(readStreamFile(recording.folder)?.streamId, recording.streamId)
    assert.equal(readdirSync(join(recording.folder, 'outbox')).length, 1)
  })

  test('goes on in a new capture after its user has deleted one', async (t) => {
    const { recording, receive, contents } = startRecording(t)
    receive(1n)
    receive(2n, 2)
    rmSync(join(recording.folder, 'session-001.pcap'))
    t.mock.timers.tick(SYNC_MS)
    receive(1n)
    receive(2n, 2)
    assert.deepEqual(await contents(), { '002': [2, 2], '003': [1] })
  })

  test('looks after its files no more once it has ended', (t) => {
    const { recording, receive } = startRecording(t)
    receive(1n)
    recording.close()
    rmSync(recording.folder, { recursive: true })
    t.mock.timers.tick(SYNC_MS)
    assert.equal(existsSync(recording.folder), false)
    assert.equal(recording.readState('session-001.pcap'), 'waiting')
  })
})

function startOnFaultyDisk(t: TestContext, options: RecordingOptions = {}) {
  const world = startRecording(t, options)
  const disk = makeFaulty(world.spool)
  t.after(() => disk.restore())
  return { ...world, disk }
}

const remedyFor = (spool: string) =>
  `Make room on the disk of ${spool} or make it writable: it is tried again every few seconds.`

suite('a disk that fails', () => {
  for (const fault of ['full', 'readOnly', 'forbidden'] as const satisfies DiskFault[]) {
    test(`(${fault}) ends a capture with its last whole datagram; the session goes on in the next one`, async (t) => {
      const { recording, receive, contents, disk, spool } = startOnFaultyDisk(t)
      receive(1n, 1, 2)
      disk.freeBytes = fault === 'full' ? 100 : 0
      disk.fault = fault
      receive(1n)
      const { warning } = recording
      assert.match(
        warning?.message ?? '',
        /^Nothing can be stored \(E[A-Z]+: .*\): the race goes to the server from memory$/,
      )
      assert.equal(warning?.remedy, remedyFor(spool))
      disk.fault = null
      receive(1n)
      assert.equal(recording.warning, null)
      assert.deepEqual(await contents(), { '001': [1, 1], '002': [1] })
      assert.equal(recording.outbox.lastNumber, 4)
    })
  }

  test('leaves no empty capture behind', (t) => {
    const { recording, receive, disk } = startOnFaultyDisk(t)
    disk.fault = 'full'
    disk.freeBytes = 10
    receive(1n)
    assert.deepEqual(capturesIn(recording.folder), [])
  })

  test('with captures alone is another warning', (t) => {
    const { recording, receive, disk, spool } = startOnFaultyDisk(t)
    disk.fault = 'readOnly'
    const [{ atMs, bytes } = assert.fail()] = raceDatagrams(1, { uid: 1n })
    recording.spool({ atMs, source: HERE, destination: HERE, bytes })
    assert.match(
      recording.warning?.message ?? '',
      /^No capture can be stored \(EROFS: .*\): the race goes to the server without one$/,
    )
    assert.equal(recording.warning?.remedy, remedyFor(spool))
    disk.fault = null
    receive(1n)
    assert.equal(recording.warning, null)
  })

  test('while the server is away loses datagrams once memory is full, and counts them', (t) => {
    const { recording, receive, disk, spool } = startOnFaultyDisk(t, { memoryBytes: 4_000 })
    disk.fault = 'broken'
    receive(1n, 1, 20)
    assert.ok(recording.outbox.lost > 0)
    const { warning } = recording
    assert.match(
      warning?.message ?? '',
      /^Nothing can be stored \(EIO: .*\), the server is away and memory is full: \d+ datagrams are lost$/,
    )
    assert.ok(warning?.message.includes(` ${recording.outbox.lost} datagrams`))
    assert.equal(warning?.remedy, remedyFor(spool))
    disk.fault = null
    receive(1n)
    assert.equal(recording.warning, null)
  })

  test('that is full is tried again after something was removed', async (t) => {
    let removals = 0
    const room = { make: () => false }
    const { receive, recording, contents, disk } = startOnFaultyDisk(t, {
      makeRoom: () => room.make(),
    })
    room.make = () => {
      removals++
      disk.fault = null
      return true
    }
    disk.fault = 'full'
    receive(1n, 1, 2)
    assert.equal(removals, 1)
    assert.equal(recording.warning, null)
    assert.deepEqual(Object.values(await contents()), [[1, 1]])
  })
})
