import type { Season } from '@pitboard/contract/seasons/season'
import type { League } from '@pitboard/contract/leagues/league'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { toAccent } from '../../features/leagues/league-pictures.tsx'
import { LeagueHero } from '../../features/leagues/league-hero.tsx'
import { leagueDetail, leagueSeasons } from '../../features/leagues/league-queries.ts'
import { ChampionList } from '../../features/season/league/champion-list.tsx'
import { type LeagueDigest, summariseSeasons } from '../../features/season/league/league-digest.ts'
import { LeadingPlaces } from '../../features/season/league/leading-places.tsx'
import { findLeagueRecords } from '../../features/season/league/league-records.ts'
import { RecordList } from '../../features/season/league/record-list.tsx'
import { NextEvent } from '../../features/season/league/next-event.tsx'
import { LiveSeasons } from '../../features/season/overview/live-seasons.tsx'
import { SeasonCards } from '../../features/season/overview/season-cards.tsx'
import { Sharing } from '../../features/sharing/sharing.tsx'
import { useText } from '../../messages/use-text.ts'
import { Columns } from '../../ui/layout/columns.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Follow } from '../follow.tsx'
import { PageContent, QueryContent } from '../../ui/shell/query-content.tsx'
import { useLeagueRoles } from '../use-own-roles.ts'
import { useLeagueSeasons } from './use-league-seasons.ts'

const LiveRace = lazyPart(async () => (await import('../live-race.tsx')).LiveRace, {
  texts: ['live'],
  fallback: <Skeleton className="h-[12.9375rem] wide:w-80" />,
})

const SignUpAction = lazyPart(async () => (await import('./sign-up-action.tsx')).SignUpAction, {
  texts: ['participation'],
  fallback: null,
})

const LeagueNews = lazyPart(async () => (await import('./league-news.tsx')).LeagueNews, {
  fallback: <Skeleton className="h-96" />,
})

const EntryList = lazyPart(async () => (await import('./entry-list.tsx')).EntryList, {
  texts: ['participation', 'roster'],
  fallback: <Skeleton className="h-64" />,
})

const LeagueRating = lazyPart(
  async () => (await import('../../features/leagues/league-rating.tsx')).LeagueRating,
  { texts: ['rating'], fallback: <Skeleton className="h-64" /> },
)

const LeagueRules = lazyPart(async () => (await import('./league-rules.tsx')).LeagueRules, {
  fallback: <Skeleton className="h-48" />,
})

const LeagueDrivers = lazyPart(async () => (await import('./league-drivers.tsx')).LeagueDrivers, {
  texts: ['drivers', 'points'],
  fallback: <Skeleton className="h-160" />,
})

export function LeaguePage() {
  const { leagueId } = useParams({ from: '/leagues/$leagueId' })
  return (
    <PageContent query={useQuery(leagueDetail(leagueId))}>
      {(league) => <LeagueView league={league} />}
    </PageContent>
  )
}

/** It is a part of the league's page, whose code it shares. */
export function LeagueDriversPage() {
  const { leagueId } = useParams({ from: '/leagues/$leagueId/drivers' })
  const seasons = useQuery(leagueSeasons(leagueId))
  return (
    <PageContent query={useQuery(leagueDetail(leagueId))}>
      {(league) => (
        <QueryContent query={seasons} placeholder={<Skeleton className="h-160" />}>
          {(all) => <LeagueDrivers league={league} seasons={all} />}
        </QueryContent>
      )}
    </PageContent>
  )
}

function LeagueView({ league }: { readonly league: League }) {
  const roles = useLeagueRoles(league) ?? []
  const [now] = useState(() => new Date().toISOString())
  const { seasonsQuery: query, isSubscribed } = useLeagueSeasons(league.id)
  const digest = query.data && summariseSeasons(query.data, now)
  return (
    <div
      style={{ '--accent': toAccent(league.accentColour) }}
      className="accent-page flex flex-col gap-6"
    >
      <PageTitle page={league.name} />
      <LeagueHero
        league={league}
        mayEdit={roles.length > 0}
        beside={besideOf(league, digest)}
        actions={
          <>
            {digest?.current && (
              <SignUpAction current={digest.current} seasons={query.data ?? []} />
            )}
            <Follow kind="league" id={league.id} />
            {league.isPublic && (
              <Sharing
                path={`/leagues/${league.id}`}
                title={digest?.current?.name ?? league.name}
                embedded={digest?.current ? { kind: 'season', id: digest.current.id } : null}
              />
            )}
          </>
        }
      />
      <LiveSeasons seasons={(query.data ?? []).filter((season) => season !== digest?.current)} />
      <QueryContent query={query} placeholder={<Skeleton className="h-160" />}>
        {(seasons) => (
          <Seasons
            league={league}
            seasons={seasons}
            digest={digest ?? summariseSeasons(seasons, now)}
            isSubscribed={isSubscribed}
          />
        )}
      </QueryContent>
    </div>
  )
}

function besideOf({ seasonIds }: League, digest: LeagueDigest | undefined): ReactNode {
  if (seasonIds.length === 0) return undefined
  if (!digest) return <Skeleton className="h-24 wide:w-72" />
  if (digest.current?.isLive) return <LiveRace season={digest.current} />
  const isEmpty = digest.next === null && digest.races.length === 0
  return isEmpty ? undefined : <NextEvent digest={digest} />
}

interface SeasonsProps {
  readonly league: League
  readonly seasons: readonly Season[]
  readonly digest: LeagueDigest
  readonly isSubscribed: boolean
}

function Seasons({ league, seasons, digest, isSubscribed }: SeasonsProps) {
  const t = useText()
  const { current, races, champions } = digest
  if (seasons.length === 0) {
    return <EmptyState title={t('leagues.noSeasons')}>{t('leagues.noSeasonsWhy')}</EmptyState>
  }
  const cards = (
    <Section title={t('leagues.seasons')}>
      <SeasonCards seasons={seasons} />
    </Section>
  )
  if (!current) return cards
  const entries = <EntryList current={current} seasons={seasons} />
  const rules = <LeagueRules season={current} />
  // Before the first result a league is its drivers.
  if (current.standings.drivers.length === 0 && races.length === 0) {
    return (
      <div className="flex flex-col gap-9">
        {entries}
        {cards}
        {rules}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-9">
      <Columns
        side={
          <>
            {cards}
            <ChampionList champions={champions} />
            <RecordList leagueId={league.id} records={findLeagueRecords(seasons, champions)} />
            <TextLink to="/leagues/$leagueId/drivers" params={{ leagueId: league.id }} search={{}}>
              {t('leagues.allDrivers')}
            </TextLink>
          </>
        }
      >
        <LeadingPlaces season={current} />
        <LeagueNews
          leagueId={league.id}
          seasons={seasons}
          digest={digest}
          feed={league.isPublic ? `/leagues/${league.id}/results.xml` : null}
          isSubscribed={isSubscribed}
        />
      </Columns>
      {league.hasRatings && <LeagueRating league={league} />}
      {entries}
      {rules}
    </div>
  )
}
