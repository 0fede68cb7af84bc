import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'

/** The result of a session is fetched apart, because a replay does without it. The route fetches it beside the page. */
export const LazySessionView = lazyPart(
  async () => (await import('./session-view.tsx')).SessionView,
  { texts: ['answers', 'result'], fallback: <PageSkeleton /> },
)
