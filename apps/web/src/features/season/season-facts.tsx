import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { Standings } from '@pitboard/contract/seasons/standings'
import { type ReactNode, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { TeamBar } from '../../timing/team-bar.tsx'
import { eventName, sessionLabel } from './session-titles.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { findMoments } from './season-moments.ts'

interface SeasonFactsProps {
  readonly season: Season
  /** Those of now. */
  readonly standings: Standings
}

/** Who leads, who won last, what is being driven and what comes next, before any table. */
export function SeasonFacts({ season, standings }: SeasonFactsProps) {
  const text = useText()
  const [now] = useState(() => new Date().toISOString())
  const [leader, second] = standings.drivers
  const [team] = standings.teams
  const { live, last, next } = findMoments(season, standings, now)
  const round = (event: SeasonEvent) =>
    text('season.roundOf', {
      round: season.events.indexOf(event) + 1,
      count: season.events.length,
    })
  if (!leader && !next && !live) return null
  return (
    <dl className="grid grid-cols-2 gap-2 wide:grid-cols-4">
      {leader && (
        <Fact
          label={text(season.isLive ? 'season.leaderNow' : 'season.leader')}
          colour={leader.teamColour}
          detail={[
            text('season.pointCount', { points: formatPoints(leader.points, text.locale) }),
            second && `+${formatPoints(second.gapToLeader, text.locale)}`,
          ]}
        >
          {leader.name}
        </Fact>
      )}
      {team && (
        <Fact
          label={text(season.isLive ? 'season.leadingTeamNow' : 'season.leadingTeam')}
          colour={team.teamColour}
          detail={[text('season.pointCount', { points: formatPoints(team.points, text.locale) })]}
        >
          {team.name}
        </Fact>
      )}
      {last && (
        <Fact
          label={text('season.lastWinner')}
          colour={last.winner.teamColour}
          detail={[eventName(last.event), round(last.event)]}
        >
          {last.winner.name}
        </Fact>
      )}
      {live && (
        <Fact
          label={text('season.drivenNow')}
          detail={[
            sessionLabel(live.event, live.linked, text),
            live.leader ? text('season.leads', { name: live.leader.name }) : undefined,
            round(live.event),
          ]}
        >
          {eventName(live.event)}
        </Fact>
      )}
      {!live && next?.startsAt && (
        <Fact label={text('season.next')} detail={[formatDateTime(next.startsAt, text.locale)]}>
          {eventName(next)}
        </Fact>
      )}
    </dl>
  )
}

interface FactProps {
  readonly label: string
  readonly colour?: string
  readonly detail: readonly (string | undefined)[]
  readonly children: ReactNode
}

function Fact({ label, colour, detail, children }: FactProps) {
  return (
    <div className="min-w-0 rounded-l border border-line bg-panel px-3 py-2 sm:px-4 sm:py-2.5">
      <dt className="label">{label}</dt>
      <dd>
        <span className="timing flex min-w-0 items-center gap-2 text-subhead font-semibold">
          {colour !== undefined && <TeamBar teamColour={colour} />}
          <span className="truncate">{children}</span>
        </span>
        <span className="block text-small text-muted wrap-anywhere">
          {detail.filter((part) => part !== undefined).join(' · ')}
        </span>
      </dd>
    </div>
  )
}
