import type { Channel } from '@pitboard/contract/comparison/packed-column'
import type { PlainKey } from '../../../messages/create-text.ts'
import type { ShownLap } from '../compared/compared-laps.ts'

interface ChannelRow {
  readonly name: PlainKey
  readonly unit: string
  readonly read: (lap: Pick<ShownLap, 'channels'>) => Channel | null
  /** Null stands for as far as the lines reach. */
  readonly range: readonly [number, number] | null
  /** These values get a line across; if they are left out, round ones are found. */
  readonly ticks?: readonly number[]
  /** The lines have this height in pixels. */
  readonly height: number
  /** A value holds until the next one: gears and switches. */
  readonly isHeld?: true
}

/** These can be drawn of laps, in the order of the page. Their keys are in addresses. */
export const SHOWN_CHANNELS = {
  speed: {
    name: 'compare.speed',
    unit: 'km/h',
    range: null,
    height: 190,
    read: ({ channels }) => channels.speedKmh,
  },
  throttle: {
    name: 'compare.throttle',
    unit: '%',
    range: [0, 100],
    ticks: [0, 50, 100],
    height: 84,
    read: ({ channels }) => channels.throttlePercent,
  },
  brake: {
    name: 'compare.brake',
    unit: '%',
    range: [0, 100],
    ticks: [0, 50, 100],
    height: 84,
    read: ({ channels }) => channels.brakePercent,
  },
  gear: {
    name: 'compare.gear',
    unit: '',
    range: [0, 8],
    ticks: [2, 4, 6, 8],
    height: 96,
    read: ({ channels }) => channels.gear,
    isHeld: true,
  },
  steering: {
    name: 'compare.steering',
    unit: '%',
    range: null,
    height: 96,
    read: ({ channels }) => channels.steeringPercent,
  },
  rpm: {
    name: 'compare.rpm',
    unit: 'rpm',
    range: null,
    height: 110,
    read: ({ channels }) => channels.engineRpm,
  },
  wing: {
    name: 'compare.wing',
    unit: '',
    range: [0, 1],
    ticks: [0, 1],
    height: 52,
    read: ({ channels }) => channels.drsOpen ?? channels.activeAeroOn,
    isHeld: true,
  },
  ersMode: {
    name: 'compare.ersMode',
    unit: '',
    range: [0, 3],
    ticks: [0, 1, 2, 3],
    height: 84,
    read: ({ channels }) => channels.ersDeployMode,
    isHeld: true,
  },
  ersStore: {
    name: 'compare.ersStore',
    unit: '%',
    range: [0, 100],
    ticks: [0, 50, 100],
    height: 96,
    read: ({ channels }) => channels.ersStorePercent,
  },
} as const satisfies Readonly<Record<string, ChannelRow>>

export type ShownChannel = keyof typeof SHOWN_CHANNELS

export const CHANNEL_KEYS = [
  'speed',
  'throttle',
  'brake',
  'gear',
  'steering',
  'rpm',
  'wing',
  'ersMode',
  'ersStore',
] as const

export const CHANNELS_AT_FIRST: readonly ShownChannel[] = ['speed', 'throttle', 'brake', 'gear']
