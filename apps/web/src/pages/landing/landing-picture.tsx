import type { LiveSummary } from '@pitboard/contract/live/live'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveList } from '../../features/live-list/live-queries.ts'
import { createLiveStore, type LiveStore } from '../../features/race/live-store.ts'
import type { LandingTourProps } from './landing-tour.tsx'
import { PictureSkeleton, RacePicture, SAMPLE_TOUR_PLACE, TOUR_PLACE } from './race-picture.tsx'
import { LiveStoreContext, useLive } from '../../features/race/use-live.ts'
import { useText } from '../../messages/use-text.ts'
import { sessionName } from '../../timing/names.ts'
import { Badge } from '../../ui/badge.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ReplayPicture } from './replay-race-picture.tsx'
import { useLatestRace } from './use-latest-race.ts'
import { WhenSeen } from './when-seen.tsx'
import { findWorthWatching } from './worth-watching.ts'

const SamplePicture = lazyPart(async () => (await import('./sample-picture.tsx')).SamplePicture, {
  fallback: <PictureSkeleton />,
})

const LandingTour = lazyPart(async () => (await import('./landing-tour.tsx')).LandingTour, {
  texts: ['tour', 'season', 'charts', 'compare', 'overlay', 'screen', 'participation'],
  fallback: null,
})

/**
 * Shows the live session that is most worth watching, else the last recorded race, else whatever is being driven, else
 * the sample.
 */
export function LandingPicture() {
  const { data: live, isPending } = useQuery(liveList)
  const [chosenId, setChosenId] = useState<string | null>(null)
  // A race that is being looked at stays, whatever else is driven by now.
  const shown = live?.find(({ id }) => id === chosenId) ?? findWorthWatching(live ?? [])
  if (shown && shown.id !== chosenId) setChosenId(shown.id)
  if (isPending) return <PictureSkeleton />
  if (shown) return <LivePicture key={shown.id} session={shown} />
  return <RecordedPicture live={live?.[0]} />
}

function LivePicture({ session }: { readonly session: LiveSummary }) {
  const [store] = useState(createLiveStore)
  const [playing, setPlaying] = useState(true)
  useEffect(() => {
    if (!playing) return
    return followWhenLoaded(`/api/LiveSession/ws/${session.id}`, store)
  }, [session.id, store, playing])
  return (
    <LiveStoreContext value={store}>
      <WhenKnown>
        <RacePicture
          caption={<LiveCaption session={session} />}
          playing={playing}
          onPlaying={setPlaying}
        />
        <Tour shown={{ id: session.id, isLive: true }} />
      </WhenKnown>
    </LiveStoreContext>
  )
}

/** Most visits find no live race, and fetch nothing for it. Returns how to stop. */
function followWhenLoaded(path: string, store: LiveStore): () => void {
  const stopping = new AbortController()
  void import('../../features/live/live-socket.ts').then(
    ({ showLive }) => {
      if (stopping.signal.aborted) return
      stopping.signal.addEventListener('abort', showLive(path, store))
    },
    // If it cannot be fetched, the race stays as it is listed.
    () => undefined,
  )
  return () => stopping.abort()
}

function WhenKnown({ children }: { readonly children: React.ReactNode }) {
  return useLive(() => true) ? children : <PictureSkeleton />
}

function LiveCaption({ session }: { readonly session: LiveSummary }) {
  const t = useText()
  return (
    <>
      <Badge tone="live" solid>
        {t('landing.live')}
      </Badge>
      <TextLink to="/live/$sessionId" params={{ sessionId: session.id }}>
        {t('landing.watch', {
          track: session.trackName,
          session: sessionName(session, t),
        })}
      </TextLink>
    </>
  )
}

function RecordedPicture({ live }: { readonly live: LiveSummary | undefined }) {
  const { race, isPending } = useLatestRace()
  if (isPending) return <PictureSkeleton />
  if (race) {
    return (
      <ReplayPicture key={race.id} race={race}>
        <Tour shown={{ id: race.id, isLive: false }} />
      </ReplayPicture>
    )
  }
  if (live) return <LivePicture key={live.id} session={live} />
  return (
    <SamplePicture>
      <Tour shown={null} />
    </SamplePicture>
  )
}

/** The tour stands below the race and is about the same race. */
function Tour(props: LandingTourProps) {
  return (
    <WhenSeen className={props.shown === null ? SAMPLE_TOUR_PLACE : TOUR_PLACE}>
      <LandingTour {...props} />
    </WhenSeen>
  )
}
