import type { Driver } from '@pitboard/contract/sessions/driver'

interface Leg {
  readonly fromX: number
  readonly fromZ: number
  readonly toX: number
  readonly toZ: number
  readonly startMs: number
  readonly durationMs: number
}

/** Where cars are between two ticks: they run straight from the last place to the new one. */
export interface CarMotion {
  readonly tick: (drivers: readonly Driver[], nowMs: number) => void
  /** Null for a car without a known position. */
  readonly at: (place: number, nowMs: number) => readonly [x: number, z: number] | null
}

/** Further than a car drives in a tick: a flashback, or a car put back on the track. */
const JUMP_METRES = 150
const LONGEST_LEG_MS = 400

export function createCarMotion(): CarMotion {
  let legs: (Leg | null)[] = []
  let lastTickMs = 0

  function at(place: number, nowMs: number): readonly [number, number] | null {
    const leg = legs[place]
    if (!leg) return null
    const share = Math.min(1, (nowMs - leg.startMs) / leg.durationMs)
    return [leg.fromX + (leg.toX - leg.fromX) * share, leg.fromZ + (leg.toZ - leg.fromZ) * share]
  }

  return {
    at,
    tick: (drivers, nowMs) => {
      const durationMs = Math.min(LONGEST_LEG_MS, Math.max(16, nowMs - lastTickMs))
      lastTickMs = nowMs
      legs = drivers.map(({ livePosition: to }, place) => {
        if (!to) return null
        const shown = at(place, nowMs)
        const near = shown && Math.hypot(to.x - shown[0], to.z - shown[1]) < JUMP_METRES
        const [fromX, fromZ] = near ? shown : [to.x, to.z]
        return { fromX, fromZ, toX: to.x, toZ: to.z, startMs: nowMs, durationMs }
      })
    },
  }
}
