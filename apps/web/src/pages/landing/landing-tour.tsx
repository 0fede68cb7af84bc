import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { useSeasonEntries } from '../leagues/use-open-sign-up.ts'
import { CompareExample } from './compare-example.tsx'
import { DecisionsExample } from './decisions-example.tsx'
import { fastestLaps } from './fastest-laps.ts'
import { PositionExample } from './position-example.tsx'
import { SceneExample } from './scene-example.tsx'
import { SignUpExample } from './sign-up-example.tsx'
import { SiteFigures } from './site-figures.tsx'
import { findExample, newestSeasons, SeasonStandings } from './standings-example.tsx'
import { TourPart } from './tour-part.tsx'
import { useLatestRace } from './use-latest-race.ts'

const STANDINGS_PLACE = 'h-[24rem]'
const CHART_PLACE = 'h-[34rem] wide:h-[32rem]'

const SampleStandings = lazyPart(
  async () => (await import('./sample-standings.tsx')).SampleStandings,
  { fallback: <Skeleton className={STANDINGS_PLACE} /> },
)
const SamplePositions = lazyPart(
  async () => (await import('./sample-positions.tsx')).SamplePositions,
  { fallback: <Skeleton className={CHART_PLACE} /> },
)

export interface LandingTourProps {
  /** The race is the one at the top of the page; null for the sample. */
  readonly shown: { readonly id: string; readonly isLive: boolean } | null
}

/** Shows what organisers, drivers and viewers get, each with the product and a link to the page. */
export function LandingTour({ shown }: LandingTourProps) {
  return (
    <div className="flex flex-col justify-between gap-8">
      <OrganiserPart />
      <DriverPart />
      <ViewerPart shown={shown} />
      <LeagueParts />
      <SiteFigures />
    </div>
  )
}

function OrganiserPart() {
  const t = useText()
  const { data, isPending } = useQuery(newestSeasons)
  const season = data && findExample(data)
  return (
    <TourPart
      audience={t('tour.organiser')}
      title={t('tour.organiserTitle')}
      lead={t('tour.organiserLead')}
      points={[t('tour.organiser1'), t('tour.organiser2'), t('tour.organiser3')]}
      place="wide:min-h-[24rem]"
      links={
        season ? (
          <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
            {t('tour.openSeason')}
          </TextLink>
        ) : (
          <TextLink to="/leagues">{t('tour.openLeagues')}</TextLink>
        )
      }
    >
      {isPending && <Skeleton className={STANDINGS_PLACE} />}
      {season && <SeasonStandings season={season} title={titleOf(season)} />}
      {!isPending && !season && <SampleStandings />}
    </TourPart>
  )
}

/** Where tiers compete, the example is the best of them. */
function titleOf({ name, tiers }: Season): string {
  return [name, ...tiers.slice(0, 1)].join(' · ')
}

function DriverPart() {
  const t = useText()
  const { race, isPending } = useLatestRace()
  const laps = race && fastestLaps(race)
  const positions = race && <PositionExample race={race} />
  return (
    <TourPart
      audience={t('tour.driver')}
      title={t('tour.driverTitle')}
      lead={t('tour.driverLead')}
      points={[t('tour.driver1'), t('tour.driver2'), t('tour.driver3')]}
      place="wide:min-h-[32rem]"
      links={
        race ? (
          <>
            {laps !== null && (
              <TextLink to="/compare" search={{ laps }}>
                {t('tour.openCompare')}
              </TextLink>
            )}
            <TextLink to="/sessions/$sessionId" params={{ sessionId: race.id }} hash="charts">
              {t('tour.openCharts', { track: race.trackName })}
            </TextLink>
          </>
        ) : (
          <TextLink to="/downloadInfo">{t('tour.openRecorder')}</TextLink>
        )
      }
    >
      {isPending && <Skeleton className={CHART_PLACE} />}
      {race && laps !== null && (
        <CompareExample
          laps={laps}
          trackName={race.trackName}
          pending={<Skeleton className={CHART_PLACE} />}
          fallback={positions}
        />
      )}
      {race && laps === null && positions}
      {!isPending && !race && <SamplePositions />}
    </TourPart>
  )
}

function ViewerPart({ shown }: LandingTourProps) {
  const t = useText()
  return (
    <TourPart
      audience={t('tour.viewer')}
      title={t('tour.viewerTitle')}
      lead={t('tour.viewerLead')}
      points={[t('tour.viewer1'), t('tour.viewer2'), t('tour.viewer3')]}
      place="wide:min-h-[28rem]"
      links={
        <>
          <WatchLink shown={shown} />
          <TextLink to="/streamOverlay">{t('tour.openOverlay')}</TextLink>
        </>
      }
    >
      <SceneExample />
    </TourPart>
  )
}

/** Shows side by side on a wide screen what stewards decide, and how drivers join. */
function LeagueParts() {
  const { data } = useQuery(newestSeasons)
  const decided = data?.find(({ adjustments }) => adjustments.length > 0)
  const newest = data?.[0]
  return (
    <div
      className={`grid gap-x-12 gap-y-8 wide:grid-cols-2 ${data?.length === 0 ? '' : 'wide:min-h-[23rem]'}`}
    >
      <StewardPart season={decided} />
      {newest ? <SignUpPart newest={newest} seasons={data} /> : <SignUpText />}
    </div>
  )
}

function StewardPart({ season }: { readonly season: Season | undefined }) {
  const t = useText()
  return (
    <TourPart
      audience={t('tour.steward')}
      title={t('tour.stewardTitle')}
      lead={t('tour.stewardLead')}
      points={[]}
      isNarrow
      links={
        season ? (
          <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }} hash="decisions">
            {t('tour.openDecisions', { season: season.name })}
          </TextLink>
        ) : (
          <TextLink to="/faq">{t('tour.openFaq')}</TextLink>
        )
      }
    >
      {season && <DecisionsExample season={season} />}
    </TourPart>
  )
}

interface SignUpPartProps {
  readonly newest: Season
  readonly seasons: readonly Season[]
}

function SignUpPart({ newest, seasons }: SignUpPartProps) {
  const entries = useSeasonEntries(newest, seasons)
  const { season, signUp } = entries ?? {}
  if (!season || !signUp?.isOpen || signUp.form === null) return <SignUpText />
  return (
    <SignUpText>
      <SignUpExample season={season} signUp={signUp} form={signUp.form} />
    </SignUpText>
  )
}

function SignUpText({ children }: { readonly children?: ReactNode }) {
  const t = useText()
  return (
    <TourPart
      audience={t('tour.joining')}
      title={t('tour.joiningTitle')}
      lead={t('tour.joiningLead')}
      points={[]}
      isNarrow
      links={<TextLink to="/leagues">{t('tour.openLeagues')}</TextLink>}
    >
      {children}
    </TourPart>
  )
}

function WatchLink({ shown }: LandingTourProps) {
  const t = useText()
  if (shown === null) return <TextLink to="/live">{t('landing.watchLive')}</TextLink>
  const params = { sessionId: shown.id }
  if (shown.isLive) {
    return (
      <TextLink to="/live/$sessionId" params={params}>
        {t('tour.openLive')}
      </TextLink>
    )
  }
  return (
    <TextLink to="/sessions/$sessionId" params={params} search={{ t: '0' }}>
      {t('tour.openReplay')}
    </TextLink>
  )
}
