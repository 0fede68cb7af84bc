import { useQuery } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
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
  const text = useText()
  const { data: season, isPending } = useQuery(exampleSeason)
  return (
    <TourPart
      audience={text('tour.organiser')}
      title={text('tour.organiserTitle')}
      lead={text('tour.organiserLead')}
      points={[text('tour.organiser1'), text('tour.organiser2'), text('tour.organiser3')]}
      place="wide:min-h-[24rem]"
      links={
        season ? (
          <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
            {text('tour.openSeason')}
          </TextLink>
        ) : (
          <TextLink to="/leagues">{text('tour.openLeagues')}</TextLink>
        )
      }
    >
      {isPending && <Skeleton className={STANDINGS_PLACE} />}
      {season && <SeasonStandings season={season} title={season.name} />}
      {!isPending && !season && <SampleStandings />}
    </TourPart>
  )
}

function DriverPart() {
  const text = useText()
  const { race, isPending } = useLatestRace()
  return (
    <TourPart
      audience={text('tour.driver')}
      title={text('tour.driverTitle')}
      lead={text('tour.driverLead')}
      points={[text('tour.driver1'), text('tour.driver2'), text('tour.driver3')]}
      place="wide:min-h-[32rem]"
      links={
        race ? (
          <TextLink to="/sessions/$sessionId" params={{ sessionId: race.id }} hash="charts">
            {text('tour.openCharts', { track: race.trackName })}
          </TextLink>
        ) : (
          <TextLink to="/downloadInfo">{text('tour.openRecorder')}</TextLink>
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
  const text = useText()
  return (
    <TourPart
      audience={text('tour.viewer')}
      title={text('tour.viewerTitle')}
      lead={text('tour.viewerLead')}
      points={[text('tour.viewer1'), text('tour.viewer2'), text('tour.viewer3')]}
      place="wide:min-h-[44rem]"
      links={
        <>
          <WatchLink shown={shown} />
          <TextLink to="/streamOverlay">{text('tour.openOverlay')}</TextLink>
        </>
      }
    >
      <PhoneExample />
    </TourPart>
  )
}

function WatchLink({ shown }: LandingTourProps) {
  const text = useText()
  if (shown === null) return <TextLink to="/live">{text('landing.watchLive')}</TextLink>
  const params = { sessionId: shown.id }
  if (shown.isLive) {
    return (
      <TextLink to="/live/$sessionId" params={params}>
        {text('tour.openLive')}
      </TextLink>
    )
  }
  return (
    <TextLink to="/sessions/$sessionId" params={params} search={{ t: '0' }}>
      {text('tour.openReplay')}
    </TextLink>
  )
}
