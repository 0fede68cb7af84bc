import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readStoredFile } from '../../platform/files/file-store.ts'
import { createFolderFiles } from '../../platform/files/folder-files.ts'
import { readCaptureFile, writeCaptureFile } from './capture-files.ts'
import { type CapturedDatagram, packCapture } from './capture-format.ts'
import { CaptureNotFound, type CaptureStore, createCaptureStore, filesOf } from './capture-store.ts'

function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-captures-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = createFolderFiles(folder)
  return { folder, files, captures: createCaptureStore(files) }
}

async function write(
  captures: CaptureStore,
  datagrams: AsyncIterable<CapturedDatagram>,
  continues: string | null,
): Promise<string> {
  const key = captures.newKey('one', continues)
  await captures.write(key, datagrams)
  return key
}

function some(from: number, count: number): CapturedDatagram[] {
  return Array.from({ length: count }, (_, place) => {
    const number = from + place
    return { atMs: 1_800_000_000_000 + number * 16.667, bytes: Buffer.alloc(number % 1500, number) }
  })
}

async function* inOrder(datagrams: readonly CapturedDatagram[]) {
  yield* datagrams
}

async function assertDatagrams(
  read: AsyncIterable<CapturedDatagram>,
  written: readonly CapturedDatagram[],
): Promise<void> {
  let place = 0
  for await (const { atMs, bytes } of read) {
    const expected = written[place++]
    assert.ok(expected)
    assert.equal(atMs, Math.round(expected.atMs * 1000) / 1000, 'to the microsecond')
    assert.ok(Buffer.from(bytes).equals(expected.bytes))
  }
  assert.equal(place, written.length)
}

test('a capture returns its datagrams in order, also those of parts that continue it', async (t) => {
  const { captures, folder } = open(t)
  const parts = [some(0, 3_000), some(3_000, 500), some(3_500, 1)]
  let key: string | null = null
  for (const part of parts) key = await write(captures, inOrder(part), key)
  assert.ok(key)
  assert.match(key, /^one\/[\da-f]{16}\+[\da-f]{16}\+[\da-f]{16}$/)
  await assertDatagrams(captures.read(key), parts.flat())
  const opened = await captures.open(key)
  assert.ok(opened)
  const whole = join(folder, 'whole.pcap.zst')
  writeFileSync(whole, Buffer.concat(await opened.content.toArray()))
  await assertDatagrams(readCaptureFile(whole), parts.flat())
})

test('what a session’s capture has replaced is removed; what may still be named stays for an hour', async (t) => {
  const { captures, folder } = open(t)
  const parts = () => readdirSync(join(folder, 'captures', 'one')).length
  const first = await write(captures, inOrder(some(0, 100)), null)
  // Two servers continue it at the same moment.
  const [key, other] = await Promise.all([
    write(captures, inOrder(some(100, 60)), first),
    write(captures, inOrder(some(100, 50)), first),
  ])
  assert.equal(await captures.prune('one', { removed: first, current: key }), false)
  await assertDatagrams(captures.read(key), [...some(0, 100), ...some(100, 60)])
  await assertDatagrams(captures.read(other), [...some(0, 100), ...some(100, 50)])
  assert.equal(await captures.prune('one', { removed: other, current: key }), true)
  assert.equal(parts(), 2)
  const whole = await write(captures, inOrder(some(0, 160)), null)
  assert.equal(await captures.prune('one', { removed: key, current: whole }), true)
  await write(captures, inOrder(some(0, 10)), null)
  assert.equal(await captures.prune('one', { removed: null, current: whole }), false)
  assert.equal(parts(), 2)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61 * 60_000 })
  assert.equal(await captures.prune('one', { removed: null, current: whole }), true)
  assert.equal(parts(), 1)
  assert.equal(await captures.prune('one', { removed: whole, current: null }), true)
  assert.deepEqual(readdirSync(join(folder, 'captures')), [])
})

test('a capture of an earlier version is read, continued, replaced and removed', async (t) => {
  const { captures, files, folder } = open(t)
  const former = join(folder, 'captures', 'one.pcap.zst')
  await writeCaptureFile(former, inOrder(some(0, 100)))
  const appended = packCapture(inOrder(some(100, 20)), true)
  const bytes = [await readStoredFile(files, 'captures/one.pcap.zst'), ...(await toArray(appended))]
  writeFileSync(former, Buffer.concat(bytes.flatMap((each) => each ?? [])))
  await assertDatagrams(captures.read('one.pcap.zst'), some(0, 120))
  const key = await write(captures, inOrder(some(120, 10)), 'one.pcap.zst')
  await assertDatagrams(captures.read(key), some(0, 130))
  await captures.prune('one', { removed: 'one.pcap.zst', current: key })
  await assertDatagrams(captures.read(key), some(0, 130))
  const current = await write(captures, inOrder(some(0, 1)), null)
  await captures.prune('one', { removed: key, current })
  assert.deepEqual(readdirSync(join(folder, 'captures')), ['one'])
})

async function toArray(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

test('a missing capture and a truncated one are distinguished', async (t) => {
  const { captures, folder } = open(t)
  const key = await write(captures, inOrder(some(1, 2_000)), null)
  const readAll = async () => {
    for await (const _ of captures.read(key));
  }
  const [file = ''] = filesOf(key)
  truncateSync(join(folder, file), 5_000)
  await assert.rejects(readAll(), (error) => !(error instanceof CaptureNotFound))
  // The server crashed in the middle of a write.
  writeFileSync(join(folder, 'captures', 'one', '2.pcap.zst.unfinished'), 'half')
  assert.equal(await captures.prune('one', { removed: key, current: null }), false)
  await assert.rejects(readAll(), CaptureNotFound)
  assert.equal(await captures.open(key), null)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61 * 60_000 })
  assert.equal(await captures.prune('one', { removed: null, current: null }), true)
  assert.deepEqual(readdirSync(join(folder, 'captures')), [])
})

async function* failing() {
  yield* some(0, 500)
  throw new Error('The journal is gone.')
}

test('datagrams that cannot be read leave no part', async (t) => {
  const { captures, folder } = open(t)
  mkdirSync(join(folder, 'captures'))
  await assert.rejects(write(captures, failing(), null), /journal is gone/)
  await captures.prune('one', { removed: null, current: null })
  assert.deepEqual(readdirSync(join(folder, 'captures')), [])
})
