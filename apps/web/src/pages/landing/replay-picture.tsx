import type { SessionDetail } from '@pitboard/contract/session'
import { REPLAY_SPEED } from '../../features/race-preview/play-replay.ts'
import { Replayed } from './replay-race-picture.tsx'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/link.tsx'

export function ReplayPicture({ race }: { readonly race: SessionDetail }) {
  const text = useText()
  return (
    <Replayed
      race={race}
      caption={<ReplayCaption race={race} />}
      note={text('landing.replayNote', { speed: REPLAY_SPEED })}
    />
  )
}

function ReplayCaption({ race }: { readonly race: SessionDetail }) {
  const text = useText()
  return (
    <>
      <Badge tone="warning">{text('landing.replay')}</Badge>
      <TextLink to="/sessions/$sessionId" params={{ sessionId: race.id }}>
        {text('landing.replayOf', {
          track: race.trackName,
          session: sessionTypeName(race.sessionType, text),
          date: formatDate(race.sessionStartTime, text.locale),
        })}
      </TextLink>
    </>
  )
}
