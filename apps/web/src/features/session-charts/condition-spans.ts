import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text } from '../../messages/create-text.ts'
import { formatClock } from '../../timing/format-date.ts'
import { weatherName } from '../../timing/names.ts'
import type { Column } from '../../ui/table/column.ts'
import { lapEndsOf, startOf } from '@pitboard/analysis/laps/lap-ends'
import type { Neutralised } from '@pitboard/analysis/laps/neutralised-laps'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
  readonly weather: number
  readonly trackTemp: number
  readonly airTemp: number
}

interface ConditionRow {
  readonly key: string
  readonly fromMs: number
  readonly toMs: number
  readonly what: Span | Neutralised
}

/** Returns spans of one weather, and of one safety car, along the session time. */
export function conditionsOf(session: SessionDetail, neutralised: readonly Neutralised[]) {
  const endMs = endOf(session)
  const weather: Span[] = []
  for (const { timeMs, weather: kind, trackTemp, airTemp } of session.weatherHistory) {
    const last = weather.at(-1)
    if (last && last.weather === kind) continue
    if (last) weather[weather.length - 1] = { ...last, toMs: timeMs }
    const fromMs = last ? timeMs : 0
    weather.push({ fromMs, toMs: endMs, weather: kind, trackTemp, airTemp })
  }
  const spans = [...weather, ...neutralised]
    .map((what): ConditionRow => {
      const key = `${'kind' in what ? what.kind : 'weather'} ${what.fromMs}`
      return { key, fromMs: what.fromMs, toMs: what.toMs ?? endMs, what }
    })
    .toSorted((a, b) => a.fromMs - b.fromMs)
  return { endMs, weather, spans }
}

/** Returns the time of the last event that is known to have happened. */
function endOf(session: SessionDetail): number {
  const { drivers, events, weatherHistory } = session
  return Math.max(
    1,
    ...events.map(({ timeMs }) => timeMs),
    ...weatherHistory.map(({ timeMs }) => timeMs),
    ...drivers.map((driver) => startOf(session) + (lapEndsOf(driver).at(-1) ?? 0)),
  )
}

export function spanColumns(t: Text): Column<ConditionRow>[] {
  return [
    {
      key: 'from',
      name: t('charts.sessionTime'),
      namesRow: true,
      sortBy: ({ fromMs }) => fromMs,
      cell: ({ fromMs, toMs }) => `${formatClock(fromMs / 1000)} – ${formatClock(toMs / 1000)}`,
    },
    {
      key: 'what',
      name: t('charts.what'),
      cell: ({ what }) =>
        'kind' in what ? t(`charts.${what.kind}`) : weatherName(what.weather, t),
    },
    {
      key: 'temperatures',
      name: t('session.trackAndAir'),
      align: 'right',
      phone: 'below',
      cell: ({ what }) =>
        'kind' in what
          ? ''
          : t('session.temperatures', { track: what.trackTemp, air: what.airTemp }),
    },
  ]
}
