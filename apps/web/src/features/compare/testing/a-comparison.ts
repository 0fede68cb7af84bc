import type { ComparedLap } from '@pitboard/contract/comparison/lap-comparison'
import type { LapDetails } from '@pitboard/contract/traces/lap-traces'
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
import { LAP_LOOKS, type ShownComparison, type ShownLap } from '../compared/compared-laps.ts'

const DETAILS: LapDetails = {
  sessionId: 'S',
  sessionType: 10,
  sessionStartTime: '2026-05-03T13:00:00.000Z',
  trackId: 7,
  trackName: 'Silverstone',
  gameVersion: 2024,
  driverIdx: 0,
  name: 'Moreau',
  team: 'Ferrari',
  teamColour: '#e80020',
  lapNum: 5,
  lapTimeMs: 90_000,
  sector1TimeMs: null,
  sector2TimeMs: null,
  sector3TimeMs: null,
  isValid: true,
  tyreCompound: null,
  flags: [],
  sampleHz: null,
}

/** Returns a lap as the server sends it: with the channels that are named, and a length of 20 m. */
export function aComparedLap(
  lapNum: number,
  channels: Partial<Record<TraceChannel, Channel>>,
  known: Partial<ComparedLap> = {},
): ComparedLap {
  const pack = (channel: TraceChannel) => {
    const values = channels[channel]
    const { resolution } = TRACE_CHANNELS[channel]
    return values ? [...packColumn(values, resolution, CHANNEL_PACKING[channel])] : null
  }
  return {
    sessionId: 'S',
    driverIdx: 0,
    lapNum,
    state: 'ready',
    details: { ...DETAILS, lapNum },
    lengthM: 20,
    columns: ofEachChannel(pack),
    ...known,
  }
}

interface LapChannels {
  readonly timeMs?: Channel
  readonly speedKmh?: Channel
  readonly deltaMs?: Channel
  readonly channels?: Partial<ShownLap['channels']>
}

const NO_CHANNELS: ShownLap['channels'] = ofEachChannel(() => null)

function aShownLap(place: number, { timeMs, speedKmh, deltaMs, channels }: LapChannels): ShownLap {
  const look = LAP_LOOKS[place] ?? LAP_LOOKS[0]
  return {
    ...look,
    reference: { sessionId: 'S', driverIdx: 0, lap: place + 1 },
    key: `S.0.${place + 1}`,
    details: { ...DETAILS, lapNum: place + 1 },
    channels: { ...NO_CHANNELS, ...channels },
    aligned: { timeMs: timeMs ?? [], speedKmh: speedKmh ?? [], brakePercent: [] },
    deltaMs: deltaMs ?? [],
  }
}

/** Returns laps on a grid of 5 m; the first is the reference. */
export function aComparison(
  lengthM: number,
  first: LapChannels,
  ...others: LapChannels[]
): ShownComparison {
  return {
    grid: { stepM: 5, lengthM },
    laps: [aShownLap(0, first), ...others.map((lap, at) => aShownLap(at + 1, lap))],
    corners: [],
    outline: [],
  }
}
