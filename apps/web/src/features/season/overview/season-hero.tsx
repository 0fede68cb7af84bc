import type { Season } from '@pitboard/contract/seasons/season'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { formatDate, formatDateTime } from '../../../timing/format-date.ts'
import { formatPoints } from '../../../timing/format-points.ts'
import { Podium } from '../../../timing/podium.tsx'
import { TeamBar } from '../../../timing/team-bar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink, TextLink } from '../../../ui/buttons/link.tsx'
import { Figure, Figures } from '../../../ui/layout/figures.tsx'
import { Hero } from '../../../ui/layout/hero.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { sessionLabel } from '../session-titles.ts'
import { Countdown } from './countdown.tsx'
import { finishersOf } from './finishers.ts'
import { findMoments, type SeasonMoments } from './season-moments.ts'
import { findTitleFight } from '@pitboard/analysis/season/title-fight'
import { TitleFightLine } from './title-fight-line.tsx'

interface SeasonHeroProps {
  readonly season: Season
  /** The links lead to those that it is in. */
  readonly leagues: readonly ReactNode[]
  /** It is the colour of the league (`#rrggbb`). */
  readonly accent: string | null
  /** The user has a role in it. */
  readonly mayEdit: boolean
  readonly actions: ReactNode
  /** The session is being driven, so it stands in place of the last podium. */
  readonly liveRace?: ReactNode
}

/** Shows the season at a glance: its round, who leads, what comes next and the last podium. */
export function SeasonHero({
  season,
  leagues,
  accent,
  mayEdit,
  actions,
  liveRace,
}: SeasonHeroProps) {
  const t = useText()
  const [now] = useState(() => new Date().toISOString())
  const moments = findMoments(season, season.standings, now)
  const fight = findTitleFight(season, season.standings, now)
  const { last, round } = moments
  return (
    <Hero
      accent={accent}
      eyebrow={
        <>
          {leagues}
          {round !== null && (
            <span className="inline-block first-letter:uppercase">
              {t('season.roundOf', { round, count: season.events.length })}
            </span>
          )}
        </>
      }
      title={
        <>
          {season.name}
          {season.visibility === 'private' && (
            <Badge tone="warning" title={t('season.privateWhy')}>
              {t('season.private')}
            </Badge>
          )}
          {season.visibility === 'link' && (
            <Badge title={t('season.unlistedWhy')}>{t('season.unlisted')}</Badge>
          )}
        </>
      }
      beside={
        liveRace ??
        (last && (
          <>
            <p className="label mb-2">{t('season.lastPodium', { event: eventName(last.event) })}</p>
            <Podium
              label={t('season.lastPodium', { event: eventName(last.event) })}
              finishers={finishersOf(last.podium)}
            />
          </>
        ))
      }
      actions={
        <>
          {actions}
          {mayEdit && (
            <ButtonLink to="/dashboard/seasons/$seasonId/edit" params={{ seasonId: season.id }}>
              {t('season.edit')}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-start gap-x-12 gap-y-4">
        {fight && <TitleFightLine fight={fight} isLive={season.isLive} />}
        <SeasonFigures season={season} moments={moments} />
      </div>
      <SeasonSource season={season} />
    </Hero>
  )
}

interface SeasonFiguresProps {
  readonly season: Season
  readonly moments: SeasonMoments
}

/** Shows what is being driven or comes next, and the leading team. */
function SeasonFigures({ season, moments: { live, next } }: SeasonFiguresProps) {
  const t = useText()
  const [team] = season.standings.teams
  if (!live && !next?.startsAt && !team) return null
  return (
    <Figures>
      {live && (
        <Figure
          name={t('season.drivenNow')}
          note={[
            sessionLabel(live.event, live.linked, t),
            ...(live.leader ? [t('season.leads', { name: live.leader.name })] : []),
          ].join(' · ')}
        >
          {eventName(live.event)}
        </Figure>
      )}
      {!live && next?.startsAt && (
        <Figure
          large
          name={t('season.nextEvent', { event: eventName(next) })}
          note={formatDateTime(next.startsAt, t.locale)}
        >
          <Countdown key={next.startsAt} until={next.startsAt} />
        </Figure>
      )}
      {team && (
        <Figure
          name={t(season.isLive ? 'season.leadingTeamNow' : 'season.leadingTeam')}
          note={t('session.pointCount', {
            count: team.points,
            points: formatPoints(team.points, t.locale),
          })}
        >
          <span className="flex items-center gap-2">
            <TeamBar teamColour={team.teamColour} />
            {team.name}
          </span>
        </Figure>
      )}
    </Figures>
  )
}

/** Shows who runs the season and the results that were published last. */
function SeasonSource({
  season: { ownerId, ownerName, publication },
}: {
  readonly season: Season
}) {
  const t = useText()
  return (
    <div className="text-small text-muted">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>
          {t('season.runBy')}{' '}
          <TextLink to="/user/$userId" params={{ userId: ownerId }}>
            {ownerName}
          </TextLink>
        </span>
        {publication && (
          <span className="flex flex-wrap items-center gap-2">
            {t('season.lastPublished')}
            <Badge tone={publication.status === 'official' ? 'good' : 'warning'}>
              {t(publication.status === 'official' ? 'season.official' : 'season.provisional')}
            </Badge>
            {t('season.publishedOn', {
              version: publication.version,
              date: formatDate(publication.publishedAt, t.locale),
            })}
          </span>
        )}
      </p>
      {publication && publication.note !== '' && (
        <p className="mt-1 max-w-prose wrap-anywhere">{publication.note}</p>
      )}
    </div>
  )
}
