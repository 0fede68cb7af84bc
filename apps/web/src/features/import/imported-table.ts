import { cellAt, readTable } from '../../timing/read-table.ts'

type Line = readonly string[]

/** It is a table of another tool, cut to what is read at once. */
export interface ImportedTable<Column> {
  /** They are the names of the columns, and empty ones if the table has none. */
  readonly heads: readonly string[]
  /** Each column means this, as far as it is recognised. */
  readonly columns: readonly Column[]
  readonly rows: readonly Line[]
  /** This many rows and columns go beyond what is read at once. */
  readonly cutRows: number
  readonly cutColumns: number
}

interface Recognition<Column> {
  readonly isHeadLine: (first: Line) => boolean
  /** Tells what each of the columns means by its head, where the table has heads, else by what is in it. */
  readonly columnsOf: (heads: Line, body: readonly Line[], isHeaded: boolean) => readonly Column[]
}

const CHARS_MAX = 200_000
const ROWS_MAX = 200
const COLUMNS_MAX = 64

/** Reads a pasted table, whose first line may name the columns. */
export function readImportedTable<Column>(
  text: string,
  { isHeadLine, columnsOf }: Recognition<Column>,
): ImportedTable<Column> {
  const table = readTable(text.slice(0, CHARS_MAX))
  const width = Math.max(0, ...table.map((cells) => cells.length))
  const lines = table.map((cells) => cells.slice(0, COLUMNS_MAX))
  const [first = []] = lines
  const isHeaded = isHeadLine(first)
  const body = isHeaded ? lines.slice(1) : lines
  const heads = Array.from({ length: Math.min(width, COLUMNS_MAX) }, (_, at) =>
    isHeaded ? cellAt(first, at) : '',
  )
  return {
    heads,
    columns: columnsOf(heads, body, isHeaded),
    rows: body.slice(0, ROWS_MAX),
    cutRows: Math.max(0, body.length - ROWS_MAX),
    cutColumns: Math.max(0, width - COLUMNS_MAX),
  }
}
