import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, uptime } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { Failure } from '../failure.ts'
import {
  abandonRecording,
  countOutboxBytes,
  deleteCapture,
  listCaptures,
  type StoredCapture,
} from './captures.ts'
import { createRecording } from './recording.ts'
import { megabytes, prepareSpool, printContents, readSpool } from './spool-folder.ts'
import { isBeingWritten, newStreamFile, readStreamFile, writeStreamFile } from './stream-file.ts'

const USER = '0190b3a4-0000-7000-8000-000000000001'
const TARGET = { server: 'https://pitboard.example', user: USER }

function makeSpool(t: TestContext): string {
  const spool = mkdtempSync(join(tmpdir(), 'captures-'))
  t.after(() => rmSync(spool, { recursive: true, force: true }))
  return spool
}

interface Left {
  readonly captures?: Readonly<Record<string, string>>
  /** The outbox has these files; null without one. */
  readonly outbox?: Readonly<Record<string, string>> | null
  readonly target?: typeof TARGET
  readonly pid?: number
}

/** Leaves what an earlier recorder has left in the spool. */
function leaveRecording(spool: string, name: string, left: Left = {}): string {
  const { captures = { 'session-001.pcap': 'four' }, outbox = null, target = TARGET } = left
  const folder = join(spool, name)
  mkdirSync(folder)
  writeStreamFile(folder, { ...newStreamFile(target), pid: left.pid ?? process.pid })
  for (const [file, text] of Object.entries(captures)) writeFileSync(join(folder, file), text)
  if (outbox !== null) {
    mkdirSync(join(folder, 'outbox'))
    for (const [file, text] of Object.entries(outbox)) {
      writeFileSync(join(folder, 'outbox', file), text)
    }
  }
  return folder
}

const WAITING = { outbox: { 'some-file': 'unsent' } }
const SENT = { outbox: { 'progress.json': JSON.stringify({ settled: 0, isSent: true }) } }

const statesIn = (spool: string) =>
  listCaptures(spool, null).map(({ recording, file, state }) => `${recording}/${file} ${state}`)

suite('the captures of a spool', () => {
  test('are none where the folder is missing or is a file', (t) => {
    const spool = makeSpool(t)
    assert.deepEqual(listCaptures(join(spool, 'missing'), null), [])
    writeFileSync(join(spool, 'file'), '')
    assert.deepEqual(listCaptures(join(spool, 'file'), null), [])
    assert.equal(countOutboxBytes(join(spool, 'missing')), 0)
  })

  test('are those of folders with a stream file that can be read', (t) => {
    const spool = makeSpool(t)
    leaveRecording(spool, 'whole')
    for (const [name, text] of [
      ['empty', ''],
      ['no-json', '{"streamId"'],
      ['no-object', 'null'],
      ['of-nobody', JSON.stringify({ ...newStreamFile(TARGET), user: 'nobody' })],
      ['no-pid', JSON.stringify({ ...newStreamFile(TARGET), pid: 1.5 })],
    ] as const) {
      leaveRecording(spool, name)
      writeFileSync(join(spool, name, 'stream.json'), text)
    }
    mkdirSync(join(spool, 'without'))
    writeFileSync(join(spool, 'without', 'session-001.pcap'), 'four')
    writeFileSync(join(spool, 'a file'), '')
    assert.deepEqual(statesIn(spool), ['whole/session-001.pcap stored'])
  })

  test('are the pcap files of a recording, in order, oldest recording first', (t) => {
    const spool = makeSpool(t)
    const files = ['session-002.pcap', 'notes.txt', 'session-001.pcap', 'pcap']
    const captures = Object.fromEntries(files.map((file) => [file, file]))
    leaveRecording(spool, '2026-02', { captures })
    leaveRecording(spool, '2026-01')
    assert.deepEqual(statesIn(spool), [
      '2026-01/session-001.pcap stored',
      '2026-02/session-001.pcap stored',
      '2026-02/session-002.pcap stored',
    ])
  })

  test('have their size, their owner and when they were changed', (t) => {
    const spool = makeSpool(t)
    leaveRecording(spool, 'one', { captures: { 'session-001.pcap': '12345' } })
    const [capture] = listCaptures(spool, null)
    assert.partialDeepStrictEqual(capture, {
      recording: 'one',
      file: 'session-001.pcap',
      bytes: 5,
      state: 'stored',
      ...TARGET,
    })
    assert.ok(Math.abs((capture?.changedAtMs ?? 0) - Date.now()) < 60_000)
  })

  test('are stored without an outbox, sent where it says so, else waiting', (t) => {
    const spool = makeSpool(t)
    leaveRecording(spool, 'a')
    leaveRecording(spool, 'b', SENT)
    leaveRecording(spool, 'c', WAITING)
    assert.deepEqual(statesIn(spool), [
      'a/session-001.pcap stored',
      'b/session-001.pcap sent',
      'c/session-001.pcap waiting',
    ])
  })

  test('are being recorded while the process of another recorder lives', (t) => {
    const spool = makeSpool(t)
    leaveRecording(spool, 'other', { ...WAITING, pid: process.ppid })
    assert.deepEqual(statesIn(spool), ['other/session-001.pcap recording'])
  })

  test('of the recording of this process have its state for each file', (t) => {
    const spool = makeSpool(t)
    const recording = createRecording(spool, TARGET)
    t.after(() => recording.close())
    writeFileSync(join(recording.folder, 'session-001.pcap'), '')
    const states = () => listCaptures(spool, recording).map(({ state }) => state)
    assert.deepEqual(states(), ['waiting'])
    leaveRecording(spool, '0 older')
    assert.deepEqual(states(), ['stored', 'waiting'])
  })
})

