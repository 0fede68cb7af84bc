import { SessionType } from '@pitboard/contract/enumerations'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { LiveCards } from '../features/live/live-cards.tsx'
import { liveList } from '../features/live/live-queries.ts'
import { matches } from '../features/search/matches.ts'
import { SEARCHED_SESSIONS, searchedSessions } from '../features/search/search-queries.ts'
import { SessionList } from '../features/sessions/session-list.tsx'
import type { Text } from '../messages/create-text.ts'
import { useText } from '../messages/use-text.ts'
import { sessionTypeName } from '../timing/names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Section } from '../ui/section.tsx'
import { PageError } from '../ui/shell/page-error.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function SearchPage() {
  const text = useText()
  const { searchString } = useParams({ from: '/search/$searchString' })
  const search = searchString.trim()
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={text('search.title', { search })} />
      <div>
        <h1 className="text-4xl wrap-anywhere">{text('search.title', { search })}</h1>
        <p className="mt-2 text-muted">{text('search.scope', { count: SEARCHED_SESSIONS })}</p>
      </div>
      <Results search={search} />
    </div>
  )
}

function Results({ search }: { readonly search: string }) {
  const text = useText()
  const live = useQuery(liveList)
  const recorded = useQuery(searchedSessions)
  const error = live.error ?? recorded.error
  if (live.isPending || recorded.isPending) return <Skeleton className="h-96" />
  if (error) return <PageError error={error} retry={() => void recorded.refetch()} />

  const driving = (live.data ?? []).filter((session) =>
    matches(search, [
      session.trackName,
      ...sessionTypeWords(session.sessionType, text),
      session.userName,
      session.leaderName,
    ]),
  )
  const driven = (recorded.data?.sessions ?? []).filter((session) =>
    matches(search, [
      session.trackName,
      ...sessionTypeWords(session.sessionType, text),
      session.userName,
      String(session.gameVersion),
    ]),
  )
  if (driving.length + driven.length === 0) {
    return <EmptyState title={text('search.nothing')}>{text('search.nothingWhy')}</EmptyState>
  }
  return (
    <>
      {driving.length > 0 && (
        <Section title={text('search.live')}>
          <LiveCards sessions={driving} />
        </Section>
      )}
      {driven.length > 0 && (
        <Section title={text('search.recorded')}>
          <SessionList sessions={driven} />
        </Section>
      )}
    </>
  )
}

/** As the reader calls it and as the game does: "Rennen" and "Race". */
function sessionTypeWords(sessionType: number, text: Text): string[] {
  const games = Object.entries(SessionType).find(([, number]) => number === sessionType)
  return [sessionTypeName(sessionType, text), games?.[0] ?? '']
}
