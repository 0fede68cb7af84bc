import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { type LiveSummary, liveSessions } from '@pitboard/contract/live/live'
import type { Season } from '@pitboard/contract/seasons/season'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useText } from '../../../messages/use-text.ts'
import { sessionName } from '../../../timing/names.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { linkableLive } from './live-links.ts'

const SHOWN_AT_FIRST = 5
const REFRESH_MS = 10_000

export const livesNow = queryOptions({
  queryKey: ['liveSessions', 'linkable'],
  queryFn: ({ signal }) => call(liveSessions.all, { signal }),
  refetchInterval: REFRESH_MS,
})

interface LiveChoiceProps {
  readonly season: Season
  /** Sessions at this track come first; null where no track is meant. */
  readonly trackId: number | null
  readonly isChosen: (session: LiveSummary) => boolean
  readonly onChosen: (session: LiveSummary, isIn: boolean) => void
}

/** Sessions that are being driven now: once linked, the standings follow them live. */
export function LiveChoice({ season, trackId, isChosen, onChosen }: LiveChoiceProps) {
  const text = useText()
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery(livesNow)
  const sessions = linkableLive(data ?? [], season, trackId)
  if (sessions.length === 0) return null
  return (
    <fieldset className="min-w-0 rounded-m border border-primary px-3 pb-1">
      <legend className="px-1">
        <b className="timing text-timing font-semibold">{text('organiser.drivenNow')}</b>
      </legend>
      {(isWhole ? sessions : sessions.slice(0, SHOWN_AT_FIRST)).map((session) => (
        <Checkbox
          key={session.id}
          label={<LiveLabel session={session} />}
          checked={isChosen(session)}
          onChange={(isIn) => onChosen(session, isIn)}
        />
      ))}
      {!isWhole && sessions.length > SHOWN_AT_FIRST && (
        <Button look="quiet" size="small" onClick={() => setWhole(true)}>
          {text('organiser.showAllLive', { count: sessions.length })}
        </Button>
      )}
    </fieldset>
  )
}

export function LiveLabel({ session }: { readonly session: LiveSummary }) {
  const text = useText()
  const { currentLapNumber: lap, numberOfLaps: laps, sessionType, leaderName } = session
  const isRace = isRaceType(sessionType) && lap !== null && laps !== null && laps > 0
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone="live" solid>
        {text('season.live')}
      </Badge>
      <span>
        {session.trackName}, {sessionName(session, text)}
      </span>
      <span className="text-small text-muted">
        {[
          isRace && text('organiser.lapOf', { lap, laps }),
          leaderName !== null && leaderName !== '' && text('season.leads', { name: leaderName }),
          text('organiser.recordedBy', { name: session.userName }),
        ]
          .filter((part) => part !== false)
          .join(' · ')}
      </span>
    </span>
  )
}