test('the outboxes of all recordings are counted, and the captures are not', (t) => {
  const spool = makeSpool(t)
  leaveRecording(spool, 'a', { outbox: { one: '1', two: '22' } })
  leaveRecording(spool, 'b', { outbox: { three: '333' } })
  leaveRecording(spool, 'c')
  assert.equal(countOutboxBytes(spool), 6)
})

const captureOf = (spool: string, file = 'session-001.pcap'): StoredCapture => {
  const capture = listCaptures(spool, null).find((one) => one.file === file)
  assert.ok(capture)
  return capture
}

suite('a deleted capture', () => {
  test('takes its recording along if it was the last one and the server has all', (t) => {
    const spool = makeSpool(t)
    const folder = leaveRecording(spool, 'one', {
      captures: { 'session-001.pcap': '', 'session-002.pcap': '' },
    })
    const [first, second] = [captureOf(spool), captureOf(spool, 'session-002.pcap')]
    deleteCapture(spool, first)
    assert.ok(!existsSync(join(folder, first.file)))
    assert.ok(existsSync(join(folder, second.file)))
    deleteCapture(spool, second)
    assert.ok(!existsSync(folder))
  })

  test('leaves what the server may still need', (t) => {
    for (const left of [WAITING, SENT]) {
      const spool = makeSpool(t)
      const folder = leaveRecording(spool, 'one', left)
      const capture = captureOf(spool)
      deleteCapture(spool, capture)
      assert.ok(!existsSync(join(folder, capture.file)))
      assert.equal(countOutboxBytes(spool) > 0, true)
      deleteCapture(spool, { ...capture, state: 'stored' })
      assert.ok(existsSync(join(folder, 'outbox')), 'its outbox came after it was listed')
    }
  })

  test('leaves the folder of a recording that goes on', (t) => {
    const spool = makeSpool(t)
    const folder = leaveRecording(spool, 'one')
    deleteCapture(spool, { ...captureOf(spool), state: 'recording' })
    assert.ok(existsSync(folder))
  })

  test('may be gone already', (t) => {
    const spool = makeSpool(t)
    leaveRecording(spool, 'one')
    const capture = captureOf(spool)
    rmSync(join(spool, 'one'), { recursive: true })
    deleteCapture(spool, capture)
    assert.deepEqual(readdirSync(spool), [])
  })

  test('is abandoned with its recording and what was still to be sent of it', (t) => {
    const spool = makeSpool(t)
    leaveRecording(spool, 'one', WAITING)
    leaveRecording(spool, 'two')
    const capture = captureOf(spool)
    abandonRecording(spool, capture)
    assert.deepEqual(readdirSync(spool), ['two'])
    abandonRecording(spool, capture)
  })
})

const printed = (recordings: number, forOthers: number) => {
  const lines: string[] = []
  const contents = { recordings, bytes: 1_250_000, forOthers, unfinished: [] }
  printContents(contents, '/spool', (text) => lines.push(text))
  return lines
}

