import type { RecordedSession } from '@pitboard/contract/sessions/session'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import {
  type ChartSearch,
  readChoice,
  writeChoice,
} from '../../features/session-charts/chart-choice.ts'
import { ChartsPlace } from '../../features/session-charts/charts-place.tsx'
import { ClassificationTable } from '../../features/session/classification-table.tsx'
import { SessionHeader, WeekendTabs } from '../../features/session/session-header.tsx'
import { seasonsOf } from '../../features/session/session-queries.ts'
import { SessionSeasons, Siblings } from '../../features/session/siblings.tsx'
import { loadNamespace } from '../../messages/language.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

/** The result stands before what draws the charts is there; it comes beside the session. */
const SessionStory = lazyPart(async () => {
  const [story] = await Promise.all([
    import('../../features/session-charts/session-analysis.tsx'),
    loadNamespace('charts'),
    loadNamespace('penalties'),
  ])
  return story.SessionStory
})
void SessionStory.preload()

/** One object for all, so that an empty answer does not render the result again. */
const NO_SEASONS: readonly SessionSeason[] = []

interface SessionViewProps {
  readonly session: RecordedSession
  readonly search: ChartSearch
  readonly onSearch: (search: ChartSearch) => void
}

export function SessionView({ session, search, onSearch }: SessionViewProps) {
  // Of a boundary of its own React would show it 300 ms after the fallback at the earliest.
  const isDrawn = useDeferredValue(true, false)
  const { data } = useQuery(seasonsOf(session.id))
  const seasons = data && data.length > 0 ? data : NO_SEASONS
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <SessionHeader session={session} />
        <SessionSeasons seasons={seasons} />
        <Siblings session={session} />
        <WeekendTabs sessionId={session.id} />
      </div>
      <ClassificationTable session={session} seasons={seasons} />
      {isDrawn ? (
        <SessionStory
          key={session.id}
          session={session}
          choice={readChoice(search)}
          onChoice={(choice) => onSearch(writeChoice(choice))}
        />
      ) : (
        <ChartsPlace />
      )}
    </div>
  )
}
