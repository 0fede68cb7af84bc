import type { ComponentType } from 'react'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { PlainKey } from '../../../messages/create-text.ts'

export interface TowerColumn {
  readonly key: string
  /** It is the head; null where only a screen reader needs one. */
  readonly short: PlainKey | '#' | '±' | null
  readonly long: PlainKey
  /** The width is in rem. */
  readonly width: number
  /** Shows more in these widths, each before columns of a higher rank than this one's. */
  readonly roomy?: readonly RoomyWidth[]
  /** As long as nothing stands in the column it is so wide, and the column that grows has the rest. */
  readonly bare?: {
    readonly width: number
    readonly isBare: (session: LiveSession) => boolean
  }
  /** Takes the room that is left. */
  readonly grows?: true
  /** Columns of a lower rank get room first; without a rank they always have it. */
  readonly rank?: number
  readonly look: string
  /** It is one line of text that changes with the ticks, and is laid out alone then. */
  readonly runs?: true
  /** The head shows this component in place of the short text. */
  readonly Head?: ComponentType
  readonly Cell: ComponentType<{ readonly place: number }>
}

export interface RoomyWidth {
  readonly width: number
  readonly rank: number
  /** As long as it does not fit, the room stays with this column: columns of higher ranks are left out. */
  readonly keepsRoom?: true
}

export interface TowerLayout {
  readonly columns: readonly TowerColumn[]
  /** This is the value for `grid-template-columns`. */
  readonly template: string
}

/** `bare` has the keys of the columns in which nothing stands yet. */
export function layoutOf(
  columns: readonly TowerColumn[],
  bare: readonly string[] = [],
): TowerLayout {
  const template = columns
    .map((column) => {
      const width = `${presentWidth(column, bare)}rem`
      return column.grows ? `minmax(${width}, 1fr)` : width
    })
    .join(' ')
  return { columns, template }
}

function presentWidth({ key, width, bare }: TowerColumn, bareKeys: readonly string[]): number {
  return bare && bareKeys.includes(key) ? bare.width : width
}

/** Returns how much of the room the column that grows has. */
export function growingWidth(
  columns: readonly TowerColumn[],
  bare: readonly string[],
  room: number,
  gap: number,
): number {
  const others = columns.filter(({ grows }) => !grows)
  const taken = others.reduce((sum, column) => sum + presentWidth(column, bare) + gap, 0)
  return room - taken - gap
}

/**
 * Returns the columns that fit into `room` rem with a gap after each, in their order; equal ranks go together. One that
 * does not fit leaves its room to those of higher ranks.
 */
export function fittingColumns(
  columns: readonly TowerColumn[],
  room: number,
  gap: number,
): readonly TowerColumn[] {
  const steps = columns.flatMap(({ roomy = [] }) => roomy)
  const ranks = new Set([...columns, ...steps].map(({ rank = 0 }) => rank))
  const fitting = new Set([0])
  for (const rank of [...ranks].toSorted((a, b) => a - b)) {
    fitting.add(rank)
    if (rank === 0 || widthOf(columns, fitting, gap) <= room) continue
    fitting.delete(rank)
    if (steps.some((step) => step.rank === rank && step.keepsRoom)) break
  }
  return columns.filter(({ rank = 0 }) => fitting.has(rank))
}

function widthOf(
  columns: readonly TowerColumn[],
  fitting: ReadonlySet<number>,
  gap: number,
): number {
  return columns
    .filter(({ rank = 0 }) => fitting.has(rank))
    .map(({ width, roomy = [] }) => {
      const widths = roomy.filter(({ rank }) => fitting.has(rank)).map((step) => step.width)
      return gap + Math.max(width, ...widths)
    })
    .reduce((sum, width) => sum + width, 0)
}
