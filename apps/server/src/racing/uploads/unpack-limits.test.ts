import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { CaptureUpload } from '@pitboard/contract/ingest/capture-upload'
import { createRace } from '@pitboard/sim/race'
import { f1pcapFile, lengthPrefixedFile } from '@pitboard/telemetry/testing/capture-files'
import type { Datagram } from '@pitboard/telemetry/decode'
import { insertPlayer, LOBBY_START_MS, type Player } from '../sessions/lobby.fixture.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { asPcap, follow, recordingsOf } from './upload.fixture.ts'

const MEGABYTE = 2 ** 20
/** Any file may unpack to this size, whatever its own. */
const FREE_BYTES = 32 * MEGABYTE
const RATIO = 200

const race = createRace({ seed: 3, laps: 1, cars: 4, rateHz: 10, trackId: 22 })
const { driven } = recordingsOf(race)

let server: TestServer
let player: Player
before(async () => {
  // The limit is far above what the files here unpack to, so that the ratio alone refuses them.
  server = await openTestServer({ env: { CAPTURE_UPLOAD_MB: '64' } })
  player = await insertPlayer(server, 'Max')
})
after(() => server.close())

async function refusalOf(file: Uint8Array): Promise<string> {
  const answer = await follow(server.url, file, { token: player.key })
  const text = await answer.text()
  assert.equal(answer.status, 422, text)
  return text
}

const long = Buffer.concat([driven(1n)[0]?.bytes ?? new Uint8Array(), Buffer.alloc(60_000)])
/** A compressor needs only some bytes for each of these datagrams, which unpack to more than any file may. */
const padding: readonly Datagram[] = Array.from({ length: 570 }, (_, n) => ({
  atMs: LOBBY_START_MS + n,
  bytes: long,
}))

onlyInLongRun(() => {
  test('what the inner of two stages unpacks to counts', async () => {
    const dump = lengthPrefixedFile([...driven(1n).slice(0, 1), ...padding])
    assert.ok(dump.length > FREE_BYTES)
    const inner = deflateRawSync(dump)
    for (const bomb of [gzipSync(inner), zstdCompressSync(inner), inner]) {
      assert.match(await refusalOf(bomb), /unpacks to more than 200 times its size/)
    }
  })
})

test('what the datagrams of a file unpack to counts, also inside of another stage', async () => {
  const packed = f1pcapFile(padding, { little: true, deflate: deflateSync })
  for (const bomb of [packed, zstdCompressSync(packed)]) {
    assert.match(await refusalOf(bomb), /unpacks to more than 200 times its size/)
  }
})

onlyInLongRun(() => {
  test('a file unpacks to 200 times its size, and above 32 MiB to no more', async () => {
    const small = gzipSync(asPcap([...driven(3n).slice(0, 20), ...padding]))
    assert.match(await refusalOf(small), /unpacks to more than 200 times its size/)

    const capture = asPcap([...driven(3n), ...padding])
    const large = gzipSync(capture)
    assert.ok(capture.length > FREE_BYTES && large.length * RATIO > capture.length)
    const answer = await follow(server.url, large, { token: player.key })
    const { result }: CaptureUpload = await answer.json()
    assert.equal(result?.sessions.length, 1)
  })
})
