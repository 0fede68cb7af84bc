import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { CaptureNotFound } from './capture-store.ts'
import { createFolderCaptureStore, type CapturedDatagram } from './capture-store.ts'

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-captures-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
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

test('a capture gives back its datagrams in order, also the parts that were appended', async (t) => {
  const captures = createFolderCaptureStore(folderFor(t))
  const parts = [some(0, 3_000), some(3_000, 500), some(3_500, 1)]
  let key = ''
  for (const part of parts) key = await captures.write('one', inOrder(part), true)
  const read: CapturedDatagram[] = []
  for await (const datagram of captures.read(key)) read.push(datagram)
  const written = parts.flat()
  assert.equal(read.length, written.length)
  for (const [place, { atMs, bytes }] of read.entries()) {
    const expected = written[place]
    assert.ok(expected)
    assert.equal(atMs, Math.round(expected.atMs * 1000) / 1000, 'to the microsecond')
    assert.ok(Buffer.from(bytes).equals(expected.bytes))
  }
})

test('a missing capture and a truncated one are distinguished', async (t) => {
  const folder = folderFor(t)
  const captures = createFolderCaptureStore(folder)
  const key = await captures.write('one', inOrder(some(1, 2_000)), false)
  const readAll = async () => {
    for await (const _ of captures.read(key));
  }
  truncateSync(join(folder, key), 5_000)
  await assert.rejects(readAll(), (error) => !(error instanceof CaptureNotFound))
  await captures.remove(key)
  await assert.rejects(readAll(), CaptureNotFound)
  await captures.remove(key)
  assert.deepEqual(readdirSync(folder), [])
})
