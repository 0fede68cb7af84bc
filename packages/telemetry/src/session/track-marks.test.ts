import assert from 'node:assert/strict'
import { test } from 'node:test'
import { play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'
import { FORMATS } from '../formats/registry.ts'
import { trackMarksOf } from './document/track-marks.ts'

const FLAGS = [-1, 0, 1, 2, 3, 4]

for (const format of FORMATS) {
  test(`R16 ${format}: marshal zones under a yellow or red flag are marked, others are not`, () => {
    const game = createGame({ cars: 1, format })
    game.session({
      trackLength: 6000,
      numMarshalZones: FLAGS.length,
      marshalZones: FLAGS.map((zoneFlag, place) => ({ zoneStart: place / FLAGS.length, zoneFlag })),
    })
    game.participants()
    const [session] = play(game.sent).opened
    assert.ok(session)
    assert.deepEqual(trackMarksOf(session).flaggedZones, [
      { from: 4000, to: 5000, isRed: false },
      { from: 5000, to: 0, isRed: true },
    ])
  })

  test(`R16 ${format}: where sectors begin is sent, or learned from the first car`, () => {
    const isSent = format >= 2024
    const game = createGame({ cars: 1, format })
    const sent = { sector2LapDistanceStart: 1500, sector3LapDistanceStart: 4100 }
    game.session({ trackLength: 6000, ...(isSent ? sent : {}) })
    game.participants()
    for (let lapDistance = 1200; lapDistance < 4500; lapDistance += 6) {
      game.wait(0.1)
      game.lapData({
        0: { lapDistance, sector: lapDistance < 1500 ? 0 : lapDistance < 4100 ? 1 : 2 },
      })
    }
    const [session] = play(game.sent).opened
    assert.ok(session)
    const [second = 0, third = 0] = trackMarksOf(session).sectorStarts ?? []
    assert.ok(Math.abs(second - 1500) <= 6, `${second}`)
    assert.ok(Math.abs(third - 4100) <= 6, `${third}`)
  })
}
