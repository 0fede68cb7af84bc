import type { LiveSession } from '@pitboard/contract/live/live'
import { useState } from 'react'
import { useLive } from '../race/use-live.ts'

/** A panel shows this of a state; the key changes whenever that may change. */
export interface Derivation<T> {
  readonly keyOf: (session: LiveSession) => string
  readonly derive: (session: LiveSession) => T
}

/**
 * Works something out from the state of the present moment, and again once its key changes: ten times
 * a second would be wasted on values that change with a lap.
 */
export function useDerived<T>(derivation: Derivation<T>): T | null {
  const [select] = useState(() => cacheByKey(derivation))
  return useLive(select)
}

/** Derives a value again only for another key than the last one. */
export function cacheByKey<T>({ keyOf, derive }: Derivation<T>): (session: LiveSession) => T {
  let known: { readonly key: string; readonly value: T } | null = null
  return (session) => {
    const key = keyOf(session)
    if (known?.key !== key) known = { key, value: derive(session) }
    return known.value
  }
}

/** Changes with completed laps, stops, retirements and safety cars. */
export function lapsKey({ id, drivers, events, safetyCarStatus }: LiveSession): string {
  const cars = drivers.map(
    ({ driverIdx, numberOfLaps, pitStops, resultStatus, tyres }) =>
      `${driverIdx}:${numberOfLaps}:${pitStops.length}:${tyres.length}:${resultStatus}`,
  )
  const lastCall = events.findLast(({ kind }) => kind === 'safetyCar' || kind === 'redFlag')
  return [id, safetyCarStatus, lastCall?.seq, ...cars].join()
}

/** Changes with gaps and positions as well, which the server sends twice a second. */
export function gapsKey(session: LiveSession): string {
  const cars = session.drivers.map(
    ({ position, pitStatus, deltaToLeader, deltaToCarAhead }) =>
      `${position}:${pitStatus}:${deltaToLeader}:${deltaToCarAhead}`,
  )
  return [lapsKey(session), ...cars].join()
}
