import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Locator } from 'playwright-core'

/** Computes the numbers that a chart must show from the API's answer, independently of the page. */
export function byResult({ drivers }: SessionDetail): Driver[] {
  return drivers
    .filter(({ numberOfLaps }) => (numberOfLaps ?? 0) > 0)
    .toSorted((a, b) => (a.finishingPosition ?? 99) - (b.finishingPosition ?? 99))
}

/** Returns the time from the start to the end of the lap; it is NaN for a lap that was not completed. */
export function endOf({ lapTimes, numberOfLaps }: Driver, lap: number): number {
  if ((numberOfLaps ?? 0) < lap) return Number.NaN
  return lapTimes.slice(0, lap).reduce((sum, { lapTime }) => sum + (lapTime ?? Number.NaN), 0)
}

export function positionAt(session: SessionDetail, driver: Driver, lap: number): number {
  const endMs = endOf(driver, lap)
  if (Number.isNaN(endMs)) return Number.NaN
  return 1 + session.drivers.filter((other) => endOf(other, lap) < endMs).length
}

/** Returns the first and the last lap of each safety car and red flag. */
function neutralised({ events, drivers }: SessionDetail): [number, number][] {
  const last = Math.max(...drivers.map(({ numberOfLaps }) => numberOfLaps ?? 0))
  const startMs = events.find(({ kind }) => kind === 'lightsOut')?.timeMs ?? 0
  const leaderLap = (timeMs: number) => {
    let lap = 1
    while (lap < last && drivers.some((driver) => startMs + endOf(driver, lap) <= timeMs)) lap++
    return lap
  }
  const periods: [number, number][] = []
  let from: number | null = null
  for (const { kind, lapNum, timeMs, value } of events) {
    const lap = lapNum ?? leaderLap(timeMs)
    if (kind === 'redFlag') periods.push([lap, lap])
    if (kind !== 'safetyCar' || value === null) continue
    if (value % 10 < 2) from ??= lap
    else if (from !== null) {
      periods.push([from, lap])
      from = null
    }
  }
  return from === null ? periods : [...periods, [from, last]]
}

/** Returns the times of laps that are neither the first, nor to or from the pits, nor neutralised. */
export function racingTimes(session: SessionDetail, driver: Driver): number[] {
  const slow = neutralised(session)
  return driver.lapTimes
    .slice(0, driver.numberOfLaps ?? 0)
    .map(({ lapTime }, index) => ({ timeMs: lapTime, lap: index + 1 }))
    .filter(({ lap }) => lap > 1 && !slow.some(([from, to]) => lap >= from && lap <= to))
    .filter(
      ({ lap }) => !driver.pitStops.some((stop) => [stop.lapNum, stop.lapNum + 1].includes(lap)),
    )
    .flatMap(({ timeMs }) => timeMs ?? [])
    .toSorted((a, b) => a - b)
}

export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return Math.round(below + (above - below) * (at - Math.floor(at)))
}

/** Reads `1:05.311`, `+12.345`, `−0.2`; returns NaN for a dash. */
export function msOf(shown: string): number {
  const found = /([+−-]?)(?:(\d+):)?(\d+\.\d+)/.exec(shown)
  if (!found) return Number.NaN
  const [, sign, minutes = '0', seconds] = found
  const ms = Math.round(Number(minutes) * 60_000 + Number(seconds) * 1000)
  return sign === '−' || sign === '-' ? -ms : ms
}

/** Returns the rows of the table with this name, its head first. */
export async function tableOf(within: Locator, name: string): Promise<string[][]> {
  const table = within.getByRole('table', { name, exact: true })
  await table.waitFor()
  const rows = await table.getByRole('row').all()
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('th, td').allInnerTexts()
      return cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim())
    }),
  )
}
