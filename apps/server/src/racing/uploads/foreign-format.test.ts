import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import type { Datagram } from '@pitboard/telemetry/decode'
import { readUpload } from './read-upload.ts'
import { createFolderFiles } from '../../platform/files/folder-files.ts'
import { asPcap } from './upload.fixture.ts'

const AT_MS = Date.UTC(2026, 0, 1)
const race = createRace({ seed: 4, laps: 1, cars: 2, rateHz: 10, trackId: 22 })
const own = [...race.datagrams()].map(({ atMs, bytes }) => ({ atMs: AT_MS + atMs, bytes }))
const foreign = own.slice(0, 50).map(({ atMs, bytes }) => {
  const other = bytes.slice()
  new DataView(other.buffer).setUint16(0, 2021, true)
  return { atMs, bytes: other }
})

function read(t: TestContext, datagrams: readonly Datagram[]): ReturnType<typeof readUpload> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-foreign-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), asPcap(datagrams))
  const files = createFolderFiles(folder)
  const times = { writtenAtMs: AT_MS, nowMs: AT_MS }
  return readUpload(
    { files, key: 'file', folder, userId: randomUUID(), ...times, unpackedBytesMax: 1e9 },
    () => {},
  )
}

test('a file of a format that nobody here reads is refused with the format’s name', async (t) => {
  await assert.rejects(read(t, foreign), /of the format 2021 in it; 2022 to 2026 are understood/)
})

test('what is of another format beside a session is noted, and the session is read', async (t) => {
  const { sessions, notes } = await read(t, [...foreign, ...own])
  assert.equal(sessions.length, 1)
  assert.match(notes.join(), /format 2021/)
})
