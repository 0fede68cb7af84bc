import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHeader } from '../decode.ts'
import type { Format } from '../formats/registry.ts'
import { detailOf, play } from '../../testing/play.ts'
import { createGame, type Sent } from '../../testing/scripted-game.ts'
import { createThinner, type Datagram } from './thinner.ts'

/** Plays three laps of three cars at 60 Hz with a stop, a flashback and a classification. */
function shortRace(format: Format = 2025): readonly Sent[] {
  const game = createGame({ format })
  const lapSeconds = 20
  game.session({ trackLength: 1000 })
  game.participants()
  game.event('LGOT', {})
  for (let step = 1; step <= 3 * lapSeconds * 60; step++) {
    game.wait(1 / 60)
    drive(game, lapSeconds)
    if (step % 30 === 0) game.session()
    if (step % 3 === 0) game.history((step / 3) % 3, historyOf(game, lapSeconds, (step / 3) % 3))
    if (step === 1500) {
      game.event('FLBK', { flashbackFrameIdentifier: 18 * 60, flashbackSessionTime: 18 })
      game.clock.seconds = 18
      game.clock.frame = 18 * 60
    }
    if (step % 10 === 0) game.event('BUTN', { buttonStatus: step })
  }
  game.over()
  game.event('SEND', {})
  game.classification(game.cars.map((_, i) => ({ position: i + 1, resultStatus: 3, numLaps: 2 })))
  for (let i = 0; i < 3; i++) game.history(i, historyOf(game, lapSeconds, i))
  return game.sent
}

type Game = ReturnType<typeof createGame>

function drive(game: Game, lapSeconds: number): void {
  const changes = Object.fromEntries(
    game.cars.map((_, i) => {
      const driven = Math.max(0, game.clock.seconds - i)
      const lap = Math.floor(driven / lapSeconds)
      const into = driven - lap * lapSeconds
      const inPit = i === 1 && lap === 1 && into > 3 && into < 8.05
      return [
        i,
        {
          currentLapNum: lap + 1,
          lapDistance: (into / lapSeconds) * 1000,
          currentLapTimeMs: Math.round(into * 1000),
          lastLapTimeMs: lap === 0 ? 0 : lapSeconds * 1000 + i,
          sector: Math.floor((into / lapSeconds) * 3),
          sector1TimeMs: into * 3 < lapSeconds ? 0 : 6_667,
          sector2TimeMs: into * 1.5 < lapSeconds ? 0 : 6_600,
          pitStatus: inPit ? 1 : 0,
          pitLaneTimerActive: inPit ? 1 : 0,
          pitLaneTimeMs: inPit ? Math.round((into - 3) * 1000) : 0,
          pitStopTimeMs: inPit ? Math.round((into - 3) * 500) : 0,
          numPitStops: i === 1 && (lap > 1 || (lap === 1 && into > 5)) ? 1 : 0,
        },
      ]
    }),
  )
  game.motion(game.cars.map((car) => [car.lapDistance ?? 0, 5]))
  game.lapData(changes)
  const fresh = game.clock.seconds > 29
  game.carStatus([
    { visualTyreCompound: 16, tyresAgeLaps: 1 },
    { visualTyreCompound: fresh ? 17 : 16, tyresAgeLaps: fresh ? 0 : 1 },
  ])
}

function historyOf(game: Game, lapSeconds: number, idx: number) {
  const done = (game.cars[idx]?.currentLapNum ?? 1) - 1
  const lap = { lapTimeMs: lapSeconds * 1000 + idx, sector1TimeMs: 6_667, lapValidBitFlags: 15 }
  return { numLaps: done + 1, laps: Array.from({ length: done }, () => lap) }
}

function thin(sent: readonly Sent[]): readonly Datagram[] {
  const thinner = createThinner()
  return [...sent.flatMap(({ bytes, atMs }) => thinner.push(bytes, atMs)), ...thinner.flush()]
}

function kindsOf(datagrams: readonly Datagram[]): string[] {
  return datagrams.map(({ bytes }) => readHeader(bytes).kind)
}

function bytesOf(datagrams: readonly { readonly bytes: Uint8Array }[]): number {
  return datagrams.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

function countOf(datagrams: readonly Datagram[], kind: string): number {
  return datagrams.filter(({ bytes }) => readHeader(bytes).kind === kind).length
}

for (const format of [2022, 2023, 2024, 2025, 2026] as const) {
  test(`a thinned stream of ${format} ends in the same session as the whole one`, () => {
    const sent = shortRace(format)
    const thinned = thin(sent)
    assert.ok(bytesOf(thinned) < bytesOf(sent) / 3, `${bytesOf(thinned)} of ${bytesOf(sent)} left`)
    const whole = play(sent)
    const result = play(thinned)
    assert.equal(whole.ended[0]?.reason, 'classification')
    assert.equal(whole.ended[0].session.cars[1]?.pitStops.length, 1)
    const [a, b] = [detailOf(whole.opened[0]), detailOf(result.opened[0])]
    // A point of the outline lies between two samples, and the whole stream has more of them.
    assert.deepEqual({ ...b, trackOutline: [] }, { ...a, trackOutline: [] })
    assert.deepEqual(
      b.trackOutline.map((point) => point === null),
      a.trackOutline.map((point) => point === null),
    )
  })
}

test('thinning a thinned stream changes nothing', () => {
  const once = thin(shortRace())
  assert.deepEqual(kindsOf(thin(once)), kindsOf(once))
})

test('in 2022, where a flashback repeats frame numbers, the datagrams after it stay', () => {
  const sent = shortRace(2022)
  const thinned = thin(sent)
  assert.ok(bytesOf(thinned) < bytesOf(sent) / 3, `${bytesOf(thinned)} of ${bytesOf(sent)} left`)
  const again = thinned.filter(({ bytes }) => {
    const read = readHeader(bytes)
    if (read.kind !== 'lapData') return false
    return read.header.sessionTime > 18 && read.header.sessionTime < 24
  })
  assert.ok(again.length > 2 * 6 * 10, `${again.length} timings of the seconds driven twice`)
})

test('thinning retains timing and positions at 10 Hz and the rest sparser', () => {
  const thinned = thin(shortRace())
  const seconds = 60
  const motions = countOf(thinned, 'motion')
  assert.ok(Math.abs(motions - seconds * 10) < 10, `${motions} motions`)
  assert.ok(countOf(thinned, 'lapData') < seconds * 12)
  assert.ok(countOf(thinned, 'carStatus') <= seconds * 2.5 + 10)
  assert.equal(countOf(thinned, 'session'), 121)
  assert.equal(
    thinned.filter(({ bytes }) => String.fromCharCode(...bytes.slice(29, 33)) === 'BUTN').length,
    0,
  )
})
