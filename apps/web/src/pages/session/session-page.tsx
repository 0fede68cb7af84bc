import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { readMoment } from '../../features/time-bar/moment.ts'
import { sessionDetail } from '../../features/session/session-queries.ts'
import { sessionName } from '../../timing/names.ts'
import { useText } from '../../messages/use-text.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { PageContent } from '../../ui/shell/query-content.tsx'
import { LazySessionView } from './lazy-session-view.tsx'

const SessionReplay = lazyPart(async () => (await import('./session-replay.tsx')).SessionReplay, {
  texts: ['live', 'screen', 'replay'],
  fallback: <PageSkeleton />,
})

export function SessionPage() {
  const t = useText()
  const { sessionId } = useParams({ from: '/sessions/$sessionId' })
  const search = useSearch({ from: '/sessions/$sessionId' })
  const navigate = useNavigate({ from: '/sessions/$sessionId' })
  const moment = readMoment(search.t)
  const change = (next: typeof search) =>
    void navigate({ search: next, replace: true, resetScroll: false })
  const result = (session: RecordedSession) => (
    <LazySessionView
      session={session}
      search={search}
      onSearch={(next) => change({ ...search, ...next })}
    />
  )
  return (
    <PageContent query={useQuery(sessionDetail(sessionId))}>
      {(session) => (
        <>
          <PageTitle
            page={t('session.title', {
              track: session.trackName,
              session: sessionName(session, t),
            })}
          />
          {moment ? (
            <SessionReplay
              key={session.id}
              session={session}
              moment={moment}
              onMoment={(seconds) => change({ ...search, t: String(seconds) })}
              result={result(session)}
            />
          ) : (
            result(session)
          )}
        </>
      )}
    </PageContent>
  )
}
