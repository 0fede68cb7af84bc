import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { type LiveSummary, liveSessions } from '@pitboard/contract/live/live'
import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { sessionName } from '../../timing/names.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { doubtsOf, linkableLive, type LinkDoubt, passesFilter } from './live-links.ts'
import type { RecordingFilter } from './recordings.ts'

const SHOWN_AT_FIRST = 5
const REFRESH_MS = 10_000

export const livesNow = queryOptions({
  queryKey: ['liveSessions', 'linkable'],
  queryFn: ({ signal }) => call(liveSessions.all, { signal }),
  refetchInterval: REFRESH_MS,
})

interface LiveChoiceProps {
  readonly season: Season
  /** Sessions at its track come first; it is null where no event is meant. */
  readonly event: SeasonEvent | null
  /** The recordings below have the same filter. */
  readonly filter: RecordingFilter
  readonly isChosen: (session: LiveSummary) => boolean
  readonly onChosen: (session: LiveSummary, isIn: boolean) => void
}

/** Lists sessions that are being driven now: once linked, the standings follow them live. */
export function LiveChoice({ season, event, filter, isChosen, onChosen }: LiveChoiceProps) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery(livesNow)
  const sessions = linkableLive(data ?? [], season, event?.track ?? null)
  if (sessions.length === 0) return null
  const matching = sessions
    .filter((session) => passesFilter(session, filter, season.ownerId))
    .slice(0, SHOWN_AT_FIRST)
  // What is chosen is in sight, whatever the filter is by now; it stays in its place while all are.
  const [first, others] = [true, false].map((isFirst) =>
    sessions.filter(
      (each) => (matching.includes(each) || (!isWhole && isChosen(each))) === isFirst,
    ),
  )
  const choose = (session: LiveSummary) => (
    <div key={session.id}>
      <Checkbox
        label={<LiveLabel session={session} />}
        checked={isChosen(session)}
        onChange={(isIn) => onChosen(session, isIn)}
      />
      {isChosen(session) && (
        <Doubts doubts={doubtsOf(session, season, event)} name={session.userName} />
      )}
    </div>
  )
  return (
    <fieldset className="min-w-0 rounded-m border border-primary px-3 pb-1">
      <legend className="px-1">
        <b className="timing text-timing font-semibold">{t('organiser.drivenNow')}</b>
      </legend>
      {first?.map(choose)}
      {others !== undefined && others.length > 0 && (
        <Button
          look="quiet"
          size="small"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {t('organiser.otherLive', { count: others.length })}
        </Button>
      )}
      {isWhole && others?.map(choose)}
    </fieldset>
  )
}

interface DoubtsProps {
  readonly doubts: readonly LinkDoubt[]
  /** This user records the session. */
  readonly name: string
}

/** The wrong session is one click away: the standings of a season would follow it. */
export function Doubts({ doubts, name }: DoubtsProps) {
  const t = useText()
  return (
    <p role="status" className="pl-8 text-small text-secondary">
      {doubts.map((doubt) => t(`organiser.${doubt}`, { name })).join(' ')}
    </p>
  )
}

export function LiveLabel({ session }: { readonly session: LiveSummary }) {
  const t = useText()
  const { currentLapNumber: lap, numberOfLaps: laps, sessionType, leaderName } = session
  const isRace = isRaceType(sessionType) && lap !== null && laps !== null && laps > 0
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone="live" solid>
        {t('season.live')}
      </Badge>
      <span>
        {session.trackName}, {sessionName(session, t)}
      </span>
      <span className="text-small text-muted">
        {joinParts([
          isRace && t('organiser.lapOf', { lap, laps }),
          leaderName !== null && leaderName !== '' && t('season.leads', { name: leaderName }),
          t('organiser.recordedBy', { name: session.userName }),
        ])}
      </span>
    </span>
  )
}
