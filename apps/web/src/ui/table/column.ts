import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  /** Its name: always read out, and shown where there is room. */
  readonly name: string
  /** What the head shows in place of the name. */
  readonly head?: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'left' | 'right' | 'center'
  /** As narrow as what is in it. */
  readonly narrow?: boolean
  /** Of one short thing, for tables of many columns. */
  readonly tight?: boolean
  /** Given for a column that can be sorted by; null comes last in either direction. */
  readonly sortBy?: (row: Row) => number | string | null
  /** Names the row: one column of a table. */
  readonly namesRow?: boolean
  /** From which width it is there: narrower pages leave it off. */
  readonly from?: 'sm' | 'md' | 'wide'
  /** Where the phone form puts it: in the row's first line, or named below it. */
  readonly phone?: 'line' | 'below' | 'none'
  /** May be taken away by the reader. */
  readonly optional?: boolean
  /** Optional, and not there before the reader asks for it. */
  readonly hiddenAtFirst?: boolean
}
