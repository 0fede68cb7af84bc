import { readRound, type Outline } from './outline.ts'

const TOP_SPEED = 93
const GRIP = 19
const DOWNFORCE = 0.0052
const CURVE_REACH_M = 8

/** 1/m, positive to the left; over some metres, so that single nodes don't matter. */
export function curvatureOf({ x, z }: Outline): Float64Array {
  return x.map((_, i) => {
    const [ax, az] = [readRound(x, i - CURVE_REACH_M), readRound(z, i - CURVE_REACH_M)]
    const [bx, bz] = [readRound(x, i), readRound(z, i)]
    const [cx, cz] = [readRound(x, i + CURVE_REACH_M), readRound(z, i + CURVE_REACH_M)]
    const cross = (bx - ax) * (cz - bz) - (bz - az) * (cx - bx)
    const sides =
      Math.hypot(bx - ax, bz - az) * Math.hypot(cx - bx, cz - bz) * Math.hypot(cx - ax, cz - az)
    return (2 * cross) / sides
  })
}

/** What the fastest car does at each metre, in m/s: limited by the corners, engine and brakes. */
export function speedProfileOf(curvature: Float64Array): Float64Array {
  const speed = curvature.map((k) => {
    const curve = Math.abs(k)
    return curve <= DOWNFORCE + 0.001
      ? TOP_SPEED
      : Math.min(TOP_SPEED, Math.sqrt(GRIP / (curve - DOWNFORCE)))
  })
  const count = speed.length
  // Two rounds, since the line is closed: the end of a lap decides how the next one begins.
  for (let i = 0; i < 2 * count; i++) {
    const before = readRound(speed, (i % count) - 1)
    const reachable = Math.sqrt(before ** 2 + 2 * engineAcceleration(before))
    speed[i % count] = Math.min(readRound(speed, i % count), reachable)
  }
  for (let i = 2 * count - 1; i >= 0; i--) {
    const after = readRound(speed, (i % count) + 1)
    const reachable = Math.sqrt(after ** 2 + 2 * brakeDeceleration(after))
    speed[i % count] = Math.min(readRound(speed, i % count), reachable)
  }
  return speed
}

/** m/s² at full throttle: traction at low speed, power less drag above. */
export function engineAcceleration(speed: number): number {
  return Math.max(0.2, Math.min(11, 560 / Math.max(speed, 1) - 0.00062 * speed ** 2))
}

/** m/s² at full braking, more with downforce. */
export function brakeDeceleration(speed: number): number {
  return 15 + 0.0042 * speed ** 2
}
