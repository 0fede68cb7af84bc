import type { Driver, PitStop, TyreStint } from '@pitboard/contract/driver'

type Note = (field: string) => void

/** Stints that are the same ones in both recordings, with what the own one lacks. */
export function fillTyres(own: Driver, other: Driver, note: Note): TyreStint[] {
  if (own.tyres.length === 0 && other.tyres.length > 0) {
    note('tyres')
    return other.tyres
  }
  if (own.tyres.length !== other.tyres.length) return own.tyres
  return own.tyres.map((stint, place) => {
    const filling = other.tyres[place]
    if (filling?.tyreCompound !== stint.tyreCompound) return stint
    const filled = { ...stint }
    for (const field of ['actualTyreCompound', 'endLap'] as const) {
      if (stint[field] !== null || filling[field] === null) continue
      filled[field] = filling[field]
      note(`tyres.${place}.${field}`)
    }
    return filled
  })
}

/** Stops with their times, and those on a lap of which the own recording has nothing. */
export function fillPitStops(own: Driver, other: Driver, note: Note): PitStop[] {
  let isFilled = false
  const stops = own.pitStops.map((stop) => {
    const filling = other.pitStops.find(({ lapNum }) => lapNum === stop.lapNum)
    if (!filling) return stop
    const filled = { ...stop }
    for (const field of ['pitLaneTimeMs', 'stopTimeMs'] as const) {
      if (stop[field] !== null || filling[field] === null) continue
      filled[field] = filling[field]
      isFilled = true
    }
    return filled
  })
  const missed = other.pitStops.filter(
    ({ lapNum }) =>
      (own.lapTimes[lapNum - 1]?.lapTime ?? null) === null &&
      !stops.some((stop) => stop.lapNum === lapNum),
  )
  if (isFilled || missed.length > 0) note('pitStops')
  return [...stops, ...missed].toSorted((a, b) => a.lapNum - b.lapNum)
}
