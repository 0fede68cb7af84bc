import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { readMoment } from '../../features/replay/replay-moment.ts'
import { seasonsOf, sessionDetail } from '../../features/session/session-queries.ts'
import { sessionName } from '../../features/session/session-name.ts'
import { loadNamespace } from '../../messages/language.ts'
import { useText } from '../../messages/use-text.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { PageContent } from '../query-content.tsx'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { useDeferredValue } from 'react'
import { ChartsPlace } from '../../features/session-charts/charts-place.tsx'
import {
  type ChartSearch,
  readChoice,
  writeChoice,
} from '../../features/session-charts/chart-choice.ts'
import { ClassificationTable } from '../../features/session/classification-table.tsx'
import { SessionHeader, WeekendTabs } from '../../features/session/session-header.tsx'
import { SessionSeasons, Siblings } from '../../features/session/siblings.tsx'

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

function SessionView({ session, search, onSearch }: SessionViewProps) {
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

const SessionReplay = lazyPart(
  async () => {
    const [replay] = await Promise.all([
      import('./session-replay.tsx'),
      loadNamespace('live'),
      loadNamespace('penalties'),
      loadNamespace('replay'),
    ])
    return replay.SessionReplay
  },
  { fallback: <PageSkeleton /> },
)

export function SessionPage() {
  const text = useText()
  const { sessionId } = useParams({ from: '/sessions/$sessionId' })
  const search = useSearch({ from: '/sessions/$sessionId' })
  const navigate = useNavigate({ from: '/sessions/$sessionId' })
  const moment = readMoment(search.t)
  const change = (next: typeof search) =>
    void navigate({ search: next, replace: true, resetScroll: false })
  return (
    <PageContent query={useQuery(sessionDetail(sessionId))}>
      {(session) => (
        <>
          <PageTitle
            page={text('session.title', {
              track: session.trackName,
              session: sessionName(session, text),
            })}
          />
          {moment ? (
            <SessionReplay
              key={session.id}
              session={session}
              moment={moment}
              onMoment={(seconds) => change({ ...search, t: String(seconds) })}
            />
          ) : (
            <SessionView
              session={session}
              search={search}
              onSearch={(next) => change({ ...search, ...next })}
            />
          )}
        </>
      )}
    </PageContent>
  )
}
