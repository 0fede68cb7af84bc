import type { ComponentType } from 'react'
import type { PlainKey } from '../../../messages/create-text.ts'

export interface TowerColumn {
  readonly key: string
  /** The head; null where only a screen reader needs one. */
  readonly short: PlainKey | '#' | '±' | null
  readonly long: PlainKey
  /** In rem. */
  readonly width: number
  /** Shows more in this width, before columns of a higher rank than this one's. */
  readonly roomy?: { readonly width: number; readonly rank: number }
  /** Takes the room that is left. */
  readonly grows?: true
  /** Columns of a higher rank give way first where the room is short; without a rank they stay. */
  readonly rank?: number
  readonly look: string
  readonly Cell: ComponentType<{ readonly place: number }>
}

export interface TowerLayout {
  readonly columns: readonly TowerColumn[]
  /** For `grid-template-columns`. */
  readonly template: string
}

export function layoutOf(columns: readonly TowerColumn[]): TowerLayout {
  const template = columns
    .map(({ width, grows }) => (grows ? `minmax(${width}rem, 1fr)` : `${width}rem`))
    .join(' ')
  return { columns, template }
}

/** The columns that fit into `room` rem with a gap after each, in their order; equal ranks go together. */
export function fittingColumns(
  columns: readonly TowerColumn[],
  room: number,
  gap: number,
): readonly TowerColumn[] {
  const ranks = new Set(columns.flatMap(({ rank = 0, roomy }) => [rank, roomy?.rank ?? 0]))
  let fitting = columns
  for (const highest of [...ranks].toSorted((a, b) => b - a)) {
    fitting = columns.filter(({ rank = 0 }) => rank <= highest)
    const needed = fitting.reduce((sum, column) => sum + widthOf(column, highest) + gap, 0)
    if (needed <= room) break
  }
  return fitting
}

function widthOf({ width, roomy }: TowerColumn, highestRank: number): number {
  return roomy && roomy.rank <= highestRank ? roomy.width : width
}
