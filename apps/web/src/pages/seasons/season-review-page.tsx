import { itemAt } from '@pitboard/contract/wire/item-at'
import { driverSeason } from '@pitboard/analysis/season/driver-season'
import { type SeasonReview, seasonReview } from '@pitboard/analysis/season/season-review'
import type { Season } from '@pitboard/contract/seasons/season'
import type { SeasonRaces } from '@pitboard/contract/seasons/season-races'
import { seasonOfTier } from '@pitboard/contract/seasons/tiers'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { whenKnown } from '../../state/when-known.ts'
import { leagueDetail } from '../../features/leagues/league-queries.ts'
import { finishersOf } from '../../features/season/overview/finishers.ts'
import { driverSeasonSentences } from '../../features/season/review/driver-season-words.ts'
import { DriverTable } from '../../features/season/review/driver-table.tsx'
import { RaceTable } from '../../features/season/review/race-table.tsx'
import { ReviewSentences } from '../../features/season/review/review-sentences.tsx'
import {
  numberSentences,
  reviewAsText,
  titleSentences,
} from '../../features/season/review/season-review-words.ts'
import { seasonRaces } from '../../features/season/season-queries.ts'
import { TierChoice } from '../../features/season/tier-choice.tsx'
import { Sharing } from '../../features/sharing/sharing.tsx'
import { useText } from '../../messages/use-text.ts'
import { roleOf, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { Podium } from '../../timing/podium.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { CONTROL_LOOK } from '../../ui/control-style.ts'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Hero } from '../../ui/layout/hero.tsx'
import { Section } from '../../ui/section.tsx'
import { NotFound, PageTitle } from '../../ui/shell/not-found.tsx'
import { isNotFound, PageContent, QueryContent } from '../../ui/shell/query-content.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { PageSkeleton, Skeleton } from '../../ui/states/page-skeleton.tsx'
import { useSeason } from './use-season.ts'

const ReviewChart = lazyPart(
  async () => (await import('../../features/standings/review-chart.tsx')).ReviewChart,
  { texts: ['points'], fallback: <Skeleton className="h-96" /> },
)

const ROUTE = '/seasons/$seasonId/review'

/** Looks back on a season: how it was decided, who did what most, and the season of each driver. */
export function SeasonReviewPage() {
  const { seasonId } = useParams({ from: ROUTE })
  const query = useSeason(seasonId)
  if (isNotFound(query.error)) return <NotFound />
  return <PageContent query={query}>{(season) => <Content season={season} />}</PageContent>
}

function Content({ season }: { readonly season: Season }) {
  const t = useText()
  const { tier: wanted } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const query = useQuery(seasonRaces(season))
  const tier = season.tiers.find((one) => one === wanted) ?? season.tiers[0] ?? null
  return (
    <div className="print-wide flex flex-col gap-6">
      <PageTitle page={t('review.titleOf', { season: season.name })} />
      {tier !== null && (
        <div className="max-w-md print:hidden">
          <TierChoice
            tiers={season.tiers}
            tier={tier}
            onTier={(next) =>
              void navigate({
                search: { tier: next === season.tiers[0] ? '' : next },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </div>
      )}
      <QueryContent query={query} placeholder={<PageSkeleton />}>
        {(raced) => <Review season={seasonOfTier(season, tier)} tier={tier} raced={raced} />}
      </QueryContent>
    </div>
  )
}

interface ReviewProps {
  /** The season is as its tier sees it. */
  readonly season: Season
  readonly tier: string | null
  readonly raced: SeasonRaces
}

function Review({ season, tier, raced }: ReviewProps) {
  const t = useText()
  const [now] = useState(() => new Date().toISOString())
  const review = seasonReview(season, raced, now)
  if (!review) {
    return (
      <>
        <h1>{season.name}</h1>
        <EmptyState
          title={t('review.empty')}
          action={
            <ButtonLink to="/seasons/$seasonId" params={{ seasonId: season.id }} search={{}}>
              {t('review.toSeason')}
            </ButtonLink>
          }
        >
          {t('review.emptyWhy')}
        </EmptyState>
      </>
    )
  }
  const titles = titleSentences(review, t)
  const numbers = numberSentences(review, t)
  const path = pathOf(season, tier)
  const heading = t(review.isDecided ? 'review.decided' : 'review.decidedSoFar')
  return (
    <>
      <ReviewHero season={season} tier={tier} review={review} />
      {review.isLive && <p className="text-muted">{t('review.live')}</p>}
      <Section
        title={heading}
        anchor="decided"
        actions={
          <CopyButton
            label={t('review.copy')}
            value={reviewAsText(
              t('review.titleOf', { season: season.name }),
              [titles, numbers],
              location.origin + path,
            )}
          />
        }
      >
        <div className="flex flex-col gap-6">
          <ReviewSentences sentences={titles} />
          {review.driven > 1 && <ReviewChart season={season} />}
        </div>
      </Section>
      <Section title={t('review.numbers')} anchor="numbers">
        <ReviewSentences sentences={numbers} />
      </Section>
      <Section title={t('review.races')} anchor="races">
        <RaceTable races={review.races} drivers={season.standings.drivers} />
      </Section>
      <DriverReview season={season} review={review} tier={tier} />
    </>
  )
}

function pathOf({ id }: Season, tier: string | null, extra = ''): string {
  const search = new URLSearchParams()
  if (tier !== null) search.set('tier', tier)
  if (extra !== '') search.set('driver', extra)
  return `/seasons/${id}/review${search.size === 0 ? '' : `?${search}`}`
}

/** Returns the same address with a picture's name in it. */
function pictureOf(path: string): string {
  const [page, search] = path.split('?')
  return `/og${page}.png${search === undefined ? '' : `?${search}`}`
}

interface ReviewHeroProps extends Omit<ReviewProps, 'raced'> {
  readonly review: SeasonReview
}

function ReviewHero({ season, tier, review }: ReviewHeroProps) {
  const t = useText()
  const league = useQuery(whenKnown(season.leagueIds[0], leagueDetail))
  const { leader, second, isDecided } = review
  const path = pathOf(season, tier)
  return (
    <Hero
      accent={league.data?.accentColour ?? null}
      eyebrow={
        <>
          <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }} search={{}}>
            {season.name}
          </TextLink>
          {tier !== null && <span>{tier}</span>}
        </>
      }
      title={t(isDecided ? 'review.title' : 'review.titleSoFar')}
      beside={
        <>
          <p className="label mb-2">{t('season.standings')}</p>
          <Podium
            label={t('season.standings')}
            finishers={finishersOf(season.standings.drivers).map((finisher, index) => ({
              ...finisher,
              detail: formatPoints(itemAt(season.standings.drivers, index).points, t.locale),
            }))}
          />
        </>
      }
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <Sharing
            path={path}
            title={t('review.titleOf', { season: season.name })}
            embedded={null}
            privateOf={season.visibility === 'private' ? {} : null}
            picturePath={pictureOf(path)}
          />
          <Button look="plain" onClick={() => print()}>
            {t('review.print')}
          </Button>
        </div>
      }
    >
      <Figures>
        <Figure
          large
          name={t(isDecided ? 'review.championLabel' : 'review.leaderLabel')}
          note={t('session.pointCount', {
            count: leader.points,
            points: formatPoints(leader.points, t.locale),
          })}
        >
          <span className="flex items-center gap-2.5">
            <TeamBar teamColour={leader.teamColour} />
            {leader.name}
          </span>
        </Figure>
        {second && (
          <Figure name={t('review.lead')}>{formatPoints(second.gapToLeader, t.locale)}</Figure>
        )}
        <Figure name={t('review.roundsDriven')}>
          {review.driven}/{review.rounds}
        </Figure>
        <Figure name={t('review.winnersLabel')}>{review.winners}</Figure>
      </Figures>
    </Hero>
  )
}

/** Shows the season of the driver in the address, else of the reader's own driver, else of the leader. */
function DriverReview({ season, tier, review }: ReviewHeroProps) {
  const t = useText()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const chosen = useChosenDrivers()
  const raced = season.standings.drivers.filter((driver) =>
    review.races.some(({ results }) => results.some((one) => one.driver === driver)),
  )
  const driver =
    raced.find(({ key }) => key === search.driver) ??
    raced.find((one) => roleOf(one, chosen) === 'own') ??
    raced[0]
  const found = driver && driverSeason(season, review, driver)
  if (!found) return null
  const path = pathOf(season, tier, driver.key)
  const title = `${driver.name}: ${season.name}`
  const sentences = driverSeasonSentences(found, review.isDecided, t)
  return (
    <Section
      title={t('review.ofDriver')}
      anchor="driver"
      actions={
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <span className="w-44 sm:w-64">
            <select
              aria-label={t('review.driver')}
              value={driver.key}
              onChange={({ target }) =>
                void navigate({
                  search: { ...search, driver: target.value },
                  replace: true,
                  resetScroll: false,
                })
              }
              className={`${CONTROL_LOOK} truncate`}
            >
              {raced.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          </span>
          <CopyButton
            label={t('review.copy')}
            value={reviewAsText(title, [sentences], location.origin + path)}
          />
          <Sharing
            path={path}
            title={title}
            embedded={null}
            privateOf={season.visibility === 'private' ? {} : null}
            picturePath={pictureOf(path)}
          />
        </div>
      }
    >
      <div className="flex flex-col gap-6">
        <p className="timing flex items-center gap-2.5 text-section font-semibold">
          <TeamBar teamColour={driver.teamColour} />
          {driver.name}
        </p>
        <ReviewSentences sentences={sentences} />
        <DriverTable rounds={found.rounds} />
      </div>
    </Section>
  )
}
