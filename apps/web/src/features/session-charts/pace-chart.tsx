import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useMemo } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatGap, formatLapTime } from '../../timing/format-lap-time.ts'
import type { Column } from '../../ui/table/column.ts'
import { driverColumn, numberColumn } from './tables/row-columns.ts'
import { Table } from '../../ui/table/table.tsx'
import { ChartCard } from '../../timing/plot/chart-card.tsx'
import type { ChartDriver } from '../../timing/laps/chart-driver.ts'
import type { Neutralised } from '@pitboard/analysis/laps/neutralised-laps'
import { compressedScale, racingLapsOf, type Spread, spreadOf } from '../../timing/laps/pace.ts'

interface PaceRow {
  readonly driver: ChartDriver
  readonly spread: Spread
}

interface PaceChartProps {
  readonly session: SessionDetail
  readonly drivers: readonly ChartDriver[]
  readonly selected: readonly number[]
  readonly neutralised: readonly Neutralised[]
}

/** Draws each driver's racing laps as box and whiskers, the quickest median first. */
export function PaceChart({ session, drivers, selected, neutralised }: PaceChartProps) {
  const t = useText()
  const title = t(isRaceType(session.sessionType) ? 'charts.pace' : 'charts.otherPace')
  const { rows, scale } = useMemo(
    () => paceOf(session, drivers, neutralised),
    [session, drivers, neutralised],
  )
  const [first] = rows
  if (!first) return null
  const shown = rows.filter(
    ({ driver }) => selected.length === 0 || selected.includes(driver.driverIdx),
  )
  return (
    <ChartCard
      room="bars"
      title={title}
      note={t('charts.paceNote')}
      table={
        <Table
          name="pace"
          label={title}
          columns={columns(t)}
          rows={shown}
          rowKey={({ driver }) => driver.driverIdx}
        />
      }
    >
      <ol className="timing flex flex-col gap-1 text-small">
        {shown.map(({ driver, spread }) => (
          <li
            key={driver.driverIdx}
            className="grid grid-cols-[2.75rem_minmax(0,1fr)_4rem] items-center gap-2"
            title={driver.name}
          >
            <span className="font-semibold">{driver.code}</span>
            <Box spread={spread} colour={driver.colour} scale={scale} />
            <span className="text-right tabular-nums">
              <span className="sr-only">{t('charts.median')} </span>
              {driver === first.driver
                ? formatLapTime(Math.round(spread.median))
                : formatGap(spread.median - first.spread.median, 3)}
            </span>
          </li>
        ))}
      </ol>
    </ChartCard>
  )
}

interface BoxProps {
  readonly spread: Spread
  readonly colour: string
  /** Returns percent from the left. */
  readonly scale: (timeMs: number) => number
}

function Box({ spread, colour, scale }: BoxProps) {
  const [min, median, max] = [scale(spread.min), scale(spread.median), scale(spread.max)]
  const [lower, upper] = [scale(spread.lowerQuartile), scale(spread.upperQuartile)]
  return (
    <svg aria-hidden="true" className="h-5 w-full overflow-visible">
      <line x1={`${min}%`} x2={`${max}%`} y1="50%" y2="50%" stroke={colour} />
      <rect
        x={`${lower}%`}
        width={`${Math.max(upper - lower, 0.4)}%`}
        y="15%"
        height="70%"
        rx="2"
        fill={colour}
        fillOpacity="0.35"
        stroke={colour}
      />
      <line
        x1={`${median}%`}
        x2={`${median}%`}
        y1="5%"
        y2="95%"
        stroke="var(--color-text)"
        strokeWidth="2.5"
      />
    </svg>
  )
}

function paceOf(
  session: SessionDetail,
  drivers: readonly ChartDriver[],
  neutralised: readonly Neutralised[],
) {
  const laps: number[] = []
  const rows = drivers.flatMap((driver): PaceRow[] => {
    const driven = session.drivers.find(({ driverIdx }) => driverIdx === driver.driverIdx)
    const times = driven ? racingLapsOf(driven, neutralised) : []
    const spread = spreadOf(times)
    laps.push(...times)
    return spread ? [{ driver, spread }] : []
  })
  const { bottomMs, ceilingMs, place } = compressedScale(laps, laps)
  return {
    rows: rows.toSorted((a, b) => a.spread.median - b.spread.median),
    scale: (timeMs: number) =>
      ((place(timeMs) - bottomMs) / Math.max(ceilingMs - bottomMs, 1)) * 100,
  }
}

function timeColumn(
  key: 'min' | 'lowerQuartile' | 'median' | 'upperQuartile' | 'max',
  name: string,
): Column<PaceRow> {
  return numberColumn({
    key,
    name,
    read: ({ spread }) => spread[key],
    format: (timeMs) => formatLapTime(timeMs === null ? null : Math.round(timeMs)),
  })
}

function columns(t: Text): Column<PaceRow>[] {
  return [
    driverColumn(t),
    { ...timeColumn('median', t('charts.median')), phone: 'line' },
    timeColumn('min', t('charts.quickest')),
    timeColumn('lowerQuartile', t('charts.lowerQuartile')),
    timeColumn('upperQuartile', t('charts.upperQuartile')),
    timeColumn('max', t('charts.slowest')),
    numberColumn({ key: 'laps', name: t('session.laps'), read: ({ spread }) => spread.laps }),
  ]
}
