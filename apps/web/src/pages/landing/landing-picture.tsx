import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { LiveSummary } from '@pitboard/contract/live/live'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveList } from '../../features/live-list/live-queries.ts'
import { createLiveStore, type LiveStore } from '../../features/live/live-store.ts'
import { RacePicture, PictureSkeleton } from './race-picture.tsx'
import { LiveStoreContext, useLive } from '../../features/live/use-live.ts'
import { latestSessions, sessionDetail } from '../../features/session/session-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { sessionName } from '../../timing/names.ts'
import { Badge } from '../../ui/badge.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ReplayPicture } from './replay-race-picture.tsx'

const SamplePicture = lazyPart(async () => (await import('./sample-picture.tsx')).SamplePicture, {
  fallback: <PictureSkeleton />,
})

/** The live race with most viewers, else the last recorded race, else the sample. */
export function LandingPicture() {
  const { data: live, isPending } = useQuery(liveList)
  const [chosenId, setChosenId] = useState<string | null>(null)
  // A race that is being looked at stays, however many look at another one by now.
  const shown = live?.find(({ id }) => id === chosenId) ?? live?.[0]
  if (shown && shown.id !== chosenId) setChosenId(shown.id)
  if (isPending) return <PictureSkeleton />
  return shown ? <LivePicture key={shown.id} session={shown} /> : <RecordedPicture />
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
    // Without it the race stays as it is listed.
    () => undefined,
  )
  return () => stopping.abort()
}

function WhenKnown({ children }: { readonly children: React.ReactNode }) {
  return useLive(() => true) ? children : <PictureSkeleton />
}

function LiveCaption({ session }: { readonly session: LiveSummary }) {
  const text = useText()
  return (
    <>
      <Badge tone="live" solid>
        {text('landing.live')}
      </Badge>
      <TextLink to="/live/$sessionId" params={{ sessionId: session.id }}>
        {text('landing.watch', {
          track: session.trackName,
          session: sessionName(session, text),
        })}
      </TextLink>
    </>
  )
}

function RecordedPicture() {
  const latest = useQuery(latestSessions)
  const id = latest.data?.sessions.find(({ sessionType }) => isRaceType(sessionType))?.id
  const race = useQuery({ ...sessionDetail(id ?? ''), enabled: id !== undefined })
  if (latest.isPending || (id !== undefined && race.isPending)) return <PictureSkeleton />
  if (race.data) return <ReplayPicture key={race.data.id} race={race.data} />
  return <SamplePicture />
}
