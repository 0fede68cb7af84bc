import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import type { PlotLine } from './line-plot-data.ts'

interface LapValueTableProps {
  readonly name: string
  readonly label: string
  readonly lines: readonly PlotLine[]
  readonly laps: readonly number[]
  readonly format: (value: number | null) => string
}

/** Shows drivers across, laps down: the numbers of a line chart, to read and to copy. */
export function LapValueTable({ name, label, lines, laps, format }: LapValueTableProps) {
  const t = useText()
  const head = [t('session.lap'), ...lines.map(({ driver }) => driver.name)]
  const body = laps.map((lap) => [lap, ...lines.map(({ values }) => format(values[lap] ?? null))])
  return (
    <div className="flex flex-col gap-2">
      <Table
        name={name}
        label={label}
        form="scroll"
        dense
        columns={columns(lines, format, t)}
        rows={laps}
        rowKey={(lap) => lap}
      />
      <div>
        <CopyButton
          label={label}
          value={[head, ...body].map((cells) => cells.join('\t')).join('\n')}
        />
      </div>
    </div>
  )
}

function columns(
  lines: readonly PlotLine[],
  format: (value: number | null) => string,
  t: Text,
): Column<number>[] {
  return [
    { key: 'lap', name: t('session.lap'), align: 'right', namesRow: true, cell: (lap) => lap },
    ...lines.map(({ driver, values }): Column<number> => ({
      key: String(driver.driverIdx),
      name: driver.name,
      head: driver.code,
      align: 'right',
      sortBy: (lap) => values[lap] ?? null,
      cell: (lap) => format(values[lap] ?? null),
    })),
  ]
}
