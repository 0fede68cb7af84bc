/**
 * Values between two samples lie on a straight line (`linear`), or stay those of the earlier sample (`held`).
 */
type TraceInterpolation = 'linear' | 'held'

interface TraceChannelRow {
  readonly unit: string
  readonly description: string
  readonly interpolation: TraceInterpolation
  /** Values are stored as multiples of this. */
  readonly resolution: number
}

/** The names of a trace's channels end in their units. */
export const TRACE_CHANNELS = {
  timeMs: {
    unit: 'ms',
    description: 'Time since the lap began; at the line it is the lap time.',
    interpolation: 'linear',
    resolution: 1,
  },
  speedKmh: { unit: 'km/h', description: 'Speed.', interpolation: 'linear', resolution: 1 },
  throttlePercent: {
    unit: '%',
    description: 'Throttle, 0 to 100.',
    interpolation: 'linear',
    resolution: 1,
  },
  brakePercent: {
    unit: '%',
    description: 'Brake, 0 to 100.',
    interpolation: 'linear',
    resolution: 1,
  },
  steeringPercent: {
    unit: '%',
    description: 'Steering, -100 (full left) to 100 (full right).',
    interpolation: 'linear',
    resolution: 1,
  },
  gear: {
    unit: '',
    description: 'Gear: -1 reverse, 0 neutral, 1 to 8.',
    interpolation: 'held',
    resolution: 1,
  },
  engineRpm: {
    unit: 'rpm',
    description: 'Engine speed in revolutions per minute.',
    interpolation: 'linear',
    resolution: 50,
  },
  drsOpen: {
    unit: '',
    description: '1 while the DRS is open, otherwise 0.',
    interpolation: 'held',
    resolution: 1,
  },
  activeAeroOn: {
    unit: '',
    description: '1 while the straight mode of the active aerodynamics is on, otherwise 0.',
    interpolation: 'held',
    resolution: 1,
  },
  overtakeOn: {
    unit: '',
    description: '1 while the overtake mode is on, otherwise 0.',
    interpolation: 'held',
    resolution: 1,
  },
  ersDeployMode: {
    unit: '',
    description: 'Mode of the ERS: 0 none, 1 medium, 2 hotlap, 3 overtake.',
    interpolation: 'held',
    resolution: 1,
  },
  ersStorePercent: {
    unit: '%',
    description: 'Energy in the ERS store, 0 to 100.',
    interpolation: 'linear',
    resolution: 1,
  },
  positionXM: {
    unit: 'm',
    description: 'Place of the car on the X axis of the game’s world.',
    interpolation: 'linear',
    resolution: 0.1,
  },
  positionZM: {
    unit: 'm',
    description: 'Place of the car on the Z axis of the game’s world.',
    interpolation: 'linear',
    resolution: 0.1,
  },
} as const satisfies Record<string, TraceChannelRow>

export type TraceChannel = keyof typeof TRACE_CHANNELS

/** Returns a record with what `of` returns for each channel. */
export function ofEachChannel<T>(of: (channel: TraceChannel) => T): Record<TraceChannel, T> {
  return {
    timeMs: of('timeMs'),
    speedKmh: of('speedKmh'),
    throttlePercent: of('throttlePercent'),
    brakePercent: of('brakePercent'),
    steeringPercent: of('steeringPercent'),
    gear: of('gear'),
    engineRpm: of('engineRpm'),
    drsOpen: of('drsOpen'),
    activeAeroOn: of('activeAeroOn'),
    overtakeOn: of('overtakeOn'),
    ersDeployMode: of('ersDeployMode'),
    ersStorePercent: of('ersStorePercent'),
    positionXM: of('positionXM'),
    positionZM: of('positionZM'),
  }
}
