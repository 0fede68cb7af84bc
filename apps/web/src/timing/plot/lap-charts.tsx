import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatGap, formatLapTime } from '../format-lap-time.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { ChartCard, type ChartRoom } from './chart-card.tsx'
import { roundTicks } from './plot-frame.ts'
import type { ChartDriver } from '../laps/chart-driver.ts'
import type { HoveredLap } from './hovered-lap.ts'
import { type LapLine, lapTimeLines, positionLines, traceLines } from '../laps/lap-lines.ts'
import { lastLapOf } from '@pitboard/analysis/laps/lap-ends'
import { LapValues } from './lap-pointer.tsx'
import { LineChart } from './line-chart.tsx'
import type { LinePlotData, PlotLine } from './line-plot-data.ts'
import type { Neutralised } from '@pitboard/analysis/laps/neutralised-laps'
import { compressedScale, pitLapsOf, racingLapsOf } from '../laps/pace.ts'

const LapValueTable = lazyPart(async () => (await import('./lap-value-table.tsx')).LapValueTable, {
  fallback: <Skeleton className="h-96" />,
})

interface LapChartProps {
  readonly session: SessionDetail
  readonly drivers: readonly ChartDriver[]
  readonly selected: readonly number[]
  readonly hovered: HoveredLap
  readonly neutralised: readonly Neutralised[]
  /** These controls stand above the chart and act on it alone. */
  readonly controls?: ReactNode
  readonly room?: ChartRoom
}

export function PositionChart(props: LapChartProps) {
  const t = useText()
  const { session, drivers, neutralised } = props
  const plotted = useMemo((): LinePlotData => {
    const count = session.drivers.length
    return {
      ...ground(session, drivers, positionLines(session)),
      neutralised,
      reversed: true,
      named: true,
      range: [0.5, count + 0.5],
      ticks: Array.from({ length: count }, (_, index) => index + 1).filter(
        (place) => place === 1 || place % 5 === 0,
      ),
      place: (position) => position,
      format: String,
    }
  }, [session, drivers, neutralised])
  return (
    <Lines
      {...props}
      name="positions"
      title={t('charts.positions')}
      note={t('charts.positionsNote')}
      plotted={plotted}
      format={(position) => (position === null ? '–' : String(position))}
    />
  )
}

interface TraceChartProps extends LapChartProps {
  readonly against: number
  /** Another one is chosen there. */
  readonly choice: ReactNode
}

export function TraceChart({ against, choice, ...props }: TraceChartProps) {
  const t = useText()
  const { session, drivers, neutralised, selected } = props
  const plotted = useMemo((): LinePlotData => {
    const lines = traceLines(session, against)
    const gapsOf = (some: readonly LapLine[]) =>
      some.flatMap(({ values }) => values.filter((value) => value !== null))
    // The chosen drivers set the scale; the others are drawn together beyond it.
    const chosen = lines.filter(({ driverIdx }) => selected.includes(driverIdx))
    const gaps = gapsOf(lines)
    const { floorMs, limitMs, bottomMs, ceilingMs, place } = compressedScale(gaps, gapsOf(chosen))
    return {
      ...ground(session, drivers, lines),
      neutralised,
      reversed: true,
      named: true,
      range: [bottomMs - 1000, ceilingMs + 1000],
      ticks: roundTicks(floorMs, limitMs),
      place,
      format: (gapMs) => (gapMs === 0 ? '0' : formatGap(gapMs)),
    }
  }, [session, drivers, neutralised, selected, against])
  const name = drivers.find(({ driverIdx }) => driverIdx === against)?.name ?? ''
  return (
    <Lines
      {...props}
      name="trace"
      title={t('charts.trace', { name })}
      choice={choice}
      note={t('charts.traceNote')}
      plotted={plotted}
      format={(gapMs) => formatGap(gapMs, 3)}
    />
  )
}

export function LapTimeChart(props: LapChartProps) {
  const t = useText()
  const { session, drivers, neutralised } = props
  const plotted = useMemo((): LinePlotData => {
    const lines = lapTimeLines(session)
    const times = lines.flatMap(({ values }) => values.filter((value) => value !== null))
    const racing = session.drivers.flatMap((driver) => racingLapsOf(driver, neutralised))
    const { floorMs, limitMs, bottomMs, ceilingMs, place } = compressedScale(times, racing)
    return {
      ...ground(session, drivers, lines),
      neutralised,
      reversed: false,
      range: [bottomMs - (limitMs - floorMs) * 0.05, ceilingMs + (limitMs - floorMs) * 0.02],
      ticks: roundTicks(floorMs, limitMs),
      place,
      format: (timeMs) => formatLapTime(Math.round(timeMs)).slice(0, -2),
    }
  }, [session, drivers, neutralised])
  return (
    <Lines
      {...props}
      name="lapTimeLines"
      title={t('session.lapTimes')}
      note={t('charts.lapTimesNote')}
      plotted={plotted}
      format={formatLapTime}
    />
  )
}

/** Returns the drivers in their order with what was driven. */
function ground(
  session: SessionDetail,
  drivers: readonly ChartDriver[],
  lines: readonly LapLine[],
): Pick<LinePlotData, 'lastLap' | 'lines'> {
  return {
    lastLap: lastLapOf(session),
    lines: drivers.flatMap((driver): PlotLine[] => {
      const line = lines.find(({ driverIdx }) => driverIdx === driver.driverIdx)
      const driven = session.drivers.find(({ driverIdx }) => driverIdx === driver.driverIdx)
      if (!line || !driven) return []
      const ringed = [...pitLapsOf(driven)].filter((lap) => typeof line.values[lap] === 'number')
      return [{ ...line, driver, ringed: new Set(ringed) }]
    }),
  }
}

interface LinesProps extends LapChartProps {
  readonly name: string
  readonly title: string
  readonly choice?: ReactNode
  readonly note: string
  readonly plotted: LinePlotData
  readonly format: (value: number | null) => string
}

function Lines({
  name,
  title,
  choice,
  controls,
  room = 'lines',
  note,
  plotted,
  format,
  selected,
  hovered,
}: LinesProps) {
  const { lines, lastLap } = plotted
  // The grid alone is not a chart.
  if (!lines.some(({ values }) => values.some((value, lap) => lap > 0 && value !== null)))
    return null
  return (
    <ChartCard
      room={room}
      title={title}
      choice={choice}
      note={note}
      table={
        <LapValueTable
          name={name}
          label={title}
          lines={lines.filter(
            ({ driverIdx }) => selected.length === 0 || selected.includes(driverIdx),
          )}
          laps={Array.from({ length: lastLap }, (_, index) => index + 1)}
          format={format}
        />
      }
    >
      {controls}
      <LineChart label={title} plotted={plotted} selected={selected} hovered={hovered} />
      <LapValues lines={lines} selected={selected} hovered={hovered} format={format} />
    </ChartCard>
  )
}
