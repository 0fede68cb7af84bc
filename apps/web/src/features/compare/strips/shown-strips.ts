import type { Channel } from '@pitboard/contract/comparison/packed-column'
import type { Text } from '../../../messages/create-text.ts'
import type { LapLook, ShownComparison, ShownLap } from '../compared/compared-laps.ts'
import { formatDelta, lapName } from '../compared/lap-name.ts'
import { type ShownTheoretical, THEORETICAL_LOOK } from '../compared/theoretical.ts'
import type { StripData } from '../plot/strip-data.ts'
import { SHOWN_CHANNELS, type ShownChannel } from './shown-channels.ts'

const DELTA_HEIGHT = 130

/** A strip has words, which stand above it and in the table. */
export interface ShownStrip {
  readonly key: ShownChannel | 'delta'
  readonly title: string
  readonly strip: StripData
  /** Each lap has its values; null where the channel is not known of a lap. */
  readonly values: readonly (Channel | null)[]
  readonly format: (value: number | null) => string
}

/** Each strip has this line, of a lap that was driven or the theoretical one. */
export interface DrawnLap extends Pick<ShownLap, 'key' | 'deltaMs' | 'channels'> {
  readonly look: LapLook
  readonly name: string
}

/** Returns the laps that the strips draw: those of the comparison, then the theoretical one. */
export function drawnLaps(
  { laps }: ShownComparison,
  theoretical: ShownTheoretical | null,
  t: Text,
): DrawnLap[] {
  const driven = laps.map((lap) => ({ ...lap, look: lap, name: lapName(lap.details, t) }))
  if (theoretical === null) return driven
  const { deltaMs, channels } = theoretical
  const name = t('compare.theoretical')
  return [...driven, { key: 'theoretical', look: THEORETICAL_LOOK, name, deltaMs, channels }]
}

/**
 * Returns the strips of the page: the delta comes first, where there is something to compare. Channels that no lap has
 * are left out.
 */
export function showStrips(
  comparison: ShownComparison,
  channels: readonly ShownChannel[],
  t: Text,
  laps: readonly DrawnLap[] = drawnLaps(comparison, null, t),
): ShownStrip[] {
  const all = [
    ...(laps.length > 1 ? [deltaStrip(comparison, laps, t)] : []),
    ...channels
      .filter((key) => isKnown(comparison, key))
      .map((key) => channelStrip(comparison, laps, key, t)),
  ]
  return all.map((shown, index) => ({
    ...shown,
    strip: {
      ...shown.strip,
      hasCornerNumbers: index === 0,
      hasDistances: index === all.length - 1,
    },
  }))
}

export function isKnown({ laps }: ShownComparison, key: ShownChannel): boolean {
  return laps.some((lap) => SHOWN_CHANNELS[key].read(lap) !== null)
}

function deltaStrip(
  { grid, corners }: ShownComparison,
  laps: readonly DrawnLap[],
  t: Text,
): ShownStrip {
  return {
    key: 'delta',
    title: t('compare.channelUnit', { channel: t('compare.delta'), unit: 's' }),
    values: laps.map(({ deltaMs }) => deltaMs),
    format: (value) => formatDelta(value),
    strip: {
      grid,
      corners,
      range: null,
      height: DELTA_HEIGHT,
      isHeld: false,
      hasCornerNumbers: false,
      hasDistances: false,
      format: (value) => formatDelta(value, 2),
      lines: laps.map(({ deltaMs, look }) => ({
        values: deltaMs,
        colour: look.colour,
        dash: look.dash,
      })),
    },
  }
}

function channelStrip(
  { grid, corners }: ShownComparison,
  laps: readonly DrawnLap[],
  key: ShownChannel,
  t: Text,
): ShownStrip {
  const row = SHOWN_CHANNELS[key]
  const { name, unit, range, height } = row
  const read = (lap: DrawnLap): Channel | null => row.read(lap)
  return {
    key,
    title: unit === '' ? t(name) : t('compare.channelUnit', { channel: t(name), unit }),
    values: laps.map(read),
    format: (value) => (value === null ? '–' : String(Math.round(value))),
    strip: {
      grid,
      corners,
      range,
      height,
      isHeld: 'isHeld' in row,
      ...('ticks' in row ? { ticks: row.ticks } : {}),
      hasCornerNumbers: false,
      hasDistances: false,
      // Steps of a tenth add up to 0.6000000000000001.
      format: (value) => String(Number(value.toPrecision(6))),
      lines: laps.flatMap((lap) => {
        const values = read(lap)
        return values ? [{ values, colour: lap.look.colour, dash: lap.look.dash }] : []
      }),
    },
  }
}
