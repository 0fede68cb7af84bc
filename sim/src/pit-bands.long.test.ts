import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pitOutlookOf, type Rejoin } from '@pitboard/analysis/outlook/rejoin'
import { lapModelStops, STRATEGIES } from './pit-bands/lap-model-race.ts'

const LENGTHS = [10, 15, 20, 25, 30, 40, 50] as const
const RACES = 8
/** The constants were chosen on other seeds of the other strategies; this one had no part in it. */
const HELD_OUT = 'worn'
const FIRST_SEED = 500

interface Outcome {
  readonly strategy: string
  readonly laps: number
  readonly rejoin: Rejoin
  readonly position: number
}

function* outcomes(): Iterable<Outcome> {
  for (const strategy of STRATEGIES) {
    for (const laps of LENGTHS) {
      for (let race = 0; race < RACES; race++) {
        const seed = (FIRST_SEED + race) * 7919 + laps
        for (const { session, driverIdx, position } of lapModelStops({ seed, laps, strategy })) {
          const place = session.drivers.findIndex((driver) => driver.driverIdx === driverIdx)
          const rejoin = pitOutlookOf(session)?.rejoins[place]
          if (rejoin) yield { strategy, laps, rejoin, position }
        }
      }
    }
  }
}

function shareOf(all: readonly Outcome[], isHit: (outcome: Outcome) => boolean): number {
  return all.filter(isHit).length / Math.max(1, all.length)
}

function isInBand({ rejoin: { band }, position }: Outcome): boolean {
  return band !== null && band.best <= position && position <= band.worst
}

function isNear({ rejoin, position }: Outcome): boolean {
  return Math.abs(rejoin.expectedPosition - position) <= 1
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** A line of the table in `docs/pit-window.md`. */
function describeGroup(name: string, all: readonly Outcome[]): string {
  const shown = all.filter(({ rejoin }) => rejoin.band !== null)
  const width = shown.reduce(
    (sum, { rejoin: { band } }) => sum + (band ? band.worst - band.best + 1 : 0),
    0,
  )
  return [
    name,
    all.length,
    percent(shareOf(all, isNear)),
    percent(shown.length / Math.max(1, all.length)),
    percent(shareOf(shown, isInBand)),
    (width / Math.max(1, shown.length)).toFixed(1),
  ].join(' | ')
}

describe('the band of positions after a stop, in races of a generator by laps', () => {
  const all = [...outcomes()]
  const shown = all.filter(({ rejoin }) => rejoin.band !== null)

  test('holds about four of five stops of the races that had no part in choosing it', (t) => {
    for (const strategy of STRATEGIES) {
      for (const laps of LENGTHS) {
        const group = all.filter((each) => each.strategy === strategy && each.laps === laps)
        t.diagnostic(describeGroup(`${strategy} ${laps}`, group))
      }
      t.diagnostic(
        describeGroup(
          strategy,
          all.filter((each) => each.strategy === strategy),
        ),
      )
    }
    for (const laps of LENGTHS) {
      t.diagnostic(
        describeGroup(
          String(laps),
          all.filter((each) => each.laps === laps),
        ),
      )
    }
    t.diagnostic(describeGroup('all', all))
    const heldOut = shown.filter(({ strategy }) => strategy === HELD_OUT)
    assert.ok(heldOut.length > 300)
    const share = shareOf(heldOut, isInBand)
    assert.ok(share >= 0.75 && share <= 0.85, String(share))
  })

  test('holds as many of all of them', () => {
    const share = shareOf(shown, isInBand)
    assert.ok(share >= 0.75 && share <= 0.85, String(share))
  })
})
