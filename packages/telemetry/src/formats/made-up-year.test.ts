import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDecoder, decodeDatagram } from '../decode.ts'
import { encodePacketOf } from '../encode.ts'
import { sessionDetail } from '../session/document/session-detail.ts'
import type { TrackedSession } from '../session/state/state.ts'
import { createTracker } from '../session/tracker.ts'
import { f1_2027 } from '../../testing/f1-2027.ts'
import { formats } from './registry.ts'

const identity = { id: 'a', internalSessionId: 1, userId: 'b', userName: 'B' }

test('a new year is one file and one line: it is decoded and reduced like the others', () => {
  const decoder = createDecoder([...Object.values(formats), f1_2027])
  const opened: TrackedSession[] = []
  const tracker = createTracker({ opened: (session) => opened.push(session) }, decoder)
  const header = { sessionUid: 5n, sessionTime: 1, frameIdentifier: 9, overallFrameIdentifier: 9 }
  const session = { trackId: 43, sessionType: 15, totalLaps: 3 }
  const driver = { name: 'NEWCOMER', teamId: 500, raceNumber: 271, aiControlled: 1 }
  const lap = { carPosition: 1, currentLapNum: 2, resultStatus: 2, lastLapTimeMs: 81_234 }
  const sent = [
    encodePacketOf(f1_2027, 'session', header, session),
    encodePacketOf(f1_2027, 'participants', header, { numActiveCars: 1, cars: [driver] }),
    encodePacketOf(f1_2027, 'lapData', header, { cars: [lap] }),
  ]
  for (const bytes of sent) assert.notEqual(tracker.push(bytes, 1_000), null)
  const [first] = opened
  assert.ok(first !== undefined)
  const detail = sessionDetail(first, identity)
  assert.equal(detail.trackName, 'Kyalami')
  assert.equal(detail.packetFormat, 2027)
  assert.deepEqual(
    detail.drivers.map(({ name, team, carNumber, lastLapTimeMs }) => [
      name,
      team,
      carNumber,
      lastLapTimeMs,
    ]),
    [['NEWCOMER', 'Pitboard ‘27', 271, 81_234]],
  )
})

test('a year that nobody registered stays unknown', () => {
  const bytes = encodePacketOf(f1_2027, 'session', {}, {})
  assert.deepEqual(decodeDatagram(bytes), { kind: 'rejected', reason: 'format' })
})
