import type { Driver } from '@pitboard/contract/sessions/driver'
import type { Text } from '../../../messages/create-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatLapTime } from '../../../timing/format-lap-time.ts'
import { compoundOf } from '../../../timing/names.ts'
import type { Column } from '../../../ui/table/column.ts'
import { Table } from '../../../ui/table/table.tsx'
import type { DriverStints, Stint } from '@pitboard/analysis/laps/stints'
import { spreadOf } from '../../../timing/laps/pace.ts'
import { driverColumn, numberColumn } from './row-columns.ts'

interface StintRow {
  readonly driver: Driver
  readonly number: number
  readonly stint: Stint
  /** This is the median of the stint's lap times; it is null if none is known. */
  readonly medianMs: number | null
}

/** Lists each stint with its laps and the pace that was driven in it. */
export function StintTable({
  label,
  rows,
}: {
  readonly label: string
  readonly rows: readonly DriverStints[]
}) {
  const t = useText()
  return (
    <Table
      name="stints"
      label={label}
      dense
      columns={columns(t)}
      rows={rows.flatMap(({ driver, stints }) =>
        stints.map((stint, index): StintRow => ({
          driver,
          stint,
          number: index + 1,
          medianMs: medianOf(driver, stint),
        })),
      )}
      rowKey={({ driver, number }) => `${driver.driverIdx} ${number}`}
    />
  )
}

function medianOf({ lapTimes }: Driver, { firstLap, laps }: Stint): number | null {
  const times = lapTimes
    .slice(firstLap - 1, firstLap - 1 + laps)
    .flatMap(({ lapTime }) => lapTime ?? [])
  const median = spreadOf(times)?.median
  return median === undefined ? null : Math.round(median)
}

function columns(t: Text): Column<StintRow>[] {
  return [
    driverColumn(t),
    numberColumn({ key: 'stint', name: t('charts.stint'), read: ({ number }) => number }),
    {
      key: 'tyre',
      name: t('charts.tyre'),
      sortBy: ({ stint }) => stint.tyreCompound,
      cell: ({ stint }) => t(compoundOf(stint.tyreCompound).name),
    },
    numberColumn({ key: 'from', name: t('charts.fromLap'), read: ({ stint }) => stint.firstLap }),
    numberColumn({ key: 'laps', name: t('session.laps'), read: ({ stint }) => stint.laps }),
    numberColumn({
      key: 'median',
      name: t('charts.median'),
      read: ({ medianMs }) => medianMs,
      format: formatLapTime,
    }),
  ]
}
