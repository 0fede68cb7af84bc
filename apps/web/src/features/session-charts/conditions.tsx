import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatClock } from '../../timing/format-date.ts'
import { weatherName } from '../../timing/names.ts'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { Table } from '../../ui/table/table.tsx'
import { ChartCard } from '../../timing/plot/chart-card.tsx'
import { conditionsOf, type Span, spanColumns } from './condition-spans.ts'
import type { HoveredLap } from '../../timing/plot/hovered-lap.ts'
import { lastLapOf, leaderLapsOf } from '@pitboard/analysis/laps/lap-ends'
import { LapPointer } from '../../timing/plot/lap-pointer.tsx'
import type { Neutralised } from '@pitboard/analysis/laps/neutralised-laps'

const NEUTRALISED_LOOK = {
  safetyCar: 'border border-secondary bg-secondary-fill',
  virtualSafetyCar: 'border-2 border-dashed border-secondary',
  redFlag: 'bg-flag-red',
} as const

interface ConditionsProps {
  readonly session: SessionDetail
  readonly neutralised: readonly Neutralised[]
  readonly hovered: HoveredLap
}

/** Draws weather and safety cars along the time of the session. */
export function Conditions({ session, neutralised, hovered }: ConditionsProps) {
  const t = useText()
  const { endMs, weather, spans } = useMemo(
    () => conditionsOf(session, neutralised),
    [session, neutralised],
  )
  if (weather.length === 0) return null
  const percent = (timeMs: number) => `${(timeMs / endMs) * 100}%`
  return (
    <ChartCard
      room="strip"
      title={t('charts.conditions')}
      table={
        <Table
          name="conditions"
          label={t('charts.conditions')}
          columns={spanColumns(t)}
          rows={spans}
          rowKey={({ key }) => key}
        />
      }
    >
      <AlongLaps session={session} endMs={endMs} hovered={hovered}>
        <ol className="timing flex h-12 overflow-hidden rounded-m border border-line text-small">
          {weather.map((span) => (
            <WeatherSpan key={span.fromMs} span={span} width={percent(span.toMs - span.fromMs)} />
          ))}
        </ol>
        <ul className="relative mt-1.5 h-3">
          {neutralised.map(({ kind, fromMs, toMs }) => (
            <li
              key={`${kind} ${fromMs}`}
              title={t(`charts.${kind}`)}
              className={`absolute h-full min-w-1 rounded-s ${NEUTRALISED_LOOK[kind]}`}
              style={{ left: percent(fromMs), width: percent((toMs ?? endMs) - fromMs) }}
            >
              <span className="sr-only">
                {t(`charts.${kind}`)} {formatClock(fromMs / 1000)}
              </span>
            </li>
          ))}
        </ul>
      </AlongLaps>
      <p aria-hidden="true" className="timing mt-1 flex justify-between text-small text-faint">
        <span>{formatClock(0)}</span>
        <span>{formatClock(endMs / 1000)}</span>
      </p>
      {neutralised.length > 0 && (
        <ul className="timing mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
          {[...new Set(neutralised.map(({ kind }) => kind))].map((kind) => (
            <li key={kind} className="flex items-center gap-2">
              <span aria-hidden="true" className={`h-3 w-5 rounded-s ${NEUTRALISED_LOOK[kind]}`} />
              {t(`charts.${kind}`)}
            </li>
          ))}
        </ul>
      )}
    </ChartCard>
  )
}

interface AlongLapsProps {
  readonly session: SessionDetail
  readonly endMs: number
  readonly hovered: HoveredLap
  readonly children: ReactNode
}

/** Only a race has laps that lie one behind the other in time. */
function AlongLaps({ session, endMs, hovered, children }: AlongLapsProps) {
  const laps = lastLapOf(session)
  const scale = useMemo(() => {
    const { lapAt, middleOf } = leaderLapsOf(session, laps)
    return {
      lapAt: (share: number) => lapAt(share * endMs),
      placeOf: (lap: number) => {
        const middleMs = middleOf(lap)
        return middleMs === null ? null : middleMs / endMs
      },
    }
  }, [session, laps, endMs])
  if (!isRaceType(session.sessionType)) return children
  return (
    <LapPointer hovered={hovered} laps={laps} scale={scale}>
      {children}
    </LapPointer>
  )
}

function WeatherSpan({ span, width }: { readonly span: Span; readonly width: string }) {
  const t = useText()
  const { weather, trackTemp, airTemp } = span
  const temperatures = t('session.temperatures', { track: trackTemp, air: airTemp })
  return (
    <li
      title={`${weatherName(weather, t)}, ${temperatures}`}
      className="flex min-w-0 items-center gap-2 overflow-hidden border-r border-line bg-raised px-2 whitespace-nowrap last:border-r-0"
      style={{ width }}
    >
      <WeatherIcon weather={weather} />
      <span className="truncate">{temperatures}</span>
    </li>
  )
}
