import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  /** Its name is always read out, and shown where there is room. */
  readonly name: string
  /** The head shows this in place of the name. */
  readonly head?: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'left' | 'right' | 'center'
  /** The column is as narrow as its content. */
  readonly narrow?: boolean
  /** The column holds one short value; tables of many columns need it. */
  readonly tight?: boolean
  /** A column that can be sorted by has it; null comes last in either direction. */
  readonly sortBy?: (row: Row) => number | string | null
  /** Names the row: one column of a table. */
  readonly namesRow?: boolean
  /** The column is shown from this width on; narrower pages leave it out. */
  readonly from?: 'sm' | 'md' | 'wide'
  /** The phone form puts it there: in the row's first line, or named below it. */
  readonly phone?: 'line' | 'below' | 'none'
  /** The reader may take the column away. */
  readonly optional?: boolean
  /** The column is optional, and not there before the reader asks for it. */
  readonly hiddenAtFirst?: boolean
}
