import type { Season } from '@pitboard/contract/seasons/season'
import { mainStandings } from '@pitboard/contract/seasons/tiers'
import { useState } from 'react'
import type { Text } from '../../../messages/create-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatDate } from '../../../timing/format-date.ts'
import { TrackIcon } from '../../../timing/track-icon.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { ButtonLink, RowLink } from '../../../ui/buttons/link.tsx'
import { findMoments } from './season-moments.ts'
import { findTitleFight, type TitleFight } from '@pitboard/analysis/season/title-fight'
import { leadText } from './title-fight-line.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { ItemList } from '../../../ui/lists/item-list.tsx'
import { TitleLink } from '../../../ui/lists/title-link.tsx'

const VISIBILITIES = {
  listed: { tone: 'plain', label: 'leagues.public' },
  link: { tone: 'plain', label: 'season.unlisted' },
  private: { tone: 'warning', label: 'leagues.private' },
} as const

export function OwnSeasonList({ seasons }: { readonly seasons: readonly Season[] }) {
  const t = useText()
  const [now] = useState(() => new Date().toISOString())
  return (
    <ItemList
      label={t('organiser.yourSeasons')}
      items={seasons.map((season) => ({
        id: season.id,
        title: (
          <>
            <TitleLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
              {season.name}
            </TitleLink>
            <Badge tone={VISIBILITIES[season.visibility].tone}>
              {t(VISIBILITIES[season.visibility].label)}
            </Badge>
            {season.isLive && <LiveBadge />}
          </>
        ),
        detail: describeSeason(season, now, t),
        action: (
          <>
            <span className="empty:hidden max-sm:grow max-sm:basis-40 sm:text-right">
              <NextEvent season={season} now={now} />
            </span>
            <ButtonLink
              look="plain"
              size="small"
              to="/dashboard/seasons/$seasonId/edit"
              params={{ seasonId: season.id }}
              search={{ part: '' }}
              aria-label={`${t('organiser.edit')}: ${season.name}`}
            >
              {t('organiser.edit')}
            </ButtonLink>
          </>
        ),
      }))}
    />
  )
}

/** Shows a league's seasons, each with what comes next in it. */
export function SeasonCards({ seasons }: { readonly seasons: readonly Season[] }) {
  const [now] = useState(() => new Date().toISOString())
  return (
    <Card as="ul" frame>
      {seasons.map((season) => (
        <li key={season.id} className="border-b border-line last:border-b-0">
          <SeasonLine season={season} now={now} />
        </li>
      ))}
    </Card>
  )
}

function SeasonLine({ season, now }: { readonly season: Season; readonly now: string }) {
  const t = useText()
  return (
    <RowLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
      <span className="min-w-0 flex-1">
        <span className="timing flex flex-wrap items-center gap-2 text-subhead wrap-anywhere">
          {season.name}
          {season.visibility === 'private' && <Badge tone="warning">{t('leagues.private')}</Badge>}
          {season.isLive && <LiveBadge />}
        </span>
        <span className="block text-small text-muted wrap-anywhere">
          {describeSeason(season, now, t)}
        </span>
      </span>
      <span className="text-right">
        <NextEvent season={season} now={now} />
      </span>
    </RowLink>
  )
}

/** Shows what comes next in a season, with its track; shows nothing without a date. */
function NextEvent({ season, now }: { readonly season: Season; readonly now: string }) {
  const t = useText()
  const { next } = findMoments(season, season.standings, now)
  if (!next?.startsAt) return null
  return (
    <span className="flex items-center gap-3">
      <TrackIcon trackId={next.track} />
      <span className="text-small text-muted">
        {t('leagues.next')}
        <span className="block text-text">{eventName(next)}</span>
        <time dateTime={next.startsAt}>{formatDate(next.startsAt, t.locale)}</time>
      </span>
    </span>
  )
}

function LiveBadge() {
  const t = useText()
  return (
    <Badge tone="live" solid>
      {t('season.live')}
    </Badge>
  )
}

/** Returns a text such as "Round 4 of 5 · Ann leads by 6 points"; before the first event it says how many there are. */
function describeSeason(season: Season, now: string, t: Text): string {
  const { round } = findMoments(season, season.standings, now)
  const fight = findTitleFight(season, mainStandings(season.standings), now)
  const count = season.events.length
  return [
    round === null
      ? t('leagues.eventCount', { count })
      : capitalize(t('season.roundOf', { round, count })),
    ...(fight ? [fightText(fight, t)] : []),
  ].join(' · ')
}

function fightText(fight: TitleFight, t: Text): string {
  return fight.isDecided ? t('season.championIs', { name: fight.leader.name }) : leadText(fight, t)
}

function capitalize(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}
