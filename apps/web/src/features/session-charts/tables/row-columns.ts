import type { Text } from '../../../messages/create-text.ts'
import type { Column } from '../../../ui/table/column.ts'

export function driverColumn<Row extends { readonly driver: { readonly name: string } }>(
  t: Text,
): Column<Row> {
  return {
    key: 'driver',
    name: t('session.driver'),
    namesRow: true,
    sortBy: ({ driver }) => driver.name,
    cell: ({ driver }) => driver.name,
  }
}

interface NumberColumn<Row> {
  readonly key: string
  readonly name: string
  readonly read: (row: Row) => number | null
  readonly format?: (value: number | null) => string
}

/** Returns a column of a number, which a phone shows below the others of its row. */
export function numberColumn<Row>({
  key,
  name,
  read,
  format = (value) => (value === null ? '–' : String(value)),
}: NumberColumn<Row>): Column<Row> {
  return {
    key,
    name,
    align: 'right',
    phone: 'below',
    sortBy: read,
    cell: (row) => format(read(row)),
  }
}
