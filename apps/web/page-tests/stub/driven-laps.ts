import type { ComparedLap, PackedColumns } from '@pitboard/contract/comparison/lap-comparison'
import {
  type Channel,
  CHANNEL_PACKING,
  packColumn,
} from '@pitboard/contract/comparison/packed-column'
import {
  ofEachChannel,
  TRACE_CHANNELS,
  type TraceChannel,
} from '@pitboard/contract/traces/trace-channels'
import { SessionType, TyreCompound } from '@pitboard/contract/wire/enumerations'

const STEP_M = 5
const TOP_KMH = 330
const CORNERING_G = 32
const BRAKING_G = 30
const POWER_G = 11

/** The pieces are straights and bends (degrees to the right, radius) of a track that ends where it begins. */
const PIECES: readonly (readonly [lengthM: number, angleDeg: number])[] = [
  ...([[400, 0], arc(180, 30), [300, 0], arc(-60, 50), arc(60, 50), [250, 0]] as const),
  ...([arc(-90, 120), [200, 0], arc(90, 60), [700, 0], arc(90, 80), [520, 0]] as const),
  ...([arc(90, 50), [330, 0]] as const),
]

function arc(angleDeg: number, radiusM: number): readonly [number, number] {
  return [(Math.abs(angleDeg) / 180) * Math.PI * radiusM, angleDeg]
}

interface TrackNode {
  readonly x: number
  readonly z: number
  /** A car can drive this many km/h here. */
  readonly limitKmh: number
}

interface Style {
  /** The speed in corners is multiplied by this; 1 is the reference. */
  readonly grip?: number
  /** The deceleration is multiplied by this; 1 is the reference. */
  readonly braking?: number
}

export const SESSION_ID = '01900000-0000-7000-8000-0000000000b1'

/** Returns a lap of a car on a simple track, quicker or slower by its style. */
export function aComparedLap(
  driver: { readonly driverIdx: number; readonly name: string; readonly lapNum?: number },
  style: Style = {},
  known: Partial<ComparedLap> = {},
): ComparedLap {
  const { driverIdx, name, lapNum = 5 } = driver
  const { columns, lapTimeMs, lengthM } = driveLap(style)
  return {
    sessionId: SESSION_ID,
    driverIdx,
    lapNum,
    state: 'ready',
    lengthM,
    columns,
    details: {
      sessionId: SESSION_ID,
      trackId: 10,
      trackName: 'Spa',
      sessionType: SessionType.Race,
      sessionStartTime: '2026-11-20T19:00:00Z',
      gameVersion: 2025,
      driverIdx,
      name,
      team: 'Alpine',
      teamColour: '#0093cc',
      lapNum,
      lapTimeMs,
      sector1TimeMs: null,
      sector2TimeMs: null,
      sector3TimeMs: null,
      isValid: true,
      tyreCompound: TyreCompound.Soft,
      flags: [],
      sampleHz: 60,
    },
    ...known,
  }
}

/** Returns a lap without its trace, for a reason. */
export function aLapWithoutTrace(
  state: Exclude<ComparedLap['state'], 'ready'>,
  driverIdx: number,
): ComparedLap {
  const lap = aComparedLap(
    { driverIdx, name: 'Castillo' },
    {},
    { state, columns: null, lengthM: null },
  )
  if (state === 'missing') return { ...lap, details: null }
  if (state !== 'otherTrack' || lap.details === null) return lap
  return { ...lap, details: { ...lap.details, trackId: 11, trackName: 'Monza' } }
}

/** The game sends nothing of a restricted car but where it is and its times. */
export function restricted(lap: ComparedLap): ComparedLap {
  if (lap.columns === null) return lap
  const { timeMs, positionXM, positionZM } = lap.columns
  return { ...lap, columns: { ...NOTHING, timeMs, positionXM, positionZM } }
}

const NOTHING: PackedColumns = ofEachChannel(() => null)

