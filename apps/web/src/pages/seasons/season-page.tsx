import type { Season } from '@pitboard/contract/seasons/season'
import { seasonOfTier, standingsOfTier } from '@pitboard/contract/seasons/tiers'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { whenKnown } from '../../state/when-known.ts'
import { leagueDetail } from '../../features/leagues/league-queries.ts'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { useText } from '../../messages/use-text.ts'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { NotFound, PageTitle } from '../../ui/shell/not-found.tsx'
import { Follow } from '../follow.tsx'
import { isNotFound, PageContent } from '../../ui/shell/query-content.tsx'
import { useSeasonRoles } from '../use-own-roles.ts'
import { useSeason } from './use-season.ts'
import { useState } from 'react'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Sharing } from '../../features/sharing/sharing.tsx'
import { LiveBanner } from '../../features/season/overview/live-banner.tsx'
import { SeasonHero } from '../../features/season/overview/season-hero.tsx'
import { NEWEST, published } from '../../features/season/publication-queries.ts'
import { StandingsSection } from '../../features/standings/standings-section.tsx'
import { Columns } from '../../ui/layout/columns.tsx'

const VersionChoice = lazyPart(
  async () => (await import('../../features/season/version-choice.tsx')).VersionChoice,
  { fallback: null },
)

const TierChoice = lazyPart(
  async () => (await import('../../features/season/tier-choice.tsx')).TierChoice,
  {
    fallback: (
      <span className="block p-[3px]">
        <span className="control block" />
      </span>
    ),
  },
)

const SeasonSide = lazyPart(async () => (await import('./season-side.tsx')).SeasonSide, {
  fallback: <Skeleton className="h-120" />,
})

const SeasonParts = lazyPart(async () => (await import('./season-parts.tsx')).SeasonParts, {
  texts: ['participation'],
  fallback: <Skeleton className="h-28" />,
})

const DriverVotes = lazyPart(
  async () => (await import('../../features/driver-votes/driver-votes.tsx')).DriverVotes,
  { texts: ['vote'], fallback: null },
)

const LiveRace = lazyPart(async () => (await import('../live-race.tsx')).LiveRace, {
  texts: ['live'],
  fallback: <Skeleton className="h-[12.9375rem] wide:w-80" />,
})

const LeagueLogo = lazyPart(
  async () => (await import('../../features/leagues/league-pictures.tsx')).LeagueLogo,
  { fallback: <span className="size-8" /> },
)

interface SeasonViewProps {
  readonly season: Season
  readonly mayEdit: boolean
}

function SeasonView({ season, mayEdit }: SeasonViewProps) {
  const [version, setVersion] = useState(NEWEST)
  const chosen = useQuery({ ...published(season.id, Number(version)), enabled: version !== NEWEST })
  const league = useQuery(whenKnown(season.leagueIds[0], leagueDetail))
  const { tier, chooseTier } = useTier(season)
  const shown = seasonOfTier(season, tier)
  const t = useText()
  const standings = version === NEWEST ? season.standings : chosen.data?.standings
  return (
    <div className="print-wide flex flex-col gap-6">
      <SeasonHero
        season={shown}
        leagues={season.leagueIds.map((id) => (
          <LeagueLink key={id} leagueId={id} />
        ))}
        accent={league.data?.accentColour ?? null}
        mayEdit={mayEdit}
        liveRace={season.isLive ? <LiveRace season={season} /> : undefined}
        actions={
          <>
            <Follow kind="season" id={season.id} />
            {season.standings.drivers.some(({ results }) => results.length > 0) && (
              <ButtonLink
                to="/seasons/$seasonId/review"
                params={{ seasonId: season.id }}
                search={{ tier: tier === season.tiers[0] ? '' : (tier ?? '') }}
              >
                {t('season.review')}
              </ButtonLink>
            )}
            <Sharing
              path={`/seasons/${season.id}${tier === null || tier === season.tiers[0] ? '' : `?tier=${encodeURIComponent(tier)}`}`}
              title={season.name}
              embedded={{ kind: 'season', id: season.id, tier }}
              privateOf={
                season.visibility === 'private'
                  ? mayEdit
                    ? { seasonId: season.id, leagueId: season.leagueIds[0] }
                    : {}
                  : null
              }
            />
          </>
        }
      />
      {tier !== null && (
        <div className="max-w-md print:hidden">
          <TierChoice tiers={season.tiers} tier={tier} onTier={chooseTier} />
        </div>
      )}
      <LiveBanner season={season} shownVersion={version === NEWEST ? null : Number(version)} />
      <Columns side={<SeasonSide season={shown} whole={season} />}>
        {standings ? (
          <StandingsSection
            season={shown}
            standings={standingsOfTier(standings, tier)}
            tier={tier}
            overall={tier === null || season.teamsPerTier ? null : { season, standings }}
            actions={
              season.publication && (
                <VersionChoice season={season} version={version} onVersion={setVersion} />
              )
            }
          />
        ) : (
          <Skeleton className="h-96" />
        )}
      </Columns>
      {season.driverVote !== null && (
        <DriverVotes
          seasonId={season.id}
          sessionId={null}
          nameOf={({ eventId }) => {
            const event = season.events.find(({ id }) => id === eventId)
            return event && eventName(event)
          }}
        />
      )}
      <SeasonParts season={season} />
    </div>
  )
}

/** Returns the tier of the address, else the best one; null where tiers do not compete. */
function useTier({ tiers }: Season) {
  const { tier } = useSearch({ from: '/seasons/$seasonId' })
  const navigate = useNavigate({ from: '/seasons/$seasonId' })
  return {
    tier: tiers.find((one) => one === tier) ?? tiers[0] ?? null,
    chooseTier: (next: string) =>
      void navigate({
        search: { tier: next === tiers[0] ? '' : next },
        replace: true,
        resetScroll: false,
      }),
  }
}

export function SeasonPage() {
  const { seasonId } = useParams({ from: '/seasons/$seasonId' })
  const query = useSeason(seasonId)
  // It may have been there before, and be private or deleted now.
  if (isNotFound(query.error)) return <NotFound />
  return <PageContent query={query}>{(season) => <Found season={season} />}</PageContent>
}

function Found({ season }: { readonly season: Season }) {
  const roles = useSeasonRoles(season) ?? []
  return (
    <>
      <PageTitle page={season.name} />
      <SeasonView season={season} mayEdit={roles.some((role) => role !== 'member')} />
    </>
  )
}

function LeagueLink({ leagueId }: { readonly leagueId: string }) {
  const { data, isPending } = useQuery(leagueDetail(leagueId))
  // The placeholder is about as wide as a name, and as high as a logo or a link for a finger, so that the line stays
  // where it is.
  if (!data) return isPending ? <span className="h-8 w-32 coarse:h-10.25" /> : null
  return (
    <span className="inline-flex min-h-8 min-w-0 items-center gap-2">
      {data.thumbnailId !== null && <LeagueLogo league={data} size="small" />}
      <TextLink to="/leagues/$leagueId" params={{ leagueId }}>
        {data.name}
      </TextLink>
    </span>
  )
}