suite('what earlier runs have left', () => {
  test('is counted; what is not sent and for this server and user is to be sent, oldest first', (t) => {
    const spool = makeSpool(t)
    const folders = ['2026-02', '2026-01'].map((name) => leaveRecording(spool, name, WAITING))
    leaveRecording(spool, '2026-03', { captures: { 'session-001.pcap': '12', 'notes.txt': '12' } })
    leaveRecording(spool, '2026-04', { ...WAITING, pid: process.ppid })
    leaveRecording(spool, '2026-05', { ...WAITING, target: { ...TARGET, server: 'other' } })
    const user = '0190b3a4-0000-7000-8000-000000000009'
    leaveRecording(spool, '2026-06', { ...WAITING, target: { ...TARGET, user } })
    mkdirSync(join(spool, '2026-07'))
    const { unfinished, ...rest } = readSpool(spool, TARGET)
    assert.deepEqual(rest, { recordings: 6, bytes: 5 * 4 + 2, forOthers: 2 })
    assert.deepEqual(
      unfinished,
      folders
        .toReversed()
        .map((folder) => ({ folder, streamId: readStreamFile(folder)?.streamId })),
    )
  })

  test('is printed where there is something', () => {
    const all = 'Earlier recordings in /spool: 1 (1.3 MB); delete folders you no longer need'
    const others = 'Waiting for another --server or --user: 1 of them'
    assert.deepEqual(printed(0, 0), [])
    assert.deepEqual(printed(1, 0), [all])
    assert.deepEqual(printed(1, 1), [all, others])
  })
})

test('sizes are in megabytes with one digit', () => {
  assert.deepEqual([0, 50_000, 1e6, 12_345_678].map(megabytes), [
    '0.0 MB',
    '0.1 MB',
    '1.0 MB',
    '12.3 MB',
  ])
})

suite('the spool folder', () => {
  test('is made with its parents, and may be there', (t) => {
    const spool = join(makeSpool(t), 'a', 'b')
    prepareSpool(spool)
    prepareSpool(spool)
    assert.deepEqual(readdirSync(spool), [])
  })

  test('that cannot be made is a failure that names it and what to do', (t) => {
    const file = join(makeSpool(t), 'file')
    writeFileSync(file, '')
    const spool = join(file, 'spool')
    assert.throws(
      () => prepareSpool(spool),
      (error) =>
        error instanceof Failure &&
        error.message.startsWith(`The spool folder ${spool} cannot be written: ENOTDIR`) &&
        error.remedy === 'Give a folder of your own with --spool.',
    )
  })
})

suite('a stream file', () => {
  test('is read as it was written, for this user alone', (t) => {
    const folder = makeSpool(t)
    const stream = newStreamFile(TARGET)
    writeStreamFile(folder, stream)
    assert.deepEqual(readStreamFile(folder), stream)
    assert.partialDeepStrictEqual(stream, { ...TARGET, pid: process.pid })
    assert.match(stream.streamId, /^[\da-f]{8}-/)
    assert.deepEqual(readdirSync(folder), ['stream.json'])
    const text = readFileSync(join(folder, 'stream.json'), 'utf8')
    assert.equal(text, `${JSON.stringify(stream, null, 2)}\n`)
  })

  test('of another stream has another id', () => {
    assert.notEqual(newStreamFile(TARGET).streamId, newStreamFile(TARGET).streamId)
  })

  test('tells whether another process is writing: it lives, and since the same boot', () => {
    const bootedAtMs = Date.now() - uptime() * 1000
    const stream = { ...newStreamFile(TARGET), pid: process.ppid, bootedAtMs }
    assert.equal(isBeingWritten(stream), true)
    assert.equal(isBeingWritten({ ...stream, pid: process.pid }), false, 'this process')
    assert.equal(isBeingWritten({ ...stream, pid: 2 ** 22 + 1 }), false, 'no process')
    for (const offMs of [-60_000, -11_000, 11_000, 60_000]) {
      const other = { ...stream, bootedAtMs: bootedAtMs + offMs }
      assert.equal(isBeingWritten(other), false, `another boot, ${offMs}`)
    }
    for (const offMs of [-8_000, 8_000]) {
      const same = { ...stream, bootedAtMs: bootedAtMs + offMs }
      assert.equal(isBeingWritten(same), true, `the clock was set, ${offMs}`)
    }
  })
})
