import type { Cell } from './csv.ts'

/** The table has its head as the first row. */
export interface SheetTable {
  readonly name: string
  readonly rows: readonly (readonly Cell[])[]
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Returns an XLSX with a sheet for each table. Texts are cells of text: none is ever a formula. */
export async function workbookOf(tables: readonly SheetTable[]): Promise<Buffer> {
  // Most servers are never asked for one.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const sheets = tables.map(({ name, rows }) => ({
    sheet: name,
    stickyRowsCount: 1,
    data: rows.map((row, index) =>
      row.map((cell) => {
        if (cell === null) return null
        if (typeof cell === 'number') return { value: cell, type: Number }
        const text = { value: cell, type: String }
        return index === 0 ? { ...text, fontWeight: 'bold' as const } : text
      }),
    ),
  }))
  return writeXlsxFile(sheets).toBuffer()
}
