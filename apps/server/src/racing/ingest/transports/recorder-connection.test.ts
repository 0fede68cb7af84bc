import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeJsonFrame } from '@pitboard/contract/ingest/ingest-frames'
import { FrameType, type IngestedSession } from '@pitboard/contract/ingest/ingest-protocol'
import { createDone } from './recorder-connection.ts'

function session(index: number): IngestedSession {
  const id = `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`
  const base = 'https://timing.a-league-with-a-long-name.example'
  const urls = { sessionUrl: `${base}/sessions/${id}`, liveUrl: `${base}/live/${id}` }
  return { id, sessionId: '18446744073709551615', status: 'recorded', ...urls }
}

test('however many sessions a stream had, its Done fits a frame and names the newest', () => {
  const sessions = Array.from({ length: 64 }, (_, index) => session(index))
  const done = createDone(Number.MAX_SAFE_INTEGER, sessions)
  assert.doesNotThrow(() => encodeJsonFrame(FrameType.Done, done))
  assert.ok(done.sessions.length > 20)
  assert.deepEqual(done.sessions, sessions.slice(-done.sessions.length))
  assert.deepEqual(createDone(7, sessions.slice(0, 3)), {
    acknowledged: 7,
    sessions: sessions.slice(0, 3),
  })
})
