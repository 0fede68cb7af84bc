import { loadNamespace } from '../../messages/language.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'

/** The result of a session: a replay does without it. The route fetches it beside the page. */
export const LazySessionView = lazyPart(
  async () => {
    const [view] = await Promise.all([import('./session-view.tsx'), loadNamespace('result')])
    return view.SessionView
  },
  { fallback: <PageSkeleton /> },
)
