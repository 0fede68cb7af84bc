import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORMATS } from '@pitboard/telemetry/formats/registry'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { createRace } from './race.ts'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { trackOf, valueAt } from './tracks/track.ts'

const TRACK = 11
/** The simulator's lane is 16 m beside the middle of the track. */
const LANE_METRES = 16

for (const format of sampleOf(FORMATS, 1, 4)) {
  test(`R16 ${format}: a thinned race with stops shows the pit lane from its entry to its exit`, () => {
    const race = createRace({
      format,
      seed: 6,
      laps: 3,
      cars: 6,
      rateHz: 20,
      trackId: TRACK,
      lean: true,
    })
    const opened: TrackedSession[] = []
    const tracker = createTracker({ opened: (session) => opened.push(session) })
    const thinner = createThinner()
    for (const { bytes, atMs } of race.datagrams()) {
      for (const sent of thinner.push(bytes, atMs)) tracker.push(sent.bytes, sent.atMs)
    }
    const [session] = opened
    assert.ok(session)
    const { x, z, lengthM, pitEntry, pitExit } = trackOf(TRACK)
    const spacing = lengthM / session.pitLane.length
    let known = 0
    for (const [place, point] of session.pitLane.entries()) {
      if (!point) continue
      known++
      const metres = place * spacing
      assert.ok(metres >= pitEntry || metres <= pitExit, `${metres} m is not in the lane`)
      const away = Math.hypot(point[0] - valueAt(x, metres), point[1] - valueAt(z, metres))
      assert.ok(away < LANE_METRES + 6, `${away} m beside the track`)
    }
    const expected = Math.floor((lengthM - pitEntry + pitExit) / spacing)
    assert.ok(known >= expected - 3, `${known} of ${expected} points`)
  })
}
