import type { LapStatistics } from '@pitboard/contract/records/records'
import { useMemo, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { CHART_BOX } from '../../timing/chart-place.ts'
import { formatDate } from '../../timing/format-date.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { createHoveredLap, type HoveredLap, useHoveredLap } from '../../timing/plot/hovered-lap.ts'
import { LineChart } from '../../timing/plot/line-chart.tsx'
import type { LinePlotData, PlotLine } from '../../timing/plot/line-plot-data.ts'
import { roundTicks } from '../../timing/plot/plot-frame.ts'

type Sessions = LapStatistics['progress']

/** The margin around the lines is this share of their range. */
const MARGIN_SHARE = 0.08
const MARGIN_MS = 100
const NO_DRIVERS: readonly number[] = []

/** Draws best lap and median of each session, from the oldest to the newest; the table has the same numbers. */
export function ProgressChart({ progress }: { readonly progress: Sessions }) {
  const t = useText()
  const [hovered] = useState(() =>
    createHoveredLap({ lastLap: progress.length, isZoomable: false }),
  )
  const [bestName, medianName] = [t('records.best'), t('records.median')]
  const plotted = useMemo(
    () => plotProgress(progress, bestName, medianName),
    [progress, bestName, medianName],
  )
  return (
    <div className={CHART_BOX}>
      <LineChart
        label={t('records.progressChart')}
        plotted={plotted}
        selected={NO_DRIVERS}
        hovered={hovered}
      />
      <SessionValues progress={progress} hovered={hovered} lines={plotted.lines} />
    </div>
  )
}

function plotProgress(progress: Sessions, bestName: string, medianName: string): LinePlotData {
  const line = (
    driverIdx: number,
    name: string,
    colour: string,
    timeOf: (session: Sessions[number]) => number,
  ): PlotLine => {
    const isSecond = driverIdx > 0
    const driver = { driverIdx, name, code: name, colour, isSecond }
    const ringed = new Set(isSecond ? [] : progress.map((_, index) => index + 1))
    return { driverIdx, values: [null, ...progress.map(timeOf)], driver, ringed }
  }
  const times = progress.flatMap(({ bestMs, medianMs }) => [bestMs, medianMs])
  const [fromMs, toMs] = [Math.min(...times), Math.max(...times)]
  const marginMs = (toMs - fromMs) * MARGIN_SHARE + MARGIN_MS
  return {
    lastLap: progress.length,
    lines: [
      line(0, bestName, 'var(--color-text)', ({ bestMs }) => bestMs),
      line(1, medianName, 'var(--color-secondary)', ({ medianMs }) => medianMs),
    ],
    neutralised: [],
    reversed: false,
    range: [fromMs - marginMs, toMs + marginMs],
    ticks: roundTicks(fromMs - marginMs, toMs + marginMs),
    place: (timeMs) => timeMs,
    format: (timeMs) => formatLapTime(Math.round(timeMs)).slice(0, -2),
  }
}

interface SessionValuesProps {
  readonly progress: Sessions
  readonly hovered: HoveredLap
  readonly lines: readonly PlotLine[]
}

/** Shows the values of the session under the pointer, else of the newest one. */
function SessionValues({ progress, hovered, lines }: SessionValuesProps) {
  const t = useText()
  const number = Math.min(Math.max(useHoveredLap(hovered), 1), progress.length)
  const session = progress[number - 1]
  if (!session) return null
  return (
    <div className="timing mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small">
      <span className="text-muted">
        {t('records.session')} {number}, {formatDate(session.drivenAt, t.locale)}
      </span>
      {lines.map(({ driver, values }) => (
        <span
          key={driver.driverIdx}
          className={`flex items-center gap-2 font-semibold before:w-4 before:shrink-0 before:border-t-[3px] before:border-inherit ${driver.isSecond ? 'before:border-dashed' : ''}`}
          style={{ borderColor: driver.colour }}
        >
          {driver.name}
          <span className="font-medium tabular-nums">{formatLapTime(values[number] ?? null)}</span>
        </span>
      ))}
    </div>
  )
}
