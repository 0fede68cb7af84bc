import type { League } from '@pitboard/contract/leagues/league'
import { eventName } from '@pitboard/contract/seasons/event-name'
import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ratingsOf } from '../../features/leagues/league-rating-query.ts'
import {
  type CareerSeason,
  findLeagueCareer,
  type LeagueCareer,
  listLeagueDrivers,
} from '../../features/season/league/league-career.ts'
import { summariseSeasons } from '../../features/season/league/league-digest.ts'
import { findLeagueRecords } from '../../features/season/league/league-records.ts'
import { RecordList } from '../../features/season/league/record-list.tsx'
import { trackCode } from '../../features/season/session-titles.ts'
import { MatrixCell } from '../../features/standings/matrix-cell.tsx'
import { ResultLegend } from '../../features/standings/result-legend.tsx'
import { adjustmentWords } from '../../features/stewards/adjustment-words.ts'
import { joinParts } from '../../messages/join-parts.ts'
import { useText } from '../../messages/use-text.ts'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { roleOf, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { formatDate } from '../../timing/format-date.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { TeamBar } from '../../timing/team-bar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink, RowLink, TextLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Hero } from '../../ui/layout/hero.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

const ROUTE = '/leagues/$leagueId/drivers'

interface DriversProps {
  readonly league: League
  readonly seasons: readonly Season[]
}

/**
 * Shows what the drivers of a league have done in it, one at a time, over all of its seasons and tiers: the driver of the address, else
 * the reader's own, else who drives now in front.
 */
export function LeagueDrivers({ league, seasons }: DriversProps) {
  const t = useText()
  const { driver: wanted } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const chosen = useChosenDrivers()
  const [now] = useState(() => new Date().toISOString())
  const { champions, current } = summariseSeasons(seasons, now)
  const drivers = listLeagueDrivers(seasons)
  const first =
    drivers.find((one) => roleOf(one, chosen) === 'own')?.name ??
    current?.standings.drivers[0]?.name ??
    drivers[0]?.name ??
    ''
  const career =
    findLeagueCareer(seasons, champions, wanted) ?? findLeagueCareer(seasons, champions, first)
  const title = t('drivers.ofLeague', { league: league.name })
  if (!career) {
    return (
      <>
        <PageTitle page={title} />
        <h1 className="wrap-anywhere">{title}</h1>
        <EmptyState
          title={t('drivers.nobodyYet')}
          action={
            <ButtonLink to="/leagues/$leagueId" params={{ leagueId: league.id }}>
              {league.name}
            </ButtonLink>
          }
        >
          {t('drivers.nobodyYetWhy')}
        </EmptyState>
      </>
    )
  }
  const { name } = career.totals
  const records = findLeagueRecords(seasons, champions).filter(({ holders }) =>
    holders.some((holder) => holder.name === name && holder.userId === career.totals.userId),
  )
  return (
    <div className="flex flex-col gap-9">
      <PageTitle page={`${name}: ${league.name}`} />
      <CareerHero league={league} career={career} />
      <div className="max-w-md">
        <Field label={title}>
          <Select
            options={drivers.map((one) => ({ value: one.name, label: one.name }))}
            value={name}
            onChange={(driver) =>
              void navigate({ search: { driver }, replace: true, resetScroll: false })
            }
          />
        </Field>
      </div>
      <Columns
        side={
          <>
            <RecordList leagueId={league.id} records={records} />
            <Penalties career={career} />
          </>
        }
      >
        <Section title={t('leagues.seasons')}>
          <div className="flex flex-col gap-4">
            {career.seasons.map((one) => (
              <SeasonCard key={`${one.season.id} ${one.tier}`} entry={one} />
            ))}
            <ResultLegend />
          </div>
        </Section>
      </Columns>
    </div>
  )
}

interface CareerProps {
  readonly career: LeagueCareer
}

