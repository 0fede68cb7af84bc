import { useQuery } from '@tanstack/react-query'
import { SessionList } from '../../features/session/session-list.tsx'
import { latestSessions } from '../../features/session/session-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { Section } from '../../ui/section.tsx'

/** Nothing where nothing has been recorded yet. */
export function LastRecorded() {
  const text = useText()
  const { data } = useQuery(latestSessions)
  if (!data || data.sessions.length === 0) return null
  return (
    <Section title={text('landing.lastRecorded')}>
      <SessionList sessions={data.sessions} />
    </Section>
  )
}
