import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Season } from '@pitboard/contract/seasons/season'
import { mainStandings } from '@pitboard/contract/seasons/tiers'
import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { SEASONS_KEY } from '../../features/season/season-queries.ts'
import { adjustmentWords } from '../../features/stewards/adjustment-words.ts'
import { trackCode } from '../../features/season/session-titles.ts'
import { useText } from '../../messages/use-text.ts'
import { formatChange, formatPoints } from '../../timing/format-points.ts'
import { TeamBar } from '../../timing/team-bar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'

const ROWS = 5
/** The newest seasons may have no results yet. */
const SEASONS_READ = 5

export const newestSeasons = queryOptions({
  queryKey: [...SEASONS_KEY, 'newest'],
  queryFn: async ({ signal }) => {
    const query = { page: 1, pageSize: SEASONS_READ }
    return (await call(seasons.list, { query, signal })).seasons
  },
  staleTime: 60_000,
})

/** Finds a season with results: one that is being driven, else the newest; returns null without any. */
export function findExample(newest: readonly Season[]): Season | null {
  const driven = newest.filter(({ standings }) => mainStandings(standings).drivers.length > 0)
  return driven.find(({ isLive }) => isLive) ?? driven[0] ?? null
}

interface ExampleRow {
  readonly name: string
  readonly team: string
  readonly teamColour: string
  readonly points: number
}

interface StandingsExampleProps {
  readonly title: ReactNode
  readonly badge: ReactNode
  readonly rows: readonly ExampleRow[]
  /** The leader's points consist of these. */
  readonly sum: readonly { readonly name: string; readonly points: number }[]
  /** It is the newest decision of the stewards, with its reason. */
  readonly decision: { readonly words: string; readonly reason: string } | null
}

/** Shows the top of a table, and how its first total comes about. */
export function StandingsExample({ title, badge, rows, sum, decision }: StandingsExampleProps) {
  const t = useText()
  const shown = rows.slice(0, ROWS)
  const [leader] = shown
  const most = Math.max(1, leader?.points ?? 1)
  return (
    <Card frame>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3">
        <h3 className="min-w-0 truncate">{title}</h3>
        {badge}
      </div>
      <ol>
        {shown.map((row, index) => (
          <li key={row.name} className="relative border-b border-line px-4 py-2 last:border-b-0">
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-0 bg-stripe"
              style={{ width: `${Math.max(0, (row.points / most) * 100)}%` }}
            />
            <span className="timing relative flex items-center gap-3 text-timing">
              <span className={`w-6 text-right font-semibold ${PLACES[index] ?? 'text-muted'}`}>
                {index + 1}
              </span>
              <TeamBar teamColour={row.teamColour} />
              <span className="min-w-0 flex-1 truncate font-semibold">{row.name}</span>
              <span className="w-36 truncate text-small text-muted max-sm:hidden">{row.team}</span>
              <span className="w-14 text-right text-subhead font-semibold tabular-nums">
                {formatPoints(row.points, t.locale)}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {leader && (
        <div className="border-t border-line bg-raised px-4 py-3">
          <p className="label mb-2">{t('tour.sumOf', { name: leader.name })}</p>
          <p className="timing flex flex-wrap items-baseline gap-x-3 gap-y-1 text-timing">
            {sum.map(({ name, points }, index) => (
              <span key={`${name}${index}`} className="whitespace-nowrap">
                <span className="text-small text-faint">{name}</span>{' '}
                {formatChange(points, t.locale)}
              </span>
            ))}
            <span className="font-semibold whitespace-nowrap">
              ={' '}
              {t('session.pointCount', {
                count: leader.points,
                points: formatPoints(leader.points, t.locale),
              })}
            </span>
          </p>
          {decision && (
            <p className="mt-2 text-small text-muted">
              {t('tour.decision')} <span className="text-text">{decision.words}</span>
              {decision.reason !== '' && ` – ${decision.reason}`}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

const PLACES = ['text-medal-gold', 'text-medal-silver', 'text-medal-bronze'] as const

/** Shows the table of a real season, linked to its page. */
export function SeasonStandings({
  season,
  title,
}: {
  readonly season: Season
  readonly title: ReactNode
}) {
  const t = useText()
  const { drivers, tracks } = mainStandings(season.standings)
  const [leader] = drivers
  const totals = leader?.progression ?? []
  const sum = totals.map((total, index) => ({
    name: trackCode(tracks[index] ?? -1),
    points: total - (totals[index - 1] ?? 0),
  }))
  const rest = (leader?.points ?? 0) - (totals.at(-1) ?? 0)
  const decided = season.adjustments.findLast(({ revokedAt }) => revokedAt === null)
  return (
    <StandingsExample
      title={title}
      badge={
        season.isLive ? (
          <Badge tone="live" solid>
            {t('season.asItStands')}
          </Badge>
        ) : null
      }
      rows={drivers}
      sum={[
        ...sum.filter(({ points }) => points !== 0),
        ...(rest === 0 ? [] : [{ name: t('season.adjustments'), points: rest }]),
      ]}
      decision={
        decided ? { words: adjustmentWords(decided, season, t), reason: decided.reason } : null
      }
    />
  )
}
