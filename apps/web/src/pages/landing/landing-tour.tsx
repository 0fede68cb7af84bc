import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { fastestLaps } from './fastest-laps.ts'
import { PhoneExample } from './phone-example.tsx'
import { PositionExample } from './position-example.tsx'
import { exampleSeason, SeasonStandings } from './standings-example.tsx'
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
  /** The race at the top of the page; null for the sample. */
  readonly shown: { readonly id: string; readonly isLive: boolean } | null
}

/** What organisers, drivers and viewers get, each shown with the product and linked to the page. */
export function LandingTour({ shown }: LandingTourProps) {
  return (
    <div className="flex flex-col justify-between gap-9 wide:gap-12">
      <OrganiserPart />
      <DriverPart />
      <ViewerPart shown={shown} />
    </div>
  )
}

function OrganiserPart() {
  const t = useText()
  const { data: season, isPending } = useQuery(exampleSeason)
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
            <TextLink to="/sessions/$sessionId" params={{ sessionId: race.id }} hash="charts">
              {t('tour.openCharts', { track: race.trackName })}
            </TextLink>
            {laps !== null && (
              <TextLink to="/compare" search={{ laps }}>
                {t('tour.openCompare')}
              </TextLink>
            )}
          </>
        ) : (
          <TextLink to="/downloadInfo">{t('tour.openRecorder')}</TextLink>
        )
      }
    >
      {isPending && <Skeleton className={CHART_PLACE} />}
      {race && <PositionExample race={race} />}
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
      place="wide:min-h-[44rem]"
      links={
        <>
          <WatchLink shown={shown} />
          <TextLink to="/streamOverlay">{t('tour.openOverlay')}</TextLink>
        </>
      }
    >
      <PhoneExample />
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
