import { ApiException } from '@pitboard/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { readMoment } from '../../features/replay/replay-moment.ts'
import { sessionDetail } from '../../features/session/session-queries.ts'
import { sessionName } from '../../features/session/session-name.ts'
import { SessionView } from './session-view.tsx'
import { loadArea } from '../../messages/language.ts'
import { useText } from '../../messages/use-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { NotFound } from '../../ui/shell/not-found.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { PageTitle } from '../../ui/shell/page-title.tsx'

const SessionReplay = lazyPart(
  async () => {
    const [replay] = await Promise.all([import('./session-replay.tsx'), loadArea('replay')])
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
  const { data, error, refetch } = useQuery(sessionDetail(sessionId))
  if (data) {
    return (
      <>
        <PageTitle
          page={text('session.title', {
            track: data.trackName,
            session: sessionName(data, text),
          })}
        />
        {moment ? (
          <SessionReplay
            key={data.id}
            session={data}
            moment={moment}
            onMoment={(seconds) => change({ ...search, t: String(seconds) })}
          />
        ) : (
          <SessionView
            session={data}
            search={search}
            onSearch={(next) => change({ ...search, ...next })}
          />
        )}
      </>
    )
  }
  // An id that is no id is refused with 400; to a visitor both are a page that does not exist.
  if (error instanceof ApiException && (error.status === 404 || error.status === 400)) {
    return <NotFound />
  }
  if (error) return <PageError error={error} retry={() => void refetch()} />
  return <PageSkeleton />
}
