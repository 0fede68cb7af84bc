import { useState } from 'react'
import type { ImportedTable } from './imported-table.ts'
import { type TypedTable, useTypedTable } from './table-field.tsx'

interface ImportKind<Column> {
  readonly read: (text: string) => ImportedTable<Column>
  /** A meaning has one word, by which lists and comparisons know it. */
  readonly wordOf: (column: Column) => string
  readonly unused: Column
  /** The text begins with this. */
  readonly initial?: string
  /** It forgets what else was chosen for another table. */
  readonly onOtherTable?: () => void
}

/** It is a table that somebody imports, with what they chose where it is not understood as they mean it. */
export interface Import<Column> extends Pick<ImportKind<Column>, 'wordOf'> {
  readonly table: TypedTable
  readonly read: ImportedTable<Column>
  /** Each column means this: as it is recognised, or as the reader chose. */
  readonly columns: readonly Column[]
  readonly choose: (at: number, column: Column) => void
  /** The keys are names in the table, the values the known names that the reader chose for them. */
  readonly chosenNames: ReadonlyMap<string, string>
  readonly mapName: (name: string, mappedTo: string) => void
  readonly clear: () => void
}

export function useImport<Column>({
  read: readText,
  wordOf,
  unused,
  initial = '',
  onOtherTable,
}: ImportKind<Column>): Import<Column> {
  const [chosenColumns, setColumns] = useState<readonly Column[] | null>(null)
  const [chosenNames, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const table = useTypedTable(initial, () => {
    setColumns(null)
    onOtherTable?.()
  })
  const read = readText(table.typed)
  const columns = chosenColumns ?? read.columns
  return {
    table,
    read,
    columns,
    wordOf,
    chosenNames,
    /** A meaning has one column: the other one that had it is not used. */
    choose(at, column) {
      const isSame = (one: Column) => wordOf(one) === wordOf(column)
      const others = columns.map((one) => (isSame(one) ? unused : one))
      setColumns(others.with(at, column))
    },
    mapName: (name, mappedTo) => setNames(new Map([...chosenNames, [name, mappedTo]])),
    clear() {
      table.set('')
      setNames(new Map())
    },
  }
}