function CareerHero({ league, career }: CareerProps & { readonly league: League }) {
  const t = useText()
  const { totals, latest, bestPosition, ofTheDay, seasons } = career
  const { name, userId } = totals
  const ratings = useQuery({ ...ratingsOf(league.id), enabled: league.hasRatings })
  const rating = ratings.data?.drivers.find((one) =>
    userId === null ? one.name === name : one.userId === userId,
  )
  const [newest] = seasons
  return (
    <Hero
      accent={league.accentColour}
      eyebrow={
        <TextLink to="/leagues/$leagueId" params={{ leagueId: league.id }}>
          {league.name}
        </TextLink>
      }
      title={
        <span className="flex items-center gap-3">
          <TeamBar teamColour={latest.teamColour} />
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <DriverMark name={name} aliases={latest.aliases} />
        </span>
      }
      actions={
        <>
          {userId !== null && (
            <ButtonLink to="/user/$userId" params={{ userId }}>
              {t('drivers.profile')}
            </ButtonLink>
          )}
          {newest && (
            <ButtonLink to="/headToHead" search={{ season: newest.season.id, first: latest.key }}>
              {t('drivers.headToHead')}
            </ButtonLink>
          )}
        </>
      }
    >
      <Figures>
        <Figure large name={t('drivers.titles')}>
          {totals.titles}
        </Figure>
        <Figure large name={t('season.wins')}>
          {totals.wins}
        </Figure>
        <Figure name={t('season.podiums')}>{totals.podiums}</Figure>
        <Figure name={t('season.poles')}>{totals.poles}</Figure>
        <Figure name={t('season.fastestLaps')}>{totals.fastestLaps}</Figure>
        <Figure name={t('drivers.races')}>{totals.races}</Figure>
        <Figure name={t('drivers.bestPosition')}>{bestPosition}</Figure>
        {ofTheDay > 0 && <Figure name={t('season.driverOfTheDay')}>{ofTheDay}</Figure>}
        {rating && (
          <Figure
            name={t('drivers.rating')}
            note={rating.isSettled ? undefined : t('drivers.ratingNew')}
          >
            {rating.points}
          </Figure>
        )}
      </Figures>
    </Hero>
  )
}

/** Shows a season of the driver: the place in the standings, and each result that counts. */
function SeasonCard({
  entry: { season, tier, driver, isChampion },
}: {
  readonly entry: CareerSeason
}) {
  const t = useText()
  const rounds = season.events.flatMap((event) =>
    event.sessions.flatMap(({ session, role }) => {
      const results = driver.results.filter(({ sessionId }) => sessionId === session.id)
      return role === 'practice' || results.length === 0 ? [] : [{ event, session, results }]
    }),
  )
  const named = joinParts([season.name, tier], ' · ')
  const place = `P${driver.position}`
  return (
    <Card frame label={named}>
      <RowLink
        to="/seasons/$seasonId"
        params={{ seasonId: season.id }}
        search={{ tier: tier ?? '' }}
      >
        <TeamBar teamColour={driver.teamColour} />
        <span className="min-w-0 flex-1">
          <span className="timing block text-subhead font-semibold wrap-anywhere">{named}</span>
          <span className="block text-small text-muted wrap-anywhere">
            {joinParts([
              driver.team,
              t('session.pointCount', {
                count: driver.points,
                points: formatPoints(driver.points, t.locale),
              }),
            ])}
          </span>
        </span>
        {isChampion && <Badge tone="strong">{t('drivers.champion')}</Badge>}
        <span className="timing shrink-0 text-section font-semibold">{place}</span>
      </RowLink>
      {rounds.length > 0 && (
        <ul
          aria-label={t('drivers.resultsOf', { season: named })}
          className="flex flex-wrap gap-x-2 gap-y-1.5 border-t border-line px-4 py-2.5"
        >
          {rounds.map(({ event, session, results }) => (
            <li
              key={session.id}
              className="flex min-w-9 flex-col items-center"
              title={eventName(event)}
            >
              <span className="text-[0.6875rem] leading-3.5 text-faint">
                <span aria-hidden="true">{trackCode(event.track)}</span>
                <span className="sr-only">{eventName(event)}</span>
              </span>
              <span className="flex min-h-6.5 items-center gap-0.5 text-small">
                {results.map((result) => (
                  <MatrixCell key={result.driverIdx} result={result} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Penalties({ career: { penalties } }: CareerProps) {
  const t = useText()
  return (
    <Section title={t('drivers.penalties')}>
      {penalties.length === 0 ? (
        <p className="text-muted">{t('drivers.noPenalties')}</p>
      ) : (
        <Card as="ul" frame>
          {penalties.map(({ season, adjustment }) => (
            <li key={adjustment.id} className="border-b border-line last:border-b-0">
              <RowLink
                to="/seasons/$seasonId"
                params={{ seasonId: season.id }}
                hash={
                  adjustment.decision === null
                    ? 'decisions'
                    : `decision-${adjustment.decision.number}`
                }
              >
                <span className="min-w-0">
                  <span className="timing block font-semibold wrap-anywhere">
                    {adjustmentWords(adjustment, season, t)}
                  </span>
                  <span className="block text-small text-muted wrap-anywhere">
                    {joinParts([
                      formatDate(adjustment.createdAt, t.locale),
                      season.name,
                      adjustment.reason,
                    ])}
                  </span>
                </span>
              </RowLink>
            </li>
          ))}
        </Card>
      )}
    </Section>
  )
}
