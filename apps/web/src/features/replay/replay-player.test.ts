import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import type { ReplayChunk } from '@pitboard/contract/live/replay'
import { createReplayPlayer } from './replay-player.ts'

const CHUNK_MS = 1000

/** Three chunks, a frame each 200 ms; the version distinguishes messages. */
function parts() {
  const received: number[] = []
  return {
    received,
    replay: { durationMs: 3000, chunkMs: CHUNK_MS, chunks: 3 },
    readChunk: async (number: number): Promise<ReplayChunk> => ({
      messages: Array.from({ length: 5 }, (_, index) => {
        const atMs = number * CHUNK_MS + index * 200
        return { t: 'delta', v: atMs, at: atMs, d: 0 }
      }),
    }),
    receive: (message: LiveMessage) => {
      if (message.t === 'delta') received.push(message.v)
    },
    now: () => Date.now(),
  }
}

test('seeking shows the chunk of the moment from its snapshot up to the moment', async () => {
  const { received, ...rest } = parts()
  const player = createReplayPlayer({ ...rest })
  await player.seek(1450)
  assert.deepEqual(received, [1000, 1200, 1400])
})

test('of two seeks the later one is shown', async () => {
  const { received, ...rest } = parts()
  const player = createReplayPlayer({ ...rest })
  await Promise.all([player.seek(2500), player.seek(100)])
  assert.deepEqual(received, [0])
  assert.equal(player.view().atMs, 100)
})

test('playing goes on from chunk to chunk at its speed and stops at the end', async () => {
  mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const { received, ...rest } = parts()
  const player = createReplayPlayer({ ...rest })
  await player.seek(0)
  player.setSpeed(2)
  player.play()
  for (let ticks = 0; ticks < 20 && player.view().playing; ticks++) {
    mock.timers.tick(100)
    // A chunk arrives between two ticks.
    await new Promise((resolve) => setImmediate(resolve))
  }
  mock.timers.reset()
  assert.deepEqual(
    received,
    Array.from({ length: 15 }, (_, index) => index * 200),
  )
  assert.deepEqual(player.view(), { atMs: 3000, playing: false, speed: 2, failed: false })
})

test('a part that can not be fetched stops the player and says so', async () => {
  const { received, ...rest } = parts()
  const player = createReplayPlayer({ ...rest, readChunk: isGone })
  await player.seek(500)
  assert.equal(player.view().failed, true)
  assert.deepEqual(received, [])
})

async function isGone(): Promise<ReplayChunk> {
  throw new Error('gone')
}
