import { useQuery } from '@tanstack/react-query'
import { latestSessions } from '../../features/session/session-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

/** The list stands below the first screen, so that its code may come after the page. */
const SessionList = lazyPart(
  async () => (await import('../../features/session/session-list.tsx')).SessionList,
  { fallback: <Skeleton className="h-104" /> },
)

/** Shows nothing where nothing has been recorded yet. */
export function LastRecorded() {
  const t = useText()
  const { data } = useQuery(latestSessions)
  if (!data || data.sessions.length === 0) return null
  return (
    <Section
      title={t('landing.lastRecorded')}
      actions={<TextLink to="/records">{t('landing.records')}</TextLink>}
    >
      <SessionList sessions={data.sessions} />
    </Section>
  )
}
