import type { Channel } from '@pitboard/contract/comparison/packed-column'
import type { Text } from '../../../messages/create-text.ts'
import type { ShownComparison, ShownLap } from '../compared/compared-laps.ts'
import { formatDelta } from '../compared/lap-name.ts'
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

/**
 * Returns the strips of the page: the delta comes first, where there is something to compare. Channels that no lap has
 * are left out.
 */
export function showStrips(
  comparison: ShownComparison,
  channels: readonly ShownChannel[],
  t: Text,
): ShownStrip[] {
  const all = [
    ...(comparison.laps.length > 1 ? [deltaStrip(comparison, t)] : []),
    ...channels
      .filter((key) => isKnown(comparison, key))
      .map((key) => channelStrip(comparison, key, t)),
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

function deltaStrip({ grid, laps, corners }: ShownComparison, t: Text): ShownStrip {
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
      lines: laps.map(({ deltaMs, colour, dash }) => ({ values: deltaMs, colour, dash })),
    },
  }
}

function channelStrip(
  { grid, laps, corners }: ShownComparison,
  key: ShownChannel,
  t: Text,
): ShownStrip {
  const row = SHOWN_CHANNELS[key]
  const { name, unit, range, height } = row
  const read = (lap: ShownLap): Channel | null => row.read(lap)
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
        return values ? [{ values, colour: lap.colour, dash: lap.dash }] : []
      }),
    },
  }
}
