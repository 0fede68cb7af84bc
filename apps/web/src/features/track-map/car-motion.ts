import type { MapTick } from './map-news.ts'

/** It knows where cars are between two ticks: they drive on at their speed until the next tick corrects them. */
interface CarMotion {
  readonly tick: (tick: MapTick, nowMs: number) => void
  /** Places every car; `smooth` is false for where the last tick has them. */
  readonly place: (nowMs: number, smooth: boolean) => void
  /** The positions are in metres, by place, as of the last `place`; it is NaN for a car without a known position. */
  readonly x: Float64Array
  readonly z: Float64Array
  /** Returns whether cars still move if no further tick comes. */
  readonly isMoving: (nowMs: number) => boolean
}

/** No game has more. */
export const CARS_MAX = 32
/** No correction goes further: it is a flashback, another moment, or a car put back on the track. */
const JUMP_METRES = 60
/** A correction of the next tick is shown over about this time. */
const CORRECTION_MS = 120
const CORRECTION_MAX_MS = 1_000
/** No car moves after this. */
const SETTLED_MS = 2_500
/** Nobody knows where cars are this long after a tick, in session time: they stop. */
const AHEAD_MAX_MS = 300
/** Ticks this far apart belong to different moments. */
const BREAK_MS = 1_500
/** The limit is in session time: a tick of the fastest replay takes this long. */
const STEP_MAX_MS = 3_000
/** The clock gives up time that ticks do not confirm at this rate. */
const SLIP = 0.005
/** The speed of a replay is measured over this long. */
const MEASURED_MS = 600

export function createCarMotion(): CarMotion {
  const [x, z] = [new Float64Array(CARS_MAX).fill(Number.NaN), new Float64Array(CARS_MAX)]
  const [atX, atZ] = [new Float64Array(CARS_MAX).fill(Number.NaN), new Float64Array(CARS_MAX)]
  const [speedX, speedZ] = [new Float64Array(CARS_MAX), new Float64Array(CARS_MAX)]
  const [offX, offZ] = [new Float64Array(CARS_MAX), new Float64Array(CARS_MAX)]
  const correctionMs = new Float64Array(CARS_MAX).fill(CORRECTION_MS)
  let count = 0
  /** These are the session time of the last tick, and its moment by the viewer's clock. */
  let tickMs = Number.NaN
  let tickedMs = Number.NEGATIVE_INFINITY
  /** Session time goes by at this rate, which is 0 until a second tick follows. */
  let rate = 0
  let measuredFromMs = 0
  let measuredAtMs = 0
  let lastMeasured = 0
  /** The last tick came this much later than expected, in session time. */
  let lateMs = 0

  /** The ticks of a fast replay are further apart. */
  function aheadMaxMs(): number {
    return AHEAD_MAX_MS * Math.min(Math.max(rate, 1), 3)
  }

  /** Returns the session time since the last tick. */
  function aheadMs(nowMs: number): number {
    return Math.min(lateMs + (nowMs - tickedMs) * rate, aheadMaxMs())
  }

  function place(nowMs: number, smooth: boolean): void {
    const seconds = smooth ? aheadMs(nowMs) / 1000 : 0
    for (let car = 0; car < CARS_MAX; car++) {
      if (car >= count) x[car] = Number.NaN
      else {
        const decay = smooth ? Math.exp((tickedMs - nowMs) / read(correctionMs, car)) : 0
        x[car] = read(atX, car) + read(speedX, car) * seconds + read(offX, car) * decay
        z[car] = read(atZ, car) + read(speedZ, car) * seconds + read(offZ, car) * decay
      }
    }
  }

  /** Follows the viewer's clock: ticks are late, never early. */
  function follow(sessionMs: number, nowMs: number): boolean {
    const [stepMs, elapsedMs] = [sessionMs - tickMs, nowMs - tickedMs]
    const goesOn = stepMs >= 0 && stepMs < STEP_MAX_MS && elapsedMs < BREAK_MS
    if (!goesOn) {
      rate = 0
      lateMs = 0
      measuredFromMs = sessionMs
      measuredAtMs = nowMs
      return false
    }
    lateMs = Math.max(0, lateMs + elapsedMs * (rate - SLIP) - stepMs)
    if (lateMs > aheadMaxMs()) lateMs = 0
    if (rate === 0) rate = 1
    if (nowMs - measuredAtMs >= MEASURED_MS) {
      const measured = (sessionMs - measuredFromMs) / (nowMs - measuredAtMs)
      // One window may be wrong: a message that is held up arrives in the next one.
      if (Math.abs(measured - lastMeasured) < 0.15 * measured) {
        rate = Math.abs(measured - 1) < 0.2 ? 1 : measured
      }
      lastMeasured = measured
      measuredFromMs = sessionMs
      measuredAtMs = nowMs
    }
    return true
  }

  return {
    x,
    z,
    place,
    isMoving: (nowMs) => rate > 0 && nowMs - tickedMs < SETTLED_MS,
    tick: ({ sessionTimeMs, drivers }, nowMs) => {
      place(nowMs, true)
      const goesOn = follow(sessionTimeMs, nowMs)
      const stepSeconds = (sessionTimeMs - tickMs) / 1000
      tickMs = sessionTimeMs
      tickedMs = nowMs
      count = Math.min(drivers.length, CARS_MAX)
      const seconds = aheadMs(nowMs) / 1000
      for (let car = 0; car < count; car++) {
        const driver = drivers[car]
        const to = driver?.livePosition
        if (!to) {
          atX[car] = Number.NaN
          continue
        }
        const isGuessed = !driver.velocity && goesOn && stepSeconds > 0
        speedX[car] = driver.velocity?.x ?? (isGuessed ? (to.x - read(atX, car)) / stepSeconds : 0)
        speedZ[car] = driver.velocity?.z ?? (isGuessed ? (to.z - read(atZ, car)) / stepSeconds : 0)
        atX[car] = to.x
        atZ[car] = to.z
        correct(car, to.x + read(speedX, car) * seconds, to.z + read(speedZ, car) * seconds)
      }
    },
  }

  /** Moves the car from where it is shown to where it is, and never backwards. */
  function correct(car: number, toX: number, toZ: number): void {
    const [awayX, awayZ] = [read(x, car) - toX, read(z, car) - toZ]
    correctionMs[car] = CORRECTION_MS
    offX[car] = 0
    offZ[car] = 0
    if (!(Math.hypot(awayX, awayZ) < JUMP_METRES * Math.max(1, rate))) return
    offX[car] = awayX
    offZ[car] = awayZ
    const speed = Math.hypot(read(speedX, car), read(speedZ, car))
    const forward = (awayX * read(speedX, car) + awayZ * read(speedZ, car)) / Math.max(speed, 0.1)
    const slowestMs = (forward / Math.max(speed * Math.max(rate, 0.1), 0.1)) * 1000
    correctionMs[car] = Math.min(Math.max(CORRECTION_MS, slowestMs), CORRECTION_MAX_MS)
  }
}

function read(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN
}
