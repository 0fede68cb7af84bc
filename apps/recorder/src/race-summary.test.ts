import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { encodePacket } from '@pitboard/telemetry/encode'
import { formats } from '@pitboard/telemetry/formats/registry'
import { createGameWatch, createRaceSummary } from './race-summary.ts'

const HEADER = { sessionUid: 77n, sessionTime: 0, frameIdentifier: 1, overallFrameIdentifier: 1 }

function sessionOf(sessionType: number, trackId = 10) {
  return encodePacket(2025, 'session', HEADER, { sessionType, trackId, totalLaps: 5 })
}

function lapOf(currentLapNum: number, playerCarIndex = 0) {
  const cars = Array.from({ length: playerCarIndex + 1 }, (_, index) => ({
    currentLapNum: index === playerCarIndex ? currentLapNum : 99,
  }))
  return encodePacket(2025, 'lapData', { ...HEADER, playerCarIndex }, { cars })
}

function participantsOf(yourTelemetry: number, playerCarIndex = 0) {
  const cars = Array.from({ length: playerCarIndex + 1 }, (_, index) => ({
    yourTelemetry: index === playerCarIndex ? yourTelemetry : 1 - yourTelemetry,
  }))
  return encodePacket(2025, 'participants', { ...HEADER, playerCarIndex }, { cars })
}

/** Returns the same bytes under the year of another format. */
function asYear(bytes: Uint8Array, year: number): Uint8Array {
  const other = bytes.slice()
  new DataView(other.buffer).setUint16(0, year, true)
  return other
}

suite('the summary of a race', () => {
  test('knows nothing at first', () => {
    const { text, format, session, lap, isRestricted } = createRaceSummary()
    assert.deepEqual(
      [text, format, session, lap, isRestricted],
      ['no session yet', null, null, null, false],
    )
  })

  test('names the track, the session and the player’s lap', () => {
    const summary = createRaceSummary()
    summary.push(lapOf(3, 2))
    assert.deepEqual([summary.text, summary.lap, summary.format], ['no session yet', 3, 2025])
    summary.push(sessionOf(15))
    assert.equal(summary.session, 'Spa, Race')
    assert.equal(summary.text, 'Spa, Race, lap 3')
    summary.push(lapOf(0))
    assert.deepEqual([summary.text, summary.lap], ['Spa, Race', null])
  })

  test('names a track and a session that it does not know by what the game says', () => {
    const summary = createRaceSummary()
    summary.push(sessionOf(250, 120))
    assert.equal(summary.session, 'track 120, Unknown')
  })

  test('names each session of each track of a format', () => {
    const { sessionTypes, tracks } = formats[2025]
    const names = new Map<number, string>(
      Object.entries(SessionType).map(([name, id]) => [id, name]),
    )
    for (const [id, type] of Object.entries(sessionTypes)) {
      for (const [track, name] of Object.entries(tracks).slice(0, 3)) {
        const summary = createRaceSummary()
        summary.push(sessionOf(Number(id), Number(track)))
        assert.equal(summary.session, `${name}, ${names.get(type)}`)
      }
    }
  })

  test('knows whether the game hides the player’s telemetry, until it says otherwise', () => {
    const summary = createRaceSummary()
    summary.push(participantsOf(1, 1))
    assert.equal(summary.isRestricted, false)
    summary.push(participantsOf(0, 1))
    assert.equal(summary.isRestricted, true)
    summary.push(sessionOf(15))
    assert.equal(summary.isRestricted, true)
    summary.push(participantsOf(1))
    assert.equal(summary.isRestricted, false)
  })

  test('is not changed by bytes that are no packet', () => {
    const summary = createRaceSummary()
    summary.push(new Uint8Array(40))
    summary.push(asYear(sessionOf(15), 2021))
    assert.deepEqual([summary.format, summary.text], [null, 'no session yet'])
  })
})

const watch = () => {
  const lines: string[] = []
  return { game: createGameWatch((text) => lines.push(text)), lines }
}

suite('what arrives on the port', () => {
  test('is nothing at first', () => {
    const { game } = watch()
    assert.deepEqual([game.recent(), game.format], [null, null])
  })

  test('is telemetry, of a supported or an unsupported year, or something else', () => {
    for (const [bytes, kind, format] of [
      [lapOf(1), 'game', 2025],
      [asYear(lapOf(1), 2021), 'foreign', 2021],
      [new Uint8Array(40), 'other', null],
      [new Uint8Array(), 'other', null],
    ] as const) {
      const { game } = watch()
      game.push(bytes)
      assert.deepEqual([game.recent(), game.format], [kind, format])
    }
  })

  test('is telemetry where it arrives among others, and an unsupported year before other bytes', () => {
    const { game } = watch()
    game.push(new Uint8Array(40))
    assert.equal(game.recent(), 'other')
    game.push(asYear(lapOf(1), 2021))
    assert.equal(game.recent(), 'foreign')
    game.push(lapOf(1))
    game.push(new Uint8Array(40))
    assert.deepEqual([game.recent(), game.format], ['game', 2025])
  })

  test('is what came in the last three seconds', (t) => {
    let nowMs = 10_000
    t.mock.method(performance, 'now', () => nowMs)
    const { game } = watch()
    game.push(lapOf(1))
    nowMs += 3_000
    assert.equal(game.recent(), 'game')
    nowMs += 1
    assert.equal(game.recent(), null)
  })

  test('an unsupported year is reported once, with the years to choose from', () => {
    const { game, lines } = watch()
    for (const year of [2021, 2021, 2020, 2021]) game.push(asYear(lapOf(1), year))
    game.push(lapOf(1))
    const choose = 'Choose 2022 to 2026 in its telemetry settings.'
    assert.deepEqual(lines, [
      `The game sends the format 2021, which is not understood. ${choose}`,
      `The game sends the format 2020, which is not understood. ${choose}`,
    ])
  })
})
