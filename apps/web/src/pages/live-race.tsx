import type { Season } from '@pitboard/contract/seasons/season'
import { endsByTime } from '@pitboard/contract/wire/session-kind'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Leaders } from '../features/live-list/leaders.tsx'
import { liveList } from '../features/live-list/live-queries.ts'
import { progressOf } from '../features/live-list/session-progress.ts'
import { findMoments } from '../features/season/overview/season-moments.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { sessionLabel } from '../features/season/session-titles.ts'
import { useText } from '../messages/use-text.ts'
import { ButtonLink } from '../ui/buttons/link.tsx'
import { Skeleton } from '../ui/states/page-skeleton.tsx'

interface LiveRaceProps {
  /** A session of the season is being driven. */
  readonly season: Season
}

/** Shows the head of a league and a season while they race: what is driven, its first three and the way to it. */
export function LiveRace({ season }: LiveRaceProps) {
  const t = useText()
  const { data: sessions } = useQuery(liveList)
  const [now] = useState(() => new Date().toISOString())
  const { live } = findMoments(season, season.standings, now)
  if (!live) return null
  const { event, linked } = live
  const name = eventName(event)
  const session = sessions?.find(({ id }) => id === linked.session.id)
  const progress = session && (
    <>
      {' · '}
      {t(endsByTime(session.sessionType) ? 'live.left' : 'live.lap')} {progressOf(session)}
    </>
  )
  return (
    <section aria-label={t('live.onAir')} className="flex flex-col gap-2.5 wide:w-80">
      <p className="label flex items-center gap-2">
        <span aria-hidden="true" className="live-dot size-2.5 rounded-full bg-primary" />
        {t('live.onAir')}
        {progress}
      </p>
      <p className="timing text-section font-semibold wrap-anywhere">
        {name} <span className="text-muted">{sessionLabel(event, linked, t)}</span>
      </p>
      {session ? <Leaders session={session} /> : <Skeleton className="mt-1.5 h-19" />}
      <span>
        <ButtonLink look="primary" to="/live/$sessionId" params={{ sessionId: linked.session.id }}>
          {t('season.watch', { event: name })}
        </ButtonLink>
      </span>
    </section>
  )
}
