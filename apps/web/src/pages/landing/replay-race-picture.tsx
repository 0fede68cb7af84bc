import { type ReactNode, useEffect, useState } from 'react'
import { createLiveStore } from '../../features/race/live-store.ts'
import { createLapTimePlayer, REPLAY_SPEED } from '../../features/race-preview/play-replay.ts'
import { RacePicture } from './race-picture.tsx'
import { createReplay, type ReplayRace } from '../../features/race-preview/replay.ts'
import { LiveStoreContext } from '../../features/race/use-live.ts'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { sessionName } from '../../timing/names.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'

interface ReplayedProps {
  readonly race: ReplayRace
  readonly caption: ReactNode
  readonly note: ReactNode
  /** The children stand below the picture and are about the same race. */
  readonly children: ReactNode
}

/** Shows a race that is over, driven again; it stands still for those who want less motion. */
export function Replayed({ race, caption, note, children }: ReplayedProps) {
  const [{ store, player }] = useState(() => {
    const store = createLiveStore()
    return { store, player: createLapTimePlayer(createReplay(race), store) }
  })
  const [playing, setPlaying] = useState(
    () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  useEffect(() => {
    if (!playing) return
    player.play()
    return player.pause
  }, [player, playing])
  return (
    <LiveStoreContext value={store}>
      <RacePicture caption={caption} note={note} playing={playing} onPlaying={setPlaying} />
      {children}
    </LiveStoreContext>
  )
}

interface ReplayPictureProps {
  readonly race: SessionDetail
  readonly children: ReactNode
}

export function ReplayPicture({ race, children }: ReplayPictureProps) {
  const t = useText()
  return (
    <Replayed
      race={race}
      caption={<ReplayCaption race={race} />}
      note={t('landing.replayNote', { speed: REPLAY_SPEED })}
    >
      {children}
    </Replayed>
  )
}

function ReplayCaption({ race }: { readonly race: SessionDetail }) {
  const t = useText()
  return (
    <>
      <Badge>{t('landing.replay')}</Badge>
      <TextLink to="/sessions/$sessionId" params={{ sessionId: race.id }}>
        {t('landing.replayOf', {
          track: race.trackName,
          session: sessionName(race, t),
          date: formatDate(race.sessionStartTime, t.locale),
        })}
      </TextLink>
    </>
  )
}
