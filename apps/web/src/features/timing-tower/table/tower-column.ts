import type { ComponentType } from 'react'
import type { PlainKey } from '../../../messages/create-text.ts'

export interface TowerColumn {
  readonly key: string
  /** The head; null where only a screen reader needs one. */
  readonly short: PlainKey | '#' | '±' | null
  readonly long: PlainKey
  /** The width is in rem. */
  readonly width: number
  /** Shows more in this width, before columns of a higher rank than this one's. */
  readonly roomy?: { readonly width: number; readonly rank: number }
  /** Takes the room that is left. */
  readonly grows?: true
  /** Columns of a lower rank get room first; without a rank they always have it. */
  readonly rank?: number
  readonly look: string
  /** The head shows this component in place of the short text. */
  readonly Head?: ComponentType
  readonly Cell: ComponentType<{ readonly place: number }>
}

export interface TowerLayout {
  readonly columns: readonly TowerColumn[]
  /** This is the value for `grid-template-columns`. */
  readonly template: string
}

export function layoutOf(columns: readonly TowerColumn[]): TowerLayout {
  const template = columns
    .map(({ width, grows }) => (grows ? `minmax(${width}rem, 1fr)` : `${width}rem`))
    .join(' ')
  return { columns, template }
}

/**
 * The columns that fit into `room` rem with a gap after each, in their order; equal ranks go together. One
 * that does not fit leaves its room to those of higher ranks.
 */
export function fittingColumns(
  columns: readonly TowerColumn[],
  room: number,
  gap: number,
): readonly TowerColumn[] {
  const ranks = new Set(columns.flatMap(({ rank = 0, roomy }) => [rank, roomy?.rank ?? 0]))
  const fitting = new Set([0])
  for (const rank of [...ranks].toSorted((a, b) => a - b)) {
    fitting.add(rank)
    if (rank > 0 && widthOf(columns, fitting, gap) > room) fitting.delete(rank)
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
    .map(({ width, roomy }) => gap + (roomy && fitting.has(roomy.rank) ? roomy.width : width))
    .reduce((sum, width) => sum + width, 0)
}