function driveLap({ grip = 1, braking = 1 }: Style) {
  const { nodes, lengthM } = drawTrack()
  const speeds = nodes.map(({ limitKmh }) => limitKmh * (limitKmh < TOP_KMH ? grip : 1))
  // A car brakes in time for what comes, and its power limits what it leaves a corner with.
  for (let round = 0; round < 2 * nodes.length; round++) {
    const at = nodes.length - 1 - (round % nodes.length)
    const next = speeds[(at + 1) % nodes.length] ?? 0
    speeds[at] = Math.min(speeds[at] ?? 0, reach(next, BRAKING_G * braking))
  }
  for (let round = 0; round < 2 * nodes.length; round++) {
    const at = round % nodes.length
    const before = speeds[(at - 1 + nodes.length) % nodes.length] ?? 0
    speeds[at] = Math.min(speeds[at] ?? 0, reach(before, POWER_G * (1 - before / 420)))
  }
  const closed = [...nodes, nodes[0] ?? { x: 0, z: 0, limitKmh: 0 }]
  const speedKmh = closed.map((_, index) => speeds[index % speeds.length] ?? 0)
  const gains = speedKmh.map((speed, index) => (speedKmh[index + 1] ?? speed) - speed)
  let ms = 0
  const timeMs = speedKmh.map((_, index) => {
    const stepM = index === speedKmh.length - 1 ? lengthM - (index - 1) * STEP_M : STEP_M
    if (index > 0) ms += (stepM / ((speedKmh[index - 1] ?? 1) / 3.6)) * 1000
    return Math.round(ms)
  })
  const columns: PackedColumns = {
    ...NOTHING,
    timeMs: packed('timeMs', timeMs),
    speedKmh: packed('speedKmh', speedKmh),
    throttlePercent: packed(
      'throttlePercent',
      gains.map((gain) => (gain >= 0 ? 100 : 0)),
    ),
    brakePercent: packed(
      'brakePercent',
      gains.map((gain) => (gain < -1 ? 90 : 0)),
    ),
    gear: packed(
      'gear',
      speedKmh.map((speed) => Math.min(8, Math.floor(speed / 40) + 1)),
    ),
    engineRpm: packed(
      'engineRpm',
      speedKmh.map((speed) => 9_000 + (speed % 40) * 75),
    ),
    positionXM: packed(
      'positionXM',
      closed.map(({ x }) => x),
    ),
    positionZM: packed(
      'positionZM',
      closed.map(({ z }) => z),
    ),
  }
  return { columns, lapTimeMs: Math.round(ms), lengthM }
}

function packed(channel: TraceChannel, values: Channel) {
  return [...packColumn(values, TRACE_CHANNELS[channel].resolution, CHANNEL_PACKING[channel])]
}

/** Returns the speed 5 m on, in km/h. */
function reach(speedKmh: number, acceleration: number): number {
  return Math.sqrt((speedKmh / 3.6) ** 2 + 2 * acceleration * STEP_M) * 3.6
}

function drawTrack(): { nodes: TrackNode[]; lengthM: number } {
  const stepM = 0.05
  const lengthM = PIECES.reduce((sum, [pieceM]) => sum + pieceM, 0)
  const nodes: TrackNode[] = []
  let [x, z, heading, at] = [0, 0, 0, 0]
  for (const [pieceM, angleDeg] of PIECES) {
    const steps = Math.round(pieceM / stepM)
    const turn = ((angleDeg / 180) * Math.PI) / steps
    const radiusM = turn === 0 ? Infinity : stepM / Math.abs(turn)
    const limitKmh = Math.min(TOP_KMH, Math.sqrt(CORNERING_G * radiusM) * 3.6)
    for (let step = 0; step < steps; step++) {
      if (at >= nodes.length * STEP_M) nodes.push({ x, z, limitKmh })
      heading += turn
      x += Math.cos(heading) * stepM
      z += Math.sin(heading) * stepM
      at += stepM
    }
  }
  return { nodes, lengthM }
}
