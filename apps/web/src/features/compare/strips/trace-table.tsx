import { gridDistance, valueAt } from '@pitboard/analysis/comparison/aligned-lap'
import { useText } from '../../../messages/use-text.ts'
import { useStore } from '../../../state/store.ts'
import type { Column } from '../../../ui/table/column.ts'
import { Table } from '../../../ui/table/table.tsx'
import type { ShownComparison } from '../compared/compared-laps.ts'
import { LapBadge } from '../compared/lap-badge.tsx'
import type { PlotView } from '../../../timing/plot/plot-view.ts'
import type { DrawnLap, ShownStrip } from './shown-strips.ts'

const ROWS_MAX = 80

interface TraceTableProps {
  readonly comparison: ShownComparison
  readonly laps: readonly DrawnLap[]
  readonly view: PlotView
  readonly strips: readonly ShownStrip[]
}

/** Shows the numbers of the charts for the part of the lap in sight; zoomed in, its rows are closer together. */
export function TraceTable({ comparison, laps, view, strips }: TraceTableProps) {
  const t = useText()
  const { grid } = comparison
  const window = useStore(view.window)
  const stepM =
    [5, 10, 20, 50, 100].find((step) => (window.to - window.from) / step <= ROWS_MAX) ?? 200
  const first = Math.ceil(window.from / stepM)
  const count = Math.floor(window.to / stepM) - first + 1
  const rows = Array.from({ length: count }, (_, index) => (first + index) * stepM)
  const columns: Column<number>[] = [
    {
      key: 'distance',
      name: t('compare.cursor'),
      head: 'm',
      align: 'right',
      namesRow: true,
      cell: (distanceM) => distanceM,
    },
    ...strips.flatMap(({ key, title, values, format, strip }) =>
      laps.map((lap, index): Column<number> => {
        const channel = values[index] ?? null
        const read = (distanceM: number) => {
          if (channel === null) return null
          return strip.isHeld
            ? (channel[Math.floor(distanceM / grid.stepM)] ?? null)
            : valueAt(grid, channel, distanceM)
        }
        return {
          key: `${key} ${index}`,
          name: t('compare.channelOf', { channel: title, lap: lap.name }),
          head: (
            <span className="inline-flex flex-col items-end gap-0.5">
              {title}
              <LapBadge look={lap.look} />
            </span>
          ),
          align: 'right',
          cell: (distanceM) => format(read(distanceM)),
        }
      }),
    ),
  ]
  // The line itself is where the laps end.
  const isEndShown = window.to >= grid.lengthM && rows.at(-1) !== grid.lengthM
  return (
    <Table
      name="traces"
      label={t('compare.traces')}
      form="scroll"
      dense
      columns={columns}
      rows={isEndShown ? [...rows, gridDistance(grid, Infinity)] : rows}
      rowKey={(distanceM) => distanceM}
    />
  )
}
