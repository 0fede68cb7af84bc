import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text } from '../../../messages/create-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatLapTime, formatSectorTime } from '../../../timing/format-lap-time.ts'
import { LapTimeText } from '../../../timing/lap-time-text.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Table } from '../../../ui/table/table.tsx'
import { DriverLabel } from '../../session/driver-label.tsx'
import { ChartCard } from '../../../timing/plot/chart-card.tsx'

const SECTORS = ['bestSector1TimeMs', 'bestSector2TimeMs', 'bestSector3TimeMs'] as const
type Sector = (typeof SECTORS)[number]

/** Shows the best time of each driver in each sector, with a bar for the time they lose there. */
export function SectorTable({
  session,
  selected,
}: {
  readonly session: SessionDetail
  /** An empty list stands for all. */
  readonly selected: readonly number[]
}) {
  const t = useText()
  const rows = session.drivers
    .filter((driver) => SECTORS.some((sector) => driver[sector] !== null))
    .toSorted((a, b) => (idealOf(a) ?? Infinity) - (idealOf(b) ?? Infinity))
  if (rows.length === 0) return null
  const shown = rows.filter(
    ({ driverIdx }) => selected.length === 0 || selected.includes(driverIdx),
  )
  return (
    <ChartCard room="lines" title={t('charts.sectors')} note={t('charts.sectorsNote')}>
      <Table
        name="sectors"
        label={t('charts.sectors')}
        columns={columns(rows, t)}
        rows={shown}
        rowKey={({ driverIdx }) => driverIdx}
        dense
      />
    </ChartCard>
  )
}

/** Adds the three best sectors up to one lap; returns null where one is unknown. */
function idealOf(driver: Pick<Driver, Sector>): number | null {
  let sum = 0
  for (const sector of SECTORS) {
    const time = driver[sector]
    if (time === null) return null
    sum += time
  }
  return sum
}

function columns(drivers: readonly Driver[], t: Text): Column<Driver>[] {
  return [
    {
      key: 'driver',
      name: t('session.driver'),
      namesRow: true,
      sortBy: ({ name }) => name,
      cell: (driver) => <DriverLabel driver={driver} />,
    },
    ...SECTORS.map((sector, index) => sectorColumn(sector, index + 1, drivers, t)),
    {
      key: 'ideal',
      name: t('charts.ideal'),
      align: 'right',
      sortBy: idealOf,
      cell: (driver) => formatLapTime(idealOf(driver)),
    },
  ]
}

function sectorColumn(
  sector: Sector,
  number: number,
  drivers: readonly Driver[],
  t: Text,
): Column<Driver> {
  const times = drivers.flatMap((driver) => driver[sector] ?? [])
  const [bestMs, worstMs] = [Math.min(...times), Math.max(...times)]
  return {
    key: sector,
    name: t('charts.sector', { number }),
    align: 'right',
    phone: 'below',
    sortBy: (driver) => driver[sector],
    cell: (driver) => {
      const time = driver[sector]
      const share = time === null ? 0 : (time - bestMs) / Math.max(worstMs - bestMs, 1)
      return (
        <span className="inline-flex items-center gap-2">
          <span
            aria-hidden="true"
            className="flex h-1.5 w-10 justify-end max-md:hidden xl:max-[1700px]:hidden"
          >
            <span className="rounded-s bg-line-strong" style={{ width: `${share * 100}%` }} />
          </span>
          <LapTimeText
            text={formatSectorTime(time)}
            mark={time === bestMs ? 'sessionBest' : null}
          />
        </span>
      )
    },
  }
}
